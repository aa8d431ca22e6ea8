// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/mistake_effects.h"
#include "core/attention/run.h"
#include "core/scenario/edits.h"
#include "core/scenario/scenario_json.h"
#include "tests/support/test_main.h"
#include "tests/support/window_session.h"
#include "ui/checks/checks_bar.h"
#include "ui/checks/detective_bar.h"
#include "ui/document/document.h"
#include "ui/editors/empty_rows_dialog.h"
#include "ui/editors/mask_painter.h"
#include "ui/explain/right_column.h"
#include "ui/file_commands.h"
#include "ui/main_window.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QRadioButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTextEdit>
#include <QToolButton>
#include <QUndoStack>

#include <cmath>
#include <set>

using namespace attention;
using namespace attention::ui;

// Mistakes in the window: marked on the board, told in the checks bar, and hidden from a class.
class TstDetective : public attention::test::TestCase {
    Q_OBJECT

    struct Session : test::WindowSession {
        using WindowSession::WindowSession;
        ChecksBar* bar = window.findChild<ChecksBar*>();
        DetectiveBar* detective = window.findChild<DetectiveBar*>();

        const CheckLine* line(const QString& id)
        {
            for (const CheckLine& line : bar->lines())
                if (line.id == id)
                    return &line;
            return nullptr;
        }
        QString words(const QString& id) { return line(id) ? line(id)->words : QString(); }
        QString says() { return window.findChild<QLabel*>("detectiveText")->text(); }
        QString texts()
        {
            QStringList all;
            for (const PlacedText& t : window.board().boardLayout().texts)
                all += t.text;
            for (const PlacedMatrix& m : window.board().boardLayout().matrices)
                all += m.heading + ' ' + m.caption;
            return all.join('\n');
        }
    };

private slots:
    void aMistakeIsMarkedOnTheBoardAndInTheChecks()
    {
        Session s("cat-sat-causal");
        s.trigger("mistakes.mask_after_softmax");
        const BoardLayout& layout = s.window.board().boardLayout();
        const auto changed = [&](StageId id, int head) {
            const PlacedMatrix* m = layout.find({std::nullopt, id, head});
            return m && m->changed;
        };
        QVERIFY(changed(StageId::Weights, 0));
        QVERIFY(!changed(StageId::Scores, 0));
        QTRY_VERIFY(s.line("mistake.mask_after_softmax"));
        const CheckLine* line = s.line("mistake.mask_after_softmax");
        QCOMPARE(int(line->status), int(CheckStatus::Fail));
        QVERIFY(line->words.contains("masked scores"));
        // A click leads to the first number that is off.
        auto* button = s.window.findChild<QToolButton*>("check.mistake.mask_after_softmax");
        QVERIFY(button && button->isVisible());
        button->click();
        QCOMPARE(s.window.board().selection().pinned->matrix.stage, line->cell->matrix.stage);
        s.window.board().grab();
    }

    void aMistakeWithoutEffectSaysSo()
    {
        Session s("cat-sat");
        s.trigger("mistakes.rotated_values");
        QVERIFY(s.texts().contains("no effect on these numbers"));
        for (const PlacedText& t : s.window.board().boardLayout().texts)
            QVERIFY(!t.warning);
        QTRY_VERIFY(s.words("mistake.rotated_values").contains("no effect"));
        for (const PlacedMatrix& m : s.window.board().boardLayout().matrices)
            QVERIFY(!m.changed);
    }

