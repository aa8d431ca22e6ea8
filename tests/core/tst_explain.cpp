// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/run.h"
#include "core/explain/explain.h"
#include "core/scenario/problems.h"
#include "tests/core/core_support.h"
#include "tests/support/golden.h"
#include "tests/support/test_main.h"

#include <QFileInfo>

#include <cmath>
#include <limits>
#include <set>

using namespace attention;

namespace {

const double infinity = std::numeric_limits<double>::infinity();

// The left side of a step, computed without the code under test and with more digits; and how large
// the numbers are that meet in it, which is what its rounding error is measured against.
struct LeftSide {
    long double value = 0;
    long double size = 0;

    void add(long double term)
    {
        value += term;
        size += std::abs(term);
    }
};

LeftSide leftSide(const ExplainStep& s)
{
    std::vector<long double> x;
    for (const Operand& operand : s.operands)
        x.push_back(operand.value);
    const auto terms = static_cast<long double>(x.size());
    LeftSide left;
    const auto just = [&](long double value) {
        left.add(value);
        return left;
    };
    switch (s.operation) {
    case Operation::Given:
    case Operation::Copy:
    case Operation::Fill:
        return just(x.at(0));
    case Operation::Replace:
        return just(x.at(1));
    case Operation::Dot:
        for (std::size_t i = 0; i < x.size(); i += 2)
            left.add(x.at(i) * x.at(i + 1));
        return left;
    case Operation::DotMinus:
        left.add(x.at(0) * x.at(1));
        left.add(-x.at(2) * x.at(3));
        return left;
    case Operation::Times: {
        long double product = 1;
        for (const long double factor : x)
            product *= factor;
        return just(product);
    }
    case Operation::Over:
        return just(x.at(0) / x.at(1));
    case Operation::Minus:
        left.add(x.at(0));
        left.add(-x.at(1));
        return left;
    case Operation::Largest: {
        long double largest = x.at(0);
        for (const long double other : x)
            largest = std::isnan(largest) || std::isnan(other)
                          ? std::numeric_limits<long double>::quiet_NaN()
                          : std::max(largest, other);
        return just(largest);
    }
    case Operation::Exp:
        return just(std::exp(x.at(0)));
    case Operation::ExpMinus:
        return just(1 / std::exp(x.at(0)));
    case Operation::Power:
        return just(std::pow(x.at(0), x.at(1)));
    case Operation::Sqrt:
        return just(std::sqrt(x.at(0)));
    case Operation::Cos:
        return just(std::cos(x.at(0)));
    case Operation::Sin:
        return just(std::sin(x.at(0)));
    case Operation::Tanh:
        return just(1 - 2 / (std::exp(2 * x.at(0)) + 1));
    case Operation::Erf:
        return just(1 - std::erfc(x.at(0)));
    case Operation::Sum:
        for (const long double term : x)
            left.add(term);
        return left;
    case Operation::Mean:
        for (const long double term : x)
            left.add(term / terms);
        return left;
    case Operation::MeanSquare:
        for (const long double term : x)
            left.add(term * term / terms);
        return left;
    case Operation::Variance:
        for (std::size_t i = 1; i < x.size(); ++i)
            left.add((x[i] - x[0]) * (x[i] - x[0]) / (terms - 1));
        return left;
    }
    qFatal("an operation that the test does not know");
    return left;
}

// To 1e-12 of `size`. What a double cannot hold is as infinite, or as close to 0, as there.
bool agree(long double exact, double found, long double size)
{
    if (std::isnan(exact) || std::isnan(found))
        return std::isnan(exact) && std::isnan(found);
    if (static_cast<double>(exact) == found)
        return true;
    return std::isfinite(found) && std::abs(exact - found) <= std::max(1e-12L * size, 1e-312L);
}

bool same(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

// What is wrong with one form of an explanation, or "".
QString wrongForm(const std::vector<ExplainStep>& steps, double cell, double largest)
{
    std::set<int> used;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const ExplainStep& s = steps[i];
        const bool last = i + 1 == steps.size();
        const auto is = [&](const char* what) {
            return QString("step %1, %2 %3: %4")
                .arg(i + 1)
                .arg(test::text(english(s.name)), test::text(stepText(s, 17)), what);
        };
        const std::string absent = "%" + std::to_string(s.name.args.size() + 1);
        if (s.name.key.empty() || s.name.key.find(absent) != std::string::npos)
            return is("has no whole name");
        const LeftSide left = leftSide(s);
        // The last number is the stage's own; the steps before it have rounding errors of theirs.
        if (!agree(left.value, s.result,
                   last ? std::max<long double>(left.size, largest) : left.size))
            return is("is not what its left side makes");
        if (!agree(left.value, evaluate(s), left.size))
            return is("is evaluated wrongly");
        for (const Operand& operand : s.operands) {
            if (operand.step < 0)
                continue;
            if (operand.step >= static_cast<int>(i))
                return is("takes up a step that is not before it");
            if (!same(operand.value, steps[static_cast<std::size_t>(operand.step)].result))
                return is("takes up another number than that step's result");
            used.insert(operand.step);
        }
        if (stepText(s, 3).empty())
            return is("has no text");
    }
    if (used.size() + 1 != steps.size())
        return "a step leads nowhere";
    if (!same(steps.back().result, cell))
        return "does not end at the cell";
    return {};
}

// "e⁴ / (e⁴ + 1 + e²)" as a number.
double exactValue(const std::string& form)
{
    const QString text = test::text(form);
    const auto power = [](QString term) {
        const QString digits = QString::fromUtf8("⁰¹²³⁴⁵⁶⁷⁸⁹");
        if (term == "1" || term == "e")
            return std::exp(term == "e" ? 1.0 : 0.0);
        QString plain;
        for (const QChar c : term.mid(1))
            plain += digits.contains(c) ? QString::number(digits.indexOf(c)) : QString("-");
        return std::exp(plain.toDouble());
    };
    double below = 0;
    const QStringList sides = text.split(" / ");
    for (const QString& term : sides.at(1).mid(1, sides.at(1).size() - 2).split(" + "))
        below += power(term);
    return power(sides.at(0)) / below;
}

QString wrongCell(const Trace& trace, const Stage& stage, int row, int column, double largest)
{
    const double cell = (*stage.values)(row, column);
    const Explanation e = explain(trace, stage, row, column);
    if (!same(e.value, cell) || e.title.empty())
        return "another value or no title";
    if (e.plain.empty() && e.computer.empty())
        return "no step";
    if (!e.plain.empty())
        if (const QString wrong = wrongForm(e.plain, cell, largest); !wrong.isEmpty())
            return "plain: " + wrong;
    if (!e.computer.empty())
        if (const QString wrong = wrongForm(e.computer, cell, largest); !wrong.isEmpty())
            return "computer: " + wrong;
    if (e.plain.empty() && e.notes.empty())
        return "does not say why there is no plain form";
    if (std::isnan(cell) && e.notes.empty())
        return "does not say why it is NaN";
    if (!e.exact.empty() && std::abs(exactValue(e.exact) - cell) > 1e-12)
        return "the exact form is another number";
    if (explanationText(e, 3).find(e.title) != 0)
        return "no text";
    return {};
}

double largestOf(const Matrix& m)
{
    double largest = 0;
    for (const double x : m.reshaped())
        if (std::isfinite(x))
            largest = std::max(largest, std::abs(x));
    return largest;
}

// Walks every cell of every stage; of stages past 4096 cells every seventh.
QString wrongLine(const Trace& trace)
{
    for (const Stage& stage : trace.stages) {
        const Matrix& m = *stage.values;
        const double largest = largestOf(m);
        for (Eigen::Index i = 0; i<m.size(); i += m.size()> 4096 ? 7 : 1) {
            const int row = static_cast<int>(i / m.cols()), column = static_cast<int>(i % m.cols());
            if (const QString wrong = wrongCell(trace, stage, row, column, largest);
                !wrong.isEmpty())
                return QString("%1 (head %2) row %3, column %4: %5")
                    .arg(test::text(std::string(stageInfo(stage.id).name)))
                    .arg(stage.head)
                    .arg(row + 1)
                    .arg(column + 1)
                    .arg(wrong);
        }
    }
    return {};
}

QStringList lines(const std::vector<ExplainStep>& steps)
{
    QStringList all;
    for (const ExplainStep& s : steps)
        all += QString::fromStdString(english(s.name) + ": " + stepText(s, 3));
    return all;
}

QString notes(const Explanation& e)
{
    QStringList all;
    for (const Message& note : e.notes)
        all += QString::fromStdString(english(note));
    return all.join(" ");
}

Explanation explained(const Scenario& s, StageId id, int row, int column, int head = -1)
{
    const TracePtr trace = run(std::make_shared<const Scenario>(s));
    return explain(*trace, *find(*trace, id, head), row, column);
}

QStringList plain(const Scenario& s, StageId id, int row, int column, int head = -1)
{
    return lines(explained(s, id, row, column, head).plain);
}

constexpr Mistake mistakes[] = {
    Mistake::MaskAfterSoftmax,        Mistake::SoftmaxOverQueries, Mistake::ScaleBySqrtDModel,
    Mistake::ReshapeWithoutTranspose, Mistake::TiledKvHeads,       Mistake::RotatedValues,
    Mistake::NoMaxSubtraction,
};

enum class Around { Nothing, Pre, Post };

// Four query heads on two key/value heads; what is not asked for changes with `number`.
Scenario combined(std::mt19937_64& random, Around around, bool context, PositionKind positions,
                  std::set<Mistake> wrong, int number)
{
    const int n = 3, m = context ? 4 : n, d = 4;
    const bool wider = context && positions != PositionKind::Learned; // its table has one width
    const int d_context = wider ? 5 : d;
    const auto made = [&](int rows, int columns) {
        return share(test::randomMatrix(random, rows, columns));
    };
    const auto maybe = [&](int rows, int columns, int turn) {
        return number % turn == 0 ? made(rows, columns) : nullptr;
    };
    Scenario s = test::scenarioOf(test::randomMatrix(random, n, d));
    s.tokens = {"the", "", "the"};
    s.heads = 4;
    s.kvHeads = 2;
    s.W_q.matrix = made(d, 16);
    s.W_k.matrix = made(d_context, 8);
    s.W_v.matrix = made(d_context, number % 2 == 0 ? 4 : 8);
    s.W_o = Projection{made(4 * valueWidth(s), d)};
    s.b_q = maybe(1, 16, 2);
    s.b_k = maybe(1, 8, 3);
    s.b_v = maybe(1, static_cast<int>(s.W_v.matrix->cols()), 4);
    s.b_o = maybe(1, d, 2);
    if (context)
        s.context = Context{{"c0", "c1", "c2", "c3"}, made(m, d_context)};
    s.positions.kind = positions;
    s.positions.offset = number % 5;
    s.positions.pairing = number % 2 == 0 ? Pairing::Adjacent : Pairing::Halves;
    if (positions == PositionKind::Learned)
        s.positions.table = made(12, d);
    s.scale.kind = static_cast<ScaleKind>(number % 3);
    s.scale.multiplier = 0.7;
    if (number % 3 != 0)
        s.softcap = 1.5;
    s.mask.causal = number % 2 == 0;
    s.mask.bias = maybe(n, m, 3);
    const double fills[] = {-1e9, -infinity, 0, -2.5};
    s.mask.fill = fills[number % 4];
    s.mask.emptyRows = number % 5 == 0 ? EmptyRows::Zeros : EmptyRows::Computed;
    if (number % 4 == 1)
        s.mask.padding = std::vector<bool>(static_cast<std::size_t>(m), number % 8 == 1);
    if (around != Around::Nothing) {
        Block block;
        block.placement = around == Around::Pre ? Placement::Pre : Placement::Post;
        block.norm = number % 2 == 0 ? Norm::LayerNorm : Norm::RmsNorm;
        block.activation = static_cast<Activation>(number % 4);
        block.gamma_1 = maybe(1, d, 2);
        block.beta_1 = maybe(1, d, 3);
        block.gamma_2 = maybe(1, d, 3);
        block.beta_2 = maybe(1, d, 2);
        block.W_1 = made(d, 6);
        block.b_1 = maybe(1, 6, 2);
        block.W_2 = made(6, d);
        block.b_2 = maybe(1, d, 3);
        s.block = block;
    }
    if (number % 2 == 1)
        s.readout = Readout{{"w", "x", "y", "z"}, true, {}};
    s.mistakes = std::move(wrong);
    return s;
}

} // namespace

