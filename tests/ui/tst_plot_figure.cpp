// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labs/memory.h"
#include "core/labs/scaling.h"
#include "tests/support/test_main.h"
#include "ui/export/picture.h"
#include "ui/figures/canvas.h"
#include "ui/figures/plot_figure.h"

#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <QSvgRenderer>

#include <cmath>
#include <limits>

using namespace attention;
using namespace attention::ui;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

PlotAxis axis(double minimum, double maximum, bool logarithmic)
{
    PlotAxis a;
    a.label = "axis";
    a.logarithmic = logarithmic;
    a.minimum = minimum;
    a.maximum = maximum;
    return a;
}

PlotData emptyPlot(bool logarithmic)
{
    PlotData plot;
    plot.title = "A plot";
    plot.caption = "of nothing";
    plot.x = plot.y = logarithmic ? axis(1, 1024, true) : axis(-1, 3, false);
    return plot;
}

// What nobody would plot: far outside, along and across every border, holes, no numbers at all.
PlotData hostilePlot(bool logarithmic)
{
    PlotData plot = emptyPlot(logarithmic);
    const double low = plot.x.minimum, high = plot.x.maximum;
    const std::vector<std::vector<double>> walks = {
        {-1e300, -1e300, 1e300, 1e300},
        {low, low, high, high, low},
        {low, high, high, low, high},
        {0, 1, -5, 2, 1e9, 1.5, -1e9},
        {1, std::nan(""), 2, infinity, 2.5, -infinity, 1.5},
        {2, 2, 2},
        {},
        {1}};
    int colour = 0;
    for (const PlotSeries::Style style :
         {PlotSeries::Style::Line, PlotSeries::Style::DashedLine, PlotSeries::Style::Points,
          PlotSeries::Style::LineAndPoints}) {
        for (const auto& x : walks) {
            for (const auto& y : walks) {
                PlotSeries series;
                series.style = style;
                series.colour = colour++ % 7 - 1;
                series.emphasised = colour % 2;
                series.x = x;
                series.y = y;
                series.pointLabels.assign(x.size(), "label");
                plot.series.push_back(series);
            }
        }
    }
    plot.levels = {{"above", 1e9}, {"below", -1e9}, {"edge", plot.y.maximum}, {"inside", 2}};
    return plot;
}

QImage painted(const PlotFigure& figure, const QSizeF& size, qreal scale, const QRectF& rect,
               const Theme& theme)
{
    QImage image((size * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(theme.window);
    CanvasPainter painter(&image);
    painter.canvas().painter.scale(scale, scale);
    figure.paint(painter.canvas(), rect, theme);
    painter.end();
    return image;
}

// The smallest rectangle around the pixels that differ.
QRect difference(const QImage& a, const QImage& b)
{
    QRect changed;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            if (a.pixel(x, y) != b.pixel(x, y))
                changed |= QRect(x, y, 1, 1);
    return changed;
}

QImage rasterised(const QByteArray& svg, const QSize& size)
{
    QSvgRenderer renderer(svg);
    if (!renderer.isValid())
        qWarning("no valid SVG");
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter, QRectF(QPointF(), QSizeF(size)));
    return image;
}

QByteArray svg(const Figure& figure, const PictureOptions& options)
{
    return formatFor(QStringLiteral("a.svg"))->render(figure, options);
}

bool isNear(const QColor& a, const QColor& b)
{
    return std::abs(a.red() - b.red()) < 24 && std::abs(a.green() - b.green()) < 24 &&
           std::abs(a.blue() - b.blue()) < 24;
}

// The colour at a point of the device or right beside it: lines are some pixels wide.
bool showsAt(const QImage& image, const QPointF& point, const QColor& colour)
{
    const int x = static_cast<int>(std::floor(point.x()));
    const int y = static_cast<int>(std::floor(point.y()));
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (isNear(image.pixelColor(x + dx, y + dy), colour))
                return true;
    return false;
}

bool contains(const QImage& image, const QColor& colour)
{
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y) == colour)
                return true;
    return false;
}

} // namespace

