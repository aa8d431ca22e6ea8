// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/labs/memory.h"
#include "core/scenario/edits.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "tests/support/window_session.h"
#include "ui/export/picture.h"
#include "ui/figures/plot_figure.h"
#include "ui/picture_commands.h"

#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QTemporaryDir>
#include <QUndoStack>

using namespace attention;
using namespace attention::ui;
using namespace attention::test;

// A picture taken out of the window brings back what it was made from.
class TstOpeningPictures : public TestCase {
    Q_OBJECT

    QTemporaryDir m_folder;

    static QByteArray contentOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static void drop(MainWindow& window, const QString& path)
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&window, &event);
    }

    static void edit(WindowSession& s)
    {
        QVERIFY(
            !s.document.apply({withCell(s.document.scenario(), MatrixField::X, 0, 0, 7), "x", {}}));
        QVERIFY(s.document.isModified());
    }

    // Of cat-sat with 7 in its first cell, as the window takes it.
    QString picture(const char* suffix)
    {
        const QString path = m_folder.filePath(QString("cat & sat.") + suffix);
        WindowSession s("cat-sat");
        edit(s);
        if (const auto reason =
                savePicture(*s.window.pictures().stagePicture(), path, PictureOptions()))
            qFatal("%s", qPrintable(*reason));
        return path;
    }

private slots:
    void droppingOneOpensItsScenario()
    {
        for (const char* suffix : {"png", "svg"}) {
            const QString path = picture(suffix);
            const QByteArray bytes = contentOf(path);
            WindowSession s;
            drop(s.window, path);
            const Scenario made = withCell(example("cat-sat"), MatrixField::X, 0, 0, 7);
            QVERIFY(sameContent(s.document.scenario(), made));
            QCOMPARE(s.dialogs.problems, QStringList());
            QVERIFY(!s.document.isModified());
            QCOMPARE(s.document.path(), QString());
            QCOMPARE(s.window.windowTitle(), QString::fromStdString(made.title) + "[*]");
            // Saving asks where, and does not touch the picture.
            s.dialogs.fileToSave = m_folder.filePath("saved.json");
            s.trigger("file.save");
            QVERIFY(contentOf(s.dialogs.fileToSave).startsWith("{"));
            QCOMPARE(contentOf(path), bytes);
        }
    }

    void openingOneDoesTheSame()
    {
        const QString path = picture("svg");
        WindowSession s;
        s.dialogs.fileToOpen = path;
        s.trigger("file.open");
        QCOMPARE(s.document.scenario().tokens, example("cat-sat").tokens);
        QCOMPARE(s.document.path(), QString());
    }

    void unsavedChangesAreAskedAboutFirst()
    {
        const QString path = picture("png");
        WindowSession s;
        edit(s);
        const Scenario before = s.document.scenario();
        s.dialogs.unsaved = UnsavedAnswer::Cancel;
        drop(s.window, path);
        QCOMPARE(s.dialogs.asked, 1);
        QVERIFY(sameContent(s.document.scenario(), before));
        QVERIFY(s.document.isModified());
        s.dialogs.unsaved = UnsavedAnswer::Discard;
        drop(s.window, path);
        QCOMPARE(s.dialogs.asked, 2);
        QCOMPARE(s.document.scenario().tokens, example("cat-sat").tokens);
    }

    void whatHasNoScenarioSaysSoAndChangesNothing()
    {
        const QString plot = m_folder.filePath("plot.png");
        QCOMPARE(savePicture(PlotFigure(memoryPlot(MemoryParameters())), plot, {}), std::nullopt);
        const QString cut = m_folder.filePath("cut.png");
        QFile file(cut);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(contentOf(picture("png")).first(300));
        file.close();
        const std::pair<QString, QString> files[] = {{plot, "it shows a plot"},
                                                     {cut, "is a damaged picture"}};
        for (const auto& [path, said] : files) {
            WindowSession s;
            const Scenario before = s.document.scenario();
            const QString title = s.window.windowTitle();
            drop(s.window, path);
            QCOMPARE(s.dialogs.problems.size(), 1);
            QVERIFY2(s.dialogs.problems[0].startsWith(path + ": ") &&
                         s.dialogs.problems[0].contains(said),
                     qPrintable(s.dialogs.problems[0]));
            QVERIFY(sameContent(s.document.scenario(), before));
            QCOMPARE(s.window.windowTitle(), title);
            QCOMPARE(s.document.undoStack().count(), 0);
        }
    }
};

ATTENTION_TEST(TstOpeningPictures)
#include "tst_opening_pictures.moc"
