// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/run.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/document/examples.h"
#include "ui/present/walk.h"

#include <cmath>

using namespace attention;
using namespace attention::ui;

namespace {

TracePtr traceOf(const Scenario& s)
{
    return run(std::make_shared<const Scenario>(s));
}

std::vector<WalkStep> walk(const char* name, int head = 0)
{
    const TracePtr trace = traceOf(test::example(name));
    return walkTheBoard(*trace, head, storyCell(*trace, head));
}

QString textOf(const std::vector<WalkStep>& steps, StageId id)
{
    for (const WalkStep& step : steps)
        if (step.stage == id)
            return QString(step.text)
                .remove(QChar(0x2068))
                .remove(QChar(0x2069))
                .replace(QChar::Nbsp, QLatin1Char(' '));
    return {};
}

} // namespace

// Every scenario is a lesson of its own.
class TstWalk : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void everyExampleCanBeWalked_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString& name : exampleNames())
            QTest::newRow(qPrintable(name)) << name;
    }

    void everyExampleCanBeWalked()
    {
        QFETCH(QString, name);
        const TracePtr trace = traceOf(test::example(qPrintable(name)));
        for (int head = 0; head < trace->scenario->heads; ++head) {
            const auto steps = walkTheBoard(*trace, head, storyCell(*trace, head));
            QVERIFY(steps.size() >= 5); // X, Q, K, V, …
            std::ptrdiff_t before = -1;
            for (const WalkStep& step : steps) {
                const Stage* stage = find(*trace, step.stage, step.head);
                QVERIFY2(stage, qPrintable(step.title));
                QVERIFY(step.head == -1 || step.head == head);
                const std::ptrdiff_t place = stage - trace->stages.data();
                QVERIFY2(place > before, qPrintable(step.title)); // as it is computed
                before = place;
                const QStringList words = step.text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
                QVERIFY2(words.size() <= 25, qPrintable(step.text));
                QVERIFY2(!step.text.contains(QLatin1Char('%')) || step.stage == StageId::Weights,
                         qPrintable(step.text)); // no place left open
                QVERIFY(!step.title.isEmpty());
                QVERIFY(step.cell.row >= 0 && step.cell.row < stage->values->rows());
                QVERIFY(step.cell.column >= 0 && step.cell.column < stage->values->cols());
                Selection selection;
                selection.pinned = step.cell;
                selection.head = head;
                QVERIFY(within(selection, *trace).pinned); // the board can ask it
            }
            QVERIFY(std::any_of(steps.begin(), steps.end(), [](const WalkStep& step) {
                return step.stage == StageId::Weights;
            }));
        }
    }

    // The numbers are those of the article.
    void theWordsSayTheNumbers()
    {
        const auto steps = walk("abc-scaled");
        QCOMPARE(textOf(steps, StageId::Embeddings),
                 "3 tokens, each a row of 2 numbers: X is (n, d_model) = (3, 2). “A” is [2, 0].");
        QCOMPARE(
            textOf(steps, StageId::Scores),
            QString::fromUtf8("Query “A” times key “C”: 2·1 + 0·1 = 2. Every pair at once: S is "
                              "(n, n) = (3, 3)."));
        QVERIFY(
            textOf(steps, StageId::ScaledScores).startsWith(QString::fromUtf8("Every score ÷√2")));
        QVERIFY(textOf(steps, StageId::ScaledScores).endsWith("“A” and “C”: 2 becomes 1.414."));
        QCOMPARE(
            textOf(steps, StageId::Weights),
            "Softmax turns a row of scores into shares of 1: “A” reads “A” 76.8 %, “C” 18.7 %, “B” "
            "4.5 %.");
        QVERIFY(textOf(steps, StageId::HeadOutput).contains("“A” becomes [1.723, 0.277]"));
        QVERIFY(textOf(steps, StageId::MaskedScores).isEmpty()); // it changes nothing
        QVERIFY(textOf(walk("abc-unscaled"), StageId::ScaledScores).isEmpty());
    }

    void masksAndMistakesAreToldAsTheyAre()
    {
        const auto causal = walk("abc-causal");
        QVERIFY(textOf(causal, StageId::MaskedScores).startsWith("3 of 9 pairs may not be read"));
        QVERIFY(textOf(causal, StageId::MaskedScores).contains("no share is left"));
        QVERIFY(textOf(walk("mask-with-zero"), StageId::MaskedScores).contains("and yet"));
        const auto row = [](const char* name, int query) {
            const TracePtr trace = traceOf(test::example(name));
            const CellRef cell{{std::nullopt, StageId::Weights, 0}, query, 0};
            return textOf(walkTheBoard(*trace, 0, cell), StageId::Weights);
        };
        QVERIFY(row("mask-too-late", 0).contains("not to 1"));
        const Matrix lost = *find(*traceOf(test::example("overflow")), StageId::Weights, 0)->values;
        for (int query = 0; query < lost.rows(); ++query)
            QCOMPARE(row("overflow", query).contains("NaN"), std::isnan(lost.row(query).sum()));
    }

    void aHeadHasItsOwnLesson()
    {
        const auto first = walk("cat-sat-two-heads", 0);
        const auto second = walk("cat-sat-two-heads", 1);
        QCOMPARE(first.size(), second.size());
        QVERIFY(textOf(first, StageId::Weights).startsWith("Head 1 of 2"));
        QVERIFY(textOf(second, StageId::Weights).startsWith("Head 2 of 2"));
        QVERIFY(textOf(first, StageId::Weights).mid(5) != textOf(second, StageId::Weights).mid(5));
    }

    void theStoryBeginsWhereSomethingIsRead()
    {
        const TracePtr causal = traceOf(test::example("cat-sat-causal"));
        const CellRef cell = storyCell(*causal, 0);
        QCOMPARE(cell.row, 2); // the first row reads nothing but itself
        QVERIFY(causal->isAllowed(cell.row, cell.column));
    }
};

ATTENTION_TEST(TstWalk)
#include "tst_walk.moc"
