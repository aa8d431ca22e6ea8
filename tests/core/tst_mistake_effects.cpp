// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/mistake_effects.h"
#include "core/attention/run.h"
#include "core/trace/checks.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <set>

using namespace attention;

namespace {

TracePtr traceOf(const Scenario& s)
{
    return run(std::make_shared<const Scenario>(s));
}

Scenario withMistake(Scenario s, Mistake mistake)
{
    s.mistakes.insert(mistake);
    return s;
}

} // namespace

class TstMistakeEffects : public attention::test::TestCase {
    Q_OBJECT

private slots:
    // Every cell that is marked differs from the right code, and every other does not.
    void theMarkedCellsAreThoseThatDiffer_data()
    {
        QTest::addColumn<QString>("example");
        for (const char* name : {"mask-too-late", "wrong-axis", "heads-wide-scale", "reshape-bug",
                                 "heads-tiled-keys", "overflow"})
            QTest::newRow(name) << name;
    }

    void theMarkedCellsAreThoseThatDiffer()
    {
        QFETCH(QString, example);
        const Scenario s = test::bundled(example.toUtf8().constData());
        QVERIFY(!s.mistakes.empty());
        Scenario corrected = s;
        corrected.mistakes.clear();
        const TracePtr wrong = traceOf(s), right = traceOf(corrected);
        const MistakeEffects effects = mistakeEffects(*wrong);
        QCOMPARE(effects.each.size(), s.mistakes.size());
        QVERIFY(!effects.changes.empty());
        for (const Stage& stage : wrong->stages) {
            const Stage* other = find(*right, stage.id, stage.head);
            QVERIFY(other);
            const StageChange* change = effects.find(stage.id, stage.head);
            Eigen::Index count = 0;
            for (Eigen::Index i = 0; i < stage.values->rows(); ++i)
                for (Eigen::Index j = 0; j < stage.values->cols(); ++j) {
                    const double a = (*stage.values)(i, j), b = (*other->values)(i, j);
                    const bool same = std::isnan(a) ? std::isnan(b)
                                      : a == b      ? true
                                                    : std::abs(a - b) <= 1e-9;
                    count += !same;
                    QCOMPARE(change && (*change->cells)(i, j), !same);
                }
            QCOMPARE(change ? change->count : 0, count);
            if (change)
                QVERIFY((*change->cells)(change->row, change->column));
        }
    }

    void withoutEffectHere()
    {
        // Nothing to mask, one head, no rotation, small scores: four mistakes nobody could see.
        Scenario s = test::scenarioOf(test::matrix({{2, 0}, {0, 2}, {1, 1}}));
        for (const Mistake mistake :
             {Mistake::MaskAfterSoftmax, Mistake::ReshapeWithoutTranspose, Mistake::TiledKvHeads,
              Mistake::RotatedValues, Mistake::NoMaxSubtraction})
            QVERIFY(mistakeEffects(*traceOf(withMistake(s, mistake))).each[0].changes.empty());
        // Two at once are told apart.
        s.mistakes = {Mistake::SoftmaxOverQueries, Mistake::RotatedValues};
        const MistakeEffects both = mistakeEffects(*traceOf(s));
        QCOMPARE(both.each.size(), std::size_t(2));
        QVERIFY(!both.each[0].changes.empty());
        QVERIFY(both.each[1].changes.empty());
        QCOMPARE(int(both.changes.front().id), int(StageId::Weights));
        QVERIFY(mistakeEffects(*traceOf(test::bundled("cat-sat"))).each.empty());
    }

    void whatCanBeHidden()
    {
        Scenario s = test::scenarioOf(test::matrix({{2, 0}, {0, 2}, {1, 1}}));
        s.scale.kind = ScaleKind::None;
        QCOMPARE(mistakesThatShow(*traceOf(s)),
                 (std::vector<Mistake>{Mistake::SoftmaxOverQueries, Mistake::ScaleBySqrtDModel}));
        s.mask.causal = true;
        QCOMPARE(mistakesThatShow(*traceOf(s)).front(), Mistake::MaskAfterSoftmax);
        s.mistakes = {Mistake::MaskAfterSoftmax}; // it is on already
        QVERIFY(mistakesThatShow(*traceOf(s)).front() != Mistake::MaskAfterSoftmax);
        // One token reads itself, whatever goes wrong.
        Scenario one = test::scenarioOf(test::matrix({{0, 0}}));
        QVERIFY(mistakesThatShow(*traceOf(one)).empty());
    }

    void aDisguiseKeepsTheNumbersAndNamesNothing()
    {
        Scenario s = test::bundled("rope-values");
        s.mistakes = {Mistake::RotatedValues};
        const TracePtr wrong = traceOf(s);
        QVERIFY(find(*wrong, StageId::RotatedValues, 0));
        const TracePtr shown = disguised(wrong, Mistake::RotatedValues);
        QVERIFY(shown->scenario->mistakes.empty());
        QVERIFY(!find(*shown, StageId::RotatedValues, 0));
        QCOMPARE(find(*shown, StageId::HeadOutput, 0)->values,
                 find(*wrong, StageId::HeadOutput, 0)->values);
        QVERIFY(shown->scenario->title.find("hidden mistake") != std::string::npos);
        QVERIFY(wrong->scenario->has(Mistake::RotatedValues));
    }

    // A property that merely happens to hold is not said to hold.
    void equalTokensCannotShowOrder()
    {
        const auto order = [](const Scenario& s) {
            for (const Check& row : check(*traceOf(s)))
                if (row.id == "order_blind")
                    return row;
            return Check();
        };
        Scenario s = test::scenarioOf(test::matrix({{1, 2}, {1, 2}, {1, 2}}));
        QCOMPARE(int(order(s).status), int(CheckStatus::Pass)); // nothing tells places apart
        s.positions.kind = PositionKind::Rope;
        const Check equal = order(s);
        QCOMPARE(int(equal.status), int(CheckStatus::NotApplicable));
        QVERIFY(english(equal.detail).find("equal tokens") != std::string::npos);
        s.X = share(test::matrix({{1, 2}, {3, -1}, {0, 2}}));
        QCOMPARE(int(order(s).status), int(CheckStatus::ByDesign));
    }

    // Where a check fails, it names a number to look at.
    void theCellThatOffends()
    {
        Scenario s = test::bundled("blocked-row");
        s.mask.fill = 0; // leaks
        s.mask.emptyRows = EmptyRows::Computed;
        const TracePtr trace = traceOf(s);
        bool found = false;
        for (const Check& row : check(*trace)) {
            if (row.status != CheckStatus::Fail)
                continue;
            QVERIFY(row.cell);
            const Stage* stage = find(*trace, row.cell->stage, row.cell->head);
            QVERIFY(stage);
            QVERIFY(row.cell->row < stage->values->rows() &&
                    row.cell->column < stage->values->cols());
            if (row.id == "blocked_keys_get_no_weight") {
                found = true;
                QVERIFY(!trace->isAllowed(row.cell->row, row.cell->column));
                QVERIFY((*stage->values)(row.cell->row, row.cell->column) > 0);
                QCOMPARE(row.row, row.cell->row);
            }
        }
        QVERIFY(found);
    }
};

ATTENTION_TEST(TstMistakeEffects)
#include "tst_mistake_effects.moc"