    void aHiddenMistakeIsNowhereToBeRead()
    {
        Session s("cat-sat-two-heads");
        QTemporaryDir folder;
        const Scenario before = s.document.scenario();
        const TracePtr right = s.document.trace();
        s.trigger("mistakes.detective");
        QVERIFY(s.document.hiddenMistake());
        QVERIFY(s.window.findChild<QWidget*>("detectiveBar")->isVisible());
        QVERIFY(s.says().contains("something is wrong"));
        const MistakeInfo& hidden = mistakeInfo(*s.document.hiddenMistake());
        const QString name = QString::fromUtf8(hidden.title.data(), int(hidden.title.size()));

        // The numbers are those of the mistake.
        QVERIFY(!changesBetween(*s.document.trace(), *right).empty());
        Scenario wrong = before;
        wrong.mistakes.insert(hidden.mistake);
        const TracePtr expected = run(std::make_shared<const Scenario>(wrong));
        QVERIFY(changesBetween(*s.document.trace(), *expected).empty());

        // Nothing on the board marks what moved.
        QVERIFY(!s.window.board().moved().before);

        // The document knows nothing of it.
        QVERIFY(sameContent(s.document.scenario(), before));
        QCOMPARE(s.document.undoStack().count(), 0);
        QVERIFY(!s.document.isModified());
        QVERIFY(s.document.trace()->scenario->mistakes.empty());
        QVERIFY(!s.texts().contains(name));
        QVERIFY(!s.texts().contains("mistake"));
        QTRY_VERIFY(!s.bar->lines().empty());
        for (const CheckLine& line : s.bar->lines())
            QVERIFY(!line.id.startsWith("mistake."));

        // Nor does a file, though an edit was made meanwhile.
        QVERIFY(!s.document.apply({withCell(before, MatrixField::X, 0, 0, 3), "Change X", {}}));
        QCOMPARE(s.document.undoStack().undoText(), "Change X");
        s.dialogs.fileToSave = folder.filePath("mine.json");
        s.trigger("file.saveAs");
        QFile file(s.dialogs.fileToSave);
        QVERIFY(file.open(QFile::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(!text.contains("mistake"));
        const auto read = readScenario(text.toStdString());
        QVERIFY(std::holds_alternative<Scenario>(read));
        QVERIFY(std::get<Scenario>(read).mistakes.empty());
        QVERIFY(s.document.hiddenMistake()); // saving does not end it

        // A picture would carry it.
        s.exportTo("file.exportBoard", folder.filePath("board.png"));
        QVERIFY(!QFileInfo::exists(s.dialogs.fileToSave));
        QGuiApplication::clipboard()->clear();
        s.trigger("edit.copyBoard");
        QVERIFY(QGuiApplication::clipboard()->image().isNull());
        s.trigger("edit.copyExplanation"); // a text says so
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("(with a hidden mistake)\n"));

        s.window.findChild<QToolButton*>("detectiveEnd")->click();
        QVERIFY(!s.document.hiddenMistake());
        QVERIFY(s.window.findChild<QWidget*>("detectiveBar")->isHidden());
        const TracePtr corrected = run(s.document.scenarioPtr());
        QVERIFY(changesBetween(*s.document.trace(), *corrected).empty());
        s.exportTo("file.exportBoard", s.dialogs.fileToSave);
        QVERIFY(QFileInfo::exists(s.dialogs.fileToSave));
    }

    void theChecksLookAtWhatWasRun()
    {
        Session s("abc-causal");
        s.document.hideMistake(Mistake::MaskAfterSoftmax);
        QTRY_COMPARE(s.words("weights_rows_sum_to_one"), "rows do not add to 1");
        s.document.hideMistake(std::nullopt);
        QTRY_COMPARE(s.words("weights_rows_sum_to_one"), "rows add to 1");
    }

    void rightWrongAndReveal()
    {
        Session s("cat-sat-causal");
        s.trigger("mistakes.detective");
        s.document.hideMistake(Mistake::MaskAfterSoftmax); // for certain
        auto* suspects = s.window.findChild<QComboBox*>("detectiveSuspects");
        auto* accuse = s.window.findChild<QToolButton*>("detectiveAccuse");
        QCOMPARE(suspects->count(), int(mistakeTable().size()));
        accuse->click();
        QVERIFY(s.says().contains("choose one"));
        suspects->setCurrentText("reshape without transpose");
        accuse->click();
        QVERIFY(s.says().startsWith("Not “reshape without transpose”. Look at the "));
        QVERIFY(!s.says().contains("mask after"));
        suspects->setCurrentText("mask after the softmax");
        accuse->click();
        QVERIFY(s.says().startsWith("Right: mask after the softmax."));
        QVERIFY(accuse->isHidden());
        // Now it is marked where it was.
        QVERIFY(s.window.board().boardLayout().find({std::nullopt, StageId::Weights, 0})->changed);
        s.window.board().grab();

        s.trigger("mistakes.detective"); // the action ends what it began
        QVERIFY(!s.document.hiddenMistake());
        s.trigger("mistakes.detective");
        QVERIFY(accuse->isVisible());
        s.document.hideMistake(Mistake::SoftmaxOverQueries);
        s.window.findChild<QToolButton*>("detectiveReveal")->click();
        QVERIFY(s.says().startsWith("It was: softmax over the queries."));
        // Another document has none.
        s.window.files().openPath("example:abc-unscaled");
        QVERIFY(!s.document.hiddenMistake());
        QVERIFY(s.window.findChild<QWidget*>("detectiveBar")->isHidden());
    }

    void theChecksNameNoHiddenSum()
    {
        Session s("mask-too-late");
        QTRY_COMPARE(s.words("weights_rows_sum_to_one"), "rows do not add to 1");
        const auto told = [&] {
            QMenu menu;
            s.bar->fillList(menu);
            QStringList all;
            for (const QAction* action : menu.actions())
                all += action->text();
            for (const QToolButton* button : s.bar->findChildren<QToolButton*>())
                all += button->toolTip() + button->accessibleDescription();
            return all.join(QLatin1Char('\n'));
        };
        static const QRegularExpression number(QStringLiteral("0\\.\\d\\d"));
        QVERIFY(told().contains(number));
        BoardOptions options = s.window.board().options();
        options.hidden.hideAll(*s.document.trace(), {std::nullopt, StageId::Weights, 0});
        s.window.board().setOptions(options);
        QVERIFY2(!told().contains(number), qPrintable(told()));
        options.hidden.revealAll();
        s.window.board().setOptions(options);
        QVERIFY(told().contains(number));
    }

    void neverTheSameTwiceInARow()
    {
        Session s("cat-sat-causal");
        std::optional<Mistake> last;
        std::set<Mistake> seen;
        for (int i = 0; i < 40; ++i) {
            QVERIFY(s.detective->start());
            QVERIFY(s.document.hiddenMistake() != last);
            last = s.document.hiddenMistake();
            seen.insert(*last);
        }
        QVERIFY(seen.size() > 1);
    }

    // While it is searched the arithmetic is held back; once it is known, it is that of the
    // mistake.
    void theArithmeticIsToldWhenItIsKnown()
    {
        Session s("cat-sat-causal");
        s.document.hideMistake(Mistake::ScaleBySqrtDModel);
        const CellRef cell{{std::nullopt, StageId::ScaledScores, 0}, 2, 1};
        s.window.board().ask(cell);
        s.window.column().setOpen(true);
        const auto told = [&] {
            QTest::qWait(1); // the board comes first
            return s.window.findChild<QTextEdit*>("explanation")->toPlainText();
        };
        QVERIFY2(told().contains("A mistake is hidden somewhere"), qPrintable(told()));
        QVERIFY(!s.document.isMistakeTold());
        s.window.findChild<QToolButton*>("detectiveReveal")->click();
        QVERIFY(s.document.isMistakeTold());
        s.window.board().ask(cell);
        QVERIFY2(told().contains(QString::fromUtf8("÷ √4")) && told().contains("a mistake"),
                 qPrintable(told()));
        s.detective->end();
        s.window.board().ask(cell);
        QVERIFY(!told().contains("mistake"));
        s.document.hideMistake(Mistake::ScaleBySqrtDModel); // another search holds it back again
        QVERIFY(!s.document.isMistakeTold());
    }

    void oneBarAtATime()
    {
        Session s("cat-sat-causal");
        const auto shown = [&](const char* name) {
            return !s.window.findChild<QWidget*>(QLatin1String(name))->isHidden();
        };
        s.trigger("mask.paint");
        QVERIFY(shown("maskBar"));
        s.trigger("mistakes.detective");
        QVERIFY(shown("detectiveBar") && !shown("maskBar"));
        s.trigger("mask.paint"); // that may help the search, which waits
        QVERIFY(!shown("detectiveBar") && shown("maskBar"));
        s.trigger("mask.paint");
        QVERIFY(shown("detectiveBar") && !shown("maskBar"));
    }

    // Where the masked scores are folded away, it points at what is seen.
    void itPointsAtWhatIsSeen()
    {
        for (const char* example : {"cat-sat-causal", "five-by-five-causal", "long-neighbour"}) {
            Session s(example);
            Mask mask = s.document.scenario().mask;
            mask.causal = true;
            s.document.apply({withMask(s.document.scenario(), mask), "mask", {}});
            s.document.hideMistake(Mistake::MaskAfterSoftmax);
            s.window.resize(1024, 600);
            QCoreApplication::processEvents();
            BoardOptions options = s.window.board().options();
            options.masked = BoardOptions::Shown::No;
            s.window.board().setOptions(options);
            s.window.findChild<QToolButton*>("detectiveReveal")->click();
            const auto& pinned = s.window.board().selection().pinned;
            QVERIFY(pinned && s.window.board().boardLayout().find(pinned->matrix));
        }
    }

    void neverOneWithoutEffect()
    {
        Session s("abc-unscaled");
        std::set<Mistake> seen;
        for (int i = 0; i < 60; ++i) {
            QVERIFY(s.detective->start());
            seen.insert(*s.document.hiddenMistake());
        }
        QCOMPARE(seen,
                 (std::set<Mistake>{Mistake::SoftmaxOverQueries, Mistake::ScaleBySqrtDModel}));
        s.detective->end();

        Scenario one;
        one.tokens = {"a"};
        one.X = share(Matrix::Zero(1, 1));
        s.document.load(one, {});
        QSignalSpy said(s.detective, &DetectiveBar::said);
        QVERIFY(!s.detective->start());
        QCOMPARE(said.count(), 1);
        QVERIFY(!s.document.hiddenMistake());
    }

    void theListHasEveryCheck()
    {
        Session s("abc-causal");
        QTRY_COMPARE(s.bar->lines().size(), checkIds().size());
        auto* all = s.window.findChild<QToolButton*>("allChecks");
        QVERIFY(all->isVisible());
        QMenu menu;
        s.bar->fillList(menu);
        QCOMPARE(menu.actions().size(), int(checkIds().size()));
        auto* order = menu.findChild<QAction*>("all.position_shift_is_ignored");
        QVERIFY(order->text().startsWith("–  positions — "));
        // What is shown fits beside the status, and does not overlap it.
        int right = 0;
        for (const QToolButton* button : s.bar->findChildren<QToolButton*>())
            if (button->isVisible())
                right = std::max(right, button->geometry().right());
        QVERIFY(right < s.bar->width());
        // In a lab they are out of place.
        s.trigger("view.memory");
        QVERIFY(all->isHidden());
        QVERIFY(s.window.findChild<QToolButton*>("check.no_nan")->isHidden());
        s.trigger("view.board");
        QVERIFY(all->isVisible());
    }

    void aSentenceIsFollowedByKeys()
    {
        Session s("mask-with-zero");
        QTRY_VERIFY(s.line("blocked_keys_get_no_weight"));
        auto* button = s.window.findChild<QToolButton*>("check.blocked_keys_get_no_weight");
        QVERIFY(button && button->isVisible());
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Space);
        const CellRef asked = *s.window.board().selection().pinned;
        QCOMPARE(int(asked.matrix.stage), int(StageId::Weights));
        QVERIFY(!s.document.trace()->isAllowed(asked.row, asked.column));
    }

