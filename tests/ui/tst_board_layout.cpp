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
        QTest::addColumn<bool>("transposed");
        for (const char* name :
             {"abc-unscaled", "abc-causal", "cat-sat", "cat-sat-causal", "cat-sat-two-heads",
              "bank-river", "heads-mixed", "running-average"})
            for (int unfold = 0; unfold < 12; ++unfold)
                for (const bool transposed : {false, true})
                    QTest::addRow("%s %d %s", name, unfold, transposed ? "transposed" : "")
                        << QString(name) << unfold << transposed;
    }

    void nothingOverlapsAndNothingIsOutside()
    {
        QFETCH(QString, name);
        QFETCH(int, unfold);
        QFETCH(bool, transposed);
        BoardOptions options;
        options.transposed = transposed;
        options.unfoldQ = unfold % 3 == 1;
        options.unfoldK = unfold % 3 == 2;
        options.unfoldV = unfold / 3 % 2 == 1;
        options.unfoldO = unfold / 6 == 1;
        const TracePtr trace = traceOf(test::example(qPrintable(name)));
        const QSizeF size(1840, transposed ? 1700 : 950);
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
            if (transposed) // headings at the right of one matrix and over another
                for (const PlacedMatrix& b : l.matrices) {
                    const QRectF ofB = b.headingRect.united(b.captionRect);
                    const auto names = qPrintable(a.heading + " / " + b.heading);
                    QVERIFY2(!a.area.intersects(ofB), names);
                    if (&a == &b)
                        continue;
                    QVERIFY2(!a.headingRect.united(a.captionRect).intersects(ofB), names);
                    if (!a.columnLabels.isEmpty()) {
                        const QRectF labels(a.area.left(), a.area.top() - a.columnLabelHeight,
                                            a.area.width(), a.columnLabelHeight);
                        QVERIFY2(!labels.intersects(b.area) && !labels.intersects(ofB), names);
                    }
                }
            for (const PlacedText& t : l.texts)
                QVERIFY2(!t.rect.intersects(a.area), qPrintable(t.text + " over " + a.heading));
        }
        QVERIFY(window.contains(l.sentence));
    }

    void theTransposedBoardIsTheMirroredOne_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("unfold");
        for (const char* name : {"abc-unscaled", "abc-causal", "cat-sat", "cat-sat-two-heads",
                                 "bank-river", "padding", "heads-mixed", "running-average"})
            for (const int unfold : {0, 1, 2, 3})
                QTest::newRow(
                    qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(name)).arg(unfold)))
                    << QString(name) << unfold;
    }

    // What is left of another stands above it, and so on; in every cell is the number that was
    // there, and it is met at its place.
    void theTransposedBoardIsTheMirroredOne()
    {
        QFETCH(QString, name);
        QFETCH(int, unfold);
        BoardOptions options;
        options.unfoldQ = unfold == 1;
        options.unfoldK = unfold == 2;
        options.unfoldV = unfold == 3;
        const TracePtr trace = traceOf(test::example(qPrintable(name)));
        const QSizeF size(1900, 1700); // where neither folds anything away
        const BoardLayout a = layout(*trace, size, options);
        options.transposed = true;
        const BoardLayout b = layout(*trace, size, options);
        QVERIFY(!a.strip && !b.strip && !a.transposed && b.transposed);
        QVERIFY(b.cell.width() >= 34 && b.cell.height() >= 26);
        QCOMPARE(b.matrices.size(), a.matrices.size());
        const auto sign = [](qreal x) { return std::abs(x) < 1e-6 ? 0 : x < 0 ? -1 : 1; };
        for (std::size_t i = 0; i < a.matrices.size(); ++i) {
            const PlacedMatrix& m = a.matrices[i];
            const PlacedMatrix& t = b.matrices[i];
            QVERIFY(t.ref == m.ref);
            QCOMPARE(t.grid.drawnRows(), m.grid.drawnColumns());
            QCOMPARE(t.grid.drawnColumns(), m.grid.drawnRows());
            QCOMPARE(t.rowLabels, m.columnLabels);
            QCOMPARE(t.columnLabels, m.rowLabels);
            QVERIFY(t.left == m.top && t.top == m.left && t.bottom == m.right);
            QVERIFY(t.editable == m.editable && t.tokensOf == m.tokensOf);
            const int rows = static_cast<int>(m.grid.values->rows());
            const int columns = static_cast<int>(m.grid.values->cols());
            for (int r = 0; r < rows; ++r)
                for (int c = 0; c < columns; ++c) {
                    const QPointF was = m.cell(r, m.firstColumn + c).center() - m.area.topLeft();
                    const QPointF is = t.cell(r, m.firstColumn + c).center() - t.area.topLeft();
                    QVERIFY(std::abs(was.x() / m.area.width() - is.y() / t.area.height()) < 1e-9);
                    QVERIFY(std::abs(was.y() / m.area.height() - is.x() / t.area.width()) < 1e-9);
                    const auto met = t.cellAt(is + t.area.topLeft());
                    QVERIFY(met && *met == (CellRef{m.ref, r, m.firstColumn + c}));
                    const bool turned = t.grid.transposed;
                    QCOMPARE(t.grid.value(turned ? c : r, turned ? r : c), (*m.grid.values)(r, c));
                }
            for (std::size_t j = 0; j < i; ++j) {
                // What is unfolded makes room for its heading, which stays over it.
                if (m.ref.field || a.matrices[j].ref.field)
                    continue;
                const QRectF was = a.matrices[j].area, is = b.matrices[j].area;
                QCOMPARE(sign(t.area.top() - is.top()), sign(m.area.left() - was.left()));
                QCOMPARE(sign(t.area.right() - is.right()), sign(m.area.bottom() - was.bottom()));
            }
        }
        // Column A of Qᵀ, scores, weights and output is one band; row C of the scores stands beside
        // key C.
        const PlacedMatrix& q = placed(b, StageId::HeadQueries);
        const PlacedMatrix& k = placed(b, StageId::HeadKeys);
        const PlacedMatrix& s = placed(b, StageId::Scores);
        for (int token = 0; token < trace->scenario->tokenCount(); ++token) {
            for (const StageId id : {StageId::Scores, StageId::Weights, StageId::HeadOutput}) {
                QCOMPARE(placed(b, id).cell(token, 0).left(), q.cell(token, 0).left());
                QCOMPARE(placed(b, id).cell(token, 0).right(), q.cell(token, 0).right());
            }
            QCOMPARE(s.cell(0, token).top(), k.cell(token, 0).top());
            QCOMPARE(s.cell(0, token).bottom(), k.cell(token, 0).bottom());
        }
        QVERIFY(k.area.right() < s.area.left());
        // What does something does it there, too.
        for (const Hotspot& h : a.hotspots)
            QVERIFY2(std::any_of(
                         b.hotspots.begin(), b.hotspots.end(),
                         [&](const Hotspot& other) {
                             return other.kind == h.kind && other.head == h.head &&
                                    b.content.adjusted(-400, -400, 400, 400).contains(other.rect);
                         }),
                     qPrintable(h.says));
    }

    void wordsOfTheTransposedBoard()
    {
        BoardOptions options;
        options.transposed = true;
        const QSizeF size(1840, 1000);
        const TracePtr cat = traceOf(test::example("cat-sat"));
        const BoardLayout l = layout(*cat, size, options);
        QCOMPARE(placed(l, StageId::HeadQueries).caption, "queries  (dₖ, n) = (4, 3)");
        QVERIFY(placed(l, StageId::HeadQueries).heading.startsWith("Qᵀ = W_qᵀ·Xᵀ"));
        QVERIFY(placed(l, StageId::HeadKeys).heading.startsWith("K"));
        QVERIFY(!placed(l, StageId::HeadKeys).heading.contains("ᵀ"));
        QVERIFY(placed(l, StageId::HeadValues).heading.startsWith("Vᵀ"));
        QCOMPARE(placed(l, StageId::Scores).heading, "Sᵀ = KQᵀ");
        QVERIFY(placed(l, StageId::Weights).caption.startsWith("softmax of each column  "));
        QCOMPARE(placed(l, StageId::HeadOutput).caption, "Vᵀ · weights  (dᵥ, n) = (4, 3)");
        // A strip: the keys of another sequence stand in rows.
        const TracePtr cross = traceOf(test::example("translate-cross"));
        BoardOptions upright;
        options.form = upright.form = BoardOptions::Form::Strip;
        const BoardLayout strip = layout(*cross, size, options);
        const BoardLayout straight = layout(*cross, size, upright);
        QVERIFY(strip.strip && strip.transposed);
        const PlacedMatrix& w = placed(strip, StageId::Weights);
        const PlacedMatrix& was = placed(straight, StageId::Weights);
        QVERIFY(!w.thumbnail && w.grid.transposed);
        QCOMPARE(w.rowLabels, was.columnLabels);
        QCOMPARE(w.columnLabels, was.rowLabels);
        QVERIFY(w.left == Role::Key && w.top == Role::Query);
        QVERIFY(w.rowLabelRole == Role::Key && w.columnLabelRole == Role::Query);
        QCOMPARE(w.heading, "weightsᵀ");
        QVERIFY2(w.caption.contains("(m, n) = "), qPrintable(w.caption));
        for (std::size_t i = 0; i < strip.matrices.size(); ++i) {
            QVERIFY(strip.matrices[i].ref == straight.matrices[i].ref);
            QCOMPARE(strip.matrices[i].grid.drawnRows(), straight.matrices[i].grid.drawnColumns());
        }
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
