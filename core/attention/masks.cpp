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
     [](const Mask&, int query, int key) { return key <= query; }, false},
    {"padding",
     [](const Mask& mask, int, int) {
         return std::find(mask.padding.begin(), mask.padding.end(), false) != mask.padding.end();
     },
     [](const Mask& mask, int, int key) {
         return static_cast<bool>(mask.padding[static_cast<std::size_t>(key)]);
     },
     false},
    {"allowed", [](const Mask& mask, int, int) { return mask.allowed && !mask.allowed->all(); },
     [](const Mask& mask, int query, int key) { return (*mask.allowed)(query, key); }, true},
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

BoolMatrixPtr allowedPairs(const Mask& mask, int n, int m)
{
    // -> (n, m), true = may attend
    if (!blocksAnything(mask, n, m))
        return nullptr;
    BoolMatrix allowed = BoolMatrix::Constant(n, m, true);
    for (const MaskPart& part : table) {
        if (!part.blocks(mask, n, m))
            continue;
        for (int query = 0; query < n; ++query) {
            const int at = part.byRow ? query : position(mask, query, n, m);
            for (int key = 0; key < m; ++key)
                allowed(query, key) = allowed(query, key) && part.allows(mask, at, key);
        }
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
