// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/stages.h"

#include <algorithm>
#include <array>

namespace attention {

namespace {

// One row a stage; the order of StageId.
constexpr std::array<StageInfo, 31> table = {{
    {StageId::Embeddings, "embeddings", "X", "embeddings", "X", "(n, d_model)", Axis::Token,
     Axis::Feature, ValueKind::Signed, false},
    {StageId::Context, "context", "C", "context", "C", "(m, d_context)", Axis::Token, Axis::Feature,
     ValueKind::Signed, false},
    {StageId::PositionEncoding, "position_encoding", "PE", "position encoding",
     "a row for each position", "(n, d_model)", Axis::Token, Axis::Feature, ValueKind::Signed,
     false},
    {StageId::Input, "input", "X′", "input", "X + PE", "(n, d_model)", Axis::Token, Axis::Feature,
     ValueKind::Signed, false},
    {StageId::ContextPositionEncoding, "context_position_encoding", "PE_C",
     "position encoding of the context", "a row for each position", "(m, d_context)", Axis::Token,
     Axis::Feature, ValueKind::Signed, false},
    {StageId::ContextInput, "context_input", "C′", "context input", "C + PE_C", "(m, d_context)",
     Axis::Token, Axis::Feature, ValueKind::Signed, false},
    {StageId::Queries, "queries", "Q", "queries", "X · W_q", "(n, heads·d_k)", Axis::Query,
     Axis::Feature, ValueKind::Signed, false},
    {StageId::Keys, "keys", "K", "keys", "X · W_k", "(m, kv_heads·d_k)", Axis::Key, Axis::Feature,
     ValueKind::Signed, false},
    {StageId::Values, "values", "V", "values", "X · W_v", "(m, kv_heads·d_v)", Axis::Key,
     Axis::Feature, ValueKind::Signed, false},
    {StageId::HeadQueries, "head_queries", "Qₕ", "queries of the head", "columns of Q", "(n, d_k)",
     Axis::Query, Axis::Feature, ValueKind::Signed, true},
    {StageId::HeadKeys, "head_keys", "Kₕ", "keys of the head", "columns of K", "(m, d_k)",
     Axis::Key, Axis::Feature, ValueKind::Signed, true},
    {StageId::HeadValues, "head_values", "Vₕ", "values of the head", "columns of V", "(m, d_v)",
     Axis::Key, Axis::Feature, ValueKind::Signed, true},
    {StageId::RotatedQueries, "rotated_queries", "RQₕ", "rotated queries",
     "pairs of Qₕ turned by position", "(n, d_k)", Axis::Query, Axis::Feature, ValueKind::Signed,
     true},
    {StageId::RotatedKeys, "rotated_keys", "RKₕ", "rotated keys", "pairs of Kₕ turned by position",
     "(m, d_k)", Axis::Key, Axis::Feature, ValueKind::Signed, true},
    {StageId::RotatedValues, "rotated_values", "RVₕ", "rotated values",
     "pairs of Vₕ turned by position", "(m, d_v)", Axis::Key, Axis::Feature, ValueKind::Signed,
     true},
    {StageId::Scores, "scores", "S", "scores", "Q · Kᵀ", "(n, m)", Axis::Query, Axis::Key,
     ValueKind::Score, true},
    {StageId::ScaledScores, "scaled_scores", "S/√dₖ", "scaled scores", "S · scale", "(n, m)",
     Axis::Query, Axis::Key, ValueKind::Score, true},
    {StageId::CappedScores, "capped_scores", "cap", "capped scores", "c · tanh(scaled / c)",
     "(n, m)", Axis::Query, Axis::Key, ValueKind::Score, true},
    {StageId::MaskedScores, "masked_scores", "S + mask", "masked scores",
     "S/√dₖ where allowed, else the fill", "(n, m)", Axis::Query, Axis::Key, ValueKind::Score,
     true},
    {StageId::Weights, "weights", "P", "weights", "softmax of each row", "(n, m)", Axis::Query,
     Axis::Key, ValueKind::Weight, true},
    {StageId::HeadOutput, "head_output", "Oₕ", "output of the head", "P · V", "(n, d_v)",
     Axis::Query, Axis::Feature, ValueKind::Signed, true},
    {StageId::Concatenated, "concatenated", "[Oₕ …]", "heads side by side",
     "head outputs, one after the other", "(n, heads·d_v)", Axis::Query, Axis::Feature,
     ValueKind::Signed, false},
    {StageId::Output, "output", "O", "output", "concatenated · W_o", "(n, d_model)", Axis::Query,
     Axis::Feature, ValueKind::Signed, false},
    {StageId::Norm1, "norm_1", "N₁", "first norm", "norm of each row", "(n, d_model)", Axis::Token,
     Axis::Feature, ValueKind::Signed, false},
    {StageId::Residual1, "residual_1", "R₁", "first residual", "X + O", "(n, d_model)", Axis::Token,
     Axis::Feature, ValueKind::Signed, false},
    {StageId::Norm2, "norm_2", "N₂", "second norm", "norm of each row", "(n, d_model)", Axis::Token,
     Axis::Feature, ValueKind::Signed, false},
    {StageId::MlpHidden, "mlp_hidden", "H", "hidden layer of the MLP", "activation(N₂ · W_1)",
     "(n, d_ff)", Axis::Token, Axis::Hidden, ValueKind::Signed, false},
    {StageId::MlpOutput, "mlp_output", "M", "output of the MLP", "H · W_2", "(n, d_model)",
     Axis::Token, Axis::Feature, ValueKind::Signed, false},
    {StageId::Residual2, "residual_2", "R₂", "second residual", "R₁ + M", "(n, d_model)",
     Axis::Token, Axis::Feature, ValueKind::Signed, false},
    {StageId::BlockOutput, "block_output", "Y", "output of the block", "R₂", "(n, d_model)",
     Axis::Token, Axis::Feature, ValueKind::Signed, false},
    {StageId::Probabilities, "probabilities", "p", "probabilities", "softmax of each row",
     "(n, labels)", Axis::Token, Axis::Label, ValueKind::Weight, false},
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
    case Axis::Hidden:
        return "hidden";
    case Axis::Label:
        return "label";
    case Axis::Feature:
        break;
    }
    return "feature";
}

} // namespace attention
