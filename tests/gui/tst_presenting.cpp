// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/scenario/edits.h"
#include "tests/support/fake_dialogs.h"
#include "tests/support/test_main.h"
#include "ui/document/document.h"
#include "ui/file_commands.h"
#include "ui/main_window.h"
#include "ui/present/present_panel.h"
#include "ui/present/presenter.h"

#include <QAction>
#include <QFontMetricsF>
#include <QLabel>
#include <QLineEdit>
#include <QUndoStack>

using namespace attention;
using namespace attention::ui;

// The window on the wall.
class TstPresenting : public attention::test::TestCase {
    Q_OBJECT

    struct Wall {
        test::FakeDialogs dialogs;
        Document document;
        MainWindow window{document};

        explicit Wall(const char* example = "abc-scaled", QSize size = {1366, 768})
        {
            window.files().openPath(QStringLiteral("example:") + example);
            window.resize(size);
            window.show();
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            window.setPresenting(true);
            window.resize(size); // of the screen that it fills
            window.setWindowState(Qt::WindowNoState);
            window.resize(size);
            QCoreApplication::processEvents();
        }
        void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
        {
            QTest::keyClick(&window.board(), key, modifiers);
        }
        Presenter& presenter() { return window.presenter(); }
        StageId stage()
        {
            return presenter().steps()[static_cast<std::size_t>(presenter().step())].stage;
        }
        QString text(const char* name)
        {
            return window.findChild<QLabel*>(name)->text().replace(QChar::Nbsp, QLatin1Char(' '));
        }
    };

private slots:
    void theKeysOfARemoteStep()
    {
        Wall w;
        QCOMPARE(w.presenter().step(), 0);
        QVERIFY(w.presenter().panel()->isVisible());
        const int count = static_cast<int>(w.presenter().steps().size());
        QCOMPARE(w.text("presentCounter"), QString("1 / %1").arg(count));
        for (const Qt::Key key : {Qt::Key_PageDown, Qt::Key_Space, Qt::Key_Right, Qt::Key_Down})
            w.press(key);
        QCOMPARE(w.presenter().step(), 4);
        QVERIFY(w.stage() == StageId::Scores);
        QVERIFY(w.text("presentText").contains(QString::fromUtf8("2·1 + 0·1 = 2")));
        for (const Qt::Key key : {Qt::Key_PageUp, Qt::Key_Left, Qt::Key_Up})
            w.press(key);
        QCOMPARE(w.presenter().step(), 1);
        for (int i = 0; i < 30; ++i)
            w.press(Qt::Key_PageDown);
        QCOMPARE(w.presenter().step(), count - 1); // there it ends
        w.press(Qt::Key_Escape);
        QVERIFY(!w.window.isPresenting());
        QVERIFY(!w.presenter().panel()->isVisible());
        w.press(Qt::Key_PageDown); // means nothing any more
        QCOMPARE(w.presenter().step(), count - 1);
    }

    // Each step is a cell that is lit on the board, whatever the form of the board.
    void everyStepIsSeenOnTheBoard_data()
    {
        QTest::addColumn<QString>("example");
        for (const char* name : {"abc-scaled", "cat-sat", "cat-sat-two-heads", "heads-mixed",
                                 "block-pre", "translate-cross", "rope-relative",
                                 "sixty-four-words", "logits-red-blue", "bias-by-distance"})
            QTest::newRow(name) << name;
    }
    void everyStepIsSeenOnTheBoard()
    {
        QFETCH(QString, example);
        for (const QSize size : {QSize(1920, 1080), QSize(1024, 600)}) {
            Wall w(qPrintable(example), size);
            const bool strip = w.window.board().boardLayout().strip;
            for (std::size_t i = 0; i < w.presenter().steps().size(); ++i) {
                const BoardView& board = w.window.board();
                const auto& pinned = board.selection().pinned;
                QVERIFY2(pinned, qPrintable(w.text("presentTitle")));
                const PlacedMatrix* m = board.boardLayout().find(pinned->matrix);
                QVERIFY2(m && !m->thumbnail, qPrintable(w.text("presentTitle")));
                QVERIFY(
                    board.rect().contains(m->cell(pinned->row, pinned->column).center().toPoint()));
                QCOMPARE(board.boardLayout().strip, strip);
                w.press(Qt::Key_PageDown);
            }
        }
    }

    void theBoardTakesSeventyPercent()
    {
        for (const QSize size : {QSize(1920, 1080), QSize(1024, 600)}) {
            Wall w("abc-scaled", size);
            QCOMPARE(w.window.size(), size);
            const qreal share = static_cast<qreal>(w.window.board().width()) / size.width();
            QVERIFY2(std::abs(share - 0.7) < 0.002, qPrintable(QString::number(share)));
            const BoardLayout& layout = w.window.board().boardLayout();
            QVERIFY(!layout.strip && layout.fits);
            // One of the two directions is filled.
            QVERIFY(layout.content.width() > 0.9 * w.window.board().width() ||
                    layout.content.height() > 0.8 * w.window.board().height());
        }
    }

