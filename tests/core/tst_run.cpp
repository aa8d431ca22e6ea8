// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/attend.h"
#include "core/attention/buffers.h"
#include "core/attention/decode.h"
#include "core/attention/masks.h"
#include "core/attention/run.h"
#include "core/attention/tiled.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <limits>

using namespace attention;

namespace {

TracePtr traceOf(const Scenario& s)
{
    return run(std::make_shared<Scenario>(s));
}

Scenario three()
{
    return test::scenarioOf(test::matrix({{2, 0}, {0, 2}, {1, 1}}));
}

MatrixPtr pointer(const Trace& trace, StageId id, int head = -1)
{
    return find(trace, id, head)->values;
}

} // namespace

class TstRun : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void theTableIsInOrder()
    {
        for (std::size_t i = 0; i < stageTable().size(); ++i) {
            const StageInfo& info = stageTable()[i];
            QCOMPARE(static_cast<std::size_t>(info.id), i);
            QCOMPARE(&stageInfo(info.id), &info);
            QCOMPARE(findStage(info.name), &info);
        }
        QVERIFY(!findStage("nothing"));
    }

    void stagesComeInOrderHeadByHead()
    {
        Scenario s = test::bundled("cat-sat-two-heads");
        const TracePtr trace = traceOf(s);
        QCOMPARE(trace->stages.size(), std::size_t(4 + 2 * 8 + 2));
        int head = -1;
        StageId before = StageId::Embeddings;
        for (const Stage& stage : trace->stages) {
            QVERIFY(stage.values);
            QCOMPARE(stage.head >= 0, stageInfo(stage.id).perHead);
            QVERIFY(stage.head != head || stage.id >= before);
            head = stage.head;
            before = stage.id;
        }
        QVERIFY(!find(*trace, StageId::Scores, 2) && !find(*trace, StageId::Scores));
    }

    void whatChangesNothingIsShared()
    {
        Scenario s = three();
        s.scale.kind = ScaleKind::None;
        const TracePtr trace = traceOf(s);
        QCOMPARE(pointer(*trace, StageId::Queries), s.X);
        QCOMPARE(pointer(*trace, StageId::HeadValues, 0), s.X);
        QCOMPARE(pointer(*trace, StageId::ScaledScores, 0), pointer(*trace, StageId::Scores, 0));
        QCOMPARE(pointer(*trace, StageId::MaskedScores, 0), pointer(*trace, StageId::Scores, 0));
        QCOMPARE(pointer(*trace, StageId::Output), pointer(*trace, StageId::HeadOutput, 0));
        QVERIFY(!trace->allowed);

        s.mask.padding = {true, true, true}; // allows everything
        QVERIFY(!traceOf(s)->allowed);
        s.scale.kind = ScaleKind::InverseSqrtDk;
        s.mask.causal = true;
        const TracePtr other = traceOf(s);
        QVERIFY(pointer(*other, StageId::ScaledScores, 0) != pointer(*other, StageId::Scores, 0));
        QVERIFY(pointer(*other, StageId::MaskedScores, 0) !=
                pointer(*other, StageId::ScaledScores, 0));
    }

    void bitForBitTheSame()
    {
        std::mt19937_64 random(12);
        Scenario s = test::scenarioOf(test::randomMatrix(random, 300, 64));
        s.W_q.matrix = share(test::randomMatrix(random, 64, 64));
        s.heads = 4;
        s.mask.causal = true;
        const TracePtr a = traceOf(s), b = traceOf(s);
        for (std::size_t i = 0; i < a->stages.size(); ++i)
            QVERIFY(*a->stages[i].values == *b->stages[i].values);
    }

    void stopsWhenAsked()
    {
        std::stop_source source;
        source.request_stop();
        QVERIFY(!run(std::make_shared<Scenario>(three()), source.get_token()));

        // In the middle, from the progress of the first head.
        Scenario s = three();
        s.heads = 2;
        std::stop_source middle;
        double last = 0;
        QVERIFY(!run(std::make_shared<Scenario>(s), middle.get_token(), [&](double progress) {
            last = progress;
            middle.request_stop();
        }));
        QCOMPARE(last, 0.5);
    }

    void progressEndsAtOne()
    {
        std::vector<double> seen;
        run(std::make_shared<Scenario>(test::bundled("cat-sat-two-heads")), {},
            [&](double progress) { seen.push_back(progress); });
        QCOMPARE(seen, (std::vector<double>{0.5, 1}));
    }

    // Full, in chunks, token by token with a cache, and in tiles of every size: one result.
    void allPathsAgree()
    {
        std::mt19937_64 random(13);
        for (int i = 0; i < 400; ++i) {
            Scenario s =
                i % 2 == 0 ? test::randomScenario(random, 9) : test::randomMixture(random, 9);
            const TracePtr trace = traceOf(s);
            const Matrix& output = test::values(*trace, StageId::Output);
            for (int tile = 1; tile <= s.keyCount() + 1; ++tile) {
                const QString moved = test::difference(tiledOutput(*trace, tile), output);
                QVERIFY2(moved.isEmpty(),
                         qPrintable(QString("%1, tiles of %2: %3").arg(i).arg(tile).arg(moved)));
            }
            // With the future blocked for good a cache knows all there is to know.
            if (!s.context) {
                s.mask.causal = true;
                s.mask.fill = -1e9;
                s.mask.emptyRows = EmptyRows::Zeros;
            }
            const Matrix last = *lastStage(*traceOf(s)).values;
            for (const int chunk : {1, 2, 4}) {
                const QString moved =
                    test::difference(decodeAll(std::make_shared<Scenario>(s), chunk), last);
                QVERIFY2(
                    moved.isEmpty(),
                    qPrintable(QString("%1, cached, %2 a time: %3").arg(i).arg(chunk).arg(moved)));
            }
        }
    }

    // Forward and back, and forward again with something else in between.
    void decodingStepsBack()
    {
        std::mt19937_64 random(19);
        for (int i = 0; i < 60; ++i) {
            Scenario s = test::randomMixture(random, 7);
            s.mask.causal = true;
            const auto shared = std::make_shared<Scenario>(s);
            Decoder straight(shared), wandering(shared);
            const std::int64_t empty = straight.bytes();
            while (straight.left() > 0) {
                const Matrix row = straight.feed();
                wandering.feed(3);
                wandering.back(wandering.length() - straight.length() + 1);
                QCOMPARE(test::difference(wandering.feed(), row), QString());
                QCOMPARE(wandering.length(), straight.length());
                QCOMPARE(wandering.bytes(), straight.bytes());
            }
            // What is held: keys and values of the tokens read, or of the context.
            const std::int64_t row = 8LL * s.kvHeadCount() * (headWidth(s) + valueWidth(s));
            QCOMPARE(empty, s.context ? row * s.keyCount() : 0);
            QCOMPARE(straight.bytes(), row * s.keyCount());
            QCOMPARE(straight.feed().rows(), Eigen::Index(0));
            straight.back(100);
            QCOMPARE(straight.length(), 0);
        }
    }

    // After each step: the largest score so far, the sum of the exponentials, the weighted values;
    // against plain loops over the masked scores.
    void tilesShowTheirSteps()
    {
        std::mt19937_64 random(20);
        Scenario s = test::scenarioOf(test::randomMatrix(random, 5, 3));
        s.mask.causal = true;
        const TracePtr trace = traceOf(s);
        const Matrix &masked = test::values(*trace, StageId::MaskedScores, 0), &V = *s.X;
        std::vector<std::pair<int, int>> order;
        const ScoreRules rules(s, 5, 5);
        tiled(*s.X, *s.X, *s.X, rules, 2, [&](const TileStep& step) {
            order.emplace_back(step.firstQuery, step.firstKey);
            for (int i = 0; i < step.queries; ++i) {
                double largest = -1e300, sum = 0;
                RowVector output = RowVector::Zero(3);
                const int row = step.firstQuery + i, end = step.firstKey + step.keys;
                for (int key = 0; key < end; ++key)
                    largest = std::max(largest, masked(row, key));
                for (int key = 0; key < end; ++key) {
                    const double e = std::exp(masked(row, key) - largest);
                    sum += e;
                    output += e * V.row(key);
                }
                QCOMPARE(step.largest[i], largest);
                QVERIFY(std::abs(step.sum[i] - sum) < 1e-13);
                QCOMPARE(test::difference(step.output.row(i), output), QString());
            }
        });
        using Pairs = std::vector<std::pair<int, int>>;
        QCOMPARE(order,
                 (Pairs{{0, 0}, {0, 2}, {0, 4}, {2, 0}, {2, 2}, {2, 4}, {4, 0}, {4, 2}, {4, 4}}));
    }

    // Three windows of two sizes, by hand.
    void windows()
    {
        Mask mask;
        mask.window = 2;
        BoolMatrix both(3, 3), causal(3, 3), cross(2, 4);
        both << true, true, false, true, true, true, false, true, true;
        causal << true, false, false, true, true, false, false, true, true;
        cross << false, true, true, false, false, false, true, true;
        QVERIFY(*allowedPairs(mask, 3, 3) == both);
        mask.causal = true;
        QVERIFY(*allowedPairs(mask, 3, 3) == causal);
        QVERIFY(*allowedPairs(mask, 2, 4) == cross);
    }

    void largeBuffersComeBack()
    {
        const double* first = nullptr;
        {
            const std::shared_ptr<Matrix> large = buffer(1024, 512);
            first = large->data();
        }
        const std::shared_ptr<Matrix> again = buffer(512, 1024);
        QCOMPARE(again->data(), first);
        QCOMPARE(again->rows(), Eigen::Index(512));
        QVERIFY(buffer(512, 1024)->data() != first); // it is held

        constexpr std::size_t count = (1 << 20) + 3;
        const unsigned char* bytesBefore = nullptr;
        {
            const std::shared_ptr<unsigned char[]> held = bytes(count);
            held[count - 1] = 7;
            bytesBefore = held.get();
        }
        QCOMPARE(static_cast<const unsigned char*>(bytes(count).get()), bytesBefore);
    }

    void aFirstTileThatIsBlocked()
    {
        std::mt19937_64 random(14);
        for (const double fill : {-1e9, -std::numeric_limits<double>::infinity(), 0.0}) {
            Scenario s = test::scenarioOf(test::randomMatrix(random, 6, 3));
            s.mask.padding = {false, false, false, true, false, true};
            s.mask.fill = fill;
            for (const int tile : {1, 2, 3, 4})
                QCOMPARE(test::difference(tiledOutput(*traceOf(s), tile), test::outputOf(s)),
                         QString());
        }
    }

    void aRowWithNothingToRead()
    {
        Scenario s = three();
        s.mask.causal = true;
        s.mask.padding = {false, true, true};
        const auto firstRow = [&] {
            return Matrix(test::values(*traceOf(s), StageId::Weights, 0).topRows(1));
        };
        const double third = 1.0 / 3, nan = std::nan("");
        QCOMPARE(test::difference(firstRow(), test::matrix({{third, third, third}})), QString());
        s.mask.fill = -std::numeric_limits<double>::infinity();
        QCOMPARE(test::difference(firstRow(), test::matrix({{nan, nan, nan}})), QString());
        s.mask.emptyRows = EmptyRows::Zeros;
        QCOMPARE(test::difference(firstRow(), test::matrix({{0, 0, 0}})), QString());
    }

    // P·V is a sum over all keys: 0·∞ is NaN also where the key is blocked.
    void anInfiniteValueIsNotLeftOut()
    {
        Scenario s = three();
        s.mask.causal = true;
        Matrix V = *s.X;
        V(2, 0) = std::numeric_limits<double>::infinity();
        const HeadStages stages =
            attend(s.X->topRows(2), *s.X, V, ScoreRules(s, 3, 3), Keep::ScoresAndWeights);
        for (int row = 0; row < 2; ++row) // neither may read the last
            for (int column = 0; column < 2; ++column) {
                double expected = 0;
                for (int key = 0; key < 3; ++key)
                    expected += (*stages.weights)(row, key) * V(key, column);
                const double found = (*stages.output)(row, column);
                QCOMPARE(std::isnan(expected), column == 0);
                QVERIFY(std::isnan(expected) ? std::isnan(found)
                                             : std::abs(found - expected) < 1e-12);
            }
    }

    void masksAreCombinedWithAnd()
    {
        Mask mask;
        mask.causal = true;
        mask.padding = {true, false, true};
        BoolMatrix pairs = BoolMatrix::Constant(3, 3, true);
        pairs(2, 0) = false;
        mask.allowed = std::make_shared<const BoolMatrix>(pairs);
        BoolMatrix expected(3, 3);
        expected << true, false, false, true, false, false, false, false, true;
        QVERIFY(*allowedPairs(mask, 3, 3) == expected);
    }

    // Query i of n stands at i + (m - n), or at i.
    void alignmentOfACausalMask()
    {
        Mask mask;
        mask.causal = true;
        BoolMatrix right(2, 3), left(2, 3);
        right << true, true, false, true, true, true;
        left << true, false, false, true, true, false;
        QVERIFY(*allowedPairs(mask, 2, 3) == right);
        QVERIFY(!allowedPairs(mask, 1, 3)); // the newest token of a cache reads everything
        mask.alignment = Alignment::TopLeft;
        QVERIFY(*allowedPairs(mask, 2, 3) == left);
    }

    void blockedCellsAreKnown()
    {
        const TracePtr trace = traceOf(test::bundled("abc-causal"));
        const Stage& masked = *find(*trace, StageId::MaskedScores, 0);
        const Stage& scaled = *find(*trace, StageId::ScaledScores, 0);
        QVERIFY(isBlocked(*trace, masked, 0, 1) && !isBlocked(*trace, masked, 1, 0));
        QVERIFY(!isBlocked(*trace, scaled, 0, 1));
    }

    // Each token reads itself alone, so the last stage is X. Of equals the first; a token without a
    // target does not count; the loss is in nats.
    void predictionAndLoss()
    {
        Scenario s = test::scenarioOf(
            test::matrix({{0.25, 0.5, 0.5}, {0.75, 0.125, 0.125}, {0.125, 0.125, 0.25}}));
        BoolMatrix own = BoolMatrix::Constant(3, 3, false);
        own(0, 0) = own(1, 1) = own(2, 2) = true;
        s.mask.allowed = std::make_shared<const BoolMatrix>(own);
        s.readout.emplace();
        const Prediction without = prediction(*traceOf(s));
        QCOMPARE(without.predicted, (std::vector<int>{1, 0, 2}));
        QVERIFY(!without.loss && !without.perplexity);
        s.readout->targets = {2, -1, 0};
        const Prediction read = prediction(*traceOf(s));
        QVERIFY(std::abs(*read.loss - 2 * std::log(2.0)) < 1e-15); // of 1/2 and 1/8
        QVERIFY(std::abs(*read.perplexity - 4) < 1e-14);
        s.readout->logits = true; // e^0.5 / (e^0.25 + 2 e^0.5), e^0.125 / (2 e^0.125 + e^0.25)
        const double first = std::log(1 + std::exp(-0.25) + 1);
        const double third = std::log(2 + std::exp(0.125));
        QVERIFY(std::abs(*prediction(*traceOf(s)).loss - (first + third) / 2) < 1e-14);
    }

    void labels()
    {
        Scenario s = three();
        s.columns = {"across", "up"};
        s.W_k.matrix = share(test::matrix({{1, 0, 1, 2}, {0, 1, 0, 1}}));
        s.W_q.matrix = s.W_k.matrix;
        s.heads = 2;
        const TracePtr trace = traceOf(s);
        const auto columns = [&](StageId id, int head = -1) {
            return columnLabels(*trace, *find(*trace, id, head));
        };
        using Labels = std::vector<std::string>;
        QCOMPARE(columns(StageId::Embeddings), (Labels{"across", "up"}));
        QCOMPARE(columns(StageId::Keys), (Labels{"1", "2", "3", "4"}));
        QCOMPARE(columns(StageId::HeadKeys, 1), (Labels{"1", "2"}));
        QCOMPARE(columns(StageId::HeadValues, 1), (Labels{"up"}));
        QCOMPARE(columns(StageId::HeadOutput, 0), (Labels{"across"}));
        QCOMPARE(columns(StageId::Weights, 0), s.tokens);
        QCOMPARE(rowLabels(*trace, *find(*trace, StageId::Output)), s.tokens);
        QCOMPARE(formula(*trace, *find(*trace, StageId::Values)), std::string("X"));
        QCOMPARE(formula(*trace, *find(*trace, StageId::Keys)), std::string("X · W_k"));
    }

    void orderAndLastTokenOfTheArticles()
    {
        Scenario s = three();
        s.mask.causal = true;
        const Matrix before = test::outputOf(s);
        s.X = share(test::matrix({{2, 0}, {0, 2}, {9, -9}}));
        QCOMPARE(test::difference(test::outputOf(s).topRows(2), before.topRows(2), 0), QString());
    }

    void oneTokenReturnsItsValue()
    {
        std::mt19937_64 random(15);
        Scenario s = test::scenarioOf(test::randomMatrix(random, 1, 1));
        QCOMPARE(test::difference(test::outputOf(s), *s.X), QString());
    }

    void weightsAddToOneAndStayBetween()
    {
        std::mt19937_64 random(16);
        for (int i = 0; i < 200; ++i) {
            Scenario s = test::randomScenario(random, 12);
            s.mask.fill = -1e9;
            s.mask.emptyRows = EmptyRows::Computed;
            const TracePtr trace = traceOf(s);
            for (int h = 0; h < s.heads; ++h) {
                const Matrix& P = test::values(*trace, StageId::Weights, h);
                QVERIFY(P.minCoeff() >= 0 && P.maxCoeff() <= 1);
                for (Eigen::Index row = 0; row < P.rows(); ++row)
                    QVERIFY(std::abs(P.row(row).sum() - 1) < 1e-12);
            }
        }
    }

    void twiceTheSameTokenSharesEvenly()
    {
        const Scenario s = test::scenarioOf(test::matrix({{1, 2}, {1, 2}, {-1, 0}}));
        const Matrix P = test::values(*traceOf(s), StageId::Weights, 0);
        for (int row = 0; row < 3; ++row)
            QCOMPARE(P(row, 0), P(row, 1));
    }
};

ATTENTION_TEST(TstRun)
#include "tst_run.moc"
