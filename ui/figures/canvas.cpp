// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/canvas.h"

#include <QtGui/QTransform>

#include <qcustomplot.h>

#include <cmath>

namespace attention::ui {

namespace {

// The coordinate whose device position, scale · x + offset, is the nearest whole pixel. Half a
// pixel goes up on either side of zero, so that cells keep their widths wherever the widget stands.
qreal onPixel(qreal x, qreal scale, qreal offset)
{
    return (std::floor(scale * x + offset + 0.5) - offset) / scale;
}

// Only these keep edges parallel to the pixels, one axis of the picture to one of the device.
bool canSnap(const QTransform& t)
{
    return t.type() <= QTransform::TxScale && t.m11() != 0 && t.m22() != 0;
}

} // namespace

qreal Canvas::snapX(qreal x) const
{
    const QTransform& t = painter.deviceTransform();
    return vector || !canSnap(t) ? x : onPixel(x, t.m11(), t.dx());
}

qreal Canvas::snapY(qreal y) const
{
    const QTransform& t = painter.deviceTransform();
    return vector || !canSnap(t) ? y : onPixel(y, t.m22(), t.dy());
}

QRectF Canvas::snap(const QRectF& rect) const
{
    return QRectF(QPointF(snapX(rect.left()), snapY(rect.top())),
                  QPointF(snapX(rect.right()), snapY(rect.bottom())));
}

CanvasPainter::CanvasPainter(QPaintDevice* device, bool vector)
    : m_painter(std::make_unique<QCPPainter>())
    , m_canvas{*m_painter, *m_painter, vector}
{
    m_painter->begin(device);
    // Cells that are drawn as an image stay as they are: else a PDF holds them as JPEG.
    m_painter->setRenderHint(QPainter::LosslessImageRendering);
    if (vector)
        m_painter->setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
}

CanvasPainter::~CanvasPainter() = default;

bool CanvasPainter::isActive() const
{
    return m_painter->isActive();
}

bool CanvasPainter::end()
{
    return m_painter->end();
}

} // namespace attention::ui
