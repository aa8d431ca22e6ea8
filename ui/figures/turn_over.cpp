// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/turn_over.h"

#include <QtGui/QFontMetricsF>

#include <algorithm>
#include <utility>
#include <vector>

namespace attention::ui {

namespace {

QRectF mirrored(const QRectF& rect)
{
    return QRectF(rect.top(), rect.left(), rect.height(), rect.width());
}

void turn(PlacedMatrix& m, bool onBand, const Theme& theme)
{
    const qreal unit = theme.base / 14 * m.scale;
    m.area = mirrored(m.area);
    m.rowSumRect = mirrored(m.rowSumRect);
    m.columnSumRect = mirrored(m.columnSumRect);
    std::swap(m.left, m.top);
    std::swap(m.right, m.bottom);
    std::swap(m.rowLabels, m.columnLabels);
    std::swap(m.rowLabelRole, m.columnLabelRole);
    m.columnLabelHeight = m.columnLabels.isEmpty() ? 0 : 19 * unit;
    m.rowLabelWidth = 0;
    // As wide as the board has left room for: tokens are bold, columns small.
    const bool tokens = m.rowLabelRole != Role::None;
    const QFontMetricsF labels(tokens ? theme.bold(m.scale) : theme.body(12.0 / 14 * m.scale));
    for (const QString& label : m.rowLabels)
        m.rowLabelWidth = std::max(m.rowLabelWidth, labels.horizontalAdvance(label));
    if (!m.rowLabels.isEmpty())
        m.rowLabelWidth =
            std::min(m.rowLabelWidth, (tokens ? 110 : 80) * unit) + (tokens ? 14 : 10) * unit;

    QPointF at(std::max(m.area.right(), m.columnSumRect.right()) + 16 * unit,
               m.area.top() - 2 * unit);
    if (!onBand) {
        const qreal edge = m.top == Role::None ? 4 * unit : 8 * unit;
        at = QPointF(m.area.left(), m.area.top() - m.columnLabelHeight - edge - 42 * unit);
    }
    const QFontMetricsF bold(theme.bold(m.scale * 18 / 14)), body(theme.body(m.scale * 12.5 / 14));
    if (m.captionRect.isEmpty()) { // a vector: its name stands over it, or left of it
        const QSizeF size = QSizeF(bold.horizontalAdvance(m.heading), 24 * unit);
        const bool lies = m.grid.drawnRows() == 1;
        m.headingRect = QRectF(lies ? QPointF(m.area.left() - 6 * unit - size.width(),
                                              m.area.center().y() - size.height() / 2)
                                    : m.area.topLeft() - QPointF(0, 4 * unit + size.height()),
                               size);
        return;
    }
    m.headingRect = QRectF(at, QSizeF(bold.horizontalAdvance(m.heading), 24 * unit));
    m.captionRect =
        QRectF(at + QPointF(0, 24 * unit), QSizeF(body.horizontalAdvance(m.caption), 17 * unit));
}

} // namespace

void turnOver(BoardLayout& layout, qreal bandTop, const Theme& theme)
{
    std::vector<QPointF> headings; // where they stood
    for (PlacedMatrix& m : layout.matrices) {
        headings.push_back(m.headingRect.topLeft());
        turn(m, m.area.top() == bandTop, theme);
    }
    for (Hotspot& h : layout.hotspots) {
        const auto found = std::find(headings.begin(), headings.end(), h.rect.topLeft());
        h.rect =
            found == headings.end()
                ? mirrored(h.rect)
                : layout.matrices[static_cast<std::size_t>(found - headings.begin())].headingRect;
    }
    for (PlacedText& t : layout.texts)
        t.rect = mirrored(t.rect);
}

} // namespace attention::ui
