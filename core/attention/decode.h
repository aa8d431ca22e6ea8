// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/matrix.h"
#include "core/scenario/scenario.h"

#include <stop_token>

namespace attention {

// Keys and values of the tokens read so far: what a decoder keeps instead of computing them again.
struct KvCache {
    Matrix K, V;    // (n, heads·d_k), (n, heads·d_v); the first `length` rows are filled
    int length = 0; // tokens read
};

ATTENTION_API KvCache emptyCache(const Scenario& scenario);

// x: (d_model), the next token  ->  its row of the output. Its key and value join the cache; what
// lies behind it is not known yet, so it reads itself and what came before.
ATTENTION_API RowVector decodeToken(const Scenario& scenario, const RowVector& x, KvCache& cache);

// X: (n, d_model)  ->  output, one token at a time. Empty when stopped.
ATTENTION_API Matrix decodeAll(const Scenario& scenario, const std::stop_token& stop = {});

} // namespace attention
