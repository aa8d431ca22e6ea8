// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/form_markdown.h"

#include "core/attention/kept.h"
#include "core/text/cells.h"
#include "core/text/utf8.h"

namespace attention {

namespace {

// A text of somebody's as plain text: nothing in it is a mark, a link, HTML or the end of a cell.
std::string escaped(const std::string& text)
{
    constexpr std::string_view marks = "\\`*_[]<>|&~$#:";
    std::string result;
    for (const char c : text) {
        if (marks.find(c) != std::string_view::npos)
            result += '\\';
        result += c;
    }
    return result;
}

// "## 11. weights (head 1 of 2)", and below it symbol, formula and shape
std::string heading(const Trace& trace, const Stage& stage, std::size_t number)
{
    const StageInfo& info = stageInfo(stage.id);
    std::string text = "## " + std::to_string(number) + ". " + std::string(info.title);
    if (const std::string head = headText(trace, stage); !head.empty())
        text += ", " + head;
    text += "\n\n`" + std::string(info.symbol);
    if (const std::string how = formula(trace, stage); how != info.symbol)
        text += " = " + how;
    return text + "` " + dimensions(trace, stage) + "\n\n";
}

} // namespace

std::string writeMarkdown(const Trace& trace, const StageFilter& filter)
{
    std::string text;
    if (!trace.scenario->title.empty())
        text += "# " + escaped(printable(trace.scenario->title)) + "\n";
    for (std::size_t i = 0; i < trace.stages.size(); ++i) {
        if (!keeps(filter, trace.stages[i]))
            continue;
        if (!text.empty())
            text += "\n";
        LabelledMatrix matrix = labelled(trace, trace.stages[i]);
        matrix.values = wholeOf(trace, trace.stages[i]);
        text += heading(trace, trace.stages[i], i + 1) + markdownTable(matrix);
    }
    return text;
}

std::string markdownTable(const LabelledMatrix& matrix)
{
    const Matrix& m = *matrix.values;
    const auto label = [](const std::vector<std::string>& labels, Eigen::Index i) {
        return labels.empty() ? std::string()
                              : escaped(visibleLabel(labels[static_cast<std::size_t>(i)]));
    };
    std::string text = "| |", rule = "| --- |";
    for (Eigen::Index j = 0; j < m.cols(); ++j) {
        text += " " + label(matrix.columns, j) + " |";
        rule += " ---: |";
    }
    text += "\n" + rule + "\n";
    for (Eigen::Index i = 0; i < m.rows(); ++i) {
        text += "| " + label(matrix.rows, i) + " |";
        for (Eigen::Index j = 0; j < m.cols(); ++j) {
            const bool blocked = matrix.saysBlocked && matrix.allowed && !(*matrix.allowed)(i, j);
            text += " " + (blocked ? "blocked" : cellText(m(i, j))) + " |";
        }
        text += "\n";
    }
    return text;
}

} // namespace attention
