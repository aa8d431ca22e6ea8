// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/form_latex.h"

#include "core/attention/kept.h"
#include "core/text/cells.h"
#include "core/text/number.h"
#include "core/text/utf8.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace attention {

namespace {

struct Replacement {
    std::string_view text, latex;
};

// What means something to LaTeX, and the signs of our formulas that pdfLaTeX's fonts lack.
constexpr std::array<Replacement, 42> replacements = {{
    {"\\", "\\textbackslash{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"$", "\\$"},
    {"%", "\\%"},
    {"&", "\\&"},
    {"#", "\\#"},
    {"_", "\\_"},
    {"~", "\\textasciitilde{}"},
    {"^", "\\textasciicircum{}"},
    {"<", "\\textless{}"},
    {">", "\\textgreater{}"},
    {"|", "\\textbar{}"},
    {"\"", "''"},
    {"`", "\\textasciigrave{}"},
    {"'", "\\textquotesingle{}"},
    {"--", "-{}-"}, // no dash
    {"·", "$\\cdot$"},
    {"×", "$\\times$"},
    {"√", "$\\surd$"},
    {"…", "\\dots{}"},
    {"−", "$-$"},
    {"→", "$\\to$"},
    {"≤", "$\\le$"},
    {"≥", "$\\ge$"},
    {"∞", "$\\infty$"},
    {"²", "$^2$"},
    {"³", "$^3$"},
    {"′", "$'$"},
    {"ᵀ", "$^{\\mathsf{T}}$"},
    {"ₕ", "$_h$"},
    {"ₖ", "$_k$"},
    {"ᵢ", "$_i$"},
    {"ⱼ", "$_j$"},
    {"₁", "$_1$"},
    {"₂", "$_2$"},
    {"β", "$\\beta$"},
    {"γ", "$\\gamma$"},
    {"ε", "$\\varepsilon$"},
    {"μ", "$\\mu$"},
    {"σ", "$\\sigma$"},
    {"‖", "$\\|$"},
}};

// A text for a paragraph or for \text{}. Letters beyond ASCII stay as they are.
std::string escaped(std::string_view text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view rest = text.substr(at);
        const auto* row = std::find_if(
            replacements.begin(), replacements.end(),
            [&](const Replacement& candidate) { return rest.starts_with(candidate.text); });
        if (row != replacements.end()) {
            result += row->latex;
            at += row->text.size();
            continue;
        }
        const std::size_t start = at;
        nextCodePoint(text, at);
        result += text.substr(start, at - start);
    }
    return result;
}

// A formula of ours, in which W_q is a letter with an index.
std::string mathematics(std::string_view text)
{
    const auto isLetter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && isLetter(text[end]))
            ++end;
        std::size_t index = end + 1;
        while (end > at && index < text.size() && text[end] == '_' && isLetter(text[index]))
            ++index;
        if (index > end + 1) {
            result += "$" + std::string(text.substr(at, end - at)) + "_{\\mathrm{" +
                      std::string(text.substr(end + 1, index - end - 1)) + "}}$";
            at = index;
        } else {
            end = std::max(end, at + 1);
            while (end < text.size() && !isLetter(text[end]))
                ++end;
            result += escaped(text.substr(at, end - at));
            at = end;
        }
    }
    return result;
}

// The pictures of control characters that a terminal gets are in no font of LaTeX: ^J instead.
std::string safe(const std::string& text, std::size_t limit)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t start = at;
        const int code = nextCodePoint(text, at);
        const std::string character = printable(text.substr(start, at - start));
        if (code >= 0 && (code < 0x20 || code == 0x7F))
            result += std::string("^") + static_cast<char>(code ^ 0x40);
        else
            result += character == "\xEF\xBF\xBD" ? "?" : character;
    }
    return escaped(shortened(result, limit));
}

std::string labels(const std::vector<std::string>& texts)
{
    std::string result;
    for (const std::string& text : texts)
        result += (result.empty() ? "" : ", ") + (text.empty() ? "(empty)" : safe(text, 24));
    return result;
}

std::string number(double value)
{
    if (std::isnan(value))
        return "\\text{NaN}";
    if (std::isinf(value))
        return value > 0 ? "\\infty" : "-\\infty";
    std::string text = cellText(value);
    if (const std::size_t e = text.find('e'); e != std::string::npos)
        text = text.substr(0, e) + " \\cdot 10^{" + text.substr(e + 1) + "}";
    return text;
}

std::string block(const Trace& trace, const Stage& stage, std::size_t count)
{
    const StageInfo& info = stageInfo(stage.id);
    const MatrixPtr whole = wholeOf(trace, stage);
    const Matrix& m = *whole;
    std::string matrix;
    bool blocked = false;
    for (Eigen::Index i = 0; i < m.rows(); ++i) {
        matrix += "  ";
        for (Eigen::Index j = 0; j < m.cols(); ++j) {
            // -infinity is what stands in the cell; a finite fill would look like a score
            const bool filled = saysBlocked(trace, stage, i, j) && std::isfinite(m(i, j));
            blocked = blocked || filled;
            matrix += (j > 0 ? " & " : "") + (filled ? "\\text{--}" : number(m(i, j)));
        }
        matrix += i + 1 < m.rows() ? " \\\\\n" : "\n";
    }

    std::string text = "\\paragraph{" + std::to_string(count) + ". " + escaped(info.title);
    if (const std::string head = headText(trace, stage); !head.empty())
        text += ", " + escaped(head);
    text += "} " + mathematics(info.symbol);
    if (const std::string how = formula(trace, stage); how != info.symbol)
        text += " = " + mathematics(how);
    text += ", $" + std::to_string(m.rows()) + " \\times " + std::to_string(m.cols()) + "$.\n";
    text += "Rows: " + labels(rowLabels(trace, stage)) +
            "; columns: " + labels(columnLabels(trace, stage)) + ".";
    if (blocked)
        text +=
            " A dash is a blocked key, whose score is $" + number(trace.scenario->mask.fill) + "$.";
    return text + "\n\\[\n\\text{" + mathematics(info.symbol) + "} = \\begin{bmatrix}\n" + matrix +
           "\\end{bmatrix}\n\\]\n";
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
    if (columns > 10)
        text += "\\setcounter{MaxMatrixCols}{" + std::to_string(columns) +
                "} % amsmath allows 10 columns by itself\n";
    if (!trace.scenario->title.empty())
        text += "\\section*{" + safe(trace.scenario->title, 200) + "}\n";
    for (std::size_t i = 0; i < trace.stages.size(); ++i)
        if (keeps(filter, trace.stages[i]))
            text += "\n" + block(trace, trace.stages[i], i + 1);
    return text;
}

} // namespace attention
