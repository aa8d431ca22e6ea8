// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention {

namespace {

constexpr double accurate = -708; // Eigen's vectorised exp never goes below 5.6e-309

} // namespace

void exponentials(Eigen::Ref<RowVector> x)
{
    // x: (m)  ->  e^x: (m)
    // Small results are rare, so each is made anew with std::exp: a denormal, or 0 below -745.13.
    constexpr double underflow = -745.2;
    if (x.size() == 0)
        return;
    if (x.minCoeff() >= accurate) {
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
    softmaxWithin(x, {0, static_cast<int>(x.size())}, 0);
}

bool softmaxWithin(Eigen::Ref<RowVector> x, KeyRange open, double fill)
{
    // x: (m)  ->  (m), sums to 1
    const Eigen::Index inside = open.end - open.begin, outside = x.size() - inside;
    Eigen::Ref<RowVector> own = x.segment(open.begin, inside);
    double largest = outside > 0 ? fill : -std::numeric_limits<double>::infinity();
    double least = 0;
    if (inside > 0) {
        largest = std::max(largest, own.maxCoeff());
        least = own.minCoeff();
    }
    // Piece by piece, so that each stays in the fastest cache for all that is done to it.
    constexpr Eigen::Index piece = 1024;
    const bool small = least - largest < accurate;
    double sum = 0;
    for (Eigen::Index first = 0; first < inside; first += piece) {
        Eigen::Ref<RowVector> part = own.segment(first, std::min(piece, inside - first));
        part = part.array() - largest;
        if (small)
            exponentials(part);
        else
            part = part.array().exp();
        sum += part.sum();
    }
    // ∞ - ∞ is not a number, and a NaN, which the maximum may overlook, is in the sum.
    if (!std::isfinite(largest) || std::isnan(sum)) {
        x.setConstant(std::numeric_limits<double>::quiet_NaN());
        return outside == 0;
    }
    const double rest = outside == 0 ? 0 : std::exp(fill - largest);
    const double share = 1 / (sum + static_cast<double>(outside) * rest); // the sum is >= 1
    own *= share;
    x.head(open.begin).setConstant(rest * share);
    x.tail(x.size() - open.end).setConstant(rest * share);
    return rest == 0;
}

MatrixPtr softmaxRows(const MatrixPtr& X)
{
    // X: (n, m)  ->  (n, m)
    Matrix P = *X;
    for (Eigen::Index i = 0; i < P.rows(); ++i)
        softmax(P.row(i));
    return share(std::move(P));
}

void softmaxWithoutMaximum(Eigen::Ref<RowVector> x)
{
    // x: (m)  ->  (m); Eigen's vectorised exp stops at the largest double, std::exp overflows
    x = x.unaryExpr([](double v) { return std::exp(v); });
    x /= x.sum();
}

} // namespace attention
