// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/scenario/edits.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "tests/support/window_session.h"
#include "ui/compare/compare_view.h"
#include "ui/document/document.h"
#include "ui/editors/mask_painter.h"
#include "ui/export/picture.h"
#include "ui/file_commands.h"
#include "ui/main_window.h"
#include "ui/picture_commands.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QStackedWidget>
#include <QTabBar>
#include <QTemporaryDir>
#include <QToolButton>
#include <QUndoStack>

using namespace attention;
using namespace attention::ui;

// A beside now, in the real window.
class TstComparing : public attention::test::TestCase {
    Q_OBJECT

    struct Session : test::WindowSession {
        using WindowSession::WindowSession;

        CompareView& view() { return window.compare(); }
        QWidget* page()
        {
            return window.findChild<QStackedWidget*>(QStringLiteral("pages"))->currentWidget();
        }
        QTabBar* tabs() { return view().findChild<QTabBar*>(QStringLiteral("compareStages")); }
        QStringList marks()
        {
            QStringList texts;
            for (int i = 0; i < tabs()->count(); ++i)
                texts += tabs()->tabText(i);
            return texts;
        }
        void change(int row, int column, double value)
        {
            QVERIFY(!document.apply(
                {withCell(document.scenario(), MatrixField::X, row, column, value), "X", {}}));
        }
        QString told() { return view().figure()->largestSentence(); }
        QPoint at(CompareFigure::Panel panel, int row, int column)
        {
            const QRectF area =
                view().figure()->cellArea(panel, view().figureRect(), window.board().theme());
            return cellRect(area, 3, 3, row, column).center().toPoint();
        }
    };

    static constexpr MatrixRef weights{std::nullopt, StageId::Weights, 0};

private slots:
    void pinChangeAndSeeWhatBecameOfEveryNumber()
    {
        Session s;
        QVERIFY(!s.action("compare.letGo")->isEnabled());
        s.action("compare.pin")->trigger();
        QVERIFY(s.page() == &s.view());
        QVERIFY(s.window.place() == Place::Board);
        QVERIFY(s.window.findChild<QToolButton*>("compareChip")->isChecked());
        QCOMPARE(s.view().figure()->matrix(), weights); // what is asked at the start
        QCOMPARE(s.told(), "weights: every number is the same in A and now");
        for (const QString& mark : s.marks())
            QVERIFY2(mark.endsWith("="), qPrintable(mark));

        s.change(0, 1, 2);
        QVERIFY(s.told().startsWith("Largest difference: weights ["));
        QVERIFY(s.view().accessibleDescription().contains(s.told()));
        for (const QString& mark : s.marks())
            QVERIFY2(mark.endsWith("≠"), qPrintable(mark));
        // A = [2, 2]: its score with itself is 8 instead of 4, and its exponentials e⁸, e⁴, e⁴.
        const double before = std::exp(4) / (std::exp(4) + 1 + std::exp(2));
        const double after = 1 / (1 + 2 * std::exp(-4));
        const Matrix& difference = *s.view().figure()->comparison().difference;
        QVERIFY(std::abs(difference(0, 0) - (after - before)) < 1e-12);
        s.document.undoStack().undo();
        QCOMPARE(s.told(), "weights: every number is the same in A and now");

        s.action("compare.show")->trigger();
        QVERIFY(s.page() == &s.window.board());
        QVERIFY(!s.window.findChild<QToolButton*>("compareChip")->isChecked());
        s.action("compare.show")->trigger();
        QVERIFY(s.page() == &s.view());
        s.action("compare.letGo")->trigger();
        QVERIFY(s.page() == &s.window.board());
        QVERIFY(!s.view().comparison().a());
    }

