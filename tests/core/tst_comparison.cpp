// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/kept.h"
#include "core/attention/run.h"
#include "core/trace/comparison.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace attention;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

TracePtr traceOf(Scenario s, Keep keep = Keep::Everything)
{
    return run(std::make_shared<const Scenario>(std::move(s)), keep);
}

Scenario threeTokens()
{
    Scenario s = test::scenarioOf(test::matrix({{2, 0}, {0, 2}, {1, 1}}));
    s.scale.kind = ScaleKind::None;
    return s;
}

// A trace whose one interesting stage holds these numbers.
TracePtr holding(const Matrix& numbers, StageId id, BoolMatrixPtr allowed = {})
{
    Scenario s = test::scenarioOf(Matrix::Zero(numbers.rows(), numbers.cols()));
    auto trace = std::make_shared<Trace>();
    trace->scenario = std::make_shared<const Scenario>(std::move(s));
    trace->stages = {{id, stageInfo(id).perHead ? 0 : -1, share(numbers)}};
    trace->allowed = std::move(allowed);
    return trace;
}

BoolMatrixPtr pairs(std::initializer_list<std::initializer_list<bool>> rows)
{
    BoolMatrix m(static_cast<int>(rows.size()), static_cast<int>(rows.begin()->size()));
    int i = 0;
    for (const auto& row : rows) {
        int j = 0;
        for (const bool value : row)
            m(i, j++) = value;
        ++i;
    }
    return std::make_shared<const BoolMatrix>(std::move(m));
}

bool sameBits(double a, double b)
{
    return std::memcmp(&a, &b, sizeof a) == 0;
}

QString cells(const BoolMatrixPtr& m)
{
    QString text;
    for (Eigen::Index i = 0; m && i < m->size(); ++i)
        text += m->data()[i] ? QLatin1Char('#') : QLatin1Char('.');
    return text;
}

// "" when every stage that both traces have in one shape is told as loops over its numbers tell it.
QString toldOtherwise(const Trace& a, const Trace& now)
{
    for (const Stage& stage : now.stages) {
        const QString name = test::text(std::string(stageInfo(stage.id).name));
        const MatrixComparison found = compareStages(a, now, stage.id, stage.head);
        const Stage* was = find(a, stage.id, stage.head);
        if (!was || shapeOf(a, *was) != shapeOf(now, stage)) {
            if (!found.problem || found.difference || sameStages(a, now, stage.id, stage.head))
                return name + ": compared";
            continue;
        }
        if (found.problem)
            return name + ": " + test::text(english(*found.problem));
        const Matrix x = *wholeOf(a, *was);
        const Matrix y = *wholeOf(now, stage);
        double most = 0;
        int row = -1, column = -1;
        Eigen::Index changed = 0, numberless = 0;
        for (int i = 0; i < x.rows(); ++i)
            for (int j = 0; j < x.cols(); ++j) {
                const bool before = isBlocked(a, *was, i, j);
                const bool after = isBlocked(now, stage, i, j);
                const bool leftOut = stage.id == StageId::MaskedScores
                                         ? before || after
                                         : before && after && x(i, j) == y(i, j);
                if ((found.blocked && (*found.blocked)(i, j)) != leftOut)
                    return name + QString(": blocked at %1, %2").arg(i).arg(j);
                double expected = 0;
                bool moved = leftOut && before != after;
                if (!leftOut && !(x(i, j) == y(i, j))) {
                    expected = y(i, j) - x(i, j);
                    moved = !(std::isnan(x(i, j)) && std::isnan(y(i, j)));
                }
                const double difference = (*found.difference)(i, j);
                if (!(difference == expected || (std::isnan(difference) && std::isnan(expected))))
                    return name + QString(": %1 at %2, %3").arg(difference).arg(i).arg(j);
                changed += moved;
                numberless += moved && (leftOut || !std::isfinite(expected));
                if (moved && !leftOut && std::isfinite(expected) && std::abs(expected) > most) {
                    most = std::abs(expected);
                    row = i;
                    column = j;
                }
            }
        if (found.changed != changed || found.numberless != numberless)
            return name + ": counts";
        if (found.largest.has_value() != (row >= 0) ||
            (row >= 0 && !(*found.largest == MatrixComparison::Cell{row, column})))
            return name + ": largest";
        if (sameStages(a, now, stage.id, stage.head) != (changed == 0))
            return name + ": same";
    }
    return {};
}

} // namespace

