// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/message.h"
#include "core/scenario/scenario.h"

#include <string>
#include <vector>

// Pure changes of a scenario. Each returns the changed copy; what is still to be checked is checked
// by `validate` when the document applies it. Rows, columns and tokens count from 0.
namespace attention {

// One number; an identity projection is written out first, unless the number stands there already.
// Pre: row and column lie in the matrix.
ATTENTION_API Scenario withCell(const Scenario& s, MatrixField field, int row, int column,
                                double value);
ATTENTION_API Scenario withMatrix(const Scenario& s, MatrixField field, Matrix value);
// A projection back to the identity (an absent W_o becomes one).
ATTENTION_API Scenario withIdentity(const Scenario& s, MatrixField field);
ATTENTION_API Scenario withoutOutputProjection(const Scenario& s);
ATTENTION_API Scenario withToken(const Scenario& s, int token, std::string label);
ATTENTION_API Scenario withColumn(const Scenario& s, int column, std::string label);
ATTENTION_API Scenario withTitle(const Scenario& s, std::string title);
ATTENTION_API Scenario withDescription(const Scenario& s, std::string description);
ATTENTION_API Scenario withScale(const Scenario& s, Scale scale);
ATTENTION_API Scenario withMask(const Scenario& s, Mask mask);
ATTENTION_API Scenario withHeads(const Scenario& s, int heads);
ATTENTION_API Scenario withScaling(const Scenario& s, ScalingParameters parameters);
ATTENTION_API Scenario withMemory(const Scenario& s, MemoryParameters parameters);

// A row of zeros after the last token. Masks, positions and targets follow: the new token is
// allowed and not biased, stands one further, and has no target.
ATTENTION_API Scenario withTokenAdded(const Scenario& s, std::string label);
// Without that token, in X, masks, positions and targets. Pre: there are at least two tokens.
ATTENTION_API Scenario withTokenRemoved(const Scenario& s, int token);

// The head counts that divide the widths of Q, K and V, ascending, at most maximumHeads.
ATTENTION_API std::vector<int> possibleHeads(const Scenario& s);

} // namespace attention
