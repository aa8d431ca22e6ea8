// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/panels_figure.h"

#include "ui/figures/board_figure.h"
#include "ui/figures/canvas.h"
#include "ui/figures/labels.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QFontMetricsF>
#include <QtGui/QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace attention::ui {

namespace {

constexpr std::size_t mostSharedBars = 2;

QString tr(const char* source)
{
    return QCoreApplication::translate("Panels", source);
}

// How many stand side by side: what leaves each of them most of the shape that a matrix with its
// title and labels has.
int columnsFor(int count, const QSizeF& room)
{
    constexpr qreal shape = 1.15; // width to height
    int best = 1;
    qreal most = 0;
    for (int columns = 1; columns <= count; ++columns) {
        const int rows = (count + columns - 1) / columns;
        const qreal size = std::min(room.width() / columns / shape, room.height() / rows);
        if (size > most * 1.001) {
            most = size;
            best = columns;
        }
    }
    return best;
}

} // namespace

struct PanelsFigure::Places {
    qreal unit = 1;
    QRectF title;
    std::vector<QRectF> panels;
    std::vector<QRectF> arrows;
    std::vector<QRectF> bars;
    HeatmapFigure::Panel look;
};

PanelsFigure::PanelsFigure(std::vector<std::unique_ptr<HeatmapFigure>> matrices, Form form,
                           QString title, FigureParts parts, const PaletteChoice* palette)
    : m_matrices(std::move(matrices))
    , m_form(form)
    , m_title(std::move(title))
    , m_parts(std::move(parts))
    , m_palette(palette)
{
    int one = -1;
    for (const auto& matrix : m_matrices) {
        const Stage* stage = matrix->grid().stage;
        const int head = stage ? stage->head : -1;
        m_ofOneHead = m_ofOneHead && (head < 0 || one < 0 || head == one);
        one = std::max(one, head);
    }
    if (!m_parts.bar)
        return;
    for (const auto& matrix : m_matrices) {
        const CellGrid& grid = matrix->grid();
        const bool weights = grid.kind == ValueKind::Weight;
        const bool known = std::any_of(m_bars.begin(), m_bars.end(), [&](const Bar& bar) {
            return (bar.kind == ValueKind::Weight) == weights &&
                   bar.norm.lowest == grid.norm.lowest && bar.norm.highest == grid.norm.highest;
        });
        if (matrix->barTellsHidden() || (!known && m_bars.size() == mostSharedBars)) {
            m_bars.clear();
            return;
        }
        if (!known)
            m_bars.push_back({grid.norm, grid.kind, weights ? tr("weights") : matrix->rangeText()});
    }
}

