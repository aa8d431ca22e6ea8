// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/run.h"

#include "core/attention/block.h"
#include "core/attention/heads.h"
#include "core/attention/masks.h"
#include "core/attention/positions.h"
#include "core/attention/projections.h"
#include "core/attention/softmax.h"
#include "core/scenario/problems.h"

namespace attention {

namespace {

// One run: the scenario, and the trace as far as it has come.
class Run {
public:
    Run(ScenarioPtr scenario, Keep keep, std::stop_token stop,
        const std::function<void(double)>& progress)
        : s(*scenario)
        , m_keep(keep)
        , m_stop(std::move(stop))
        , m_progress(progress)
    {
        m_trace->allowed = allowedPairs(s.mask, s.tokenCount(), s.keyCount(), m_stop);
        m_trace->scenario = std::move(scenario);
    }

    TracePtr trace();

private:
    MatrixPtr add(StageId id, MatrixPtr values, int head = -1)
    {
        m_trace->stages.push_back({id, head, std::move(values)});
        return m_trace->stages.back().values;
    }
    MatrixPtr withPositions(const MatrixPtr& X, StageId encoding, StageId input);
    MatrixPtr attention(const MatrixPtr& x, const MatrixPtr& context);
    MatrixPtr head(int h, const MatrixPtr& Q);
    void splitKeys(const MatrixPtr& K, const MatrixPtr& V);
    MatrixPtr columns(const MatrixPtr& M, int head, int heads) const;
    MatrixPtr turned(const MatrixPtr& M) const;
    MatrixPtr norm(int which, const MatrixPtr& x);
    MatrixPtr mlp(const MatrixPtr& x);

