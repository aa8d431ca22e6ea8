// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/explain.h"

#include "core/explain/explainers.h"
#include "core/text/number.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace attention {

namespace {

struct Row {
    StageId id;
    Explainer explain;
};

// One row a stage, in the order of StageId.
constexpr std::array<Row, 31> table = {{
    {StageId::Embeddings, explainGiven},
    {StageId::Context, explainGiven},
    {StageId::PositionEncoding, explainPositionEncoding},
    {StageId::Input, explainInput},
    {StageId::ContextPositionEncoding, explainPositionEncoding},
    {StageId::ContextInput, explainInput},
    {StageId::Queries, explainProjected},
    {StageId::Keys, explainProjected},
    {StageId::Values, explainProjected},
    {StageId::HeadQueries, explainHeadColumns},
    {StageId::HeadKeys, explainHeadColumns},
    {StageId::HeadValues, explainHeadColumns},
    {StageId::RotatedQueries, explainRotated},
    {StageId::RotatedKeys, explainRotated},
    {StageId::RotatedValues, explainRotated},
    {StageId::Scores, explainScores},
    {StageId::ScaledScores, explainScores},
    {StageId::CappedScores, explainScores},
    {StageId::MaskedScores, explainScores},
    {StageId::Weights, explainWeights},
    {StageId::HeadOutput, explainHeadOutput},
    {StageId::Concatenated, explainConcatenated},
    {StageId::Output, explainOutput},
    {StageId::Norm1, explainNorm},
    {StageId::Residual1, explainResidual},
    {StageId::Norm2, explainNorm},
    {StageId::MlpHidden, explainMlpHidden},
    {StageId::MlpOutput, explainMlpOutput},
    {StageId::Residual2, explainResidual},
    {StageId::BlockOutput, explainBlockOutput},
    {StageId::Probabilities, explainProbabilities},
}};

constexpr bool inOrder()
{
    for (std::size_t i = 0; i < table.size(); ++i)
        if (table[i].id != static_cast<StageId>(i))
            return false;
    return table.back().id == StageId::Probabilities;
}
static_assert(inOrder());

bool isNan(const Operand& o)
{
    return std::isnan(o.value);
}

bool isInfinite(const Operand& o)
{
    return std::isinf(o.value);
}

// Why a step has no ordinary number for a result, where it is this step that lost it.
std::optional<Message> reasonForNonFinite(const ExplainStep& s)
{
    if (std::isfinite(s.result) || s.operation == Operation::Fill)
        return {};
    const auto any = [&](bool (*is)(const Operand&)) {
        return std::any_of(s.operands.begin(), s.operands.end(), is);
    };
    if (any(isNan))
        return Message{"A number that goes in is NaN (not a number), so the result is NaN too: ask "
                       "the cell that it comes from.",
                       {}};
    if (s.operation == Operation::Largest && any(isInfinite))
        return Message{"The largest score is infinite, and ∞ − ∞ has no answer: the result is NaN "
                       "(not a number).",
                       {}};
    if (std::isnan(s.result) && any(isInfinite))
        return Message{"∞ − ∞, ∞ / ∞ and 0 · ∞ have no answer: the result is NaN (not a number).",
                       {}};
    if (std::isnan(s.result))
        return Message{"0 / 0 has no answer: the result is NaN (not a number).", {}};
    if (!any(isInfinite))
        return Message{"%1 is past the largest number that a computer holds (1.8e308), so ∞ stands "
                       "in its place.",
                       {english(s.name)}};
    return {}; // an ∞ that went in comes out
}

// The first steps that lost the ordinary numbers: one that made an ∞ of them, one that made a NaN.
void addReasons(Explanation& e)
{
    for (const ExplainStep& s : e.plain.empty() ? e.computer : e.plain) {
        const std::optional<Message> reason = reasonForNonFinite(s);
        if (!reason)
            continue;
        e.notes.push_back(*reason);
        if (std::isnan(s.result) || s.operation == Operation::Largest)
            return;
    }
}

} // namespace

Operand explainSource(Explanation& e, const AskedCell& cell)
{
    if (cell.id == StageId::Embeddings || cell.id == StageId::Context)
        return {cell.value};
    Explanation source;
    table[static_cast<std::size_t>(cell.id)].explain(source, cell);
    const int before = static_cast<int>(e.plain.size());
    for (ExplainStep& step : source.plain) {
        for (Operand& operand : step.operands)
            if (operand.step >= 0)
                operand.step += before;
        e.plain.push_back(std::move(step));
    }
    e.notes.insert(e.notes.end(), source.notes.begin(), source.notes.end());
    return {cell.value, OperandRole::Plain,
            source.plain.empty() ? -1 : static_cast<int>(e.plain.size()) - 1};
}

Explanation explain(const Trace& trace, const Stage& stage, int row, int column)
{
    Explanation e;
    e.value = numberAt(trace, stage, row, column);
    e.title =
        std::string(stageInfo(stage.id).title) +
        (stage.head >= 0 && trace.scenario->heads > 1 ? ", head " + std::to_string(stage.head + 1)
                                                      : "") +
        " [" + rowLabels(trace, stage)[static_cast<std::size_t>(row)] + ", " +
        columnLabels(trace, stage)[static_cast<std::size_t>(column)] + "]";
    table[static_cast<std::size_t>(stage.id)].explain(
        e, {trace, stage.id, stage.head, row, column, e.value});
    addReasons(e);
    return e;
}

Explanation explainMeanWeight(const Trace& trace, int row, int column)
{
    const Stage& first = *find(trace, StageId::Weights, 0);
    std::vector<Operand> weights;
    for (int head = 0; head < trace.scenario->heads; ++head)
        weights.push_back(
            {(*find(trace, StageId::Weights, head)->values)(row, column), OperandRole::Weight});
    Explanation e;
    e.title = "mean of the heads' weights [" +
              rowLabels(trace, first)[static_cast<std::size_t>(row)] + ", " +
              columnLabels(trace, first)[static_cast<std::size_t>(column)] + "]";
    Steps steps(e.plain);
    e.value = steps.add("mean of the heads", Operation::Mean, std::move(weights)).value;
    e.notes.push_back(
        {"This is a mean to look at: no head mixes values with it, each uses its own weights.",
         {}});
    addReasons(e);
    return e;
}

std::string explanationText(const Explanation& e, int decimals)
{
    std::string text = e.title + " = " + forFigure(e.value, decimals) + "\n";
    const auto lines = [&](const std::vector<ExplainStep>& steps) {
        for (const ExplainStep& s : steps)
            text +=
                english(s.name) + (s.nameIsLeftSide ? " = " : ":  ") + stepText(s, decimals) + "\n";
    };
    lines(e.plain);
    if (!e.exact.empty())
        text += "exactly:  " + e.exact + "\n";
    if (!e.computer.empty()) {
        text += "as the computer does it:\n";
        lines(e.computer);
    }
    for (const Message& note : e.notes)
        text += english(note) + "\n";
    return text;
}

} // namespace attention
