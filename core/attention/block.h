// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/matrix.h"
#include "core/scenario/scenario.h"

#include <stop_token>

namespace attention {

// One row of x: what a norm takes from it. LayerNorm: mean and √(variance + ε) (Ba et al. 2016);
// RMSNorm: 0 and √(mean of squares + ε) (Zhang and Sennrich 2019).
struct NormFigures {
    double mean, deviation;
};
ATTENTION_API NormFigures normFigures(const Eigen::Ref<const RowVector>& x, const Block& block);

// x: (n, d)  ->  (x − mean) / deviation · gamma + beta, row by row: (n, d). Null gamma: 1; null
// beta: 0.
ATTENTION_API MatrixPtr normalised(const MatrixPtr& x, const Block& block, const MatrixPtr& gamma,
                                   const MatrixPtr& beta);

// One number through the activation: relu max(0, x), silu x / (1 + e^−x), gelu x·Φ(x) with the
// exact normal distribution Φ, or gelu's tanh form (Hendrycks and Gimpel 2016).
ATTENTION_API double activated(double x, Activation activation);
ATTENTION_API MatrixPtr activated(const MatrixPtr& x, Activation activation);

// x: (n, d)  ->  a + b, as a residual connection adds: (n, d)
ATTENTION_API MatrixPtr sum(const MatrixPtr& a, const MatrixPtr& b);

} // namespace attention
