// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/blocks.h"

#include "core/labs/random_stream.h"
#include "core/scenario/edits.h"

#include <array>
#include <cstring>

namespace attention {

namespace {

bool sameBits(const Matrix& a, const Matrix& b)
{
    return std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) ==
           0;
}

template <typename Value>
void each(Matrix& matrix, const CellBlock& block, Value value)
{
    for (int i = block.row; i < block.row + block.rows; ++i)
        for (int j = block.column; j < block.column + block.columns; ++j)
            matrix(i, j) = value(i, j);
}

void identity(Matrix& matrix, const CellBlock& block, std::uint64_t, const FillOptions&)
{
    each(matrix, block, [](int i, int j) { return i == j ? 1.0 : 0.0; });
}

void zeros(Matrix& matrix, const CellBlock& block, std::uint64_t, const FillOptions&)
{
    each(matrix, block, [](int, int) { return 0.0; });
}

void ones(Matrix& matrix, const CellBlock& block, std::uint64_t, const FillOptions&)
{
    each(matrix, block, [](int, int) { return 1.0; });
}

// The numbers of every cell are drawn, row by row, and those of the block are kept.
void randomNormal(Matrix& matrix, const CellBlock& block, std::uint64_t stream,
                  const FillOptions& options)
{
    NormalStream normal{options.seed, stream};
    for (Eigen::Index i = 0; i < block.row + block.rows; ++i)
        for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
            const double value = normal();
            if (i >= block.row && j >= block.column && j < block.column + block.columns)
                matrix(i, j) = value;
        }
}

void scaled(Matrix& matrix, const CellBlock& block, std::uint64_t, const FillOptions& options)
{
    each(matrix, block, [&](int i, int j) { return matrix(i, j) * options.factor; });
}

constexpr std::array<Fill, 5> fills = {{
    {"identity", "identity", FillTakes::Nothing, identity},
    {"zeros", "zeros", FillTakes::Nothing, zeros},
    {"ones", "ones", FillTakes::Nothing, ones},
    {"random_normal", "random normal", FillTakes::Seed, randomNormal},
    {"scale", "times a factor", FillTakes::Factor, scaled},
}};

} // namespace

Scenario withValues(const Scenario& s, MatrixField field, int row, int column, const Matrix& values)
{
    const Matrix before = fieldMatrix(s, field);
    Matrix matrix = before;
    matrix.block(row, column, values.rows(), values.cols()) = values;
    return sameBits(matrix, before) ? s : withMatrix(s, field, std::move(matrix));
}

std::span<const Fill> fillTable()
{
    return fills;
}

Scenario withFill(const Scenario& s, MatrixField field, const CellBlock& block, const Fill& fill,
                  const FillOptions& options)
{
    const Matrix before = fieldMatrix(s, field);
    Matrix matrix = before;
    // Each matrix has a stream of its own: with one seed W_q and W_k are not the same.
    fill.fill(matrix, block, static_cast<std::uint64_t>(field), options);
    if (sameBits(matrix, before))
        return s;
    const Eigen::Index d = matrix.rows();
    if (projectionOf(s, field) && d == matrix.cols() && sameBits(matrix, Matrix::Identity(d, d)))
        return withIdentity(s, field);
    return withMatrix(s, field, std::move(matrix));
}

} // namespace attention
