// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/run.h"
#include "core/scenario/scenario_json.h"
#include "core/trace/checks.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

#include <QFileInfo>

#include <cmath>

using namespace attention;

namespace {

TracePtr traceOf(const Scenario& s)
{
    return run(std::make_shared<Scenario>(s));
}

Matrix weights(const QString& name, int head = 0)
{
    return test::values(*traceOf(test::bundled(name)), StageId::Weights, head);
}

Matrix output(const QString& name)
{
    return test::outputOf(test::bundled(name));
}

bool near(double a, double b)
{
    return std::abs(a - b) <= 0.0005 + 1e-12;
}

} // namespace

class TstBundled : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void everyFile_data()
    {
        QTest::addColumn<QString>("path");
        for (const QString& path : test::bundledScenarios())
            QTest::newRow(qPrintable(QFileInfo(path).baseName())) << path;
    }

    void everyFile()
    {
        QFETCH(QString, path);
        const std::string json = test::readFile(path);
        const auto read = readScenario(json);
        if (const auto* problem = std::get_if<Problem>(&read))
            QFAIL(english(*problem).c_str());
        const Scenario& s = std::get<Scenario>(read);

        QVERIFY(!s.title.empty() && !s.description.empty());
        QVERIFY2(s.columns.empty() || s.columns.size() == static_cast<std::size_t>(s.modelWidth()),
                 "columns have labels");
        const TracePtr trace = traceOf(s);
        QVERIFY(trace && find(*trace, StageId::Output));
        QCOMPARE(check(*trace).size(), checkIds().size());
        // As the program itself would save it, so that opening and saving changes nothing.
        QCOMPARE(test::text(writeScenario(s)), test::text(json));
    }

    void titlesAreTheirOwn()
    {
        QStringList titles;
        for (const QString& path : test::bundledScenarios())
            titles << test::text(test::bundled(QFileInfo(path).completeBaseName()).title);
        QVERIFY(titles.size() >= 58);
        QCOMPARE(titles.removeDuplicates(), qsizetype(0));
    }

    // What each example is there to show; the numbers are those of the reference.
    void theyShowWhatTheySay_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("head");
        QTest::addColumn<int>("row");
        QTest::addColumn<int>("column");
        QTest::addColumn<double>("weight");
        const auto add = [](const char* name, int head, int row, int column, double weight) {
            QTest::addRow("%s head %d (%d, %d)", name, head, row, column)
                << QString(name) << head << row << column << weight;
        };
        add("abc-unscaled", 0, 0, 0, 0.867);
        add("abc-scaled", 0, 0, 0, 0.768);
        add("abc-causal", 0, 1, 0, 0.056);
        add("long-neighbour", 0, 0, 0, 0.178);
        add("long-neighbour", 0, 0, 1, 0.734);
        add("opposite-vectors", 0, 0, 1, 0.090);
        add("bank-river", 0, 2, 1, 0.894);
        add("bank-loan", 0, 1, 2, 0.894);
        add("bank-no-projections", 0, 2, 2, 0.844);
        add("cat-sat-causal", 0, 1, 0, 0.047);
        add("slope-sixteen-eight-zero", 0, 0, 0, 0.9997);
        add("slope-divided-by-eight", 0, 0, 0, 0.665);
        add("big-but-equal", 0, 0, 1, 0.5);
        add("running-average", 0, 3, 2, 0.25);
        add("padding", 0, 0, 2, 0);
        add("blocked-row", 0, 0, 2, 1.0 / 3);
        add("mask-with-zero", 0, 0, 1, 0.053);
        add("previous-token-head", 0, 4, 3, 0.982);
        add("two-specialists", 1, 3, 0, 0.498);
        add("who-is-she", 0, 3, 0, 0.986);
        add("who-is-she", 1, 4, 3, 0.982);
        add("induction-step-2", 0, 3, 1, 0.984);
        add("leak-copier", 0, 0, 1, 0.993);
        add("leak-copier", 0, 3, 0, 0.25);
        add("leak-fixed", 0, 1, 0, 0.5);
        add("sink", 0, 3, 0, 0.993);
        add("slope-soft-cap", 0, 0, 0, 0.929);
        add("saturation-six-keys", 0, 0, 2, 1);
        add("sliding-window", 0, 5, 2, 0);
        add("sliding-window", 0, 5, 3, 1.0 / 3);
        add("mask-too-late", 0, 0, 0, 0.768);
        add("wrong-axis", 0, 1, 1, 0.468);
        add("heads-own-keys", 3, 0, 0, 0.5);
        add("heads-shared-keys", 0, 0, 2, 0.950);
        add("heads-one-key", 2, 1, 0, 1.0 / 3);
        add("heads-tiled-keys", 0, 0, 0, 0.5);
        add("heads-tiled-keys", 1, 0, 1, 0.488);
        add("heads-wide-scale", 0, 0, 1, 0.665);
        add("echo-no-order", 0, 1, 0, 1.0 / 3);
        add("echo-sinusoids", 0, 0, 0, 0.425);
        add("echo-sinusoids", 0, 0, 2, 0.164);
        add("learned-places", 0, 2, 1, 0.993);
        add("padding-left", 0, 4, 2, 0.086);
        add("padding-left", 0, 4, 4, 0.855);
        add("bias-by-distance", 0, 3, 0, 0.032);
        add("bias-by-distance", 0, 3, 3, 0.644);
        add("translate-cross", 0, 1, 2, 0.834);
        add("decode-cached", 0, 0, 3, 0.849);
    }

    void theyShowWhatTheySay()
    {
        QFETCH(QString, name);
        QFETCH(int, head);
        QFETCH(int, row);
        QFETCH(int, column);
        QFETCH(double, weight);
        const double found = weights(name, head)(row, column);
        QVERIFY2(near(found, weight), qPrintable(QString::number(found)));
    }

    void outputsToo()
    {
        const Matrix two = output("bank-two-sentences");
        QVERIFY(near(two(2, 1), 1.841) && near(two(4, 2), 1.841));
        QVERIFY(near(output("heads-mixed")(1, 0), 2.277));
        QVERIFY(output("sink").row(3).cwiseAbs().maxCoeff() < 0.01);
        const Matrix scores =
            test::values(*traceOf(test::bundled("who-asks-whom")), StageId::Scores, 0);
        QVERIFY(scores(3, 2) == 4 && scores(2, 3) == 0);
        const Matrix inOrder = output("cat-sat"), shuffled = output("sat-the-cat");
        Matrix back(3, 4);
        back << shuffled.row(1), shuffled.row(2), shuffled.row(0);
        QCOMPARE(test::difference(back, inOrder), QString());
        const Matrix own = output("heads-own-keys"), sharing = output("heads-shared-keys");
        QVERIFY(near((own - sharing).cwiseAbs().maxCoeff(), 0.052));
        QVERIFY((output("heads-one-key").array() - 2).abs().maxCoeff() < 1e-12);
        const Matrix turned = output("rope-values");
        QVERIFY(near(turned(0, 0), 1.734) && near(turned(0, 1), 0.367));
        QVERIFY(output("overflow").array().isNaN().all());
    }

    void scoresOfPositions()
    {
        const auto scores = [](const char* name) {
            return test::values(*traceOf(test::bundled(name)), StageId::Scores, 0);
        };
        const Matrix one = scores("rope-relative"), two = scores("rope-two-speeds");
        for (int i = 0; i < 5; ++i) {
            for (int j = 0; j < 5; ++j) {
                QVERIFY(std::abs(one(i, j) - 4 * std::cos(i - j)) < 1e-12);
                QVERIFY(std::abs(two(i, j) - std::cos(i - j) - std::cos((i - j) / 100.0)) < 1e-12);
            }
        }
    }

    // The words after two fillers read each other as they do alone.
    void leftPaddingIsNotNoticed()
    {
        const Scenario padded = test::bundled("padding-left");
        Scenario alone = padded;
        alone.tokens.erase(alone.tokens.begin(), alone.tokens.begin() + 2);
        alone.X = share(Matrix(padded.X->bottomRows(3)));
        alone.mask.padding.clear();
        alone.positions.ids.clear();
        const Matrix last = test::outputOf(padded).bottomRows(3);
        QCOMPARE(test::difference(last, test::outputOf(alone)), QString());
        QVERIFY(test::outputOf(padded).topRows(2).cwiseAbs().maxCoeff() == 0); // empty rows: zeros
    }

    void oneQueryWithKeptKeysIsTheLastRow()
    {
        const Matrix whole = output("decode-four");
        QCOMPARE(test::difference(output("decode-cached"), Matrix(whole.row(3))), QString());
    }

    void blocks()
    {
        const Matrix before = test::values(*traceOf(test::bundled("block-pre")), StageId::Norm1);
        const double outer = 3 / std::sqrt(5), inner = 1 / std::sqrt(5); // of 1, 2, 3, 4
        QVERIFY(std::abs(before(0, 0) + outer) < 1e-12 && std::abs(before(0, 1) + inner) < 1e-12);
        const Matrix after =
            test::values(*traceOf(test::bundled("block-post")), StageId::BlockOutput);
        for (int i = 0; i < 3; ++i) {
            QVERIFY(std::abs(after.row(i).mean()) < 1e-12);
            QVERIFY(std::abs(after.row(i).squaredNorm() / 4 - 1) < 1e-12);
        }
    }

    void headsMixedUpByAReshape()
    {
        const Matrix values =
            test::values(*traceOf(test::bundled("reshape-bug")), StageId::HeadValues, 0);
        QVERIFY(values(1, 0) == 13 && values(1, 1) == 14);
    }

    void losses()
    {
        const auto of = [](const char* name) { return prediction(*traceOf(test::bundled(name))); };
        const double copied = std::exp(6) / (std::exp(6) + 3);
        QVERIFY(std::abs(*of("leak-copier").loss + std::log(copied)) < 1e-12);
        QVERIFY(std::abs(*of("leak-copier").perplexity - 1 / copied) < 1e-12);
        QVERIFY(std::isinf(*of("leak-fixed").loss));
        QVERIFY(near(*of("logits-red-blue").loss, 0.023));
        QVERIFY(of("logits-red-blue").predicted == std::vector<int>({1, 0, 1}));
    }
};

ATTENTION_TEST(TstBundled)
#include "tst_bundled.moc"
