// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/plot_figure.h"

#include "core/text/number.h"
#include "ui/figures/canvas.h"
#include "ui/figures/labels.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QFontMetricsF>
#include <QtGui/QPainterPath>

#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace attention::ui {

namespace {

using Style = PlotSeries::Style;

QString qstring(const std::string& text)
{
    return QString::fromStdString(text);
}

struct Tick {
    double value = 0;
    QString label;
};

bool isWithin(const PlotAxis& axis, double value)
{
    // A tick at the very end may differ from it by rounding.
    const double slack = 1e-9 * (axis.logarithmic ? value : axis.maximum - axis.minimum);
    return value >= axis.minimum - slack && value <= axis.maximum + slack;
}

// Where a value stands on its axis: 0 at the minimum, 1 at the maximum.
double fraction(const PlotAxis& axis, double value)
{
    if (!axis.logarithmic)
        return (value - axis.minimum) / (axis.maximum - axis.minimum);
    if (!(value > 0))
        return std::isnan(value) ? value : -std::numeric_limits<double>::infinity();
    return std::log(value / axis.minimum) / std::log(axis.maximum / axis.minimum);
}

double valueAt(const PlotAxis& axis, double fraction)
{
    if (!axis.logarithmic)
        return axis.minimum + fraction * (axis.maximum - axis.minimum);
    return axis.minimum * std::pow(axis.maximum / axis.minimum, fraction);
}

QString tickLabel(double value)
{
    QString text = qstring(shortest(value));
    return text.replace(u'-', QChar(0x2212));
}

std::vector<Tick> allTicks(const PlotAxis& axis)
{
    std::vector<Tick> ticks;
    const auto add = [&](double value, const QString& label) {
        if (isWithin(axis, value))
            ticks.push_back({value, label});
    };
    if (!axis.ticks.empty()) {
        for (std::size_t i = 0; i < axis.ticks.size(); ++i)
            add(axis.ticks[i], i < axis.tickLabels.size() ? qstring(axis.tickLabels[i])
                                                          : tickLabel(axis.ticks[i]));
    } else if (axis.logarithmic) {
        const double base = axis.logBase;
        const double last = std::floor(std::log(axis.maximum) / std::log(base) + 1e-9);
        for (double e = std::ceil(std::log(axis.minimum) / std::log(base) - 1e-9); e <= last; ++e)
            add(std::pow(base, e), tickLabel(std::pow(base, e)));
    } else {
        // Five to ten steps of 1, 2 or 5 times a power of ten.
        const double span = axis.maximum - axis.minimum;
        const double power = std::pow(10, std::floor(std::log10(span / 5)));
        const double step = power * (span / power > 50   ? 10
                                     : span / power > 20 ? 5
                                     : span / power > 10 ? 2
                                                         : 1);
        for (double k = std::ceil(axis.minimum / step - 1e-9);
             k * step <= axis.maximum + span * 1e-9; ++k)
            // Of k · step only as many digits as the step has: 0.3, not 0.30000000000000004.
            add(k * step,
                tickLabel(std::strtod(shortest(k * step).substr(0, 12).c_str(), nullptr)));
    }
    return ticks;
}

// Every k-th tick, so that the labels keep `room` pixels each; powers keep to round exponents.
std::vector<Tick> thinned(const PlotAxis& axis, std::vector<Tick> ticks, double length, double room)
{
    if (ticks.size() < 2)
        return ticks;
    const double distance =
        std::abs(fraction(axis, ticks[1].value) - fraction(axis, ticks[0].value)) * length;
    const auto exponent = [&](const Tick& tick) {
        return static_cast<int>(std::lround(std::log2(tick.value)));
    };
    const bool powers = axis.logarithmic && axis.logBase == 2 &&
                        std::all_of(ticks.begin(), ticks.end(), [&](const Tick& tick) {
                            return std::ldexp(1.0, exponent(tick)) == tick.value;
                        });
    int step = 1;
    for (const int candidate : {1, 2, 3, 4, 5, 10, 20, 50, 100}) {
        step = candidate;
        if (distance * step >= room)
            break;
    }
    std::vector<Tick> kept;
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const int place = powers ? exponent(ticks[i]) : static_cast<int>(i);
        if (place % step == 0)
            kept.push_back(ticks[i]);
    }
    return kept;
}

