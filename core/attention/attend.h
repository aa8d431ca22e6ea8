// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attention/masks.h"
#include "core/export.h"
#include "core/matrix.h"
#include "core/scenario/scenario.h"

#include <stop_token>

namespace attention {

// What happens between the scores of one row and its weights, one rule of the scenario after the
// other. A row is a query, counted in the whole sequence; `in` and `out` hold its numbers for keys
// firstKey, firstKey + 1, … and may be the same memory.
class ATTENTION_API ScoreRules {
public:
    using In = const Eigen::Ref<const RowVector>&;
    using Out = Eigen::Ref<RowVector>;

    // For n queries and m keys. `scenario` has to live as long. With `allowed`, the scenario's
    // pairs, patterns need not be asked key by key.
    ScoreRules(const Scenario& scenario, int n, int m, BoolMatrixPtr allowed = {});

    bool scales() const { return m_factor != 1; }
    bool caps() const { return m_scenario.softcap.has_value(); }
    bool masks() const { return m_masks; } // else masked scores are just the scores before
    void scale(In in, Out out) const;      // S·scale
    void cap(In in, Out out) const;        // c·tanh(x / c)
    // x + bias, and the fill where the pair is blocked.
    void mask(int row, int firstKey, In in, Out out) const;

    // The softmax of a whole row of masked scores, in place. Returns a run of keys outside of which
    // every weight is exactly 0. Outside of `needed` nothing need stand in x.
    KeyRange weigh(int row, Out x) const;
    KeyRange needed(int row) const;
    // The mistake of the wrong axis: each column of masked scores, whose first row is that query,
    // becomes a softmax over the queries.
    void weighColumns(int firstRow, Matrix& P) const;

    KeyRange open(int row) const; // the keys that causal and window leave
    bool reads(int row, int key) const;
    bool readsNothing(int row, int keys) const; // of the first `keys`
    bool has(Mistake mistake) const { return m_scenario.has(mistake); }
    const Mask& parts() const { return m_scenario.mask; }

private:
    const Scenario& m_scenario;
    int m_queries, m_keys;
    BoolMatrixPtr m_allowed;
    double m_factor;
    bool m_pattern; // some keys within the range may be blocked
    bool m_masks;
};

// The stages of one head; null where a stage is not kept or changes nothing.
struct HeadStages {
    MatrixPtr scores, scaled, capped, masked; // (n, m)
    MatrixPtr weights;                        // (n, m)
    MatrixPtr output;                         // (n, d_v)
};

enum class Keep { Everything, ScoresAndWeights };

// Q: (n, d_k)  K: (m, d_k)  V: (m, d_v)  ->  S = Q·Kᵀ, P = softmax(rules of S), O = P·V. The first
// row of Q is query `firstRow` of the rules. All of a block of rows is done while it is still in
// the cache. When stopped, numbers are missing.
ATTENTION_API HeadStages attend(const Eigen::Ref<const Matrix>& Q,
                                const Eigen::Ref<const Matrix>& K,
                                const Eigen::Ref<const Matrix>& V, const ScoreRules& rules,
                                Keep keep, int firstRow = 0, const std::stop_token& stop = {});

} // namespace attention
