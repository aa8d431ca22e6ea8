// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/empty_rows.h"
#include "core/attention/masks.h"
#include "core/attention/run.h"
#include "core/scenario/mask_edits.h"
#include "core/scenario/problems.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

#include <array>
#include <cmath>
#include <random>

using namespace attention;

namespace {

Scenario tokens(int n)
{
    return test::scenarioOf(Matrix::Random(n, 2));
}

// The rows of a mask as text: 1 = may be read.
QString shown(const Scenario& s)
{
    QStringList rows;
    for (int i = 0; i < s.tokenCount(); ++i) {
        QString row;
        for (int j = 0; j < s.keyCount(); ++j)
            row += pairAllowed(s, i, j) ? '1' : '0';
        rows += row;
    }
    return rows.join(' ');
}

Scenario with(const Scenario& s, int query, int key, bool allowed)
{
    const std::array<Pair, 1> pair = {{{query, key}}};
    return withPairs(s, pair, allowed).after;
}

} // namespace

class TstMaskEdits : public attention::test::TestCase {
    Q_OBJECT

private slots:
    // On any mask, a painted pair changes, and no other.
    void onePairAndNoOther()
    {
        std::mt19937 random(7);
        const auto dice = [&](int sides) { return static_cast<int>(random() % unsigned(sides)); };
        for (int round = 0; round < 400; ++round) {
            const int n = 1 + dice(5);
            Scenario s = tokens(n);
            s.mask.causal = dice(2);
            if (dice(2))
                s.mask.window = 1 + dice(4);
            if (dice(2)) {
                s.mask.padding.assign(static_cast<std::size_t>(n), true);
                s.mask.padding[static_cast<std::size_t>(dice(n))] = false;
            }
            if (dice(2))
                s = with(s, dice(n), dice(n), false);
            const int query = dice(n), key = dice(n);
            const bool allowed = dice(2);
            QString expected = shown(s);
            expected[query * (n + 1) + key] = allowed ? '1' : '0';
            const Scenario after = with(s, query, key, allowed);
            QCOMPARE(shown(after), expected);
            QVERIFY(!validate(after));
        }
    }

    void aPartIsWrittenOutOnlyWhereItBlocks()
    {
        Scenario s = tokens(3);
        s.mask.causal = true;
        s.mask.padding = {true, true, false};
        const std::array<Pair, 1> first = {{{0, 1}}};
        const PairsChanged ahead = withPairs(s, first, true);
        QCOMPARE(ahead.writtenOut, std::vector<std::string_view>{"causal"});
        QVERIFY(!ahead.after.mask.causal);
        QVERIFY(!ahead.after.mask.padding.empty()); // still a part
        QCOMPARE(shown(ahead.after), "110 110 110");

        const std::array<Pair, 1> below = {{{2, 0}}};
        const PairsChanged blocked = withPairs(s, below, false);
        QVERIFY(blocked.writtenOut.empty());
        QVERIFY(blocked.after.mask.causal);
        QCOMPARE(shown(blocked.after), "100 110 010");

        // Allowed and blocked again, nothing is left of the painting.
        QVERIFY(!with(with(tokens(3), 1, 1, false), 1, 1, true).mask.allowed);
    }