// Lines of at most `width`, at most `most` of them; what is left is cut with an ellipsis.
QStringList wrapped(const QString& text, const QFont& font, qreal width, int most)
{
    const QFontMetricsF metrics(font);
    QStringList lines;
    QString line;
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QString longer = line.isEmpty() ? words[i] : line + u' ' + words[i];
        if (line.isEmpty() || metrics.horizontalAdvance(longer) <= width) {
            line = longer;
        } else if (lines.size() + 1 == most) {
            line += u' ' + words.sliced(i).join(u' ');
            break;
        } else {
            lines << line;
            line = words[i];
        }
    }
    if (!line.isEmpty())
        lines << line;
    for (QString& l : lines)
        l = elided(l, font, width);
    return lines;
}

// The part of a segment inside a rectangle, by Liang and Barsky; false when there is none.
bool clipSegment(const QRectF& r, QPointF& a, QPointF& b)
{
    double from = 0, to = 1;
    const QPointF d = b - a;
    const double directions[] = {-d.x(), d.x(), -d.y(), d.y()};
    const double distances[] = {a.x() - r.left(), r.right() - a.x(), a.y() - r.top(),
                                r.bottom() - a.y()};
    for (int edge = 0; edge < 4; ++edge) {
        const double direction = directions[edge], distance = distances[edge];
        if (direction == 0) {
            if (distance < 0)
                return false;
        } else if (direction < 0) {
            from = std::max(from, distance / direction);
        } else {
            to = std::min(to, distance / direction);
        }
    }
    if (!(from <= to))
        return false;
    const QPointF start = a;
    a = start + d * from;
    b = start + d * to;
    return true;
}

bool isFinite(const QPointF& p)
{
    return std::isfinite(p.x()) && std::isfinite(p.y());
}

QColor mixed(const QColor& over, const QColor& under, qreal share)
{
    const auto mix = [share](int a, int b) {
        return static_cast<int>(std::lround(share * a + (1 - share) * b));
    };
    return QColor(mix(over.red(), under.red()), mix(over.green(), under.green()),
                  mix(over.blue(), under.blue()));
}

// How a series looks.
struct Look {
    QColor colour;
    qreal width = 2;  // of the line
    qreal radius = 3; // of a point
    bool line = false, dashed = false, points = false;
};

Look lookOf(const PlotSeries& series, const Theme& theme, qreal unit)
{
    Look look;
    look.colour = series.colour < 0
                      ? theme.secondary
                      : theme.series[static_cast<std::size_t>(series.colour) % theme.series.size()];
    if (series.pale)
        look.colour = mixed(look.colour, theme.window, 0.4);
    look.line = series.style != Style::Points;
    look.dashed = series.style == Style::DashedLine;
    look.points = series.style == Style::Points || series.style == Style::LineAndPoints;
    look.width = unit * (look.dashed ? 1.5 : series.emphasised ? 3 : 2);
    look.radius = unit * (series.pale ? 3 : series.emphasised ? 5.5 : 4);
    return look;
}

QPen penOf(const Look& look)
{
    QPen pen(look.colour, look.width);
    // Round joins and flat ends stay within half a width of the line, whatever its corners.
    pen.setJoinStyle(Qt::RoundJoin);
    pen.setCapStyle(look.dashed ? Qt::FlatCap : Qt::RoundCap);
    if (look.dashed)
        pen.setDashPattern({4, 3});
    return pen;
}

struct Text {
    QRectF rect;
    QString text;
    QFont font;
    QColor colour;
    int align = Qt::AlignLeft | Qt::AlignVCenter;
};

} // namespace

struct PlotFigure::Layout {
    qreal unit = 1; // a pixel of the design
    QRectF rect;    // the whole, on device pixels and a whole number of them
    QRectF axes;
    QFont tickFont;
    std::vector<Tick> xTicks, yTicks;
    std::vector<Text> texts; // title, caption, names of axes and curves
    struct Sample {
        QRectF rect;
        std::size_t series;
    };
    std::vector<Sample> samples; // of the legend
};

PlotFigure::PlotFigure(PlotData data)
    : m_data(std::move(data))
{
}

PlotFigure::~PlotFigure() = default;

QString PlotFigure::title() const
{
    return qstring(m_data.title);
}

