// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/moved.h"

#include "ui/figures/canvas.h"

#include <QtGui/QFontMetricsF>
#include <QtGui/QPainter>

#include <algorithm>
#include <cmath>

namespace attention::ui {

namespace {

constexpr double smallestMove = 0.001;
constexpr qreal smallestMarked = 8; // pixels of a cell
constexpr qreal ghostSize = 0.72;   // of the number it was

MatrixPtr matrixOf(const Trace& trace, const MatrixRef& ref)
{
    if (!ref.field) {
        const Stage* stage = stageOf(trace, ref);
        return !stage ? nullptr : ref.head == meanOfHeads ? meanWeights(trace) : stage->values;
    }
    const Scenario& s = *trace.scenario;
    const MatrixPtr* held = matrixIn(s, *ref.field);
    if (held && *held)
        return *held;
    return held && projectionOf(s, *ref.field) ? share(fieldMatrix(s, *ref.field)) : nullptr;
}

// Black or white, whichever is read on the cell.
QColor inkOf(const CellGrid& grid, const Theme& theme, int row, int column)
{
    const double value = grid.value(row, column);
    if (grid.blocked(row, column) && !std::isnan(value))
        return theme.text;
    if (!std::isfinite(value))
        return Qt::black;
    const QColor fill = cellColour(grid, theme, value);
    const auto byte = [](int part) { return static_cast<std::uint8_t>(part); };
    return blackTextOn({byte(fill.red()), byte(fill.green()), byte(fill.blue())}) ? Qt::black
                                                                                  : Qt::white;
}

} // namespace

bool isMoved(double before, double now)
{
    if (std::isnan(before) || std::isnan(now))
        return std::isnan(before) != std::isnan(now);
    if (std::isinf(before) || std::isinf(now))
        return before != now;
    return std::abs(now - before) > smallestMove;
}

std::optional<double> valueBefore(const Moved& moved, const Trace& now, const CellRef& cell)
{
    if (!moved.before)
        return std::nullopt;
    const MatrixPtr old = matrixOf(*moved.before, cell.matrix);
    const MatrixPtr values = matrixOf(now, cell.matrix);
    if (!old || !values || old == values || old->rows() != values->rows() ||
        old->cols() != values->cols())
        return std::nullopt;
    const double before = (*old)(cell.row, cell.column);
    return isMoved(before, (*values)(cell.row, cell.column)) ? std::optional(before) : std::nullopt;
}

void paintMoved(Canvas& canvas, const PlacedMatrix& m, const Moved& moved, qreal valueScale,
                int decimals, const Theme& theme)
{
    const CellGrid& grid = m.grid;
    const QSizeF size = m.cell(0, m.firstColumn).size();
    const qreal smallest = std::min(size.width(), size.height());
    const MatrixPtr old =
        moved.before && smallest >= smallestMarked ? matrixOf(*moved.before, m.ref) : nullptr;
    if (!old || !grid.values || old == grid.values || old->rows() != grid.values->rows() ||
        old->cols() < m.firstColumn + grid.values->cols())
        return;
    // A part of the columns is shown only of a projection; other matrices have to be as wide.
    if (!m.ref.field && old->cols() != grid.values->cols())
        return;
    QPainter& painter = canvas.painter;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    const QFont font = theme.body(valueScale * ghostSize);
    // Digits have no descenders: the height of a number is that of a capital letter.
    const qreal number = QFontMetricsF(theme.body(valueScale)).capHeight();
    const qreal ghost = number * ghostSize;
    const qreal away = number / 2 + 4 + ghost / 2 + (m.editable ? 1 : 0);
    const bool ghosts =
        moved.ghost > 0 && decimals >= 0 && away + ghost / 2 + 2 <= size.height() / 2;
    const qreal leg = std::clamp(0.2 * smallest, 3.0, 12.0);
    painter.setFont(font);
    for (int r = 0; r < grid.drawnRows(); ++r)
        for (int c = 0; c < grid.drawnColumns(); ++c) {
            const double before =
                grid.transposed ? (*old)(c, m.firstColumn + r) : (*old)(r, m.firstColumn + c);
            const double now = grid.value(r, c);
            if (!isMoved(before, now) || grid.isHidden(r, c))
                continue;
            const QRectF cell =
                canvas.snap(cellRect(m.area, grid.drawnRows(), grid.drawnColumns(), r, c));
            QColor ink = inkOf(grid, theme, r, c);
            const QRectF inside = cell.adjusted(1, 1, 0, 0);
            const bool grew = now > before || std::isnan(now);
            const QPointF corner = grew ? inside.topRight() : inside.bottomRight();
            painter.setPen(Qt::NoPen);
            painter.setBrush(ink);
            painter.drawPolygon(QPolygonF(
                {corner, corner - QPointF(leg, 0), corner + QPointF(0, grew ? leg : -leg)}));
            const QString text = ghosts ? cellText(before, decimals) : QString();
            if (text.isEmpty() || text == cellText(now, decimals))
                continue;
            ink.setAlphaF(static_cast<float>(0.62 * moved.ghost));
            painter.setPen(ink);
            QRectF place(cell.left(), cell.center().y() - ghost, cell.width(), 2 * ghost);
            place.translate(0, m.editable ? -away : away);
            painter.drawText(place, Qt::AlignCenter | Qt::TextSingleLine | Qt::TextDontClip, text);
        }
    painter.restore();
}

} // namespace attention::ui
