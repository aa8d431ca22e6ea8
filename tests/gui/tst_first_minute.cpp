// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/scenario/edits.h"
#include "tests/support/fake_dialogs.h"
#include "tests/support/test_main.h"
#include "ui/document/document.h"
#include "ui/file_commands.h"
#include "ui/main_window.h"
#include "ui/start.h"
#include "ui/tour/callout.h"
#include "ui/tour/first_minute.h"
#include "ui/tour/start_here.h"

#include <QAction>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QMenu>
#include <QSettings>
#include <QTemporaryDir>
#include <QToolButton>
#include <QUndoStack>

using namespace attention;
using namespace attention::ui;

// The tour, done as a person does it.
class TstFirstMinute : public attention::test::TestCase {
    Q_OBJECT

    using Step = FirstMinute::Step;

    struct Tour {
        test::FakeDialogs dialogs;
        Document document;
        MainWindow window{document};

        explicit Tour(QSize size = {1366, 740})
        {
            window.resize(size);
            window.show();
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            window.firstMinute().start();
            QCoreApplication::processEvents();
        }
        Step step() { return window.firstMinute().step().value_or(Step::Doors); }
        bool runs() { return window.firstMinute().step().has_value(); }
        QString said()
        {
            return window.findChild<QLabel*>("calloutTitle")->text() + QLatin1Char(' ') +
                   window.findChild<QLabel*>("calloutText")->text();
        }
        void press(const char* button)
        {
            auto* b = window.findChild<QToolButton*>(QLatin1String(button));
            QVERIFY2(b && b->isVisible(), button);
            b->click();
        }
        QPoint at(StageId stage, int row, int column)
        {
            return window.board()
                .boardLayout()
                .find({std::nullopt, stage, 0})
                ->cell(row, column)
                .center()
                .toPoint();
        }
        double weight(int row, int column)
        {
            return (*find(*document.trace(), StageId::Weights, 0)->values)(row, column);
        }
        void drag()
        {
            const QPoint zero = at(StageId::HeadQueries, 0, 1);
            QTest::mousePress(&window.board(), Qt::LeftButton, {}, zero);
            QMouseEvent move(QEvent::MouseMove, zero + QPoint(80, 0),
                             window.board().mapToGlobal(zero + QPoint(80, 0)), Qt::NoButton,
                             Qt::LeftButton, Qt::NoModifier);
            QCoreApplication::sendEvent(&window.board(), &move);
            QTest::mouseRelease(&window.board(), Qt::LeftButton, {}, zero + QPoint(80, 0));
        }
        void ask()
        {
            QTest::mouseClick(&window.board(), Qt::LeftButton, {}, at(StageId::Weights, 0, 0));
        }
        bool shows(const char* name)
        {
            return !window.findChild<QWidget*>(QLatin1String(name))->isHidden();
        }
    };

    void setUp() override { QSettings().clear(); }

private slots:
    void theWholeMinute()
    {
        Tour t;
        QVERIFY(t.step() == Step::Drag);
        QVERIFY(t.said().startsWith("Drag the 0 of A"));
        QVERIFY(!t.shows("rail") && !t.shows("headsChip") && !t.shows("exportChip"));
        QVERIFY(t.shows("maskChip") && t.shows("scaleChip") && t.shows("presentChip"));
        QVERIFY(t.shows("startHere") && t.shows("tourRing"));

        t.drag();
        QCOMPARE((*t.document.scenario().X)(0, 1), 2.0);
        QTRY_VERIFY(t.step() == Step::Ask);
        QVERIFY(std::abs(t.weight(0, 0) - 0.965) < 5e-4); // the table's number

        t.ask();
        QTRY_VERIFY(t.step() == Step::Answer);
        QVERIFY2(t.said().contains("] = 0.965 "), qPrintable(t.said()));
        const QString why = t.window.findChild<QLabel*>("calloutArithmetic")->text();
        QVERIFY2(why.contains(QString::fromUtf8("e⁸ / (e⁸ + ")), qPrintable(why));

        t.press("tourNext");
        QVERIFY(t.step() == Step::Guess);
        QCOMPARE((*t.document.scenario().X)(0, 1), 0.0); // as before the drag, by undo
        QVERIFY(t.document.undoStack().canRedo());
        QVERIFY(t.said().contains("0.867"));

        t.press("tourGuess0"); // 0.87: wrong
        QVERIFY(t.step() == Step::Verdict);
        QVERIFY(std::abs(t.weight(0, 0) - 0.495) < 5e-4);
        QVERIFY2(t.said().contains("0.495") && t.said().contains("B still takes a crumb: 0.009"),
                 qPrintable(t.said()));
        QCOMPARE((*t.document.scenario().X)(2, 0), 2.0);

        t.press("tourNext");
        QVERIFY(t.step() == Step::Hide);
        QCOMPARE((*t.document.scenario().X)(2, 0), 1.0);
        auto* menu = t.window.findChild<QToolButton*>("maskChip")->findChild<QMenu*>();
        emit menu->aboutToShow();
        menu->findChild<QAction*>("mask.causal")->trigger();
        QTRY_VERIFY(t.step() == Step::Doors);
        QCOMPARE(t.weight(0, 0), 1.0);
        QVERIFY(t.shows("rail") && t.shows("headsChip") && t.shows("exportChip"));

        t.press("tourStay");
        QVERIFY(!t.runs());
        QVERIFY(!t.shows("callout") && !t.shows("startHere") && !t.shows("tourRing"));
        QVERIFY(FirstMinute::wasSeen());
    }

