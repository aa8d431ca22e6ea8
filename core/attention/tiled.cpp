// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/tiled.h"

#include "core/attention/heads.h"
#include "core/attention/projections.h"
#include "core/attention/row_blocks.h"
#include "core/attention/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

// What is known of a tile of queries after some tiles of keys.
struct Running {
    RowVector largest, sum; // (queries)

    explicit Running(Eigen::Index queries)
        : largest(RowVector::Constant(queries, -infinity))
        , sum(RowVector::Zero(queries))
    {
    }

    // Whether keys that all hold the fill cannot add anything to the row.
    bool vanishes(Eigen::Index i, double fill) const
    {
        constexpr double underflow = -745.2; // e to it is 0
        return fill - largest[i] < underflow;
    }

    // s: (keys), the next masked scores of row i, become e^(s − largest). Returns what the row's
    // output so far is to be multiplied with.
    double take(Eigen::Index i, Eigen::Ref<RowVector> s)
    {
        const double before = largest[i], most = s.maxCoeff<Eigen::PropagateNaN>();
        if (!(most <= before) && !std::isnan(before)) // a NaN is taken over, and stays
            largest[i] = most;
        if (std::isnan(largest[i]) || largest[i] == infinity) { // ∞ − ∞, as in the whole softmax
            largest[i] = sum[i] = notANumber;
            s.setZero();
            return 1;
        }
        if (largest[i] == -infinity) { // nothing but −∞ so far: no maximum to subtract yet
            s.setZero();
            return 1;
        }
        s.array() -= largest[i];
        exponentials(s);
        const double correction = std::exp(before - largest[i]);
        sum[i] = sum[i] * correction + s.sum();
        return correction;
    }
};

} // namespace

Matrix tiled(const Eigen::Ref<const Matrix>& Q, const Eigen::Ref<const Matrix>& K,
             const Eigen::Ref<const Matrix>& V, const ScoreRules& rules, int tile,
             const std::function<void(const TileStep&)>& show, const std::stop_token& stop)
{
    // Q: (n, d_k)  K: (m, d_k)  V: (m, d_v)  ->  O: (n, d_v)
    const Eigen::Index n = Q.rows(), m = K.rows();
    Matrix O = Matrix::Zero(n, V.cols());
    const double fill = rules.parts().fill;
    const bool finiteValues = V.allFinite(); // else 0·∞ has to be NaN, also beyond the mask
    const auto readTiles = [&](Eigen::Index first, Eigen::Index count) {
        Running rows(count);
        auto output = O.middleRows(first, count);
        Matrix S;
        for (Eigen::Index key = 0; key < m && !stop.stop_requested(); key += tile) {
            const Eigen::Index keys = std::min<Eigen::Index>(tile, m - key);
            bool vanishes = finiteValues;
            for (Eigen::Index i = 0; i < count && vanishes; ++i) {
                const KeyRange open = rules.open(static_cast<int>(first + i));
                vanishes = (open.end <= key || open.begin >= key + keys) && rows.vanishes(i, fill);
            }
            if (!vanishes) {
                S.resize(count, keys);
                S.noalias() = Q.middleRows(first, count) * K.middleRows(key, keys).transpose();
                for (Eigen::Index i = 0; i < count; ++i) {
                    Eigen::Ref<RowVector> s = S.row(i);
                    if (rules.scales())
                        rules.scale(s, s);
                    if (rules.caps())
                        rules.cap(s, s);
                    if (rules.masks())
                        rules.mask(static_cast<int>(first + i), static_cast<int>(key), s, s);
                    if (const double correction = rows.take(i, s); correction != 1)
                        output.row(i) *= correction;
                }
                output.noalias() += S * V.middleRows(key, keys);
            }
            if (show)
                show({static_cast<int>(first), static_cast<int>(count), static_cast<int>(key),
                      static_cast<int>(keys), rows.largest, rows.sum, output});
        }
        for (Eigen::Index i = 0; i < count; ++i) {
            const int row = static_cast<int>(first + i);
            if (rules.parts().emptyRows == EmptyRows::Zeros &&
                rules.readsNothing(row, static_cast<int>(m)))
                output.row(i).setZero();
            else
                output.row(i) /= rows.sum[i]; // 0 / 0 when every score was −∞: NaN, as it should be
        }
    };
    const double operations =
        static_cast<double>(n) * static_cast<double>(m) * static_cast<double>(K.cols() + V.cols());
    forRowBlocks(n, show ? 0 : operations, stop, readTiles, tile); // steps are shown in order
    return O;
}

Matrix tiledOutput(const Trace& trace, int tile, const std::stop_token& stop)
{
    // -> (n, d_model) or (n, heads·d_v)
    const Scenario& s = *trace.scenario;
    const ScoreRules rules(s, s.tokenCount(), s.keyCount(), trace.allowed);
    const auto stage = [&](int head, StageId rotatedId, StageId id) -> const Matrix& {
        const Stage* turned = find(trace, rotatedId, head);
        return *(turned ? turned : find(trace, id, head))->values;
    };
    std::vector<MatrixPtr> outputs;
    for (int h = 0; h < s.heads; ++h)
        outputs.push_back(share(tiled(stage(h, StageId::RotatedQueries, StageId::HeadQueries),
                                      stage(h, StageId::RotatedKeys, StageId::HeadKeys),
                                      stage(h, StageId::RotatedValues, StageId::HeadValues), rules,
                                      tile, {}, stop)));
    const MatrixPtr joined = concatenate(outputs);
    const MatrixPtr output = s.W_o ? project(joined, *s.W_o, s.b_o, stop) : joined;
    return stop.stop_requested() ? Matrix() : *output;
}

} // namespace attention