QString PlotFigure::description() const
{
    const auto tr = [](const char* text) { return QCoreApplication::translate("Plot", text); };
    QStringList parts = {qstring(m_data.caption)};
    parts << tr("%1 against %2").arg(qstring(m_data.y.label), qstring(m_data.x.label));
    for (const PlotSeries& series : m_data.series) {
        const std::size_t count = std::min(series.x.size(), series.y.size());
        if (series.name.empty() || count == 0)
            continue;
        const auto point = [&](std::size_t i) {
            return tr("%1 at %2")
                .arg(qstring(forPeople(series.y[i], 3)), qstring(forPeople(series.x[i], 3)));
        };
        QStringList points;
        if (count <= 16) {
            for (std::size_t i = 0; i < count; ++i)
                points << point(i);
        } else {
            points << point(0) << point(count - 1);
        }
        parts << qstring(series.name) + QStringLiteral(": ") + points.join(QStringLiteral(", "));
    }
    for (const PlotLevel& level : m_data.levels)
        parts << qstring(level.name);
    parts.removeAll(QString());
    return parts.join(QStringLiteral("; "));
}

qreal PlotFigure::textScale(const QSizeF& size)
{
    return std::clamp(std::min(size.width() / 800, size.height() / 600), 0.35, 12.0) * 1.15;
}

QPointF PlotFigure::toPixel(const QPointF& value, const QRectF& axes) const
{
    return {axes.left() + fraction(m_data.x, value.x()) * axes.width(),
            axes.bottom() - fraction(m_data.y, value.y()) * axes.height()};
}

QPointF PlotFigure::toValue(const QPointF& pixel, const QRectF& axes) const
{
    return {valueAt(m_data.x, (pixel.x() - axes.left()) / axes.width()),
            valueAt(m_data.y, (axes.bottom() - pixel.y()) / axes.height())};
}

QRectF PlotFigure::axesRect(const QRectF& rect, const Theme& theme) const
{
    return layout(rect, theme).axes;
}

