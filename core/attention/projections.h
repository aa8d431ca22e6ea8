// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/scenario/scenario.h"

#include <stop_token>

namespace attention {

// X: (n, d)  W: (d, k)  b: (1, k) or null  ->  X·W + b: (n, k); the identity without a bias hands X
// on.
ATTENTION_API MatrixPtr project(const MatrixPtr& X, const Projection& W, const MatrixPtr& b,
                                const std::stop_token& stop = {});

} // namespace attention
