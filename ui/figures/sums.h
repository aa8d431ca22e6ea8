// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/board_layout.h"

// Row sums beside the weights (1 where nothing is wrong) and column sums below them: who is read
// most.
namespace attention::ui {

struct Canvas;

// Whether the sums of this matrix are wanted.
bool showsSums(const BoardOptions& options, const MatrixRef& ref);

// The sum of a whole row or column; NaN where one of its cells is.
double rowSum(const Matrix& m, int row);
RowVector columnSums(const Matrix& m); // all at once: a column of a large matrix lies far apart

// "B is read most: 1.16"; columns with a NaN take no part. Empty when none is left. Nobody asks
// while some of the numbers are hidden.
QString readMost(const Trace& trace, const Matrix& weights, int decimals);

// "column B: 0.045 + 0.768 + 0.333 = 1.146": what the sum under the point says, if there is one.
QString sumAt(const PlacedMatrix& m, const QPointF& point, const QStringList& rows,
              const QStringList& columns, int decimals);

// Beside and below the cells, in their letters. `decimals`: of the numbers in the cells, -1 where
// there are none.
void paintSums(Canvas& canvas, const PlacedMatrix& m, qreal valueScale, int decimals,
               const Theme& theme);

} // namespace attention::ui
