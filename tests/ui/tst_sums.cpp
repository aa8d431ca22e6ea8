// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/run.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/figures/board_figure.h"
#include "ui/figures/canvas.h"
#include "ui/figures/layout_parts.h"
#include "ui/figures/sums.h"

#include <QImage>

#include <cmath>
#include <limits>

using namespace attention;
using namespace attention::ui;

namespace {

TracePtr traceOf(const Scenario& s)
{
    return run(std::make_shared<const Scenario>(s));
}

BoardLayout layout(const Trace& trace, QSizeF size, bool sums,
                   BoardOptions::Heads heads = BoardOptions::Heads::One)
{
    static const Theme theme = Theme::make(ThemeKind::Light);
    BoardOptions options;
    options.sums = sums;
    options.heads = heads;
    return layoutBoardOrStrip(
        {trace, Ranges(trace), options, {}, QRectF(QPointF(0, 0), size), theme});
}

const PlacedMatrix* summed(const BoardLayout& l)
{
    for (const PlacedMatrix& m : l.matrices)
        if (!m.columnSumRect.isEmpty())
            return &m;
    return nullptr;
}

} // namespace

class TstSums : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void whoIsReadMost()
    {
        Scenario s = test::threeTokens();
        const TracePtr trace = traceOf(s);
        Matrix weights(3, 3);
        weights << 0.2, 0.7, 0.1, 0.3, 0.4, 0.3, 0.5, 0.06, 0.44;
        QVERIFY(readMost(*trace, weights, 3).endsWith("B⁩” is read most: 1.160"));
        weights(1, 1) = std::numeric_limits<double>::quiet_NaN(); // it takes no part any more
        QVERIFY(readMost(*trace, weights, 2).endsWith("A⁩” is read most: 1"));
        weights.setConstant(std::numeric_limits<double>::quiet_NaN());
        QVERIFY(readMost(*trace, weights, 2).isEmpty());
        weights.setConstant(1.0 / 3);
        QVERIFY(readMost(*trace, weights, 2).startsWith("All are read alike"));
    }

    void theyHaveTheirPlace_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QSizeF>("size");
        for (const char* name : {"abc-unscaled", "abc-causal", "cat-sat-two-heads", "mask-too-late",
                                 "block-pre", "blocked-row", "translate-cross"})
            for (const QSizeF size :
                 {QSizeF(660, 460), QSizeF(950, 470), QSizeF(1290, 620), QSizeF(1840, 950)})
                QTest::newRow(qPrintable(QString("%1 %2").arg(name).arg(size.width())))
                    << name << size;
    }

    void theyHaveTheirPlace()
    {
        QFETCH(QString, name);
        QFETCH(QSizeF, size);
        const TracePtr trace = traceOf(test::example(qPrintable(name)));
        QVERIFY(!summed(layout(*trace, size, false)));
        const BoardLayout l = layout(*trace, size, true);
        const PlacedMatrix* m = summed(l);
        QVERIFY(m);
        QCOMPARE(m->ref.stage, StageId::Weights);
        const QRectF window(QPointF(0, 0), size);
        for (const QRectF& place : {m->rowSumRect, m->columnSumRect}) {
            QVERIFY(window.contains(place) && !place.intersects(m->area));
            QVERIFY(!place.intersects(l.sentence) && !place.intersects(l.colourBar));
            for (const PlacedMatrix& other : l.matrices)
                QVERIFY2(!other.area.intersects(place), qPrintable(other.heading));
            for (const PlacedText& t : l.texts)
                QVERIFY2(!t.rect.intersects(place), qPrintable(t.text));
        }
        QCOMPARE(m->rowSumRect.height(), m->area.height());
        QCOMPARE(m->columnSumRect.width(), m->area.width());
    }

    void aSumCanBeAsked()
    {
        const TracePtr trace = traceOf(test::example("mask-too-late"));
        const BoardLayout l = layout(*trace, {1290, 620}, true);
        const PlacedMatrix* m = summed(l);
        const QStringList rows = rowLabelsFor(*trace, m->ref);
        const QStringList columns = columnLabelsFor(*trace, m->ref);
        const Matrix& weights = *find(*trace, StageId::Weights, 0)->values;
        // Row A keeps only 0.768 of its shares, by the example's own words.
        const QPointF first(m->rowSumRect.center().x(), m->cell(0, 0).center().y());
        QVERIFY(sumAt(*m, first, rows, columns, 3).endsWith("= 0.768"));
        double column = 0;
        for (int r = 0; r < 3; ++r)
            column += weights(r, 1);
        const QPointF second(m->cell(0, 1).center().x(), m->columnSumRect.center().y());
        const QString why = sumAt(*m, second, rows, columns, 3);
        QVERIFY2(why.endsWith(QString("= %1").arg(column, 0, 'f', 3)), qPrintable(why));
        QVERIFY(why.contains(QString::number(weights(1, 1), 'f', 3)));
        QVERIFY(sumAt(*m, m->area.center(), rows, columns, 3).isEmpty());
    }

    void theyArePainted()
    {
        const Theme theme = Theme::make(ThemeKind::Light);
        for (const char* name : {"abc-unscaled", "mask-too-late", "overflow"}) {
            const TracePtr trace = traceOf(test::example(name));
            BoardOptions options;
            options.sums = true;
            const BoardLayout l = layout(*trace, {1290, 620}, true);
            const PlacedMatrix* m = summed(l);
            QImage image(1290, 620, QImage::Format_RGB32);
            image.fill(theme.window);
            CanvasPainter painter(&image);
            paintBoard(painter.canvas(), l, *trace, options, {}, theme);
            painter.end();
            const auto written = [&](const QRectF& rect) {
                const QImage part = image.copy(rect.toAlignedRect());
                for (int y = 0; y < part.height(); ++y)
                    for (int x = 0; x < part.width(); ++x)
                        if (part.pixelColor(x, y) != theme.window)
                            return true;
                return false;
            };
            QVERIFY2(written(m->rowSumRect) && written(m->columnSumRect), name);
        }
    }
};

ATTENTION_TEST(TstSums)
#include "tst_sums.moc"
