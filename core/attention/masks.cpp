// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/masks.h"

#include "core/attention/row_blocks.h"

#include <algorithm>
#include <array>

namespace attention {

namespace {

int position(const Mask& mask, int query, int n, int m)
{
    return mask.alignment == Alignment::TopLeft ? query : query + (m - n);
}

constexpr std::array<MaskPart, 3> table = {{
    {"causal",
     [](const Mask& mask, int n, int m) { return mask.causal && position(mask, 0, n, m) < m - 1; },
     [](const Mask& mask, int, int position, int key) { return !mask.causal || key <= position; }},
    {"padding",
     [](const Mask& mask, int, int) {
         return std::find(mask.padding.begin(), mask.padding.end(), false) != mask.padding.end();
     },
     [](const Mask& mask, int, int, int key) {
         return mask.padding.empty() || mask.padding[static_cast<std::size_t>(key)];
     }},
    {"allowed", [](const Mask& mask, int, int) { return mask.allowed && !mask.allowed->all(); },
     [](const Mask& mask, int row, int, int key) {
         return !mask.allowed || (*mask.allowed)(row, key);
     }},
}};

} // namespace

std::span<const MaskPart> maskParts()
{
    return table;
}

bool blocksAnything(const Mask& mask, int n, int m)
{
    return std::any_of(table.begin(), table.end(),
                       [&](const MaskPart& part) { return part.blocks(mask, n, m); });
}

bool allows(const Mask& mask, int row, int position, int key)
{
    return std::all_of(table.begin(), table.end(),
                       [&](const MaskPart& part) { return part.allows(mask, row, position, key); });
}

BoolMatrixPtr allowedPairs(const Mask& mask, int n, int m)
{
    // -> (n, m), true = may attend
    if (!blocksAnything(mask, n, m))
        return nullptr;
    BoolMatrix allowed = BoolMatrix::Constant(n, m, true);
    for (const MaskPart& part : table) {
        if (!part.blocks(mask, n, m))
            continue;
        for (int row = 0; row < n; ++row)
            for (int key = 0; key < m; ++key)
                allowed(row, key) =
                    allowed(row, key) && part.allows(mask, row, position(mask, row, n, m), key);
    }
    return std::make_shared<const BoolMatrix>(std::move(allowed));
}

MatrixPtr masked(const MatrixPtr& S, const BoolMatrixPtr& allowed, double fill,
                 const std::stop_token& stop)
{
    // S: (n, m)  allowed: (n, m)  ->  (n, m)
    if (!allowed)
        return S;
    Matrix result(S->rows(), S->cols());
    forRowBlocks(
        S->rows(), static_cast<double>(S->size()), stop,
        [&](Eigen::Index first, Eigen::Index count) {
            result.middleRows(first, count) =
                allowed->middleRows(first, count).select(S->middleRows(first, count), fill);
        });
    return share(std::move(result));
}

} // namespace attention