    // The rings of the three rules stand out from the dialog in every theme.
    void theRulesCanBeSeen()
    {
        Session s("blocked-row");
        const auto luminance = [](const QColor& c) {
            const auto part = [](double x) {
                return x <= 0.03928 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
            };
            return 0.2126 * part(c.redF()) + 0.7152 * part(c.greenF()) + 0.0722 * part(c.blueF());
        };
        for (const char* theme : {"light", "dark", "projector"}) {
            s.window.setThemeChoice(theme);
            s.trigger("mask.emptyRows");
            auto* dialog = s.window.findChild<EmptyRowsDialog*>();
            QCoreApplication::processEvents();
            for (QRadioButton* choice : dialog->findChildren<QRadioButton*>()) {
                const QImage image = choice->grab().toImage();
                const double ground =
                    luminance(image.pixelColor(image.width() - 1, image.height() - 1));
                int clear = 0;
                for (int y = 0; y < image.height(); ++y)
                    for (int x = 0; x < 18; ++x) {
                        const double ink = luminance(image.pixelColor(x, y));
                        clear +=
                            (std::max(ink, ground) + 0.05) / (std::min(ink, ground) + 0.05) >= 3;
                    }
                QVERIFY2(
                    clear >= 40,
                    qPrintable(QString("%1 %2: %3").arg(theme, choice->objectName()).arg(clear)));
            }
            delete dialog;
        }
    }

