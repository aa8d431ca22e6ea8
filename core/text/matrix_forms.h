// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/trace/trace.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attention {

// One matrix as people talk of it.
struct LabelledMatrix {
    std::string name;                       // "attention weights, head 1 of 2"
    std::string symbol;                     // "P", of formulas
    std::string rowWord, columnWord;        // what a row is: "query", "key", "token", "column"
    std::vector<std::string> rows, columns; // their labels; empty where they have none
    MatrixPtr values;                       // null: too large to be kept, only its shape is known
    std::pair<Eigen::Index, Eigen::Index> shape;
    BoolMatrixPtr allowed;    // where a query may read a key; null: everywhere, or no matter here
    bool saysBlocked = false; // instead of the number of what is not allowed
    bool areWeights = false;  // 0 … 1, of rows that sum to 1
    bool sameTokens = false;  // queries and keys are the same tokens
    bool transposed = false;  // queries in columns
};

ATTENTION_API LabelledMatrix labelled(const Trace& trace, const Stage& stage);

// Rows become columns; the symbol gets its ᵀ.
ATTENTION_API LabelledMatrix turned(LabelledMatrix matrix);

// The forms in which one matrix is copied: tab-separated text with labels and all digits for a
// spreadsheet, a table of Markdown and a matrix of LaTeX with three decimals, an array of NumPy
// with all digits.
struct MatrixForm {
    std::string_view id, name;                          // "tsv", "Tab-Separated Text"
    std::string (*write)(const LabelledMatrix& matrix); // Pre: it has values
};

ATTENTION_API std::span<const MatrixForm> matrixForms();
ATTENTION_API const MatrixForm* findMatrixForm(std::string_view id); // null when unknown

} // namespace attention
