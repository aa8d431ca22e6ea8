// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/core_support.h"
#include "tests/support/programs.h"
#include "tests/support/test_main.h"

#include <QRegularExpression>

#include <limits>
#include <random>

using namespace attention;

namespace {

const QStringList programForms = {"numpy", "python"};

} // namespace

// The exported programs, run by Python. PyTorch's are run by bench_pytorch, because it is large.
class TstPrograms : public attention::test::TestCase {
    Q_OBJECT

    static void eachForm()
    {
        QTest::addColumn<QString>("form");
        for (const QString& form : programForms)
            QTest::newRow(qPrintable(form)) << form;
    }

private slots:
    // Every variable of every golden case, against numbers that another program computed.
    void goldenStages_data() { eachForm(); }
    void goldenStages()
    {
        QFETCH(QString, form);
        test::Programs programs;
        for (const QString& name : test::goldenNames())
            programs.addGolden(name, form);
        QCOMPARE(programs.wrong(), QString());
    }

    void bundledScenarios_data() { eachForm(); }
    void bundledScenarios()
    {
        QFETCH(QString, form);
        test::Programs programs;
        for (const QString& path : test::bundledScenarios()) {
            const QString name = QFileInfo(path).completeBaseName();
            programs.add(name, form, test::bundled(name));
        }
        QCOMPARE(programs.wrong(), QString());
    }

    // Any scenario of the format, with titles and labels that no one should write.
    void randomScenarios_data() { eachForm(); }
    void randomScenarios()
    {
        QFETCH(QString, form);
        test::Programs programs;
        std::mt19937_64 random(20261130);
        for (int i = 0; i < 150; ++i)
            programs.add(QString("random-%1").arg(i), form, test::randomScenario(random, 6));
        QCOMPARE(programs.wrong(), QString());
    }

    void aChangedNumberIsNoticed_data() { eachForm(); }
    void aChangedNumberIsNoticed()
    {
        QFETCH(QString, form);
        test::Programs programs;
        for (const char* name : {"cat-sat-causal", "multi-head", "cross-attention", "rope-halves",
                                 "block-pre-layer-norm", "mistake-reshape-without-transpose"})
            programs.addGolden(name, form);
        QCOMPARE(programs.wrong({"--change"}), QString());
    }

    // A title may hold what Python takes for a statement, for the end of a text, or, in the first
    // two lines of a file, for the name of its encoding.
    void textIsHarmless_data() { eachForm(); }
    void textIsHarmless()
    {
        QFETCH(QString, form);
        Scenario s = test::goldenScenario("mistake-mask-after-softmax");
        const std::string hostile[] = {
            "coding: utf-7",   "a\nraise SystemExit(1)",  "b\rraise SystemExit(1)",
            "\"\"\" ''' \\",   "c\x1b[2J \x7f \x01\f1/0", "d\u2028raise e\u0085raise",
            "$to $x $ 猫 😀 é", std::string("f\0g", 3),    "softmax( matmul( math."};
        test::Programs programs;
        int count = 0;
        for (const std::string& text : hostile) {
            s.title = text;
            std::fill(s.tokens.begin(), s.tokens.end(), text);
            programs.add(QString::number(count++), form, s);
            const QString source = test::text(test::program(s, form));
            QVERIFY(!source.contains(QRegularExpression("[\\x00-\\x09\\x0b-\\x1f\\x7f]")));
            QVERIFY(!source.section('\n', 0, 1).contains("coding"));
        }
        QCOMPARE(programs.wrong(), QString());
    }

    // Only what the scenario needs: no mask, no bias, no unused function, no library in Python's.
    void aSmallScenarioIsAShortProgram()
    {
        const Scenario s = test::bundled("abc-scaled");
        for (const QString& form : programForms + QStringList{"pytorch"}) {
            const QString source = test::text(test::program(s, form));
            for (const char* word : {"allowed", "fill", "bias", "rotate", "sinusoidal", "norm",
                                     "kv_heads", "errstate", "seterr", "where", "__main__"})
                QVERIFY2(!source.contains(word), qPrintable(form + ": " + word));
            QVERIFY(source.contains("\nmasked_scores = scaled_scores\n"));
            QVERIFY(source.contains("  # A\n"));
        }
        const QString python = test::text(test::program(s, "python"));
        QCOMPARE(python.count("import"), 1);
        QVERIFY(python.contains("\nimport math\n") && python.contains("[2.0, 0.0]"));
        QVERIFY(test::text(test::program(s, "numpy")).contains("[2, 0],"));
    }

    // A formula and a shape above each stage, the split into heads with the shapes it goes through.
    void readsLikeALesson()
    {
        const QString numpy =
            test::text(test::program(test::bundled("cat-sat-two-heads"), "numpy"));
        QVERIFY2(numpy.contains("= (3, 4)\nqueries = embeddings @ W_q\n"), qPrintable(numpy));
        QVERIFY(numpy.contains("= (2, 3, 2)\nhead_queries = queries.reshape(n, heads, d_k)"
                               ".transpose(1, 0, 2)  # (n, heads, d_k) -> (heads, n, d_k)\n"));
        QVERIFY(numpy.contains("(heads, n, "));
        QVERIFY(
            numpy.contains("= (2, 3, 3)\nscores = head_queries @ head_keys.transpose(0, 2, 1)"));
    }

