// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/trace.h"

#include "core/attention/positions.h"

#include <cmath>

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

// The column of X that a column of the stage still is, so that it means what that means; -1 when it
// is none.
int columnOfX(const Scenario& s, const Stage& stage, int column)
{
    const bool reshaped = s.has(Mistake::ReshapeWithoutTranspose) && s.heads > 1;
    const auto ofHead = [&](bool identity, int head, int width) {
        return identity && !reshaped ? head * width + column : -1;
    };
    const bool ownKeys = s.W_k.isIdentity() && !s.context;
    const bool ownValues = s.W_v.isIdentity() && !s.context;
    const bool turnedValues =
        s.positions.kind == PositionKind::Rope && s.has(Mistake::RotatedValues);
    const int d_v = valueWidth(s);
    switch (stage.id) {
    case StageId::Embeddings:
    case StageId::PositionEncoding:
    case StageId::Input:
    case StageId::Norm1:
    case StageId::Residual1:
    case StageId::Norm2:
    case StageId::MlpOutput:
    case StageId::Residual2:
    case StageId::BlockOutput:
        return column;
    case StageId::Queries:
        return s.W_q.isIdentity() ? column : -1;
    case StageId::Keys:
        return ownKeys ? column : -1;
    case StageId::Values:
        return ownValues ? column : -1;
    case StageId::HeadQueries:
        return ofHead(s.W_q.isIdentity(), stage.head, headWidth(s));
    case StageId::HeadKeys:
        return ofHead(ownKeys, kvHeadOf(s, stage.head), headWidth(s));
    case StageId::HeadValues:
        return ofHead(ownValues, kvHeadOf(s, stage.head), d_v);
    case StageId::HeadOutput:
        return ofHead(ownValues && !turnedValues, kvHeadOf(s, stage.head), d_v);
    case StageId::Output:
        if (s.W_o && !s.W_o->isIdentity())
            return -1;
        [[fallthrough]];
    case StageId::Concatenated:
        if (!ownValues || turnedValues || reshaped)
            return -1;
        return kvHeadOf(s, column / d_v) * d_v + column % d_v;
    default:
        return -1;
    }
}

std::vector<std::string> featureLabels(const Scenario& s, const Stage& stage)
{
    std::vector<std::string> labels;
    const Eigen::Index count = stage.values->cols(); // features are always kept
    for (int column = 0; column < count; ++column) {
        const int ofX = s.columns.empty() ? -1 : columnOfX(s, stage, column);
        if (ofX < 0)
            return numbersFromOne(count);
        labels.push_back(s.columns[static_cast<std::size_t>(ofX)]);
    }
    return labels;
}

std::vector<std::string> labelsAlong(const Trace& trace, const Stage& stage, Axis axis,
                                     Eigen::Index count)
{
    const Scenario& s = *trace.scenario;
    switch (axis) {
    case Axis::Query:
        return s.tokens;
    case Axis::Key:
        return s.keyTokens();
    case Axis::Token:
        return stage.id == StageId::Context || stage.id == StageId::ContextPositionEncoding ||
                       stage.id == StageId::ContextInput
                   ? s.keyTokens()
                   : s.tokens;
    case Axis::Label:
        if (!s.readout->labels.empty())
            return s.readout->labels;
        break;
    case Axis::Feature:
        return featureLabels(s, stage);
    case Axis::Hidden:
        break;
    }
    return numbersFromOne(count);
}

// The stage that W_q multiplies, or W_k and W_v, by its symbol.
std::string_view symbolOfSource(const Scenario& s, bool ofKeys)
{
    const bool added = addsPositions(s.positions);
    if (ofKeys && s.context)
        return stageInfo(added ? StageId::ContextInput : StageId::Context).symbol;
    if (s.block && s.block->placement == Placement::Pre)
        return stageInfo(StageId::Norm1).symbol;
    return stageInfo(added ? StageId::Input : StageId::Embeddings).symbol;
}

std::string product(std::string_view source, const Projection& W, std::string_view name,
                    const MatrixPtr& b, std::string_view bias)
{
    std::string text(source);
    if (!W.isIdentity())
        text += " · " + std::string(name);
    if (b)
        text += " + " + std::string(bias);
    return text;
}

std::string maskedFormula(const Trace& trace)
{
    const Scenario& s = *trace.scenario;
    std::string text = s.softcap ? "the capped scores" : "the scaled scores";
    if (s.mask.bias)
        text += " + bias";
    if (!trace.allowed)
        return text + ", no mask";
    if (s.has(Mistake::MaskAfterSoftmax))
        return text + ", not masked yet";
    if (s.softcap || s.mask.bias)
        return text + " where allowed, else the fill";
    return std::string(stageInfo(StageId::MaskedScores).formula);
}

std::string normFormula(const Block& block, std::string_view source)
{
    return (block.norm == Norm::LayerNorm ? "LayerNorm(" : "RMSNorm(") + std::string(source) + ")";
}

std::string_view activationName(Activation activation)
{
    switch (activation) {
    case Activation::Relu:
        return "ReLU";
    case Activation::Silu:
        return "SiLU";
    default:
        return "GELU";
    }
}

} // namespace

const Stage* find(const Trace& trace, StageId id, int head)
{
    for (const Stage& stage : trace.stages)
        if (stage.id == id && stage.head == head)
            return &stage;
    return nullptr;
}

const Stage& lastStage(const Trace& trace)
{
    const Stage& last = trace.stages.back();
    return last.id == StageId::Probabilities ? trace.stages[trace.stages.size() - 2] : last;
}

