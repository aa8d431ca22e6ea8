// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/edits.h"
#include "core/scenario/problems.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

using namespace attention;

namespace {

Scenario three()
{
    return test::scenarioOf(test::matrix({{2, 0}, {0, 2}, {1, 1}}));
}

} // namespace

class TstEdits : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void aCellOfX()
    {
        const Scenario s = three();
        const Scenario changed = withCell(s, MatrixField::X, 0, 1, 7);
        QCOMPARE(test::difference(*changed.X, test::matrix({{2, 7}, {0, 2}, {1, 1}})), QString());
        QCOMPARE((*s.X)(0, 1), 0.0); // the old value is untouched
    }

    void aCellOfAnIdentityWritesItOut()
    {
        const Scenario changed = withCell(three(), MatrixField::W_k, 1, 0, 3);
        QCOMPARE(test::difference(*changed.W_k.matrix, test::matrix({{1, 0}, {3, 1}})), QString());
        QVERIFY(changed.W_q.isIdentity());
        QVERIFY(withIdentity(changed, MatrixField::W_k).W_k.isIdentity());
    }

    void labels()
    {
        const Scenario s = three();
        QCOMPARE(withToken(s, 1, "cat").tokens, (std::vector<std::string>{"A", "cat", "C"}));
        QCOMPARE(withColumn(s, 1, "up").columns, (std::vector<std::string>{"1", "up"}));
        QCOMPARE(withTitle(s, "t").title, std::string("t"));
    }

    void aTokenAdded()
    {
        Scenario s = three();
        s.mask.padding = {false, true, true};
        s.mask.allowed =
            test::bools({{true, false, true}, {true, true, true}, {false, false, false}});
        const Scenario more = withTokenAdded(s, "D");
        QCOMPARE(test::difference(*more.X, test::matrix({{2, 0}, {0, 2}, {1, 1}, {0, 0}})),
                 QString());
        QCOMPARE(more.tokens.back(), std::string("D"));
        QCOMPARE(more.mask.padding, (std::vector<bool>{false, true, true, true}));
        QVERIFY(*more.mask.allowed == *test::bools({{true, false, true, true},
                                                    {true, true, true, true},
                                                    {false, false, false, true},
                                                    {true, true, true, true}}));
        QVERIFY(!validate(more));
        QVERIFY(sameContent(withTokenRemoved(more, 3), s));
    }

    void aTokenRemoved()
    {
        Scenario s = three();
        s.mask.padding = {false, true, true};
        s.mask.allowed =
            test::bools({{true, false, true}, {true, true, false}, {false, true, true}});
        const Scenario less = withTokenRemoved(s, 1);
        QCOMPARE(less.tokens, (std::vector<std::string>{"A", "C"}));
        QCOMPARE(test::difference(*less.X, test::matrix({{2, 0}, {1, 1}})), QString());
        QCOMPARE(less.mask.padding, (std::vector<bool>{false, true}));
        QVERIFY(*less.mask.allowed == *test::bools({{true, true}, {false, true}}));
        QVERIFY(!validate(less));
    }

    void headsThatDivide()
    {
        std::mt19937_64 random(10);
        Scenario s = test::scenarioOf(test::randomMatrix(random, 2, 12));
        QCOMPARE(possibleHeads(s), (std::vector<int>{1, 2, 3, 4, 6, 12}));
        s.W_v.matrix = share(test::randomMatrix(random, 12, 8));
        QCOMPARE(possibleHeads(s), (std::vector<int>{1, 2, 4}));
        for (const int heads : possibleHeads(s))
            QVERIFY(!validate(withHeads(s, heads)));
    }

    void outputProjection()
    {
        const Scenario s = three();
        QVERIFY(!s.W_o && withIdentity(s, MatrixField::W_o).W_o->isIdentity());
        QVERIFY(!withoutOutputProjection(withIdentity(s, MatrixField::W_o)).W_o);
    }
};

ATTENTION_TEST(TstEdits)
#include "tst_edits.moc"
