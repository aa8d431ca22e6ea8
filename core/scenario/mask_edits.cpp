// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/mask_edits.h"

#include "core/attention/masks.h"

#include <algorithm>
#include <array>
#include <memory>

namespace attention {

namespace {

void removeParts(Mask& mask)
{
    for (const MaskPart& part : maskParts())
        part.remove(mask);
}

// -> (n, m): each pair by its place and its key
template <typename Reads>
BoolMatrixPtr pairsWhere(const Mask& mask, const Scenario& s, Reads reads)
{
    const int n = s.tokenCount(), m = s.keyCount();
    BoolMatrix pairs(n, m);
    for (int row = 0; row < n; ++row) {
        const int position = queryPosition(mask, row, n, m);
        for (int key = 0; key < m; ++key)
            pairs(row, key) = reads(position, key);
    }
    return std::make_shared<const BoolMatrix>(std::move(pairs));
}

// Of a place before the first key, too.
int blockOf(int position, int size)
{
    return position >= 0 ? position / size : -1 - (-1 - position) / size;
}

int keys(const Scenario& s)
{
    return s.keyCount();
}

constexpr std::array<MaskPreset, 6> presets = {{
    {"none", "none: every query reads every key", "", nullptr, nullptr,
     [](Mask&, const Scenario&, int) {}},
    {"causal", "causal: no reading ahead", "", nullptr, nullptr,
     [](Mask& mask, const Scenario&, int) { mask.causal = true; }},
    {"window", "window: causal, and only the nearest keys",
     "how far a query reads, itself included",
     [](const Scenario& s) { return std::min(2, keys(s)); }, keys,
     [](Mask& mask, const Scenario&, int number) {
         mask.causal = true;
         mask.window = number;
     }},
    {"padding", "padding: the last tokens are no words", "how many tokens at the end are no words",
     [](const Scenario&) { return 1; }, keys,
     [](Mask& mask, const Scenario& s, int number) {
         mask.padding.assign(static_cast<std::size_t>(keys(s)), true);
         std::fill_n(mask.padding.rbegin(), number, false);
     }},
    {"prefix", "prefix: all read the first tokens, then causal",
     "how many tokens at the start are read by all",
     [](const Scenario& s) { return std::min(2, keys(s)); }, keys,
     [](Mask& mask, const Scenario& s, int number) {
         mask.allowed = pairsWhere(
             mask, s, [number](int position, int key) { return key < number || key <= position; });
     }},
    {"block", "blocks: tokens read their own block alone", "how many tokens stand in a block",
     [](const Scenario& s) { return std::min(2, keys(s)); }, keys,
     [](Mask& mask, const Scenario& s, int number) {
         mask.allowed = pairsWhere(mask, s, [number](int position, int key) {
             return blockOf(position, number) == blockOf(key, number);
         });
     }},
}};

} // namespace

bool pairAllowed(const Scenario& s, int query, int key)
{
    return allows(s.mask, query, queryPosition(s.mask, query, s.tokenCount(), s.keyCount()), key);
}

PairsChanged withPairs(const Scenario& s, std::span<const Pair> pairs, bool allowed)
{
    const int n = s.tokenCount(), m = s.keyCount();
    PairsChanged result{s, {}};
    Mask& mask = result.after.mask;
    std::shared_ptr<BoolMatrix> painted;
    const auto paint = [&]() -> BoolMatrix& {
        if (!painted)
            painted = std::make_shared<BoolMatrix>(mask.allowed ? *mask.allowed
                                                                : BoolMatrix::Constant(n, m, true));
        return *painted;
    };
    if (allowed) {
        // A part that blocks one of the pairs is written out: what it left open is painted.
        for (const MaskPart& part : maskParts()) {
            const auto blocks = [&](const Pair& pair) {
                const auto [query, key] = pair;
                const int position = queryPosition(s.mask, query, n, m);
                return part.range ? !part.range(s.mask, position, m).contains(key)
                                  : !part.allows(s.mask, query, key);
            };
            if (part.id != "allowed" && part.given(s.mask) &&
                std::any_of(pairs.begin(), pairs.end(), blocks))
                result.writtenOut.push_back(part.id);
        }
        // A window reaches to both sides once it is no longer causal; it goes with causal, so that
        // it blocks nothing that is to be allowed.
        const auto written = [&](std::string_view id) {
            return std::find(result.writtenOut.begin(), result.writtenOut.end(), id) !=
                   result.writtenOut.end();
        };
        if (written("causal") && s.mask.window && !written("window"))
            result.writtenOut.insert(result.writtenOut.begin() + 1, "window");
        if (!result.writtenOut.empty()) {
            const BoolMatrixPtr open = allowedPairs(s.mask, n, m);
            for (const MaskPart& part : maskParts())
                if (written(part.id))
                    part.remove(mask);
            if (open)
                mask.allowed = open;
        }
    }
    for (const auto& [query, key] : pairs) {
        // What another part blocks is blocked already, and need not be painted.
        const bool now = painted ? (*painted)(query, key) && pairAllowed(s, query, key)
                                 : pairAllowed(result.after, query, key);
        if (now != allowed)
            paint()(query, key) = allowed;
    }
    if (painted)
        mask.allowed = painted;
    if (mask.allowed && mask.allowed->all())
        mask.allowed.reset();
    return result;
}

std::span<const MaskPreset> maskPresets()
{
    return presets;
}

const MaskPreset* findMaskPreset(std::string_view id)
{
    const auto* found = std::find_if(presets.begin(), presets.end(),
                                     [&](const MaskPreset& row) { return row.id == id; });
    return found == presets.end() ? nullptr : found;
}

Scenario withMaskPreset(const Scenario& s, const MaskPreset& preset, int number)
{
    Scenario changed = s;
    removeParts(changed.mask);
    preset.set(changed.mask, s, number);
    return changed;
}

} // namespace attention