    const Scenario& s;
    Keep m_keep;
    std::stop_token m_stop;
    const std::function<void(double)>& m_progress;
    std::shared_ptr<Trace> m_trace = std::make_shared<Trace>();
    // Of each key/value head, shared by the query heads of its group.
    std::vector<MatrixPtr> m_keys, m_values, m_turnedKeys, m_turnedValues;
};

// X: (n, d)  ->  X + the rows of its positions: (n, d)
MatrixPtr Run::withPositions(const MatrixPtr& X, StageId encoding, StageId input)
{
    if (!addsPositions(s.positions))
        return X;
    const std::vector<std::int64_t> ids = positionIds(s, static_cast<int>(X->rows()));
    const MatrixPtr P =
        add(encoding, share(addedPositions(s.positions, ids, static_cast<int>(X->cols()))));
    return add(input, sum(X, P));
}

MatrixPtr Run::columns(const MatrixPtr& M, int head, int heads) const
{
    // M: (n, heads·d)  ->  (n, d)
    return s.has(Mistake::ReshapeWithoutTranspose) ? reshapedColumns(M, head, heads)
                                                   : headColumns(M, head, heads);
}

MatrixPtr Run::turned(const MatrixPtr& M) const
{
    // M: (n, d)  ->  (n, d)
    return rotated(M, s.positions, positionIds(s, static_cast<int>(M->rows())));
}

void Run::splitKeys(const MatrixPtr& K, const MatrixPtr& V)
{
    // K: (m, kv_heads·d_k)  V: (m, kv_heads·d_v)  ->  kv_heads times (m, d_k) and (m, d_v)
    for (int kv = 0; kv < s.kvHeadCount(); ++kv) {
        m_keys.push_back(columns(K, kv, s.kvHeadCount()));
        m_values.push_back(columns(V, kv, s.kvHeadCount()));
        if (s.positions.kind == PositionKind::Rope)
            m_turnedKeys.push_back(turned(m_keys.back()));
        if (s.positions.kind == PositionKind::Rope && s.has(Mistake::RotatedValues))
            m_turnedValues.push_back(turned(m_values.back()));
    }
}

// softmax( QKᵀ · scale + mask ) V of one head
MatrixPtr Run::head(int h, const MatrixPtr& Q)
{
    // Q: (n, heads·d_k)  ->  (n, d_v)
    const auto kv = static_cast<std::size_t>(kvHeadOf(s, h));
    MatrixPtr Qh = add(StageId::HeadQueries, columns(Q, h, s.heads), h);
    MatrixPtr Kh = add(StageId::HeadKeys, m_keys[kv], h);
    MatrixPtr Vh = add(StageId::HeadValues, m_values[kv], h);
    if (!m_turnedKeys.empty()) {
        Qh = add(StageId::RotatedQueries, turned(Qh), h);
        Kh = add(StageId::RotatedKeys, m_turnedKeys[kv], h);
    }
    if (!m_turnedValues.empty())
        Vh = add(StageId::RotatedValues, m_turnedValues[kv], h);
    const ScoreRules rules(s, s.tokenCount(), s.keyCount(), m_trace->allowed);
    const HeadStages stages = attend(*Qh, *Kh, *Vh, rules, m_keep, 0, m_stop);
    // What changes nothing is the stage before; what is not kept is null.
    MatrixPtr S = add(StageId::Scores, stages.scores, h);
    S = add(StageId::ScaledScores, rules.scales() ? stages.scaled : S, h);
    if (s.softcap)
        S = add(StageId::CappedScores, stages.capped, h);
    add(StageId::MaskedScores, rules.masks() ? stages.masked : S, h);
    add(StageId::Weights, stages.weights, h);
    return add(StageId::HeadOutput, stages.output, h);
}

// The heads side by side, times W_o
MatrixPtr Run::attention(const MatrixPtr& x, const MatrixPtr& context)
{
    // x: (n, d_model)  context: (m, d_context)  ->  (n, d_model), or (n, heads·d_v) without W_o
    const MatrixPtr Q = add(StageId::Queries, project(x, s.W_q, s.b_q, m_stop));
    const MatrixPtr K = add(StageId::Keys, project(context, s.W_k, s.b_k, m_stop));
    const MatrixPtr V = add(StageId::Values, project(context, s.W_v, s.b_v, m_stop));
    splitKeys(K, V);
    std::vector<MatrixPtr> outputs;
    for (int h = 0; h < s.heads && !m_stop.stop_requested(); ++h) {
        outputs.push_back(head(h, Q));
        if (m_progress)
            m_progress((h + 1.0) / s.heads);
    }
    if (m_stop.stop_requested())
        return x; // whatever: nobody will see it
    const MatrixPtr joined = add(StageId::Concatenated, concatenate(outputs));
    return add(StageId::Output, s.W_o ? project(joined, *s.W_o, s.b_o, m_stop) : joined);
}

MatrixPtr Run::norm(int which, const MatrixPtr& x)
{
    // x: (n, d_model)  ->  (n, d_model)
    const Block& b = *s.block;
    return which == 1 ? add(StageId::Norm1, normalised(x, b, b.gamma_1, b.beta_1))
                      : add(StageId::Norm2, normalised(x, b, b.gamma_2, b.beta_2));
}

MatrixPtr Run::mlp(const MatrixPtr& x)
{
    // x: (n, d_model)  ->  activation(x·W_1 + b_1)·W_2 + b_2: (n, d_model)
    const Block& b = *s.block;
    const MatrixPtr before = project(x, Projection{b.W_1}, b.b_1, m_stop);
    const MatrixPtr hidden = add(StageId::MlpHidden, activated(before, b.activation));
    return add(StageId::MlpOutput, project(hidden, Projection{b.W_2}, b.b_2, m_stop));
}

TracePtr Run::trace()
{
    MatrixPtr x = add(StageId::Embeddings, s.X);
    MatrixPtr context = s.context ? add(StageId::Context, s.context->X) : nullptr;
    x = withPositions(x, StageId::PositionEncoding, StageId::Input);
    if (context)
        context = withPositions(context, StageId::ContextPositionEncoding, StageId::ContextInput);

    if (!s.block) {
        x = attention(x, context ? context : x);
    } else if (s.block->placement == Placement::Pre) {
        // x = x + attn(norm(x)); x = x + mlp(norm(x))
        const MatrixPtr y = norm(1, x);
        x = add(StageId::Residual1, sum(x, attention(y, context ? context : y)));
        x = add(StageId::Residual2, sum(x, mlp(norm(2, x))));
        add(StageId::BlockOutput, x);
    } else {
        // x = norm(x + attn(x)); x = norm(x + mlp(x))
        x = norm(1, add(StageId::Residual1, sum(x, attention(x, context ? context : x))));
        x = norm(2, add(StageId::Residual2, sum(x, mlp(x))));
        add(StageId::BlockOutput, x);
    }
    if (s.readout)
        add(StageId::Probabilities, s.readout->logits ? softmaxRows(x) : x);
    return m_stop.stop_requested() ? nullptr : m_trace;
}

} // namespace

TracePtr run(ScenarioPtr scenario, std::stop_token stop,
             const std::function<void(double)>& progress)
{
    const Keep keep = keepsEveryStage(*scenario) ? Keep::Everything : Keep::ScoresAndWeights;
    return run(std::move(scenario), keep, std::move(stop), progress);
}

TracePtr run(ScenarioPtr scenario, Keep keep, std::stop_token stop,
             const std::function<void(double)>& progress)
{
    return Run(std::move(scenario), keep, std::move(stop), progress).trace();
}

} // namespace attention
