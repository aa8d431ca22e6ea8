// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/products.h"

#include "core/attention/row_blocks.h"

namespace attention::bench {

void products(const Matrix& Q, const Matrix& K, const Matrix& V, const Matrix& P,
              Eigen::Index blockRows, Matrix& S, Matrix& O)
{
    const double many = 1e12; // on all threads
    const auto inBlocks = [&](const auto& work) {
        forRowBlocks(Q.rows(), many, {}, work, blockRows);
    };
    inBlocks([&](Eigen::Index first, Eigen::Index count) {
        S.middleRows(first, count).noalias() = Q.middleRows(first, count) * K.transpose();
    });
    inBlocks([&](Eigen::Index first, Eigen::Index count) {
        O.middleRows(first, count).noalias() = P.middleRows(first, count) * V;
    });
}

} // namespace attention::bench
