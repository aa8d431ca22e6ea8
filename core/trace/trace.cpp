// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/trace.h"

namespace attention {

namespace {

std::vector<std::string> numbersFromOne(Eigen::Index count)
{
    std::vector<std::string> labels;
    labels.reserve(static_cast<std::size_t>(count));
    for (Eigen::Index i = 1; i <= count; ++i)
        labels.push_back(std::to_string(i));
    return labels;
}

// Whether the columns of a stage are still the columns of X, so that they mean what those mean.
bool columnsOfX(const Scenario& s, StageId id)
{
    switch (id) {
    case StageId::Embeddings:
        return true;
    case StageId::Queries:
    case StageId::HeadQueries:
        return s.W_q.isIdentity();
    case StageId::Keys:
    case StageId::HeadKeys:
        return s.W_k.isIdentity();
    case StageId::Values:
    case StageId::HeadValues:
    case StageId::HeadOutput:
    case StageId::Concatenated:
        return s.W_v.isIdentity();
    case StageId::Output:
        return s.W_v.isIdentity() && (!s.W_o || s.W_o->isIdentity());
    default:
        return false;
    }
}

std::vector<std::string> labelsAlong(const Trace& trace, const Stage& stage, Axis axis,
                                     Eigen::Index count)
{
    const Scenario& s = *trace.scenario;
    if (axis != Axis::Feature)
        return s.tokens;
    if (s.columns.empty() || !columnsOfX(s, stage.id))
        return numbersFromOne(count);
    const auto first = s.columns.begin() + (stage.head < 0 ? 0 : stage.head * count);
    return {first, first + count};
}

} // namespace

const Stage* find(const Trace& trace, StageId id, int head)
{
    for (const Stage& stage : trace.stages)
        if (stage.id == id && stage.head == head)
            return &stage;
    return nullptr;
}

bool isBlocked(const Trace& trace, const Stage& stage, int row, int column)
{
    return (stage.id == StageId::MaskedScores || stage.id == StageId::Weights) &&
           !trace.isAllowed(row, column);
}

std::string formula(const Trace& trace, const Stage& stage)
{
    const Scenario& s = *trace.scenario;
    const bool identity = (stage.id == StageId::Queries && s.W_q.isIdentity()) ||
                          (stage.id == StageId::Keys && s.W_k.isIdentity()) ||
                          (stage.id == StageId::Values && s.W_v.isIdentity());
    if (identity)
        return "X";
    if (stage.id == StageId::Output && !s.W_o)
        return "concatenated";
    if (stage.id == StageId::ScaledScores && s.scale.kind == ScaleKind::None)
        return "S, not scaled";
    if (stage.id == StageId::MaskedScores && !trace.allowed)
        return "the scaled scores, no mask";
    return std::string(stageInfo(stage.id).formula);
}

std::vector<std::string> rowLabels(const Trace& trace, const Stage& stage)
{
    return labelsAlong(trace, stage, stageInfo(stage.id).rows, stage.values->rows());
}

std::vector<std::string> columnLabels(const Trace& trace, const Stage& stage)
{
    return labelsAlong(trace, stage, stageInfo(stage.id).columns, stage.values->cols());
}

} // namespace attention