    // Where NumPy would warn, the program says why it does not; nowhere else.
    void warningsAreQuietWhereTheyComeFrom()
    {
        const auto quiet = [](const char* name) {
            const QString source = test::text(test::program(test::goldenScenario(name), "numpy"));
            return QString("%1 %2").arg(source.count("errstate")).arg(source.count("seterr"));
        };
        QCOMPARE(quiet("fully-blocked-row"), QString("0 0"));
        QCOMPARE(quiet("fully-blocked-row-infinite"), QString("1 0"));
        QCOMPARE(quiet("fully-blocked-row-zeros"), QString("1 0"));
        QCOMPARE(quiet("mistake-no-max-subtraction"), QString("1 0"));
        QCOMPARE(quiet("padding-right"), QString("0 0"));
    }

    // Numbers that leave the range of doubles, and rows that leave nothing to divide by.
    void infinitiesAndNan_data() { eachForm(); }
    void infinitiesAndNan()
    {
        QFETCH(QString, form);
        test::Programs programs;
        Scenario s = test::scenarioOf(test::matrix({{1e200, -1e200}, {3, 4}, {1e-200, 1e300}}));
        programs.add("scores-overflow", form, s);
        s.mistakes = {Mistake::NoMaxSubtraction};
        programs.add("scores-overflow-unsafe", form, s);
        s.X = share(test::matrix({{-30, 0}, {30, 0}, {0, 1}}));
        programs.add("sums-of-zero-and-infinity", form, s);
        s.mask.allowed = std::make_shared<const BoolMatrix>(BoolMatrix::Constant(3, 3, false));
        s.mask.fill = -std::numeric_limits<double>::infinity();
        programs.add("nothing-but-zero-by-zero", form, s);
        s.mistakes = {};
        programs.add("all-blocked", form, s);
        s.mask = {};
        Block block;
        block.epsilon = 0;
        block.W_1 = share(test::matrix({{900, -900, 1e120}, {1, 0, 3}}));
        block.W_2 = share(test::matrix({{1, 0}, {0, 1}, {0, 1}}));
        s.X = share(test::matrix({{2, 2}, {1, 5}, {0, 0}}));
        for (const Norm norm : {Norm::LayerNorm, Norm::RmsNorm})
            for (int activation = 0; activation < 4; ++activation) {
                block.norm = norm;
                block.activation = static_cast<Activation>(activation);
                s.block = block;
                programs.add(QString("no-epsilon-%1-%2").arg(int(norm)).arg(activation), form, s);
            }
        QCOMPARE(programs.wrong(), QString());
    }

    // PyTorch's own call is named only where it gives the same.
    void pytorchNamesItsOwnCall_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("call"); // empty: there is none
        QTest::addColumn<QString>("version");
        const auto row = [](const char* name, const char* call, const char* version = "2.0") {
            QTest::newRow(name) << name << call << version;
        };
        row("abc-scaled", "(head_queries, head_keys, head_values)");
        row("abc-causal", "(head_queries, head_keys, head_values, is_causal=True)");
        row("abc-unscaled", "(head_queries, head_keys, head_values, scale=1.0)", "2.1");
        row("custom-scale", "(head_queries, head_keys, head_values, scale=scale)", "2.1");
        row("causal-cross-top-left", "head_values, is_causal=True)");
        row("causal-cross-bottom-right", "head_values, attn_mask=allowed)");
        row("padding-right", "head_values, attn_mask=allowed)");
        row("random-sliding-window", "head_values, attn_mask=allowed)");
        row("score-bias", "attn_mask=bias.masked_fill(~allowed, float(\"-inf\")))");
        row("rope-adjacent", "(rotated_queries, rotated_keys, head_values, is_causal=True)");
        row("fully-blocked-row-zeros", "attn_mask=allowed)", "2.5");
        row("grouped-query", "is_causal=True)\n# (with enable_gqa=True, since 2.5");
        row("mistake-rotated-values", "(rotated_queries, rotated_keys, rotated_values)");
        for (const char* none : {"fully-blocked-row", "fully-blocked-row-infinite", "score-softcap",
                                 "custom-fill", "mistake-mask-after-softmax",
                                 "mistake-softmax-over-queries", "mistake-no-max-subtraction"})
            row(none, "");
    }

    void pytorchNamesItsOwnCall()
    {
        QFETCH(QString, name);
        QFETCH(QString, call);
        QFETCH(QString, version);
        const QString source = test::text(test::program(test::goldenScenario(name), "pytorch"));
        QCOMPARE(source.count("scaled_dot_product_attention"), call.isEmpty() ? 0 : 1);
        if (call.isEmpty())
            return;
        QVERIFY2(source.contains(call), qPrintable(source));
        QVERIFY(source.contains("# PyTorch " + version + " and later"));
        QVERIFY(!source.contains("\ntorch.nn")); // a comment: older ones have no such function
    }
};

ATTENTION_TEST(TstPrograms)
#include "tst_programs.moc"
