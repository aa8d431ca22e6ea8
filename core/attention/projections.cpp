// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/projections.h"

#include "core/attention/row_blocks.h"

namespace attention {

MatrixPtr project(const MatrixPtr& X, const Projection& projection, const MatrixPtr& b,
                  const std::stop_token& stop)
{
    // X: (n, d)  W: (d, k)  b: (1, k)  ->  X·W + b: (n, k)
    if (projection.isIdentity())
        return b ? share(X->rowwise() + b->row(0)) : X;
    const Matrix& W = *projection.matrix;
    Matrix projected(X->rows(), W.cols());
    const double operations = static_cast<double>(X->size()) * static_cast<double>(W.cols());
    forRowBlocks(X->rows(), operations, stop, [&](Eigen::Index first, Eigen::Index count) {
        projected.middleRows(first, count).noalias() = X->middleRows(first, count) * W;
        if (b)
            projected.middleRows(first, count).rowwise() += b->row(0);
    });
    return share(std::move(projected));
}

} // namespace attention
