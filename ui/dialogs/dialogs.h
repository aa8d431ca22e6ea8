// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>
#include <QtCore/QStringList>

#include <optional>
#include <utility>
#include <vector>

class QWidget;

namespace attention::ui {

enum class UnsavedAnswer { Save, Discard, Cancel };
enum class ReplaceAnswer { Replace, Keep, Cancel };

// Every question that the program asks in a window of its own. The only calls of QFileDialog and
// QMessageBox; tests put their own answers in its place.
class Dialogs {
public:
    virtual ~Dialogs() = default;

    virtual QString openFile(QWidget* parent, const QString& title, const QString& folder,
                             const QString& filter);
    virtual QString saveFile(QWidget* parent, const QString& title, const QString& suggestion,
                             const QString& filter);
    virtual QString chooseFolder(QWidget* parent, const QString& title, const QString& folder);
    // About all of them at once.
    virtual ReplaceAnswer askReplace(QWidget* parent, const QString& folder,
                                     const QStringList& existing);
    virtual std::optional<QString> askText(QWidget* parent, const QString& title,
                                           const QString& label, const QString& text);
    virtual UnsavedAnswer askUnsaved(QWidget* parent, const QString& documentName);
    virtual void showProblem(QWidget* parent, const QString& title, const QString& text);
    // Two columns, such as keys and what they do.
    virtual void showTable(QWidget* parent, const QString& title,
                           const std::vector<std::pair<QString, QString>>& rows);
    virtual void showText(QWidget* parent, const QString& title, const QString& text);

    static Dialogs& instance();
    static void replace(Dialogs* dialogs); // null puts the real ones back; not owned
};

} // namespace attention::ui
