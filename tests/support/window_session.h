// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/fake_dialogs.h"
#include "ui/document/document.h"
#include "ui/file_commands.h"
#include "ui/main_window.h"

#include <QtGui/QAction>
#include <QtTest/QTest>
#include <QtWidgets/QDialog>
#include <QtWidgets/QPushButton>

namespace attention::test {

// A window of its own, of a laptop's size, with an example in it.
struct WindowSession {
    FakeDialogs dialogs;
    ui::Document document;
    ui::MainWindow window{document};

    explicit WindowSession(const QString& example = QStringLiteral("abc-unscaled"),
                           QSize size = {1366, 740})
    {
        window.files().openPath(QStringLiteral("example:") + example);
        window.resize(size);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
    }
    QAction* action(const QString& id) { return window.findChild<QAction*>(id); }
    void trigger(const QString& id)
    {
        QVERIFY2(action(id), qPrintable(id));
        action(id)->trigger();
    }
    // Into that file, by what opens the dialog; "" leaves it without a file.
    void exportTo(const QString& id, const QString& path)
    {
        dialogs.fileToSave = path;
        trigger(id);
        if (auto* dialog = window.findChild<QDialog*>(QStringLiteral("exportDialog"))) {
            dialog->findChild<QPushButton*>(QStringLiteral("exportSave"))->click();
            delete dialog; // it went by itself, or stayed with a problem
        }
    }
};

} // namespace attention::test
