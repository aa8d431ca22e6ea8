// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"
#include "core/trace/trace.h"

#include <optional>

namespace attention::ui {

// A matrix that can be looked at: one of the scenario's inputs, or a stage of its trace.
struct MatrixRef {
    std::optional<MatrixField> field;
    StageId stage = StageId::Embeddings; // when it is no field
    int head = -1;

    bool operator==(const MatrixRef&) const = default;
};

// Instead of a head: the mean of all heads' weights, which is no stage, for nothing follows from
// it.
inline constexpr int meanOfHeads = -2;

// The stage of the matrix, null when the trace has none; the first head's for their mean.
const Stage* stageOf(const Trace& trace, const MatrixRef& matrix);

// One number of it, counted from 0 in the matrix itself, however it is drawn.
struct CellRef {
    MatrixRef matrix;
    int row = 0;
    int column = 0;

    bool operator==(const CellRef&) const = default;
};

// What is looked at: a value beside the scenario and the trace, never saved in an undo step.
struct Selection {
    std::optional<CellRef> hovered;
    std::optional<CellRef> pinned;
    int head = 0;                          // the head that is shown
    StageId focus = StageId::Weights;      // the stage that the strip enlarges
    std::optional<MatrixField> focusField; // or the input

    // What is asked now: a pinned cell stays while others are only passed over.
    const std::optional<CellRef>& asked() const { return hovered ? hovered : pinned; }
    bool operator==(const Selection&) const = default;
};

// What the rows and the columns of a matrix stand for: Axis::Query for the tokens that read,
// Axis::Key for those that are read, another where they are neither.
Axis rowAxis(const MatrixRef& matrix);
Axis columnAxis(const MatrixRef& matrix);

// The query (of n) and the key (of m) that a cell speaks of, when it does.
std::optional<int> queryOf(const CellRef& cell);
std::optional<int> keyOf(const CellRef& cell);

// The selection without what lies outside the trace.
Selection within(Selection selection, const Trace& trace);

} // namespace attention::ui
