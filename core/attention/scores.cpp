// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/scores.h"

#include "core/attention/row_blocks.h"

namespace attention {

MatrixPtr dotProducts(const MatrixPtr& Q, const MatrixPtr& K, const std::stop_token& stop)
{
    // Q: (n, d_k)  K: (m, d_k)  ->  S: (n, m)
    Matrix S(Q->rows(), K->rows());
    const double operations = static_cast<double>(S.size()) * static_cast<double>(K->cols());
    forRowBlocks(S.rows(), operations, stop, [&](Eigen::Index first, Eigen::Index count) {
        S.middleRows(first, count).noalias() = Q->middleRows(first, count) * K->transpose();
    });
    return share(std::move(S));
}

MatrixPtr scaled(const MatrixPtr& S, double factor, const std::stop_token& stop)
{
    // S: (n, m)  ->  (n, m)
    if (factor == 1)
        return S;
    Matrix result(S->rows(), S->cols());
    forRowBlocks(S->rows(), static_cast<double>(S->size()), stop,
                 [&](Eigen::Index first, Eigen::Index count) {
                     result.middleRows(first, count) = S->middleRows(first, count) * factor;
                 });
    return share(std::move(result));
}

MatrixPtr weightedSum(const MatrixPtr& P, const MatrixPtr& V, const std::stop_token& stop)
{
    // P: (n, m)  V: (m, d_v)  ->  O: (n, d_v)
    Matrix O(P->rows(), V->cols());
    const double operations = static_cast<double>(P->size()) * static_cast<double>(V->cols());
    forRowBlocks(O.rows(), operations, stop, [&](Eigen::Index first, Eigen::Index count) {
        O.middleRows(first, count).noalias() = P->middleRows(first, count) * *V;
    });
    return share(std::move(O));
}

} // namespace attention
