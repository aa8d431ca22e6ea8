// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attention/attend.h"
#include "core/export.h"
#include "core/matrix.h"
#include "core/scenario/scenario.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace attention {

// Reads a scenario's tokens as a decoder does: some at a time, keeping keys and values (the KV
// cache) and computing new rows only. What lies behind a token is not known when it is read. With a
// context its keys and values are there from the start. Mistakes are made as in the full pass.
class ATTENTION_API Decoder {
public:
    explicit Decoder(ScenarioPtr scenario); // valid

    int length() const { return m_length; } // tokens read
    int left() const { return m_scenario->tokenCount() - m_length; }

    // The next tokens, at most those that are left  ->  their rows of the last stage before the
    // readout: (tokens, d_model), or (tokens, heads·d_v) without W_o and block.
    Matrix feed(int tokens = 1);
    // Forgets the last tokens, at most those that were read.
    void back(int tokens = 1);

    // Of one key/value head: the rows read so far, (length, d_k) rotated and (length, d_v).
    Eigen::Ref<const Matrix> keys(int kvHead) const;
    Eigen::Ref<const Matrix> values(int kvHead) const;
    // Held in keys and values: 2 · kv_heads · head_dim · length numbers, where d_k = d_v.
    std::int64_t bytes() const;

private:
    void remember(const MatrixPtr& x, int first);
    MatrixPtr attention(const MatrixPtr& x, int first);

    ScenarioPtr m_scenario;
    ScoreRules m_rules;
    // A key/value head each: room for all tokens.
    std::vector<std::shared_ptr<Matrix>> m_keys, m_values;
    int m_remembered = 0; // rows of them that are filled
    int m_length = 0;
};

// X: (n, d_model)  ->  the last stage before the readout, so many tokens at a time. Empty when
// stopped.
ATTENTION_API Matrix decodeAll(ScenarioPtr scenario, int tokens = 1,
                               const std::stop_token& stop = {});

} // namespace attention
