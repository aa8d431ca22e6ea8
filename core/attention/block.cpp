// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/block.h"

#include <cmath>
#include <numbers>

namespace attention {

NormFigures normFigures(const Eigen::Ref<const RowVector>& x, const Block& block)
{
    // x: (d)
    if (block.norm == Norm::RmsNorm)
        return {0, std::sqrt(x.array().square().mean() + block.epsilon)};
    const double mean = x.mean();
    return {mean, std::sqrt((x.array() - mean).square().mean() + block.epsilon)};
}

MatrixPtr normalised(const MatrixPtr& x, const Block& block, const MatrixPtr& gamma,
                     const MatrixPtr& beta)
{
    // x: (n, d)  ->  (n, d)
    Matrix y(x->rows(), x->cols());
    for (Eigen::Index i = 0; i < y.rows(); ++i) {
        const auto [mean, deviation] = normFigures(x->row(i), block);
        y.row(i) = (x->row(i).array() - mean) / deviation;
        if (gamma)
            y.row(i).array() *= gamma->row(0).array();
        if (beta)
            y.row(i) += beta->row(0);
    }
    return share(std::move(y));
}

double activated(double x, Activation activation)
{
    switch (activation) {
    case Activation::Relu:
        return x < 0 ? 0 : x; // a NaN stays one
    case Activation::Silu:
        return x / (1 + std::exp(-x));
    case Activation::GeluTanh:
        return 0.5 * x *
               (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
    case Activation::Gelu:
        break;
    }
    return 0.5 * x * (1 + std::erf(x / std::numbers::sqrt2));
}

MatrixPtr activated(const MatrixPtr& x, Activation activation)
{
    // x: (n, d_ff)  ->  (n, d_ff)
    return share(x->unaryExpr([&](double v) { return activated(v, activation); }));
}

MatrixPtr sum(const MatrixPtr& a, const MatrixPtr& b)
{
    // a, b: (n, d)  ->  (n, d)
    return share(*a + *b);
}

} // namespace attention
