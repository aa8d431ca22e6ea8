// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/heatmap_figure.h"

#include "core/text/number.h"
#include "ui/figures/board_figure.h"
#include "ui/figures/canvas.h"
#include "ui/figures/labels.h"
#include "ui/figures/layout_parts.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QFontMetricsF>
#include <QtGui/QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace attention::ui {

namespace {

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

QString tr(const char* source)
{
    return QCoreApplication::translate("Heatmap", source);
}

QString axisWord(Axis axis)
{
    switch (axis) {
    case Axis::Query:
        return tr("query");
    case Axis::Key:
        return tr("key");
    case Axis::Token:
        return tr("token");
    case Axis::Feature:
        return tr("column");
    case Axis::Hidden:
        return tr("hidden unit");
    case Axis::Label:
        return tr("label");
    }
    return {};
}

} // namespace

struct HeatmapFigure::Places {
    qreal scale = 1; // of text
    qreal unit = 1;
    QRectF title, caption, cells, bar;
    qreal rowLabelWidth = 0, columnLabelHeight = 0;
    bool upright = false;
    QFont labelFont;
};

HeatmapFigure::HeatmapFigure(TracePtr trace, const MatrixRef& matrix, BoardOptions options)
    : m_trace(std::move(trace))
    , m_ref(matrix)
    , m_stage(stageOf(*m_trace, matrix))
    , m_options(options)
    , m_rows(rowLabelsFor(*m_trace, matrix))
    , m_columns(columnLabelsFor(*m_trace, matrix))
{
    if (m_options.transposed)
        std::swap(m_rows, m_columns);
    const ColourRange range = effectiveRange(options.range, false);
    if (!m_stage || matrix.head == meanOfHeads || range != ColourRange::Matrix) {
        const Ranges ranges(*m_trace);
        const Selection nothing;
        const Theme theme;
        m_grid = gridFor({*m_trace, ranges, m_options, nothing, QRectF(), theme}, matrix,
                         m_options.transposed, false);
        return;
    }
    // Unless somebody wants it otherwise, a picture of one stage has that stage's own range, so
    // that it uses the whole colour scale. The ranges of the others need not be known for it.
    m_grid.transposed = m_options.transposed;
    m_grid.values = m_stage->values;
    m_grid.trace = m_trace.get();
    m_grid.stage = m_stage;
    m_grid.kind = stageInfo(m_stage->id).kind;
    m_grid.norm = m_grid.kind == ValueKind::Weight
                      ? ColourNorm{0, 1}
                      : ColourNorm::symmetric(largestMagnitude(*m_trace, *m_stage));
    m_grid.hidden = options.hidden.rectsOf(matrix);
}

QString HeatmapFigure::name() const
{
    if (m_ref.field)
        return QStringLiteral("%1: %2").arg(fieldSymbol(*m_ref.field), fieldWord(*m_ref.field));
    if (m_ref.head == meanOfHeads)
        return tr("Mean of the weights over %1 heads").arg(m_trace->scenario->heads);
    QString words = text(stageInfo(m_stage->id).title);
    if (!words.isEmpty())
        words[0] = words[0].toUpper();
    if (m_stage->head >= 0 && m_trace->scenario->heads > 1)
        words += tr(", head %1").arg(m_stage->head + 1);
    return words;
}

QString HeatmapFigure::title() const
{
    const QString scenario = QString::fromStdString(m_trace->scenario->title);
    return scenario.isEmpty() ? name() : name() + QStringLiteral(" — ") + scenario;
}

QString HeatmapFigure::caption() const
{
    const Scenario& s = *m_trace->scenario;
    const QString shape = m_ref.field ? shapeFor(s, *m_ref.field) : shapeFor(s, m_stage->id);
    const QString how = m_ref.field ? QString()
                        : m_ref.head == meanOfHeads
                            ? tr("no head mixes values with it")
                            : QString::fromStdString(formula(*m_trace, *m_stage));
    const bool turned = m_grid.transposed;
    const bool isFormula = !how.isEmpty() && m_ref.head != meanOfHeads;
    return (how.isEmpty()
                ? how
                : (turned && isFormula ? turnedSymbol(how) : how) + QStringLiteral("     ")) +
           QStringLiteral("%1 = (%2, %3)")
               .arg(turned ? turnedShape(shape) : shape)
               .arg(m_grid.drawnRows())
               .arg(m_grid.drawnColumns());
}

QString HeatmapFigure::rowWord() const
{
    if (m_ref.field == MatrixField::PositionTable)
        return tr("position");
    const Axis axis = m_ref.field ? rowAxis(m_ref) : stageInfo(m_stage->id).rows;
    return m_ref.field && axis == Axis::Feature ? tr("row") : axisWord(axis);
}

