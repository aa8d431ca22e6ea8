// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/run.h"

#include "core/attention/heads.h"
#include "core/attention/masks.h"
#include "core/attention/projections.h"
#include "core/attention/scores.h"
#include "core/attention/softmax.h"

namespace attention {

TracePtr run(ScenarioPtr scenario, std::stop_token stop,
             const std::function<void(double)>& progress)
{
    // output = softmax( QKᵀ · scale + mask ) V for each head, side by side, times W_o
    const Scenario& s = *scenario;
    const int n = s.tokenCount();
    auto trace = std::make_shared<Trace>();
    trace->scenario = scenario;
    trace->allowed = allowedPairs(s.mask, n, n);
    const auto add = [&](StageId id, int head, const MatrixPtr& values) {
        trace->stages.push_back({id, head, values});
        return values;
    };

    const MatrixPtr X = add(StageId::Embeddings, -1, s.X);
    const MatrixPtr Q = add(StageId::Queries, -1, project(X, s.W_q, stop));
    const MatrixPtr K = add(StageId::Keys, -1, project(X, s.W_k, stop));
    const MatrixPtr V = add(StageId::Values, -1, project(X, s.W_v, stop));

    std::vector<MatrixPtr> outputs;
    for (int h = 0; h < s.heads && !stop.stop_requested(); ++h) {
        const MatrixPtr Qh = add(StageId::HeadQueries, h, headColumns(Q, h, s.heads));
        const MatrixPtr Kh = add(StageId::HeadKeys, h, headColumns(K, h, s.heads));
        const MatrixPtr Vh = add(StageId::HeadValues, h, headColumns(V, h, s.heads));

        MatrixPtr S = add(StageId::Scores, h, dotProducts(Qh, Kh, stop));
        S = add(StageId::ScaledScores, h, scaled(S, scaleFactor(s), stop));
        S = add(StageId::MaskedScores, h, masked(S, trace->allowed, s.mask.fill, stop));
        const bool zeros = s.mask.emptyRows == EmptyRows::Zeros;
        const MatrixPtr P = add(StageId::Weights, h, softmaxRows(S, trace->allowed, zeros, stop));
        outputs.push_back(add(StageId::HeadOutput, h, weightedSum(P, Vh, stop)));
        if (progress)
            progress((h + 1.0) / s.heads);
    }
    if (stop.stop_requested())
        return nullptr;

    const MatrixPtr joined = add(StageId::Concatenated, -1, concatenate(outputs));
    add(StageId::Output, -1, s.W_o ? project(joined, *s.W_o, stop) : joined);
    return stop.stop_requested() ? nullptr : trace;
}

} // namespace attention