    void anEmptyRowIsOutlinedAndExplained()
    {
        Session s("abc-unscaled");
        const auto outline = [&] {
            const PlacedMatrix* m =
                s.window.board().boardLayout().find({std::nullopt, StageId::Weights, 0});
            // The dashes of the row's left side begin at its corner.
            const QPointF corner = m->cell(1, 0).topLeft();
            const QImage shown = s.window.board().grab().toImage();
            int dark = 0;
            for (int y = 2; y < 20; ++y)
                dark += shown.pixelColor(qRound(corner.x()) + 1, qRound(corner.y()) + y) ==
                        s.window.board().theme().text;
            return dark;
        };
        QVERIFY(outline() < 3);
        Mask mask;
        BoolMatrix allowed = BoolMatrix::Constant(3, 3, true);
        allowed.row(1).setConstant(false);
        mask.allowed = std::make_shared<const BoolMatrix>(allowed);
        QVERIFY(!s.document.apply({withMask(s.document.scenario(), mask), "Mask", {}}));
        QTRY_COMPARE(s.words("emptyRow"), QString::fromUtf8("“⁨B⁩” may read nothing"));
        Selection none = s.window.board().selection();
        none.pinned.reset();
        s.window.board().setSelection(none);
        QVERIFY(outline() > 7);
    }

