// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <memory>

namespace attention {

// Every number of the product is a double; rows are tokens, so rows lie together in memory.
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowVector = Eigen::Matrix<double, 1, Eigen::Dynamic, Eigen::RowMajor>;
using BoolMatrix = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Matrices are shared and never changed in place: a scenario that differs in one number shares the
// rest.
using MatrixPtr = std::shared_ptr<const Matrix>;
using BoolMatrixPtr = std::shared_ptr<const BoolMatrix>;

inline MatrixPtr share(Matrix m)
{
    return std::make_shared<const Matrix>(std::move(m));
}

} // namespace attention
