// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/run.h"
#include "core/explain/explain.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

#include <QFileInfo>

#include <cmath>
#include <limits>

using namespace attention;

namespace {

bool near(double a, double b)
{
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) && std::isnan(b);
    if (std::isinf(a) || std::isinf(b))
        return a == b;
    return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

QStringList lines(const std::vector<ExplainStep>& steps)
{
    QStringList all;
    for (const ExplainStep& s : steps)
        all += QString::fromStdString(english(s.name) + ": " + stepText(s, 3));
    return all;
}

Explanation explained(const Scenario& s, StageId id, int row, int column, int head = 0)
{
    const TracePtr trace = run(std::make_shared<const Scenario>(s));
    return explain(*trace, *find(*trace, id, head), row, column);
}

// Every line of every cell: the left side computed again gives the right side, and the last number
// is the cell.
QString wrongLine(const Trace& trace)
{
    for (const Stage& stage : trace.stages)
        for (int r = 0; r < stage.values->rows(); ++r)
            for (int c = 0; c < stage.values->cols(); ++c) {
                const Explanation e = explain(trace, stage, r, c);
                const double cell = (*stage.values)(r, c);
                const QString place = QString::fromStdString(e.title);
                if (e.plain.empty() && e.computer.empty())
                    return place + ": no line";
                for (const std::vector<ExplainStep>* steps : {&e.plain, &e.computer}) {
                    for (const ExplainStep& s : *steps)
                        if (!near(evaluate(s), s.result))
                            return place + ": " + QString::fromStdString(stepText(s, 6));
                    if (!steps->empty() && !near(steps->back().result, cell))
                        return place + ": does not end at the cell";
                }
            }
    return {};
}

} // namespace

class TstExplain : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void aWeightIsFiveLines()
    {
        // By hand: 2·1 + 0·1 = 2; 2/√2 = 1.414; e^1.414 = 4.113; the sum 22.031; the share 0.187.
        const Explanation e = explained(test::bundled("abc-scaled"), StageId::Weights, 0, 2);
        QCOMPARE(e.title, std::string("weights [A, C]"));
        QCOMPARE(
            lines(e.plain),
            (QStringList{"score: 2·1 + 0·1 = 2", "÷ √2: 2 / 1.414 = 1.414", "e^: e^1.414 = 4.113",
                         "row sum: 16.919 + 1 + 4.113 = 22.032", "share: 4.113 / 22.032 = 0.187"}));
        QCOMPARE(e.computer.size(), 5u);
        QVERIFY(e.exact.empty()); // 1.414 is no whole number
    }

    void wholeScoresHaveAnExactForm()
    {
        QCOMPARE(explained(test::bundled("abc-unscaled"), StageId::Weights, 0, 0).exact,
                 std::string("e⁴ / (e⁴ + 1 + e²)"));
        QCOMPARE(explained(test::bundled("opposite-vectors"), StageId::Weights, 0, 1).exact,
                 std::string("e⁻¹ / (e + e⁻¹ + 1)"));
    }

    void blockedKeysSayTheirFill()
    {
        const Explanation masked =
            explained(test::bundled("abc-causal"), StageId::MaskedScores, 0, 2);
        QCOMPARE(masked.plain.size(), 1u);
        QVERIFY(masked.plain[0].operation == Operation::Fill);
        QCOMPARE(masked.plain[0].result, -1e9);
        const Explanation weight =
            explained(test::bundled("cat-sat-causal"), StageId::Weights, 0, 2);
        QCOMPARE(weight.plain.back().result, 0.0);
        QVERIFY(weight.exact.empty());
    }

    void rowsWithoutAnyKeyAreExplained()
    {
        Scenario s = test::bundled("blocked-row");
        QVERIFY(!explained(s, StageId::Weights, 0, 0).notes.empty());
        s.mask.emptyRows = EmptyRows::Zeros;
        const Explanation zeros = explained(s, StageId::Weights, 0, 0);
        QCOMPARE(zeros.plain.size(), 1u);
        QCOMPARE(zeros.plain[0].result, 0.0);
        s.mask.emptyRows = EmptyRows::Computed;
        s.mask.fill = -std::numeric_limits<double>::infinity();
        QVERIFY(std::isnan(explained(s, StageId::Weights, 0, 0).plain.back().result));
    }

    // e^2000 is no double: only the form with the maximum subtracted reaches the cell.
    void hugeScoresKeepTheComputersForm()
    {
        Scenario s = test::scenarioOf(test::matrix({{40, 0}, {0, 50}}));
        s.scale.kind = ScaleKind::None;
        const Explanation e = explained(s, StageId::Weights, 1, 1);
        QVERIFY(e.plain.empty());
        QCOMPARE(e.computer.back().result, 1.0);
        QVERIFY(!e.notes.empty());
    }

    void longSumsAreCutInTheMiddle()
    {
        const Explanation e = explained(test::bundled("sixty-four-words"), StageId::Scores, 3, 2);
        QCOMPARE(e.plain[0].operands.size(), 16u); // 8 columns: written out whole
        const Explanation q =
            explained(test::bundled("sixty-four-words"), StageId::Queries, 3, 2, -1);
        const std::string text = stepText(q.plain[0], 2);
        QVERIFY(text.find("…") != std::string::npos);
        QVERIFY(text.size() < 200);
    }

    void everyCellOfEveryExample_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString& path : test::bundledScenarios())
            if (const QString name = QFileInfo(path).completeBaseName(); name != "sixty-four-words")
                QTest::newRow(qPrintable(name)) << name;
    }

    void everyCellOfEveryExample()
    {
        QFETCH(QString, name);
        const TracePtr trace = run(std::make_shared<const Scenario>(test::bundled(name)));
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
};

ATTENTION_TEST(TstExplain)
#include "tst_explain.moc"
