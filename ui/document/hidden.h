// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/selection.h"

#include <QtCore/QRect>

#include <vector>

namespace attention::ui {

// A rectangle of numbers that a class is to predict first: one cell, a row, or all of a matrix.
struct HiddenBlock {
    MatrixRef matrix;
    int row = 0, column = 0, rows = 1, columns = 1;
    int ofRows = 0, ofColumns = 0; // the shape of the matrix when it was hidden

    bool contains(int r, int c) const
    {
        return r >= row && r < row + rows && c >= column && c < column + columns;
    }
    bool operator==(const HiddenBlock&) const = default;
};

// Which numbers are not shown: a part of how a trace is looked at, never saved. Blocks do not
// overlap.
class Hidden {
public:
    bool isEmpty() const { return m_blocks.empty(); }
    bool contains(const CellRef& cell) const;
    bool touches(const MatrixRef& matrix) const;
    bool touchesRow(const MatrixRef& matrix, int row) const;
    std::vector<QRect> rectsOf(const MatrixRef& matrix) const; // x is the column

    void hideCell(const Trace& trace, const CellRef& cell);
    void hideRow(const Trace& trace, const CellRef& cell);
    void hideAll(const Trace& trace, const MatrixRef& matrix);
    void reveal(const CellRef& cell);
    // The next of what is hidden, in the order of computation: of a row its next number, of a
    // matrix its next row. Answers its first cell, or nothing when nothing is left.
    std::optional<CellRef> revealNext(const Trace& trace);
    void revealAll() { m_blocks.clear(); }

    // Whether words about that cell would give a hidden number away: the cell itself, or its
    // arithmetic, which names numbers of the matrices before it.
    bool givesAway(const Trace& trace, const CellRef& cell) const;
    // The same for words about a whole stage.
    bool givesAwayStage(const Trace& trace, StageId stage, int head) const;

    // Without what lies in matrices that are gone or have another shape.
    Hidden within(const Trace& trace) const;

    bool operator==(const Hidden&) const = default;

private:
    void hide(const Trace& trace, const MatrixRef& matrix, int row, int column, int rows,
              int columns);

    std::vector<HiddenBlock> m_blocks;
};

} // namespace attention::ui
