// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/run.h"
#include "core/scenario/edits.h"
#include "core/scenario/problems.h"
#include "core/scenario/scenario_json.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/compare/comparison.h"
#include "ui/document/document.h"
#include "ui/export/picture.h"
#include "ui/figures/canvas.h"
#include "ui/figures/compare_figure.h"

#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QUndoStack>

#include <cmath>

using namespace attention;
using namespace attention::ui;

namespace {

constexpr MatrixRef weights{std::nullopt, StageId::Weights, 0};
constexpr MatrixRef scores{std::nullopt, StageId::Scores, 0};
constexpr MatrixRef masked{std::nullopt, StageId::MaskedScores, 0};
constexpr QRectF place(0, 0, 900, 520);

Scenario causal(Scenario s)
{
    s.mask.causal = true;
    return s;
}

CompareFigure figureOf(const Scenario& a, const Scenario& now, const MatrixRef& matrix,
                       BoardOptions options = {})
{
    options.controls = false;
    const auto state = [](const Scenario& s) {
        return CompareFigure::State{run(std::make_shared<const Scenario>(s)),
                                    QString::fromStdString(s.title)};
    };
    return CompareFigure(state(a), state(now), matrix, options);
}

QImage painted(const Figure& figure, ThemeKind kind = ThemeKind::Light)
{
    PictureOptions options;
    options.size = place.size().toSize();
    options.theme = kind;
    return renderImage(figure, options);
}

// The colour of a cell where no digit stands.
QString colourOf(const CompareFigure& figure, const QImage& image, CompareFigure::Panel panel,
                 int row, int column)
{
    const Theme theme = Theme::make(ThemeKind::Light);
    const QRectF area = figure.cellArea(panel, place, theme);
    const QRectF cell = cellRect(area, 3, 3, row, column);
    return image.pixelColor((cell.topLeft() + QPointF(5, 5)).toPoint()).name();
}

// Without the marks that keep a right-to-left label from turning its neighbours around.
QString plain(QString text)
{
    return text.remove(QChar(0x2068)).remove(QChar(0x2069));
}

} // namespace

// A, now, and what became of the numbers between.
class TstCompare : public attention::test::TestCase {
    Q_OBJECT

private slots:
    // Row A: e⁴, 1, e² of 62.99 before, all of it for A behind the mask. Row C reads the same.
    void theThreePanelsHaveTheirColours()
    {
        BoardOptions options;
        options.values = false;
        const CompareFigure figure =
            figureOf(test::threeTokens(), causal(test::threeTokens()), weights, options);
        const QImage image = painted(figure);
        QCOMPARE(colourOf(figure, image, CompareFigure::Now, 0, 0), "#5e0a4f"); // 1
        QCOMPARE(colourOf(figure, image, CompareFigure::A, 2, 0),
                 colourOf(figure, image, CompareFigure::Now, 2, 0));
        // The largest difference, +0.133, has the end of the scale; 0 has its middle.
        QCOMPARE(colourOf(figure, image, CompareFigure::Difference, 0, 0), "#5a4300");
        for (int c = 0; c < 3; ++c)
            QCOMPARE(colourOf(figure, image, CompareFigure::Difference, 2, c), "#f7f6f2");
    }

    // What falls is on the other side of 0, and as far from it.
    void aDifferenceHasASign()
    {
        BoardOptions options;
        options.values = false;
        const CompareFigure figure =
            figureOf(causal(test::threeTokens()), test::threeTokens(), weights, options);
        QCOMPARE(colourOf(figure, painted(figure), CompareFigure::Difference, 0, 0), "#2f4459");
    }

