// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <string>
#include <vector>

// Tokens and columns added, removed and moved, and all that has a row or a column for each of them
// follows. Pure, as the other edits; `of` is MatrixField::X or MatrixField::ContextX.
namespace attention {

// What stands at each place afterwards: the one that stood at that number before, or a new one.
using Order = std::vector<int>;
inline constexpr int newOne = -1;

ATTENTION_API Order orderWithAdded(int count, int at); // the new one stands at `at`
ATTENTION_API Order orderWithRemoved(int count, int index);
ATTENTION_API Order orderWithMoved(int count, int from, int to);
ATTENTION_API Order orderOfSize(int count, int wanted); // the last ones go, or new ones come

// Rows, labels, padding, pairs, bias, position ids and targets go along with their token. A new
// token is a row of zeros, may read and be read, stands one further than the one before it, and has
// no target; a learned table that ends too early gets rows of zeros. Pre: the order is not empty.
ATTENTION_API Scenario withTokenOrder(const Scenario& s, MatrixField of, const Order& order,
                                      const std::string& label);

// The rows of the projections go along with their column, so that Q, K and V stay what they were;
// so do the columns of W_o, the position table and the block. A new column is zeros (gamma: ones).
// Where both W_q and W_k are identities, or W_v is one, they stay identities if every head keeps
// its own columns; else they are written out. A learned table serves both sequences: then the
// columns of both change. Pre: the order is not empty.
ATTENTION_API Scenario withColumnOrder(const Scenario& s, MatrixField of, const Order& order,
                                       const std::string& label);

ATTENTION_API Scenario withContextToken(const Scenario& s, int token, std::string label);

} // namespace attention
