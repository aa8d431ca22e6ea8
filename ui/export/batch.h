// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/picture_request.h"

#include <QtCore/QDir>

namespace attention::ui {

// A file of a batch: "three-tokens-head-0-weights.png", and what it shows.
struct BatchFile {
    QString name;
    PictureRequest request;
};

// The board and every stage of every head, and the plots, each in every format. `like`: their look,
// size and colours. Pre: the formats are rows of imageFormats().
std::vector<BatchFile> batchFiles(const Trace& trace, const QString& stem,
                                  const PictureRequest& like, const QStringList& formats);

// The part of the names that says from which scenario they are: of a title or a file's name,
// without what a name cannot hold, and short enough for what comes after it.
QString batchStem(const QString& name);

// The reason why the folder, which is made where there is none, cannot be had; or nothing.
std::optional<QString> makeFolder(const QString& path);

// Writes the files of a batch one after the other. Each is whole or not there, whatever happens;
// after the first that cannot be written it goes no further.
class Batch {
public:
    Batch(PictureSource source, const QDir& folder, std::vector<BatchFile> files);

    // Those that are in the folder already, and leaves them as they are.
    QStringList existing() const;
    void leaveOut(const QStringList& names);

    std::size_t count() const { return m_files.size(); }
    std::size_t position() const { return m_next; } // how many are done
    bool atEnd() const { return m_next == m_files.size() || m_failed; }

    // The reason why the next one was not written, or nothing. Pre: not at the end.
    std::optional<QString> writeNext();

    const QStringList& written() const { return m_written; } // whole paths

private:
    PictureSource m_source;
    QDir m_folder;
    std::vector<BatchFile> m_files;
    std::size_t m_next = 0;
    bool m_failed = false;
    QStringList m_written;
    // The formats of a picture follow each other; a plot's runs are not made again for each.
    std::unique_ptr<Figure> m_figure;
    std::optional<PictureRequest> m_shown;
};

} // namespace attention::ui
