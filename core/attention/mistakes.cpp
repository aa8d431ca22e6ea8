// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/mistakes.h"

#include <algorithm>
#include <array>

namespace attention {

namespace {

constexpr std::array<MistakeInfo, 7> table = {{
    {Mistake::MaskAfterSoftmax, "mask_after_softmax", "mask after the softmax",
     "weights of masked keys are set to 0 afterwards, so the rows no longer add to 1", true},
    {Mistake::SoftmaxOverQueries, "softmax_over_queries", "softmax over the queries",
     "the columns add to 1 instead of the rows, and every query depends on all the others", true},
    {Mistake::ScaleBySqrtDModel, "scale_by_sqrt_d_model", "division by √d_model",
     "with several heads the scores become too small, and attention too even", false},
    {Mistake::ReshapeWithoutTranspose, "reshape_without_transpose", "reshape without transpose",
     "each head gets whole tokens instead of columns, so tokens and heads are mixed up", false},
    {Mistake::TiledKvHeads, "tiled_kv_heads", "key/value heads tiled",
     "query heads take turns with the key/value heads instead of sharing one a group", false},
    {Mistake::RotatedValues, "rotated_values", "values rotated too",
     "the output depends on where the text starts, not on distances alone", false},
    {Mistake::NoMaxSubtraction, "no_max_subtraction", "no maximum subtracted",
     "the exponential of a large score overflows, and the weights are not numbers", true},
}};

} // namespace

std::span<const MistakeInfo> mistakeTable()
{
    return table;
}

const MistakeInfo& mistakeInfo(Mistake mistake)
{
    return table[static_cast<std::size_t>(mistake)];
}

const MistakeInfo* findMistake(std::string_view id)
{
    const auto* found = std::find_if(table.begin(), table.end(),
                                     [&](const MistakeInfo& row) { return row.id == id; });
    return found == table.end() ? nullptr : found;
}

} // namespace attention
