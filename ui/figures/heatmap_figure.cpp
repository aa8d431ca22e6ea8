// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/heatmap_figure.h"

#include "core/text/alt_text.h"
#include "ui/figures/board_figure.h"
#include "ui/figures/canvas.h"
#include "ui/figures/labelled.h"
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
    qreal axis = 0; // for the words "query" and "key"
    qreal rowLabelWidth = 0, columnLabelHeight = 0;
    bool upright = false;
    QFont labelFont;
};

HeatmapFigure::HeatmapFigure(TracePtr trace, const MatrixRef& matrix, BoardOptions options,
                             FigureParts parts, const Ranges* ranges)
    : m_trace(std::move(trace))
    , m_ref(matrix)
    , m_stage(stageOf(*m_trace, matrix))
    , m_options(options)
    , m_parts(std::move(parts))
    , m_rows(rowLabelsFor(*m_trace, matrix))
    , m_columns(columnLabelsFor(*m_trace, matrix))
{
    if (m_options.transposed)
        std::swap(m_rows, m_columns);
    const ColourRange range = effectiveRange(options.range, false);
    if (!m_stage || matrix.head == meanOfHeads || range != ColourRange::Matrix) {
        const Ranges own = ranges ? Ranges() : Ranges(*m_trace);
        const Selection nothing;
        const Theme theme;
        m_grid = gridFor({*m_trace, ranges ? *ranges : own, m_options, nothing, QRectF(), theme},
                         matrix, m_options.transposed, false);
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

QString HeatmapFigure::name(bool ofOneHead) const
{
    if (m_ref.field)
        return QStringLiteral("%1: %2").arg(fieldSymbol(*m_ref.field), fieldWord(*m_ref.field));
    if (m_ref.head == meanOfHeads)
        return tr("Mean of the weights over %1 heads").arg(m_trace->scenario->heads);
    QString words = QString::fromUtf8(stageInfo(m_stage->id).title);
    if (!words.isEmpty())
        words[0] = words[0].toUpper();
    if (m_stage->head >= 0 && m_trace->scenario->heads > 1) {
        const QString ofTheHead = tr(" of the head");
        if (ofOneHead)
            words.replace(ofTheHead, tr(" of head %1").arg(m_stage->head + 1));
        else
            words += tr(", head %1").arg(m_stage->head + 1);
    } else if (ofOneHead && m_stage->id != StageId::HeadOutput) {
        words.remove(tr(" of the head")); // there is but one
    }
    return words;
}

QString HeatmapFigure::title() const
{
    if (m_parts.title && !m_parts.title->isEmpty())
        return *m_parts.title;
    const QString scenario = QString::fromStdString(m_trace->scenario->title);
    return scenario.isEmpty() ? name() : name() + QStringLiteral(" — ") + scenario;
}

QStringList HeatmapFigure::captions() const
{
    const Scenario& s = *m_trace->scenario;
    const QString shape = m_ref.field ? shapeFor(s, *m_ref.field) : shapeFor(s, m_stage->id);
    const QString how = m_ref.field ? QString()
                        : m_ref.head == meanOfHeads
                            ? tr("no head mixes values with it")
                            : QString::fromStdString(formula(*m_trace, *m_stage));
    const bool turned = m_grid.transposed;
    const bool isFormula = !how.isEmpty() && m_ref.head != meanOfHeads;
    const QString numbers =
        QStringLiteral("(%1, %2)").arg(m_grid.drawnRows()).arg(m_grid.drawnColumns());
    const QString letters = (turned ? turnedShape(shape) : shape) + QStringLiteral(" = ") + numbers;
    if (how.isEmpty())
        return {letters, numbers};
    return {(turned && isFormula ? turnedSymbol(how) : how) + QStringLiteral("     ") + letters,
            letters, numbers};
}

bool HeatmapFigure::barTellsHidden() const
{
    return rangeTellsHidden(m_grid, effectiveRange(m_options.range, false), m_options.hidden);
}

QString HeatmapFigure::rangeText() const
{
    const ColourRange range = effectiveRange(m_options.range, false);
    const QString words = rangeWords(*m_trace->scenario, range, m_grid.kind);
    // The range of nothing but zeros has no width, and is made wider.
    const bool widened = range == ColourRange::Matrix && m_grid.kind != ValueKind::Weight &&
                         m_stage && m_ref.head != meanOfHeads && m_grid.norm.highest == 1 &&
                         largestMagnitude(*m_trace, *m_stage) == 0;
    return widened ? tr("all 0: ±1") : words;
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
    LabelledMatrix matrix = labelledMatrix(*m_trace, m_ref);
    if (m_grid.transposed)
        matrix = turned(std::move(matrix));
    return QString::fromStdString(altText(matrix, !m_grid.hidden.empty()));
}

ScenarioPtr HeatmapFigure::scenario() const
{
    return m_options.hidden.isEmpty() ? m_trace->scenario : nullptr;
}

HeatmapFigure::Places HeatmapFigure::places(const QRectF& rect, const Theme& theme,
                                            const Panel* panel) const
{
    Places p;
    p.scale = panel
                  ? panel->textScale
                  : std::clamp(std::min(rect.width() / 800, rect.height() / 600), 0.35, 6.0) * 1.15;
    p.unit = p.scale * theme.base / 14;
    const QRectF inside =
        panel ? rect : rect.adjusted(24 * p.unit, 18 * p.unit, -20 * p.unit, -20 * p.unit);
    const bool titled = !m_parts.title || !m_parts.title->isEmpty();
    p.title = QRectF(inside.left(), inside.top(), inside.width(),
                     titled ? (panel ? 24 : 30) * p.unit : 0);
    p.caption =
        QRectF(inside.left(), p.title.bottom(), inside.width(), m_parts.formula ? 22 * p.unit : 0);
    const qreal top = p.caption.bottom() + (titled || m_parts.formula ? 10 * p.unit : 0);

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
    const bool labels = m_parts.labels;
    p.axis = labels ? metrics.height() + 4 * p.unit : 0;
    p.rowLabelWidth = labels ? widest(m_rows, inside.width() * 0.22) + 10 * p.unit : 6 * p.unit;
    const bool barRight = m_parts.bar && !panel;
    const bool barBelow = m_parts.bar && panel && panel->bar;
    const qreal roomWidth =
        inside.width() - p.axis - p.rowLabelWidth - (barRight ? 84 * p.unit : 0);
    const qreal labelWidth = labels ? widest(m_columns, 1e9) + 4 * p.unit : 0;
    qreal cellsTop = 0, cellWidth = 0, cellHeight = 0;
    const auto arrange = [&](bool upright) {
        p.upright = upright;
        if (labels)
            p.columnLabelHeight = upright ? std::min(labelWidth, inside.height() * 0.2) + 4 * p.unit
                                          : metrics.height() + 4 * p.unit;
        cellsTop = top + p.axis + p.columnLabelHeight + 6 * p.unit; // with the coloured edge
        const qreal roomHeight = inside.bottom() - cellsTop - (barBelow ? 34 * p.unit : 0);
        cellWidth = roomWidth / columns;
        cellHeight = roomHeight / rows;
        cellWidth = std::min(cellWidth, cellHeight * 1.9);
        cellHeight = std::min(cellHeight, cellWidth * 1.1);
        if (panel) {
            cellWidth = std::min(cellWidth, panel->largestCell.width());
            cellHeight = std::min(cellHeight, panel->largestCell.height());
        }
    };
    arrange(labelWidth > roomWidth / columns);
    if (!p.upright && labelWidth > cellWidth)
        arrange(true); // a single narrow column
    const QSizeF size(std::max(1.0, cellWidth * columns), std::max(1.0, cellHeight * rows));
    // In a picture of its own in the middle; among others all begin at the same place.
    const qreal left =
        inside.left() + p.axis + p.rowLabelWidth + (panel ? 0 : (roomWidth - size.width()) / 2);
    p.cells = QRectF(QPointF(left, cellsTop), size);
    if (barRight)
        p.bar = QRectF(p.cells.right() + 24 * p.unit, p.cells.top(), 16 * p.unit, p.cells.height());
    else if (barBelow)
        p.bar = QRectF(p.cells.left(), p.cells.bottom() + 10 * p.unit,
                       std::max(p.cells.width(), std::min(roomWidth, 90 * p.unit)), 7 * p.unit);
    return p;
}

QRectF HeatmapFigure::cellArea(const QRectF& rect, const Theme& theme, const Panel* panel) const
{
    return places(rect, theme, panel).cells;
}

// As large as they can be with all their decimals, but never larger than a heading.
std::optional<qreal> HeatmapFigure::numbersAt(const Places& p, const Theme& theme) const
{
    const QSizeF cell(p.cells.width() / m_grid.drawnColumns(),
                      p.cells.height() / m_grid.drawnRows());
    const auto fitting = [&](qreal scale) {
        return fittingDecimals(m_grid, theme, scale, m_options.decimals, cell);
    };
    qreal scale = std::clamp(0.3 * cell.height() / theme.base, p.scale, p.scale * 27 / 14);
    while (scale > p.scale * 0.6 && fitting(scale) < m_options.decimals)
        scale *= 0.92;
    return fitting(scale) < 0 ? std::nullopt : std::optional(scale);
}

std::optional<qreal> HeatmapFigure::numberScale(const QRectF& rect, const Theme& theme,
                                                const Panel* panel) const
{
    return m_options.values ? numbersAt(places(rect, theme, panel), theme) : std::nullopt;
}

void HeatmapFigure::paint(Canvas& canvas, const QRectF& rect, const Theme& theme) const
{
    paint(canvas, rect, theme, nullptr);
}

void HeatmapFigure::paintPanel(Canvas& canvas, const QRectF& rect, const Theme& theme,
                               const Panel& panel) const
{
    paint(canvas, rect, theme, &panel);
}

void HeatmapFigure::paint(Canvas& canvas, const QRectF& rect, const Theme& ownTheme,
                          const Panel* panel) const
{
    const Theme theme = ownTheme.coloured(m_options.palette);
    const Places p = places(rect, theme, panel);
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
    if (!p.title.isEmpty())
        draw(p.title, Qt::AlignLeft | Qt::AlignVCenter, panel ? name(panel->ofOneHead) : title(),
             theme.bold(p.scale * (panel ? 16.0 : 20.0) / 14), roleColour(theme, role));
    if (!p.caption.isEmpty())
        draw(p.caption, Qt::AlignLeft | Qt::AlignVCenter,
             firstFitting(captions(), theme.body(p.scale), p.caption.width()), theme.body(p.scale),
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
    for (int r = 0; m_parts.labels && r < rows; r += rowStep)
        draw(QRectF(p.cells.left() - p.rowLabelWidth, p.cells.top() + cellHeight * r,
                    p.rowLabelWidth - 10 * p.unit, cellHeight),
             Qt::AlignRight | Qt::AlignVCenter, m_rows.value(r), p.labelFont, rowColour);
    const int columnStep = p.upright ? step(cellWidth, metrics.height() * 0.95) : 1;
    const qreal labelBottom = p.cells.top() - 8 * p.unit;
    for (int c = 0; m_parts.labels && c < columns; c += columnStep) {
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
    if (m_parts.labels) {
        const QFont axisFont = theme.italic(p.scale * 13.0 / 14);
        draw(QRectF(p.cells.left(),
                    p.cells.top() - 8 * p.unit - p.columnLabelHeight - metrics.height(),
                    std::max(p.cells.width(), 90 * p.unit), metrics.height()),
             Qt::AlignLeft | Qt::AlignVCenter, across + QStringLiteral(" →"), axisFont,
             columnColour);
        painter.save();
        painter.translate(p.cells.left() - p.rowLabelWidth - metrics.height() / 2 - 2 * p.unit,
                          p.cells.top());
        painter.rotate(-90);
        const qreal length = std::max(p.cells.height(), 90 * p.unit);
        draw(QRectF(-length, -metrics.height() / 2, length, metrics.height()),
             Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("← ") + down, axisFont, rowColour);
        painter.restore();
    }

    CellStyle style;
    style.values = m_options.values;
    style.decimals = m_options.decimals;
    style.fontScale = numbersAt(p, theme).value_or(p.scale);
    if (panel)
        style.fontScale = std::min(style.fontScale, panel->numberScale);
    m_grid.reduced = QImage();
    paintCells(canvas, p.cells, m_grid, style, theme);
    const QSize image = m_grid.reduced.size(); // empty where each cell was drawn
    if (!panel && !image.isEmpty() && (canvas.vector || image != QSize(columns, rows)))
        draw(QRectF(p.cells.left(), p.cells.bottom() + 3 * p.unit, p.cells.width(), 15 * p.unit),
             Qt::AlignLeft | Qt::AlignVCenter,
             tr("%1 × %2 numbers as an image of %3 × %4 pixels, the largest in each")
                 .arg(rows)
                 .arg(columns)
                 .arg(image.height())
                 .arg(image.width()),
             theme.body(p.scale * 11 / 14), theme.secondary);
    const QRectF cells = canvas.snap(p.cells);
    const qreal edge = 4 * p.unit;
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QRectF leftEdge(cells.left() - edge, cells.top(), edge, cells.height());
    const QRectF topEdge(cells.left(), cells.top() - edge, cells.width(), edge);
    if (byQuery)
        painter.fillRect(canvas.snap(m_grid.transposed ? topEdge : leftEdge), theme.query);
    if (byKey)
        painter.fillRect(canvas.snap(m_grid.transposed ? leftEdge : topEdge), theme.key);
    if (!p.bar.isEmpty() && !barTellsHidden())
        paintColourBar(canvas, p.bar, m_grid.norm, m_grid.kind, rangeText(), theme, p.scale);
    painter.restore();
}

} // namespace attention::ui
