// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/matrix.h"

namespace attention::bench {

// Q, K, V: (n, d)  P: (n, n)  ->  S = QKᵀ: (n, n), O = PV: (n, d), by Eigen alone on all threads,
// so many rows at a time. A library of its own, built for each level as the core is.
ATTENTION_API void products(const Matrix& Q, const Matrix& K, const Matrix& V, const Matrix& P,
                            Eigen::Index blockRows, Matrix& S, Matrix& O);

} // namespace attention::bench