    // Scores 4, 0, 2 / 0, 4, 2 / 2, 2, 2 and, with A = [4, 0], 16, 0, 4 / 0, 4, 2 / 4, 2, 2.
    void oneRangeForAAndNow()
    {
        BoardOptions options;
        options.values = false;
        const CompareFigure figure =
            figureOf(test::threeTokens(), withCell(test::threeTokens(), MatrixField::X, 0, 0, 4),
                     scores, options);
        const QImage image = painted(figure);
        QCOMPARE(colourOf(figure, image, CompareFigure::Now, 0, 0), "#5a4300");
        QVERIFY(colourOf(figure, image, CompareFigure::A, 0, 0) != "#5a4300");
        QCOMPARE(colourOf(figure, image, CompareFigure::A, 1, 1),
                 colourOf(figure, image, CompareFigure::Now, 1, 1)); // 4 in both
        QCOMPARE(colourOf(figure, image, CompareFigure::A, 0, 0),
                 colourOf(figure, image, CompareFigure::Now, 1, 1)); // 4 there, 4 here
    }

    void sentences()
    {
        const Scenario a = test::threeTokens();
        CompareFigure figure = figureOf(a, causal(a), weights);
        QCOMPARE(plain(figure.largestSentence()),
                 "Largest difference: weights [A, A]: 0.867 → 1, by 0.133   (6 of 9 differ)");
        QCOMPARE(figure.selectedSentence(), QString());
        figure.select(CellRef{weights, 0, 2});
        QCOMPARE(plain(figure.selectedSentence()),
                 "weights [A, C]:  A 0.117  ·  now 0 (blocked)  ·  difference −0.117");
        figure.select(CellRef{scores, 0, 2}); // of another matrix
        QCOMPARE(figure.selectedSentence(), QString());
        QCOMPARE(figureOf(a, a, scores).largestSentence(),
                 "scores: every number is the same in A and now");

        CompareFigure blocked = figureOf(a, causal(a), masked);
        QCOMPARE(blocked.largestSentence(),
                 "masked scores: 3 of 9 differ, none of them by a finite number");
        blocked.select(CellRef{masked, 0, 2});
        QCOMPARE(plain(blocked.selectedSentence()),
                 "masked scores [A, C]:  A 2  ·  now −1e9 (blocked)  ·  difference none");
    }

    // A cell that is blocked on one side has no colour of a number, and says what has happened.
    void blockedOnOneSideIsHatched()
    {
        const Scenario a = test::threeTokens();
        BoardOptions options;
        options.values = false;
        const CompareFigure bare = figureOf(a, causal(a), masked, options);
        const QImage without = painted(bare);
        const QRgb ground = Theme::make(ThemeKind::Light).blockedGround.rgb();
        const QRectF area =
            bare.cellArea(CompareFigure::Difference, place, Theme::make(ThemeKind::Light));
        const QRect cell = cellRect(area, 3, 3, 0, 2).adjusted(3, 3, -3, -3).toAlignedRect();
        int grounds = 0;
        for (int y = cell.top(); y < cell.bottom(); ++y)
            for (int x = cell.left(); x < cell.right(); ++x)
                grounds += without.pixel(x, y) == ground;
        QVERIFY(grounds > cell.width() * cell.height() / 2);
        const QImage with = painted(figureOf(a, causal(a), masked));
        QVERIFY(with.copy(cell) != without.copy(cell)); // the word
        // What is blocked in both is hatched and says nothing.
        const CompareFigure both = figureOf(causal(a), causal(a), masked);
        QCOMPARE(painted(both).copy(cell), without.copy(cell));
    }

    void whatCannotBeSubtractedSaysWhy()
    {
        const Scenario three = test::threeTokens();
        const Scenario four = withTokenAdded(three, "D");
        const CompareFigure figure = figureOf(three, four, weights);
        const Theme theme = Theme::make(ThemeKind::Light);
        QCOMPARE(figure.largestSentence(),
                 "A has 3 × 3 numbers here, now there are 4 × 4: only matrices of one shape can be "
                 "subtracted");
        QVERIFY(!figure.cellArea(CompareFigure::A, place, theme).isEmpty());
        QVERIFY(!figure.cellArea(CompareFigure::Now, place, theme).isEmpty());
        QVERIFY(figure.cellArea(CompareFigure::Difference, place, theme).isEmpty());
        QVERIFY(!painted(figure).isNull());

        Scenario turned = three;
        turned.positions.kind = PositionKind::Rope;
        const MatrixRef rotated{std::nullopt, StageId::RotatedKeys, 0};
        CompareFigure only = figureOf(turned, three, rotated);
        QCOMPARE(only.largestSentence(), "There are no rotated keys now");
        QVERIFY(!only.cellArea(CompareFigure::A, place, theme).isEmpty());
        QVERIFY(only.cellArea(CompareFigure::Now, place, theme).isEmpty());
        only.select(CellRef{rotated, 0, 0});
        QVERIFY(plain(only.selectedSentence()).endsWith("·  now –"));
        QVERIFY(!painted(only).isNull());
        QVERIFY(!painted(figureOf(three, three, rotated)).isNull()); // neither has it
    }

