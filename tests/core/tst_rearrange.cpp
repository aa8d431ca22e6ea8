// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/run.h"
#include "core/scenario/edits.h"
#include "core/scenario/problems.h"
#include "core/scenario/rearrange.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <numeric>

using namespace attention;

namespace {

Order shuffled(std::mt19937_64& random, int count)
{
    Order order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    return order;
}

// Rows and columns by plain loops.
Matrix rowsOf(const Matrix& m, const Order& order)
{
    Matrix result(static_cast<Eigen::Index>(order.size()), m.cols());
    for (std::size_t i = 0; i < order.size(); ++i)
        for (Eigen::Index j = 0; j < m.cols(); ++j)
            result(static_cast<Eigen::Index>(i), j) = m(order[i], j);
    return result;
}

Matrix columnsOf(const Matrix& m, const Order& order)
{
    return rowsOf(m.transpose(), order).transpose();
}

Trace traceOf(const Scenario& s)
{
    return *run(std::make_shared<const Scenario>(s));
}

// A scenario whose tokens know nothing of their place among the others.
Scenario withoutPlaces(Scenario s, std::mt19937_64& random)
{
    s.mask.causal = false;
    s.mask.window.reset();
    s.mistakes.clear();
    if (s.context)
        s.positions = {};
    else if (s.positions.kind != PositionKind::None && s.positions.ids.empty())
        for (int i = 0; i < s.tokenCount(); ++i)
            s.positions.ids.push_back(static_cast<int>(random() % 8));
    return s;
}

// Scores, of every head, are the same; "" or what differs first.
QString sameScores(const Trace& a, const Trace& b)
{
    for (const Stage& stage : a.stages)
        if (stage.id == StageId::Scores)
            if (const QString wrong = test::difference(
                    *find(b, StageId::Scores, stage.head)->values, *stage.values, 1e-9);
                !wrong.isEmpty())
                return wrong;
    return {};
}

} // namespace

