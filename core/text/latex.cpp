// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/latex.h"

#include "core/text/cells.h"
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

} // namespace

std::string latexText(std::string_view text)
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

std::string latexFormula(std::string_view text)
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
            result += latexText(text.substr(at, end - at));
            at = end;
        }
    }
    return result;
}

// The pictures of control characters that a terminal gets are in no font of LaTeX: ^J instead.
std::string latexLabel(const std::string& text, std::size_t limit)
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
    return latexText(shortened(result, limit));
}

std::string latexNumber(double value)
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

} // namespace attention
