// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/masks.h"

#include "core/attention/row_blocks.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace attention {

namespace {

int inside(std::int64_t key, int keys)
{
    return static_cast<int>(std::clamp<std::int64_t>(key, 0, keys));
}

constexpr std::array<MaskPart, 4> table = {{
    {"causal", [](const Mask& mask) { return mask.causal; },
     [](Mask& mask) { mask.causal = false; },
     [](const Mask&, int position, int keys) {
         return KeyRange{0, inside(std::int64_t{position} + 1, keys)};
     },
     nullptr},
    {"window", [](const Mask& mask) { return mask.window.has_value(); },
     [](Mask& mask) { mask.window.reset(); },
     [](const Mask& mask, int position, int keys) {
         const std::int64_t p = position, w = *mask.window;
         return KeyRange{inside(p - w + 1, keys), mask.causal ? keys : inside(p + w, keys)};
     },
     nullptr},
    {"padding", [](const Mask& mask) { return !mask.padding.empty(); },
     [](Mask& mask) { mask.padding.clear(); }, nullptr,
     [](const Mask& mask, int, int key) {
         return bool{mask.padding[static_cast<std::size_t>(key)]};
     }},
    {"allowed", [](const Mask& mask) { return mask.allowed != nullptr; },
     [](Mask& mask) { mask.allowed.reset(); }, nullptr,
     [](const Mask& mask, int row, int key) { return (*mask.allowed)(row, key); }},
}};

} // namespace

std::span<const MaskPart> maskParts()
{
    return table;
}

int queryPosition(const Mask& mask, int row, int n, int m)
{
    return mask.alignment == Alignment::TopLeft ? row : row + (m - n);
}

KeyRange openRange(const Mask& mask, int position, int keys)
{
    KeyRange open{0, keys};
    for (const MaskPart& part : table) {
        if (!part.range || !part.given(mask))
            continue;
        const KeyRange own = part.range(mask, position, keys);
        open = {std::max(open.begin, own.begin), std::min(open.end, own.end)};
    }
    return open.begin < open.end ? open : KeyRange{0, 0};
}

bool hasPattern(const Mask& mask)
{
    return std::any_of(table.begin(), table.end(),
                       [&](const MaskPart& part) { return part.allows && part.given(mask); });
}

bool allows(const Mask& mask, int row, int position, int key)
{
    return std::all_of(table.begin(), table.end(), [&](const MaskPart& part) {
        return !part.given(mask) || (part.range ? part.range(mask, position, key + 1).contains(key)
                                                : part.allows(mask, row, key));
    });
}

bool blocksAnything(const Mask& mask, int n, int m)
{
    for (int row = 0; row < n; ++row) {
        const KeyRange open = openRange(mask, queryPosition(mask, row, n, m), m);
        if (open.begin > 0 || open.end < m)
            return true;
    }
    return std::find(mask.padding.begin(), mask.padding.end(), false) != mask.padding.end() ||
           (mask.allowed && !mask.allowed->all());
}

BoolMatrixPtr allowedPairs(const Mask& mask, int n, int m, const std::stop_token& stop)
{
    // -> (n, m), true = may attend
    if (!blocksAnything(mask, n, m))
        return nullptr;
    auto allowed = std::make_shared<BoolMatrix>(n, m);
    const double operations = static_cast<double>(n) * m;
    forRowBlocks(n, operations, stop, [&](Eigen::Index first, Eigen::Index count) {
        for (int row = static_cast<int>(first); row < first + count; ++row) {
            const KeyRange open = openRange(mask, queryPosition(mask, row, n, m), m);
            bool* const cells = allowed->data() + static_cast<std::ptrdiff_t>(row) * m;
            std::fill_n(cells, m, false);
            std::fill(cells + open.begin, cells + open.end, true);
            for (const MaskPart& part : table)
                if (part.allows && part.given(mask))
                    for (int key = open.begin; key < open.end; ++key)
                        cells[key] = cells[key] && part.allows(mask, row, key);
        }
    });
    return allowed;
}

} // namespace attention
