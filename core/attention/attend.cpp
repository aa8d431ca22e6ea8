// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/attend.h"

#include "core/attention/buffers.h"
#include "core/attention/packed_factor.h"
#include "core/attention/row_blocks.h"
#include "core/attention/softmax.h"

#include <algorithm>
#include <cmath>
#include <mutex>

namespace attention {

namespace {

// A range of keys, counted from `firstKey` and cut to `keys` of them.
KeyRange within(KeyRange range, int firstKey, int keys)
{
    const auto inside = [&](int key) { return std::clamp(key - firstKey, 0, keys); };
    return {inside(range.begin), inside(range.end)};
}

} // namespace

ScoreRules::ScoreRules(const Scenario& scenario, int n, int m, BoolMatrixPtr allowed)
    : m_scenario(scenario)
    , m_queries(n)
    , m_keys(m)
    , m_allowed(std::move(allowed))
    , m_factor(scaleFactor(scenario))
    , m_pattern(hasPattern(scenario.mask))
    , m_masks(scenario.mask.bias ||
              (!scenario.has(Mistake::MaskAfterSoftmax) && blocksAnything(scenario.mask, n, m)))
{
}

KeyRange ScoreRules::open(int row) const
{
    const Mask& mask = m_scenario.mask;
    return openRange(mask, queryPosition(mask, row, m_queries, m_keys), m_keys);
}

bool ScoreRules::reads(int row, int key) const
{
    if (m_allowed)
        return (*m_allowed)(row, key);
    const Mask& mask = m_scenario.mask;
    return allows(mask, row, queryPosition(mask, row, m_queries, m_keys), key);
}

bool ScoreRules::readsNothing(int row, int keys) const
{
    const KeyRange range = open(row);
    for (int key = range.begin; key < std::min(range.end, keys); ++key)
        if (!m_pattern || reads(row, key))
            return false;
    return true;
}

void ScoreRules::scale(In in, Out out) const
{
    out = in * m_factor;
}

void ScoreRules::cap(In in, Out out) const
{
    const double c = *m_scenario.softcap;
    out = in.unaryExpr([c](double x) { return c * std::tanh(x / c); });
}

void ScoreRules::mask(int row, int firstKey, In in, Out out) const
{
    const Mask& mask = m_scenario.mask;
    const int keys = static_cast<int>(out.size());
    if (mask.bias)
        out = in + mask.bias->row(row).segment(firstKey, keys);
    else if (in.data() != out.data())
        out = in;
    if (has(Mistake::MaskAfterSoftmax))
        return;
    const KeyRange range = within(open(row), firstKey, keys);
    out.head(range.begin).setConstant(mask.fill);
    out.tail(keys - range.end).setConstant(mask.fill);
    for (int key = range.begin; m_pattern && key < range.end; ++key)
        if (!reads(row, firstKey + key))
            out[key] = mask.fill;
}

KeyRange ScoreRules::needed(int row) const
{
    for (const Mistake mistake :
         {Mistake::MaskAfterSoftmax, Mistake::SoftmaxOverQueries, Mistake::NoMaxSubtraction})
        if (has(mistake))
            return {0, m_keys};
    return open(row);
}

KeyRange ScoreRules::weigh(int row, Out x) const
{
    const int keys = static_cast<int>(x.size());
    if (m_scenario.mask.emptyRows == EmptyRows::Zeros && readsNothing(row, keys)) {
        x.setZero();
        return {0, 0};
    }
    if (has(Mistake::NoMaxSubtraction)) {
        softmaxWithoutMaximum(x);
    } else if (has(Mistake::MaskAfterSoftmax)) {
        softmax(x);
    } else {
        const KeyRange range = within(open(row), 0, keys);
        return softmaxWithin(x, range, m_scenario.mask.fill) ? range : KeyRange{0, keys};
    }
    for (int key = 0; has(Mistake::MaskAfterSoftmax) && key < keys; ++key)
        if (!reads(row, key))
            x[key] = 0;
    return {0, keys};
}

void ScoreRules::weighColumns(int firstRow, Matrix& P) const
{
    // P: (n, m)  ->  (n, m), each column sums to 1
    Matrix columns = P.transpose();
    for (Eigen::Index key = 0; key < columns.rows(); ++key) {
        if (has(Mistake::NoMaxSubtraction))
            softmaxWithoutMaximum(columns.row(key));
        else
            softmax(columns.row(key));
    }
    P = columns.transpose();
    const int keys = static_cast<int>(P.cols());
    for (int i = 0; i < P.rows(); ++i) {
        const int row = firstRow + i;
        const bool zero = m_scenario.mask.emptyRows == EmptyRows::Zeros && readsNothing(row, keys);
        for (int key = 0; key < keys; ++key)
            if (zero || (has(Mistake::MaskAfterSoftmax) && !reads(row, key)))
                P(i, key) = 0;
    }
}

HeadStages attend(const Eigen::Ref<const Matrix>& Q, const Eigen::Ref<const Matrix>& K,
                  const Eigen::Ref<const Matrix>& V, const ScoreRules& rules, Keep keep,
                  int firstRow, const std::stop_token& stop)
{
    // Q: (n, d_k)  K: (m, d_k)  V: (m, d_v)  ->  S, P: (n, m)  O: (n, d_v)
    const Eigen::Index n = Q.rows(), m = K.rows();
    const auto stage = [&](bool wanted) { return wanted ? buffer(n, m) : nullptr; };
    const bool all = keep == Keep::Everything;
    const KeyRange whole{0, static_cast<int>(m)};
    const std::shared_ptr<Matrix> S = stage(true), P = stage(true);
    const std::shared_ptr<Matrix> scaled = stage(all && rules.scales());
    const std::shared_ptr<Matrix> capped = stage(all && rules.caps());
    const std::shared_ptr<Matrix> masked = stage(all && rules.masks());
    const std::shared_ptr<Matrix> O = buffer(n, V.cols());
    const bool wrongAxis = rules.has(Mistake::SoftmaxOverQueries);
    // Else 0·∞ has to be NaN, also beyond the mask; asked once, when some key is not read.
    std::once_flag asked;
    bool finite = true;
    const auto finiteValues = [&] {
        std::call_once(asked, [&] { finite = (V.array() * 0).sum() == 0; }); // 0·∞ is NaN
        return finite;
    };

    const PackedFactor keys(K, PackedFactor::Shape::Transposed, n);
    const PackedFactor values(V, PackedFactor::Shape::AsItIs, n);
    constexpr Eigen::Index blockRows = 32; // scores and weights of a block stay in the cache
    const double operations = static_cast<double>(n) * static_cast<double>(m) *
                              static_cast<double>(K.cols() + V.cols() + 20); // an exp is about 20
    forRowBlocks(
        n, operations, stop,
        [&](Eigen::Index first, Eigen::Index count) {
            // S = QKᵀ
            keys.multiply(Q.middleRows(first, count), {0, static_cast<int>(Q.cols())},
                          S->middleRows(first, count));
            KeyRange read{static_cast<int>(m), 0}; // by any row of the block
            for (Eigen::Index i = first; i < first + count; ++i) {
                const int row = firstRow + static_cast<int>(i);
                // Each stage follows from the one before; what is not kept passes through the row
                // of P, as far as it is needed there.
                const KeyRange needed =
                    all ? whole : within(rules.needed(row), 0, static_cast<int>(m));
                const Eigen::Index width = needed.end - needed.begin;
                double* const p = P->row(i).data() + needed.begin;
                const double* x = S->row(i).data() + needed.begin;
                const auto step = [&](bool there, const std::shared_ptr<Matrix>& kept, auto rule) {
                    if (!there)
                        return;
                    double* const out = kept ? kept->row(i).data() : p;
                    rule(Eigen::Map<const RowVector>(x, width), Eigen::Map<RowVector>(out, width));
                    x = out;
                };
                step(rules.scales(), scaled, [&](auto in, auto out) { rules.scale(in, out); });
                step(rules.caps(), capped, [&](auto in, auto out) { rules.cap(in, out); });
                step(rules.masks(), masked,
                     [&](auto in, auto out) { rules.mask(row, needed.begin, in, out); });
                if (x != p)
                    std::copy(x, x + width, p);
                if (wrongAxis)
                    continue;
                const KeyRange own = rules.weigh(row, P->row(i));
                read = {std::min(read.begin, own.begin), std::max(read.end, own.end)};
            }
            if (wrongAxis)
                return;
            if ((read.begin > 0 || read.end < whole.end) && !finiteValues())
                read = whole;
            // O = PV
            values.multiply(P->middleRows(first, count), read, O->middleRows(first, count));
        },
        blockRows);
    if (wrongAxis) {
        rules.weighColumns(firstRow, *P);
        *O = *P * V;
    }
    return {S, scaled, capped, masked, P, O};
}

} // namespace attention
