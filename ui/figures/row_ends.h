// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/board_layout.h"

// What each row predicts: "→ cat", the next token, where nobody may read it; with a readout what
// the row says, how sure it is, and whether that is right.
namespace attention::ui {

// Whether there is anything to predict: a causal self-attention, or a readout.
bool mayPredict(const Scenario& s);
bool showsPredictions(const Scenario& s, const BoardOptions& options);

// Whether what a row's readout says is hidden, or can be read off what is.
bool isPredictionHidden(const Trace& trace, const Hidden& hidden, int query);

// One a query, in order.
std::vector<RowEnd> rowEndsFor(const Trace& trace, int decimals);
// "mean loss 0.023 · perplexity 1.023", or how many predictions one pass trains.
QString predictionSummary(const Trace& trace, int decimals);
// What the readout says of a row, as the end of a sentence: "and predicts blue 97.7 %"; empty
// without a readout.
QString predictionClause(const Trace& trace, int query);

// Puts them at the right of a matrix with query rows, beginning at `from`; answers their width.
// Below it, where the rows have become columns: their height.
qreal placeRowEnds(BoardLayout& layout, PlacedMatrix& m, const LayoutInput& in, qreal from);

} // namespace attention::ui
