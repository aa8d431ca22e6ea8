// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/scenario/scenario.h"

#include <span>
#include <string_view>
#include <utility>
#include <vector>

// Pure changes of a mask pair by pair, and the masks that have a name.
namespace attention {

struct PairsChanged {
    Scenario after;
    // The parts of the mask ("causal", "window", "padding") that had to be written out as pairs,
    // because one of them blocked a pair that is allowed now; in the order of maskParts().
    std::vector<std::string_view> writtenOut;
};

using Pair = std::pair<int, int>; // query, key

// Allows or blocks pairs. What was allowed and blocked elsewhere stays so: a causal, window or
// padding part stays a part unless it blocks what is to be allowed. Pre: the pairs lie in the mask.
ATTENTION_API PairsChanged withPairs(const Scenario& s, std::span<const Pair> pairs, bool allowed);

// Whether the scenario lets the query read the key.
ATTENTION_API bool pairAllowed(const Scenario& s, int query, int key);

// A mask with a name. It takes the place of all parts; bias, fill, what stands in empty rows and
// the alignment stay.
struct MaskPreset {
    std::string_view id;
    std::string_view title;          // "prefix: the first tokens are read by all"
    std::string_view parameter;      // what its number means; empty: it has none
    int (*usual)(const Scenario& s); // the number to begin with
    int (*most)(const Scenario& s);  // the largest that makes sense; the smallest is 1
    void (*set)(Mask& mask, const Scenario& s, int number);
};

ATTENTION_API std::span<const MaskPreset> maskPresets();
ATTENTION_API const MaskPreset* findMaskPreset(std::string_view id); // null when unknown
// Pre: 1 <= number <= most, where the preset has a number.
ATTENTION_API Scenario withMaskPreset(const Scenario& s, const MaskPreset& preset, int number = 1);

} // namespace attention
