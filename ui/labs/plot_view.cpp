// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/labs/plot_view.h"

#include "ui/figures/canvas.h"

#include <QtGui/QMouseEvent>

#include <algorithm>

namespace attention::ui {

PlotView::PlotView(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
}

PlotView::~PlotView() = default;

void PlotView::setFigure(std::unique_ptr<PlotFigure> figure)
{
    m_figure = std::move(figure);
    setAccessibleName(m_figure ? m_figure->title() : QString());
    setAccessibleDescription(m_figure ? m_figure->description() : QString());
    update();
}

void PlotView::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void PlotView::setDraggable(bool draggable)
{
    m_draggable = draggable;
}

Theme PlotView::figureTheme() const
{
    return Theme::make(m_theme.kind, m_theme.base / PlotFigure::textScale(size()));
}

int PlotView::padding() const
{
    return qRound(12 * m_theme.base / 14);
}

QRectF PlotView::axes() const
{
    return m_figure ? m_figure->axesRect(rect(), figureTheme()) : QRectF();
}

void PlotView::paintEvent(QPaintEvent*)
{
    if (!m_figure)
        return;
    CanvasPainter painter(this);
    m_figure->paint(painter.canvas(), rect(), figureTheme());
}

void PlotView::tell(const QPointF& position)
{
    const QRectF place = axes();
    if (place.isEmpty())
        return;
    const QPointF held(std::clamp(position.x(), place.left(), place.right()),
                       std::clamp(position.y(), place.top(), place.bottom()));
    emit dragged(m_figure->toValue(held, place), m_gesture);
}

void PlotView::mousePressEvent(QMouseEvent* event)
{
    if (!m_draggable || event->button() != Qt::LeftButton || !axes().contains(event->position())) {
        QWidget::mousePressEvent(event);
        return;
    }
    m_dragging = true;
    ++m_gesture;
    tell(event->position());
}

void PlotView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_dragging)
        tell(event->position());
    else if (m_draggable)
        setCursor(axes().contains(event->position()) ? Qt::SizeHorCursor : Qt::ArrowCursor);
}

void PlotView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_dragging = false;
}

} // namespace attention::ui
