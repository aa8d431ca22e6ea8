// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/figure.h"

#include <QtCore/QByteArray>
#include <QtCore/QSize>
#include <QtCore/QSizeF>
#include <QtCore/QString>

#include <optional>
#include <span>

class QImage;

namespace attention::ui {

struct Canvas;

enum class Background { Theme, White, Transparent };

struct PictureOptions {
    QSizeF size = {800, 600}; // logical pixels, 96 an inch: what the figure is laid out for
    qreal scale = 1;          // pixels of the picture for each of them
    bool onPaper = false;     // its size is one in centimetres, and `scale` how fine it is
    qreal letters = 1;        // larger than usual in a picture of its size
    Background background = Background::Theme;
    bool textAsText = false; // SVG: text elements instead of outlines
    ThemeKind theme = ThemeKind::Light;

    // size × scale in whole pixels.
    QSize pixels() const;
    // The page of a PDF: a point for each pixel, unless its size is one on paper.
    QSizeF points() const;
    qreal dpi() const { return 96 * scale; }
};

// One image format: its file ending, its name for people, and how a figure becomes a file's bytes;
// none when memory does not suffice. Pre: sizeProblem(options) finds none.
struct ImageFormat {
    const char* suffix; // "png"
    const char* name;   // "PNG image"
    QByteArray (*render)(const Figure& figure, const PictureOptions& options);
};

// The table: PNG, SVG, PDF. `formatFor` finds a row by a path's ending, null when none fits.
std::span<const ImageFormat> imageFormats();
const ImageFormat* formatFor(const QString& path);

// What is wrong with a size and scale: zero, negative, more than 100 megapixels; or nothing.
std::optional<QString> sizeProblem(const PictureOptions& options);

// Background and figure, in the options' theme, on a canvas of options.size logical pixels. Every
// format comes here, so that they show the same.
void paintPicture(Canvas& canvas, const Figure& figure, const PictureOptions& options);

// The figure as an image of exactly size × scale pixels; null when memory does not suffice.
QImage renderImage(const Figure& figure, const PictureOptions& options);

// The figure's image on the clipboard, always opaque: many programs paste transparency as black.
void copyPicture(const Figure& figure, PictureOptions options);

// Renders and saves; the reason of a failure, or nothing. The format follows from the path's
// ending.
std::optional<QString> savePicture(const Figure& figure, const QString& path,
                                   const PictureOptions& options);

} // namespace attention::ui
