// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/message.h"
#include "core/trace/trace.h"

#include <optional>

namespace attention {

// What became of a matrix between two states: A, which somebody keeps in mind, and now.
struct MatrixComparison {
    struct Cell {
        int row, column;

        bool operator==(const Cell&) const = default;
    };

    std::optional<Message> problem; // why the two cannot be compared; then the rest is empty
    // now − A. 0 where both are the same infinity, NaN where either is none; 0 where it is blocked.
    MatrixPtr difference;
    // True: there is nothing to subtract. Scores that may not be read, now or in A, are no numbers;
    // a weight is one, so only a weight that is blocked and the same in both is left out. Null:
    // nowhere.
    BoolMatrixPtr blocked;
    std::optional<Cell> largest; // the first of the largest finite difference; none: all are 0
    Eigen::Index changed = 0;    // cells that are not the same in both
    Eigen::Index numberless = 0; // those of them without a finite difference
};

// Of one stage; a per-head stage needs its head.
ATTENTION_API MatrixComparison compareStages(const Trace& a, const Trace& now, StageId id,
                                             int head = -1);
// Of what is given: a projection that is left out is the identity.
ATTENTION_API MatrixComparison compareInputs(const Scenario& a, const Scenario& now,
                                             MatrixField field);

// Why a stage of the two cannot be compared, if it cannot.
ATTENTION_API std::optional<Message> comparisonProblem(const Trace& a, const Trace& now, StageId id,
                                                       int head = -1);
// Whether the stage can be compared and is the same in both, without looking further than to the
// first number that is not.
ATTENTION_API bool sameStages(const Trace& a, const Trace& now, StageId id, int head = -1);

} // namespace attention
