// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/gradients.h"
#include "core/attention/kept.h"
#include "core/attention/run.h"
#include "core/explain/explain.h"
#include "core/scenario/problems.h"
#include "core/text/forms.h"
#include "tests/core/core_support.h"
#include "tests/support/golden.h"
#include "tests/support/test_main.h"

#include <cstring>

using namespace attention;

namespace {

bool sameBits(const Matrix& a, const Matrix& b)
{
    return a.rows() == b.rows() && a.cols() == b.cols() &&
           std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) ==
               0;
}

// "" when everything that is told of a trace without its n × m stages between scores and weights is
// what is told of the whole one.
QString toldOtherwise(const Scenario& scenario)
{
    const auto s = std::make_shared<const Scenario>(scenario);
    const TracePtr whole = run(s, Keep::Everything), small = run(s, Keep::ScoresAndWeights);
    if (whole->stages.size() != small->stages.size())
        return "other stages";
    for (std::size_t i = 0; i < whole->stages.size(); ++i) {
        const Stage &a = whole->stages[i], &b = small->stages[i];
        const QString name = test::text(std::string(stageInfo(a.id).name));
        if (a.id != b.id || a.head != b.head || shapeOf(*whole, a) != shapeOf(*small, b))
            return name + ": id, head or shape";
        if (!sameBits(*a.values, *wholeOf(*small, b)))
            return name + ": numbers";
        QString rows;
        forRows(*small, b, [&](Eigen::Index row, const Eigen::Ref<const RowVector>& x) {
            if (!sameBits(a.values->row(row), x))
                rows += QString(" %1").arg(row);
        });
        if (!rows.isEmpty())
            return name + ": rows" + rows;
        const int row = static_cast<int>(a.values->rows() - 1);
        const int column = static_cast<int>(a.values->cols() / 2);
        if (explanationText(explain(*whole, a, row, column), 6) !=
            explanationText(explain(*small, b, row, column), 6))
            return name + ": explanation";
    }
    for (const TextForm& form : textForms())
        if (form.write(*whole, {}) != form.write(*small, {}))
            return test::text(std::string(form.id)) + ": text";
    const Stage &last = lastStage(*whole), &same = lastStage(*small);
    const auto a = gradients(*whole, last, 0, 0);
    const auto b = gradients(*small, same, 0, 0);
    if (a.size() != b.size())
        return "other gradients";
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i].id != b[i].id || !sameBits(a[i].values, b[i].values))
            return test::text(std::string(a[i].id)) + ": gradient";
    return {};
}

} // namespace

// Traces that do not keep everything.
class TstKept : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void goldenCasesAreToldTheSame()
    {
        for (const QString& name : test::goldenNames()) {
            const QString told = toldOtherwise(test::goldenScenario(name));
            QVERIFY2(told.isEmpty(), qPrintable(name + ": " + told));
        }
    }

    void randomScenariosAreToldTheSame()
    {
        std::mt19937_64 random(256);
        for (int i = 0; i < 100; ++i) {
            const QString told = toldOtherwise(test::randomMixture(random, 7));
            QVERIFY2(told.isEmpty(), qPrintable(told));
        }
    }

    // Two heads whose matrices just pass 256 MiB: counted, kept and left out by hand.
    void aLargeTraceKeepsScoresAndWeights()
    {
        constexpr int n = 2048, d = 8;
        std::mt19937_64 random(1);
        Scenario s = test::scenarioOf(test::randomMatrix(random, n, d));
        s.heads = 2;
        s.mask.causal = true;
        constexpr std::int64_t square = std::int64_t{n} * n * 8;
        constexpr std::int64_t rest = 5 * std::int64_t{n} * d * 8 + std::int64_t{n} * n;
        QVERIFY(2 * 4 * square + rest > maximumWholeTraceBytes);
        QVERIFY(!keepsEveryStage(s));
        QCOMPARE(traceBytes(s), 2 * 2 * square + rest);

        const TracePtr trace = run(std::make_shared<const Scenario>(s));
        for (int head = 0; head < 2; ++head) {
            QVERIFY(find(*trace, StageId::Scores, head)->values);
            QVERIFY(!find(*trace, StageId::ScaledScores, head)->values);
            QVERIFY(!find(*trace, StageId::MaskedScores, head)->values);
            QVERIFY(find(*trace, StageId::Weights, head)->values);
        }
        const Stage& masked = *find(*trace, StageId::MaskedScores, 1);
        const Matrix &Q = test::values(*trace, StageId::HeadQueries, 1),
                     &K = test::values(*trace, StageId::HeadKeys, 1);
        const double expected = Q.row(2000).dot(K.row(7)) / 2; // √d_k = √4
        QVERIFY(std::abs(numberAt(*trace, masked, 2000, 7) - expected) < 1e-12);
        QCOMPARE(numberAt(*trace, masked, 7, 2000), s.mask.fill);

        s.heads = 1; // half as much
        QVERIFY(keepsEveryStage(s));
    }
};

ATTENTION_TEST(TstKept)
#include "tst_kept.moc"
