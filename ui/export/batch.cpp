// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/batch.h"

#include "core/text/utf8.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QFileInfo>

#include <algorithm>
#include <cerrno>

namespace attention::ui {

namespace {

constexpr std::size_t longestStem = 120; // bytes; a name has 255

QString tr(const char* text)
{
    return QCoreApplication::translate("Batch", text);
}

QString ofHead(int head, const Scenario& scenario)
{
    return head >= 0 && scenario.heads > 1 ? QStringLiteral("-head-%1").arg(head) : QString();
}

} // namespace

std::vector<BatchFile> batchFiles(const Trace& trace, const QString& stem,
                                  const PictureRequest& like, const QStringList& formats)
{
    std::vector<BatchFile> files;
    const auto add = [&](PictureRequest request, int head, const QString& what) {
        for (const QString& format : formats) {
            request.format = format;
            const QString name = stem + ofHead(head, *trace.scenario) + u'-' + what + u'.' + format;
            files.push_back({name, request});
        }
    };
    PictureRequest board = like;
    board.kind = PictureKind::Board;
    for (int head = 0; head < trace.scenario->heads; ++head) {
        board.head = head;
        add(board, head, QStringLiteral("board"));
    }
    PictureRequest one = like;
    one.kind = PictureKind::Stage;
    for (const Stage& stage : trace.stages) {
        one.matrix = {std::nullopt, stage.id, stage.head};
        const std::string_view name = stageInfo(stage.id).name;
        add(one, stage.head, QString::fromUtf8(name).replace(u'_', u'-'));
    }
    PictureRequest plot = like;
    plot.kind = PictureKind::Plot;
    for (const PlotRow& row : plotTable()) {
        plot.plot = row.lab;
        add(plot, -1, QStringLiteral("plot-") + QLatin1String(row.lab));
    }
    return files;
}

QString batchStem(const QString& name)
{
    QString stem;
    for (const QChar c : name)
        stem += c == u'/' || c.category() == QChar::Other_Control ? QChar(u'-') : c;
    stem = stem.trimmed();
    while (stem.startsWith(u'.')) // hidden, or the folder above
        stem.remove(0, 1);
    while (stem.toUtf8().size() > static_cast<qsizetype>(longestStem)) {
        stem.chop(1);
        if (!stem.isEmpty() && stem.back().isHighSurrogate())
            stem.chop(1);
    }
    return stem.isEmpty() ? QStringLiteral("scenario") : stem;
}

std::optional<QString> makeFolder(const QString& path)
{
    errno = 0;
    if (!path.isEmpty() && QDir().mkpath(path))
        return std::nullopt;
    const int reason = errno;
    return tr("Cannot make the folder %1: %2")
        .arg(path, path.isEmpty()            ? tr("no name is given")
                   : QFileInfo::exists(path) ? tr("it is no folder")
                                             : qt_error_string(reason));
}

Batch::Batch(PictureSource source, const QDir& folder, std::vector<BatchFile> files)
    : m_source(std::move(source))
    , m_folder(folder)
    , m_files(std::move(files))
{
}

QStringList Batch::existing() const
{
    QStringList names;
    for (const BatchFile& file : m_files)
        if (QFileInfo::exists(m_folder.filePath(file.name)))
            names << file.name;
    return names;
}

void Batch::leaveOut(const QStringList& names)
{
    std::erase_if(m_files, [&](const BatchFile& file) { return names.contains(file.name); });
}

std::optional<QString> Batch::writeNext()
{
    const BatchFile& file = m_files[m_next];
    PictureRequest shown = file.request;
    shown.format.clear();
    if (!m_figure || m_shown != shown) {
        m_figure = makePicture(file.request, m_source);
        m_shown = shown;
    }
    const QString path = m_folder.filePath(file.name);
    if (const auto reason = savePicture(*m_figure, path, pictureOptions(file.request))) {
        m_failed = true;
        return reason;
    }
    ++m_next;
    m_written << path;
    return std::nullopt;
}

} // namespace attention::ui