PanelsFigure::Places PanelsFigure::places(const QRectF& rect, const Theme& theme) const
{
    Places p;
    const qreal whole = std::clamp(std::min(rect.width() / 800, rect.height() / 600), 0.35, 6.0);
    p.unit = whole * 1.15 * theme.base / 14;
    const qreal u = p.unit;
    const QRectF inside = rect.adjusted(24 * u, 18 * u, -20 * u, -16 * u);
    const bool titled = !m_parts.title || !m_parts.title->isEmpty();
    p.title = QRectF(inside.left(), inside.top(), inside.width(), titled ? 30 * u : 0);
    const qreal barHeight = m_bars.empty() ? 0 : 40 * u;
    QRectF room(QPointF(inside.left(), p.title.bottom() + (titled ? 10 * u : 0)),
                QPointF(inside.right(), inside.bottom() - barHeight));

    const int count = static_cast<int>(m_matrices.size());
    const int columns = m_form == Form::Strip ? count : columnsFor(count, room.size());
    const int rows = (count + columns - 1) / columns;
    // Letters of one size, smaller the more matrices there are.
    p.look.textScale = std::max(
        0.35, whole * 1.15 * std::clamp(1.25 / std::sqrt(std::max(columns, rows)), 0.4, 0.9));
    p.look.bar = m_parts.bar && m_bars.empty();
    p.look.ofOneHead = m_ofOneHead;
    const qreal arrow = m_form == Form::Strip ? 26 * p.look.textScale * theme.base / 14 : 0;
    const qreal gap = m_form == Form::Strip ? arrow : 22 * u;

    // In a strip a wide matrix takes more room than a narrow one; a sheet is as a table.
    std::vector<qreal> shares(static_cast<std::size_t>(columns), 1);
    if (m_form == Form::Strip) {
        int fewest = m_matrices.front()->grid().drawnColumns();
        for (const auto& matrix : m_matrices)
            fewest = std::min(fewest, matrix->grid().drawnColumns());
        for (std::size_t i = 0; i < m_matrices.size(); ++i)
            shares[i] = (m_parts.labels ? 2 : 1) +
                        std::min(m_matrices[i]->grid().drawnColumns(), 4 * fewest);
    }
    qreal all = 0;
    for (const qreal share : shares)
        all += share;
    const qreal width = room.width() - gap * (columns - 1);
    const qreal height = (room.height() - 14 * u * (rows - 1)) / rows;
    for (int i = 0; i < count; ++i) {
        const int column = i % columns;
        qreal left = room.left();
        for (int c = 0; c < column; ++c)
            left += width * shares[static_cast<std::size_t>(c)] / all + gap;
        p.panels.emplace_back(left, room.top() + (height + 14 * u) * (i / columns),
                              width * shares[static_cast<std::size_t>(column)] / all, height);
    }

    // A number has one size in all, unless that made some of them very small.
    std::vector<QSizeF> own;
    QSizeF smallest(1e9, 1e9);
    for (std::size_t i = 0; i < m_matrices.size(); ++i) {
        const CellGrid& grid = m_matrices[i]->grid();
        const QSizeF area = m_matrices[i]->cellArea(p.panels[i], theme, &p.look).size();
        own.emplace_back(area.width() / grid.drawnColumns(), area.height() / grid.drawnRows());
        smallest = QSizeF(std::min(smallest.width(), own.back().width()),
                          std::min(smallest.height(), own.back().height()));
    }
    const QSizeF largest = *std::max_element(
        own.begin(), own.end(), [](auto& a, auto& b) { return a.width() < b.width(); });
    p.look.largestCell = smallest.width() * 3 < largest.width() ? QSizeF(1e9, 1e9) : smallest;

    for (std::size_t i = 0; i < m_matrices.size(); ++i)
        if (const auto scale = m_matrices[i]->numberScale(p.panels[i], theme, &p.look))
            p.look.numberScale = std::min(p.look.numberScale, *scale);

    // A strip stands in the middle of its picture.
    if (m_form == Form::Strip) {
        qreal top = 1e9, bottom = 0;
        for (std::size_t i = 0; i < m_matrices.size(); ++i) {
            const QRectF cells = m_matrices[i]->cellArea(p.panels[i], theme, &p.look);
            top = std::min(top, cells.top());
            bottom = std::max(bottom, cells.bottom());
        }
        const qreal below = p.look.bar ? 34 * p.look.textScale * theme.base / 14 : 0;
        const qreal down = std::max(0.0, (room.bottom() - below - bottom) / 2);
        for (QRectF& panel : p.panels)
            panel.translate(0, down);
        for (std::size_t i = 0; i + 1 < m_matrices.size(); ++i)
            p.arrows.emplace_back(p.panels[i].right(), (top + bottom) / 2 + down - arrow / 2, arrow,
                                  arrow);
    }
    const qreal barWidth = std::min(260 * u, (room.width() - 40 * u) / 2);
    for (std::size_t i = 0; i < m_bars.size(); ++i)
        p.bars.emplace_back(room.left() + (barWidth + 40 * u) * static_cast<qreal>(i),
                            room.bottom() + 14 * u, barWidth, 9 * u);
    return p;
}

std::vector<QRectF> PanelsFigure::cellAreas(const QRectF& rect, const Theme& theme) const
{
    const Places p = places(rect, theme);
    std::vector<QRectF> areas;
    for (std::size_t i = 0; i < m_matrices.size(); ++i)
        areas.push_back(m_matrices[i]->cellArea(p.panels[i], theme, &p.look));
    return areas;
}

void PanelsFigure::paint(Canvas& canvas, const QRectF& rect, const Theme& theme) const
{
    const Places p = places(rect, theme);
    QPainter& painter = canvas.painter;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    if (!p.title.isEmpty()) {
        const QFont font = theme.bold(p.unit * 20 / theme.base);
        painter.setFont(font);
        painter.setPen(theme.text);
        painter.drawText(p.title,
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip,
                         elided(title(), font, p.title.width()));
    }
    for (std::size_t i = 0; i < m_matrices.size(); ++i)
        m_matrices[i]->paintPanel(canvas, p.panels[i], theme, p.look);
    for (const QRectF& arrow : p.arrows) {
        const qreal wing = arrow.width() / 5;
        const QPointF tip(arrow.right() - wing, arrow.center().y());
        painter.setPen(QPen(theme.secondary, std::max(1.0, arrow.width() / 16)));
        painter.drawLine(QPointF(arrow.left() + wing, tip.y()), tip);
        painter.drawLine(tip, tip + QPointF(-wing, -wing));
        painter.drawLine(tip, tip + QPointF(-wing, wing));
    }
    const Theme coloured = theme.coloured(m_palette);
    for (std::size_t i = 0; i < p.bars.size(); ++i)
        paintColourBar(canvas, p.bars[i], m_bars[i].norm, m_bars[i].kind, m_bars[i].words, coloured,
                       0.85 * p.unit * 14 / theme.base);
    painter.restore();
}

QString PanelsFigure::title() const
{
    return m_parts.title && !m_parts.title->isEmpty() ? *m_parts.title : m_title;
}

QString PanelsFigure::description() const
{
    QStringList parts = {tr("%1 matrices beside each other.").arg(m_matrices.size())};
    for (const auto& matrix : m_matrices)
        parts << matrix->description();
    return parts.join(QLatin1Char(' '));
}

ScenarioPtr PanelsFigure::scenario() const
{
    return m_matrices.front()->scenario();
}

} // namespace attention::ui
