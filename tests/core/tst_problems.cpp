// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/run.h"
#include "core/scenario/problems.h"
#include "core/scenario/scenario_json.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <functional>
#include <limits>
#include <set>

using namespace attention;

namespace {

using Change = std::function<void(Scenario&)>;
constexpr double infinity = std::numeric_limits<double>::infinity();

// Three tokens in two columns, two heads of one column each, everything in its place.
Scenario good()
{
    Scenario s = test::scenarioOf(test::matrix({{2, 0}, {0, 2}, {1, 1}}));
    s.W_q.matrix = share(test::matrix({{1, 2}, {3, 4}}));
    s.W_k.matrix = share(test::matrix({{1, 2}, {3, 4}}));
    s.W_v.matrix = share(test::matrix({{1, 2, 3, 4}, {5, 6, 7, 8}}));
    s.W_o = Projection{share(Matrix::Ones(4, 2))};
    s.heads = 2;
    return s;
}

MatrixPtr ones(Eigen::Index rows, Eigen::Index columns)
{
    return share(Matrix::Ones(rows, columns));
}

BoolMatrixPtr allTrue(Eigen::Index rows, Eigen::Index columns)
{
    return std::make_shared<const BoolMatrix>(BoolMatrix::Constant(rows, columns, true));
}

} // namespace

Q_DECLARE_METATYPE(Change)

