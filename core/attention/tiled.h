// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attention/attend.h"
#include "core/export.h"
#include "core/matrix.h"
#include "core/trace/trace.h"

#include <functional>
#include <stop_token>

namespace attention {

// What is known of a tile of queries after it has read a tile of keys.
struct TileStep {
    int firstQuery, queries, firstKey, keys;
    RowVector largest; // (queries), the largest score so far
    RowVector sum;     // (queries), of e^(score − largest)
    Matrix output;     // (queries, d_v), the weighted values, not yet divided by the sum
};

// Q: (n, d_k)  K: (m, d_k)  V: (m, d_v)  ->  O: (n, d_v), computed without ever holding a row of
// scores: tile by tile, with a running maximum, sum and output (online softmax: Milakov and
// Gimelshein 2018; FlashAttention, Dao et al. 2022). Memory: tile² a thread. `show` is called after
// each step, in order. Pre: tile >= 1; no mistake that changes the softmax.
ATTENTION_API Matrix tiled(const Eigen::Ref<const Matrix>& Q, const Eigen::Ref<const Matrix>& K,
                           const Eigen::Ref<const Matrix>& V, const ScoreRules& rules, int tile,
                           const std::function<void(const TileStep&)>& show = {},
                           const std::stop_token& stop = {});

// The `output` stage of a trace, its heads computed in tiles. Empty when stopped.
ATTENTION_API Matrix tiledOutput(const Trace& trace, int tile, const std::stop_token& stop = {});

} // namespace attention
