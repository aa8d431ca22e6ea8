// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "tests/support/window_session.h"
#include "ui/export_dialog/batch_dialog.h"
#include "ui/export_dialog/remembered.h"

#include <QCheckBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>

using namespace attention;
using namespace attention::ui;
using namespace attention::test;

class TstBatchDialog : public TestCase {
    Q_OBJECT

    struct Session : WindowSession {
        Session()
        {
            Scenario s = threeTokens();
            s.title = "Three / tokens";
            s.scaling.d_k = {4};
            s.scaling.samples = 100;
            s.scaling.repeats = 1;
            document.load(s, {});
        }
        BatchDialog* open()
        {
            trigger("file.exportAll");
            return window.findChild<BatchDialog*>();
        }
    };

    template <typename Widget>
    static Widget* in(BatchDialog* dialog, const char* name)
    {
        return dialog->findChild<Widget*>(QLatin1String(name));
    }

    static QString report(BatchDialog* dialog)
    {
        return in<QPlainTextEdit>(dialog, "batchReport")->toPlainText();
    }

    static QStringList files(const QString& folder)
    {
        return QDir(folder).entryList(QDir::Files | QDir::Hidden);
    }

private slots:
    void setUp() override
    {
        QSettings().clear();
        PictureRequest small; // in a moment
        small.size.width = 40;
        small.size.height = 30;
        remember(small, true);
    }

    void writesEverythingAndSaysSo()
    {
        const QTemporaryDir folder;
        const QString to = folder.filePath("new/folder");
        Session s;
        BatchDialog* dialog = s.open();
        QVERIFY(dialog);
        s.dialogs.folder = to;
        in<QPushButton>(dialog, "batchChoose")->click();
        QCOMPARE(in<QLineEdit>(dialog, "batchFolder")->text(), to);
        in<QCheckBox>(dialog, "batch.svg")->click();
        in<QPushButton>(dialog, "batchExport")->click();
        QVERIFY(in<QProgressBar>(dialog, "batchBar")->isVisible());
        QVERIFY(!in<QPushButton>(dialog, "batchExport")->isEnabled());
        QTRY_VERIFY(report(dialog).startsWith("Written: 34 of 34 files\n"));
        QCOMPARE(files(to).size(), 34);
        QVERIFY(files(to).contains("Three - tokens-weights.svg"));
        QVERIFY(report(dialog).contains(to + "/Three - tokens-board.png"));
        QVERIFY(!in<QProgressBar>(dialog, "batchBar")->isVisible());
        in<QPushButton>(dialog, "batchClose")->click();
        QTRY_VERIFY(!s.window.findChild<BatchDialog*>());
        // Remembered.
        dialog = s.open();
        QCOMPARE(in<QLineEdit>(dialog, "batchFolder")->text(), to);
        QVERIFY(in<QCheckBox>(dialog, "batch.svg")->isChecked());
        QCOMPARE(s.dialogs.problems, QStringList());
    }

