// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/form_latex.h"

#include "core/attention/kept.h"
#include "core/text/cells.h"
#include "core/text/latex.h"

#include <algorithm>
#include <cmath>

namespace attention {

namespace {

std::string labels(const std::vector<std::string>& texts)
{
    std::string result;
    for (const std::string& text : texts)
        result += (result.empty() ? "" : ", ") + (text.empty() ? "(empty)" : latexLabel(text, 24));
    return result;
}

// -infinity is what stands in the cell; a finite fill would look like a score.
bool isDash(const LabelledMatrix& matrix, Eigen::Index i, Eigen::Index j)
{
    return matrix.saysBlocked && matrix.allowed && !(*matrix.allowed)(i, j) &&
           std::isfinite((*matrix.values)(i, j));
}

bool hasDashes(const LabelledMatrix& matrix)
{
    for (Eigen::Index i = 0; i < matrix.shape.first; ++i)
        for (Eigen::Index j = 0; j < matrix.shape.second; ++j)
            if (isDash(matrix, i, j))
                return true;
    return false;
}

std::string display(const LabelledMatrix& matrix)
{
    const Matrix& m = *matrix.values;
    std::string text = "\\[\n";
    if (!matrix.symbol.empty())
        text += "\\text{" + latexFormula(matrix.symbol) + "} = ";
    text += "\\begin{bmatrix}\n";
    for (Eigen::Index i = 0; i < m.rows(); ++i) {
        text += "  ";
        for (Eigen::Index j = 0; j < m.cols(); ++j)
            text +=
                (j > 0 ? " & " : "") + (isDash(matrix, i, j) ? "\\text{--}" : latexNumber(m(i, j)));
        text += i + 1 < m.rows() ? " \\\\\n" : "\n";
    }
    return text + "\\end{bmatrix}\n\\]\n";
}

std::string widerThanTen(Eigen::Index columns)
{
    return columns <= 10 ? std::string()
                         : "\\setcounter{MaxMatrixCols}{" + std::to_string(columns) +
                               "} % amsmath allows 10 columns by itself\n";
}

std::string block(const Trace& trace, const Stage& stage, std::size_t count)
{
    const StageInfo& info = stageInfo(stage.id);
    LabelledMatrix matrix = labelled(trace, stage);
    matrix.values = wholeOf(trace, stage);
    std::string text = "\\paragraph{" + std::to_string(count) + ". " + latexText(info.title);
    if (const std::string head = headText(trace, stage); !head.empty())
        text += ", " + latexText(head);
    text += "} " + latexFormula(info.symbol);
    if (const std::string how = formula(trace, stage); how != info.symbol)
        text += " = " + latexFormula(how);
    text += ", $" + std::to_string(matrix.shape.first) + " \\times " +
            std::to_string(matrix.shape.second) + "$.\n";
    text += "Rows: " + labels(rowLabels(trace, stage)) +
            "; columns: " + labels(columnLabels(trace, stage)) + ".";
    if (hasDashes(matrix))
        text += " A dash is a blocked key, whose score is $" +
                latexNumber(trace.scenario->mask.fill) + "$.";
    return text + "\n" + display(matrix);
}

} // namespace

std::string writeLatex(const Trace& trace, const StageFilter& filter)
{
    std::string text = "% For a document with \\usepackage{amsmath}; letters beyond Latin need "
                       "XeLaTeX or LuaLaTeX and a font that has them.\n";
    Eigen::Index columns = 0;
    for (const Stage& stage : trace.stages)
        if (keeps(filter, stage))
            columns = std::max(columns, shapeOf(trace, stage).second);
    text += widerThanTen(columns);
    if (!trace.scenario->title.empty())
        text += "\\section*{" + latexLabel(trace.scenario->title, 200) + "}\n";
    for (std::size_t i = 0; i < trace.stages.size(); ++i)
        if (keeps(filter, trace.stages[i]))
            text += "\n" + block(trace, trace.stages[i], i + 1);
    return text;
}

std::string latexDisplay(const LabelledMatrix& matrix)
{
    return widerThanTen(matrix.shape.second) + display(matrix);
}

} // namespace attention
