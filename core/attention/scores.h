// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/matrix.h"

#include <stop_token>

namespace attention {

// Q: (n, d_k)  K: (m, d_k)  ->  S = Q·Kᵀ: (n, m), every query against every key.
ATTENTION_API MatrixPtr dotProducts(const MatrixPtr& Q, const MatrixPtr& K,
                                    const std::stop_token& stop = {});

// S: (n, m)  ->  S · factor: (n, m); a factor of 1 hands S on.
ATTENTION_API MatrixPtr scaled(const MatrixPtr& S, double factor, const std::stop_token& stop = {});

// P: (n, m)  V: (m, d_v)  ->  P·V: (n, d_v), the weighted sum of the values.
ATTENTION_API MatrixPtr weightedSum(const MatrixPtr& P, const MatrixPtr& V,
                                    const std::stop_token& stop = {});

} // namespace attention