PlotFigure::Layout PlotFigure::layout(const QRectF& rect, const Theme& theme) const
{
    Layout l;
    const qreal scale = textScale(rect.size());
    const qreal unit = l.unit = scale * theme.base / 14;
    l.rect = rect;
    l.tickFont = theme.body(scale * 13 / 14);
    const QFont titleFont = theme.bold(scale * 18 / 14);
    const QFont captionFont = theme.body(scale * 13 / 14);
    const QFont nameFont = theme.bold(scale * 13 / 14);
    const auto heightOf = [](const QFont& font) { return std::ceil(QFontMetricsF(font).height()); };
    const auto widthOf = [](const QString& text, const QFont& font) {
        return std::ceil(QFontMetricsF(font).horizontalAdvance(text));
    };

    const qreal edge = std::round(12 * unit);
    const QRectF inner = rect.adjusted(edge, edge, -edge, -edge);
    qreal top = inner.top();
    const auto addLine = [&](const QString& text, const QFont& font, const QColor& colour) {
        const qreal height = heightOf(font);
        l.texts.push_back({QRectF(inner.left(), top, inner.width(), height), text, font, colour});
        top += height;
    };
    for (const QString& line : wrapped(title(), titleFont, inner.width(), 2))
        addLine(line, titleFont, theme.text);
    top += std::round(2 * unit);
    for (const QString& line : wrapped(qstring(m_data.caption), captionFont, inner.width(), 2))
        addLine(line, captionFont, theme.secondary);
    top += std::round(10 * unit);

    // Names at the ends of their lines, when that leaves most of the width to the lines.
    std::vector<std::size_t> listed;
    qreal namesWidth = 0;
    for (std::size_t i = 0; i < m_data.series.size(); ++i) {
        const PlotSeries& series = m_data.series[i];
        if (series.name.empty())
            continue;
        listed.push_back(i);
        namesWidth = std::max(namesWidth, widthOf(qstring(series.name), nameFont));
    }
    const bool atEnds = m_data.namesAtLineEnds && namesWidth < 0.35 * inner.width();

    // The row above the axes: the name of the vertical one, and the legend, which covers no data.
    const qreal rowHeight = heightOf(l.tickFont);
    const QString yName = qstring(m_data.y.label);
    l.texts.push_back(
        {QRectF(inner.left(), top, inner.width(), rowHeight), yName, l.tickFont, theme.secondary});
    if (!atEnds && !listed.empty()) {
        const qreal sample = std::round(26 * unit), gap = std::round(6 * unit),
                    between = std::round(22 * unit);
        qreal needed = 0;
        for (const std::size_t i : listed)
            needed += sample + gap + widthOf(qstring(m_data.series[i].name), nameFont) + between;
        qreal x = inner.right() - (needed - between);
        if (x < inner.left() + widthOf(yName, l.tickFont) + between) {
            // Its own rows above the name of the axis.
            Text axisName = l.texts.back();
            l.texts.pop_back();
            x = inner.left();
            for (const std::size_t i : listed) {
                const QString name =
                    elided(qstring(m_data.series[i].name), nameFont, inner.width() - sample - gap);
                const qreal width = sample + gap + widthOf(name, nameFont);
                if (x > inner.left() && x + width > inner.right()) {
                    x = inner.left();
                    top += rowHeight;
                }
                l.samples.push_back({QRectF(x, top, sample, rowHeight), i});
                l.texts.push_back({QRectF(x + sample + gap, top, width, rowHeight), name, nameFont,
                                   lookOf(m_data.series[i], theme, unit).colour});
                x += width + between;
            }
            top += rowHeight + std::round(8 * unit);
            axisName.rect.moveTop(top);
            l.texts.push_back(axisName);
        } else {
            for (const std::size_t i : listed) {
                const QString name = qstring(m_data.series[i].name);
                const qreal width = sample + gap + widthOf(name, nameFont);
                l.samples.push_back({QRectF(x, top, sample, rowHeight), i});
                l.texts.push_back({QRectF(x + sample + gap, top, width, rowHeight), name, nameFont,
                                   lookOf(m_data.series[i], theme, unit).colour});
                x += width + between;
            }
        }
    }
    top += rowHeight + std::round(0.5 * rowHeight + 2 * unit); // half of the topmost tick's label

    const std::vector<Tick> xTicks = allTicks(m_data.x), yTicks = allTicks(m_data.y);
    const auto widest = [&](const std::vector<Tick>& ticks) {
        qreal width = 0;
        for (const Tick& tick : ticks)
            width = std::max(width, widthOf(tick.label, l.tickFont));
        return width;
    };
    const qreal tickGap = std::round(6 * unit);
    const qreal xLabelWidth = widest(xTicks);
    const qreal left = std::max(widest(yTicks) + tickGap, std::ceil(xLabelWidth / 2));
    const qreal right =
        std::max(std::ceil(xLabelWidth / 2), atEnds ? namesWidth + std::round(10 * unit) : 0);
    const qreal bottom = tickGap + rowHeight + std::round(4 * unit) + rowHeight;
    const QPointF corner(std::round(inner.left() + left), std::round(top));
    const QRectF axes(
        corner, QPointF(std::floor(inner.right() - right), std::floor(inner.bottom() - bottom)));
    if (axes.width() < 24 || axes.height() < 24)
        return l;
    l.axes = axes;
    l.xTicks = thinned(m_data.x, xTicks, axes.width(), xLabelWidth + 1.2 * rowHeight);
    l.yTicks =
        thinned(m_data.y, yTicks, axes.height(), std::max(1.8 * rowHeight, axes.height() / 9));

    const qreal nameTop = axes.bottom() + tickGap + rowHeight + std::round(4 * unit);
    l.texts.push_back({QRectF(axes.left(), nameTop, axes.width(), rowHeight),
                       elided(qstring(m_data.x.label), l.tickFont, axes.width()), l.tickFont,
                       theme.secondary, Qt::AlignHCenter | Qt::AlignVCenter});

    if (atEnds) {
        // From top to bottom, pushed apart where two ends are near each other.
        std::vector<Text> names;
        for (const std::size_t i : listed) {
            const PlotSeries& series = m_data.series[i];
            if (series.x.empty() || series.x.size() != series.y.size())
                continue;
            const qreal y = std::clamp(toPixel({series.x.back(), series.y.back()}, axes).y(),
                                       axes.top(), axes.bottom());
            names.push_back({QRectF(axes.right() + std::round(10 * unit), y - rowHeight / 2,
                                    inner.right() - axes.right(), rowHeight),
                             qstring(series.name), nameFont, lookOf(series, theme, unit).colour});
        }
        std::stable_sort(names.begin(), names.end(),
                         [](const Text& a, const Text& b) { return a.rect.top() < b.rect.top(); });
        for (std::size_t i = 1; i < names.size(); ++i)
            names[i].rect.moveTop(std::max(names[i].rect.top(), names[i - 1].rect.bottom()));
        l.texts.insert(l.texts.end(), names.begin(), names.end());
    }
    return l;
}

