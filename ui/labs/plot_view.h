// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/plot_figure.h"
#include "ui/theme/theme.h"

#include <QtWidgets/QWidget>

#include <memory>

namespace attention::ui {

// Shows a plot. A press and a drag inside its axes are told as values.
class PlotView : public QWidget {
    Q_OBJECT

public:
    explicit PlotView(QWidget* parent = nullptr);
    ~PlotView() override;

    void setFigure(std::unique_ptr<PlotFigure> figure);
    // Text has the theme's size, whatever the size of the view.
    void setTheme(const Theme& theme);
    // A cursor that says so, and `dragged`.
    void setDraggable(bool draggable);
    int padding() const; // between the edge and the text

    QSize sizeHint() const override { return {640, 420}; }
    QSize minimumSizeHint() const override { return {240, 180}; }

signals:
    // `gesture` counts the presses: what one drag changes is one change.
    void dragged(const QPointF& value, int gesture);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    Theme figureTheme() const;
    QRectF axes() const;
    void tell(const QPointF& position);

    std::unique_ptr<PlotFigure> m_figure;
    Theme m_theme;
    bool m_draggable = false;
    bool m_dragging = false;
    int m_gesture = 0;
};

} // namespace attention::ui
