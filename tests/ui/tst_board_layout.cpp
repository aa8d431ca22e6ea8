// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/run.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/figures/board_layout.h"

using namespace attention;
using namespace attention::ui;

namespace {

BoardLayout layout(const Trace& trace, QSizeF size, const BoardOptions& options = {}, int head = 0,
                   bool wasStrip = false)
{
    static const Theme theme = Theme::make(ThemeKind::Light);
    const Ranges ranges(trace);
    Selection selection;
    selection.head = head;
    return layoutBoardOrStrip(
        {trace, ranges, options, selection, QRectF(QPointF(0, 0), size), theme}, wasStrip);
}

TracePtr traceOf(const Scenario& s)
{
    return run(std::make_shared<const Scenario>(s));
}

const PlacedMatrix& placed(const BoardLayout& l, StageId id, int head = 0)
{
    const PlacedMatrix* m = l.find({std::nullopt, id, head});
    Q_ASSERT(m);
    return *m;
}

} // namespace

class TstBoardLayout : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void oneBandIsOneToken_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QSizeF>("size");
        for (const char* name :
             {"abc-unscaled", "abc-scaled", "abc-causal", "cat-sat", "cat-sat-causal",
              "cat-sat-two-heads", "bank-river", "padding", "heads-mixed", "who-asks-whom"})
            for (const QSizeF size :
                 {QSizeF(950, 470), QSizeF(1290, 620), QSizeF(1840, 950), QSizeF(3760, 2030)})
                QTest::newRow(qPrintable(QString("%1 %2").arg(name).arg(size.width())))
                    << name << size;
    }

    void oneBandIsOneToken()
    {
        QFETCH(QString, name);
        QFETCH(QSizeF, size);
        const TracePtr trace = traceOf(test::example(qPrintable(name)));
        const BoardLayout l = layout(*trace, size);
        if (l.strip) {
            QVERIFY2(size.width() < 1000, "a board of so few tokens fits");
            return;
        }
        QVERIFY(l.cell.width() >= 34 && l.cell.height() >= 26);
        const PlacedMatrix& q = placed(l, StageId::HeadQueries);
        const PlacedMatrix& k = placed(l, StageId::HeadKeys);
        const PlacedMatrix& v = placed(l, StageId::HeadValues);
        const PlacedMatrix& s = placed(l, StageId::Scores);
        const PlacedMatrix& w = placed(l, StageId::Weights);
        const PlacedMatrix& out = placed(l, StageId::HeadOutput);
        QVERIFY(k.grid.transposed);
        for (int token = 0; token < trace->scenario->tokenCount(); ++token) {
            // Row A of Q, scores, weights and output share one band, to the pixel.
            for (const PlacedMatrix* m : {&s, &w, &out}) {
                QCOMPARE(m->cell(token, 0).top(), q.cell(token, 0).top());
                QCOMPARE(m->cell(token, 0).bottom(), q.cell(token, 0).bottom());
            }
            // Column C of the scores hangs under key C.
            QCOMPARE(s.cell(0, token).left(), k.cell(token, 0).left());
            QCOMPARE(s.cell(0, token).right(), k.cell(token, 0).right());
        }
        QCOMPARE(out.cell(0, 0).left(), v.cell(0, 0).left());
        QVERIFY(v.area.bottom() < out.area.top() && k.area.bottom() < s.area.top());
    }

    void nothingOverlapsAndNothingIsOutside_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("unfold");
        for (const char* name :
             {"abc-unscaled", "abc-causal", "cat-sat", "cat-sat-causal", "cat-sat-two-heads",
              "bank-river", "heads-mixed", "running-average"})
            for (int unfold = 0; unfold < 12; ++unfold)
                QTest::newRow(qPrintable(QString("%1 %2").arg(name).arg(unfold))) << name << unfold;
    }

    void nothingOverlapsAndNothingIsOutside()
    {
        QFETCH(QString, name);
        QFETCH(int, unfold);
        BoardOptions options;
        options.unfoldQ = unfold % 3 == 1;
        options.unfoldK = unfold % 3 == 2;
        options.unfoldV = unfold / 3 % 2 == 1;
        options.unfoldO = unfold / 6 == 1;
        const TracePtr trace = traceOf(test::example(qPrintable(name)));
        const QSizeF size(1840, 950);
        const BoardLayout l = layout(*trace, size, options);
        QVERIFY(!l.strip);
        const QRectF window(QPointF(0, 0), size);
        for (std::size_t i = 0; i < l.matrices.size(); ++i) {
            const PlacedMatrix& a = l.matrices[i];
            QVERIFY2(window.contains(a.area), qPrintable(a.heading));
            QVERIFY2(window.contains(a.headingRect) && window.contains(a.captionRect),
                     qPrintable(a.heading));
            for (std::size_t j = 0; j < l.matrices.size(); ++j) {
                const PlacedMatrix& b = l.matrices[j];
                if (i == j)
                    continue;
                const auto names = qPrintable(a.heading + " / " + b.heading);
                QVERIFY2(!a.area.intersects(b.area), names);
                QVERIFY2(!a.area.intersects(
                             b.headingRect.united(b.captionRect)
                                 .intersected(QRectF(b.area.left(), 0, b.area.width(), 1e4))),
                         names);
                if (!a.rowLabels.isEmpty())
                    QVERIFY2(!QRectF(a.area.left() - a.rowLabelWidth, a.area.top(), a.rowLabelWidth,
                                     a.area.height())
                                  .intersects(b.area),
                             names);
            }
            for (const PlacedText& t : l.texts)
                QVERIFY2(!t.rect.intersects(a.area), qPrintable(t.text + " over " + a.heading));
        }
        QVERIFY(window.contains(l.sentence));
    }

    void aProjectionIsUnfoldedAsACrossing()
    {
        BoardOptions options;
        options.unfoldQ = true;
        const TracePtr trace = traceOf(test::example("cat-sat"));
        const BoardLayout l = layout(*trace, QSizeF(1840, 950), options);
        const PlacedMatrix& q = placed(l, StageId::HeadQueries);
        const PlacedMatrix* x = l.find({MatrixField::X, {}, -1});
        const PlacedMatrix* w = l.find({MatrixField::W_q, {}, -1});
        QVERIFY(x && w);
        QCOMPARE(x->cell(1, 0).top(), q.cell(1, 0).top());
        QCOMPARE(w->cell(0, 2).left(), q.cell(0, 2).left());
        QVERIFY(x->editable == MatrixField::X && w->editable == MatrixField::W_q);
        QVERIFY(!q.editable);
    }

    void aHeadShowsItsOwnColumnsOfAProjection()
    {
        BoardOptions options;
        options.unfoldQ = true;
        const TracePtr trace = traceOf(test::example("cat-sat-two-heads"));
        const BoardLayout l = layout(*trace, QSizeF(1840, 950), options, 1);
        const PlacedMatrix* w = l.find({MatrixField::W_q, {}, -1});
        QVERIFY(w);
        QCOMPARE(w->grid.drawnColumns(), 2);
        // The cell in its left upper corner is column 2 of the whole matrix, counted from 0.
        const auto cell = w->cellAt(w->area.topLeft() + QPointF(2, 2));
        QVERIFY(cell);
        QCOMPARE(cell->column, 2);
        QCOMPARE(w->cell(0, 2).topLeft(), w->area.topLeft());
    }

    void manyTokensBecomeAStrip()
    {
        for (const int tokens : {12, 64, 300}) {
            const TracePtr trace = traceOf(test::randomScenario(tokens, 8, 2, 5, true));
            const QSizeF size(1290, 620);
            const BoardLayout l = layout(*trace, size);
            QVERIFY(l.strip);
            const PlacedMatrix& w = placed(l, StageId::Weights);
            QVERIFY(!w.thumbnail);
            QVERIFY(QRectF(QPointF(0, 0), size).contains(w.area));
            QVERIFY(w.area.height() > 250);
        }
    }

    void aStageThatChangesNothingIsAWord()
    {
        const BoardLayout plain =
            layout(*traceOf(test::example("abc-unscaled")), QSizeF(1290, 620));
        QVERIFY(!plain.find({std::nullopt, StageId::ScaledScores, 0}));
        QVERIFY(!plain.find({std::nullopt, StageId::MaskedScores, 0}));
        const BoardLayout scaled = layout(*traceOf(test::example("abc-scaled")), QSizeF(1290, 620));
        QVERIFY(scaled.find({std::nullopt, StageId::ScaledScores, 0}));
        const BoardLayout masked = layout(*traceOf(test::example("abc-causal")), QSizeF(1290, 620));
        QVERIFY(masked.find({std::nullopt, StageId::MaskedScores, 0}));
        BoardOptions folded;
        folded.masked = BoardOptions::Shown::No;
        QVERIFY(!layout(*traceOf(test::example("abc-causal")), QSizeF(1290, 620), folded)
                     .find({std::nullopt, StageId::MaskedScores, 0}));
    }

    void theSwitchBetweenBoardAndStripHasHysteresis()
    {
        const TracePtr trace = traceOf(test::example("five-by-five-causal"));
        bool differs = false;
        for (int width = 700; width < 1400; width += 2) {
            const bool fromBoard = layout(*trace, QSizeF(width, 620), {}, 0, false).strip;
            const bool fromStrip = layout(*trace, QSizeF(width, 620), {}, 0, true).strip;
            QVERIFY(fromStrip || !fromBoard); // a strip stays at least as long as it comes
            differs = differs || fromBoard != fromStrip;
        }
        QVERIFY(differs);
    }

    void theColourRangeIsSharedOnTheBoard()
    {
        const TracePtr trace = traceOf(test::example("abc-unscaled"));
        const Ranges ranges(*trace);
        constexpr ColourRange all = ColourRange::All;
        // The largest number of all stages is the score 4.
        QCOMPARE(ranges.norm(*trace, {MatrixField::X, {}, -1}, all).highest, 4.0);
        QCOMPARE(ranges.norm(*trace, {MatrixField::X, {}, -1}, ColourRange::Matrix).highest, 2.0);
        QCOMPARE(ranges.norm(*trace, {std::nullopt, StageId::Weights, 0}, all).highest, 1.0);
        QCOMPARE(ranges.norm(*trace, {std::nullopt, StageId::Weights, 0}, all).lowest, 0.0);
        // A blocked score of -1e9 is no part of it.
        const TracePtr masked = traceOf(test::example("abc-causal"));
        QCOMPARE(
            Ranges(*masked).norm(*masked, {std::nullopt, StageId::MaskedScores, 0}, all).highest,
            4.0);
    }

    // Who shares colours with whom, counted anew from the numbers.
    void rangesAreThoseOfWhatSharesThem()
    {
        const TracePtr trace = traceOf(test::example("cat-sat-two-heads"));
        const Ranges ranges(*trace);
        double all = 0;
        std::array<double, 2> ofHead = {0, 0};
        for (const Stage& stage : trace->stages) {
            if (stageInfo(stage.id).kind == ValueKind::Weight)
                continue;
            const double largest = stage.values->cwiseAbs().maxCoeff();
            all = std::max(all, largest);
            if (stage.id == StageId::Scores)
                ofHead[static_cast<std::size_t>(stage.head)] = largest;
        }
        for (const MatrixField field : {MatrixField::W_q, MatrixField::W_k, MatrixField::W_v})
            if (const MatrixPtr& given = *matrixIn(*trace->scenario, field))
                all = std::max(all, given->cwiseAbs().maxCoeff());
        QVERIFY(ofHead[0] != ofHead[1]);
        for (const int head : {0, 1}) {
            const MatrixRef scores{std::nullopt, StageId::Scores, head};
            const auto highest = [&](ColourRange range) {
                return ranges.norm(*trace, scores, range).highest;
            };
            const double own = ofHead[static_cast<std::size_t>(head)];
            QCOMPARE(highest(ColourRange::Matrix), own);
            QCOMPARE(highest(ColourRange::Heads), std::max(ofHead[0], ofHead[1]));
            QCOMPARE(highest(ColourRange::All), all);
            // What the layouts make of it, and say.
            for (const auto form : {BoardOptions::Form::Board, BoardOptions::Form::Strip})
                for (const auto range : {ColourRange::Auto, ColourRange::Matrix, ColourRange::Heads,
                                         ColourRange::All}) {
                    BoardOptions options;
                    options.form = form;
                    options.range = range;
                    const bool strip = form == BoardOptions::Form::Strip;
                    const ColourRange meant = range != ColourRange::Auto ? range
                                              : strip                    ? ColourRange::Matrix
                                                                         : ColourRange::All;
                    Selection selection;
                    selection.head = head;
                    selection.focus = StageId::Scores;
                    const Theme theme = Theme::make(ThemeKind::Light);
                    const BoardLayout placed = layoutBoardOrStrip(
                        {*trace, ranges, options, selection, QRectF(0, 0, 1600, 900), theme});
                    QCOMPARE(placed.strip, strip);
                    QCOMPARE(placed.find(scores)->grid.norm.highest, highest(meant));
                    const QString words = meant == ColourRange::All     ? "all stages"
                                          : meant == ColourRange::Heads ? "all heads"
                                                                        : "this matrix";
                    if (strip || meant == ColourRange::All) {
                        QCOMPARE(placed.barWords, words);
                        QCOMPARE(placed.barNorm.highest, highest(meant));
                    } else {
                        QVERIFY(placed.colourBar.isEmpty());
                        QVERIFY(std::any_of(
                            placed.texts.begin(), placed.texts.end(),
                            [&](const PlacedText& t) { return t.text.startsWith("colours: "); }));
                    }
                }
        }
    }
};

ATTENTION_TEST(TstBoardLayout)
#include "tst_board_layout.moc"
