// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/scenario/edits.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "tests/support/window_session.h"
#include "ui/document/document.h"
#include "ui/explain/explanation_view.h"
#include "ui/explain/pin_card.h"
#include "ui/explain/right_column.h"
#include "ui/export/picture.h"
#include "ui/file_commands.h"
#include "ui/main_window.h"
#include "ui/picture_commands.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QSettings>
#include <QToolButton>

using namespace attention;
using namespace attention::ui;

// The column beside the board, in the real window.
class TstRightColumn : public attention::test::TestCase {
    Q_OBJECT

    struct Session : test::WindowSession {
        using WindowSession::WindowSession;

        RightColumn& column() { return window.column(); }
        QString text()
        {
            QTest::qWait(1); // the board comes first
            return flat(window.findChild<ExplanationView*>("explanation")->toPlainText());
        }
        QToolButton* button(const char* name)
        {
            QTest::qWait(1);
            return window.findChild<QToolButton*>(QLatin1String(name));
        }
        QList<PinCard*> cards()
        {
            QList<PinCard*> shown;
            for (PinCard* card : window.findChildren<PinCard*>("pinCard"))
                if (!card->isHidden())
                    shown += card;
            return shown;
        }
        void ask(StageId id, int row, int column, int head = 0)
        {
            Selection selection = window.board().selection();
            selection.hovered.reset();
            selection.pinned = CellRef{{std::nullopt, id, head}, row, column};
            window.board().setSelection(selection);
        }
        void change(int row, int column, double value)
        {
            QVERIFY(!document.apply(
                {withCell(document.scenario(), MatrixField::X, row, column, value), "x", {}}));
        }
        QByteArray picture(std::unique_ptr<Figure> figure)
        {
            PictureOptions options;
            options.size = {1000, 800};
            options.textAsText = true;
            return formatFor("a.svg")->render(*figure, options);
        }
    };

    static QString flat(QString text)
    {
        text.remove(QChar(0x2068)).remove(QChar(0x2069));
        return text.simplified();
    }

private slots:
    void setUp()
    {
        for (const char* key : {"rightColumn", "computerForm"})
            QSettings().remove(QLatin1String(key));
    }

    void followsTheAskedNumber()
    {
        Session s;
        QVERIFY(s.column().isVisible());
        s.ask(StageId::Weights, 0, 2);
        QVERIFY(s.text().startsWith("weights [A, C] = 0.117"));
        // What is passed over comes first, and goes again.
        Selection selection = s.window.board().selection();
        selection.hovered = CellRef{{std::nullopt, StageId::Scores, 0}, 1, 1};
        s.window.board().setSelection(selection);
        QVERIFY(s.text().startsWith("scores [B, B] = 4"));
        selection.hovered.reset();
        s.window.board().setSelection(selection);
        QVERIFY(s.text().startsWith("weights [A, C] = 0.117"));
        // After A = [2, 2] the scores are 8, 4, 4: e⁴ of e⁸ + 2·e⁴.
        s.change(0, 1, 2);
        QVERIFY2(s.text().startsWith("weights [A, C] = 0.018"), qPrintable(s.text()));
        QVERIFY(s.text().contains(QString::fromUtf8("e⁴ / (e⁸ + e⁴ + e⁴) = 0.018")));
        s.action("decimals.2")->trigger();
        QVERIFY2(s.text().startsWith("weights [A, C] = 0.02 "), qPrintable(s.text()));
    }

    void pinsStayAndAreLive()
    {
        Session s;
        s.ask(StageId::Weights, 0, 0);
        s.button("pinButton")->click();
        s.ask(StageId::Scores, 2, 2);
        s.action("edit.pin")->trigger();
        QTRY_COMPARE(s.cards().size(), 2);
        QVERIFY(flat(s.cards()[0]->text()).startsWith("weights [A, A] = 0.867"));
        QCOMPARE(flat(s.cards()[1]->text()), QString::fromUtf8("scores [C, C] = 2 1·1 + 1·1 = 2"));
        s.change(0, 1, 2);
        s.change(2, 0, 3);
        QVERIFY(flat(s.cards()[0]->text())
                    .startsWith("weights [A, A] = 0.495")); // 8, 4, 8: e⁸ / (2e⁸ + e⁴)
        QCOMPARE(flat(s.cards()[1]->text()),
                 QString::fromUtf8("scores [C, C] = 10 3·3 + 1·1 = 10"));
        // One that is pinned is let go by the same key, and each by its own button.
        QCOMPARE(s.button("pinButton")->text(), "Unpin");
        s.action("edit.pin")->trigger();
        QTRY_COMPARE(s.cards().size(), 1);
        QCOMPARE(s.button("pinButton")->text(), "Pin");
        s.cards()[0]->findChild<QToolButton*>("removePin")->click();
        QVERIFY(s.cards().isEmpty());
        QVERIFY(s.column().pins().cells().empty());
    }