    // Ctrl+K goes there and back; only a word of its own replaces A, says so, and is taken back.
    void aStaysUntilItIsReplaced()
    {
        Session s;
        QCOMPARE(s.action("compare.show")->shortcut(), QKeySequence("Ctrl+K"));
        QString said;
        connect(&s.window.board(), &BoardView::problem, &s.window.board(),
                [&](const QString& sentence) { said = sentence; });
        s.trigger("compare.show");
        QVERIFY(s.page() == &s.view());
        const TracePtr first = s.view().comparison().a();
        QCOMPARE(first, s.document.trace());
        s.change(0, 1, 2);
        s.trigger("compare.show");
        QVERIFY(s.page() == &s.window.board());
        QCOMPARE(s.view().comparison().a(), first);
        s.trigger("compare.show");
        QVERIFY(s.page() == &s.view());
        QCOMPARE(s.view().comparison().a(), first);
        QVERIFY(!s.action("compare.back")->isEnabled());

        s.trigger("compare.pin");
        QCOMPARE(s.view().comparison().a(), s.document.trace());
        QVERIFY2(said.contains(QString::fromStdString(first->scenario->title)), qPrintable(said));
        QVERIFY(s.action("compare.back")->isEnabled());
        s.trigger("compare.back");
        QCOMPARE(s.view().comparison().a(), first);
        QVERIFY(s.told().startsWith("Largest difference"));
        s.trigger("compare.back"); // and the other way round
        QCOMPARE(s.view().comparison().a(), s.document.trace());
        s.trigger("compare.letGo");
        QVERIFY(!s.action("compare.back")->isEnabled());
        s.trigger("compare.show"); // what is seen now, again
        QCOMPARE(s.view().comparison().a(), s.document.trace());
    }

