// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/matrix.h"

#include <stop_token>

namespace attention {

// x: (m)  ->  e^x in place: exactly 0 where the exponential is below the smallest double.
// Pre: no x is above 0 or NaN.
ATTENTION_API void exponentials(Eigen::Ref<RowVector> x);

// x: (m)  ->  the softmax of x in place. A NaN or +infinity, or nothing but -infinity: all NaN.
ATTENTION_API void softmax(Eigen::Ref<RowVector> x);

// S: (n, m)  ->  P: (n, m), each row sums to 1. Rows in which `allowed` allows no key become zeros
// when `emptyRowsAreZero`.
ATTENTION_API MatrixPtr softmaxRows(const MatrixPtr& S, const BoolMatrixPtr& allowed,
                                    bool emptyRowsAreZero, const std::stop_token& stop = {});

} // namespace attention