    void aPinOutsideTheTraceIsDropped()
    {
        Session s;
        s.ask(StageId::Weights, 2, 2);
        s.action("edit.pin")->trigger();
        s.ask(StageId::Weights, 0, 0);
        s.action("edit.pin")->trigger();
        QVERIFY(!s.document.apply({withTokenRemoved(s.document.scenario(), 2), "x", {}}));
        QCOMPARE(s.column().pins().cells().size(), 1u);
        QTRY_COMPARE(s.cards().size(), 1);
        QCOMPARE(flat(s.cards()[0]->text()).left(22), "weights [A, A] = 0.982"); // 1 / (1 + e⁻⁴)
        s.dialogs.unsaved = UnsavedAnswer::Discard;
        s.window.files().openPath("example:abc-scaled"); // another story
        QVERIFY(s.column().pins().cells().empty());
        // A given number has nothing behind it.
        Selection selection = s.window.board().selection();
        selection.pinned = CellRef{{MatrixField::W_q, {}, -1}, 0, 0};
        s.window.board().setSelection(selection);
        QVERIFY(!s.button("pinButton")->isEnabled());
        s.action("edit.pin")->trigger();
        QVERIFY(s.column().pins().cells().empty());
    }

    void pinsStandInPictures()
    {
        Session s;
        s.ask(StageId::Weights, 0, 2);
        QVERIFY(!s.picture(s.window.pictures().placePicture()).contains("62.987"));
        s.action("edit.pin")->trigger();
        QVERIFY(s.picture(s.window.pictures().placePicture()).contains("62.987"));
        QVERIFY(s.picture(s.window.pictures().stagePicture()).contains("62.987"));
        s.change(0, 1, 2); // e⁸ + e⁴ + e⁴
        QVERIFY(!s.picture(s.window.pictures().placePicture()).contains("62.987"));
        QVERIFY(s.picture(s.window.pictures().placePicture()).contains("3090.154"));
        s.ask(StageId::Scores, 0, 0);
        QVERIFY(!s.picture(s.window.pictures().stagePicture()).contains("3090.154"));
    }

    void opensAndCloses()
    {
        {
            Session small("abc-unscaled", {900, 600}); // nobody has decided: the board has it all
            QVERIFY(!small.column().isVisible());
            QVERIFY(!small.action("view.explain")->isChecked());
            small.window.resize(1024, 600);
            QTRY_VERIFY(small.column().isVisible());
            QCOMPARE(small.column().width(), 300);
            QVERIFY(!small.window.board().boardLayout().strip);
            small.action("view.explain")->trigger();
            QVERIFY(!small.column().isVisible());
        }
        {
            Session small("abc-unscaled", {1024, 600}); // remembered
            QVERIFY(!small.column().isVisible());
            small.action("view.explain")->trigger();
        }
        Session s("abc-unscaled", {900, 600});
        QVERIFY(s.column().isVisible());
        s.window.resize(1366, 740);
        QTRY_COMPARE(s.column().width(), 344);
        QVERIFY(s.action("view.explain")->isChecked());
        s.button("closeColumn")->click();
        QVERIFY(!s.column().isVisible());
        QVERIFY(!s.action("view.explain")->isChecked());
        s.window.resize(1900, 1000);
        QVERIFY(!s.column().isVisible());
        s.action("view.explain")->trigger();
        QVERIFY(s.column().isVisible());
    }