    // The cell under a point is the one whose rectangle holds it, in each of the panels, also when
    // they stand below each other.
    void cellsUnderAPoint_data()
    {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("columns");
        QTest::newRow("square") << 3 << 2;
        QTest::newRow("wide") << 3 << 24;
        QTest::newRow("many") << 64 << 8;
    }

    void cellsUnderAPoint()
    {
        QFETCH(int, tokens);
        QFETCH(int, columns);
        const Scenario a = test::randomScenario(tokens, columns, 1, 3);
        Scenario now = a;
        now.W_q.matrix = nullptr;
        const Theme theme = Theme::make(ThemeKind::Light);
        const MatrixRef queries{std::nullopt, StageId::HeadQueries, 0};
        const CompareFigure figure = figureOf(a, now, queries);
        QRectF before;
        for (const auto panel : {CompareFigure::A, CompareFigure::Now, CompareFigure::Difference}) {
            const QRectF area = figure.cellArea(panel, place, theme);
            QVERIFY(place.contains(area));
            QVERIFY(!area.intersects(before));
            before = area;
            for (const auto& [row, column] :
                 {std::pair(0, 0), std::pair(tokens - 1, columns - 1), std::pair(1, columns / 2)}) {
                const QPointF centre = cellRect(area, tokens, columns, row, column).center();
                QVERIFY(figure.cellAt(centre, place, theme) == (CellRef{queries, row, column}));
            }
        }
        QVERIFY(!figure.cellAt(QPointF(1, 1), place, theme));
    }

    // The picture must not depend on what is hidden.
    void hiddenNumbersAreNotGivenAway()
    {
        const Scenario a = test::threeTokens();
        BoardOptions options;
        options.hidden.hideAll(*run(std::make_shared<const Scenario>(a)), weights);
        CompareFigure one = figureOf(a, withCell(a, MatrixField::X, 0, 0, 3), weights, options);
        CompareFigure other = figureOf(a, withCell(a, MatrixField::X, 1, 1, -5), weights, options);
        QCOMPARE(painted(one), painted(other));
        one.select(CellRef{weights, 0, 0});
        other.select(CellRef{weights, 0, 0});
        QCOMPARE(one.selectedSentence(), other.selectedSentence());
        QCOMPARE(one.description(), other.description());
    }