    void theThreeRulesBesideEachOther()
    {
        Session s("blocked-row");
        s.trigger("mask.emptyRows");
        auto* dialog = s.window.findChild<EmptyRowsDialog*>("emptyRows");
        QVERIFY(dialog && dialog->isVisible());
        const auto row = [&](const char* id) {
            return dialog->findChild<QWidget*>(QLatin1String("emptyRow.") + id)->accessibleName();
        };
        const int m = s.document.scenario().keyCount();
        QCOMPARE(row("uniform").split(", ").first(), QString::number(1.0 / m, 'f', 3));
        QCOMPARE(row("nan").split(", ").first(), "NaN");
        QCOMPARE(row("zeros").split(", ").first(), "0");
        auto* zeros = dialog->findChild<QRadioButton*>("emptyRows.zeros");
        auto* nan = dialog->findChild<QRadioButton*>("emptyRows.nan");
        const Scenario before = s.document.scenario();
        nan->click();
        QVERIFY(std::isinf(s.document.scenario().mask.fill));
        QVERIFY(nan->isChecked());
        zeros->click();
        QVERIFY(s.document.scenario().mask.emptyRows == EmptyRows::Zeros);
        QCOMPARE(s.document.undoStack().undoText(), "Change Empty Rows");
        s.trigger("edit.undo");
        QVERIFY(nan->isChecked()); // it follows the document
        while (s.document.undoStack().canUndo())
            s.trigger("edit.undo");
        QVERIFY(sameContent(s.document.scenario(), before));
        dialog->grab();
    }
};

ATTENTION_TEST(TstDetective)
#include "tst_detective.moc"