    void presets_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("number");
        QTest::addColumn<QString>("rows");
        QTest::newRow("none") << "none" << 1 << "11111 11111 11111 11111 11111";
        QTest::newRow("causal") << "causal" << 1 << "10000 11000 11100 11110 11111";
        QTest::newRow("window") << "window" << 2 << "10000 11000 01100 00110 00011";
        QTest::newRow("padding") << "padding" << 2 << "11100 11100 11100 11100 11100";
        QTest::newRow("prefix") << "prefix" << 3 << "11100 11100 11100 11110 11111";
        QTest::newRow("block") << "block" << 2 << "11000 11000 00110 00110 00001";
    }

    void presets()
    {
        QFETCH(QString, id);
        QFETCH(int, number);
        QFETCH(QString, rows);
        Scenario s = tokens(5);
        s.mask.causal = true; // presets take the place of what was there
        s.mask.window = 1;
        s.mask.padding = {false, true, true, true, true};
        s.mask.fill = -7;
        s = with(s, 4, 4, false);
        const MaskPreset* preset = findMaskPreset(id.toStdString());
        QVERIFY(preset);
        const Scenario after = withMaskPreset(s, *preset, number);
        QCOMPARE(shown(after), rows);
        QCOMPARE(after.mask.fill, -7.0);
        QVERIFY(!validate(after));
    }

    void everyPresetHasItsRowInTheTest()
    {
        QCOMPARE(maskPresets().size(), std::size_t(6));
        for (const MaskPreset& preset : maskPresets()) {
            QCOMPARE(preset.usual == nullptr, preset.parameter.empty());
            QCOMPARE(preset.most == nullptr, preset.parameter.empty());
        }
    }

    // With more keys than queries a query stands where its key stands.
    void presetsOfACachedSequence()
    {
        Scenario s = tokens(2);
        s.context = Context{{"a", "b", "c", "d"}, share(Matrix::Random(4, 2))};
        QCOMPARE(shown(withMaskPreset(s, *findMaskPreset("prefix"), 1)), "1110 1111");
        QCOMPARE(shown(withMaskPreset(s, *findMaskPreset("block"), 2)), "0011 0011");
        s.mask.alignment = Alignment::TopLeft;
        QCOMPARE(shown(withMaskPreset(s, *findMaskPreset("block"), 2)), "1100 1100");
    }

    void theThreeRulesOfAnEmptyRow()
    {
        Scenario s = tokens(4);
        s.mask.causal = true;
        const TracePtr trace = run(std::make_shared<const Scenario>(s));
        QCOMPARE(firstEmptyRow(*trace), -1);
        std::array<Matrix, 3> rows;
        for (std::size_t i = 0; i < 3; ++i)
            rows[i] = emptyRowWeights(*trace, 0, 2, emptyRowRules()[i]);
        QCOMPARE(test::difference(rows[0], test::matrix({{0.25, 0.25, 0.25, 0.25}})), QString());
        QVERIFY(rows[1].array().isNaN().all());
        QCOMPARE(test::difference(rows[2], test::matrix({{0, 0, 0, 0}})), QString());
    }

    // What is promised is what comes, when the rule is chosen and the row blocked.
    void aRuleIsKept()
    {
        for (const char* name :
             {"blocked-row", "cat-sat-two-heads", "wrong-axis", "slope-soft-cap"}) {
            const Scenario s = test::bundled(name);
            const TracePtr trace = run(std::make_shared<const Scenario>(s));
            const int head = s.heads - 1;
            for (const EmptyRowRule& rule : emptyRowRules()) {
                Scenario blocked = s;
                for (int key = 0; key < s.keyCount(); ++key)
                    blocked = with(blocked, 1, key, false);
                rule.choose(blocked.mask);
                QVERIFY(!validate(blocked));
                int chosen = 0;
                for (const EmptyRowRule& other : emptyRowRules())
                    chosen += other.chosen(blocked.mask);
                QVERIFY(rule.chosen(blocked.mask) && chosen == 1);
                const TracePtr after = run(std::make_shared<const Scenario>(blocked));
                QVERIFY(isEmptyRow(*after, 1));
                const Matrix row = find(*after, StageId::Weights, head)->values->row(1);
                const Matrix promised = emptyRowWeights(*trace, head, 1, rule);
                for (int key = 0; key < row.cols(); ++key)
                    QVERIFY2(row(0, key) == promised(0, key) ||
                                 (std::isnan(row(0, key)) && std::isnan(promised(0, key))),
                             name);
            }
        }
    }
};

ATTENTION_TEST(TstMaskEdits)
#include "tst_mask_edits.moc"
