// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/formats.h"
#include "ui/export/outline_device.h"
#include "ui/export/scenario_in_picture.h"
#include "ui/figures/canvas.h"

#include <QtCore/QBuffer>
#include <QtGui/QPageLayout>
#include <QtGui/QPageSize>
#include <QtGui/QPainter>
#include <QtGui/QPdfWriter>

namespace attention::ui {

QByteArray renderPdf(const Figure& figure, const PictureOptions& options)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        const Origin origin = originOf(figure, options);
        writer.setTitle(origin.title);
        writer.setCreator(QString::fromLatin1(origin.software));
        writer.setDocumentXmpMetadata(pdfInformation(origin));
        if (!origin.scenario.isEmpty())
            writer.addFileAttachment("scenario.json", origin.scenario, "application/json");
        // A pixel is a point: page sizes are whole points, so no other unit is exact for every
        // size.
        writer.setPageLayout(QPageLayout(
            QPageSize(options.points(), QPageSize::Point, QString(), QPageSize::ExactMatch),
            QPageLayout::Portrait, QMarginsF()));
        writer.setResolution(72);

        OutlineDevice device(&writer, OutlineDevice::Target::Pdf);
        CanvasPainter painter(&device, true);
        const QSizeF page = writer.pageLayout().fullRectPoints().size();
        painter.canvas().painter.scale(page.width() / options.size.width(),
                                       page.height() / options.size.height());
        paintPicture(painter.canvas(), figure, options);
        painter.end();
    }
    return bytes;
}

} // namespace attention::ui