    void standsBesideTheBoardAlone()
    {
        Session s;
        QVERIFY(s.column().isVisible());
        for (const char* page : {"view.scaling", "view.memory"}) {
            s.action(page)->trigger();
            QVERIFY(!s.column().isVisible());
            QVERIFY(!s.button("scaleChip")->isVisible()); // it would change what nobody sees
            s.action("view.board")->trigger();
            QVERIFY(s.column().isVisible() && s.button("scaleChip")->isVisible());
        }
        s.window.setPresenting(true);
        QVERIFY(!s.column().isVisible());
        s.window.setPresenting(false);
        QVERIFY(s.column().isVisible());
    }

    void closedWhileThereIsNothingToSay()
    {
        Session s;
        Scenario plain = s.document.scenario();
        plain.description.clear();
        s.document.load(plain, {});
        QVERIFY(s.column().isVisible()); // a number is asked
        QVERIFY(!s.window.findChild<QWidget*>("scenarioText")->isVisible());
        s.window.board().setSelection({});
        QVERIFY(!s.column().isVisible());
        Selection passed;
        passed.hovered = CellRef{{std::nullopt, StageId::Weights, 0}, 0, 0};
        s.window.board().setSelection(passed); // the board must not move away from the mouse
        QVERIFY(!s.column().isVisible());
        s.ask(StageId::Weights, 1, 0);
        QVERIFY(s.column().isVisible());
        QVERIFY(s.text().startsWith("weights [B, A] = 0.016"));
    }

    void saysWhatTheScenarioIsAbout()
    {
        Session s;
        auto* about = s.window.findChild<QTextEdit*>("scenarioText");
        QVERIFY(about->isVisible());
        const Scenario example = test::example("abc-unscaled");
        QCOMPARE(about->toPlainText(),
                 QString::fromStdString(example.title + "\n" + example.description));
        Scenario odd = example;
        odd.title = "<b>&amp;";
        odd.description = "<i>plain</i>";
        s.document.load(odd, {});
        QCOMPARE(about->toPlainText(), "<b>&amp;\n<i>plain</i>");
    }

    void theComputersFormIsRemembered()
    {
        {
            Session s;
            s.ask(StageId::Weights, 0, 2);
            QVERIFY(!s.text().contains("largest score"));
            s.action("view.computerForm")->trigger();
            QVERIFY(s.text().contains("largest score"));
        }
        Session s;
        s.ask(StageId::Weights, 0, 2);
        QVERIFY(s.text().contains("largest score"));
        QVERIFY(s.action("view.computerForm")->isChecked());
    }

    void copiesItAsText()
    {
        Session s;
        s.ask(StageId::Weights, 0, 2);
        s.button("copyButton")->click();
        const QString text = QGuiApplication::clipboard()->text();
        QVERIFY2(text.startsWith("weights [A, C] = 0.117\n"), qPrintable(text));
        QVERIFY(text.contains(QString::fromUtf8("2·1 + 0·1 = 2\n")));
        s.ask(StageId::Scores, 1, 1);
        s.action("edit.copyExplanation")->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("scores [B, B] = 4\n"));
    }

    // Three tokens keep their board beside the narrow column.
    void theBoardFitsBeside()
    {
        for (const char* example : {"abc-unscaled", "abc-causal"}) {
            Session s(example, {1024, 600});
            s.column().setOpen(true);
            QCoreApplication::processEvents();
            QVERIFY(s.column().isVisible());
            QVERIFY(s.window.board().width() < 700);
            const BoardLayout& layout = s.window.board().boardLayout();
            QVERIFY2(layout.fits, example);
            QVERIFY2(!layout.strip, example);
        }
    }

    void everyControlHasAName()
    {
        Session s;
        s.ask(StageId::Weights, 0, 2);
        s.action("edit.pin")->trigger();
        int controls = 0;
        for (const auto* widget : s.column().findChildren<QWidget*>()) {
            if (!qobject_cast<const QToolButton*>(widget) &&
                !qobject_cast<const QTextEdit*>(widget) && !qobject_cast<const PinCard*>(widget))
                continue;
            QVERIFY2(!widget->objectName().isEmpty(), widget->metaObject()->className());
            QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
            QVERIFY2(qobject_cast<const PinCard*>(widget) || widget->focusPolicy() & Qt::TabFocus,
                     qPrintable(widget->objectName()));
            ++controls;
        }
        QCOMPARE(controls, 7); // close, pin, copy, remove; two texts; a card
    }
};

ATTENTION_TEST(TstRightColumn)
#include "tst_right_column.moc"
