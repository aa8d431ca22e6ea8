// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/explanation_latex.h"

#include "core/text/latex.h"
#include "core/text/number.h"
#include "core/text/utf8.h"

#include <array>
#include <cctype>

namespace attention {

namespace {

struct Sign {
    std::string_view text, latex;
};

constexpr std::array<Sign, 12> signs = {{
    {"·", " \\cdot "},
    {"−", "-"},
    {"→", "\\to"},
    {"∞", "\\infty"},
    {"NaN", "\\text{NaN}"},
    {"max(", "\\max("},
    {"cos(", "\\cos("},
    {"sin(", "\\sin("},
    {"tanh(", "\\tanh("},
    {"erf(", "\\operatorname{erf}("},
    {"…", "\\cdots"},
    {"β", "\\beta"},
}};

// The arithmetic of our explanations, as signs of LaTeX's mathematics.
class Arithmetic {
public:
    explicit Arithmetic(std::string_view text)
        : m_text(text)
    {
    }

    std::string latex()
    {
        std::string result;
        while (m_at < m_text.size())
            result += next();
        return result;
    }

private:
    bool take(std::string_view sign)
    {
        if (!m_text.substr(m_at).starts_with(sign))
            return false;
        m_at += sign.size();
        return true;
    }

    std::string next()
    {
        if (take("√"))
            return "\\sqrt{" + operand() + "}";
        if (take("^"))
            return "^{" + operand() + "}";
        std::string raised;
        for (std::string digit = superscript(); !digit.empty(); digit = superscript())
            raised += digit;
        if (!raised.empty())
            return "^{" + raised + "}";
        if (std::isdigit(static_cast<unsigned char>(m_text[m_at])))
            return number();
        for (const Sign& sign : signs)
            if (take(sign.text))
                return std::string(sign.latex);
        const std::size_t start = m_at;
        nextCodePoint(m_text, m_at);
        return std::string(m_text.substr(start, m_at - start));
    }

    // "⁻", "²": the sign or digit that it raises; empty for anything else.
    std::string superscript()
    {
        constexpr std::array<std::string_view, 11> raised = {"⁰", "¹", "²", "³", "⁴", "⁵",
                                                             "⁶", "⁷", "⁸", "⁹", "⁻"};
        for (std::size_t i = 0; i < raised.size(); ++i)
            if (take(raised[i]))
                return i == 10 ? "-" : std::to_string(i);
        return {};
    }

    // "12.5", "1.2e9", "1e-9"
    std::string number()
    {
        const auto digits = [&] {
            const std::size_t start = m_at;
            while (m_at < m_text.size() &&
                   (std::isdigit(static_cast<unsigned char>(m_text[m_at])) || m_text[m_at] == '.'))
                ++m_at;
            return std::string(m_text.substr(start, m_at - start));
        };
        std::string result = digits();
        if (!take("e"))
            return result;
        take("+");
        const bool negative = take("-") || take("−");
        return result + " \\cdot 10^{" + (negative ? "-" : "") + digits() + "}";
    }

    // What a root or a power is of: a number with its sign, or all of a parenthesis.
    std::string operand()
    {
        std::string result;
        if (take("−"))
            result = "-";
        if (take("(")) {
            std::string inside;
            for (int open = 1; m_at < m_text.size();) {
                open += m_text[m_at] == '(' ? 1 : m_text[m_at] == ')' ? -1 : 0;
                if (open == 0) {
                    ++m_at;
                    break;
                }
                inside += next();
            }
            return result.empty() ? inside : result + "(" + inside + ")";
        }
        return m_at < m_text.size() ? result + next() : result;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

std::string lineOf(const ExplainStep& step, int decimals)
{
    std::string text;
    for (const TextPiece& piece : stepPieces(step, decimals))
        text += piece.leftOut > 0 ? "…" : piece.text;
    return Arithmetic(text).latex();
}

} // namespace

std::string explanationLatex(const Explanation& e, int decimals)
{
    std::string text = "% For a document with \\usepackage{amsmath}\n\\begin{align*}\n";
    const auto line = [&](const std::string& left, const char* between, const std::string& right) {
        text += "\\text{" + latexLabel(left, 200) + between + right + " \\\\\n";
    };
    const auto lines = [&](const std::vector<ExplainStep>& steps) {
        for (const ExplainStep& step : steps)
            line(english(step.name), step.nameIsLeftSide ? "} &= " : ":} &\\quad ",
                 lineOf(step, decimals));
    };
    line(e.title, "} &= ", Arithmetic(forFigure(e.value, decimals)).latex());
    lines(e.plain);
    if (!e.exact.empty())
        line("exactly", ":} &\\quad ", Arithmetic(e.exact).latex());
    if (!e.computer.empty()) {
        text += "\\intertext{as the computer does it:}\n";
        lines(e.computer);
    }
    text.erase(text.size() - 4, 3); // the last line ends by itself
    text += "\\end{align*}\n";
    for (const Message& note : e.notes)
        text += latexLabel(english(note), 1000) + "\n";
    return text;
}

} // namespace attention
