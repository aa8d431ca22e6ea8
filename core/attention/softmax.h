// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attention/masks.h"
#include "core/export.h"
#include "core/matrix.h"

namespace attention {

// x: (m)  ->  e^x in place: exactly 0 where the exponential is below the smallest double.
// Pre: no x is above 0 or NaN.
ATTENTION_API void exponentials(Eigen::Ref<RowVector> x);

// x: (m)  ->  the softmax of x in place, e^(x − max) over its sum. A NaN or +infinity, or nothing
// but -infinity: all NaN.
ATTENTION_API void softmax(Eigen::Ref<RowVector> x);

// The same where all x outside of `open` count as one number, the fill, whatever stands there. True
// when every weight outside is exactly 0.
ATTENTION_API bool softmaxWithin(Eigen::Ref<RowVector> x, KeyRange open, double fill);

// X: (n, m)  ->  the softmax of each row: (n, m)
ATTENTION_API MatrixPtr softmaxRows(const MatrixPtr& X);

// The mistake of leaving the maximum in: e^x over its sum, infinities and all.
ATTENTION_API void softmaxWithoutMaximum(Eigen::Ref<RowVector> x);

} // namespace attention