    void tabsAndArrowsWalk()
    {
        Session s;
        s.action("compare.pin")->trigger();
        s.change(0, 1, 2);
        s.tabs()->setCurrentIndex(0);
        QVERIFY(s.view().figure()->matrix().field == MatrixField::X);
        // The board is asked for the number that has moved most.
        QVERIFY(s.window.board().selection().pinned == (CellRef{{MatrixField::X, {}, -1}, 0, 1}));
        QTest::keyClick(&s.view(), Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(s.tabs()->currentIndex(), 1);
        QTest::keyClick(&s.view(), Qt::Key_Left, Qt::ControlModifier);
        QTest::keyClick(&s.view(), Qt::Key_Down);
        QTest::keyClick(&s.view(), Qt::Key_Left);
        QVERIFY(s.window.board().selection().pinned == (CellRef{{MatrixField::X, {}, -1}, 1, 0}));
        QCOMPARE(s.view().figure()->selected(), s.window.board().selection().pinned);
        // A stage that somebody selects elsewhere is shown here.
        s.window.board().ask({{std::nullopt, StageId::Scores, 0}, 1, 2});
        QCOMPARE(s.view().figure()->matrix().stage, StageId::Scores);
        QCOMPARE(s.view().figure()->selected()->column, 2);
        QTest::keyClick(&s.view(), Qt::Key_Escape);
        QVERIFY(!s.window.board().selection().pinned);
    }

    // The cell under the mouse is marked in all three.
    void theMouseSelects()
    {
        Session s;
        s.action("compare.pin")->trigger();
        s.change(0, 1, 2);
        for (const auto panel : {CompareFigure::A, CompareFigure::Now, CompareFigure::Difference}) {
            QTest::mouseClick(&s.view(), Qt::LeftButton, {}, s.at(panel, 1, 2));
            QVERIFY(s.window.board().selection().pinned == (CellRef{weights, 1, 2}));
            QTest::mouseClick(&s.view(), Qt::LeftButton, {}, s.at(panel, 2, 0));
        }
        const QImage image = s.view().grab().toImage();
        const QColor ink = s.window.board().theme().text;
        for (const auto panel : {CompareFigure::A, CompareFigure::Now, CompareFigure::Difference}) {
            const QRectF area =
                s.view().figure()->cellArea(panel, s.view().figureRect(), s.window.board().theme());
            const QRectF cell = cellRect(area, 3, 3, 2, 0);
            QCOMPARE(image.pixelColor(QPointF(cell.center().x(), cell.top()).toPoint()), ink);
        }
    }

    void anotherScenarioWithAnotherShape()
    {
        Session s;
        auto* menu = s.window.findChild<QMenu*>(QStringLiteral("compare.examples"));
        emit menu->aboutToShow();
        auto* twoHeads = menu->findChild<QAction*>(QStringLiteral("compareWith.cat-sat"));
        QVERIFY(twoHeads);
        twoHeads->trigger();
        QVERIFY(s.page() == &s.view());
        QVERIFY(s.view().comparison().a()->scenario->title != s.document.scenario().title);
        QVERIFY(!s.view().figure()->comparison().difference ||
                s.view().figure()->comparison().problem == std::nullopt);
        QVERIFY(s.document.undoStack().count() == 0);
        // Tokens that are added leave the stages that keep their shape.
        s.action("compare.pin")->trigger();
        QVERIFY(!s.document.apply({withTokenAdded(s.document.scenario(), "D"), "Add", {}}));
        QVERIFY(s.view().figure()->comparison().problem);
        s.view().grab();
        s.document.undoStack().undo();
        QVERIFY(!s.view().figure()->comparison().problem);
        // A file that cannot be read is named.
        s.dialogs.fileToOpen = QStringLiteral("/nothing/there.json");
        s.action("compare.file")->trigger();
        QCOMPARE(s.dialogs.problems.size(), 1);
        QVERIFY(s.dialogs.problems.first().contains("there.json"));
        QVERIFY(s.view().isShown());
    }

    void theTabsAreSeenTheFirstTime()
    {
        Session s("cat-sat");
        s.action("compare.pin")->trigger();
        QCoreApplication::processEvents();
        QVERIFY(s.tabs()->isVisible());
        QVERIFY2(s.tabs()->height() >= 20, qPrintable(QString::number(s.tabs()->height())));
        QVERIFY(s.tabs()->width() > 200);
    }

    void headsAreChosenThere()
    {
        Session s("cat-sat-two-heads");
        s.action("compare.pin")->trigger();
        s.change(0, 0, 3);
        auto* heads = s.view().findChild<QTabBar*>(QStringLiteral("compareHeads"));
        QVERIFY(heads->isVisible());
        QCOMPARE(heads->count(), 2);
        heads->setCurrentIndex(1);
        QCOMPARE(s.window.board().selection().head, 1);
        QCOMPARE(s.view().figure()->matrix().head, 1);
        QVERIFY(s.told().contains("head 2"));
    }

    void thePictureIsTheSameFigure()
    {
        Session s;
        QTemporaryDir folder;
        s.action("compare.pin")->trigger();
        s.change(0, 1, 2);
        s.exportTo("file.exportBoard", folder.filePath("difference.png"));
        const PictureRequest request = s.window.pictures().placeRequest();
        QVERIFY(request.kind == PictureKind::Compare);
        const auto figure = s.window.pictures().placePicture();
        QCOMPARE(figure->title(), s.view().figure()->title());
        QCOMPARE(figure->description(), s.view().figure()->description());
        QCOMPARE(QImage(s.dialogs.fileToSave).convertToFormat(QImage::Format_RGB32),
                 renderImage(*figure, pictureOptions(request)));
        QCOMPARE(pictureName(request, s.document.scenario()), "compared weights");
    }

    // The mask is painted on the board, so that comes back.
    void paintingTheMaskShowsTheBoard()
    {
        Session s;
        s.action("compare.pin")->trigger();
        s.action("mask.paint")->trigger();
        QVERIFY(s.page() == &s.window.board());
        QVERIFY(s.view().comparison().a());
    }

    // What only A has can be looked at: the masked scores when the mask is gone.
    void aStageThatIsGone()
    {
        Session s("abc-causal");
        s.action("compare.pin")->trigger();
        Mask none = s.document.scenario().mask;
        none.causal = false;
        QVERIFY(!s.document.apply({withMask(s.document.scenario(), none), "No Mask", {}}));
        int tab = -1;
        for (int i = 0; i < s.tabs()->count(); ++i)
            if (s.marks()[i].startsWith("S + mask"))
                tab = i;
        QVERIFY(tab >= 0);
        s.tabs()->setCurrentIndex(tab);
        QCOMPARE(s.view().figure()->matrix().stage, StageId::MaskedScores);
        QCOMPARE(s.view().figure()->comparison().numberless, Eigen::Index(3));
        s.change(0, 1, 2);
        QCOMPARE(s.view().figure()->matrix().stage, StageId::MaskedScores);
    }
};

ATTENTION_TEST(TstComparing)
#include "tst_comparing.moc"
