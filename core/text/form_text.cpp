// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/form_text.h"

#include "core/attention/kept.h"
#include "core/attention/mistakes.h"
#include "core/attention/positions.h"
#include "core/text/cells.h"
#include "core/text/number.h"
#include "core/text/utf8.h"

#include <algorithm>

namespace attention {

namespace {

std::string padded(const std::string& text, std::size_t width)
{
    const std::size_t length = codePoints(text);
    return std::string(length < width ? width - length : 0, ' ') + text;
}

std::string scaleText(const Scenario& s)
{
    const std::string factor = forPeople(scaleFactor(s), 3);
    std::string text = "scale 1/√" + std::to_string(headWidth(s)) + " = " + factor;
    if (s.has(Mistake::ScaleBySqrtDModel))
        text = "scale 1/√d_model = " + factor;
    else if (s.scale.kind == ScaleKind::None)
        text = "no scaling";
    else if (s.scale.kind == ScaleKind::Custom)
        text = "scale " + factor;
    return s.softcap ? text + ", soft-cap " + forPeople(*s.softcap, 3) : text;
}

std::string maskText(const Mask& mask)
{
    std::string parts;
    const auto add = [&](bool there, const std::string& name) {
        if (there)
            parts += (parts.empty() ? "" : " + ") + name;
    };
    add(mask.causal, "causal");
    add(mask.window.has_value(), "window " + std::to_string(mask.window.value_or(0)));
    add(!mask.padding.empty(), "padding");
    add(mask.allowed != nullptr, "allowed pairs");
    const std::string bias = mask.bias ? ", bias" : "";
    if (parts.empty())
        return "no mask" + bias;
    const std::string corner = mask.alignment == Alignment::TopLeft ? ", aligned top left" : "";
    const std::string zeros = mask.emptyRows == EmptyRows::Zeros ? ", empty rows zero" : "";
    return "mask " + parts + ", fill " + forPeople(mask.fill, 3) + corner + zeros + bias;
}

// What the scenario is, in one line.
std::string summary(const Scenario& s)
{
    std::string text =
        std::to_string(s.tokenCount()) + " × " + std::to_string(s.modelWidth()) + " embeddings, ";
    if (s.context)
        text +=
            std::to_string(s.keyCount()) + " × " + std::to_string(s.contextWidth()) + " context, ";
    text += "heads: " + std::to_string(s.heads);
    if (s.kvHeadCount() != s.heads)
        text += ", key/value heads: " + std::to_string(s.kvHeadCount());
    text += ", " + scaleText(s) + ", " + maskText(s.mask);
    if (s.positions.kind != PositionKind::None)
        text +=
            ", " + std::string(positionSchemes()[static_cast<std::size_t>(s.positions.kind)].title);
    if (s.block)
        text += std::string(s.block->placement == Placement::Pre ? ", pre" : ", post") +
                (s.block->norm == Norm::LayerNorm ? "-LN block" : "-RMSNorm block");
    return text;
}

// "mistake: mask after the softmax; blocked weights are set to 0 …", a line each.
std::string mistakeLines(const Scenario& s)
{
    std::string text;
    for (const Mistake mistake : s.mistakes) {
        const MistakeInfo& info = mistakeInfo(mistake);
        text += "mistake: " + std::string(info.title) + ": " + std::string(info.breaks) + "\n";
    }
    return text;
}

std::string readoutLines(const Trace& trace)
{
    const Readout& readout = *trace.scenario->readout;
    const Prediction read = prediction(trace);
    std::string text = "\n";
    for (std::size_t i = 0; i < read.predicted.size(); ++i) {
        const int label = read.predicted[i];
        text += "   " + visibleLabel(trace.scenario->tokens[i]) + " predicts ";
        text += label < 0 ? std::string("nothing: a number is missing")
                : readout.labels.empty()
                    ? "column " + std::to_string(label + 1)
                    : visibleLabel(readout.labels[static_cast<std::size_t>(label)]);
        text += "\n";
    }
    if (read.loss)
        text +=
            "   loss " + cellText(*read.loss) + ", perplexity " + cellText(*read.perplexity) + "\n";
    return text;
}

// "11. weights  P = softmax of each row  (3, 3)  d_k = 2  head 1 of 2 (--head 0)"
std::string heading(const Trace& trace, const Stage& stage, std::size_t number)
{
    const Scenario& s = *trace.scenario;
    const StageInfo& info = stageInfo(stage.id);
    std::string text =
        std::to_string(number) + ". " + std::string(info.title) + "  " + std::string(info.symbol);
    if (const std::string how = formula(trace, stage); how != info.symbol)
        text += " = " + how;
    text += "  " + dimensions(trace, stage) + "  d_k = " + std::to_string(headWidth(s));
    if (const std::string head = headText(trace, stage); !head.empty())
        text += "  " + head + " (--head " + std::to_string(stage.head) + ")";
    return text + "\n";
}

std::string rowsOf(const Trace& trace, const Stage& stage)
{
    const MatrixPtr whole = wholeOf(trace, stage);
    const Matrix& m = *whole;
    const auto rows = static_cast<std::size_t>(m.rows()),
               columns = static_cast<std::size_t>(m.cols());
    std::vector<std::string> left = rowLabels(trace, stage), top = columnLabels(trace, stage);
    std::transform(left.begin(), left.end(), left.begin(), visibleLabel);
    std::transform(top.begin(), top.end(), top.begin(), visibleLabel);

    std::vector<std::string> cells(rows * columns);
    std::vector<std::size_t> widths(columns);
    std::size_t leftWidth = 0;
    for (std::size_t j = 0; j < columns; ++j)
        widths[j] = codePoints(top[j]);
    for (std::size_t i = 0; i < rows; ++i) {
        leftWidth = std::max(leftWidth, codePoints(left[i]));
        for (std::size_t j = 0; j < columns; ++j) {
            const auto row = static_cast<Eigen::Index>(i), column = static_cast<Eigen::Index>(j);
            std::string& text = cells[i * columns + j];
            text = saysBlocked(trace, stage, row, column) ? "blocked" : cellText(m(row, column));
            widths[j] = std::max(widths[j], codePoints(text));
        }
    }

    std::string text = "   " + std::string(leftWidth, ' ');
    for (std::size_t j = 0; j < columns; ++j)
        text += "  " + padded(top[j], widths[j]);
    text += "\n";
    for (std::size_t i = 0; i < rows; ++i) {
        text += "   " + padded(left[i], leftWidth);
        for (std::size_t j = 0; j < columns; ++j)
            text += "  " + padded(cells[i * columns + j], widths[j]);
        text += "\n";
    }
    return text;
}

} // namespace

std::string writeText(const Trace& trace, const StageFilter& filter)
{
    const Scenario& s = *trace.scenario;
    std::string text;
    if (!s.title.empty())
        text += printable(s.title) + "\n";
    text += summary(s) + "\n" + mistakeLines(s);
    for (std::size_t i = 0; i < trace.stages.size(); ++i)
        if (keeps(filter, trace.stages[i]))
            text += "\n" + heading(trace, trace.stages[i], i + 1) + rowsOf(trace, trace.stages[i]);
    if (s.readout && keeps(filter, trace.stages.back()))
        text += readoutLines(trace);
    return text;
}

} // namespace attention