// What became of a stage between two states.
class TstComparison : public attention::test::TestCase {
    Q_OBJECT

private slots:
    // Row A of the three tokens by hand: e⁴, 1, e² without a mask, all of it for A with one.
    void threeTokensByHand()
    {
        Scenario causal = threeTokens();
        causal.mask.causal = true;
        const TracePtr a = traceOf(threeTokens());
        const TracePtr now = traceOf(causal);
        const MatrixComparison weights = compareStages(*a, *now, StageId::Weights, 0);
        QVERIFY(!weights.problem);
        const double sum = std::exp(4) + 1 + std::exp(2);
        const Matrix& difference = *weights.difference;
        QVERIFY(std::abs(difference(0, 0) - (1 - std::exp(4) / sum)) < 1e-15);
        QVERIFY(std::abs(difference(0, 1) + 1 / sum) < 1e-15);
        QVERIFY(std::abs(difference(0, 2) + std::exp(2) / sum) < 1e-15);
        // The weights of the last row, which reads everything in both, have not moved.
        QCOMPARE(difference(2, 0), 0.0);
        QCOMPARE(weights.changed, Eigen::Index(6));
        QCOMPARE(weights.numberless, Eigen::Index(0));
        QVERIFY(weights.largest);
        QCOMPARE(weights.largest->row, 0);
        QCOMPARE(weights.largest->column, 0);
        QVERIFY(!weights.blocked); // now they are 0, and 0 is a number

        const MatrixComparison masked = compareStages(*a, *now, StageId::MaskedScores, 0);
        QCOMPARE(cells(masked.blocked), QString(".##..#..."));
        QCOMPARE(*masked.difference, Matrix(Matrix::Zero(3, 3)));
        QCOMPARE(masked.changed, Eigen::Index(3));
        QCOMPARE(masked.numberless, Eigen::Index(3));
        QVERIFY(!masked.largest);

        QVERIFY(sameStages(*a, *now, StageId::Scores, 0));
        QVERIFY(!sameStages(*a, *now, StageId::MaskedScores, 0));
        QVERIFY(!sameStages(*a, *now, StageId::Weights, 0));
        QCOMPARE(compareStages(*now, *now, StageId::Weights, 0).changed, Eigen::Index(0));
    }

    void whatIsNoNumber()
    {
        Matrix a(2, 4), now(2, 4);
        a << notANumber, notANumber, 1, infinity, infinity, 3, 0.0, -1e308;
        now << notANumber, 2, notANumber, infinity, -infinity, infinity, -0.0, 1e308;
        const MatrixComparison c = compareStages(*holding(a, StageId::Queries),
                                                 *holding(now, StageId::Queries), StageId::Queries);
        const Matrix& d = *c.difference;
        QVERIFY(std::isnan(d(0, 0))); // in both: unchanged, and no number
        QVERIFY(std::isnan(d(0, 1)) && std::isnan(d(0, 2)));
        QCOMPARE(d(0, 3), 0.0);
        QCOMPARE(d(1, 0), -infinity);
        QCOMPARE(d(1, 1), infinity);
        QVERIFY(sameBits(d(1, 2), 0.0));
        QCOMPARE(d(1, 3), infinity); // too large for a double
        QCOMPARE(c.changed, Eigen::Index(5));
        QCOMPARE(c.numberless, Eigen::Index(5));
        QVERIFY(!c.largest);
        QVERIFY(!sameStages(*holding(a, StageId::Queries), *holding(now, StageId::Queries),
                            StageId::Queries));
        QVERIFY(sameStages(*holding(a, StageId::Queries), *holding(a, StageId::Queries),
                           StageId::Queries));
    }

