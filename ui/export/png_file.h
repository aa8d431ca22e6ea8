// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>

#include <vector>

class QImage;

namespace attention::ui {

struct PngText {
    QByteArray keyword; // 1 to 79 printable characters of Latin-1
    QByteArray text;    // UTF-8
    bool compressed = false;
};

// The image as a PNG file without loss, with its resolution and the texts: four times as fast as
// Qt's own writer, in files of the same size. Pre: of one of the two formats in which pictures are
// painted, RGB32 or ARGB32_Premultiplied; not null.
QByteArray pngFile(const QImage& image, const std::vector<PngText>& texts);

} // namespace attention::ui