class TstProblems : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void aGoodScenarioHasNone()
    {
        const auto problem = validate(good());
        QVERIFY2(!problem, problem ? english(*problem).c_str() : "");
        std::mt19937_64 random(5);
        for (int i = 0; i < 300; ++i) {
            const auto found = validate(i % 2 == 0 ? test::randomScenario(random)
                                                   : test::randomMixture(random, 8));
            QVERIFY2(!found, found ? english(*found).c_str() : "");
        }
    }

    void everyHoleIsNamed_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* expected, const Change& change) {
            QTest::newRow(expected) << change << QString(expected);
        };
        row("X: missing", [](Scenario& s) { s.X = nullptr; });
        row("X: empty: at least one row and one column are needed",
            [](Scenario& s) { s.X = share(Matrix(0, 2)); });
        row("X: 4097 rows, the limit is 4096", [](Scenario& s) { s.X = ones(4097, 2); });
        row("X: 4097 columns, the limit is 4096", [](Scenario& s) { s.X = ones(1, 4097); });
        row("X[2][1]: NaN is not a finite number", [](Scenario& s) {
            Matrix X = *s.X;
            X(2, 1) = std::nan("");
            s.X = share(X);
        });
        row("tokens: 2 labels, but X has 3 rows", [](Scenario& s) { s.tokens.pop_back(); });
        row("columns: 1 label, but X has 2 columns", [](Scenario& s) { s.columns = {"a"}; });
        row("tokens[1]: not well-formed UTF-8", [](Scenario& s) { s.tokens[1] = "\xFF"; });
        row("columns[0]: not well-formed UTF-8", [](Scenario& s) { s.columns = {"\xC0", "b"}; });
        row("title: not well-formed UTF-8", [](Scenario& s) { s.title = "\xED\xA0\x80"; });
        row("description: not well-formed UTF-8", [](Scenario& s) { s.description = "\xFF"; });
        row("W_q: 3 rows, but X has 2 columns", [](Scenario& s) { s.W_q.matrix = ones(3, 2); });
        row("W_k: 4 rows, but X has 2 columns", [](Scenario& s) { s.W_k.matrix = ones(4, 2); });
        row("W_v: 1 row, but X has 2 columns", [](Scenario& s) { s.W_v.matrix = ones(1, 2); });
        row("W_k: 4 columns, but the queries have 2 columns",
            [](Scenario& s) { s.W_k.matrix = ones(2, 4); });
        row("W_q: 4 columns, but the keys have 2 columns", [](Scenario& s) {
            s.W_q.matrix = ones(2, 4);
            s.W_k = {};
        });
        row("W_k[0][1]: Infinity is not a finite number", [](Scenario& s) {
            s.W_k.matrix = share(test::matrix({{1, infinity}, {3, 4}}));
        });
        row("W_v: 4097 columns, the limit is 4096",
            [](Scenario& s) { s.W_v.matrix = ones(2, 4097); });
        row("heads: 0, expected 1 to 64", [](Scenario& s) { s.heads = 0; });
        row("heads: -1, expected 1 to 64", [](Scenario& s) { s.heads = -1; });
        row("heads: 65, expected 1 to 64", [](Scenario& s) { s.heads = 65; });
        row("heads: 3 heads do not divide the 2 columns of the queries and keys",
            [](Scenario& s) { s.heads = 3; });
        row("heads: 2 heads do not divide the 3 columns of the values",
            [](Scenario& s) { s.W_v.matrix = ones(2, 3); });
        row("W_o: 3 rows, but the heads side by side have 4 columns",
            [](Scenario& s) { s.W_o = Projection{ones(3, 2)}; });
        row("W_o: 3 columns, but X has 2 columns",
            [](Scenario& s) { s.W_o = Projection{ones(4, 3)}; });
        row("W_o: the identity needs a square, but the heads side by side have 4 columns"
            " and X has 2 columns",
            [](Scenario& s) { s.W_o = Projection{}; });
        row("W_o[3][1]: -Infinity is not a finite number", [](Scenario& s) {
            Matrix W = Matrix::Ones(4, 2);
            W(3, 1) = -infinity;
            s.W_o = Projection{share(W)};
        });
        row("scale: NaN is not a finite number", [](Scenario& s) {
            s.scale = {ScaleKind::Custom, std::nan("")};
        });
        row("mask.padding: 2 entries, but X has 3 rows", [](Scenario& s) {
            s.mask.padding = {true, false};
        });
        row("mask.allowed: 2 rows, but X has 3 rows",
            [](Scenario& s) { s.mask.allowed = allTrue(2, 3); });
        row("mask.allowed[0]: 4 entries, expected 3",
            [](Scenario& s) { s.mask.allowed = allTrue(3, 4); });
        row("mask.fill: Infinity is neither a finite number nor -inf",
            [](Scenario& s) { s.mask.fill = infinity; });
        row("mask.fill: NaN is neither a finite number nor -inf",
            [](Scenario& s) { s.mask.fill = std::nan(""); });
        row("view.decimals: 7, expected 0 to 6", [](Scenario& s) { s.view.decimals = 7; });
        row("view.head: -1, expected 0 to 63", [](Scenario& s) { s.view.head = -1; });
        row("view.palette: not well-formed UTF-8", [](Scenario& s) { s.view.palette = "\xFF"; });
    }

    void everyHoleIsNamed()
    {
        QFETCH(Change, change);
        QFETCH(QString, expected);
        Scenario s = good();
        change(s);
        const auto problem = validate(s);
        QVERIFY2(problem, "nothing was found");
        QCOMPARE(test::text(english(*problem)), expected);
    }

    void theLabsAreValidatedToo()
    {
        Scenario s = good();
        s.scaling.samples = 0;
        QVERIFY(validate(s) && validate(s)->path.starts_with("labs.scaling"));
        s = good();
        s.memory.layers = 0;
        QVERIFY(validate(s) && validate(s)->path.starts_with("labs.memory"));
    }

    void aTraceHasALimit()
    {
        Scenario s = test::scenarioOf(Matrix::Ones(4096, 4));
        QVERIFY(!validate(s)); // 4096 · 4096 scores and weights: 256 MiB
        s.heads = 2;
        QVERIFY(!validate(s)); // 512 MiB
        s.heads = 4;
        s.mask.causal = true;
        const auto problem = validate(s);
        QVERIFY(problem);
        QCOMPARE(test::text(english(*problem)),
                 QString("its matrices would take 1.02 GiB, the limit is 1 GiB"));
    }

    void aFileHasALimit()
    {
        Scenario s = test::scenarioOf(Matrix::Ones(1, 1));
        s.description = std::string(static_cast<std::size_t>(maximumFileBytes) - 1000, 'x');
        QVERIFY(!validate(s));
        s.description += std::string(1000, 'x');
        const auto problem = validate(s);
        QVERIFY(problem);
        QCOMPARE(test::text(english(*problem)),
                 QString("its file would be larger than the limit of 64 MiB"));
    }

    // The bytes are those of the matrices that the trace really holds.
    void traceBytesAreCountedTrue()
    {
        std::mt19937_64 random(6);
        for (int i = 0; i < 300; ++i) {
            const auto s = std::make_shared<Scenario>(i % 2 == 0 ? test::randomScenario(random)
                                                                 : test::randomMixture(random, 8));
            QVERIFY(keepsEveryStage(*s));
            const TracePtr trace = run(s);
            std::set<const Matrix*> held;
            std::int64_t bytes = trace->allowed ? trace->allowed->size() : 0;
            for (const Stage& stage : trace->stages)
                if (stage.values != s->X && (!s->context || stage.values != s->context->X) &&
                    held.insert(stage.values.get()).second)
                    bytes += stage.values->size() * static_cast<std::int64_t>(sizeof(double));
            QCOMPARE(traceBytes(*s), bytes);
        }
    }
};

ATTENTION_TEST(TstProblems)
#include "tst_problems.moc"
