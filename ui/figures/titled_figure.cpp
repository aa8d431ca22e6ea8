// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/titled_figure.h"

#include "ui/figures/canvas.h"
#include "ui/figures/labels.h"

#include <QtGui/QPainter>

#include <algorithm>
#include <utility>

namespace attention::ui {

TitledFigure::TitledFigure(std::unique_ptr<Figure> figure, QString title)
    : m_figure(std::move(figure))
    , m_title(std::move(title))
{
}

void TitledFigure::paint(Canvas& canvas, const QRectF& rect, const Theme& theme) const
{
    // As large as the title of a matrix in a picture of this size.
    const qreal scale =
        std::clamp(std::min(rect.width() / 800, rect.height() / 600), 0.35, 6.0) * 1.15;
    const qreal unit = scale * theme.base / 14;
    const QRectF line(rect.left() + 24 * unit, rect.top() + 14 * unit, rect.width() - 44 * unit,
                      30 * unit);
    const QFont font = theme.bold(scale * 20 / 14);
    QPainter& painter = canvas.painter;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setFont(font);
    painter.setPen(theme.text);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip,
                     elided(m_title, font, line.width()));
    painter.restore();
    m_figure->paint(canvas, QRectF(QPointF(rect.left(), line.bottom()), rect.bottomRight()), theme);
}

} // namespace attention::ui
