// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/blocks.h"
#include "core/scenario/edits.h"
#include "core/scenario/problems.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

#include <cmath>

using namespace attention;

namespace {

const Fill& fill(std::string_view id)
{
    for (const Fill& f : fillTable())
        if (f.id == id)
            return f;
    qFatal("no such fill");
}

} // namespace

class TstBlocks : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void valuesOfARectangle()
    {
        const Scenario s = test::scenarioOf(test::matrix({{1, 2, 3}, {4, 5, 6}}));
        const Scenario changed =
            withValues(s, MatrixField::X, 0, 1, test::matrix({{7, 8}, {9, 0}}));
        QCOMPARE(test::difference(*changed.X, test::matrix({{1, 7, 8}, {4, 9, 0}})), QString());
    }

    void whatChangesNothingWritesNoIdentityOut()
    {
        const Scenario s = test::scenarioOf(test::matrix({{1, 2}, {3, 4}}));
        QVERIFY(withValues(s, MatrixField::W_k, 0, 0, test::matrix({{1, 0}})).W_k.isIdentity());
        QVERIFY(withCell(s, MatrixField::W_k, 0, 1, 0).W_k.isIdentity());
        QVERIFY(!withCell(s, MatrixField::W_k, 0, 1, -0.0).W_k.isIdentity());
        QVERIFY(withFill(s, MatrixField::W_q, {0, 1, 1, 1}, fill("zeros"), {}).W_q.isIdentity());
    }

    void plainFills()
    {
        const Scenario s = test::scenarioOf(test::matrix({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}));
        const CellBlock lower{1, 0, 2, 2};
        const auto filled = [&](const char* id, FillOptions options = {}) {
            return *withFill(s, MatrixField::X, lower, fill(id), options).X;
        };
        QCOMPARE(test::difference(filled("zeros"), test::matrix({{1, 2, 3}, {0, 0, 6}, {0, 0, 9}})),
                 QString());
        QCOMPARE(test::difference(filled("ones"), test::matrix({{1, 2, 3}, {1, 1, 6}, {1, 1, 9}})),
                 QString());
        QCOMPARE(
            test::difference(filled("identity"), test::matrix({{1, 2, 3}, {0, 1, 6}, {0, 0, 9}})),
            QString());
        QCOMPARE(test::difference(filled("scale", {1, -2}),
                                  test::matrix({{1, 2, 3}, {-8, -10, 6}, {-14, -16, 9}})),
                 QString());
    }

    void aWholeProjectionBecomesTheIdentity()
    {
        Scenario s = test::scenarioOf(test::matrix({{1, 2}, {3, 4}}));
        s.W_v.matrix = share(test::matrix({{1, 2}, {3, 4}}));
        const CellBlock whole{0, 0, 2, 2};
        QVERIFY(withFill(s, MatrixField::W_v, whole, fill("identity"), {}).W_v.isIdentity());
        QVERIFY(withFill(s, MatrixField::X, whole, fill("identity"), {}).X);
    }

    void randomNumbersComeAgain()
    {
        const Scenario s = test::scenarioOf(Matrix::Zero(40, 50));
        const CellBlock whole{0, 0, 40, 50};
        const auto drawn = [&](MatrixField field, CellBlock block, std::uint64_t seed) {
            return fieldMatrix(withFill(s, field, block, fill("random_normal"), {seed, 1}), field);
        };
        const Matrix first = drawn(MatrixField::X, whole, 7);
        QVERIFY(first == drawn(MatrixField::X, whole, 7));
        QVERIFY(first != drawn(MatrixField::X, whole, 8));
        // A block gets the numbers that the whole would have there.
        const Matrix part = drawn(MatrixField::X, {3, 4, 2, 5}, 7);
        QVERIFY(part.block(3, 4, 2, 5) == first.block(3, 4, 2, 5));
        QCOMPARE(part.norm(), first.block(3, 4, 2, 5).norm());
        // Other matrices have other numbers.
        QVERIFY(drawn(MatrixField::W_q, {0, 0, 40, 50}, 7).block(0, 0, 40, 50) != first);

        const double mean = first.mean();
        const double deviation = std::sqrt((first.array() - mean).square().mean());
        QVERIFY(std::abs(mean) < 0.1 && std::abs(deviation - 1) < 0.1);
    }

    void aFactorThatOverflowsIsRefused()
    {
        const Scenario s = test::scenarioOf(test::matrix({{1, 1e300}}));
        const auto wrong =
            validate(withFill(s, MatrixField::X, {0, 0, 1, 2}, fill("scale"), {1, 1e200}));
        QVERIFY(wrong);
        QCOMPARE(wrong->path, std::string("X[0][1]"));
    }
};

ATTENTION_TEST(TstBlocks)
#include "tst_blocks.moc"