    void existingFilesAreAskedAboutOnce()
    {
        const QTemporaryDir folder;
        const auto write = [&](const QString& name) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QFile::WriteOnly));
            file.write("old");
        };
        const auto isOld = [&](const QString& name) {
            QFile file(folder.filePath(name));
            return file.open(QFile::ReadOnly) && file.readAll() == "old";
        };
        write("Three - tokens-weights.png");
        write("Three - tokens-output.png");
        Session s;
        BatchDialog* dialog = s.open();
        in<QLineEdit>(dialog, "batchFolder")->setText(folder.path());
        s.dialogs.replaceAnswer = ReplaceAnswer::Cancel;
        in<QPushButton>(dialog, "batchExport")->click();
        QCOMPARE(s.dialogs.existing,
                 (QStringList{"Three - tokens-weights.png", "Three - tokens-output.png"}));
        QCOMPARE(files(folder.path()).size(), 2);
        QVERIFY(in<QPushButton>(dialog, "batchExport")->isEnabled());

        s.dialogs.replaceAnswer = ReplaceAnswer::Keep;
        in<QPushButton>(dialog, "batchExport")->click();
        QTRY_VERIFY(report(dialog).startsWith("Written: 15 of 15 files\nKept as they were: 2\n"));
        QVERIFY(isOld("Three - tokens-weights.png") && isOld("Three - tokens-output.png"));

        s.dialogs.existing.clear();
        s.dialogs.replaceAnswer = ReplaceAnswer::Replace;
        in<QPushButton>(dialog, "batchExport")->click();
        QCOMPARE(s.dialogs.existing.size(), 17);
        QTRY_VERIFY(report(dialog).startsWith("Written: 17 of 17 files\n"));
        QVERIFY(!isOld("Three - tokens-weights.png") && !isOld("Three - tokens-output.png"));
    }

    void cancelStopsBetweenTwo()
    {
        const QTemporaryDir folder;
        Session s;
        BatchDialog* dialog = s.open();
        in<QLineEdit>(dialog, "batchFolder")->setText(folder.path());
        auto* bar = in<QProgressBar>(dialog, "batchBar");
        auto* close = in<QPushButton>(dialog, "batchClose");
        in<QPushButton>(dialog, "batchExport")->click();
        QCOMPARE(close->text(), QString("Cancel"));
        connect(bar, &QProgressBar::valueChanged, dialog, [&](int value) {
            if (value == 3)
                close->click();
        });
        QTRY_VERIFY(report(dialog).startsWith("Cancelled\nWritten: 3 of 17 files\n"));
        QCOMPARE(files(folder.path()).size(), 3);
        QVERIFY(dialog->isVisible());
        QCOMPARE(close->text(), QString("Close"));
    }

    void whatFailsIsSaid()
    {
        const QTemporaryDir folder;
        Session s;
        BatchDialog* dialog = s.open();
        QFile file(folder.filePath("file"));
        QVERIFY(file.open(QFile::WriteOnly));
        in<QLineEdit>(dialog, "batchFolder")->setText(file.fileName());
        in<QPushButton>(dialog, "batchExport")->click();
        QCOMPARE(s.dialogs.problems,
                 QStringList("Cannot make the folder " + file.fileName() + ": it is no folder"));
        QVERIFY(QDir(folder.path()).mkpath("sub/Three - tokens-queries.png"));
        in<QLineEdit>(dialog, "batchFolder")->setText(folder.filePath("sub"));
        s.dialogs.replaceAnswer = ReplaceAnswer::Replace;
        in<QPushButton>(dialog, "batchExport")->click();
        QTRY_VERIFY2(report(dialog).startsWith("Cannot write " + folder.filePath("sub") +
                                               "/Three - tokens-queries.png: it is a folder\n"
                                               "Written: 2 of 17 files\n"),
                     qPrintable(report(dialog)));
        QCOMPARE(files(folder.filePath("sub")).size(), 2);
    }

    void nothingToWriteIsNoExport()
    {
        Session s;
        BatchDialog* dialog = s.open();
        QVERIFY(in<QPushButton>(dialog, "batchExport")->isEnabled());
        in<QCheckBox>(dialog, "batch.png")->click();
        QVERIFY(!in<QPushButton>(dialog, "batchExport")->isEnabled());
        in<QCheckBox>(dialog, "batch.pdf")->click();
        QVERIFY(in<QPushButton>(dialog, "batchExport")->isEnabled());
        in<QLineEdit>(dialog, "batchFolder")->setText("  ");
        QVERIFY(!in<QPushButton>(dialog, "batchExport")->isEnabled());
    }

    void aHiddenMistakeRefuses()
    {
        Session s;
        s.document.hideMistake(Mistake::ScaleBySqrtDModel);
        QVERIFY(!s.open());
    }
};

ATTENTION_TEST(TstBatchDialog)
#include "tst_batch_dialog.moc"
