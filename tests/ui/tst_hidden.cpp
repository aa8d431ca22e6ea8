// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/run.h"
#include "core/scenario/edits.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/document/document.h"
#include "ui/export/picture.h"
#include "ui/figures/board_layout.h"
#include "ui/figures/heatmap_figure.h"
#include "ui/figures/make_figure.h"
#include "ui/present/hide_commands.h"
#include "ui/views/board_view.h"

#include <QHelpEvent>
#include <QToolTip>

using namespace attention;
using namespace attention::ui;

namespace {

TracePtr traceOf(const Scenario& s)
{
    return run(std::make_shared<const Scenario>(s));
}

constexpr MatrixRef weights{std::nullopt, StageId::Weights, 0};
constexpr MatrixRef output{std::nullopt, StageId::HeadOutput, 0};
constexpr MatrixRef scores{std::nullopt, StageId::Scores, 0};

int countHidden(const Hidden& hidden, const MatrixRef& matrix, int rows, int columns)
{
    int count = 0;
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
            count += hidden.contains({matrix, r, c});
    return count;
}

// The other numbers behind the same picture: what is seen must not depend on what is hidden.
Scenario otherValues(Scenario s)
{
    return withCell(withCell(s, MatrixField::X, 1, 1, 9), MatrixField::X, 2, 0, -4);
}

} // namespace