void PlotFigure::paintCurves(Canvas& canvas, const Layout& l, const Theme& theme) const
{
    if (!m_plot) {
        m_plot = std::make_unique<QCustomPlot>();
        m_plot->setBackground(Qt::NoBrush); // the caller's
        m_plot->axisRect()->setAutoMargins(QCP::msNone);
        m_plot->axisRect()->setMinimumSize(0, 0);
        m_plot->axisRect()->setMinimumMargins(QMargins());
    }
    QCustomPlot& plot = *m_plot;
    plot.clearPlottables();
    plot.legend->setVisible(false);

    // A whole number of pixels: QCustomPlot lays out in integers.
    const QRect area(0, 0, static_cast<int>(std::ceil(l.rect.width())),
                     static_cast<int>(std::ceil(l.rect.height())));
    const QPointF corner(std::floor(l.rect.left()), std::floor(l.rect.top()));
    const QRectF axes = l.axes.translated(-corner);
    // It measures heights from the last pixel inside the axes: one lower, and its zero is ours.
    const QPointF origin = corner + QPointF(0, 1);
    plot.axisRect()->setMargins(QMargins(static_cast<int>(axes.left()),
                                         static_cast<int>(axes.top()),
                                         area.width() - static_cast<int>(axes.right()),
                                         area.height() - static_cast<int>(axes.bottom())));

    const qreal hair = std::max<qreal>(1, std::floor(0.8 * l.unit));
    const auto style = [&](QCPAxis* axis, const PlotAxis& data, const std::vector<Tick>& ticks) {
        axis->setScaleType(data.logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
        axis->setRange(data.minimum, data.maximum);
        const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
        for (const Tick& tick : ticks)
            ticker->addTick(std::clamp(tick.value, data.minimum, data.maximum), tick.label);
        axis->setTicker(ticker);
        axis->setNumberFormat("g"); // else an e in a label becomes a power of ten
        axis->setLabel({});         // painted above
        axis->setLabelFont(l.tickFont);
        axis->setLabelColor(theme.secondary);
        axis->setTickLabelFont(l.tickFont);
        axis->setTickLabelColor(theme.text);
        axis->setTickLabelPadding(static_cast<int>(std::round(6 * l.unit)));
        axis->setTickLength(0, 0);
        axis->setSubTicks(false);
        axis->setBasePen(QPen(theme.cellBorder, hair));
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
        axis->grid()->setVisible(true);
        axis->grid()->setPen(QPen(theme.border, hair));
        axis->grid()->setSubGridVisible(false);
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->setVisible(true);
    };
    style(plot.xAxis, m_data.x, l.xTicks);
    style(plot.yAxis, m_data.y, l.yTicks);
    plot.setViewport(area);
    for (const auto phase :
         {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout})
        plot.plotLayout()->update(phase);

    const auto toCoordinates = [&](const QPointF& pixel) {
        return QPointF(plot.xAxis->pixelToCoord(pixel.x() - origin.x()),
                       plot.yAxis->pixelToCoord(pixel.y() - origin.y()));
    };
    struct Marker {
        QPointF centre;
        qreal radius;
        QColor colour;
    };
    std::vector<Marker> cutMarkers;

    const auto addLine = [&](const std::vector<QPointF>& points, const QPen& pen) {
        // Clipped here: SVG keeps whatever is drawn outside. Half a pen stays inside, too.
        const qreal half = pen.widthF() / 2;
        const QRectF inside = l.axes.adjusted(half, half, -half, -half);
        QVector<double> keys, values;
        QPointF last;
        for (std::size_t i = 1; i < points.size(); ++i) {
            QPointF a = points[i - 1], b = points[i];
            // Off a logarithmic axis there is no direction to come from.
            if (!isFinite(a) || !isFinite(b) || !clipSegment(inside, a, b))
                continue;
            if (keys.isEmpty() || a != last) {
                if (!keys.isEmpty()) {
                    keys << qQNaN();
                    values << qQNaN();
                }
                const QPointF start = toCoordinates(a);
                keys << start.x();
                values << start.y();
            }
            const QPointF end = toCoordinates(b);
            keys << end.x();
            values << end.y();
            last = b;
        }
        auto* curve = new QCPCurve(plot.xAxis, plot.yAxis); // owned by the plot
        curve->setData(keys, values);
        curve->setPen(pen);
        curve->setBrush(Qt::NoBrush);
    };

    for (const PlotLevel& level : m_data.levels) {
        Look look;
        look.colour = theme.text;
        look.width = 1.5 * l.unit;
        look.dashed = true;
        addLine({toPixel({m_data.x.minimum, level.y}, l.axes),
                 toPixel({m_data.x.maximum, level.y}, l.axes)},
                penOf(look));
    }
    for (const PlotSeries& series : m_data.series) {
        const Look look = lookOf(series, theme, l.unit);
        std::vector<QPointF> points;
        for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i)
            points.push_back(toPixel({series.x[i], series.y[i]}, l.axes));
        if (look.line)
            addLine(points, penOf(look));
        if (!look.points)
            continue;
        const qreal r = look.radius;
        const QRectF whole = l.axes.adjusted(r, r, -r, -r);
        QVector<double> keys, values;
        for (const QPointF& point : points) {
            if (!isFinite(point) || !l.axes.contains(point))
                continue;
            if (!whole.contains(point)) {
                cutMarkers.push_back({point, r, look.colour});
                continue;
            }
            const QPointF coordinates = toCoordinates(point);
            keys << coordinates.x();
            values << coordinates.y();
        }
        auto* curve = new QCPCurve(plot.xAxis, plot.yAxis);
        curve->setData(keys, values);
        curve->setLineStyle(QCPCurve::lsNone);
        curve->setScatterStyle(
            QCPScatterStyle(QCPScatterStyle::ssDisc, look.colour, look.colour, 2 * r));
        curve->setPen(Qt::NoPen);
    }

    QCPPainter& painter = canvas.plotPainter;
    const QCPPainter::PainterModes modes = painter.modes();
    painter.save();
    painter.translate(origin);
    // Not only for vector pictures: without it lines move by half a pixel of whatever size.
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
    plot.toPainter(&painter, area.width(), area.height());
    painter.restore();
    painter.setModes(modes);
    plot.clearPlottables();

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    QPainterPath frame;
    frame.addRect(l.axes);
    for (const Marker& marker : cutMarkers) {
        QPainterPath disc;
        disc.addEllipse(marker.centre, marker.radius, marker.radius);
        painter.setBrush(marker.colour);
        painter.drawPath(disc.intersected(frame));
    }
    painter.restore();
}

