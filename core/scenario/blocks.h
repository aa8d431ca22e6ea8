// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <cstdint>
#include <span>
#include <string_view>

// Pure changes of a rectangle of a matrix. What changes no number answers the scenario as it was:
// an identity is written out only when it must be.
namespace attention {

struct CellBlock {
    int row = 0, column = 0, rows = 0, columns = 0;

    bool operator==(const CellBlock&) const = default;
};

// Pre: the block lies in the matrix.
ATTENTION_API Scenario withValues(const Scenario& s, MatrixField field, int row, int column,
                                  const Matrix& values);

// What a fill needs to be told: the seed of random numbers, or the factor.
struct FillOptions {
    std::uint64_t seed = 1;
    double factor = 1;
};

enum class FillTakes { Nothing, Seed, Factor };

// One way to fill a block. The diagonal and the random numbers are those of the whole matrix, so
// that two halves filled one after the other are the whole.
struct Fill {
    std::string_view id;    // "random_normal"
    std::string_view title; // "random normal"
    FillTakes takes;
    void (*fill)(Matrix& matrix, const CellBlock& block, std::uint64_t stream,
                 const FillOptions& options);
};

ATTENTION_API std::span<const Fill> fillTable();

// A whole projection filled with a square identity is the identity of the file, without a matrix.
ATTENTION_API Scenario withFill(const Scenario& s, MatrixField field, const CellBlock& block,
                                const Fill& fill, const FillOptions& options);

} // namespace attention