// Numbers that a class is to predict first.
class TstHidden : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void cellsRowsAndMatrices()
    {
        const TracePtr trace = traceOf(test::threeTokens());
        Hidden hidden;
        hidden.hideCell(*trace, {weights, 1, 2});
        QVERIFY(hidden.contains({weights, 1, 2}));
        QCOMPARE(countHidden(hidden, weights, 3, 3), 1);
        hidden.hideRow(*trace, {weights, 1, 0}); // takes the cell in
        QCOMPARE(countHidden(hidden, weights, 3, 3), 3);
        hidden.hideAll(*trace, weights);
        QCOMPARE(countHidden(hidden, weights, 3, 3), 9);
        QCOMPARE(countHidden(hidden, scores, 3, 3), 0);
        hidden.reveal({weights, 1, 1}); // a hole in the middle
        QCOMPARE(countHidden(hidden, weights, 3, 3), 8);
        QVERIFY(!hidden.contains({weights, 1, 1}));
        hidden.hideRow(*trace, {weights, 1, 1});
        QCOMPARE(countHidden(hidden, weights, 3, 3), 9);
        hidden.revealAll();
        QVERIFY(hidden.isEmpty());
        hidden.hideCell(*trace, {weights, 3, 0}); // outside
        QVERIFY(hidden.isEmpty());
    }

    // Of a matrix a row, of a row a number, in the order of computation, and all in the end.
    void theyComeBackOneByOne()
    {
        const TracePtr trace = traceOf(test::threeTokens());
        Hidden hidden;
        hidden.hideRow(*trace, {output, 0, 0});
        hidden.hideAll(*trace, weights);
        QVERIFY(hidden.revealNext(*trace) == (CellRef{weights, 0, 0}));
        QCOMPARE(countHidden(hidden, weights, 3, 3), 6);
        QVERIFY(hidden.revealNext(*trace) == (CellRef{weights, 1, 0}));
        QVERIFY(hidden.revealNext(*trace) == (CellRef{weights, 2, 0}));
        QCOMPARE(countHidden(hidden, weights, 3, 3), 2); // the last row number by number …
        QVERIFY(hidden.revealNext(*trace) == (CellRef{weights, 2, 1}));
        QVERIFY(hidden.revealNext(*trace) == (CellRef{weights, 2, 2}));
        QVERIFY(hidden.revealNext(*trace) == (CellRef{output, 0, 0}));
        QVERIFY(hidden.revealNext(*trace) == (CellRef{output, 0, 1}));
        QVERIFY(!hidden.revealNext(*trace));
        QVERIFY(hidden.isEmpty());
    }

    void anotherShapeForgetsThem()
    {
        const Scenario s = test::threeTokens();
        Hidden hidden;
        hidden.hideAll(*traceOf(s), weights);
        QVERIFY(hidden.within(*traceOf(withCell(s, MatrixField::X, 0, 0, 5))) == hidden);
        QVERIFY(hidden.within(*traceOf(withTokenAdded(s, "D"))).isEmpty());
    }

    void wordsThatNameThemAreHeldBack()
    {
        const TracePtr trace = traceOf(test::threeTokens());
        Hidden hidden;
        hidden.hideRow(*trace, {weights, 0, 0});
        QVERIFY(hidden.givesAway(*trace, {weights, 0, 1}));
        QVERIFY(!hidden.givesAway(*trace, {weights, 1, 1}));
        QVERIFY(hidden.givesAway(*trace, {output, 0, 0})); // its arithmetic names the weights
        QVERIFY(!hidden.givesAway(*trace, {output, 1, 0}));
        QVERIFY(!hidden.givesAway(*trace, {scores, 0, 0})); // which come before
        QVERIFY(hidden.givesAwayStage(*trace, StageId::HeadOutput, 0));
        QVERIFY(!hidden.givesAwayStage(*trace, StageId::Scores, 0));
        Hidden one; // the arithmetic of a neighbour has all powers of the row
        one.hideCell(*trace, {weights, 0, 0});
        QVERIFY(one.givesAway(*trace, {weights, 0, 1}));
        QVERIFY(!one.givesAway(*trace, {weights, 1, 0}));
        Hidden score;
        score.hideCell(*trace, {scores, 0, 0});
        QVERIFY(!score.givesAway(*trace, {scores, 0, 1})); // its own product alone
        Hidden keys;
        keys.hideCell(*trace, {{std::nullopt, StageId::HeadKeys, 0}, 2, 0});
        QVERIFY(keys.givesAway(*trace, {scores, 0, 0})); // any query meets any key
    }

    // Pictures of two scenarios that differ in hidden numbers alone are the same to the pixel.
    // The range that matrices share is as large as the largest of them, hidden or not.
    void aSharedBarKeepsThemHidden()
    {
        const TracePtr trace = traceOf(test::example("cat-sat"));
        BoardOptions options;
        options.form = BoardOptions::Form::Strip;
        options.hidden.hideAll(*trace, scores);
        const MatrixRef keys{std::nullopt, StageId::HeadKeys, 0};
        for (const auto& [range, tells] :
             {std::pair(ColourRange::All, true), std::pair(ColourRange::Heads, true),
              std::pair(ColourRange::Matrix, false)}) {
            options.range = range;
            const HeatmapFigure figure(trace, keys, options);
            QCOMPARE(figure.barTellsHidden(), tells);
            QVERIFY(HeatmapFigure(trace, scores, options).barTellsHidden());
            const HeatmapFigure weights(trace, {std::nullopt, StageId::Weights, 0}, options);
            QVERIFY(!weights.barTellsHidden()); // always 0 … 1

            Selection selection;
            selection.focus = StageId::HeadKeys;
            const BoardLayout layout =
                layoutBoardOrStrip({*trace, Ranges(*trace), options, selection,
                                    QRectF(0, 0, 1300, 640), Theme::make(ThemeKind::Light)});
            QVERIFY(layout.strip);
            QCOMPARE(layout.colourBar.isEmpty(), tells);
        }
    }

    void picturesKeepThemHidden()
    {
        Scenario strip = test::threeTokens();
        strip.softcap = 50; // one stage more
        for (const Scenario& s : {test::threeTokens(), strip}) {
            const TracePtr trace = traceOf(s);
            const TracePtr other = traceOf(otherValues(s));
            FigureOptions options;
            for (const Stage& stage : trace->stages)
                options.hidden.hideAll(*trace, {std::nullopt, stage.id, stage.head});
            const PictureOptions size;
            const QImage a = renderImage(*boardFigure(trace, 0, options), size);
            const QImage b = renderImage(*boardFigure(other, 0, options), size);
            QCOMPARE(a, b);
            QVERIFY(a != renderImage(*boardFigure(trace, 0), size));
            QCOMPARE(renderImage(*stageFigure(trace, StageId::Scores, 0, options), size),
                     renderImage(*stageFigure(other, StageId::Scores, 0, options), size));
            QCOMPARE(boardFigure(trace, 0, options)->description(),
                     boardFigure(other, 0, options)->description());
        }
        // The image of a matrix larger than its pixels has no other colours either.
        const Scenario large = test::randomScenario(600, 4, 1, 3);
        const TracePtr trace = traceOf(large);
        FigureOptions options;
        options.hidden.hideAll(*trace, scores);
        const QImage image =
            renderImage(*stageFigure(trace, StageId::Scores, 0, options), PictureOptions());
        const Theme theme = Theme::make(ThemeKind::Light);
        QCOMPARE(image.pixelColor(image.width() / 2, image.height() / 2), theme.border);
    }

    void theWindowGivesNothingAway()
    {
        Document document;
        document.load(test::threeTokens(), {});
        BoardView board(document);
        board.resize(1300, 660);
        board.show();
        const CellRef cell{weights, 0, 0}; // 0.867
        Selection selection;
        selection.pinned = cell;
        board.setSelection(selection);
        QVERIFY(board.sentenceOf(cell).contains("0.866"));
        hideNumber(board);
        QVERIFY(!board.sentenceOf(cell).contains("0.8"));
        QVERIFY(board.sentenceOf(cell).endsWith("= ?"));
        hideMatrix(board);
        QCOMPARE(countHidden(board.options().hidden, weights, 3, 3), 9);

        // Neither its colour nor its number is painted: other numbers, the same picture there.
        const QRect place = board.boardLayout().find(weights)->area.toAlignedRect();
        const QImage before = board.grab().toImage().copy(place);
        document.apply({withCell(document.scenario(), MatrixField::X, 0, 0, 3), "x", {}});
        QCOMPARE(board.grab().toImage().copy(place), before);

        // A click shows that number again, a change of shape all.
        const PlacedMatrix* m = board.boardLayout().find(weights);
        QTest::mouseClick(&board, Qt::LeftButton, {}, m->cell(0, 0).center().toPoint());
        QCOMPARE(countHidden(board.options().hidden, weights, 3, 3), 8);
        QVERIFY(!board.options().hidden.contains(cell));
        document.apply({withTokenAdded(document.scenario(), "D"), "x", {}});
        QVERIFY(board.options().hidden.isEmpty());
    }

    // A hidden number of X is neither dragged nor typed over.
    void hiddenInputsAreNotEdited()
    {
        Document document;
        document.load(test::threeTokens(), {});
        BoardView board(document);
        board.resize(1300, 660);
        board.show();
        const CellRef cell{{std::nullopt, StageId::HeadQueries, 0}, 0, 1};
        QVERIFY(board.editCell(cell));
        QTest::keyClick(board.findChild<QWidget*>("cellEditor"), Qt::Key_Escape);
        BoardOptions options = board.options();
        options.onTheWall = true;
        options.hidden.hideCell(*document.trace(), cell);
        board.setOptions(options);
        QVERIFY(!board.editCell(cell));
        const QPoint at = board.boardLayout().find(cell.matrix)->cell(0, 1).center().toPoint();
        QTest::mouseClick(&board, Qt::LeftButton, {}, at); // on the wall a click is no answer
        QVERIFY(board.options().hidden.contains(cell));
    }
};

ATTENTION_TEST(TstHidden)
#include "tst_hidden.moc"
