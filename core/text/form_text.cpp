// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/form_text.h"

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
    if (s.scale.kind == ScaleKind::None)
        return "no scaling";
    if (s.scale.kind == ScaleKind::Custom)
        return "scale " + factor;
    return "scale 1/√" + std::to_string(headWidth(s)) + " = " + factor;
}

std::string maskText(const Mask& mask)
{
    std::string parts;
    const auto add = [&](bool there, const char* name) {
        if (there)
            parts += (parts.empty() ? "" : " + ") + std::string(name);
    };
    add(mask.causal, "causal");
    add(!mask.padding.empty(), "padding");
    add(mask.allowed != nullptr, "allowed pairs");
    if (parts.empty())
        return "no mask";
    const std::string zeros = mask.emptyRows == EmptyRows::Zeros ? ", empty rows zero" : "";
    return "mask " + parts + ", fill " + forPeople(mask.fill, 3) + zeros;
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
    text += "  " + dimensions(*stage.values) + "  d_k = " + std::to_string(headWidth(s));
    if (const std::string head = headText(trace, stage); !head.empty())
        text += "  " + head + " (--head " + std::to_string(stage.head) + ")";
    return text + "\n";
}

std::string rowsOf(const Trace& trace, const Stage& stage)
{
    const Matrix& m = *stage.values;
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
    text += std::to_string(s.tokenCount()) + " × " + std::to_string(s.modelWidth()) +
            " embeddings, heads: " + std::to_string(s.heads) + ", " + scaleText(s) + ", " +
            maskText(s.mask) + "\n";
    for (std::size_t i = 0; i < trace.stages.size(); ++i)
        if (keeps(filter, trace.stages[i]))
            text += "\n" + heading(trace, trace.stages[i], i + 1) + rowsOf(trace, trace.stages[i]);
    return text;
}

} // namespace attention
