// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/gradients.h"
#include "core/attention/mistakes.h"
#include "core/attention/run.h"
#include "tests/core/core_support.h"
#include "tests/support/golden.h"
#include "tests/support/plain_reference.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <limits>
#include <map>

using namespace attention;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// A number of a trace that derivatives are taken of.
struct Cell {
    StageId id;
    int head, row, column;
};

QString nameOf(const Cell& cell)
{
    return QString("%1,%2:%3,%4")
        .arg(QString::fromStdString(std::string(stageInfo(cell.id).name)))
        .arg(cell.head)
        .arg(cell.row)
        .arg(cell.column);
}

double at(const Trace& trace, const Cell& cell)
{
    return test::values(trace, cell.id, cell.head)(cell.row, cell.column);
}

TracePtr traceOf(const Scenario& scenario)
{
    return run(std::make_shared<Scenario>(scenario));
}

std::vector<Gradient> gradientsOf(const Trace& trace, const Cell& cell)
{
    return gradients(trace, *find(trace, cell.id, cell.head), cell.row, cell.column);
}

const Matrix& gradient(const std::vector<Gradient>& all, std::string_view id, int head = -1)
{
    for (const Gradient& one : all)
        if (one.id == id && one.head == head)
            return one.values;
    qFatal("no gradient by %s", std::string(id).c_str());
}

bool isNan(const Matrix& m)
{
    return m.array().isNaN().any();
}

// One cell of every stage, and two more of the last.
std::vector<Cell> someCells(const Trace& trace, std::mt19937_64& random)
{
    std::vector<Cell> cells;
    const auto choose = [&](const Stage& stage) {
        const auto below = [&](Eigen::Index end) {
            return static_cast<int>(random() % static_cast<std::uint64_t>(end));
        };
        const int row = below(stage.values->rows());
        cells.push_back({stage.id, stage.head, row, below(stage.values->cols())});
    };
    for (const Stage& stage : trace.stages)
        choose(stage);
    choose(trace.stages.back());
    choose(trace.stages.back());
    return cells;
}

// The rows that attention reads: X, with positions added, normalised in a pre-LN block.
const Matrix& queryRows(const Trace& trace)
{
    const Scenario& s = *trace.scenario;
    if (s.block && s.block->placement == Placement::Pre)
        return test::values(trace, StageId::Norm1);
    const bool added = find(trace, StageId::Input) != nullptr;
    return test::values(trace, added ? StageId::Input : StageId::Embeddings);
}

const Matrix& keyRows(const Trace& trace)
{
    if (!trace.scenario->context)
        return queryRows(trace);
    const bool added = find(trace, StageId::ContextInput) != nullptr;
    return test::values(trace, added ? StageId::ContextInput : StageId::Context);
}

// What an entry of a field does to each of the cells, by central differences: a matrix a cell.
// With a step h the formula is wrong by about f'''·h²/6, and rounding adds 1e-16·|f|/h: a step of
// 1e-5 keeps both near 1e-10 where the numbers are about 1.
struct Differences {
    std::vector<Matrix> values;
    std::vector<Matrix> noise; // how far rounding may carry them
};

Differences differences(const Scenario& scenario, MatrixField field, const Matrix& start,
                        const std::vector<Cell>& cells)
{
    Differences result;
    for (std::size_t c = 0; c < cells.size(); ++c) {
        result.values.emplace_back(start.rows(), start.cols());
        result.noise.emplace_back(start.rows(), start.cols());
    }
    Scenario changed = scenario;
    for (Eigen::Index i = 0; i < start.size(); ++i) {
        const double x = start.data()[i];
        const double step = 1e-5 * std::max(1.0, std::abs(x));
        TracePtr traces[2];
        for (const int side : {0, 1}) {
            Matrix m = start;
            m.data()[i] = side == 0 ? x - step : x + step;
            *matrixIn(changed, field) = share(std::move(m));
            traces[side] = traceOf(changed);
        }
        for (std::size_t c = 0; c < cells.size(); ++c) {
            const double below = at(*traces[0], cells[c]), above = at(*traces[1], cells[c]);
            const double width = (x + step) - (x - step);
            result.values[c].data()[i] = (above - below) / width;
            result.noise[c].data()[i] = above == below ? 0 : 1e-14 * std::abs(above) / width;
        }
    }
    return result;
}

