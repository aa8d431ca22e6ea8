// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/matrix.h"
#include "core/scenario/scenario.h"
#include "core/trace/stages.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attention {

struct Stage {
    StageId id;
    int head = -1;    // counted from 0; -1 for what all heads share
    MatrixPtr values; // stages that change nothing share the matrix of the stage before; null for
                      // scaled, capped and masked scores that a large trace does not keep: see
                      // core/attention/kept.h
};

// All that follows from a scenario: never edited, never saved.
struct Trace {
    ScenarioPtr scenario;
    std::vector<Stage> stages; // in the order in which they are computed, head by head
    BoolMatrixPtr allowed;     // (n, m), true = the query may read the key; null: every pair

    bool isAllowed(int query, int key) const { return !allowed || (*allowed)(query, key); }
};

// Rows and columns.
ATTENTION_API std::pair<Eigen::Index, Eigen::Index> shapeOf(const Trace& trace, const Stage& stage);

// The last stage before the readout: what the scenario gives out.
ATTENTION_API const Stage& lastStage(const Trace& trace);

// What the readout says of the last stage; over the rows with a target, null without one.
struct Prediction {
    std::vector<int> predicted;       // a row: the first of the largest, -1 where a NaN stands
    std::optional<double> loss;       // mean of -ln p
    std::optional<double> perplexity; // e^loss
};

// Pre: the scenario has a readout.
ATTENTION_API Prediction prediction(const Trace& trace);
ATTENTION_API int predictedBy(const Trace& trace, int row); // one of `predicted`

// What the heads read on average, (n, m): the mean of their weights. Only for looking at: no head
// mixes values with it.
ATTENTION_API MatrixPtr meanWeights(const Trace& trace);

using TracePtr = std::shared_ptr<const Trace>;

// The stage, or null when this trace has none. A per-head stage needs its head.
ATTENTION_API const Stage* find(const Trace& trace, StageId id, int head = -1);

// Of masked scores and weights, which keys each query may read; null for other stages and where
// nothing is blocked.
ATTENTION_API const BoolMatrix* allowedIn(const Trace& trace, const Stage& stage);
// True for a cell of them whose key the query may not read.
ATTENTION_API bool isBlocked(const Trace& trace, const Stage& stage, int row, int column);

// How the stage came about here: the table's formula, or "X" where a projection is the identity.
ATTENTION_API std::string formula(const Trace& trace, const Stage& stage);

// A label a row, a label a column: token labels, column labels of X, or numbers from 1.
ATTENTION_API std::vector<std::string> rowLabels(const Trace& trace, const Stage& stage);
ATTENTION_API std::vector<std::string> columnLabels(const Trace& trace, const Stage& stage);

} // namespace attention