    void blockedOnOneSideOrBoth()
    {
        const BoolMatrixPtr was = pairs({{true, false}, {true, false}});
        const BoolMatrixPtr is = pairs({{true, true}, {false, false}});
        Matrix a(2, 2), now(2, 2);
        a << 1, -infinity, 2, -infinity;
        now << 4, 5, -1e9, -1e9;
        const MatrixComparison scores =
            compareStages(*holding(a, StageId::MaskedScores, was),
                          *holding(now, StageId::MaskedScores, is), StageId::MaskedScores, 0);
        QCOMPARE(cells(scores.blocked), QString(".###"));
        QCOMPARE(*scores.difference, test::matrix({{3, 0}, {0, 0}}));
        QCOMPARE(scores.changed, Eigen::Index(3)); // the fill of what is blocked twice is no change
        QCOMPARE(scores.numberless, Eigen::Index(2));

        // A weight is a number, also where it is blocked: only what is blocked and equal is left
        // out.
        a << 1, 0, 0.75, 0.25;
        now << 0.5, 0.5, 0, 0.5;
        const MatrixComparison weights =
            compareStages(*holding(a, StageId::Weights, was), *holding(now, StageId::Weights, is),
                          StageId::Weights, 0);
        QVERIFY(!weights.blocked);
        QCOMPARE(*weights.difference, test::matrix({{-0.5, 0.5}, {-0.75, 0.25}}));
        QCOMPARE(*weights.largest, (MatrixComparison::Cell{1, 0}));
        now(1, 1) = 0.25;
        QCOMPARE(cells(compareStages(*holding(a, StageId::Weights, was),
                                     *holding(now, StageId::Weights, is), StageId::Weights, 0)
                           .blocked),
                 QString("...#"));
    }

    void sentencesWhyNot()
    {
        const auto why = [](const Scenario& a, const Scenario& now, StageId id, int head) {
            const MatrixComparison c = compareStages(*traceOf(a), *traceOf(now), id, head);
            return c.problem ? test::text(english(*c.problem)) : QString();
        };
        std::mt19937_64 random(4);
        Scenario four = test::scenarioOf(test::randomMatrix(random, 4, 2));
        Scenario turned = threeTokens();
        turned.positions.kind = PositionKind::Rope;
        Scenario two = threeTokens();
        two.heads = 2;
        QCOMPARE(why(threeTokens(), four, StageId::Weights, 0),
                 QString("A has 3 × 3 numbers here, now there are 4 × 4: only matrices of one "
                         "shape can be subtracted"));
        QCOMPARE(why(threeTokens(), turned, StageId::RotatedQueries, 0),
                 QString("A has no rotated queries"));
        QCOMPARE(why(turned, threeTokens(), StageId::RotatedKeys, 0),
                 QString("There are no rotated keys now"));
        QCOMPARE(why(threeTokens(), two, StageId::Weights, 1), QString("A has no head 2"));
        QCOMPARE(why(threeTokens(), two, StageId::Weights, 0), QString());
    }

    void inputsAreComparedToo()
    {
        const Scenario a = threeTokens();
        Scenario now = a;
        now.W_q.matrix = share(test::matrix({{1, 0.5}, {0, 1}}));
        const MatrixComparison c = compareInputs(a, now, MatrixField::W_q); // A's is the identity
        QCOMPARE(*c.difference, test::matrix({{0, 0.5}, {0, 0}}));
        QCOMPARE(*c.largest, (MatrixComparison::Cell{0, 1}));
        now.W_q.matrix = share(test::matrix({{1}, {1}}));
        QVERIFY(compareInputs(a, now, MatrixField::W_q).problem);
        QCOMPARE(test::text(english(*compareInputs(a, now, MatrixField::MaskBias).problem)),
                 QString("A has no mask.bias"));
    }

    void plainLoopsTellTheSame()
    {
        std::mt19937_64 random(99);
        for (int i = 0; i < 60; ++i) {
            Scenario a = test::randomMixture(random, 6);
            Scenario now = i % 2 ? a : test::randomMixture(random, 6);
            if (i % 2) { // the same scenario with another mask and one other number
                Matrix x = *a.X;
                x(0, 0) += 0.25;
                now.X = share(std::move(x));
                now.mask.causal = !now.mask.causal;
            }
            const auto keep = i % 3 ? Keep::Everything : Keep::ScoresAndWeights;
            const QString told = toldOtherwise(*traceOf(a, keep), *traceOf(now));
            QVERIFY2(told.isEmpty(), qPrintable(QString("%1: %2").arg(i).arg(told)));
        }
    }

    // More rows than are made again at a time.
    void longStages()
    {
        std::mt19937_64 random(5);
        Scenario a = test::scenarioOf(test::randomMatrix(random, 150, 4));
        Scenario now = a;
        Matrix x = *a.X;
        x(149, 3) += 1;
        now.X = share(std::move(x));
        now.mask.causal = true;
        const QString told =
            toldOtherwise(*traceOf(a, Keep::ScoresAndWeights), *traceOf(now, Keep::Everything));
        QVERIFY2(told.isEmpty(), qPrintable(told));
    }
};

ATTENTION_TEST(TstComparison)
#include "tst_comparison.moc"