QString HeatmapFigure::columnWord() const
{
    return axisWord(m_ref.field ? columnAxis(m_ref) : stageInfo(m_stage->id).columns);
}

QString HeatmapFigure::description() const
{
    return tr("Heatmap of %1, %2 rows (%3) by %4 columns (%5).")
        .arg(m_ref.field || m_ref.head == meanOfHeads ? name() : text(stageInfo(m_stage->id).title))
        .arg(m_grid.drawnRows())
        .arg(m_grid.transposed ? columnWord() : rowWord())
        .arg(m_grid.drawnColumns())
        .arg(m_grid.transposed ? rowWord() : columnWord());
}

HeatmapFigure::Places HeatmapFigure::places(const QRectF& rect, const Theme& theme) const
{
    Places p;
    p.scale = std::clamp(std::min(rect.width() / 800, rect.height() / 600), 0.35, 6.0) * 1.15;
    p.unit = p.scale * theme.base / 14;
    const QRectF inside = rect.adjusted(24 * p.unit, 18 * p.unit, -20 * p.unit, -20 * p.unit);
    p.title = QRectF(inside.left(), inside.top(), inside.width(), 30 * p.unit);
    p.caption = QRectF(inside.left(), inside.top() + 30 * p.unit, inside.width(), 22 * p.unit);
    const qreal top = p.caption.bottom() + 10 * p.unit;

    p.labelFont = theme.body(p.scale * 13.0 / 14);
    const QFontMetricsF metrics(p.labelFont);
    const auto widest = [&](const QStringList& labels, qreal most) {
        qreal width = 0;
        for (const QString& label : labels)
            width = std::max(width, metrics.horizontalAdvance(label));
        return std::min(width, most);
    };
    const int rows = m_grid.drawnRows();
    const int columns = m_grid.drawnColumns();
    const qreal axis = metrics.height() + 4 * p.unit; // the words "query" and "key"
    p.rowLabelWidth = widest(m_rows, inside.width() * 0.22) + 10 * p.unit;
    const qreal bar = 84 * p.unit;
    const qreal roomWidth = inside.width() - axis - p.rowLabelWidth - bar;
    const qreal labelWidth = widest(m_columns, 1e9) + 4 * p.unit;
    p.upright = labelWidth > roomWidth / columns;
    p.columnLabelHeight = p.upright ? std::min(labelWidth, inside.height() * 0.2) + 4 * p.unit
                                    : metrics.height() + 4 * p.unit;
    const qreal edge = 6 * p.unit;
    const qreal cellsTop = top + axis + p.columnLabelHeight + edge;
    const qreal roomHeight = inside.bottom() - cellsTop;
    qreal cellWidth = roomWidth / columns;
    qreal cellHeight = roomHeight / rows;
    cellWidth = std::min(cellWidth, cellHeight * 1.9);
    cellHeight = std::min(cellHeight, cellWidth * 1.1);
    const QSizeF size(std::max(1.0, cellWidth * columns), std::max(1.0, cellHeight * rows));
    const qreal left = inside.left() + axis + p.rowLabelWidth + (roomWidth - size.width()) / 2;
    p.cells = QRectF(QPointF(left, cellsTop), size);
    p.bar = QRectF(p.cells.right() + 24 * p.unit, p.cells.top(), 16 * p.unit, p.cells.height());
    return p;
}

QRectF HeatmapFigure::cellArea(const QRectF& rect, const Theme& theme) const
{
    return places(rect, theme).cells;
}

