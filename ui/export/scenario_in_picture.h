// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/png_file.h"

#include <QtCore/QByteArray>
#include <QtCore/QString>

#include <variant>

namespace attention::ui {

class Figure;
struct PictureOptions;

// What a picture's file says of itself, so that it can be traced to what it was made from, and
// opened again.
struct Origin {
    QString title, description; // on one line each
    QByteArray software;        // "Attention Lab 0.1.0"
    QByteArray settings;        // "--size 800x600 --scale 2 --theme light"
    QByteArray scenario;        // the text of its file; empty where the figure has none
};

Origin originOf(const Figure& figure, const PictureOptions& options);

// The same as each format says it: texts of a PNG, a <metadata> element of an SVG, the document
// information (XMP) of a PDF.
std::vector<PngText> pngTexts(const Origin& origin);
QByteArray svgMetadata(const Origin& origin);
QByteArray pdfInformation(const Origin& origin);

// The text of the scenario from which a PNG or SVG was made, or why there is none: it was made by
// another program, it is a plot, it is damaged. Files that are no picture come back as they are.
// The bytes are somebody's: nothing of them is believed.
std::variant<QByteArray, QString> scenarioTextIn(const QByteArray& file);
bool isPicture(const QByteArray& file);

} // namespace attention::ui
