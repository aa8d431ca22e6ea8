// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QRectF>

#include <memory>

class QPainter;
class QCPPainter;
class QPaintDevice;

namespace attention::ui {

// A painter in its two types: QCustomPlot takes only its own painter, which is a QPainter too. Made
// in one place, by CanvasPainter.
struct Canvas {
    QPainter& painter;
    QCPPainter& plotPainter; // the same object
    bool vector = false;     // SVG or PDF: no device pixels to snap to

    // The nearest edge of a device pixel, in the painter's coordinates; unchanged in vector output.
    qreal snapX(qreal x) const;
    qreal snapY(qreal y) const;
    QRectF snap(const QRectF& rect) const;
};

// Opens a painter on a device for as long as it lives.
class CanvasPainter {
public:
    explicit CanvasPainter(QPaintDevice* device, bool vector = false);
    ~CanvasPainter();
    CanvasPainter(const CanvasPainter&) = delete;
    CanvasPainter& operator=(const CanvasPainter&) = delete;

    bool isActive() const;
    Canvas& canvas() { return m_canvas; }
    bool end();

private:
    std::unique_ptr<QCPPainter> m_painter;
    Canvas m_canvas;
};

} // namespace attention::ui
