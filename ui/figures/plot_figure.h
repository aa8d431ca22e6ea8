// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plot/plot_data.h"
#include "ui/figures/figure.h"

#include <QtCore/QPointF>

#include <memory>

class QCustomPlot;

namespace attention::ui {

// A plot with axes, curves and their names, drawn by QCustomPlot in the theme's colours. Text grows
// with the picture.
class PlotFigure : public Figure {
public:
    explicit PlotFigure(PlotData data);
    ~PlotFigure() override;

    void paint(Canvas& canvas, const QRectF& rect, const Theme& theme) const override;
    QString title() const override;
    QString description() const override;

    const PlotData& data() const { return m_data; }

    // How much larger than the theme's base the text of a picture of this size is.
    static qreal textScale(const QSizeF& size);

    // Where the axes stand in a picture of `rect`; empty when it is too small for any.
    QRectF axesRect(const QRectF& rect, const Theme& theme) const;
    // Between the values of the axes and the coordinates of a picture whose axes stand in `axes`.
    QPointF toPixel(const QPointF& value, const QRectF& axes) const;
    QPointF toValue(const QPointF& pixel, const QRectF& axes) const;

private:
    struct Layout;
    Layout layout(const QRectF& rect, const Theme& theme) const;
    void paintCurves(Canvas& canvas, const Layout& layout, const Theme& theme) const;
    void paintTexts(Canvas& canvas, const Layout& layout, const Theme& theme) const;

    PlotData m_data;
    mutable std::unique_ptr<QCustomPlot>
        m_plot; // made on first use, filled and styled for each picture
};

} // namespace attention::ui
