// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/matrix_forms.h"

namespace attention {

// What a heatmap shows, for those who do not see it: "Heatmap of attention weights, 3 queries by 3
// keys; token A attends mostly to itself (0.77), B mostly to itself (0.77), C evenly to A, B and C
// (0.33 each)." Of many rows it sums up; of other matrices it says the smallest and the largest
// number and where they stand. With `hidden`, when some numbers are to be predicted, none is told.
ATTENTION_API std::string altText(const LabelledMatrix& matrix, bool hidden = false);

} // namespace attention