    void nothingIsSmallerThanAFiftiethOfTheScreen()
    {
        for (const QSize size : {QSize(1920, 1080), QSize(1024, 600)})
            for (const char* example : {"abc-scaled", "cat-sat-two-heads", "sixty-four-words"}) {
                Wall w(example, size);
                const Theme& theme = w.window.board().theme();
                const qreal least = size.height() / 50.0;
                const auto readable = [&](const QFont& font) {
                    return font.pixelSize() >= std::floor(least);
                };
                QVERIFY(theme.base >= std::max(16.0, size.height() / 42.0) - 0.01);
                const BoardLayout& layout = w.window.board().boardLayout();
                for (const PlacedMatrix& m : layout.matrices) {
                    QVERIFY(!m.thumbnail);
                    QVERIFY(readable(theme.body(m.scale * 12 / 14))); // the smallest: column labels
                }
                for (const PlacedText& t : layout.texts)
                    QVERIFY2(readable(theme.body(t.scale)), qPrintable(t.text));
                for (const char* name : {"presentTitle", "presentText", "presentCounter"})
                    QVERIFY(readable(w.window.findChild<QLabel*>(name)->font()));
            }
    }

    // From the last row of a room: at every step weights with two decimals, whole labels, and no
    // text smaller than 0.86 of the base size.
    void everyStepIsReadFromTheBack_data()
    {
        QTest::addColumn<QString>("example");
        QTest::addColumn<QSize>("size");
        for (const char* name :
             {"abc-scaled", "abc-causal", "cat-sat", "cat-sat-two-heads", "cat-sat-causal",
              "heads-mixed", "decode-four", "mask-too-late", "wrong-axis", "overflow"})
            for (const QSize size : {QSize(1366, 768), QSize(1920, 1080)})
                QTest::addRow("%s %d", name, size.width()) << name << size;
    }
    void everyStepIsReadFromTheBack()
    {
        QFETCH(QString, example);
        QFETCH(QSize, size);
        Wall w(qPrintable(example), size);
        const qreal base = std::max(16.0, size.height() / 42.0);
        const auto readable = [&](const QFont& font, const QString& what) {
            // A pixel size is a whole number.
            QVERIFY2(font.pixelSize() >= std::floor(0.86 * base),
                     qPrintable(QString("%1: %2 px").arg(what).arg(font.pixelSize())));
        };
        for (std::size_t i = 0; i < w.presenter().steps().size(); ++i) {
            const Theme& theme = w.window.board().theme();
            const BoardLayout& layout = w.window.board().boardLayout();
            const QString step = w.text("presentTitle");
            QVERIFY(!layout.strip && layout.fits);
            for (const PlacedText& t : layout.texts)
                readable(theme.body(t.scale), step + ": " + t.text);
            for (const PlacedMatrix& m : layout.matrices) {
                readable(theme.body(12 * m.scale / 14), step + ": " + m.heading);
                readable(theme.body(layout.valueScale), step + ": numbers");
                QVERIFY2(w.window.board().rect().contains(m.area.toAlignedRect()),
                         qPrintable(step + ": " + m.heading));
                // “0.00” in the cells, as wide as it is painted.
                if (m.ref.stage == StageId::Weights && !m.ref.field) {
                    const qreal need =
                        QFontMetricsF(theme.body(layout.valueScale)).horizontalAdvance("0.00");
                    QVERIFY2(need <= m.cell(0, 0).width() - 7, qPrintable(step));
                }
                const QFontMetricsF labels(theme.bold(0.92 * 13 / 14 * m.scale));
                for (const QString& label : m.columnLabels)
                    if (m.columnLabelRole != Role::None)
                        QVERIFY2(labels.horizontalAdvance(label) <=
                                     m.area.width() / m.columnLabels.size() - 2,
                                 qPrintable(step + ": " + label));
            }
            w.press(Qt::Key_PageDown);
        }
    }

    // The step that tells of the scaled scores shows them, and so does that of the masked ones.
    void whatIsToldIsShown()
    {
        for (const QSize size : {QSize(1366, 768), QSize(1920, 1080)})
            for (const char* example : {"cat-sat-two-heads", "cat-sat-causal"}) {
                Wall w(example, size);
                for (const WalkStep& step : w.presenter().steps()) {
                    if (step.stage == StageId::ScaledScores || step.stage == StageId::MaskedScores)
                        QVERIFY2(w.window.board().boardLayout().find(
                                     {std::nullopt, step.stage, step.head}),
                                 qPrintable(step.title));
                    w.press(Qt::Key_PageDown);
                }
                w.press(Qt::Key_Escape);
                QVERIFY(!w.window.board().options().step);
            }
    }

    // A crossing mirrored along its diagonal has the same cells.
    void aStepIsMirroredWithTheBoard()
    {
        Wall w("cat-sat-two-heads");
        BoardOptions options = w.window.board().options();
        options.transposed = true;
        w.window.board().setOptions(options);
        for (std::size_t i = 0; i < w.presenter().steps().size(); ++i) {
            w.presenter().goTo(static_cast<int>(i));
            const BoardLayout& layout = w.window.board().boardLayout();
            const auto& pinned = w.window.board().selection().pinned;
            const PlacedMatrix* m = pinned ? layout.find(pinned->matrix) : nullptr;
            QVERIFY2(m, qPrintable(w.text("presentTitle")));
            QVERIFY(w.window.board().rect().contains(m->cell(0, 0).center().toPoint()));
            for (const PlacedMatrix& one : layout.matrices)
                for (const PlacedMatrix& other : layout.matrices)
                    QVERIFY(&one == &other || !one.area.intersects(other.area));
        }
    }

