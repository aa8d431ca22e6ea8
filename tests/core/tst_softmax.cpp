// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/softmax.h"
#include "tests/core/core_support.h"
#include "tests/support/plain_reference.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <limits>

using namespace attention;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

std::vector<double> softmaxOf(const std::vector<double>& scores)
{
    RowVector row =
        Eigen::Map<const RowVector>(scores.data(), static_cast<Eigen::Index>(scores.size()));
    softmax(row);
    return {row.begin(), row.end()};
}

bool allNan(const std::vector<double>& row)
{
    return std::all_of(row.begin(), row.end(), [](double x) { return std::isnan(x); });
}

} // namespace

class TstSoftmax : public attention::test::TestCase {
    Q_OBJECT

private slots:
    // Which elements go through vector instructions depends on the length: each has to be right.
    void everyLengthUpToSeventeen()
    {
        std::mt19937_64 random(3);
        std::normal_distribution<double> normal(0, 20);
        for (std::size_t n = 1; n <= 17; ++n) {
            for (int round = 0; round < 50; ++round) {
                std::vector<double> scores(n);
                for (double& score : scores)
                    score = normal(random);
                const std::vector<double> found = softmaxOf(scores);
                const std::vector<double> expected = plain::softmax(scores);
                for (std::size_t i = 0; i < n; ++i)
                    QVERIFY(std::abs(found[i] - expected[i]) <= 1e-13);
            }
        }
    }

    void underflowIsExactlyZero()
    {
        for (std::size_t n = 2; n <= 17; ++n) {
            for (std::size_t winner = 0; winner < n; ++winner) {
                std::vector<double> scores(n, -1e9);
                scores[winner] = 3;
                std::vector<double> expected(n, 0.0);
                expected[winner] = 1;
                QCOMPARE(softmaxOf(scores), expected);
            }
        }
    }

    // e^-745 is the smallest double there is, e^-746 is none: nothing in between may be lost or
    // made.
    void smallWeightsAreNeitherLostNorMade()
    {
        for (std::size_t n = 2; n <= 17; ++n) {
            for (const double gap : {-600.0, -707.9, -708.1, -709.5, -709.9, -720.0, -745.0, -745.1,
                                     -745.14, -746.0, -800.0, -1e300, -infinity}) {
                std::vector<double> scores(n, gap);
                scores[0] = 0;
                const std::vector<double> found = softmaxOf(scores);
                for (std::size_t i = 1; i < n; ++i) {
                    const double expected = std::exp(gap);
                    QVERIFY2(std::abs(found[i] - expected) <= 1e-14 * expected + 5e-324 &&
                                 (expected != 0 || found[i] == 0),
                             qPrintable(QString("e^%1: %2").arg(gap).arg(found[i])));
                }
            }
        }
    }

    void hugeScores()
    {
        QCOMPARE(softmaxOf({1e300, 1e300}), (std::vector<double>{0.5, 0.5}));
        QCOMPARE(softmaxOf({1e300, -1e300}), (std::vector<double>{1, 0}));
        QCOMPARE(softmaxOf({-1e300, -1e300, -1e300, -1e300}), (std::vector<double>(4, 0.25)));
        QCOMPARE(softmaxOf({1.7e308, -1.7e308, 0}), (std::vector<double>{1, 0, 0}));
    }

    void shiftedScoresGiveTheSame()
    {
        const std::vector<double> scores = {1, 2.5, -3, 0}, shifted = {1001, 1002.5, 997, 1000};
        const std::vector<double> a = softmaxOf(scores), b = softmaxOf(shifted);
        for (std::size_t i = 0; i < a.size(); ++i)
            QVERIFY(std::abs(a[i] - b[i]) < 1e-13);
    }

    void whatIsNoNumberSpreads_data()
    {
        QTest::addColumn<double>("value");
        QTest::newRow("NaN") << notANumber;
        QTest::newRow("infinity") << infinity;
    }

    void whatIsNoNumberSpreads()
    {
        QFETCH(double, value);
        for (std::size_t n = 1; n <= 17; ++n) {
            for (std::size_t place = 0; place < n; ++place) {
                std::vector<double> scores(n, 1.0);
                scores[place] = value;
                QVERIFY(allNan(softmaxOf(scores)));
                for (std::size_t i = place % 2; i < n; i += 2) // beside what vanishes
                    if (i != place)
                        scores[i] = i % 4 < 2 ? -800 : -infinity;
                QVERIFY(allNan(softmaxOf(scores)));
                // A blocked key that would weigh nothing is no number either.
                RowVector row =
                    Eigen::Map<const RowVector>(scores.data(), static_cast<Eigen::Index>(n));
                const KeyRange open = {0, static_cast<int>(place) + 1};
                QCOMPARE(softmaxWithin(row, open, -1e9), place + 1 == n);
                QVERIFY(row.array().isNaN().all());
            }
        }
    }

    void onlyMinusInfinityIsNoNumber()
    {
        for (std::size_t n = 1; n <= 17; ++n)
            QVERIFY(allNan(softmaxOf(std::vector<double>(n, -infinity))));
        QCOMPARE(softmaxOf({-infinity, 5}), (std::vector<double>{0, 1}));
    }
};

ATTENTION_TEST(TstSoftmax)
#include "tst_softmax.moc"
