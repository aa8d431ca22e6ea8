// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/scenario/mask_edits.h"
#include "tests/support/test_main.h"
#include "tests/support/window_session.h"
#include "ui/checks/checks_bar.h"
#include "ui/document/document.h"
#include "ui/editors/mask_painter.h"
#include "ui/explain/right_column.h"
#include "ui/file_commands.h"
#include "ui/main_window.h"

#include <QAction>
#include <QMenu>
#include <QSignalSpy>
#include <QToolButton>
#include <QUndoStack>

using namespace attention;
using namespace attention::ui;

// The mask tool in the real window: on board and strip, by mouse and by keys.
class TstMaskPainting : public attention::test::TestCase {
    Q_OBJECT

    struct Session : test::WindowSession {
        using WindowSession::WindowSession;

        BoardView& board() { return window.board(); }
        void trigger(const QString& id)
        {
            WindowSession::trigger(id);
            QCoreApplication::processEvents(); // the line over the board takes its place
        }
        QPoint at(StageId stage, int row, int column)
        {
            const PlacedMatrix* m =
                board().boardLayout().find({std::nullopt, stage, board().selection().head});
            return m && !m->thumbnail ? m->cell(row, column).center().toPoint() : QPoint(-1, -1);
        }
        // Presses on the first cell, moves over the others, and lets go.
        void drag(StageId stage, const std::vector<std::pair<int, int>>& cells, bool letGo = true)
        {
            const QPoint start = at(stage, cells.front().first, cells.front().second);
            QVERIFY(start.x() >= 0);
            QTest::mousePress(&board(), Qt::LeftButton, {}, start);
            QPoint last = start;
            for (const auto& [row, column] : cells) {
                last = at(stage, row, column);
                QMouseEvent move(QEvent::MouseMove, last, board().mapToGlobal(last), Qt::NoButton,
                                 Qt::LeftButton, Qt::NoModifier);
                QCoreApplication::sendEvent(&board(), &move);
            }
            if (letGo)
                QTest::mouseRelease(&board(), Qt::LeftButton, {}, last);
        }
        QString rows(int count)
        {
            QString all;
            for (int i = 0; i < count; ++i)
                for (int j = 0; j < count; ++j)
                    all += pairAllowed(document.scenario(), i, j) ? '1' : '0';
            return all;
        }
    };

private slots:
    void aDragIsOneStepOnTheBoard()
    {
        Session s("abc-unscaled");
        QVERIFY(!s.board().boardLayout().find({std::nullopt, StageId::MaskedScores, 0}));
        auto* bar = s.window.findChild<QWidget*>("maskBar");
        QVERIFY(bar->isHidden());
        s.trigger("mask.paint");
        QVERIFY(bar->isVisible());
        QVERIFY(!s.board().boardLayout().strip);
        // There is no mask yet, and still it can be painted where it will stand.
        s.drag(StageId::MaskedScores, {{0, 1}, {0, 2}, {1, 2}});
        QCOMPARE(s.rows(3), "100110111");
        QCOMPARE(s.document.undoStack().count(), 1);
        QCOMPARE(s.document.undoStack().undoText(), "Block Pairs");
        // The first cell decides: what is blocked already is passed over, and on the weights too.
        s.drag(StageId::Weights, {{0, 2}, {0, 1}, {0, 0}});
        QCOMPARE(s.rows(3), "111110111");
        QCOMPARE(s.document.undoStack().undoText(), "Allow Pairs");
        QCOMPARE(s.document.undoStack().count(), 2);
        s.trigger("edit.undo");
        s.trigger("edit.undo");
        QCOMPARE(s.rows(3), "111111111");
        QVERIFY(!s.document.isModified());
    }

    void aQuickDragLeavesNoGaps()
    {
        Session s("five-by-five-causal");
        s.window.column().setOpen(false); // room for a board
        s.trigger("mask.paint");
        QVERIFY(!s.board().boardLayout().strip);
        s.drag(StageId::Weights, {{4, 0}, {4, 4}});
        QCOMPARE(s.rows(5).right(5), "00000");
        QCOMPARE(s.document.undoStack().count(), 1);
        QVERIFY(s.document.scenario().mask.causal); // a part stays while it blocks nothing wished
    }

    void allowingAgainstCausalSaysSo()
    {
        Session s("abc-causal");
        s.trigger("mask.paint");
        QSignalSpy said(&s.board(), &BoardView::problem);
        s.drag(StageId::MaskedScores, {{0, 1}});
        QCOMPARE(s.rows(3), "110110111");
        QVERIFY(!s.document.scenario().mask.causal);
        QCOMPARE(said.count(), 1);
        QVERIFY(said[0][0].toString().contains("causal mask"));
    }