    void everyThemeAndSize()
    {
        const CompareFigure figure =
            figureOf(test::example("cat-sat"), causal(test::example("cat-sat")), weights);
        for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark, ThemeKind::Projector}) {
            PictureOptions options;
            options.theme = kind;
            for (const QSize size : {QSize(1, 1), QSize(200, 120), QSize(1200, 300)}) {
                options.size = size;
                QVERIFY(!renderImage(figure, options).isNull());
            }
        }
    }

    void pinnedIsWhatWasSeen()
    {
        Document document;
        document.load(test::threeTokens(), {});
        Comparison comparison(document);
        QSignalSpy changes(&comparison, &Comparison::changed);
        QVERIFY(!comparison.a() && !comparison.isShown());
        comparison.setShown(true);
        QVERIFY(!comparison.isShown()); // without A
        QVERIFY(!comparison.pin());
        QVERIFY(comparison.isShown());
        QCOMPARE(changes.count(), 1);
        const TracePtr a = comparison.a();
        QCOMPARE(a, document.trace());
        // It is no step of undo, and not in the file.
        QCOMPARE(document.undoStack().count(), 0);
        QVERIFY(!document.isModified());
        const std::string file = writeScenario(document.scenario());

        QVERIFY(!document.apply(
            {withCell(document.scenario(), MatrixField::X, 0, 1, 2), "Change X", {}}));
        QCOMPARE(comparison.a(), a);
        document.undoStack().undo();
        QCOMPARE(comparison.a(), a);
        QCOMPARE(writeScenario(document.scenario()), file);
        document.load(test::example("cat-sat"), {});
        QCOMPARE(comparison.a(), a); // two scenarios
        comparison.letGo();
        QVERIFY(!comparison.a() && !comparison.isShown());
    }

    void aFileOrAnExampleIsA()
    {
        QTemporaryDir folder;
        Document document;
        Comparison comparison(document);
        QVERIFY(!comparison.open("example:cat-sat"));
        QCOMPARE(comparison.a()->scenario->tokenCount(), test::example("cat-sat").tokenCount());
        QCOMPARE(comparison.name(), QString::fromStdString(test::example("cat-sat").title));
        QVERIFY(document.path().isEmpty() && !document.isModified());
        // What cannot be read leaves A as it is.
        const TracePtr a = comparison.a();
        const auto why = comparison.open(folder.filePath("nothing.json"));
        QVERIFY(why && why->contains("nothing.json"));
        QVERIFY(comparison.open("example:nothing"));
        QCOMPARE(comparison.a(), a);
    }

    // A mistake that a class is to find does not become a part of A, which would keep it for ever.
    void aHiddenMistakeIsNotPinned()
    {
        Document document;
        document.load(causal(test::threeTokens()), {});
        Comparison comparison(document);
        document.hideMistake(Mistake::MaskAfterSoftmax);
        QVERIFY(comparison.pin());
        QVERIFY(!comparison.a());
        document.hideMistake(std::nullopt);
        QVERIFY(!comparison.pin());
        const TracePtr a = comparison.a();
        const Matrix right = *find(*a, StageId::Weights, 0)->values;
        document.hideMistake(Mistake::MaskAfterSoftmax);
        QVERIFY(!comparison.a()); // where it differs from A would give it away
        QVERIFY(comparison.open("example:cat-sat"));
        QVERIFY(!comparison.a());
        QVERIFY(*find(*document.trace(), StageId::Weights, 0)->values != right);
    }

    void aCountsAmongWhatIsAlive()
    {
        Document document;
        document.load(test::threeTokens(), {});
        Scenario large = document.scenario();
        large.tokens.assign(4096, "t");
        large.X = share(Matrix::Ones(4096, 3));
        large.heads = 3; // 0.75 GiB and a little
        QVERIFY(!document.roomProblem(large));
        document.setBytesBeside(maximumTraceBytes / 2);
        const auto problem = document.roomProblem(large);
        QVERIFY(problem);
        QCOMPARE(QString::fromStdString(english(*problem)),
                 QString("its matrices would take 0.75 GiB beside the 0.50 GiB of those that are "
                         "shown and of A, the limit is 1 GiB for all"));
        document.setBytesBeside(0);
        QVERIFY(!document.roomProblem(large));

        // A change that cannot be refused takes A's room.
        Comparison comparison(document);
        QSignalSpy said(&comparison, &Comparison::said);
        QVERIFY(!comparison.pin());
        QVERIFY(document.roomProblem(large) == std::nullopt);
        document.setBytesBeside(maximumTraceBytes);
        QVERIFY(document.apply(
            {withCell(document.scenario(), MatrixField::X, 0, 1, 2), "Change X", {}}));
        QVERIFY(comparison.a());
        document.load(test::example("cat-sat"), {});
        QVERIFY(!comparison.a());
        QCOMPARE(said.count(), 1);
        QVERIFY(!document.apply(
            {withCell(document.scenario(), MatrixField::X, 0, 1, 2), "Change X", {}}));
    }
};

ATTENTION_TEST(TstCompare)
#include "tst_compare.moc"