void PlotFigure::paintTexts(Canvas& canvas, const Layout& l, const Theme& theme) const
{
    QPainter& painter = canvas.painter;
    canvas.plotPainter.save();
    painter.setBrush(Qt::NoBrush);

    for (const Layout::Sample& sample : l.samples) {
        Look look = lookOf(m_data.series[sample.series], theme, l.unit);
        const QPointF centre(sample.rect.center());
        painter.setRenderHint(QPainter::Antialiasing);
        if (look.line) {
            painter.setPen(penOf(look));
            painter.drawLine(QPointF(sample.rect.left(), centre.y()),
                             QPointF(sample.rect.right(), centre.y()));
        }
        if (look.points) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(look.colour);
            painter.drawEllipse(centre, look.radius, look.radius);
            painter.setBrush(Qt::NoBrush);
        }
    }

    const auto draw = [&](const Text& text) {
        painter.setFont(text.font);
        painter.setPen(text.colour);
        painter.drawText(text.rect, text.align | Qt::TextSingleLine | Qt::TextDontClip, text.text);
    };
    for (const Text& text : l.texts)
        draw(text);
    if (l.axes.isEmpty()) {
        canvas.plotPainter.restore();
        return;
    }

    // Words inside the axes stand where nothing else does; what finds no place is left out.
    std::vector<QLineF> lines;
    std::vector<QRectF> taken;
    const QRectF inside = l.axes.adjusted(2 * l.unit, 2 * l.unit, -2 * l.unit, -2 * l.unit);
    for (const PlotLevel& level : m_data.levels)
        lines.emplace_back(toPixel({m_data.x.minimum, level.y}, l.axes),
                           toPixel({m_data.x.maximum, level.y}, l.axes));
    for (const PlotSeries& series : m_data.series) {
        const Look look = lookOf(series, theme, l.unit);
        QPointF last;
        for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
            const QPointF point = toPixel({series.x[i], series.y[i]}, l.axes);
            if (look.line && i > 0 && isFinite(last) && isFinite(point))
                lines.emplace_back(last, point);
            if (look.points && isFinite(point))
                taken.push_back(QRectF(point - QPointF(look.radius, look.radius),
                                       QSizeF(2 * look.radius, 2 * look.radius)));
            last = point;
        }
    }
    const auto isFree = [&](const QRectF& rect) {
        const QRectF wide = rect.adjusted(-2 * l.unit, 0, 2 * l.unit, 0);
        if (!inside.contains(wide))
            return false;
        for (const QRectF& other : taken)
            if (other.intersects(wide))
                return false;
        for (const QLineF& line : lines) {
            QPointF a = line.p1(), b = line.p2();
            if (clipSegment(wide, a, b))
                return false;
        }
        return true;
    };
    const auto place = [&](Text text, const std::vector<QRectF>& candidates) {
        for (const QRectF& candidate : candidates) {
            if (!isFree(candidate))
                continue;
            text.rect = candidate;
            draw(text);
            taken.push_back(candidate);
            return;
        }
    };

    const QFontMetricsF levelMetrics(l.tickFont);
    for (const PlotLevel& level : m_data.levels) {
        const QString name = qstring(level.name);
        const QSizeF size(std::ceil(levelMetrics.horizontalAdvance(name)),
                          std::ceil(levelMetrics.height()));
        const qreal y = toPixel({m_data.x.minimum, level.y}, l.axes).y();
        std::vector<QRectF> candidates;
        const qreal step = 10 * l.unit;
        for (qreal x = l.axes.left() + step; x + size.width() < l.axes.right(); x += step) {
            candidates.emplace_back(QPointF(x, y - size.height() - 2 * l.unit), size);
            candidates.emplace_back(QPointF(x, y + 2 * l.unit), size);
        }
        // The nearest to the left edge, above before below.
        place({{}, name, l.tickFont, theme.text}, candidates);
    }

    const QFont labelFont = [&] {
        QFont font = theme.bold(l.unit * 14 / theme.base);
        return font;
    }();
    const QFontMetricsF labelMetrics(labelFont);
    for (const PlotSeries& series : m_data.series) {
        const Look look = lookOf(series, theme, l.unit);
        for (std::size_t i = 0;
             i < std::min({series.pointLabels.size(), series.x.size(), series.y.size()}); ++i) {
            const QString label = qstring(series.pointLabels[i]);
            const QPointF point = toPixel({series.x[i], series.y[i]}, l.axes);
            if (label.isEmpty() || !isFinite(point))
                continue;
            const qreal w = std::ceil(labelMetrics.horizontalAdvance(label));
            const qreal h = std::ceil(labelMetrics.height());
            const qreal d = look.radius + 4 * l.unit, x = point.x(), y = point.y();
            const QSizeF size(w, h);
            std::vector<QRectF> candidates = {
                {QPointF(x - w / 2, y - d - h), size}, {QPointF(x - w - d / 2, y - d - h), size},
                {QPointF(x - w - d, y - h), size},     {QPointF(x - w / 2, y + d), size},
                {QPointF(x + d / 2, y + d), size},     {QPointF(x + d, y), size},
                {QPointF(x + d, y - h / 2), size},     {QPointF(x - w - d, y - h / 2), size}};
            place({{}, label, labelFont, look.colour, Qt::AlignCenter}, candidates);
        }
    }
    canvas.plotPainter.restore();
}

void PlotFigure::paint(Canvas& canvas, const QRectF& rect, const Theme& theme) const
{
    const Layout l = layout(rect, theme);
    if (!l.axes.isEmpty())
        paintCurves(canvas, l, theme);
    paintTexts(canvas, l, theme);
}

} // namespace attention::ui