int predictedBy(const Trace& trace, int row)
{
    const Matrix& p = *trace.stages.back().values;
    Eigen::Index largest = -1;
    if (!p.row(row).hasNaN())
        p.row(row).maxCoeff(&largest); // the first of equals
    return static_cast<int>(largest);
}

Prediction prediction(const Trace& trace)
{
    const Matrix& p = *trace.stages.back().values;
    const std::vector<int>& targets = trace.scenario->readout->targets;
    Prediction result;
    double sum = 0;
    int count = 0;
    for (Eigen::Index i = 0; i < p.rows(); ++i) {
        result.predicted.push_back(predictedBy(trace, static_cast<int>(i)));
        const int target = targets.empty() ? -1 : targets[static_cast<std::size_t>(i)];
        if (target < 0)
            continue;
        sum -= std::log(p(i, target));
        ++count;
    }
    if (count > 0) {
        result.loss = sum / count + 0.0; // no -0
        result.perplexity = std::exp(*result.loss);
    }
    return result;
}

MatrixPtr meanWeights(const Trace& trace)
{
    const int heads = trace.scenario->heads;
    const MatrixPtr& first = find(trace, StageId::Weights, 0)->values;
    if (heads == 1)
        return first;
    Matrix mean = *first;
    for (int head = 1; head < heads; ++head)
        mean += *find(trace, StageId::Weights, head)->values;
    mean /= heads;
    return share(std::move(mean));
}

std::pair<Eigen::Index, Eigen::Index> shapeOf(const Trace& trace, const Stage& stage)
{
    if (stage.values)
        return {stage.values->rows(), stage.values->cols()};
    return {trace.scenario->tokenCount(), trace.scenario->keyCount()};
}

const BoolMatrix* allowedIn(const Trace& trace, const Stage& stage)
{
    const bool masked =
        stage.id == StageId::MaskedScores && !trace.scenario->has(Mistake::MaskAfterSoftmax);
    return masked || stage.id == StageId::Weights ? trace.allowed.get() : nullptr;
}

bool isBlocked(const Trace& trace, const Stage& stage, int row, int column)
{
    const BoolMatrix* const allowed = allowedIn(trace, stage);
    return allowed && !(*allowed)(row, column);
}

std::string formula(const Trace& trace, const Stage& stage)
{
    const Scenario& s = *trace.scenario;
    const bool pre = s.block && s.block->placement == Placement::Pre;
    const std::string_view x =
        stageInfo(addsPositions(s.positions) ? StageId::Input : StageId::Embeddings).symbol;
    switch (stage.id) {
    case StageId::Queries:
        return product(symbolOfSource(s, false), s.W_q, "W_q", s.b_q, "b_q");
    case StageId::Keys:
        return product(symbolOfSource(s, true), s.W_k, "W_k", s.b_k, "b_k");
    case StageId::Values:
        return product(symbolOfSource(s, true), s.W_v, "W_v", s.b_v, "b_v");
    case StageId::HeadQueries:
    case StageId::HeadKeys:
    case StageId::HeadValues:
        if (s.has(Mistake::ReshapeWithoutTranspose) && s.heads > 1)
            return "rows reshaped, not transposed";
        break;
    case StageId::ScaledScores:
        if (s.has(Mistake::ScaleBySqrtDModel))
            return "S / √d_model";
        if (s.scale.kind == ScaleKind::None)
            return "S, not scaled";
        break;
    case StageId::MaskedScores:
        return maskedFormula(trace);
    case StageId::Weights:
        if (s.has(Mistake::SoftmaxOverQueries))
            return "softmax of each column";
        if (s.has(Mistake::MaskAfterSoftmax))
            return "softmax of each row, then 0 where blocked";
        break;
    case StageId::HeadOutput:
        if (find(trace, StageId::RotatedValues, stage.head))
            return "P · RVₕ";
        break;
    case StageId::Output:
        if (!s.W_o)
            return "concatenated";
        return product("concatenated", *s.W_o, "W_o", s.b_o, "b_o");
    case StageId::Norm1:
        return normFormula(*s.block, pre ? x : stageInfo(StageId::Residual1).symbol);
    case StageId::Residual1:
        return std::string(x) + " + O";
    case StageId::Norm2:
        return normFormula(*s.block, pre ? "R₁" : "R₂");
    case StageId::MlpHidden:
        return std::string(activationName(s.block->activation)) + "(" +
               product(pre ? "N₂" : "N₁", Projection{s.block->W_1}, "W_1", s.block->b_1, "b_1") +
               ")";
    case StageId::MlpOutput:
        return product("H", Projection{s.block->W_2}, "W_2", s.block->b_2, "b_2");
    case StageId::Residual2:
        return pre ? "R₁ + M" : "N₁ + M";
    case StageId::BlockOutput:
        return pre ? "R₂" : "N₂";
    case StageId::Probabilities:
        return (s.readout->logits ? "softmax of each row of " : "") +
               std::string(stageInfo(lastStage(trace).id).symbol);
    default:
        break;
    }
    return std::string(stageInfo(stage.id).formula);
}

std::vector<std::string> rowLabels(const Trace& trace, const Stage& stage)
{
    return labelsAlong(trace, stage, stageInfo(stage.id).rows, shapeOf(trace, stage).first);
}

std::vector<std::string> columnLabels(const Trace& trace, const Stage& stage)
{
    return labelsAlong(trace, stage, stageInfo(stage.id).columns, shapeOf(trace, stage).second);
}

} // namespace attention