// "" when they agree, else where they do not.
QString disagreement(const Matrix& found, const Matrix& expected, const Matrix& noise,
                     double tolerance)
{
    if (found.rows() != expected.rows() || found.cols() != expected.cols())
        return QString("shape (%1, %2)").arg(found.rows()).arg(found.cols());
    for (Eigen::Index i = 0; i < found.rows(); ++i)
        for (Eigen::Index j = 0; j < found.cols(); ++j)
            if (!(std::abs(found(i, j) - expected(i, j)) <= tolerance + noise(i, j)))
                return QString("row %1, column %2: %3, by differences %4")
                    .arg(i)
                    .arg(j)
                    .arg(found(i, j), 0, 'g', 10)
                    .arg(expected(i, j), 0, 'g', 10);
    return {};
}

struct Field {
    MatrixField field;
    std::string_view id;
};
constexpr Field fields[] = {
    {MatrixField::X, "embeddings"}, {MatrixField::ContextX, "context"}, {MatrixField::W_q, "W_q"},
    {MatrixField::W_k, "W_k"},      {MatrixField::W_v, "W_v"},          {MatrixField::W_o, "W_o"},
    {MatrixField::b_q, "b_q"},      {MatrixField::b_k, "b_k"},          {MatrixField::b_v, "b_v"},
    {MatrixField::b_o, "b_o"},
};

// The slope of the soft cap at each score of a head, 1 without one: 1 − tanh² = 4/(eˣ + e⁻ˣ)².
Matrix capSlope(const Trace& trace, int head)
{
    const Matrix& scaled = test::values(trace, StageId::ScaledScores, head);
    Matrix slope = Matrix::Ones(scaled.rows(), scaled.cols());
    if (const auto cap = trace.scenario->softcap)
        for (Eigen::Index i = 0; i < slope.size(); ++i) {
            const double x = scaled.data()[i] / *cap;
            slope.data()[i] = 4 / std::pow(std::exp(x) + std::exp(-x), 2);
        }
    return slope;
}

// Any of the format's parts together: small numbers, no more tokens than columns.
class Mixed {
public:
    explicit Mixed(std::mt19937_64& random)
        : m_random(random)
    {
    }

    Scenario scenario()
    {
        const int n = between(1, 4), d = between(n, 6);
        s = test::scenarioOf(matrix(n, d));
        if (chance(0.3)) {
            s.context.emplace();
            const int m = between(1, 5);
            s.context->X = share(matrix(m, chance(0.5) ? d : between(1, 6)));
            s.context->tokens.resize(static_cast<std::size_t>(m), "c");
        }
        widths(d);
        if (chance(0.3))
            s.scale = {chance(0.5) ? ScaleKind::None : ScaleKind::Custom, 0.7};
        if (chance(0.3))
            s.softcap = 1.5;
        mask();
        positions(d);
        if (s.W_o && chance(0.6))
            block(d);
        if (chance(0.3)) {
            s.readout.emplace();
            s.readout->logits = chance(0.7);
        }
        for (const MistakeInfo& info : mistakeTable())
            if (chance(0.15) && (info.mistake != Mistake::RotatedValues || valueWidth(s) % 2 == 0))
                s.mistakes.insert(info.mistake);
        return s;
    }

private:
    bool chance(double probability) { return std::bernoulli_distribution(probability)(m_random); }
    int between(int low, int high)
    {
        return std::uniform_int_distribution<int>(low, high)(m_random);
    }
    Matrix matrix(Eigen::Index rows, Eigen::Index columns)
    {
        return test::randomMatrix(m_random, rows, columns);
    }
    MatrixPtr perhaps(Eigen::Index columns)
    {
        return chance(0.4) ? share(matrix(1, columns)) : nullptr;
    }

