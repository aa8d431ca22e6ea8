// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"

#include <span>
#include <string_view>

namespace attention {

// Every intermediate matrix of attention, in the order in which it is computed.
enum class StageId {
    Embeddings,
    Context,
    PositionEncoding,
    Input,
    ContextPositionEncoding,
    ContextInput,
    Queries,
    Keys,
    Values,
    HeadQueries,
    HeadKeys,
    HeadValues,
    RotatedQueries,
    RotatedKeys,
    RotatedValues,
    Scores,
    ScaledScores,
    CappedScores,
    MaskedScores,
    Weights,
    HeadOutput,
    Concatenated,
    Output,
    Norm1,
    Residual1,
    Norm2,
    MlpHidden,
    MlpOutput,
    Residual2,
    BlockOutput,
    Probabilities,
};

enum class Axis { Query, Key, Token, Feature, Hidden, Label };
enum class ValueKind { Signed, Score, Weight }; // how its cells are coloured; scores may be blocked

struct StageInfo {
    StageId id;
    std::string_view name;    // "scaled_scores": files, command line
    std::string_view symbol;  // "S/√dₖ": heading
    std::string_view title;   // "scaled scores": people
    std::string_view formula; // "S · scale"
    std::string_view shape;   // "(n, d_k)"
    Axis rows, columns;
    ValueKind kind;
    bool perHead;
};

// The table of stages, in order; `stageInfo` finds a row, `findStage` by name (null when unknown).
ATTENTION_API std::span<const StageInfo> stageTable();
ATTENTION_API const StageInfo& stageInfo(StageId id);
ATTENTION_API const StageInfo* findStage(std::string_view name);
ATTENTION_API std::string_view axisName(Axis axis); // "query", "key", "token", …

} // namespace attention
