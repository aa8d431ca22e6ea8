// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export_dialog/picture_preview.h"

#include "ui/figures/canvas.h"

#include <QtGui/QPainter>

#include <algorithm>

namespace attention::ui {

PicturePreview::PicturePreview(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setObjectName(QStringLiteral("exportPreview"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void PicturePreview::show(std::shared_ptr<const Figure> figure, const PictureOptions& options)
{
    if (sizeProblem(options))
        figure = nullptr;
    m_options = options;
    update();
    if (figure == m_figure)
        return; // a description reads all numbers
    m_figure = std::move(figure);
    setAccessibleName(m_figure ? tr("Preview: %1").arg(m_figure->title()) : tr("Preview"));
    setAccessibleDescription(m_figure ? m_figure->description() : QString());
}

QRectF PicturePreview::pictureRect() const
{
    if (!m_figure)
        return {};
    const QRectF room = QRectF(rect()).adjusted(1, 1, -1, -1);
    const QSizeF size = m_options.size.scaled(room.size(), Qt::KeepAspectRatio);
    return QRectF(room.center() - QPointF(size.width() / 2, size.height() / 2), size);
}

void PicturePreview::paintEvent(QPaintEvent*)
{
    CanvasPainter canvasPainter(this);
    QPainter& painter = canvasPainter.canvas().painter;
    const QRectF page = pictureRect();
    if (!m_figure) {
        painter.setPen(m_theme.secondary);
        painter.drawText(rect(), Qt::AlignCenter, tr("No picture"));
        return;
    }
    if (m_options.background == Background::Transparent) {
        // What shows through is drawn as everywhere: as squares.
        constexpr int square = 8;
        painter.fillRect(page, QColor(0xff, 0xff, 0xff));
        for (int y = 0; y * square < page.height(); ++y)
            for (int x = y % 2; x * square < page.width(); x += 2)
                painter.fillRect(
                    QRectF(page.left() + x * square, page.top() + y * square, square, square)
                        .intersected(page),
                    QColor(0xd9, 0xdc, 0xe1));
    }
    painter.save();
    painter.setClipRect(page);
    painter.translate(page.topLeft());
    painter.scale(page.width() / m_options.size.width(), page.height() / m_options.size.height());
    paintPicture(canvasPainter.canvas(), *m_figure, m_options);
    painter.restore();
    painter.setPen(QPen(m_theme.cellBorder, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(page.adjusted(-0.5, -0.5, 0.5, 0.5));
}

} // namespace attention::ui
