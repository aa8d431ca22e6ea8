// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/decode.h"

#include "core/attention/block.h"
#include "core/attention/buffers.h"
#include "core/attention/heads.h"
#include "core/attention/positions.h"
#include "core/attention/projections.h"

#include <algorithm>

namespace attention {

namespace {

// M: (count, d), tokens first … of a sequence of `of` tokens  ->  with their positions added
MatrixPtr withPositions(const Scenario& s, const MatrixPtr& M, int first, int of)
{
    if (!addsPositions(s.positions))
        return M;
    const std::vector<std::int64_t> ids = positionIds(s, of);
    const std::span own(ids.data() + first, static_cast<std::size_t>(M->rows()));
    return sum(M, share(addedPositions(s.positions, own, static_cast<int>(M->cols()))));
}

// M: (count, d), rows first … of a sequence of `of` tokens  ->  turned by their positions
MatrixPtr turned(const Scenario& s, const MatrixPtr& M, int first, int of)
{
    if (s.positions.kind != PositionKind::Rope)
        return M;
    const std::vector<std::int64_t> ids = positionIds(s, of);
    return rotated(M, s.positions,
                   std::span(ids.data() + first, static_cast<std::size_t>(M->rows())));
}

} // namespace

Decoder::Decoder(ScenarioPtr scenario)
    : m_scenario(std::move(scenario))
    , m_rules(*m_scenario, m_scenario->tokenCount(), m_scenario->keyCount())
{
    const Scenario& s = *m_scenario;
    for (int kv = 0; kv < s.kvHeadCount(); ++kv) {
        m_keys.push_back(buffer(s.keyCount(), headWidth(s)));
        m_values.push_back(buffer(s.keyCount(), valueWidth(s)));
    }
    if (s.context)
        remember(withPositions(s, s.context->X, 0, s.keyCount()), 0);
}

void Decoder::remember(const MatrixPtr& x, int first)
{
    // x: (count, d_context)  ->  their keys and values, a head each, after the first ones
    const Scenario& s = *m_scenario;
    const auto columns = s.has(Mistake::ReshapeWithoutTranspose) ? reshapedColumns : headColumns;
    const MatrixPtr K = project(x, s.W_k, s.b_k), V = project(x, s.W_v, s.b_v);
    const int kvHeads = s.kvHeadCount(), count = static_cast<int>(x->rows());
    for (int kv = 0; kv < kvHeads; ++kv) {
        const auto head = static_cast<std::size_t>(kv);
        const MatrixPtr own = columns(V, kv, kvHeads);
        m_keys[head]->middleRows(first, count) =
            *turned(s, columns(K, kv, kvHeads), first, s.keyCount());
        m_values[head]->middleRows(first, count) =
            *(s.has(Mistake::RotatedValues) ? turned(s, own, first, s.keyCount()) : own);
    }
    m_remembered = first + count;
}

MatrixPtr Decoder::attention(const MatrixPtr& x, int first)
{
    // x: (count, d_model), the newest tokens  ->  (count, d_model) or (count, heads·d_v)
    const Scenario& s = *m_scenario;
    if (!s.context)
        remember(x, first);
    const auto columns = s.has(Mistake::ReshapeWithoutTranspose) ? reshapedColumns : headColumns;
    const MatrixPtr Q = project(x, s.W_q, s.b_q);
    std::vector<MatrixPtr> outputs;
    for (int h = 0; h < s.heads; ++h) {
        const int kv = kvHeadOf(s, h);
        const MatrixPtr Qh = turned(s, columns(Q, h, s.heads), first, s.tokenCount());
        outputs.push_back(
            attend(*Qh, keys(kv), values(kv), m_rules, Keep::ScoresAndWeights, first).output);
    }
    const MatrixPtr joined = concatenate(outputs);
    return s.W_o ? project(joined, *s.W_o, s.b_o) : joined;
}

Matrix Decoder::feed(int tokens)
{
    // -> (tokens, d_model) or (tokens, heads·d_v); the same story as in run.cpp, for some rows
    const Scenario& s = *m_scenario;
    const int first = m_length, count = std::clamp(tokens, 0, left());
    if (count == 0)
        return Matrix(0, s.modelWidth());
    m_length += count;
    MatrixPtr x = withPositions(s, share(s.X->middleRows(first, count)), first, s.tokenCount());
    if (!s.block)
        return *attention(x, first);
    const Block& b = *s.block;
    const auto mlp = [&](const MatrixPtr& y) {
        return project(activated(project(y, Projection{b.W_1}, b.b_1), b.activation),
                       Projection{b.W_2}, b.b_2);
    };
    if (b.placement == Placement::Pre) {
        x = sum(x, attention(normalised(x, b, b.gamma_1, b.beta_1), first));
        return *sum(x, mlp(normalised(x, b, b.gamma_2, b.beta_2)));
    }
    x = normalised(sum(x, attention(x, first)), b, b.gamma_1, b.beta_1);
    return *normalised(sum(x, mlp(x)), b, b.gamma_2, b.beta_2);
}

void Decoder::back(int tokens)
{
    m_length -= std::clamp(tokens, 0, m_length);
    if (!m_scenario->context)
        m_remembered = m_length;
}

Eigen::Ref<const Matrix> Decoder::keys(int kvHead) const
{
    return m_keys[static_cast<std::size_t>(kvHead)]->topRows(m_remembered);
}

Eigen::Ref<const Matrix> Decoder::values(int kvHead) const
{
    return m_values[static_cast<std::size_t>(kvHead)]->topRows(m_remembered);
}

std::int64_t Decoder::bytes() const
{
    std::int64_t numbers = 0;
    for (std::size_t kv = 0; kv < m_keys.size(); ++kv)
        numbers += m_remembered * (m_keys[kv]->cols() + m_values[kv]->cols());
    return numbers * static_cast<std::int64_t>(sizeof(double));
}

Matrix decodeAll(ScenarioPtr scenario, int tokens, const std::stop_token& stop)
{
    // X: (n, d_model)  ->  (n, d_model) or (n, heads·d_v)
    const int n = scenario->tokenCount();
    Decoder decoder(std::move(scenario));
    Matrix output;
    while (decoder.left() > 0) {
        if (stop.stop_requested())
            return {};
        const int first = decoder.length();
        const Matrix rows = decoder.feed(tokens);
        if (first == 0)
            output.resize(n, rows.cols());
        output.middleRows(first, rows.rows()) = rows;
    }
    return output;
}

} // namespace attention
