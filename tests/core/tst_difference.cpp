// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/difference.h"
#include "core/scenario/edits.h"
#include "core/scenario/problems.h"
#include "core/scenario/scenario_json.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

#include <cmath>

using namespace attention;

namespace {

Scenario square(int size)
{
    std::mt19937_64 random(7);
    return test::scenarioOf(test::randomMatrix(random, size, size));
}

// One edit of any kind, as the window makes them.
Scenario edited(std::mt19937_64& random, const Scenario& s)
{
    const auto below = [&](int count) {
        return std::uniform_int_distribution<int>(0, count - 1)(random);
    };
    const auto field = static_cast<MatrixField>(below(matrixFieldCount));
    const Matrix m = fieldMatrix(s, field);
    switch (below(16)) {
    case 0:
        return withToken(s, below(s.tokenCount()), "x" + std::to_string(below(100)));
    case 1:
        return withColumn(s, below(s.modelWidth()), "c" + std::to_string(below(100)));
    case 2:
        return withTitle(s, "title " + std::to_string(below(100)));
    case 3:
        return withScale(s, {static_cast<ScaleKind>(below(3)), below(10) / 4.0});
    case 4: {
        Mask mask = s.mask;
        mask.causal = !mask.causal;
        mask.fill = below(2) ? -1e9 : -5;
        return withMask(s, mask);
    }
    case 5:
        return s.tokenCount() < 12 && !validate(s) ? withTokenAdded(s, "new") : s;
    case 6:
        return s.tokenCount() > 1 && !validate(s) ? withTokenRemoved(s, below(s.tokenCount())) : s;
    case 7:
        return projectionOf(s, field) ? withIdentity(s, field) : s;
    case 8:
        return withoutOutputProjection(s);
    case 9:
        return withMatrix(s, MatrixField::W_o, test::randomMatrix(random, 3, s.modelWidth()));
    case 10: { // whole parts of another scenario; they need not fit together
        const Scenario other = test::randomMixture(random, 6);
        Scenario changed = s;
        changed.context = other.context;
        changed.block = other.block;
        changed.readout = other.readout;
        changed.kvHeads = other.kvHeads;
        return changed;
    }
    case 11: {
        const Scenario other = test::randomMixture(random, 6);
        Scenario changed = s;
        changed.positions = other.positions;
        changed.mask = other.mask;
        changed.softcap = other.softcap;
        changed.b_q = other.b_q;
        changed.b_o = other.b_o;
        changed.mistakes = {static_cast<Mistake>(below(7))};
        return changed;
    }
    default:
        if (m.size() == 0)
            return s;
        return withCell(s, field, below(static_cast<int>(m.rows())),
                        below(static_cast<int>(m.cols())), below(9) - 4);
    }
}

} // namespace

class TstDifference : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void forwardAndBackwardOnRandomEdits()
    {
        std::mt19937_64 random(8);
        for (int start = 0; start < 20; ++start) {
            Scenario now = test::randomMixture(random, 6);
            for (int i = 0; i < 500; ++i) {
                const Scenario next = edited(random, now);
                const ScenarioDifference difference(now, next);
                QVERIFY(sameContent(difference.forward(now), next));
                QVERIFY(sameContent(difference.backward(next), now));
                // sameContent and the difference share one table: a file knows more.
                QCOMPARE(writeScenario(difference.forward(now)), writeScenario(next));
                QCOMPARE(writeScenario(difference.backward(next)), writeScenario(now));
                QCOMPARE(difference.empty(), sameContent(now, next));
                now = next;
            }
        }
    }

    void aWayBackOfTenThousandEdits()
    {
        std::mt19937_64 random(9);
        Scenario now = test::randomMixture(random, 6);
        std::vector<Scenario> states = {now};
        std::vector<ScenarioDifference> steps;
        for (int i = 0; i < 10000; ++i) {
            const Scenario next = edited(random, now);
            steps.emplace_back(now, next);
            states.push_back(next);
            now = next;
        }
        for (std::size_t i = steps.size(); i-- > 0;) {
            now = steps[i].backward(now);
            QVERIFY(sameContent(now, states[i]));
        }
        for (std::size_t i = 0; i < steps.size(); ++i) {
            now = steps[i].forward(now);
            QVERIFY(sameContent(now, states[i + 1]));
        }
    }

    void oneCellIsHeldSmall()
    {
        const Scenario before = square(64);
        const Scenario after = withCell(before, MatrixField::X, 10, 20, 5);
        const ScenarioDifference difference(before, after);
        QVERIFY2(difference.bytes() < 1000, qPrintable(QString::number(difference.bytes())));
        QVERIFY(difference.forward(before).W_q.matrix == before.W_q.matrix);
    }

    void ofAMatrixOnlyTheChangedRectangle()
    {
        const Scenario before = square(64);
        Scenario after = withCell(before, MatrixField::X, 3, 5, 100);
        after = withCell(after, MatrixField::X, 6, 9, 200); // 4 rows, 5 columns
        const ScenarioDifference one(before, withCell(before, MatrixField::X, 3, 5, 100));
        const ScenarioDifference both(before, after);
        QCOMPARE(both.bytes() - one.bytes(), 2 * (4 * 5 - 1) * sizeof(double));
        QVERIFY(sameContent(both.forward(before), after));
        QVERIFY(sameContent(both.backward(after), before));
    }

    void aDragIsOneStep()
    {
        const Scenario before = square(5);
        Scenario now = withCell(before, MatrixField::X, 1, 1, 0.5);
        ScenarioDifference all(before, now);
        for (int i = 2; i < 50; ++i) {
            const Scenario next = withCell(now, MatrixField::X, 1, 1, i);
            all = all.then(ScenarioDifference(now, next), before);
            now = next;
        }
        QVERIFY(sameContent(all.forward(before), now));
        QVERIFY(sameContent(all.backward(now), before));
        const Scenario back = withCell(now, MatrixField::X, 1, 1, (*before.X)(1, 1));
        QVERIFY(all.then(ScenarioDifference(now, back), before).empty());
    }

    void outputProjectionComesAndGoes()
    {
        const Scenario none = square(3);
        const Scenario identity = withIdentity(none, MatrixField::W_o);
        const Scenario matrix = withCell(identity, MatrixField::W_o, 1, 2, 7);
        const std::vector<const Scenario*> all = {&none, &identity, &matrix};
        for (const Scenario* a : all) {
            for (const Scenario* b : all) {
                const ScenarioDifference difference(*a, *b);
                QVERIFY(sameContent(difference.forward(*a), *b));
                QVERIFY(sameContent(difference.backward(*b), *a));
            }
        }
    }

    void theSignOfZeroComesBack()
    {
        const Scenario before = test::scenarioOf(test::matrix({{0.0, 1}}));
        const Scenario after = withCell(before, MatrixField::X, 0, 0, -0.0);
        const ScenarioDifference difference(before, after);
        QVERIFY(std::signbit((*difference.forward(before).X)(0, 0)));
        QVERIFY(!std::signbit((*difference.backward(after).X)(0, 0)));
    }

    // How it is looked at is no part of the content and survives an undo.
    void theViewStays()
    {
        Scenario before = square(2);
        before.view.stage = "weights";
        Scenario after = withTitle(before, "new");
        const ScenarioDifference difference(before, after);
        after.view.stage = "output";
        QCOMPARE(difference.backward(after).view.stage, std::optional<std::string>("output"));
    }
};

ATTENTION_TEST(TstDifference)
#include "tst_difference.moc"
