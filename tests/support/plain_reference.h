// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

// Attention once more, written down as loops over numbers: it shares no code with the program, so
// that the two can be compared.
namespace plain {

using Rows = std::vector<std::vector<double>>;

struct Input {
    Rows X;
    Rows W_q, W_k, W_v; // empty: the identity
    Rows W_o;           // empty: no output projection
    int heads = 1;
    double scale = 1;                       // the multiplier of the scores
    std::vector<std::vector<bool>> allowed; // empty: every pair
    double fill = -1e9;
    bool zeroEmptyRows = false; // else whatever the softmax makes of them
};

struct Head {
    Rows Q, K, V;
    Rows scores, scaled, masked, weights;
    Rows output;
};

struct Result {
    Rows Q, K, V;
    std::vector<Head> heads;
    Rows concatenated, output;
};

Result attention(const Input& input);

// Row i may read 0 … i.
std::vector<std::vector<bool>> causal(std::size_t n);
std::vector<double> softmax(const std::vector<double>& scores);

} // namespace plain