class TstExplain : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void theMeanOfTheHeadsIsAMean()
    {
        for (const char* name : {"cat-sat-two-heads", "heads-mixed", "abc-causal"}) {
            const TracePtr trace = run(std::make_shared<Scenario>(test::bundled(name)));
            const int heads = trace->scenario->heads;
            const MatrixPtr mean = meanWeights(*trace);
            QCOMPARE(mean->rows(), trace->scenario->tokenCount());
            for (int i = 0; i < mean->rows(); ++i)
                for (int k = 0; k < mean->cols(); ++k) {
                    long double sum = 0;
                    for (int h = 0; h < heads; ++h)
                        sum += (*find(*trace, StageId::Weights, h)->values)(i, k);
                    QVERIFY(std::abs((*mean)(i, k) - static_cast<double>(sum / heads)) < 1e-15);
                    const Explanation e = explainMeanWeight(*trace, i, k);
                    QVERIFY(std::abs(e.value - (*mean)(i, k)) < 1e-15);
                    QCOMPARE(e.plain.back().operands.size(), static_cast<std::size_t>(heads));
                    QVERIFY(!e.notes.empty()); // that it is a mean is said
                }
        }
    }

    void aWeightIsFiveLines()
    {
        // By hand: 2·1 + 0·1 = 2; 2/√2 = 1.414; e^1.414 = 4.113; the sum 22.032; the share 0.187.
        const Explanation e = explained(test::bundled("abc-scaled"), StageId::Weights, 0, 2, 0);
        QCOMPARE(e.title, std::string("weights [A, C]"));
        QCOMPARE(lines(e.plain),
                 (QStringList{"q_A · k_C: 2·1 + 0·1 = 2", "÷ √2: 2 / 1.414 = 1.414",
                              "e^: e^1.414 = 4.113", "row sum: 16.919 + 1 + 4.113 = 22.032",
                              "share: 4.113 / 22.032 = 0.187"}));
        QCOMPARE(
            lines(e.computer),
            (QStringList{"largest score: max(2.828, 0, 1.414) = 2.828",
                         "score − largest: 1.414 − 2.828 = −1.414", "e^: e^(−1.414) = 0.243",
                         "row sum: 1 + 0.059 + 0.243 = 1.302", "share: 0.243 / 1.302 = 0.187"}));
        QVERIFY(e.exact.empty()); // 1.414 is no whole number
        QVERIFY(explanationText(e, 3).starts_with(
            "weights [A, C] = 0.187\nq_A · k_C = 2·1 + 0·1 = 2\n÷ √2:  2 / 1.414 = 1.414\n"));
    }

    void wholeScoresHaveAnExactForm()
    {
        QCOMPARE(explained(test::bundled("abc-unscaled"), StageId::Weights, 0, 0, 0).exact,
                 std::string("e⁴ / (e⁴ + 1 + e²)"));
        QCOMPARE(explained(test::bundled("opposite-vectors"), StageId::Weights, 0, 1, 0).exact,
                 std::string("e⁻¹ / (e + e⁻¹ + 1)"));
        Scenario s = test::bundled("abc-unscaled");
        s.mask.causal = true; // the fill vanishes, unless it is 0 by mistake: e⁰ counts
        QCOMPARE(explained(s, StageId::Weights, 1, 1, 0).exact, std::string("e⁴ / (1 + e⁴)"));
        s.mask.fill = 0;
        QCOMPARE(explained(s, StageId::Weights, 1, 1, 0).exact, std::string("e⁴ / (1 + e⁴ + 1)"));
    }

    void equalAndEmptyLabelsAreToldApart()
    {
        Scenario s = test::scenarioOf(test::matrix({{1, 0}, {0, 1}, {1, 1}}));
        s.tokens = {"the", "", "the"};
        QCOMPARE(plain(s, StageId::Scores, 2, 1, 0), QStringList("q_the₂ · k_2: 1·0 + 1·1 = 1"));
        QCOMPARE(plain(s, StageId::Scores, 0, 0, 0), QStringList("q_the · k_the: 1·1 + 0·0 = 1"));
        s.tokens = {"a\nb", std::string(100, 'x'), "%1"};
        QCOMPARE(plain(s, StageId::Scores, 0, 2, 0), QStringList("q_a␊b · k_%1: 1·1 + 0·1 = 1"));
        QVERIFY(plain(s, StageId::Scores, 1, 1, 0)[0].size() < 100);
    }

    void blockedKeysSayTheirFill()
    {
        const Explanation masked =
            explained(test::bundled("abc-causal"), StageId::MaskedScores, 0, 2, 0);
        QCOMPARE(masked.plain.size(), 1u);
        QVERIFY(masked.plain[0].operation == Operation::Fill);
        QCOMPARE(masked.plain[0].result, -1e9);
        const Explanation weight =
            explained(test::bundled("cat-sat-causal"), StageId::Weights, 0, 2, 0);
        QCOMPARE(weight.plain.back().result, 0.0);
        QVERIFY(weight.exact.empty());
    }

    void rowsWithoutAnyKeyAreExplained()
    {
        Scenario s = test::bundled("blocked-row");
        QVERIFY(!explained(s, StageId::Weights, 0, 0, 0).notes.empty());
        s.mask.emptyRows = EmptyRows::Zeros;
        const Explanation zeros = explained(s, StageId::Weights, 0, 0, 0);
        QCOMPARE(zeros.plain.size(), 1u);
        QCOMPARE(zeros.plain[0].result, 0.0);
        s.mask.emptyRows = EmptyRows::Computed;
        s.mask.fill = -infinity;
        const Explanation nan = explained(s, StageId::Weights, 0, 0, 0);
        QVERIFY(std::isnan(nan.plain.back().result));
        QVERIFY2(notes(nan).contains("0 / 0 has no answer"), qPrintable(notes(nan)));
        const Explanation after = explained(s, StageId::HeadOutput, 0, 0, 0);
        QVERIFY2(notes(after).contains("goes in is NaN"), qPrintable(notes(after)));
    }

    // e^2000 is no double: only the form with the maximum subtracted reaches the cell.
    void hugeScoresKeepTheComputersForm()
    {
        Scenario s = test::scenarioOf(test::matrix({{40, 0}, {0, 50}}));
        s.scale.kind = ScaleKind::None;
        const Explanation e = explained(s, StageId::Weights, 1, 1, 0);
        QVERIFY(e.plain.empty());
        QCOMPARE(e.computer.back().result, 1.0);
        QVERIFY(notes(e).contains("no number a computer holds"));

        s.mistakes = {Mistake::NoMaxSubtraction}; // then it is the plain form that is computed
        const Explanation wrong = explained(s, StageId::Weights, 1, 1, 0);
        QVERIFY(wrong.computer.empty());
        QCOMPARE(lines(wrong.plain), (QStringList{"q_B · k_B: 0·0 + 50·50 = 2500", "e^: e^2500 = ∞",
                                                  "row sum: 1 + ∞ = ∞", "share: ∞ / ∞ = NaN"}));
        QVERIFY2(notes(wrong).contains("e^ is past the largest number") &&
                     notes(wrong).contains("∞ / ∞") &&
                     notes(wrong).contains("not subtracted first"),
                 qPrintable(notes(wrong)));
    }

    void numbersThatOverflowSaySo()
    {
        const Scenario s = test::scenarioOf(test::matrix({{1e200, 1}, {1, 1e200}}));
        const Explanation score = explained(s, StageId::Scores, 0, 0, 0);
        QVERIFY(std::isinf(score.value));
        QVERIFY2(notes(score).contains("q_A · k_A is past the largest"), qPrintable(notes(score)));
        const Scenario apart = test::scenarioOf(test::matrix({{1e200, 0}, {0, 1e200}}));
        const Explanation weight = explained(apart, StageId::Weights, 0, 1, 0);
        QVERIFY(std::isnan(weight.value) && weight.plain.empty());
        QVERIFY2(notes(weight).contains("The largest score is infinite"),
                 qPrintable(notes(weight)));
    }

    void longSumsAreCutInTheMiddle()
    {
        const Explanation e =
            explained(test::bundled("sixty-four-words"), StageId::Scores, 3, 2, 0);
        QCOMPARE(e.plain[0].operands.size(), 16u); // 8 columns: written out whole
        const Explanation q = explained(test::bundled("sixty-four-words"), StageId::Queries, 3, 2);
        const std::string text = stepText(q.plain[0], 2);
        QVERIFY(text.find("…") != std::string::npos);
        QVERIFY(text.size() < 200);
    }

    void whatIsCutIsCounted()
    {
        ExplainStep sum;
        sum.operation = Operation::Sum;
        for (int i = 1; i <= 8; ++i)
            sum.operands.push_back({static_cast<double>(i)});
        sum.result = 36;
        QCOMPARE(stepText(sum, 3), std::string("1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 = 36"));
        sum.operands.push_back({9});
        sum.result = 45;
        QCOMPARE(stepText(sum, 3), std::string("1 + 2 + 3 + 4 + … 1 more … + 6 + 7 + 8 + 9 = 45"));
        std::size_t leftOut = 0;
        for (const TextPiece& piece : stepPieces(sum, 3))
            leftOut += piece.leftOut;
        QCOMPARE(leftOut, std::size_t(1));
        // Of a row of 64 weights, the eight at its ends are written.
        const Explanation e =
            explained(test::bundled("sixty-four-words"), StageId::Weights, 3, 2, 0);
        for (const ExplainStep& step : e.computer)
            if (step.operands.size() == 64)
                QVERIFY(stepText(step, 3).find("… 56 more …") != std::string::npos);
    }

    void exactFormsOfOddRows()
    {
        const auto weight = [](const Scenario& s, int row, int column) {
            return explained(s, StageId::Weights, row, column, 0).exact;
        };
        // One column: the scores are the products x_i x_j.
        const auto column = [](std::initializer_list<double> numbers) {
            Matrix X(static_cast<Eigen::Index>(numbers.size()), 1);
            Eigen::Index row = 0;
            for (const double number : numbers)
                X(row++, 0) = number;
            return test::scenarioOf(X);
        };
        QCOMPARE(weight(column({1, -12}), 0, 1), std::string("e⁻¹² / (e + e⁻¹²)"));
        QCOMPARE(weight(column({1, 2, 3, 4, 5, 6}), 0, 5),
                 std::string("e⁶ / (e + e² + e³ + e⁴ + e⁵ + e⁶)"));
        QVERIFY(weight(column({1, 2, 3, 4, 5, 6, 7}), 0, 5).empty()); // no longer one line
        QVERIFY(weight(column({1, 2.5}), 0, 0).empty());
        QVERIFY(weight(column({10, 20}), 0, 0).empty()); // e¹⁰⁰ is no number to look at
        QVERIFY(weight(column({2}), 0, 0).empty());      // e⁴ / (e⁴): one key alone
        // Divided by √4 they are whole again, and negative infinity takes no part.
        Scenario four = test::scenarioOf(test::matrix({{2, 0, 0, 0}, {0, 2, 0, 0}}));
        four.scale.kind = ScaleKind::InverseSqrtDk;
        QCOMPARE(weight(four, 0, 0), std::string("e² / (e² + 1)"));
        Scenario masked = column({1, 2, 3});
        masked.mask.causal = true;
        masked.mask.fill = -std::numeric_limits<double>::infinity();
        QCOMPARE(weight(masked, 1, 0), std::string("e² / (e² + e⁴)"));
        QVERIFY(weight(masked, 1, 2).empty()); // blocked: 0 and nothing to divide
    }

    // What is small is not nothing: two digits, where the decimals show none or one.
    void smallPowersKeepTwoDigits()
    {
        Scenario s = test::scenarioOf(test::matrix({{3, 0}, {0, 2}, {-3, 0}}));
        s.scale.kind = ScaleKind::None;
        const QStringList computer = lines(explained(s, StageId::Weights, 0, 2, 0).computer);
        // e^-9 = 0.0001234, e^-18 = 1.523e-8
        QCOMPARE(computer[2], QString("e^: e^(−18) = 1.5e-8"));
        QCOMPARE(computer[3], QString("row sum: 1 + 0.00012 + 1.5e-8 = 1.000"));
        QCOMPARE(computer[4], QString("share: 1.5e-8 / 1.000 = 1.5e-8"));
        const Explanation e = explained(s, StageId::Weights, 0, 2, 0);
        QCOMPARE(test::text(stepText(e.computer[3], 0)), QString("1 + 0 + 0 = 1"));
        QCOMPARE(test::text(stepText(e.computer[3], 6)),
                 QString("1 + 0.000123 + 1.5e-8 = 1.000123"));
    }

    void positionsAreSinesAndCosines()
    {
        // Third column of four, so i = 1: 10000^(2/4) = 100, and 3 / 100 = 0.03.
        Scenario s = test::scenarioOf(test::matrix({{1, 0, 0, 0}, {0, 1, 2, 0}}));
        s.positions.kind = PositionKind::Sinusoidal;
        s.positions.offset = 2;
        QCOMPARE(plain(s, StageId::PositionEncoding, 1, 2),
                 (QStringList{"2i / d: 2 / 4 = 0.500", "base^(2i/d): 10000^0.500 = 100",
                              "angle = position / base^(2i/d): 3 / 100 = 0.030",
                              "even column: sine of the angle: sin(0.030) = 0.030"}));
        QCOMPARE(plain(s, StageId::PositionEncoding, 0, 1).last(),
                 QString("odd column: cosine of the angle: cos(2) = −0.416"));
        QCOMPARE(plain(s, StageId::Input, 1, 2),
                 QStringList("given + position: 2 + 0.030 = 2.030"));
        // Queries are made of X with the positions in it.
        QCOMPARE(explained(s, StageId::Queries, 1, 2).plain.back().operands[0].value,
                 2 + std::sin(0.03));

        s.positions.kind = PositionKind::Learned;
        s.positions.table = share(
            test::matrix({{9, 9, 9, 9}, {9, 9, 9, 9}, {9, 9, 9, 9}, {1, 2, 3, 4}, {9, 9, 9, 9}}));
        QCOMPARE(plain(s, StageId::PositionEncoding, 1, 2),
                 QStringList("the table's row for position 3: 3"));
    }

    void ropeTurnsPairs()
    {
        Scenario s = test::scenarioOf(test::matrix({{1, 2, 3, 4}, {5, 6, 7, 8}}));
        s.positions.kind = PositionKind::Rope;
        s.positions.pairing = Pairing::Halves; // columns 2 and 4 at 10000^(-2/4)
        const Explanation e = explained(s, StageId::RotatedKeys, 1, 1, 0);
        QCOMPARE(lines(e.plain),
                 (QStringList{"−2p / d: −2 / 4 = −0.500", "base^(−2p/d): 10000^(−0.500) = 0.010",
                              "angle = position · base^(−2p/d): 1 · 0.010 = 0.010",
                              "cosine of the angle: cos(0.010) = 1.000",
                              "sine of the angle: sin(0.010) = 0.010",
                              "a·cos − b·sin: 6·1.000 − 8·0.010 = 5.920"}));
        QVERIFY(notes(e).contains("columns 2 and 4"));
        QCOMPARE(plain(s, StageId::RotatedQueries, 1, 3, 0).last(),
                 QString("a·sin + b·cos: 6·0.010 + 8·1.000 = 8.060"));
        QVERIFY(plain(s, StageId::Scores, 0, 1, 0)[0].startsWith("turned q_A · turned k_B: 1·"));
        s.mistakes = {Mistake::RotatedValues};
        QVERIFY(notes(explained(s, StageId::RotatedValues, 1, 1, 0)).contains("a mistake"));
        const Explanation out = explained(s, StageId::HeadOutput, 1, 1, 0);
        QVERIFY(notes(out).contains("turned as well"));
        // The second factor of the second pair is the turned value of key B.
        QVERIFY(std::abs(out.plain[0].operands[3].value - (6 * std::cos(.01) - 8 * std::sin(.01))) <
                1e-12);
    }

    void scoresAreScaledCappedAndBiased()
    {
        Scenario s = test::scenarioOf(test::matrix({{2, 0}, {0, 1}}));
        s.scale = {ScaleKind::Custom, 0.375};
        s.softcap = 1.5;
        s.mask.bias = share(test::matrix({{-0.25, 0}, {0, 0}}));
        QCOMPARE(
            plain(s, StageId::MaskedScores, 0, 0, 0),
            (QStringList{"q_A · k_A: 2·2 + 0·0 = 4", "× scale: 4 · 0.375 = 1.500",
                         "÷ softcap: 1.500 / 1.5 = 1", "tanh: tanh(1) = 0.762",
                         "× softcap: 1.5 · 0.762 = 1.142", "+ bias: 1.142 + (−0.250) = 0.892"}));
        QCOMPARE(plain(s, StageId::CappedScores, 0, 0, 0).size(), 5);
        QCOMPARE(plain(s, StageId::ScaledScores, 0, 0, 0).size(), 2);
    }

    void projectionsHaveBiases()
    {
        Scenario s = test::scenarioOf(test::matrix({{1, 2}, {3, 4}}));
        s.W_q.matrix = share(test::matrix({{5}, {6}}));
        s.W_k.matrix = share(test::matrix({{7}, {8}}));
        s.b_q = share(test::matrix({{-0.5}}));
        s.b_v = share(test::matrix({{10, 20}}));
        QCOMPARE(plain(s, StageId::Queries, 0, 0),
                 (QStringList{"row of X · column 1 of W_q: 1·5 + 2·6 = 17",
                              "+ b_q: 17 + (−0.500) = 16.500"}));
        QCOMPARE(plain(s, StageId::Values, 1, 1),
                 (QStringList{"the same as in X: 4", "+ b_v: 4 + 20 = 24"}));
        s.context = Context{{"c"}, share(test::matrix({{3, 5}}))};
        QVERIFY(plain(s, StageId::Keys, 0, 0)[0].endsWith(": 3·7 + 5·8 = 61"));
        QCOMPARE(plain(s, StageId::Scores, 1, 0, 0),
                 QStringList("q_B · k_c: 38.500·61 = 2348.500"));
        QCOMPARE(plain(s, StageId::Context, 0, 1), QStringList("given: 5"));
    }

    void headsSayWhichColumnTheyTake()
    {
        Scenario s = test::scenarioOf(test::matrix({{1, 2, 3, 4}, {5, 6, 7, 8}}));
        s.heads = 4;
        s.kvHeads = 2;
        s.W_k.matrix = share(test::matrix({{1, 0}, {0, 1}, {0, 0}, {0, 0}}));
        s.W_v.matrix = s.W_k.matrix;
        QCOMPARE(plain(s, StageId::HeadQueries, 1, 0, 2),
                 (QStringList{"the same as in X: 7", "column 3 of Q: 7"}));
        const Explanation key = explained(s, StageId::HeadKeys, 1, 0, 2);
        QCOMPARE(lines(key.plain).last(), QString("column 2 of K: 6"));
        QVERIFY2(notes(key).contains("Query head 3 reads key/value head 2 of 2"),
                 qPrintable(notes(key)));
        s.mistakes = {Mistake::TiledKvHeads};
        const Explanation tiled = explained(s, StageId::HeadKeys, 1, 0, 2);
        QCOMPARE(lines(tiled.plain).last(), QString("column 1 of K: 5"));
        QVERIFY2(notes(tiled).contains("reads key/value head 1 (a mistake") &&
                     notes(tiled).contains("its own group's is 2"),
                 qPrintable(notes(tiled)));

        // 1 2 3 4 5 6 7 8 cut into four heads of two rows: head 3 holds 5 and 6.
        s.mistakes = {Mistake::ReshapeWithoutTranspose};
        const Explanation mixed = explained(s, StageId::HeadQueries, 0, 0, 2);
        QCOMPARE(lines(mixed.plain),
                 (QStringList{"the same as in X: 5", "row 2, column 1 of Q: 5"}));
        QVERIFY2(notes(mixed).contains("the place due is row 1, column 3"),
                 qPrintable(notes(mixed)));
        QVERIFY(notes(explained(s, StageId::Concatenated, 0, 0)).contains("mixed"));
    }

    // A number that is only taken over is told by the arithmetic of what it is the same as.
    void whatIsTakenOverIsFollowed()
    {
        const Scenario abc = test::bundled("abc-unscaled");
        const QStringList head = plain(abc, StageId::HeadOutput, 0, 0, 0);
        QVERIFY2(head.size() == 1 && head[0].contains(QString::fromUtf8("·2 + ")),
                 qPrintable(head.join("|")));
        QCOMPARE(plain(abc, StageId::Concatenated, 0, 0), head);
        QCOMPARE(plain(abc, StageId::Output, 0, 0), head);

        const Scenario two = test::bundled("cat-sat-two-heads");
        QStringList second = plain(two, StageId::HeadOutput, 1, 1, 1);
        second += "column 2 of head 2: " + second.last().section(" = ", -1);
        QCOMPARE(plain(two, StageId::Output, 1, 3), second);

        // What goes into an identity, and what comes out of a block.
        Scenario placed = test::scenarioOf(test::matrix({{1, 2}, {3, 4}}));
        placed.positions.kind = PositionKind::Learned;
        placed.positions.table = share(test::matrix({{10, 20}, {30, 40}}));
        QCOMPARE(plain(placed, StageId::Queries, 1, 0),
                 (QStringList{"given + position: 3 + 30 = 33",
                              QString::fromUtf8("the same as in X′: 33")}));
        const Scenario block = test::bundled("block-pre");
        const QStringList last = plain(block, StageId::BlockOutput, 0, 0);
        QCOMPARE(last.mid(0, last.size() - 1), plain(block, StageId::Residual2, 0, 0));
    }

    void mistakesOfTheSoftmaxAreSaid()
    {
        Scenario s = test::bundled("abc-unscaled");
        s.mask.causal = true;
        s.mistakes = {Mistake::MaskAfterSoftmax};
        const Explanation late = explained(s, StageId::Weights, 0, 2, 0);
        QCOMPARE(lines(late.plain).last(),
                 QString("blocked, so set to 0 after the softmax: 0.117 → 0"));
        QCOMPARE(lines(late.computer).last(), lines(late.plain).last());
        QCOMPARE(plain(s, StageId::MaskedScores, 0, 2, 0), QStringList("q_A · k_C: 2·1 + 0·1 = 2"));

        s.mask.causal = false;
        s.mistakes = {Mistake::SoftmaxOverQueries};
        const Explanation down = explained(s, StageId::Weights, 2, 0, 0); // column 4, 0, 2
        QVERIFY(lines(down.plain).contains("column sum: 54.598 + 1 + 7.389 = 62.987"));
        QVERIFY(notes(down).contains("the columns add to 1"));

        s = test::bundled("abc-scaled");
        s.heads = 2;
        s.mistakes = {Mistake::ScaleBySqrtDModel};
        const Explanation scaled = explained(s, StageId::ScaledScores, 0, 2, 0);
        QCOMPARE(lines(scaled.plain).last(), QString("÷ √2: 2 / 1.414 = 1.414"));
        QVERIFY(notes(scaled).contains("√d_k is √1"));
    }

    void aBlockIsNormsSumsAndAnMlp()
    {
        Scenario s = test::scenarioOf(test::matrix({{1, 3}, {2, -2}}));
        Block block;
        block.epsilon = 0.25;
        block.gamma_1 = share(test::matrix({{2, 1}}));
        block.beta_1 = share(test::matrix({{0.5, 0}}));
        block.W_1 = share(test::matrix({{1, 1}, {0, 1}}));
        block.b_1 = share(test::matrix({{0.5, 0}}));
        block.W_2 = share(test::matrix({{1, 0}, {0, 1}}));
        s.block = block;
        // Mean 2, variance 1, √1.25 = 1.118, −1 / 1.118 = −0.894.
        QCOMPARE(plain(s, StageId::Norm1, 0, 0),
                 (QStringList{
                     "mean of the row: (1 + 3) / 2 = 2", "variance: ((1 − 2)² + (3 − 2)²) / 2 = 1",
                     "+ ε: 1 + 0.25 = 1.250", "root: √1.250 = 1.118", "x − mean: 1 − 2 = −1",
                     "(x − mean) / root: −1 / 1.118 = −0.894", "× gamma_1: −0.894 · 2 = −1.789",
                     "+ beta_1: −1.789 + 0.500 = −1.289"}));
        s.block->norm = Norm::RmsNorm;
        QCOMPARE(plain(s, StageId::Norm1, 1, 1),
                 (QStringList{"mean square: (2² + (−2)²) / 2 = 4", "+ ε: 4 + 0.25 = 4.250",
                              "root: √4.250 = 2.062", "x / root: −2 / 2.062 = −0.970",
                              "× gamma_1: −0.970 · 1 = −0.970", "+ beta_1: −0.970 + 0 = −0.970"}));

        // After the norm, the block's own order: x + attention, then its norm, or the other way.
        const TracePtr pre = run(std::make_shared<const Scenario>(s));
        const auto operand = [](const Trace& trace, StageId id, std::size_t i) {
            return explain(trace, *find(trace, id), 1, 1).plain[0].operands[i].value;
        };
        QCOMPARE(operand(*pre, StageId::Residual1, 0), -2.0);
        QCOMPARE(operand(*pre, StageId::Residual1, 1), test::values(*pre, StageId::Output)(1, 1));
        QCOMPARE(operand(*pre, StageId::Residual2, 0),
                 test::values(*pre, StageId::Residual1)(1, 1));
        s.block->placement = Placement::Post;
        const TracePtr post = run(std::make_shared<const Scenario>(s));
        QCOMPARE(operand(*post, StageId::Residual2, 0), test::values(*post, StageId::Norm1)(1, 1));
        QCOMPARE(
            explain(*post, *find(*post, StageId::BlockOutput), 1, 1).plain.back().operands[0].value,
            test::values(*post, StageId::Norm2)(1, 1));
        QCOMPARE(operand(*post, StageId::MlpHidden, 0), test::values(*post, StageId::Norm1)(1, 0));
    }

    void activationsAreWrittenOut_data()
    {
        QTest::addColumn<int>("activation");
        QTest::addColumn<double>("bias");
        QTest::addColumn<QStringList>("expected");
        // The MLP reads (1, −1), the norm of any two numbers of which the first is the larger, and
        // W_1 takes the first; so x = 1 + bias.
        QTest::newRow("relu") << int(Activation::Relu) << -3.0
                              << QStringList{"ReLU: max(0, x): max(0, −2) = 0"};
        QTest::newRow("silu") << int(Activation::Silu) << 1.0
                              << QStringList{"e^−x: e^−2 = 0.135", "1 + e^−x: 1 + 0.135 = 1.135",
                                             "SiLU: x / (1 + e^−x): 2 / 1.135 = 1.762"};
        QTest::newRow("silu of a negative")
            << int(Activation::Silu) << -2.0
            << QStringList{"e^−x: e^−(−1) = 2.718", "1 + e^−x: 1 + 2.718 = 3.718",
                           "SiLU: x / (1 + e^−x): −1 / 3.718 = −0.269"};
        QTest::newRow("gelu") << int(Activation::Gelu) << 1.0
                              << QStringList{"x / √2: 2 / 1.414 = 1.414",
                                             "erf(x / √2): erf(1.414) = 0.954",
                                             "1 + erf: 1 + 0.954 = 1.954",
                                             "GELU: 0.5 · x · (1 + erf): 0.5 · 2 · 1.954 = 1.954"};
        QTest::newRow("gelu_tanh")
            << int(Activation::GeluTanh) << 1.0
            << QStringList{"x³: 2³ = 8",
                           "0.044715 · x³: 0.044715 · 8 = 0.358",
                           "x + 0.044715 · x³: 2 + 0.358 = 2.358",
                           "× √(2/π): 0.798 · 2.358 = 1.881",
                           "tanh: tanh(1.881) = 0.955",
                           "1 + tanh: 1 + 0.955 = 1.955",
                           "GELU: 0.5 · x · (1 + tanh): 0.5 · 2 · 1.955 = 1.955"};
    }

    void activationsAreWrittenOut()
    {
        QFETCH(int, activation);
        QFETCH(double, bias);
        QFETCH(QStringList, expected);
        Scenario s = test::scenarioOf(test::matrix({{3, 1}}));
        Block block;
        block.epsilon = 0;
        block.W_1 = share(test::matrix({{1}, {0}}));
        block.b_1 = share(test::matrix({{bias}}));
        block.W_2 = share(test::matrix({{1, 1}}));
        block.activation = static_cast<Activation>(activation);
        s.block = block;
        const QStringList found = plain(s, StageId::MlpHidden, 0, 0);
        QVERIFY(found.size() > 2 && found[0].endsWith("1·1 + (−1)·0 = 1"));
        QVERIFY(found[1].startsWith("+ b_1: 1 + "));
        QCOMPARE(found.mid(2), expected);
    }

    void probabilitiesAreTheLastStageOrItsSoftmax()
    {
        Scenario s = test::bundled("abc-unscaled");
        s.readout = Readout{{"x", "y"}, false, {}};
        const double last = test::outputOf(s)(1, 1);
        const Explanation copy = explained(s, StageId::Probabilities, 1, 1);
        QCOMPARE(copy.plain.size(), 2u); // the output's arithmetic, and that it is taken over
        QCOMPARE(copy.plain[0].result, last);
        QCOMPARE(copy.plain[1].operands[0].value, last);
        s.readout->logits = true;
        const Explanation share = explained(s, StageId::Probabilities, 1, 1);
        QCOMPARE(share.plain[0].operands[0].value, last);
        QCOMPARE(share.plain.size(), 4u);
        QCOMPARE(share.computer.size(), 5u);
        QVERIFY(share.value > 0.5 && share.value < 1);
    }

    void everyCellOfEveryExample_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString& path : test::bundledScenarios())
            QTest::newRow(qPrintable(QFileInfo(path).completeBaseName()))
                << QFileInfo(path).completeBaseName();
    }

    void everyCellOfEveryExample()
    {
        QFETCH(QString, name);
        const TracePtr trace = run(std::make_shared<const Scenario>(test::bundled(name)));
        QCOMPARE(wrongLine(*trace), QString());
    }

    void everyCellOfEveryReferenceCase_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString& name : test::goldenNames())
            QTest::newRow(qPrintable(name)) << name;
    }

    void everyCellOfEveryReferenceCase()
    {
        QFETCH(QString, name);
        const TracePtr trace = run(std::make_shared<const Scenario>(test::goldenScenario(name)));
        QCOMPARE(wrongLine(*trace), QString());
    }

    void everyCellOfRandomScenarios()
    {
        std::mt19937_64 random(17);
        for (int i = 0; i < 200; ++i) {
            const TracePtr trace =
                run(std::make_shared<const Scenario>(test::randomScenario(random, 6)));
            QCOMPARE(wrongLine(*trace), QString());
        }
    }

    // Every mistake alone and all together, in every kind of block, with every kind of position.
    void everyCellOfEveryCombination()
    {
        std::mt19937_64 random(18);
        std::vector<std::set<Mistake>> sets = {{}, {std::begin(mistakes), std::end(mistakes)}};
        for (const Mistake mistake : mistakes)
            sets.push_back({mistake});
        int number = 0;
        std::set<StageId> seen;
        for (const Around around : {Around::Nothing, Around::Pre, Around::Post})
            for (const bool context : {false, true})
                for (const PositionKind positions : {PositionKind::None, PositionKind::Sinusoidal,
                                                     PositionKind::Learned, PositionKind::Rope})
                    for (const std::set<Mistake>& wrong : sets) {
                        const Scenario s =
                            combined(random, around, context, positions, wrong, ++number);
                        const auto problem = validate(s);
                        QVERIFY2(!problem, problem ? english(*problem).c_str() : "");
                        const TracePtr trace = run(std::make_shared<const Scenario>(s));
                        QVERIFY2(
                            wrongLine(*trace).isEmpty(),
                            qPrintable(
                                QString("scenario %1: %2").arg(number).arg(wrongLine(*trace))));
                        for (const Stage& stage : trace->stages)
                            seen.insert(stage.id);
                    }
        QCOMPARE(seen.size(), stageTable().size());
    }
};

ATTENTION_TEST(TstExplain)
#include "tst_explain.moc"
