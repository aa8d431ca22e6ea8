// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/stages.h"

#include <algorithm>
#include <array>

namespace attention {

namespace {

// One row a stage, in the order in which attention computes them; the order of StageId.
constexpr std::array<StageInfo, 14> table = {{
    {StageId::Embeddings, "embeddings", "X", "embeddings", "X", "(n, d_model)", Axis::Token,
     Axis::Feature, ValueKind::Signed, false},
    {StageId::Queries, "queries", "Q", "queries", "X · W_q", "(n, heads·d_k)", Axis::Query,
     Axis::Feature, ValueKind::Signed, false},
    {StageId::Keys, "keys", "K", "keys", "X · W_k", "(n, heads·d_k)", Axis::Key, Axis::Feature,
     ValueKind::Signed, false},
    {StageId::Values, "values", "V", "values", "X · W_v", "(n, heads·d_v)", Axis::Key,
     Axis::Feature, ValueKind::Signed, false},
    {StageId::HeadQueries, "head_queries", "Qₕ", "queries of the head", "columns of Q", "(n, d_k)",
     Axis::Query, Axis::Feature, ValueKind::Signed, true},
    {StageId::HeadKeys, "head_keys", "Kₕ", "keys of the head", "columns of K", "(n, d_k)",
     Axis::Key, Axis::Feature, ValueKind::Signed, true},
    {StageId::HeadValues, "head_values", "Vₕ", "values of the head", "columns of V", "(n, d_v)",
     Axis::Key, Axis::Feature, ValueKind::Signed, true},
    {StageId::Scores, "scores", "S", "scores", "Q · Kᵀ", "(n, n)", Axis::Query, Axis::Key,
     ValueKind::Score, true},
    {StageId::ScaledScores, "scaled_scores", "S/√dₖ", "scaled scores", "S · scale", "(n, n)",
     Axis::Query, Axis::Key, ValueKind::Score, true},
    {StageId::MaskedScores, "masked_scores", "S + mask", "masked scores",
     "S/√dₖ where allowed, else the fill", "(n, n)", Axis::Query, Axis::Key, ValueKind::Score,
     true},
    {StageId::Weights, "weights", "P", "weights", "softmax of each row", "(n, n)", Axis::Query,
     Axis::Key, ValueKind::Weight, true},
    {StageId::HeadOutput, "head_output", "Oₕ", "output of the head", "P · V", "(n, d_v)",
     Axis::Query, Axis::Feature, ValueKind::Signed, true},
    {StageId::Concatenated, "concatenated", "[Oₕ …]", "heads side by side",
     "head outputs, one after the other", "(n, heads·d_v)", Axis::Query, Axis::Feature,
     ValueKind::Signed, false},
    {StageId::Output, "output", "O", "output", "concatenated · W_o", "(n, d_model)", Axis::Query,
     Axis::Feature, ValueKind::Signed, false},
}};

} // namespace

std::span<const StageInfo> stageTable()
{
    return table;
}

const StageInfo& stageInfo(StageId id)
{
    return table[static_cast<std::size_t>(id)];
}

const StageInfo* findStage(std::string_view name)
{
    const auto* found = std::find_if(table.begin(), table.end(),
                                     [&](const StageInfo& row) { return row.name == name; });
    return found == table.end() ? nullptr : found;
}

std::string_view axisName(Axis axis)
{
    switch (axis) {
    case Axis::Query:
        return "query";
    case Axis::Key:
        return "key";
    case Axis::Token:
        return "token";
    case Axis::Feature:
        break;
    }
    return "feature";
}

} // namespace attention
