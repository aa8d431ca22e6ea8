// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/run.h"
#include "core/attention/softmax.h"
#include "core/scenario/edits.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <cmath>

using namespace attention;

namespace {

// The number of decimals in which the articles give a number, at most four.
int decimalsOf(const QJsonValue& value)
{
    int most = 0;
    if (value.isArray()) {
        for (const QJsonValue& item : value.toArray())
            most = std::max(most, decimalsOf(item));
        return most;
    }
    const QString text = QString::number(value.toDouble(), 'f', 4);
    const int zeros = static_cast<int>(text.size()) -
                      static_cast<int>(QString(text).remove(QRegularExpression("0+$")).size());
    return 4 - zeros;
}

Matrix matrixOf(const QJsonValue& value)
{
    const QJsonArray rows = value.toArray();
    if (!rows[0].isArray()) {
        Matrix m(1, rows.size());
        for (int j = 0; j < rows.size(); ++j)
            m(0, j) = rows[j].toDouble();
        return m;
    }
    Matrix m(rows.size(), rows[0].toArray().size());
    for (int i = 0; i < m.rows(); ++i)
        for (int j = 0; j < m.cols(); ++j)
            m(i, j) = rows[i].toArray()[j].toDouble();
    return m;
}

} // namespace

// Every number of the two articles that this edition computes, to the digits that they give.
class TstSeedNumbers : public attention::test::TestCase {
    Q_OBJECT

    QJsonObject m_hand, m_steps;

    static TracePtr traceOf(const Scenario& s) { return run(std::make_shared<Scenario>(s)); }

    static QString differs(const Matrix& found, const QJsonValue& expected)
    {
        if (expected.isUndefined())
            return "the articles do not say it";
        const Matrix wanted = matrixOf(expected);
        if (found.rows() != wanted.rows() || found.cols() != wanted.cols())
            return "another shape";
        const double allowed = 0.5 * std::pow(10, -decimalsOf(expected)) * (1 + 1e-9);
        const double gap = (found - wanted).cwiseAbs().maxCoeff();
        return gap <= allowed ? QString() : QString("off by %1").arg(gap);
    }

private slots:
    void initTestCase()
    {
        const QByteArray json = QByteArray::fromStdString(
            test::readFile(test::sourcePath("tests/golden/seed-numbers.json")));
        const QJsonObject file = QJsonDocument::fromJson(json).object();
        m_hand = file["attention-by-hand"].toObject();
        m_steps = file["self-attention-step-by-step"].toObject();
        QVERIFY(!m_hand.isEmpty() && !m_steps.isEmpty());
    }

    void byHandUnscaled()
    {
        const QJsonObject expected = m_hand["unscaled"].toObject();
        const TracePtr trace = traceOf(test::bundled("abc-unscaled"));
        const Matrix& S = test::values(*trace, StageId::Scores, 0);
        QCOMPARE(differs(S, expected["scores"]), QString());
        QCOMPARE(differs(test::values(*trace, StageId::Weights, 0).topRows(1),
                         expected["row_A_weights"]),
                 QString());
        QCOMPARE(
            differs(test::values(*trace, StageId::Output).topRows(1), expected["row_A_output"]),
            QString());
        // e^score is the weight divided by the weight of a score of 0: "62.99" is the whole row's.
        const Matrix P = test::values(*trace, StageId::Weights, 0).topRows(1);
        const Matrix exponentials = P / P(0, 1);
        const QJsonArray given = expected["row_A_exponentials"].toArray();
        QVERIFY(std::abs(exponentials(0, 0) - given[0].toDouble()) < 0.05);
        QVERIFY(std::abs(exponentials(0, 2) - given[2].toDouble()) < 0.005);
        QVERIFY(std::abs(exponentials.sum() - expected["row_A_sum"].toDouble()) < 0.005);
    }

    void byHandScaled()
    {
        const QJsonObject expected = m_hand["scaled"].toObject();
        const TracePtr trace = traceOf(test::bundled("abc-scaled"));
        QCOMPARE(differs(test::values(*trace, StageId::ScaledScores, 0).topRows(1),
                         expected["scaled_row_A"]),
                 QString());
        QCOMPARE(differs(test::values(*trace, StageId::Weights, 0), expected["weights"]),
                 QString());
        QCOMPARE(differs(test::values(*trace, StageId::Output), expected["output"]), QString());
        const Matrix P = test::values(*trace, StageId::Weights, 0).topRows(1);
        QVERIFY(std::abs((P / P(0, 1)).sum() - expected["row_A_sum"].toDouble()) < 0.005);
    }