class TstRearrange : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void orders()
    {
        QCOMPARE(orderWithAdded(3, 0), (Order{newOne, 0, 1, 2}));
        QCOMPARE(orderWithAdded(3, 3), (Order{0, 1, 2, newOne}));
        QCOMPARE(orderWithRemoved(3, 1), (Order{0, 2}));
        QCOMPARE(orderWithMoved(4, 0, 2), (Order{1, 2, 0, 3}));
        QCOMPARE(orderWithMoved(4, 3, 0), (Order{3, 0, 1, 2}));
        QCOMPARE(orderOfSize(2, 4), (Order{0, 1, newOne, newOne}));
        QCOMPARE(orderOfSize(4, 2), (Order{0, 1}));
    }

    void everythingOfATokenFollows()
    {
        Scenario s = test::scenarioOf(test::matrix({{2, 0}, {0, 2}, {1, 1}}));
        s.mask.padding = {true, true, false};
        s.mask.allowed =
            test::bools({{true, false, true}, {true, true, true}, {false, true, true}});
        s.mask.bias = share(test::matrix({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}));
        s.positions.kind = PositionKind::Learned;
        s.positions.ids = {0, 1, 2};
        s.positions.table = share(test::matrix({{1, 0}, {0, 1}, {2, 2}}));
        s.readout = Readout{{"x", "y"}, false, {1, -1, 0}};
        QVERIFY(!validate(s));

        const Scenario moved = withTokenOrder(s, MatrixField::X, orderWithMoved(3, 2, 0), {});
        QCOMPARE(moved.tokens, (std::vector<std::string>{"C", "A", "B"}));
        QCOMPARE(test::difference(*moved.X, test::matrix({{1, 1}, {2, 0}, {0, 2}})), QString());
        QCOMPARE(moved.mask.padding, (std::vector<bool>{false, true, true}));
        QVERIFY(*moved.mask.allowed ==
                *test::bools({{true, false, true}, {true, true, false}, {true, true, true}}));
        QCOMPARE(
            test::difference(*moved.mask.bias, test::matrix({{9, 7, 8}, {3, 1, 2}, {6, 4, 5}})),
            QString());
        QCOMPARE(moved.positions.ids, (std::vector<std::int64_t>{2, 0, 1}));
        QCOMPARE(moved.readout->targets, (std::vector<int>{0, 1, -1}));
        QVERIFY(!validate(moved));
        QVERIFY(sameContent(withTokenOrder(moved, MatrixField::X, orderWithMoved(3, 0, 2), {}), s));

        const Scenario more = withTokenOrder(s, MatrixField::X, orderWithAdded(3, 3), "D");
        QCOMPARE(more.tokens.back(), std::string("D"));
        QCOMPARE(more.positions.ids.back(), std::int64_t{3});
        QCOMPARE(more.positions.table->rows(), Eigen::Index{4}); // the place is new, too
        QCOMPARE(more.readout->targets.back(), -1);
        QVERIFY(!validate(more));
    }

    // The output's rows change places as the tokens did, whatever else the scenario has.
    void permutedTokensPermuteTheOutput()
    {
        std::mt19937_64 random(41);
        for (int round = 0; round < 200; ++round) {
            const Scenario s = withoutPlaces(test::randomMixture(random, 7), random);
            if (validate(s))
                continue;
            const Order order = shuffled(random, s.tokenCount());
            const Scenario moved = withTokenOrder(s, MatrixField::X, order, {});
            QVERIFY(!validate(moved));
            const Trace before = traceOf(s), after = traceOf(moved);
            QCOMPARE(test::difference(*lastStage(after).values,
                                      rowsOf(*lastStage(before).values, order), 1e-9),
                     QString());
        }
    }

    void permutedContextLeavesTheOutput()
    {
        std::mt19937_64 random(42);
        int compared = 0;
        for (int round = 0; round < 300; ++round) {
            const Scenario s = withoutPlaces(test::randomMixture(random, 7), random);
            if (validate(s) || !s.context)
                continue;
            const Order order = shuffled(random, s.keyCount());
            const Scenario moved = withTokenOrder(s, MatrixField::ContextX, order, {});
            QVERIFY(!validate(moved));
            QCOMPARE(moved.tokens, s.tokens);
            QCOMPARE(moved.context->tokens[0],
                     s.context->tokens[static_cast<std::size_t>(order[0])]);
            QCOMPARE(test::difference(*lastStage(traceOf(moved)).values,
                                      *lastStage(traceOf(s)).values, 1e-9),
                     QString());
            ++compared;
        }
        QVERIFY(compared > 30);
    }

    // Columns of X along with the rows of the projections: no score moves, and what is as wide as X
    // moves alike.
    void permutedColumnsLeaveTheScores()
    {
        std::mt19937_64 random(43);
        int compared = 0;
        for (int round = 0; round < 300; ++round) {
            Scenario s = test::randomMixture(random, 6);
            s.mistakes.clear();
            if (s.positions.kind == PositionKind::Sinusoidal) // it is added by the column's number
                s.positions = {};
            if (validate(s))
                continue;
            const Order order = shuffled(random, s.modelWidth());
            const Scenario moved = withColumnOrder(s, MatrixField::X, order, {});
            const auto wrong = validate(moved);
            QVERIFY2(!wrong, wrong ? english(*wrong).c_str() : "");
            const Trace before = traceOf(s), after = traceOf(moved);
            QCOMPARE(sameScores(before, after), QString());
            const Stage& last = lastStage(before);
            const bool ofModel = s.block || s.W_o;
            QCOMPARE(test::difference(*lastStage(after).values,
                                      ofModel ? columnsOf(*last.values, order) : *last.values,
                                      1e-9),
                     QString());
            ++compared;
        }
        QVERIFY(compared > 100);
    }

    void identitiesStayIdentities()
    {
        std::mt19937_64 random(44);
        Scenario s = test::scenarioOf(test::randomMatrix(random, 4, 6));
        const Order order{3, 0, 5, 1, 2, 4};
        const Scenario moved = withColumnOrder(s, MatrixField::X, order, {});
        QVERIFY(moved.W_q.isIdentity() && moved.W_k.isIdentity() && moved.W_v.isIdentity());
        QCOMPARE(sameScores(traceOf(s), traceOf(moved)), QString());
        QCOMPARE(test::difference(test::outputOf(moved), columnsOf(test::outputOf(s), order), 1e-9),
                 QString());

        // A new column: still X three times, one wider.
        const Scenario more = withColumnOrder(s, MatrixField::X, orderWithAdded(6, 2), "new");
        QVERIFY(more.W_q.isIdentity() && more.W_v.isIdentity() && !validate(more));
        QCOMPARE(more.X->col(2).norm(), 0.0);

        // Two heads: columns that change heads would make other heads of them.
        s.heads = 2;
        const Scenario across = withColumnOrder(s, MatrixField::X, order, {});
        QVERIFY(!across.W_q.isIdentity() && !validate(across));
        QCOMPARE(sameScores(traceOf(s), traceOf(across)), QString());
        QCOMPARE(test::difference(test::outputOf(across), test::outputOf(s), 1e-9), QString());
        const Order inside{2, 0, 1, 3, 5, 4};
        const Scenario within = withColumnOrder(s, MatrixField::X, inside, {});
        QVERIFY(within.W_q.isIdentity());
        QCOMPARE(sameScores(traceOf(s), traceOf(within)), QString());
        const Scenario odd = withColumnOrder(s, MatrixField::X, orderWithAdded(6, 6), "new");
        QVERIFY(!validate(odd)); // seven columns of X, six of Q
        QCOMPARE(sameScores(traceOf(s), traceOf(odd)), QString());

        // One identity alone cannot stay: Q would move and K would not.
        s.heads = 1;
        s.W_k.matrix = share(test::randomMatrix(random, 6, 6));
        const Scenario one = withColumnOrder(s, MatrixField::X, order, {});
        QVERIFY(!one.W_q.isIdentity());
        QCOMPARE(sameScores(traceOf(s), traceOf(one)), QString());
    }

    void outputProjectionAndBlockFollowIdentities()
    {
        std::mt19937_64 random(45);
        for (const bool valuesAreX : {true, false})
            for (const int kind : {0, 1, 2}) { // no W_o, the identity, a matrix
                Scenario s = test::scenarioOf(test::randomMatrix(random, 3, 4));
                if (!valuesAreX)
                    s.W_v.matrix = share(test::randomMatrix(random, 4, 4));
                if (kind > 0)
                    s.W_o.emplace();
                if (kind == 2)
                    s.W_o->matrix = share(test::randomMatrix(random, 4, 4));
                s.b_v = share(test::randomMatrix(random, 1, 4));
                s.block.emplace();
                s.block->W_1 = share(test::randomMatrix(random, 4, 5));
                s.block->W_2 = share(test::randomMatrix(random, 5, 4));
                s.readout = Readout{{"p", "q", "r", "s"}, false, {0, 3, -1}};
                QVERIFY(!validate(s));
                const Order order{2, 0, 3, 1};
                const Scenario moved = withColumnOrder(s, MatrixField::X, order, {});
                QVERIFY(!validate(moved));
                QCOMPARE(test::difference(*lastStage(traceOf(moved)).values,
                                          columnsOf(*lastStage(traceOf(s)).values, order), 1e-9),
                         QString());
                QCOMPARE(moved.readout->labels, (std::vector<std::string>{"r", "p", "s", "q"}));
                QCOMPARE(moved.readout->targets, (std::vector<int>{1, 2, -1}));
                if (kind == 1)
                    QCOMPARE(moved.W_o->isIdentity(), valuesAreX);
            }
    }

    // A query head reads the values of its group: the rows of W_o follow group by group.
    void sharedValueHeads()
    {
        std::mt19937_64 random(46);
        Scenario s = test::scenarioOf(test::randomMatrix(random, 3, 2));
        s.heads = 3;
        s.kvHeads = 1;
        s.W_q.matrix = share(test::randomMatrix(random, 2, 6));
        s.W_o = Projection{share(test::randomMatrix(random, 6, 2))};
        QVERIFY(!validate(s));
        const Order order{1, 0};
        const Scenario moved = withColumnOrder(s, MatrixField::X, order, {});
        QVERIFY(!validate(moved) && moved.W_v.isIdentity());
        QCOMPARE(test::difference(test::outputOf(moved), columnsOf(test::outputOf(s), order), 1e-9),
                 QString());
    }

    void aColumnAddedAndRemoved()
    {
        std::mt19937_64 random(47);
        for (int round = 0; round < 200; ++round) {
            Scenario s = test::randomMixture(random, 5);
            s.mistakes.clear();
            s.columns.clear();
            if (validate(s))
                continue;
            const int d = s.modelWidth();
            const int at = static_cast<int>(random() % static_cast<unsigned>(d + 1));
            const Scenario more = withColumnOrder(s, MatrixField::X, orderWithAdded(d, at), "new");
            QVERIFY(!validate(more));
            QCOMPARE(more.W_q.matrix->row(at).norm(), 0.0);
            // A norm over more columns is another one.
            if (s.positions.kind != PositionKind::Sinusoidal && !s.block)
                QCOMPARE(sameScores(traceOf(s), traceOf(more)), QString());
            QVERIFY(sameContent(
                withColumnOrder(more, MatrixField::X, orderWithRemoved(d + 1, at), {}), s));
        }
    }

    void columnsOfTheContext()
    {
        std::mt19937_64 random(48);
        Scenario s = test::scenarioOf(test::randomMatrix(random, 2, 3));
        s.context = Context{{"u", "v"}, share(test::randomMatrix(random, 2, 3))};
        const Order order{2, 0, 1};
        const Scenario moved = withColumnOrder(s, MatrixField::ContextX, order, {});
        QVERIFY(!validate(moved) && moved.W_q.isIdentity() && !moved.W_k.isIdentity());
        QVERIFY(sameMatrix(moved.X, s.X));
        QCOMPARE(test::difference(test::outputOf(moved), test::outputOf(s), 1e-9), QString());
        const Scenario more = withColumnOrder(s, MatrixField::ContextX, orderWithAdded(3, 3), {});
        QVERIFY(!validate(more));
        QCOMPARE(test::difference(test::outputOf(more), test::outputOf(s), 1e-9), QString());
        QCOMPARE(withContextToken(s, 1, "w").context->tokens, (std::vector<std::string>{"u", "w"}));

        // A learned table is added to both.
        s.positions.kind = PositionKind::Learned;
        s.positions.table = share(test::randomMatrix(random, 2, 3));
        const Scenario both = withColumnOrder(s, MatrixField::X, order, {});
        QVERIFY(!validate(both) && both.W_q.isIdentity());
        QCOMPARE(test::difference(*both.context->X, columnsOf(*s.context->X, order)), QString());
        QCOMPARE(test::difference(test::outputOf(both), columnsOf(test::outputOf(s), order), 1e-9),
                 QString());
    }
};

ATTENTION_TEST(TstRearrange)
#include "tst_rearrange.moc"
