// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/run.h"
#include "core/text/alt_text.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

#include <limits>

using namespace attention;

namespace {

// Weights that are no softmax of anything, as a picture may have them.
LabelledMatrix weights(Matrix values, std::vector<std::string> labels = {})
{
    LabelledMatrix m;
    m.name = "attention weights";
    m.rowWord = "query";
    m.columnWord = "key";
    m.shape = {values.rows(), values.cols()};
    if (labels.empty())
        for (Eigen::Index i = 0; i < values.rows(); ++i)
            labels.emplace_back(1, static_cast<char>('A' + i));
    m.rows = m.columns = std::move(labels);
    m.values = share(std::move(values));
    m.areWeights = m.sameTokens = true;
    return m;
}

QString said(const Scenario& s, StageId id, int head = -1)
{
    const TracePtr trace = run(std::make_shared<Scenario>(s));
    return test::text(altText(labelled(*trace, *find(*trace, id, head))));
}

} // namespace

// Every expectation is written by hand from the numbers.
class TstAltText : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void weightsOfThreeTokens()
    {
        // e^2.828 / (e^2.828 + 1 + e^1.414) = 16.919 / 22.032 = 0.768
        Scenario s = test::scenarioOf(test::matrix({{2, 0}, {0, 2}, {1, 1}}));
        QCOMPARE(
            said(s, StageId::Weights, 0),
            QString("Heatmap of attention weights, 3 queries by 3 keys; token A attends mostly "
                    "to itself (0.77), B mostly to itself (0.77), C evenly to A, B and itself "
                    "(0.33 each)."));
        // B reads A with 1 / 17.919.
        s.mask.causal = true;
        QCOMPARE(said(s, StageId::Weights, 0),
                 QString("Heatmap of attention weights, 3 queries by 3 keys; token A attends to "
                         "itself alone (1), B mostly to itself (0.94), C evenly to A, B and itself "
                         "(0.33 each); 3 of 9 are masked."));
    }

    void everyKindOfRow()
    {
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        const QString all = test::text(altText(weights(test::matrix({
            {0.4, 0.3, 0.2, 0.1, 0},       // the most, and less than half
            {0.001, 0.998, 0.001, 0, 0},   // what reads as 0 counts as none
            {0.1, 0.402, 0.098, 0.398, 0}, // two that read the same
            {0, 0, 0, 0, 0},
            {nan, 0, 0, 0, 0},
        }))));
        QCOMPARE(all, QString("Heatmap of attention weights, 5 queries by 5 keys; token A attends "
                              "most to itself (0.40), B to itself alone (1.00), C most to B and D "
                              "(0.40 each), D to nothing, E to nothing that is a number."));
    }

    void labelsOfEveryKind()
    {
        QCOMPARE(test::text(altText(weights(test::matrix({{0, 1, 0, 0, 0, 0},
                                                          {0, 0, 1, 0, 0, 0},
                                                          {0, 0, 0, 1, 0, 0},
                                                          {0, 0, 0, 0, 1, 0},
                                                          {0, 0, 0, 0, 0, 1},
                                                          {1, 0, 0, 0, 0, 0}}),
                                            {"the", "cat's", "the", "", "<b>, x", "ñ"}))),
                 QString("Heatmap of attention weights, 6 queries by 6 keys; token the (number 1) "
                         "attends to cat's alone (1), cat's to the (number 3) alone (1), the "
                         "(number 3) to (empty) alone (1), (empty) to “<b>, x” alone (1), “<b>, x” "
                         "to ñ alone (1), ñ to the (number 1) alone (1)."));
    }

    void manyEqualOnesAreCounted()
    {
        QCOMPARE(
            test::text(altText(weights(Matrix::Constant(5, 5, 0.2)))).section("; ", 1),
            QString("token A attends evenly to 5 of 5 keys (0.20 each), B evenly to 5 of 5 keys "
                    "(0.20 each), C evenly to 5 of 5 keys (0.20 each), D evenly to 5 of 5 keys "
                    "(0.20 each), E evenly to 5 of 5 keys (0.20 each)."));
    }

    void manyRowsAreSummedUp()
    {
        Matrix m = Matrix::Constant(10, 10, 0.05);
        m.diagonal().setConstant(0.55);
        m.row(3).setConstant(0.02);
        m(3, 7) = 0.82;
        m.row(4).setZero();
        m(4, 7) = 1 - 0.25;
        m(4, 0) = 0.25;
        // Column H: eight rows of 0.05 but its own, which has 0.55, and 0.82 and 0.75 of two.
        // (7 · 0.05 + 0.55 + 0.82 + 0.75) / 10 = 0.247
        QCOMPARE(test::text(altText(weights(m))),
                 QString("Heatmap of attention weights, 10 queries by 10 keys; the largest weight, "
                         "0.82, is that of D to H; 8 of 10 tokens attend most to themselves; H is "
                         "read most (0.25 on average)."));
    }

    void acrossTwoSequencesNothingIsItself()
    {
        Scenario s = test::scenarioOf(test::matrix({{1, 0}}));
        s.context = Context{{"un", "deux"}, share(test::matrix({{1, 0}, {1, 0}}))};
        QCOMPARE(said(s, StageId::Weights, 0),
                 QString("Heatmap of attention weights, 1 query by 2 keys; token A attends evenly "
                         "to un and deux (0.50 each)."));
    }

    void headsAreNamed()
    {
        Scenario s = test::scenarioOf(test::matrix({{2, 0}, {0, 2}}));
        s.heads = 2;
        QVERIFY(
            said(s, StageId::Weights, 1)
                .startsWith("Heatmap of attention weights, head 2 of 2, 2 queries by 2 keys; "));
    }

    void otherMatricesSayTheirRange()
    {
        Scenario s = test::scenarioOf(test::matrix({{2, -1.5}, {0, 2}, {1, 1}}));
        QCOMPARE(said(s, StageId::Embeddings),
                 QString("Heatmap of embeddings, 3 tokens by 2 columns; from −1.500 (token A, "
                         "column 2) to 2 (token A, column 1)."));
        s.scale.kind = ScaleKind::None;
        s.mask.causal = true;
        // The fill of −10^9 is no score. Q·Kᵀ: A·A = 6.25, A·B = −3, A·C = 0.5, B·B = 4, C·C = 2
        QCOMPARE(said(s, StageId::MaskedScores, 0),
                 QString("Heatmap of masked scores, 3 queries by 3 keys; from −3 (query B, key A) "
                         "to 6.250 (query A, key A); 3 of 9 are masked."));
        QCOMPARE(said(test::scenarioOf(test::matrix({{3, 3}})), StageId::Values),
                 QString("Heatmap of values, 1 key by 2 columns; every number is 3."));
    }

    void whatIsNotFiniteIsCounted()
    {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        LabelledMatrix m = weights(test::matrix({{1, infinity}, {-infinity, std::nan("")}}));
        m.areWeights = false;
        QCOMPARE(test::text(altText(m)).section("; ", 1),
                 QString("every number is 1; 3 numbers are infinite or NaN."));
        m.values = share(test::matrix({{infinity, infinity}, {infinity, infinity}}));
        QCOMPARE(test::text(altText(m)).section("; ", 1),
                 QString("none of its numbers is finite."));
    }

    void turnedOnItsSideItSaysTheSame()
    {
        Scenario s = test::scenarioOf(test::matrix({{2, 0}, {0, 2}, {1, 1}}));
        s.mask.causal = true;
        const TracePtr trace = run(std::make_shared<Scenario>(s));
        const LabelledMatrix m = labelled(*trace, *find(*trace, StageId::Weights, 0));
        const QString straight = test::text(altText(m)), other = test::text(altText(turned(m)));
        QVERIFY(other.startsWith("Heatmap of attention weights, 3 keys by 3 queries; "));
        QCOMPARE(other.section("; ", 1), straight.section("; ", 1));
    }

    void hiddenNumbersAreNotTold()
    {
        QCOMPARE(
            test::text(altText(weights(test::matrix({{1, 0}, {0.5, 0.5}})), true)),
            QString("Heatmap of attention weights, 2 queries by 2 keys; some numbers are to be "
                    "predicted."));
        LabelledMatrix large = weights(test::matrix({{1, 0}, {0, 1}}));
        large.values = nullptr;
        large.shape = {4096, 4096};
        QCOMPARE(test::text(altText(large)),
                 QString("Heatmap of attention weights, 4096 queries by 4096 keys."));
    }
};

ATTENTION_TEST(TstAltText)
#include "tst_alt_text.moc"
