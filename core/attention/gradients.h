// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/matrix.h"
#include "core/trace/trace.h"

#include <string_view>
#include <vector>

namespace attention {

// p: (m), the softmax of s  ->  (m, m): ∂p_i/∂s_j = p_i·(δ_ij − p_j). Its rows sum to 0: what one
// weight gains, the others lose.
ATTENTION_API Matrix softmaxJacobian(const Eigen::Ref<const RowVector>& p);

// The diagonal of that: how a weight w answers to its own score, w·(1 − w). Largest at 1/2, where
// it is 1/4; nothing at 0 and 1, where no learning gets through.
ATTENTION_API double softmaxSlope(double w);

// The derivatives of one chosen cell with respect to every cell of one matrix.
struct Gradient {
    std::string_view id; // of a stage ("scores") or of a field of the scenario ("W_q")
    int head = -1;       // counted from 0; -1 for what all heads share
    Matrix values;       // of the shape of that matrix
};

// What each number could do to the cell in that row and column of a stage of the trace: by the
// scores of each head, by queries, keys and values (before RoPE turns them), by embeddings and
// context, by W_q, W_k, W_v and W_o (the identity, too, as if it were written out) and by the
// biases that the scenario has; in this order. What the cell does not depend on has zeros. A
// scenario's mistakes are differentiated as they compute. Numbers that overflowed give NaN.
// Pre: the trace is whole, `of` one of its stages, row and column inside it.
ATTENTION_API std::vector<Gradient> gradients(const Trace& trace, const Stage& of, int row,
                                              int column);

} // namespace attention
