// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/formats.h"

#include <QtCore/QBuffer>
#include <QtGui/QImage>

namespace attention::ui {

QByteArray renderPng(const Figure& figure, const PictureOptions& options)
{
    QImage image = renderImage(figure, options);
    if (image.isNull())
        return {};
    image.setText("Title", plainLine(figure.title()));
    image.setText("Description", plainLine(figure.description()));

    // Into memory first: QImage::save to a file destroys the old one when the disk is full.
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    return image.save(&buffer, "png") ? bytes : QByteArray();
}

} // namespace attention::ui
