// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/run.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/figures/board_figure.h"
#include "ui/figures/canvas.h"
#include "ui/figures/row_ends.h"
#include "ui/figures/sentence.h"

#include <QImage>

#include <cmath>

using namespace attention;
using namespace attention::ui;

namespace {

using Shown = BoardOptions::Shown;
using Outcome = RowEnd::Outcome;

TracePtr traceOf(const Scenario& s)
{
    return run(std::make_shared<const Scenario>(s));
}

BoardLayout layout(const Trace& trace, QSizeF size, Shown predicts,
                   StageId focus = StageId::Weights)
{
    static const Theme theme = Theme::make(ThemeKind::Light);
    BoardOptions options;
    options.predicts = predicts;
    Selection selection;
    selection.focus = focus;
    return layoutBoardOrStrip(
        {trace, Ranges(trace), options, selection, QRectF(QPointF(0, 0), size), theme});
}

const PlacedMatrix* labelled(const BoardLayout& l)
{
    const PlacedMatrix* found = nullptr;
    for (const PlacedMatrix& m : l.matrices)
        if (!m.rowEnds.empty()) {
            if (found)
                qFatal("two matrices with predictions");
            found = &m;
        }
    return found;
}

bool says(const BoardLayout& l, const QString& words)
{
    return std::any_of(l.texts.begin(), l.texts.end(),
                       [&](const PlacedText& t) { return t.text.contains(words); });
}

} // namespace

