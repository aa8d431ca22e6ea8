// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/board_layout.h"

namespace attention::ui {

// What stood there before the last change, so that the window can say what moved. Pictures are
// never given one.
struct Moved {
    TracePtr before; // null: nothing is marked
    qreal ghost = 0; // how much of the old numbers is still to be seen, 0 … 1
};

// Whether somebody should see that one number became the other.
bool isMoved(double before, double now);

// What stood in a cell before it moved; nothing when it did not, or its matrix had another shape.
std::optional<double> valueBefore(const Moved& moved, const Trace& now, const CellRef& cell);

// A corner of every cell that moved, the upper where its number grew and the lower where it shrank;
// and under the number, or above where it can be edited, the old one, pale. `decimals`: of the
// numbers in the cells, -1 where there are none.
void paintMoved(Canvas& canvas, const PlacedMatrix& m, const Moved& moved, qreal valueScale,
                int decimals, const Theme& theme);

} // namespace attention::ui
