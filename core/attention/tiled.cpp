// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/tiled.h"

#include "core/attention/heads.h"
#include "core/attention/masks.h"
#include "core/attention/projections.h"
#include "core/attention/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention {

namespace {

// What is known of one query's row after some tiles of keys.
struct Running {
    double largest = -std::numeric_limits<double>::infinity(); // score
    double sum = 0;                                            // of e^(score - largest)
    bool reads = false;                                        // an allowed key has been seen

    // s: (tile), the next scores of the row; V: (tile, d_v); output: (d_v), not yet divided by the
    // sum
    void add(RowVector s, const Eigen::Ref<const Matrix>& V, Eigen::Ref<RowVector> output)
    {
        const double before = largest;
        largest = std::max(before, s.maxCoeff<Eigen::PropagateNaN>());
        if (std::isnan(s.maxCoeff<Eigen::PropagateNaN>()) || largest == infinity)
            largest = std::numeric_limits<double>::quiet_NaN();
        if (std::isnan(largest)) { // ∞ - ∞ is not a number, as in the whole softmax
            sum = largest;
            return;
        }
        if (largest == -infinity) // nothing but -∞ so far: no maximum to subtract yet
            return;
        s.array() -= largest;
        exponentials(s);
        const double correction = std::exp(before - largest);
        sum = sum * correction + s.sum();
        output = output * correction + s * V;
    }

    static constexpr double infinity = std::numeric_limits<double>::infinity();
};

Matrix tiledHead(const Matrix& Q, const Matrix& K, const Matrix& V, const Scenario& s,
                 const BoolMatrixPtr& allowed, Eigen::Index tile, const std::stop_token& stop)
{
    // Q: (n, d_k)  K: (m, d_k)  V: (m, d_v)  ->  (n, d_v)
    const double factor = scaleFactor(s);
    Matrix O = Matrix::Zero(Q.rows(), V.cols());
    for (Eigen::Index first = 0; first < Q.rows() && !stop.stop_requested(); first += tile) {
        const Eigen::Index queries = std::min(tile, Q.rows() - first);
        std::vector<Running> rows(static_cast<std::size_t>(queries));
        for (Eigen::Index key = 0; key < K.rows(); key += tile) {
            const Eigen::Index keys = std::min(tile, K.rows() - key);
            Matrix S = Q.middleRows(first, queries) * K.middleRows(key, keys).transpose() * factor;
            for (Eigen::Index i = 0; i < queries; ++i) {
                Running& row = rows[static_cast<std::size_t>(i)];
                if (allowed) {
                    const auto open = allowed->block(first + i, key, 1, keys);
                    row.reads = row.reads || open.any();
                    S.row(i) = open.select(S.row(i), s.mask.fill).eval();
                }
                row.add(S.row(i), V.middleRows(key, keys), O.row(first + i));
            }
        }
        for (Eigen::Index i = 0; i < queries; ++i) {
            const Running& row = rows[static_cast<std::size_t>(i)];
            if (allowed && !row.reads && s.mask.emptyRows == EmptyRows::Zeros)
                O.row(first + i).setZero();
            else
                O.row(first + i) /= row.sum; // 0 / 0 when every score was -∞: NaN, as it should be
        }
    }
    return O;
}

} // namespace

Matrix tiledOutput(const Scenario& s, int tile, const std::stop_token& stop)
{
    // X: (n, d_model)  ->  (n, d_model) or (n, heads·d_v)
    const int n = s.tokenCount();
    const MatrixPtr Q = project(s.X, s.W_q, stop);
    const MatrixPtr K = project(s.X, s.W_k, stop);
    const MatrixPtr V = project(s.X, s.W_v, stop);
    const BoolMatrixPtr allowed = allowedPairs(s.mask, n, n);
    std::vector<MatrixPtr> outputs;
    for (int h = 0; h < s.heads; ++h)
        outputs.push_back(share(tiledHead(*headColumns(Q, h, s.heads), *headColumns(K, h, s.heads),
                                          *headColumns(V, h, s.heads), s, allowed, tile, stop)));
    const MatrixPtr joined = concatenate(outputs);
    const MatrixPtr output = s.W_o ? project(joined, *s.W_o, stop) : joined;
    return stop.stop_requested() ? Matrix() : *output;
}

} // namespace attention