class TstRowEnds : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void aReadoutSaysWhatComesNext()
    {
        const TracePtr trace = traceOf(test::example("logits-red-blue"));
        const std::vector<RowEnd> ends = rowEndsFor(*trace, 3);
        QCOMPARE(ends.size(), 3u);
        // Row 1 reads itself: e⁴ / (1 + e⁴). Row 3, by the example's own words: blue with 0.977.
        QCOMPARE(QString(ends[0].text).remove(QChar(0x2068)).remove(QChar(0x2069)),
                 QString("→ blue %1 ✓").arg(std::exp(4) / (1 + std::exp(4)), 0, 'f', 3));
        QVERIFY(QString(ends[2].text).contains("blue") && ends[2].text.contains("0.977 ✓"));
        for (const RowEnd& end : ends)
            QCOMPARE(end.outcome, Outcome::Right);
        QCOMPARE(predictionSummary(*trace, 3), QString("mean loss 0.023 · perplexity 1.023"));
        QVERIFY(rowSentence(*trace, 0, 2, 3).contains("and predicts"));
        QVERIFY(rowSentence(*trace, 0, 2, 3).endsWith("97.7 %"));
    }

    void aWrongPredictionIsSaid()
    {
        const TracePtr trace = traceOf(test::example("leak-fixed"));
        const std::vector<RowEnd> ends = rowEndsFor(*trace, 3);
        QCOMPARE(ends.size(), 4u);
        QCOMPARE(ends[0].outcome, Outcome::Wrong);
        QVERIFY(ends[0].text.contains(QString::fromUtf8("✗")) && ends[0].text.contains("order"));
        QVERIFY(ends[0].says.contains(QString::fromUtf8("∞")));
        QCOMPARE(ends[3].outcome, Outcome::Open); // no target there
        QVERIFY(predictionSummary(*trace, 3).contains(QString::fromUtf8("∞")));
        const TracePtr copier = traceOf(test::example("leak-copier"));
        QCOMPARE(predictionSummary(*copier, 3), QString("mean loss 0.007 · perplexity 1.007"));
    }

    void aNanPredictsNothing()
    {
        Scenario s = test::threeTokens();
        s.X = share(*s.X * 1e200);
        s.readout = Readout{{"red", "blue"}, true, {}};
        const TracePtr trace = traceOf(s);
        for (const RowEnd& end : rowEndsFor(*trace, 3)) {
            QCOMPARE(end.text, QString::fromUtf8("→ NaN"));
            QCOMPARE(end.outcome, Outcome::Wrong);
        }
        QVERIFY(predictionSummary(*trace, 3).isEmpty());
    }

    void aCausalScenarioPredictsTheNextToken()
    {
        const TracePtr trace = traceOf(test::example("abc-causal"));
        const QSizeF size(1300, 620);
        QVERIFY(!labelled(layout(*trace, size, Shown::Auto)));
        QVERIFY(!labelled(layout(*trace, size, Shown::No)));
        const BoardLayout l = layout(*trace, size, Shown::Yes);
        QVERIFY(!l.strip);
        const PlacedMatrix* m = labelled(l);
        QVERIFY(m);
        QCOMPARE(m->ref.stage, StageId::HeadOutput);
        QStringList ends;
        for (const RowEnd& end : m->rowEnds)
            ends += QString(end.text).remove(QChar(0x2068)).remove(QChar(0x2069));
        QCOMPARE(ends, QStringList({"→ B", "→ C", "→ ?"}));
        QVERIFY(says(l, "one pass trains 2 predictions"));
        // Without the mask there is nothing to predict.
        QVERIFY(!labelled(layout(*traceOf(test::example("abc-scaled")), size, Shown::Yes)));
    }

    void theyHaveTheirPlace_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QSizeF>("size");
        QTest::addColumn<int>("focus");
        for (const char* name :
             {"logits-red-blue", "leak-copier", "leak-fixed", "abc-causal", "cat-sat-causal"})
            for (const QSizeF size :
                 {QSizeF(660, 460), QSizeF(950, 470), QSizeF(1290, 620), QSizeF(1840, 950)})
                for (const StageId focus :
                     {StageId::Weights, StageId::HeadOutput, StageId::Probabilities})
                    QTest::newRow(qPrintable(QString("%1 %2 %3")
                                                 .arg(name)
                                                 .arg(size.width())
                                                 .arg(static_cast<int>(focus))))
                        << name << size << static_cast<int>(focus);
    }

    void theyHaveTheirPlace()
    {
        QFETCH(QString, name);
        QFETCH(QSizeF, size);
        QFETCH(int, focus);
        const TracePtr trace = traceOf(test::example(qPrintable(name)));
        const BoardLayout l = layout(*trace, size, Shown::Yes, static_cast<StageId>(focus));
        const PlacedMatrix* m = labelled(l);
        QVERIFY(m);
        QVERIFY(QRectF(QPointF(0, 0), size).contains(m->rowEndRect));
        QVERIFY(m->rowEndRect.left() > m->area.right());
        QCOMPARE(m->rowEndRect.top(), m->area.top());
        QCOMPARE(m->rowEndRect.height(), m->area.height());
        QVERIFY(!l.colourBar.intersects(m->rowEndRect));
        for (const PlacedMatrix& other : l.matrices)
            QVERIFY2(!other.area.intersects(m->rowEndRect), qPrintable(other.heading));
        const QString summary = predictionSummary(*trace, 3);
        QVERIFY(says(l, summary));
        for (const PlacedText& t : l.texts)
            if (t.text == summary) {
                QVERIFY(QRectF(QPointF(0, 0), size).contains(t.rect));
                QVERIFY(!t.rect.intersects(l.sentence));
                for (const PlacedMatrix& other : l.matrices)
                    QVERIFY(!t.rect.intersects(other.area));
            }
    }

    void aPictureHasThemToo()
    {
        const TracePtr trace = traceOf(test::example("logits-red-blue"));
        const Theme theme = Theme::make(ThemeKind::Light);
        const auto painted = [&](Shown predicts) {
            QImage image(1200, 700, QImage::Format_RGB32);
            image.fill(theme.window);
            BoardOptions options;
            options.predicts = predicts;
            options.form = BoardOptions::Form::Strip; // values have the same colour on the board
            CanvasPainter painter(&image);
            BoardFigure(trace, options, {})
                .paint(painter.canvas(), QRectF(QPointF(0, 0), image.size()), theme);
            return image;
        };
        const auto count = [&](const QImage& image) {
            int pixels = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    pixels += image.pixelColor(x, y) == theme.holds;
            return pixels;
        };
        // Three right predictions, in the colour of what holds.
        QVERIFY(count(painted(Shown::Auto)) > count(painted(Shown::No)) + 60);
    }
};

ATTENTION_TEST(TstRowEnds)
#include "tst_row_ends.moc"
