// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/picture.h"

namespace attention::ui {

// The rows of the table of image formats, one file each.
QByteArray renderPng(const Figure& figure, const PictureOptions& options);
QByteArray renderSvg(const Figure& figure, const PictureOptions& options);
QByteArray renderPdf(const Figure& figure, const PictureOptions& options);

// A title or a description as the metadata of a file may hold it: on one line, without control
// characters and halves of surrogate pairs. Labels come from foreign files.
QString plainLine(const QString& text);

} // namespace attention::ui