    void byHandCausal()
    {
        const QJsonObject expected = m_hand["causal"].toObject();
        const Scenario s = test::bundled("abc-causal");
        const TracePtr trace = traceOf(s);
        QCOMPARE(s.mask.fill, m_hand["mask_fill"].toDouble());
        QCOMPARE(differs(test::values(*trace, StageId::Weights, 0), expected["weights"]),
                 QString());
        QCOMPARE(differs(test::values(*trace, StageId::Output), expected["output"]), QString());
        const Matrix& P = test::values(*trace, StageId::Weights, 0);
        QVERIFY(std::abs(1 / P(1, 0) - expected["row_B_sum"].toDouble()) < 0.005);

        // "change C to [9,-9]: rows A and B of the causal output stay"
        Scenario changed = withCell(s, MatrixField::X, 2, 0, 9);
        changed = withCell(changed, MatrixField::X, 2, 1, -9);
        QCOMPARE(
            test::difference(test::outputOf(changed).topRows(2), test::outputOf(s).topRows(2), 0),
            QString());
    }

    void slopes()
    {
        const QJsonObject expected = m_hand["slope"].toObject();
        const auto weight = [](const char* name) {
            return test::values(*traceOf(test::bundled(name)), StageId::Weights, 0)(0, 0);
        };
        const double steep = weight("slope-divided-by-eight");
        const double flat = weight("slope-sixteen-eight-zero");
        QVERIFY(std::abs(flat - 0.9997) < 0.00005 && std::abs(steep - 0.665) < 0.0005);
        QVERIFY(std::abs(flat * (1 - flat) - expected["w=0.9997"].toDouble()) < 0.00005);
        QVERIFY(std::abs(steep * (1 - steep) - expected["w=0.665"].toDouble()) < 0.005);
    }

    void stepByStep()
    {
        const TracePtr trace = traceOf(test::bundled("cat-sat"));
        QCOMPARE(differs(test::values(*trace, StageId::Queries), m_steps["Q"]), QString());
        QCOMPARE(differs(test::values(*trace, StageId::Keys), m_steps["K"]), QString());
        QCOMPARE(differs(test::values(*trace, StageId::Values), m_steps["V"]), QString());
        QCOMPARE(differs(test::values(*trace, StageId::Scores, 0), m_steps["scores"]), QString());
        QCOMPARE(differs(test::values(*trace, StageId::Weights, 0), m_steps["weights"]), QString());
        QCOMPARE(differs(test::values(*trace, StageId::Output), m_steps["output"]), QString());
    }

    void stepByStepCausal()
    {
        const TracePtr trace = traceOf(test::bundled("cat-sat-causal"));
        QCOMPARE(differs(test::values(*trace, StageId::Weights, 0), m_steps["causal_weights"]),
                 QString());
        QCOMPARE(differs(test::values(*trace, StageId::Output), m_steps["causal_output"]),
                 QString());
    }

    // "causal: replacing the last token by [5,-3,2,7] leaves rows 0 and 1; without the mask row 0
    // changes"
    void leak()
    {
        for (const bool causal : {true, false}) {
            const Scenario s = test::bundled(causal ? "cat-sat-causal" : "cat-sat");
            Scenario changed = s;
            const double last[] = {5, -3, 2, 7};
            for (int c = 0; c < 4; ++c)
                changed = withCell(changed, MatrixField::X, 2, c, last[c]);
            const Matrix before = test::outputOf(s), after = test::outputOf(changed);
            QCOMPARE(test::difference(after.topRows(causal ? 2 : 1), before.topRows(causal ? 2 : 1))
                         .isEmpty(),
                     causal);
        }
    }

    void saturation()
    {
        const Matrix raw = matrixOf(m_steps["saturation_raw_scores_unrounded"]);
        QCOMPARE(differs(raw, m_steps["saturation_raw_scores"]), QString());
        const MatrixPtr unscaled = softmaxRows(share(raw));
        const MatrixPtr scaled = softmaxRows(share(raw / std::sqrt(512.0)));
        const Matrix expected = matrixOf(m_steps["saturation_raw_weights"]);
        QVERIFY((*unscaled - expected).cwiseAbs().maxCoeff() < 0.0005);
        QCOMPARE(differs(*scaled, m_steps["saturation_scaled_weights"]), QString());
    }
};

ATTENTION_TEST(TstSeedNumbers)
#include "tst_seed_numbers.moc"
