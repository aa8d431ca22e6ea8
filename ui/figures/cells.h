// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/trace/trace.h"
#include "ui/theme/theme.h"

#include <QtCore/QRect>
#include <QtCore/QRectF>
#include <QtCore/QString>
#include <QtGui/QImage>

#include <functional>
#include <vector>

namespace attention::ui {

struct Canvas;

// Which numbers a matrix that holds no weights shares its colours with; weights are always 0 … 1.
enum class ColourRange {
    Auto,   // the board has one range, a matrix that stands alone its own
    Matrix, // every matrix has its own
    Heads,  // a stage has one for all of its heads
    All     // all matrices have one
};

// A matrix of numbers as coloured cells. Row and column are those of the matrix, also where it is
// drawn turned on its side.
struct CellGrid {
    MatrixPtr values;             // null: the trace does not keep them
    const Trace* trace = nullptr; // for blocked cells; null: none
    const Stage* stage = nullptr;
    bool transposed = false;
    ValueKind kind = ValueKind::Signed;
    ColourNorm norm;
    BoolMatrixPtr hatched;     // where there is no number, of what is no stage: nothing is written
    std::vector<QRect> hidden; // neither number nor colour is shown; x is the matrix's column
    // What a matrix larger than its pixels was reduced to when it was last painted; a grid lives as
    // long as its trace and theme are shown, so that a hovered cell costs no second look at all
    // numbers.
    mutable QImage reduced;

    int rows() const;
    int columns() const;
    int drawnRows() const { return transposed ? columns() : rows(); }
    int drawnColumns() const { return transposed ? rows() : columns(); }
    double value(int drawnRow, int drawnColumn) const;
    bool blocked(int drawnRow, int drawnColumn) const;
    bool isHidden(int drawnRow, int drawnColumn) const;
    bool isHiddenIn(const QRect& cells) const; // any of these, in columns and rows of the matrix
};

struct CellStyle {
    bool values = true;
    int decimals = 3;
    qreal fontScale = 1;     // of the theme's base
    bool underlined = false; // a dotted line: this number can be edited
};

// The rectangle of a cell; neighbours share their edges, also after snapping to device pixels.
QRectF cellRect(const QRectF& area, int drawnRows, int drawnColumns, int drawnRow, int drawnColumn);

// Colour of a finite, allowed value.
QColor cellColour(const CellGrid& grid, const Theme& theme, double value);

// The text of a cell as painted: a number, ∞ or NaN; typographic minus. From a million on, and
// where the decimals that were `wanted` (at least `decimals`) would all be 0 though the value is
// not, it is scientific: "1.2e−9", in its shortest form "1e−9".
QString cellText(double value, int decimals, int wanted = 0, bool shortest = false);

// The number of decimals, at most `wanted`, with which every text of the grid fits into a cell of
// that width, or -1 when even one is too much.
int fittingDecimals(const CellGrid& grid, const Theme& theme, qreal fontScale, int wanted,
                    QSizeF cell);

// Paints all cells into `area`. Matrices larger than their pixels are drawn by the largest
// magnitude in each pixel; blocked cells take no part, NaN always wins. Answers the decimals of the
// numbers that it wrote, -1 for none.
int paintCells(Canvas& canvas, const QRectF& area, const CellGrid& grid, const CellStyle& style,
               const Theme& theme);

// The largest finite magnitude of the allowed cells; 0 when there is none.
double largestMagnitude(const Trace& trace, const Stage& stage);

} // namespace attention::ui