    void onTheStrip()
    {
        Session s("sixty-four-words");
        QTRY_VERIFY(s.document.trace());
        s.trigger("mask.paint");
        QVERIFY(s.board().boardLayout().strip);
        const QString before = s.rows(64);
        s.drag(StageId::MaskedScores, {{10, 2}, {12, 2}});
        QString expected = before;
        for (int row : {10, 11, 12}) {
            QCOMPARE(before[row * 64 + 2], '1');
            expected[row * 64 + 2] = '0';
        }
        QCOMPARE(s.rows(64), expected);
        QCOMPARE(s.document.undoStack().count(), 1);
    }

    void byKeys()
    {
        Session s("abc-unscaled");
        s.trigger("mask.paint");
        Selection selection = s.board().selection();
        selection.pinned = CellRef{{std::nullopt, StageId::Weights, 0}, 1, 0};
        s.board().setSelection(selection);
        QTest::keyClick(&s.board(), Qt::Key_Space);
        QCOMPARE(s.rows(3), "111011111");
        QTest::keyClick(&s.board(), Qt::Key_Right);
        QTest::keyClick(&s.board(), Qt::Key_Return);
        QCOMPARE(s.rows(3), "111001111");
        QTest::keyClick(&s.board(), Qt::Key_Return);
        QCOMPARE(s.rows(3), "111011111");
        QCOMPARE(s.document.undoStack().count(), 3);
        QTest::keyClick(&s.board(), Qt::Key_Escape);
        QVERIFY(!s.board().maskPainter().isOn());
        QVERIFY(s.window.findChild<QWidget*>("maskBar")->isHidden());
        QVERIFY(!s.board().options().paintsMask);
        QTest::keyClick(&s.board(), Qt::Key_Space);
        QCOMPARE(s.rows(3), "111011111");
    }

    void escapeTakesADragBack()
    {
        Session s("abc-unscaled");
        s.trigger("mask.paint");
        s.drag(StageId::Weights, {{0, 0}, {0, 2}}, false);
        QCOMPARE(s.rows(3), "000111111");
        QTest::keyClick(&s.board(), Qt::Key_Escape);
        QCOMPARE(s.rows(3), "111111111");
        QCOMPARE(s.document.undoStack().count(), 0);
        QVERIFY(s.board().maskPainter().isOn()); // the next Esc leaves
        QTest::mouseRelease(&s.board(), Qt::LeftButton, {}, QPoint(1, 1));
    }

    void withoutTheToolNothingIsPainted()
    {
        Session s("abc-unscaled");
        s.drag(StageId::Weights, {{0, 0}, {0, 2}});
        QCOMPARE(s.document.undoStack().count(), 0);
        // And with it, X is still edited by the cell.
        s.trigger("mask.paint");
        s.drag(StageId::HeadQueries, {{0, 0}, {0, 1}});
        QVERIFY(!s.document.scenario().mask.allowed);
        QVERIFY((*s.document.scenario().X)(0, 0) != 2);
    }

    // What can be painted is framed, on the painted window.
    void theFrame()
    {
        Session s("abc-unscaled");
        s.trigger("mask.paint");
        const PlacedMatrix* m =
            s.board().boardLayout().find({std::nullopt, StageId::MaskedScores, 0});
        QVERIFY(m);
        const QImage shown = s.board().grab().toImage();
        const QColor frame = shown.pixelColor(qRound(m->area.right() + 2),
                                              qRound(m->area.center().y() + m->area.height() / 5));
        QCOMPARE(frame, s.board().theme().text);
    }

    void presetsFromTheLineOverTheBoard()
    {
        Session s("five-by-five-causal");
        s.trigger("mask.paint");
        auto* menu = s.window.findChild<QToolButton*>("maskPresets")->findChild<QMenu*>();
        emit menu->aboutToShow();
        s.dialogs.text = "2";
        menu->findChild<QAction*>("preset.block")->trigger();
        QCOMPARE(s.rows(5), "1100011000001100011000001");
        QCOMPARE(s.document.undoStack().undoText(), "Mask: blocks");
        s.dialogs.text = "6"; // there are five
        menu->findChild<QAction*>("preset.prefix")->trigger();
        QCOMPARE(s.document.undoStack().count(), 1);
        QVERIFY(s.dialogs.labels.last().contains("from 1 to 5"));
        s.dialogs.text = "2";
        menu->findChild<QAction*>("preset.prefix")->trigger();
        QCOMPARE(s.rows(5), "1100011000111001111011111");
        menu->findChild<QAction*>("preset.none")->trigger();
        QCOMPARE(s.rows(5), "1111111111111111111111111");
        s.window.findChild<QToolButton*>("maskDone")->click();
        QVERIFY(!s.board().maskPainter().isOn());
    }
};

ATTENTION_TEST(TstMaskPainting)
#include "tst_mask_painting.moc"