    // What may not be read is told by the share that is left for it: not while that is hidden.
    void theMaskStepNamesNoHiddenWeight()
    {
        Wall w("mask-with-zero");
        while (w.stage() != StageId::MaskedScores)
            w.press(Qt::Key_PageDown);
        QVERIFY(!w.text("presentText").contains('?'));
        BoardOptions options = w.window.board().options();
        options.hidden.hideAll(*w.document.trace(), {std::nullopt, StageId::Weights, 0});
        w.window.board().setOptions(options);
        QVERIFY2(w.text("presentText").contains(QString::fromUtf8("“?”")),
                 qPrintable(w.text("presentText")));
    }

    void blankLargerAndSmaller()
    {
        Wall w;
        w.press(Qt::Key_B);
        QVERIFY(w.presenter().isBlank());
        QCOMPARE(w.window.grab().toImage().pixelColor(w.window.width() / 2, 200),
                 QColor(Qt::black));
        w.press(Qt::Key_Period);
        QVERIFY(!w.presenter().isBlank());
        w.press(Qt::Key_B);
        w.press(Qt::Key_PageDown); // shows the wall again
        QVERIFY(!w.presenter().isBlank());
        QCOMPARE(w.presenter().step(), 1);

        const qreal base = w.window.board().theme().base;
        w.press(Qt::Key_Minus); // already the smallest
        QCOMPARE(w.window.board().theme().base, base);
        w.press(Qt::Key_Plus, Qt::ShiftModifier);
        QVERIFY(w.window.board().theme().base > base * 1.05);
        w.press(Qt::Key_Minus);
        QCOMPARE(w.window.board().theme().base, base);
        w.press(Qt::Key_Escape);
        QCOMPARE(w.window.board().theme().base, 14.0);
    }

    // Who types a number gets it, and no step; the badge says why, Esc leaves the editor first.
    void anEditorKeepsItsKeys()
    {
        Wall w;
        w.press(Qt::Key_PageDown); // the queries, which are X
        auto* editor = w.window.board().findChild<QLineEdit*>("cellEditor");
        w.press(Qt::Key_F2);
        QVERIFY(editor->isVisible());
        auto* badge = w.window.findChild<QLabel*>("typingBadge");
        QTRY_VERIFY(badge->isVisible());
        editor->clear();
        QTest::keyClicks(editor, "1.5");
        QTest::keyClick(editor, Qt::Key_PageDown);
        QCOMPARE(editor->text(), "1.5");
        QVERIFY(!w.presenter().isBlank());
        QCOMPARE(w.presenter().step(), 1);
        QTest::keyClick(editor, Qt::Key_Escape);
        QVERIFY(editor->isHidden());
        QVERIFY(w.window.isPresenting());
        QTRY_VERIFY(!badge->isVisible());
        w.press(Qt::Key_Escape);
        QVERIFY(!w.window.isPresenting());
    }

    // A number changes while its step is told: the words follow, the step stays.
    void theWordsFollowTheNumbers()
    {
        Wall w;
        for (int i = 0; i < 4; ++i)
            w.press(Qt::Key_PageDown);
        w.document.apply({withCell(w.document.scenario(), MatrixField::X, 0, 0, 3), "x", {}});
        QVERIFY(w.stage() == StageId::Scores);
        QVERIFY(w.text("presentText").contains(QString::fromUtf8("3·1 + 0·1 = 3")));
        w.window.findChild<QAction*>("edit.revert")->trigger(); // that can be undone
        QVERIFY(w.text("presentText").contains(QString::fromUtf8("2·1 + 0·1 = 2")));
        QVERIFY(!w.document.isModified());
        w.document.undoStack().undo();
        QCOMPARE((*w.document.scenario().X)(0, 0), 3.0);
    }

    void projectionsUnfoldWhereTheyAreTold()
    {
        Wall w("cat-sat", {1920, 1080});
        const auto unfolded = [&](MatrixField field) {
            return w.window.board().boardLayout().find({field, {}, -1}) != nullptr;
        };
        while (w.stage() != StageId::HeadKeys)
            w.press(Qt::Key_PageDown);
        QVERIFY(unfolded(MatrixField::W_k));
        QVERIFY(!unfolded(MatrixField::W_q));
        while (w.stage() != StageId::Scores)
            w.press(Qt::Key_PageDown);
        QVERIFY(!unfolded(MatrixField::W_k));
        w.press(Qt::Key_PageUp); // the values
        QVERIFY(unfolded(MatrixField::W_v));
        w.press(Qt::Key_Escape);
        QVERIFY(!w.window.board().options().unfoldV); // as it was before
    }
};

ATTENTION_TEST(TstPresenting)
#include "tst_presenting.moc"
