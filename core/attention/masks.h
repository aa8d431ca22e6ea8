// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/matrix.h"
#include "core/scenario/scenario.h"

#include <span>
#include <stop_token>
#include <string_view>

namespace attention {

// One part of a mask. Parts are combined with AND: a pair that any of them blocks is blocked.
struct MaskPart {
    std::string_view id;
    // Whether this part blocks any pair of n queries and m keys.
    bool (*blocks)(const Mask& mask, int n, int m);
    // Whether it lets the query of that row, which stands at that position, read the key.
    bool (*allows)(const Mask& mask, int row, int position, int key);
};

ATTENTION_API std::span<const MaskPart> maskParts();

// True when some pair is blocked.
ATTENTION_API bool blocksAnything(const Mask& mask, int n, int m);

// Whether all parts let the query of that row, which stands at that position, read the key.
ATTENTION_API bool allows(const Mask& mask, int row, int position, int key);

// (n, m), true = may attend; null when every pair is allowed.
ATTENTION_API BoolMatrixPtr allowedPairs(const Mask& mask, int n, int m);

// S: (n, m)  allowed: (n, m)  ->  (n, m), the fill where a pair is blocked; without a mask S
// itself.
ATTENTION_API MatrixPtr masked(const MatrixPtr& S, const BoolMatrixPtr& allowed, double fill,
                               const std::stop_token& stop = {});

} // namespace attention