void HeatmapFigure::paint(Canvas& canvas, const QRectF& rect, const Theme& ownTheme) const
{
    const Theme theme = ownTheme.coloured(m_options.palette);
    const Places p = places(rect, theme);
    QPainter& painter = canvas.painter;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    const auto draw = [&](const QRectF& place, int alignment, const QString& words,
                          const QFont& font, const QColor& colour) {
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(place, alignment | Qt::TextSingleLine | Qt::TextDontClip,
                         elided(words, font, place.width()));
    };
    const MatrixRef& ref = m_ref;
    const Role role = roleFor(ref);
    draw(p.title, Qt::AlignLeft | Qt::AlignVCenter, title(), theme.bold(p.scale * 20 / 14),
         roleColour(theme, role));
    draw(p.caption, Qt::AlignLeft | Qt::AlignVCenter, caption(), theme.body(p.scale),
         theme.secondary);

    const QFontMetricsF metrics(p.labelFont);
    const int rows = m_grid.drawnRows();
    const int columns = m_grid.drawnColumns();
    const qreal cellWidth = p.cells.width() / columns;
    const qreal cellHeight = p.cells.height() / rows;
    const bool byQuery = rowAxis(ref) == Axis::Query;
    const bool byKey = columnAxis(ref) == Axis::Key;
    // Keys and values are named in their own colours, a context in that of the keys.
    QColor rowColour = byQuery                                            ? theme.query
                       : rowAxis(ref) == Axis::Key && role == Role::Score ? theme.key
                                                                          : roleColour(theme, role);
    QColor columnColour = byKey ? theme.key : theme.secondary;
    QString down = rowWord(), across = columnWord();
    if (m_grid.transposed) {
        std::swap(rowColour, columnColour);
        std::swap(down, across);
    }
    const auto step = [](qreal cell, qreal need) {
        return std::max(1, static_cast<int>(std::ceil(need / cell)));
    };

    const int rowStep = step(cellHeight, metrics.height() * 0.95);
    for (int r = 0; r < rows; r += rowStep)
        draw(QRectF(p.cells.left() - p.rowLabelWidth, p.cells.top() + cellHeight * r,
                    p.rowLabelWidth - 10 * p.unit, cellHeight),
             Qt::AlignRight | Qt::AlignVCenter, m_rows.value(r), p.labelFont, rowColour);
    const int columnStep = p.upright ? step(cellWidth, metrics.height() * 0.95) : 1;
    const qreal labelBottom = p.cells.top() - 8 * p.unit;
    for (int c = 0; c < columns; c += columnStep) {
        if (p.upright) {
            painter.save();
            painter.translate(p.cells.left() + cellWidth * (c + 0.5), labelBottom);
            painter.rotate(-90);
            draw(QRectF(0, -metrics.height() / 2, p.columnLabelHeight - 4 * p.unit,
                        metrics.height()),
                 Qt::AlignLeft | Qt::AlignVCenter, m_columns.value(c), p.labelFont, columnColour);
            painter.restore();
        } else {
            draw(QRectF(p.cells.left() + cellWidth * c,
                        labelBottom - p.columnLabelHeight + 4 * p.unit, cellWidth,
                        p.columnLabelHeight - 4 * p.unit),
                 Qt::AlignCenter, m_columns.value(c), p.labelFont, columnColour);
        }
    }
    const QFont axisFont = theme.italic(p.scale * 13.0 / 14);
    draw(QRectF(p.cells.left(), p.cells.top() - 8 * p.unit - p.columnLabelHeight - metrics.height(),
                std::max(p.cells.width(), 90 * p.unit), metrics.height()),
         Qt::AlignLeft | Qt::AlignVCenter, across + QStringLiteral(" →"), axisFont, columnColour);
    painter.save();
    painter.translate(p.cells.left() - p.rowLabelWidth - metrics.height() / 2 - 2 * p.unit,
                      p.cells.top());
    painter.rotate(-90);
    draw(QRectF(-std::max(p.cells.height(), 90 * p.unit), -metrics.height() / 2,
                std::max(p.cells.height(), 90 * p.unit), metrics.height()),
         Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("← ") + down, axisFont, rowColour);
    painter.restore();

    CellStyle style;
    style.values = m_options.values;
    style.decimals = m_options.decimals;
    // Numbers as large as they can be with all their decimals, but never larger than a heading.
    const QSizeF cell(cellWidth, cellHeight);
    style.fontScale = std::clamp(0.3 * cellHeight / theme.base, p.scale, p.scale * 27 / 14);
    while (style.fontScale > p.scale * 0.6 &&
           fittingDecimals(m_grid, theme, style.fontScale, style.decimals, cell) < style.decimals)
        style.fontScale *= 0.92;
    paintCells(canvas, p.cells, m_grid, style, theme);
    const QRectF cells = canvas.snap(p.cells);
    const qreal edge = 4 * p.unit;
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QRectF leftEdge(cells.left() - edge, cells.top(), edge, cells.height());
    const QRectF topEdge(cells.left(), cells.top() - edge, cells.width(), edge);
    if (byQuery)
        painter.fillRect(canvas.snap(m_grid.transposed ? topEdge : leftEdge), theme.query);
    if (byKey)
        painter.fillRect(canvas.snap(m_grid.transposed ? leftEdge : topEdge), theme.key);
    if (m_grid.hidden.empty()) // else it would tell how large they are
        paintColourBar(
            canvas, p.bar, m_grid.norm, m_grid.kind,
            rangeWords(*m_trace->scenario, effectiveRange(m_options.range, false), m_grid.kind),
            theme, p.scale);
    painter.restore();
}

} // namespace attention::ui