    void everyGuessHasItsSentence()
    {
        QStringList sentences;
        for (int answer = 0; answer < 3; ++answer) {
            Tour t;
            t.drag();
            QTRY_VERIFY(t.step() == Step::Ask);
            t.ask();
            QTRY_VERIFY(t.step() == Step::Answer);
            t.press("tourNext");
            t.press(qPrintable(QStringLiteral("tourGuess%1").arg(answer)));
            QVERIFY(t.said().contains("0.495"));
            QVERIFY(!sentences.contains(t.said()));
            sentences += t.said();
        }
        QVERIFY(sentences[0].startsWith("Not 0.87"));
        QVERIFY(sentences[1].startsWith("Yes"));
        QVERIFY(sentences[2].startsWith("Not 0.33"));
    }

    // The formula switches the mask as well as the chip: what counts is the document.
    void theDocumentLeadsOn()
    {
        Tour t;
        t.document.apply({withCell(t.document.scenario(), MatrixField::X, 0, 1, 1), "typed", {}});
        QVERIFY(t.step() == Step::Ask);
        QTest::mouseClick(&t.window.board(), Qt::LeftButton, {}, t.at(StageId::Scores, 1, 1));
        QVERIFY(t.step() == Step::Ask); // no weight
        t.ask();
        t.press("tourNext");
        t.press("tourGuess1");
        t.press("tourNext");
        Mask mask = t.document.scenario().mask;
        mask.causal = true;
        t.document.apply({withMask(t.document.scenario(), mask), "mask", {}});
        QVERIFY(t.step() == Step::Doors);
    }

    void escapeOpensEverythingAtAnyMoment()
    {
        for (int steps = 0; steps < 4; ++steps) {
            Tour t;
            if (steps > 0)
                t.drag();
            if (steps > 1) {
                QTRY_VERIFY(t.step() == Step::Ask);
                t.ask();
                QTRY_VERIFY(t.step() == Step::Answer);
            }
            if (steps > 2)
                t.press("tourNext");
            QVERIFY(t.runs());
            QTest::keyClick(&t.window.board(), Qt::Key_Escape);
            QVERIFY(!t.runs());
            QVERIFY(t.shows("rail") && t.shows("headsChip"));
            QVERIFY(!t.shows("callout"));
        }
    }

    void whoeverGoesAnotherWayEndsIt()
    {
        Tour t;
        t.window.files().openPath("example:cat-sat");
        QVERIFY(!t.runs() && t.shows("rail"));
        Tour u;
        u.window.setPresenting(true);
        QVERIFY(!u.runs() && !u.shows("rail") && !u.shows("startHere"));
        Tour v;
        v.window.findChild<QAction*>("edit.addToken")->trigger();
        QVERIFY(!v.runs());
        Tour w;
        w.window.setPlace(Place::Memory);
        QVERIFY(!w.runs() && w.shows("rail"));
    }

    void theNoteStandsInsideTheWindowAndHidesNoTarget()
    {
        for (const QSize size : {QSize(1024, 600), QSize(1366, 740), QSize(1920, 1080)}) {
            Tour t(size);
            auto* callout = t.window.findChild<Callout*>();
            const auto* ring = t.window.findChild<QWidget*>("tourRing");
            QTRY_VERIFY(t.window.rect().contains(callout->geometry()));
            QVERIFY(!t.window.board().boardLayout().strip); // its numbers can be dragged
            QVERIFY(!callout->geometry().intersects(ring->geometry()));
            QVERIFY(callout->height() >= callout->layout()->totalHeightForWidth(callout->width()));
        }
    }

