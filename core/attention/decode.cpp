// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/decode.h"

#include "core/attention/masks.h"
#include "core/attention/softmax.h"

namespace attention {

namespace {

RowVector projectRow(const RowVector& x, const Projection& W)
{
    // x: (d)  W: (d, k)  ->  (k)
    return W.isIdentity() ? x : x * *W.matrix;
}

} // namespace

KvCache emptyCache(const Scenario& s)
{
    const Eigen::Index n = s.X->rows();
    return {Matrix(n, projectedWidth(s, s.W_k)), Matrix(n, projectedWidth(s, s.W_v)), 0};
}

RowVector decodeToken(const Scenario& s, const RowVector& x, KvCache& cache)
{
    // x: (d_model)  cache: t tokens  ->  (d_model) or (heads·d_v)
    const int t = cache.length++;
    const RowVector q = projectRow(x, s.W_q);
    cache.K.row(t) = projectRow(x, s.W_k);
    cache.V.row(t) = projectRow(x, s.W_v);

    const Eigen::Index d_k = headWidth(s), d_v = valueWidth(s);
    RowVector joined(s.heads * d_v);
    for (int h = 0; h < s.heads; ++h) {
        const auto K = cache.K.block(0, h * d_k, t + 1, d_k);
        const auto V = cache.V.block(0, h * d_v, t + 1, d_v);
        RowVector p = q.segment(h * d_k, d_k) * K.transpose() * scaleFactor(s);
        bool reads = false;
        for (int key = 0; key <= t; ++key) {
            if (allows(s.mask, t, t, key))
                reads = true;
            else
                p[key] = s.mask.fill;
        }
        if (reads || s.mask.emptyRows == EmptyRows::Computed)
            softmax(p);
        else
            p.setZero();
        joined.segment(h * d_v, d_v) = p * V;
    }
    return s.W_o ? projectRow(joined, *s.W_o) : joined;
}

Matrix decodeAll(const Scenario& s, const std::stop_token& stop)
{
    // X: (n, d_model)  ->  (n, d_model) or (n, heads·d_v)
    KvCache cache = emptyCache(s);
    Matrix output(s.X->rows(), s.W_o ? s.X->cols() : s.heads * valueWidth(s));
    for (Eigen::Index i = 0; i < output.rows(); ++i) {
        if (stop.stop_requested())
            return {};
        output.row(i) = decodeToken(s, s.X->row(i), cache);
    }
    return output;
}

} // namespace attention