    void widths(int d)
    {
        const int group = between(1, 2), kvHeads = between(1, 2);
        s.heads = group * kvHeads;
        s.kvHeads = kvHeads;
        const int d_k = chance(0.7) ? 2 * between(1, 2) : between(1, 3), d_v = between(1, 4);
        s.W_q.matrix = share(matrix(d, s.heads * d_k));
        s.W_k.matrix = share(matrix(s.contextWidth(), kvHeads * d_k));
        s.W_v.matrix = share(matrix(s.contextWidth(), kvHeads * d_v));
        if (group == 1 && d == s.contextWidth() && d % s.heads == 0 && chance(0.3))
            s.W_q.matrix = s.W_k.matrix = nullptr;
        if (chance(0.6))
            s.W_o = Projection{share(matrix(s.heads * d_v, d))};
        s.b_q = perhaps(projectedWidth(s, MatrixField::W_q));
        s.b_k = perhaps(projectedWidth(s, MatrixField::W_k));
        s.b_v = perhaps(projectedWidth(s, MatrixField::W_v));
        if (s.W_o)
            s.b_o = perhaps(d);
    }

    void mask()
    {
        const int n = s.tokenCount(), m = s.keyCount();
        s.mask.causal = chance(0.4);
        if (chance(0.2))
            s.mask.window = between(1, 3);
        if (chance(0.2))
            for (int key = 0; key < m; ++key)
                s.mask.padding.push_back(chance(0.7));
        if (chance(0.2))
            s.mask.allowed = std::make_shared<const BoolMatrix>(
                BoolMatrix::NullaryExpr(n, m, [&] { return chance(0.6); }));
        if (chance(0.3))
            s.mask.bias = share(matrix(n, m));
        constexpr double fills[] = {-1e9, -infinity, -2.5, 0.5};
        s.mask.fill = fills[between(0, 3)];
        s.mask.emptyRows = chance(0.4) ? EmptyRows::Zeros : EmptyRows::Computed;
        s.mask.alignment = chance(0.3) ? Alignment::TopLeft : Alignment::BottomRight;
    }

    void positions(int d)
    {
        Positions& p = s.positions;
        p.base = 100;
        p.offset = between(0, 2);
        if (chance(0.3))
            p.kind = PositionKind::Sinusoidal;
        else if (s.contextWidth() == d && chance(0.3))
            p.kind = PositionKind::Learned;
        else if (headWidth(s) % 2 == 0 && chance(0.6))
            p.kind = PositionKind::Rope;
        if (p.kind == PositionKind::Learned)
            p.table = share(matrix(8, d));
        p.pairing = chance(0.5) ? Pairing::Adjacent : Pairing::Halves;
    }

    void block(int d)
    {
        Block& b = s.block.emplace();
        const int d_ff = between(1, 5);
        b.placement = chance(0.5) ? Placement::Pre : Placement::Post;
        b.norm = chance(0.5) ? Norm::LayerNorm : Norm::RmsNorm;
        b.epsilon = chance(0.5) ? 1e-5 : 0.1;
        b.gamma_1 = perhaps(d);
        b.beta_1 = perhaps(d);
        b.gamma_2 = perhaps(d);
        b.beta_2 = perhaps(d);
        b.W_1 = share(matrix(d, d_ff));
        b.b_1 = perhaps(d_ff);
        b.W_2 = share(matrix(d_ff, d));
        b.b_2 = perhaps(d);
        b.activation = static_cast<Activation>(between(0, 3));
    }

    std::mt19937_64& m_random;
    Scenario s;
};

} // namespace

class TstGradients : public test::TestCase {
    Q_OBJECT

