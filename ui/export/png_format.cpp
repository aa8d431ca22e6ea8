// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/formats.h"
#include "ui/export/png_file.h"
#include "ui/export/scenario_in_picture.h"

#include <QtGui/QImage>

namespace attention::ui {

QByteArray renderPng(const Figure& figure, const PictureOptions& options)
{
    const QImage image = renderImage(figure, options);
    return image.isNull() ? QByteArray() : pngFile(image, pngTexts(originOf(figure, options)));
}

} // namespace attention::ui