class TstPlotFigure : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(loadFonts()); }

    void noInkOutsideTheAxes_data()
    {
        QTest::addColumn<bool>("logarithmic");
        QTest::addColumn<qreal>("scale");
        QTest::addColumn<QRectF>("rect");
        for (const bool logarithmic : {false, true})
            for (const qreal scale : {1.0, 1.5, 2.0})
                for (const QRectF& rect :
                     {QRectF(0, 0, 480, 360), QRectF(10.3, 7.7, 401.5, 300.25)})
                    QTest::addRow("%s %.1f at %.1f", logarithmic ? "logarithmic" : "linear", scale,
                                  rect.left())
                        << logarithmic << scale << rect;
    }

    void noInkOutsideTheAxes()
    {
        QFETCH(bool, logarithmic);
        QFETCH(qreal, scale);
        QFETCH(QRectF, rect);
        const Theme theme = Theme::make(ThemeKind::Light);
        const PlotFigure bare(emptyPlot(logarithmic)), full(hostilePlot(logarithmic));
        const QSizeF size(480, 360);
        const QRect ink = difference(painted(bare, size, scale, rect, theme),
                                     painted(full, size, scale, rect, theme));
        const QRectF axes = full.axesRect(rect, theme);
        QVERIFY(!ink.isEmpty());
        const QRectF allowed(axes.topLeft() * scale, axes.bottomRight() * scale);
        QVERIFY2(allowed.toAlignedRect().contains(ink),
                 qPrintable(QStringLiteral("axes %1 %2 %3 %4, ink %5 %6 %7 %8")
                                .arg(allowed.left())
                                .arg(allowed.top())
                                .arg(allowed.right())
                                .arg(allowed.bottom())
                                .arg(ink.left())
                                .arg(ink.top())
                                .arg(ink.right())
                                .arg(ink.bottom())));
    }

    // QSvgRenderer knows no clip paths: what is left out, we have left out.
    void noInkOutsideTheAxesInSvg()
    {
        for (const bool logarithmic : {false, true}) {
            const PlotFigure bare(emptyPlot(logarithmic)), full(hostilePlot(logarithmic));
            PictureOptions options;
            options.size = {480, 360};
            const QRect ink = difference(rasterised(svg(bare, options), {960, 720}),
                                         rasterised(svg(full, options), {960, 720}));
            const QRectF axes =
                full.axesRect(QRectF(0, 0, 480, 360), Theme::make(ThemeKind::Light));
            QVERIFY(!ink.isEmpty());
            const QRectF allowed(axes.topLeft() * 2, axes.bottomRight() * 2);
            QVERIFY(allowed.toAlignedRect().contains(ink));
        }
    }

    void curvesStandWhereTheirValuesAre_data()
    {
        QTest::addColumn<qreal>("scale");
        QTest::newRow("1") << 1.0;
        QTest::newRow("2") << 2.0;
        QTest::newRow("3.5") << 3.5;
    }

    void curvesStandWhereTheirValuesAre()
    {
        QFETCH(qreal, scale);
        for (const bool logarithmic : {false, true}) {
            PlotData plot = emptyPlot(logarithmic);
            PlotSeries line;
            line.x = {plot.x.minimum, plot.x.maximum};
            line.y = {plot.y.minimum, plot.y.maximum};
            line.colour = 3;
            plot.series = {line};
            const PlotFigure figure(plot);
            const Theme theme = Theme::make(ThemeKind::Light);
            const QRectF rect(0, 0, 640, 480);
            const QRectF axes = figure.axesRect(rect, theme);
            const QImage image = painted(figure, rect.size(), scale, rect, theme);
            for (const double t : {0.1, 0.37, 0.5, 0.92}) {
                const QPointF point = axes.bottomLeft() + t * (axes.topRight() - axes.bottomLeft());
                QVERIFY(showsAt(image, point * scale, theme.series[3]));
                const QPointF value = figure.toValue(point, axes);
                const QPointF back = figure.toPixel(value, axes);
                QVERIFY(QLineF(back, point).length() < 1e-9);
            }
            QCOMPARE(figure.toPixel({plot.x.minimum, plot.y.maximum}, axes), axes.topLeft());
        }
    }

    void linesThatLeaveComeBackWhereTheyShould()
    {
        // Up through the top and down again: both crossings are at a quarter of the way.
        PlotData plot = emptyPlot(false); // -1 … 3
        PlotSeries line;
        line.x = {-1, 1, 3};
        line.y = {1, 9, 1};
        line.colour = 1;
        plot.series = {line};
        const PlotFigure figure(plot);
        const Theme theme = Theme::make(ThemeKind::Light);
        const QRectF rect(0, 0, 640, 480);
        const QImage image = painted(figure, rect.size(), 1, rect, theme);
        const QRectF axes = figure.axesRect(rect, theme);
        const auto at = [&](double x, double y) {
            return showsAt(image, figure.toPixel({x, y}, axes), theme.series[1]);
        };
        for (const double side : {-1.0, 1.0}) {
            QVERIFY(at(1 + side * 1.75, 2));
            QVERIFY(at(1 + side * 1.55, 2.8));
            QVERIFY(!at(1 + side * 1.65, 2.8));
        }
        QVERIFY(!at(1, 2.97)); // no shortcut along the border
    }

    void themeChangesColours()
    {
        const PlotFigure figure(memoryPlot({}));
        const QRectF rect(0, 0, 640, 480);
        for (const ThemeKind kind :
             {ThemeKind::Light, ThemeKind::Dark, ThemeKind::Projector, ThemeKind::Light}) {
            const Theme theme = Theme::make(kind);
            const QImage image = painted(figure, rect.size(), 1, rect, theme);
            for (int i = 0; i < 3; ++i)
                QVERIFY(contains(image, theme.series[static_cast<std::size_t>(i)]));
            for (const QColor& colour :
                 {theme.text, theme.secondary, theme.border, theme.cellBorder, theme.window})
                QVERIFY2(contains(image, colour), qPrintable(colour.name()));
            for (const ThemeKind otherKind : {ThemeKind::Light, ThemeKind::Dark}) {
                const Theme other = Theme::make(otherKind);
                if (otherKind == kind || kind == ThemeKind::Projector)
                    continue;
                QVERIFY(!contains(image, other.series[0]));
                QVERIFY(!contains(image, Qt::black));
            }
        }
    }

    void everyPictureHasTheSameBytes()
    {
        const auto run = varianceRun({});
        QVERIFY(run);
        const PlotFigure first(variancePlot({}, {*run}));
        PictureOptions options, dark;
        dark.theme = ThemeKind::Dark;
        dark.size = {400, 300};
        for (const ImageFormat& format : imageFormats()) {
            if (QByteArray(format.suffix) == "pdf")
                continue; // carries the time
            const QByteArray bytes = format.render(first, options);
            QVERIFY(!bytes.isEmpty());
            format.render(first, dark); // leaves nothing behind
            QVERIFY(format.render(first, options) == bytes);
            QVERIFY(format.render(PlotFigure(variancePlot({}, {*run})), options) == bytes);
        }
    }

    void painterIsLeftAsItWas()
    {
        QImage image(400, 300, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::white);
        CanvasPainter canvasPainter(&image);
        QPainter& painter = canvasPainter.canvas().painter;
        painter.setClipRect(QRect(0, 0, 390, 290));
        painter.translate(0.25, 0.5);
        painter.setPen(QPen(Qt::red, 3));
        painter.setBrush(Qt::green);
        const QTransform transform = painter.transform();
        const QRectF clip = painter.clipBoundingRect();
        const QPainter::RenderHints hints = painter.renderHints();
        const QFont font = painter.font();
        const PlotFigure figure(memoryPlot({}));
        figure.paint(canvasPainter.canvas(), QRectF(0, 0, 380, 280), Theme::make(ThemeKind::Light));
        QCOMPARE(painter.transform(), transform);
        QCOMPARE(painter.clipBoundingRect(), clip);
        QCOMPARE(painter.renderHints(), hints);
        QCOMPARE(painter.pen(), QPen(Qt::red, 3));
        QCOMPARE(painter.brush(), QBrush(Qt::green));
        QCOMPARE(painter.font(), font);
    }

    // No text leaves the picture, from a thumbnail to a poster; what has no room is left out.
    void everySizeHoldsItsPicture()
    {
        const auto run = varianceRun({});
        QVERIFY(run);
        const PlotFigure plots[] = {PlotFigure(memoryPlot({})),
                                    PlotFigure(variancePlot({}, {*run}))};
        const Theme theme = Theme::make(ThemeKind::Light);
        for (const PlotFigure& figure : plots) {
            for (const QSize& size :
                 {QSize(1, 1), QSize(20, 500), QSize(500, 20), QSize(90, 60), QSize(160, 120),
                  QSize(400, 300), QSize(1100, 300), QSize(300, 900), QSize(1600, 1200)}) {
                const int margin = 40;
                QImage image(size + QSize(2 * margin, 2 * margin),
                             QImage::Format_ARGB32_Premultiplied);
                image.fill(Qt::white);
                {
                    CanvasPainter painter(&image);
                    figure.paint(painter.canvas(), QRectF(QPointF(margin, margin), QSizeF(size)),
                                 theme);
                }
                if (size.width() < 160 || size.height() < 120)
                    continue; // it does not crash, and that is all
                const QImage inside = image.copy(QRect(QPoint(margin, margin), size));
                QImage cleared = image;
                QPainter(&cleared).fillRect(QRect(QPoint(margin, margin), size), Qt::white);
                QImage white = cleared;
                white.fill(Qt::white);
                QVERIFY2(
                    cleared == white,
                    qPrintable(QStringLiteral("%1 x %2").arg(size.width()).arg(size.height())));
                if (size.width() >= 300) // below, lines are too thin for their pure colour
                    QVERIFY(contains(inside, theme.series[0]));
            }
        }
    }

    void saysWhatItShows()
    {
        const PlotFigure figure(memoryPlot({}));
        QVERIFY(figure.title().contains("128 KiB"));
        QVERIFY(figure.description().contains("GQA, 8 KV heads"));
        QVERIFY(figure.description().contains("65 GiB free"));
    }

    // The labels of an axis never run into each other: columns between them stay empty.
    void tickLabelsKeepApart()
    {
        const Theme theme = Theme::make(ThemeKind::Light);
        for (int width = 200; width <= 1200; width += 50) {
            const PlotFigure figure(memoryPlot({}));
            const QRectF rect(0, 0, width, 400);
            const QRectF axes = figure.axesRect(rect, theme);
            if (axes.isEmpty())
                continue;
            const QImage image = painted(figure, rect.size(), 1, rect, theme);
            const qreal unit = PlotFigure::textScale(rect.size());
            // Runs of columns without ink below the axis, at least as wide as a digit.
            int gaps = 0, empty = 0;
            const int top = static_cast<int>(axes.bottom() + 3 * unit);
            const int bottom = static_cast<int>(axes.bottom() + 20 * unit);
            for (int x = 0; x < width; ++x) {
                bool ink = false;
                for (int y = top; y < bottom; ++y)
                    ink = ink || image.pixelColor(x, y) != theme.window;
                empty = ink ? 0 : empty + 1;
                gaps += empty == static_cast<int>(7 * unit);
            }
            QVERIFY2(gaps >= 2, qPrintable(QString::number(width)));
        }
    }
};

ATTENTION_TEST(TstPlotFigure)
#include "tst_plot_figure.moc"