    // At no step does the note cover a number, a heading or the sentence that it speaks of.
    void theNoteCoversNothingOfTheBoard()
    {
        for (const QSize size :
             {QSize(1024, 600), QSize(1024, 560), QSize(1366, 740), QSize(1920, 1080)}) {
            Tour t(size);
            const auto clear = [&](const char* step) {
                QCoreApplication::sendPostedEvents();
                QCoreApplication::processEvents();
                const auto* callout = t.window.findChild<Callout*>();
                const BoardView& board = t.window.board();
                const QRect note(board.mapFrom(&t.window, callout->pos()), callout->size());
                QVERIFY2(t.window.rect().contains(callout->geometry()), step);
                for (const PlacedMatrix& m : board.boardLayout().matrices)
                    for (const QRectF& part : {m.area, m.headingRect})
                        QVERIFY2(!note.intersects(part.toAlignedRect()),
                                 qPrintable(QString("%1: %2").arg(step, m.heading)));
                QVERIFY2(!note.intersects(board.boardLayout().sentence.toAlignedRect()), step);
                QVERIFY2(callout->height() >=
                             callout->layout()->totalHeightForWidth(callout->width()),
                         step);
                for (const QToolButton* button : callout->findChildren<QToolButton*>())
                    QVERIFY2(!button->isVisible() || button->width() >= button->sizeHint().width(),
                             step);
            };
            clear("drag");
            t.drag();
            QTRY_VERIFY(t.step() == Step::Ask);
            clear("ask");
            t.ask();
            QTRY_VERIFY(t.step() == Step::Answer);
            clear("answer");
            t.press("tourNext");
            clear("guess");
            t.press("tourGuess2");
            clear("verdict");
            t.press("tourNext");
            clear("hide");
            Mask mask = t.document.scenario().mask;
            mask.causal = true;
            t.document.apply({withMask(t.document.scenario(), mask), "mask", {}});
            QVERIFY(t.step() == Step::Doors);
            clear("doors");
        }
    }

    void aSentenceOfOnesOwn()
    {
        Tour t;
        QTest::keyClick(&t.window.board(), Qt::Key_Escape);
        t.window.findChild<QAction*>("file.words")->trigger();
        auto* line = t.window.findChild<QLineEdit*>("wordsLine");
        QVERIFY(line && line->isVisible());
        QTest::keyClick(line, Qt::Key_Return); // nothing typed: said, and nothing changed
        QVERIFY(t.window.findChild<QLabel*>("wordsSays")->text().contains("at least one"));
        QTest::keyClicks(line, "the <b> the");
        QTest::keyClick(line, Qt::Key_Return);
        const Scenario& s = t.document.scenario();
        QCOMPARE(s.tokens, (std::vector<std::string>{"the", "<b>", "the"}));
        QCOMPARE(s.X->cols(), 2);
        QVERIFY(QString::fromStdString(s.title).contains("a column for each word"));
        QVERIFY(!t.shows("callout"));

        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        t.window.findChild<QAction*>("file.words")->trigger();
        line = t.window.findChild<QLineEdit*>("wordsLine");
        QTRY_VERIFY(line->isVisible());
        t.window.findChild<QToolButton*>("wordsRandom")->click();
        QTest::keyClicks(line, "one two");
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(QString::fromStdString(t.document.scenario().title).contains("seed 1"));
        QVERIFY(QString::fromStdString(t.document.scenario().description).contains("not learned"));
    }

    void aStartShowsWhatWasOpenLast()
    {
        test::FakeDialogs dialogs;
        Document document;
        MainWindow window(document);
        openFirst(window, {});
        QCOMPARE((*document.scenario().X)(2, 1), 1.0); // the first example
        QTemporaryDir folder;
        const QString path = folder.filePath("mine.json");
        document.apply({withCell(document.scenario(), MatrixField::X, 2, 1, 8), "x", {}});
        dialogs.fileToSave = path;
        QVERIFY(window.files().saveAs());

        Document second;
        MainWindow again(second);
        openFirst(again, {});
        QCOMPARE(second.path(), path);
        QCOMPARE((*second.scenario().X)(2, 1), 8.0);
        QVERIFY(QFile::remove(path)); // gone: no question, the first example
        Document third;
        MainWindow third_window(third);
        openFirst(third_window, {});
        QVERIFY(dialogs.problems.isEmpty());
        QVERIFY(third.path().isEmpty());
        QVERIFY(!third_window.firstMinute().isOpen()); // it never comes by itself in here
    }
};

ATTENTION_TEST(TstFirstMinute)
#include "tst_first_minute.moc"
