// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/matrix.h"

#include <vector>

namespace attention {

// M: (n, heads·d)  ->  the columns head·d … head·d + d - 1: (n, d). One head owns all of them.
ATTENTION_API MatrixPtr headColumns(const MatrixPtr& M, int head, int heads);

// The mistake of a reshape alone: M: (n, heads·d), read row by row as if it were (heads, n, d)  ->
// what lies where the head would be: (n, d).
ATTENTION_API MatrixPtr reshapedColumns(const MatrixPtr& M, int head, int heads);

// outputs: heads times (n, d_v)  ->  side by side: (n, heads·d_v)
ATTENTION_API MatrixPtr concatenate(const std::vector<MatrixPtr>& outputs);

} // namespace attention
