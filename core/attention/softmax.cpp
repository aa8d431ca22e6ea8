// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/softmax.h"

#include "core/attention/row_blocks.h"

#include <cmath>
#include <limits>

namespace attention {

void exponentials(Eigen::Ref<RowVector> x)
{
    // x: (m)  ->  e^x: (m)
    // Eigen's vectorised exp never goes below 5.6e-309. Small results are rare, so each is made
    // anew with std::exp: a denormal, or 0 below -745.13.
    constexpr double accurate = -708;
    constexpr double underflow = -745.2;
    const double lowest = x.minCoeff();
    if (lowest >= accurate) {
        x = x.array().exp();
        return;
    }
    RowVector result = x.array().exp();
    for (Eigen::Index i = 0; i < x.size(); ++i)
        if (x[i] < accurate)
            result[i] = x[i] < underflow ? 0.0 : std::exp(x[i]);
    x = result;
}

void softmax(Eigen::Ref<RowVector> x)
{
    // x: (m)  ->  (m), sums to 1
    const double largest = x.maxCoeff<Eigen::PropagateNaN>();
    if (!std::isfinite(largest)) { // ∞ - ∞ is not a number, and it spreads through the sum
        x.setConstant(std::numeric_limits<double>::quiet_NaN());
        return;
    }
    x.array() -= largest;
    exponentials(x);
    x /= x.sum();
}

MatrixPtr softmaxRows(const MatrixPtr& S, const BoolMatrixPtr& allowed, bool emptyRowsAreZero,
                      const std::stop_token& stop)
{
    // S: (n, m)  ->  P: (n, m)
    Matrix P(S->rows(), S->cols());
    const double operations = 20.0 * static_cast<double>(S->size()); // an exp is about 20 products
    forRowBlocks(S->rows(), operations, stop, [&](Eigen::Index first, Eigen::Index count) {
        for (Eigen::Index i = first; i < first + count; ++i) {
            if (emptyRowsAreZero && allowed && !allowed->row(i).any()) {
                P.row(i).setZero();
            } else {
                P.row(i) = S->row(i);
                softmax(P.row(i));
            }
        }
    });
    return share(std::move(P));
}

} // namespace attention