    // Every gradient of some cells of every stage, against central differences of `run`.
    //
    // Queries, keys and values are stages, which no scenario can change by one cell; but W_q can be
    // changed, and ∂/∂W_q = Xᵀ·∂/∂Q where X are the rows that attention reads. Where these rows are
    // independent (no more tokens than columns) no other ∂/∂Q gives the same. A bias is added to
    // the scores of all heads behind the scale and the cap, so its differences are the sum of the
    // heads' ∂/∂S, each over its slope; what belongs to one head depends on that head alone.
    void checkByDifferences(const Scenario& scenario, std::mt19937_64& random)
    {
        const TracePtr trace = traceOf(scenario);
        std::vector<Cell> cells = someCells(*trace, random);
        std::erase_if(cells, [&](const Cell& cell) { return !std::isfinite(at(*trace, cell)); });
        QVERIFY(!cells.empty());

        std::vector<std::vector<Gradient>> found;
        std::vector<double> tolerance;
        for (const Cell& cell : cells) {
            found.push_back(gradientsOf(*trace, cell));
            double largest = 0;
            for (const Gradient& one : found.back()) {
                QVERIFY2(one.values.allFinite(), qPrintable(nameOf(cell)));
                largest = std::max(largest, one.values.cwiseAbs().maxCoeff());
            }
            tolerance.push_back(1e-6 * largest + 1e-10);
        }

        const auto compare = [&](std::size_t c, std::string_view id, const Matrix& values,
                                 const Matrix& expected, const Matrix& noise) {
            if (QTest::currentTestFailed())
                return; // the first is enough
            const QString wrong = disagreement(values, expected, noise, tolerance[c]);
            QVERIFY2(wrong.isEmpty(),
                     qPrintable(nameOf(cells[c]) + " by " +
                                QString::fromStdString(std::string(id)) + ": " + wrong));
        };
        for (const auto& [field, id] : fields) {
            const Matrix start = fieldMatrix(scenario, field);
            if (start.size() == 0)
                continue;
            const Differences expected = differences(scenario, field, start, cells);
            for (std::size_t c = 0; c < cells.size(); ++c) {
                const auto check = [&](std::string_view name, const Matrix& values) {
                    compare(c, name, values, expected.values[c], expected.noise[c]);
                };
                check(id, gradient(found[c], id));
                if (field == MatrixField::W_q)
                    check("queries", queryRows(*trace).transpose() * gradient(found[c], "queries"));
                else if (field == MatrixField::W_k)
                    check("keys", keyRows(*trace).transpose() * gradient(found[c], "keys"));
                else if (field == MatrixField::W_v)
                    check("values", keyRows(*trace).transpose() * gradient(found[c], "values"));
            }
        }

        const Matrix noBias = Matrix::Zero(scenario.tokenCount(), scenario.keyCount());
        const Differences expected =
            differences(scenario, MatrixField::MaskBias,
                        scenario.mask.bias ? *scenario.mask.bias : noBias, cells);
        for (std::size_t c = 0; c < cells.size(); ++c) {
            const Cell& cell = cells[c];
            const double factor = scaleFactor(scenario);
            Matrix sum = noBias;
            for (int h = 0; h < scenario.heads; ++h) {
                const Matrix& dS = gradient(found[c], "scores", h);
                if (cell.head >= 0 && h != cell.head)
                    QVERIFY2(dS == noBias, qPrintable(nameOf(cell)));
                sum += dS.cwiseQuotient(capSlope(*trace, h)) / factor;
            }
            Matrix one = noBias;
            if (cell.id >= StageId::Scores && cell.id <= StageId::CappedScores)
                one(cell.row, cell.column) = cell.id == StageId::Scores ? 1 / factor : 1;
            if (cell.id == StageId::Scores || cell.id == StageId::ScaledScores)
                one = one.cwiseQuotient(capSlope(*trace, cell.head));
            compare(c, "scores", sum, expected.values[c] + one, expected.noise[c]);
        }
    }

private slots:
    void everyCase_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString& name : test::goldenNames())
            QTest::newRow(qPrintable(name)) << name;
    }

    void everyCase()
    {
        QFETCH(QString, name);
        std::mt19937_64 random(1);
        checkByDifferences(test::goldenScenario(name), random);
    }

    void anyScenario_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 0; seed < 200; ++seed)
            QTest::addRow("%d", seed) << seed;
    }

    void anyScenario()
    {
        QFETCH(int, seed);
        std::mt19937_64 random(static_cast<std::uint64_t>(seed));
        checkByDifferences(Mixed(random).scenario(), random);
    }

    // A softmax over the queries counts the rows whose weights are made 0 afterwards.
    void emptyRowsOfTheWrongAxis()
    {
        std::mt19937_64 random(2);
        for (int round = 0; round < 10; ++round) {
            Scenario s = test::scenarioOf(test::randomMatrix(random, 3, 3));
            BoolMatrix allowed = BoolMatrix::Constant(3, 3, true);
            allowed.row(round % 3).setConstant(false);
            s.mask.allowed = std::make_shared<const BoolMatrix>(allowed);
            s.mask.fill = 0.5;
            s.mask.emptyRows = EmptyRows::Zeros;
            s.mistakes = {Mistake::SoftmaxOverQueries};
            checkByDifferences(s, random);
        }
    }

    void jacobianByHand()
    {
        RowVector p(3);
        p << 0.5, 0.25, 0.25;
        const Matrix expected = test::matrix(
            {{0.25, -0.125, -0.125}, {-0.125, 0.1875, -0.0625}, {-0.125, -0.0625, 0.1875}});
        QCOMPARE(test::difference(softmaxJacobian(p), expected), QString());
        QCOMPARE(softmaxJacobian(RowVector::Ones(1)), Matrix::Zero(1, 1));
    }

    void jacobianByDifferences()
    {
        std::mt19937_64 random(5);
        std::normal_distribution<double> normal(0, 2);
        for (std::size_t m = 1; m <= 9; ++m) {
            std::vector<double> scores(m);
            for (double& score : scores)
                score = normal(random);
            const std::vector<double> weights = plain::softmax(scores);
            const Matrix J = softmaxJacobian(Eigen::Map<const RowVector>(
                weights.data(), static_cast<Eigen::Index>(weights.size())));
            for (std::size_t j = 0; j < m; ++j) {
                constexpr double step = 1e-5;
                std::vector<double> above = scores, below = scores;
                above[j] += step;
                below[j] -= step;
                above = plain::softmax(above);
                below = plain::softmax(below);
                for (std::size_t i = 0; i < m; ++i) {
                    const double expected = (above[i] - below[i]) / (2 * step);
                    QVERIFY(std::abs(J(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) -
                                     expected) < 1e-9);
                }
            }
        }
    }

    void slopeOfAWeight()
    {
        QCOMPARE(softmaxSlope(0.5), 0.25);
        QCOMPARE(softmaxSlope(0), 0.0);
        QCOMPARE(softmaxSlope(1), 0.0);
        const auto winner = [](const char* name) {
            return test::values(*traceOf(test::bundled(name)), StageId::Weights, 0)(0, 0);
        };
        QVERIFY(std::abs(winner("slope-sixteen-eight-zero") - 0.9997) < 5e-5);
        QVERIFY(std::abs(softmaxSlope(winner("slope-sixteen-eight-zero")) - 0.0003) < 5e-5);
        QVERIFY(std::abs(winner("slope-divided-by-eight") - 0.665) < 5e-4);
        QVERIFY(std::abs(softmaxSlope(winner("slope-divided-by-eight")) - 0.22) < 5e-3);
    }

    // What reaches W_q is 158 times as much once the scores are divided.
    void signalAtTheQueries()
    {
        const auto signal = [](const char* name) {
            const TracePtr trace = traceOf(test::bundled(name));
            return gradient(gradientsOf(*trace, {StageId::Output, -1, 0, 0}), "W_q").norm();
        };
        const double unscaled = signal("slope-sixteen-eight-zero");
        const double divided = signal("slope-divided-by-eight");
        QVERIFY2(std::abs(unscaled - 0.0076) < 5e-5, qPrintable(QString::number(unscaled)));
        QVERIFY2(std::abs(divided - 1.20) < 5e-3, qPrintable(QString::number(divided)));
        QVERIFY(std::abs(divided / unscaled - 158) < 0.5);
    }

    // Nearly all weight on one key: 1 − p has lost most digits, the slope must not.
    void keepsItsDigitsWhereOneKeyHasAllWeight()
    {
        Scenario s = test::scenarioOf(test::matrix({{30, 0}, {0, 1}}));
        s.scale = {ScaleKind::Custom, 0.04};
        const TracePtr trace = traceOf(s); // 36 and 0
        const auto all = gradientsOf(*trace, {StageId::Weights, 0, 0, 0});
        const double q = std::exp(-36.0) / (1 + std::exp(-36.0)); // the other's weight
        const double expected = 0.04 * (1 - q) * q;
        const Matrix& dS = gradient(all, "scores", 0);
        QVERIFY(std::abs(dS(0, 0) - expected) < 1e-12 * expected);
        QVERIFY(std::abs(dS(0, 1) + expected) < 1e-12 * expected);
    }

    // A causal mask: what comes later is worth nothing, exactly.
    void futureIsWorthNothing()
    {
        const TracePtr trace = traceOf(test::bundled("cat-sat-causal"));
        for (int i = 0; i < 3; ++i) {
            const auto all = gradientsOf(*trace, {StageId::Output, -1, i, 0});
            const Matrix& dX = gradient(all, "embeddings");
            const Matrix& dS = gradient(all, "scores", 0);
            for (int j = 0; j < 3; ++j) {
                QCOMPARE(dX.row(j).isZero(0), j > i);
                for (int k = 0; k < 3; ++k)
                    QVERIFY(dS(j, k) == 0 || (j == i && k <= i));
            }
        }
    }

    // What the cell does not depend on has zeros of the right shape, and nothing is missing.
    void everythingIsThere()
    {
        const Scenario s = test::goldenScenario("block-cross");
        const TracePtr trace = traceOf(s);
        const auto all = gradientsOf(*trace, {StageId::Queries, -1, 1, 2});
        std::vector<std::pair<std::string, int>> ids;
        for (const Gradient& one : all)
            ids.emplace_back(one.id, one.head);
        const std::vector<std::pair<std::string, int>> expected = {
            {"scores", 0},  {"scores", 1},      {"queries", -1}, {"keys", -1},
            {"values", -1}, {"embeddings", -1}, {"context", -1}, {"W_q", -1},
            {"W_k", -1},    {"W_v", -1},        {"W_o", -1}};
        QCOMPARE(ids, expected);
        for (const int head : {0, 1})
            QCOMPARE(gradient(all, "scores", head), Matrix::Zero(s.tokenCount(), s.keyCount()));
        QCOMPARE(gradient(all, "context"), Matrix::Zero(s.keyCount(), s.contextWidth()));
        for (const auto field : {MatrixField::W_k, MatrixField::W_v, MatrixField::W_o}) {
            const Matrix m = fieldMatrix(s, field);
            QCOMPARE(gradient(all, fieldName(field)), Matrix::Zero(m.rows(), m.cols()));
        }
        QVERIFY(!gradient(all, "W_q").isZero(0));

        const auto biased = gradientsOf(*traceOf(test::goldenScenario("biases-and-output")),
                                        {StageId::Output, -1, 0, 3});
        Matrix one = Matrix::Zero(1, 6);
        one(0, 3) = 1;
        QCOMPARE(gradient(biased, "b_o"), one);
        QCOMPARE(biased.back().id, std::string_view("b_o"));
    }

    void identityIsTheMatrixWithOnes()
    {
        const Scenario s = test::bundled("abc-causal");
        Scenario written = s;
        for (Projection* projection : {&written.W_q, &written.W_k, &written.W_v})
            projection->matrix = share(Matrix::Identity(2, 2));
        const Cell cell = {StageId::Output, -1, 2, 0};
        const auto a = gradientsOf(*traceOf(s), cell), b = gradientsOf(*traceOf(written), cell);
        QCOMPARE(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i)
            QCOMPARE(test::difference(a[i].values, b[i].values), QString());
    }

    // ReLU has no slope at 0 itself; it counts as 0.
    void reluAtZero()
    {
        Scenario s = test::scenarioOf(test::matrix({{1, 2}, {3, 5}}));
        s.block.emplace();
        s.block->activation = Activation::Relu;
        s.block->W_1 = share(Matrix::Zero(2, 3));
        s.block->W_2 = share(Matrix::Ones(3, 2));
        const TracePtr trace = traceOf(s);
        const auto through = gradientsOf(*trace, {StageId::MlpOutput, -1, 0, 0});
        QCOMPARE(gradient(through, "embeddings"), Matrix::Zero(2, 2));
        const auto around = gradientsOf(*trace, {StageId::Residual1, -1, 0, 0});
        const auto both = gradientsOf(*trace, {StageId::BlockOutput, -1, 0, 0});
        QCOMPARE(gradient(both, "embeddings"), gradient(around, "embeddings"));
        QVERIFY(!gradient(both, "embeddings").isZero(0));
    }

    // A row that is not a number keeps that to itself.
    void whatIsNoNumberStaysInItsRow()
    {
        const TracePtr trace = traceOf(test::goldenScenario("fully-blocked-row-infinite"));
        for (int row = 0; row < 3; ++row) {
            const auto all = gradientsOf(*trace, {StageId::Output, -1, row, 0});
            const bool blocked = row == 1;
            for (const Gradient& one : all)
                QVERIFY(!isNan(one.values) || blocked);
            QCOMPARE(isNan(gradient(all, "values")), blocked);
        }
    }

    void numbersThatOverflow()
    {
        Scenario s = test::scenarioOf(test::matrix({{1e200, 1}, {1, -1e200}}));
        s.block.emplace();
        s.block->W_1 = s.block->W_2 = share(Matrix::Identity(2, 2));
        for (int kind = 0; kind < 8; ++kind) {
            s.block->activation = static_cast<Activation>(kind % 4);
            s.block->placement = kind < 4 ? Placement::Pre : Placement::Post;
            const TracePtr trace = traceOf(s);
            for (const Stage& stage : trace->stages) {
                for (const Gradient& one : gradients(*trace, stage, 0, 0))
                    QVERIFY(one.values.rows() > 0 && one.values.cols() > 0);
            }
        }
    }

    // Far out the activations are a line or nothing at all, and their slopes are numbers.
    void activationsFarOut()
    {
        Scenario s = test::scenarioOf(test::matrix({{1, 0}}));
        s.block.emplace();
        s.block->W_1 = share(test::matrix({{1, 0}, {0, 1}}));
        s.block->W_2 = s.block->W_1;
        for (const double far : {40.0, 800.0, 1e80, 1e160, 1e300}) {
            s.block->b_1 = share(test::matrix({{far, -far}}));
            for (int kind = 0; kind < 4; ++kind) {
                s.block->activation = static_cast<Activation>(kind);
                const TracePtr trace = traceOf(s);
                const auto up = gradientsOf(*trace, {StageId::MlpOutput, -1, 0, 0});
                const auto down = gradientsOf(*trace, {StageId::MlpOutput, -1, 0, 1});
                QVERIFY(gradient(up, "embeddings").allFinite());
                QVERIFY(!gradient(up, "embeddings").isZero(0));
                QVERIFY(gradient(down, "embeddings").cwiseAbs().maxCoeff() < 1e-12);
            }
        }
    }
};

ATTENTION_TEST(TstGradients)
#include "tst_gradients.moc"
