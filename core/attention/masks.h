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

// Keys begin … end - 1; none when begin = end.
struct KeyRange {
    int begin, end;

    bool contains(int key) const { return key >= begin && key < end; }
};

// One part of a mask. Parts are combined with AND: a pair that any of them blocks is blocked.
struct MaskPart {
    std::string_view id;
    // Whether this part of the mask is set at all.
    bool (*given)(const Mask& mask);
    void (*remove)(Mask& mask);
    // A part that leaves each query a run of keys says which; null for a part that is a pattern.
    KeyRange (*range)(const Mask& mask, int position, int keys);
    // A pattern: whether it lets the query of that row read the key; null for a range.
    bool (*allows)(const Mask& mask, int row, int key);
};

ATTENTION_API std::span<const MaskPart> maskParts();

// Where the query of that row of n stands among m keys.
ATTENTION_API int queryPosition(const Mask& mask, int row, int n, int m);

// The keys, of the first `keys`, that no range blocks for a query at that position.
ATTENTION_API KeyRange openRange(const Mask& mask, int position, int keys);

// Whether a padding or an `allowed` mask may block keys within the range.
ATTENTION_API bool hasPattern(const Mask& mask);

// Whether all parts let the query of that row, which stands at that position, read the key.
ATTENTION_API bool allows(const Mask& mask, int row, int position, int key);

// True when some pair of n queries and m keys is blocked.
ATTENTION_API bool blocksAnything(const Mask& mask, int n, int m);

// (n, m), true = may attend; null when every pair is allowed.
ATTENTION_API BoolMatrixPtr allowedPairs(const Mask& mask, int n, int m,
                                         const std::stop_token& stop = {});

} // namespace attention
