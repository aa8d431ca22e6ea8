// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <QtCore/QObject>
#include <QtCore/QStringList>

#include <functional>

class QMenu;
class QWidget;

namespace attention::ui {

class Document;

// Everything of the File menu that opens, saves or replaces the document, with its questions.
class FileCommands : public QObject {
    Q_OBJECT

public:
    FileCommands(Document& document, QWidget* window);

    void newDocument();
    bool openScenario(Scenario scenario); // a new one, in no file yet
    void open();
    bool openPath(const QString& path); // also "example:NAME"; asks about unsaved changes
    bool save();
    bool saveAs();
    static QString lastDocument(); // for openPath; empty when it is gone
    void revert();                 // to what was opened, as one undo step
    // Asks about unsaved changes: false when the person wants to go on with them.
    bool mayClose();

    void fillRecentMenu(QMenu& menu);
    void fillExamplesMenu(QMenu& menu);
    // The same for another use of them: an action's object name ends in the example's name.
    static void fillExamplesMenu(QMenu& menu, const QString& objectNames,
                                 const std::function<void(const QString&)>& chosen);
    static QString filter(); // of dialogs that open a scenario
    // "Three tokens by hand", "seminar.json": what the title of the window and questions say.
    QString documentName() const;
    // What openPath would read it from again: a file, "example:NAME"; empty: nothing.
    QString source() const;

signals:
    void aboutToSave(); // the view is to be written into the scenario now

private:
    bool saveTo(const QString& path);
    void remember(const QString& path);

    Document& m_document;
    QWidget* m_window;
    QString m_example; // that is open, while it is in no file
};

} // namespace attention::ui
