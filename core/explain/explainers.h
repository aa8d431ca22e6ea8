// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attention/kept.h"
#include "core/explain/steps.h"

namespace attention {

// The cell that is asked for.
struct AskedCell {
    const Trace& trace;
    StageId id;
    int head; // -1 for what all heads share
    int row, column;
    double value;

    const Scenario& scenario() const { return *trace.scenario; }
    // Another stage that the trace is known to hold; by default one that all heads share.
    const Matrix& values(StageId stage, int ofHead = -1) const
    {
        return *find(trace, stage, ofHead)->values;
    }
    // One number of a stage of this head that a large trace may not keep.
    double numberOf(StageId stage, int atRow, int atColumn) const
    {
        return numberAt(trace, *find(trace, stage, head), atRow, atColumn);
    }
};

// Each writes the steps of one kind of stage; explain.cpp has the table.
using Explainer = void (*)(Explanation& e, const AskedCell& cell);

// explain_positions.cpp: where a token stands, and X with it
void explainGiven(Explanation& e, const AskedCell& cell);
void explainPositionEncoding(Explanation& e, const AskedCell& cell);
void explainInput(Explanation& e, const AskedCell& cell);
void explainRotated(Explanation& e, const AskedCell& cell);

// explain_attention.cpp: from queries to the output
void explainProjected(Explanation& e, const AskedCell& cell);
void explainHeadColumns(Explanation& e, const AskedCell& cell);
void explainScores(Explanation& e, const AskedCell& cell);
void explainHeadOutput(Explanation& e, const AskedCell& cell);
void explainConcatenated(Explanation& e, const AskedCell& cell);
void explainOutput(Explanation& e, const AskedCell& cell);

// explain_softmax.cpp
void explainWeights(Explanation& e, const AskedCell& cell);
void explainProbabilities(Explanation& e, const AskedCell& cell);

// explain_block.cpp: norms, residuals and the MLP
void explainNorm(Explanation& e, const AskedCell& cell);
void explainResidual(Explanation& e, const AskedCell& cell);
void explainMlpHidden(Explanation& e, const AskedCell& cell);
void explainMlpOutput(Explanation& e, const AskedCell& cell);
void explainBlockOutput(Explanation& e, const AskedCell& cell);

// What they share.

// What stands between the given X and the attention or the block: X, or X with its positions.
StageId tokenInput(const Scenario& scenario);
// What queries, and what keys and values are projected from.
StageId querySource(const Scenario& scenario);
StageId keySource(const Scenario& scenario);

// The steps to a number of another stage, and what it is; nothing where that is given.
Operand explainSource(Explanation& e, const AskedCell& cell);

// input · W + b: null W is the identity, null b is left out.
struct Affine {
    StageId input;
    MatrixPtr W;
    const char* nameOfW;
    MatrixPtr b;
    const char* nameOfB;
    OperandRole role;
};
// Row `row` of the input times column `column` of W, plus b. Returns the last result.
Operand explainAffine(Explanation& e, const AskedCell& cell, const Affine& affine, int row,
                      int column);

// The steps to a score as the softmax sees it, or as far as stage `until` (scores, scaled, capped
// or masked scores). Returns the last result.
Operand explainScore(Steps& steps, const AskedCell& cell, StageId until, int query, int key);

} // namespace attention
