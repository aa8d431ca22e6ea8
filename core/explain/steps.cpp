// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/steps.h"

#include "core/text/number.h"
#include "core/text/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace attention {

namespace {

constexpr std::size_t mostTerms = 8; // of a sum that is written out whole

std::string digitsOf(long number, const char* const (&digits)[10])
{
    std::string text;
    for (const char c : std::to_string(number))
        text += c == '-' ? "⁻" : digits[c - '0'];
    return text;
}

std::string withMinus(const std::string& text)
{
    return text.starts_with('-') ? "\xE2\x88\x92" + text.substr(1) : text;
}

std::string digitsOf(const Operand& operand, int decimals)
{
    const double size = std::abs(operand.value);
    const bool small = size > 0 && decimals >= 2 && size < std::pow(10.0, 1 - decimals);
    if (operand.digits == Digits::Significant && small) {
        std::array<char, 32> buffer; // "-1.4e-03": digits that are read back as the shortest do
        const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), operand.value,
                                       std::chars_format::scientific, 1);
        double rounded = operand.value;
        std::from_chars(buffer.data(), end.ptr, rounded);
        return withMinus(shortest(rounded));
    }
    return operand.digits == Digits::All ? withMinus(shortest(operand.value))
                                         : forFigure(operand.value, decimals);
}

// Puts the pieces of one line together.
class Line {
public:
    explicit Line(int decimals)
        : m_decimals(decimals)
    {
    }

    void text(std::string words) { m_pieces.push_back({std::move(words), OperandRole::Plain}); }

    // A negative number stands in parentheses after a sign.
    void number(const Operand& operand, bool afterSign = false)
    {
        std::string digits = digitsOf(operand, m_decimals);
        if (operand.value < 0 && afterSign)
            digits = "(" + digits + ")";
        m_pieces.push_back({std::move(digits), operand.role});
    }

    // Terms of a list, joined; many are cut in the middle.
    template <typename Term>
    void terms(std::size_t count, const char* joint, Term&& term)
    {
        for (std::size_t i = 0; i < count; ++i) {
            if (count > mostTerms && i == mostTerms / 2) {
                const std::size_t leftOut = count - mostTerms;
                text(joint);
                std::string words = "… ";
                words += std::to_string(leftOut) + " more …";
                m_pieces.push_back({std::move(words), OperandRole::Plain, leftOut});
                i = count - mostTerms / 2;
            }
            if (i > 0)
                text(joint);
            term(i);
        }
    }

    void numbers(const std::vector<Operand>& operands, const char* joint)
    {
        terms(operands.size(), joint, [&](std::size_t i) { number(operands[i], i > 0); });
    }

    void products(const std::vector<Operand>& operands, const char* joint)
    {
        terms(operands.size() / 2, joint, [&](std::size_t i) {
            number(operands[2 * i], i > 0);
            text("·");
            number(operands[2 * i + 1], true);
        });
    }

    // "sin(0.5)", "√2"
    void call(const char* name, const Operand& operand, bool parentheses)
    {
        text(name);
        if (parentheses)
            text("(");
        number(operand, !parentheses);
        if (parentheses)
            text(")");
    }

    // "1.5³" where the exponent is a small whole number, else "10000^0.5"
    void power(const Operand& base, const Operand& exponent)
    {
        number(base, true);
        const bool small = exponent.value >= 2 && exponent.value <= 9;
        if (small && exponent.value == std::round(exponent.value)) {
            text(superscript(std::lround(exponent.value)));
            return;
        }
        text("^");
        number(exponent, true);
    }

    std::vector<TextPiece> pieces() { return std::move(m_pieces); }

private:
    int m_decimals;
    std::vector<TextPiece> m_pieces;
};

} // namespace

Operand Steps::add(Message name, Operation operation, std::vector<Operand> operands,
                   std::optional<double> result)
{
    m_list.push_back({std::move(name), operation, std::move(operands), 0});
    ExplainStep& step = m_list.back();
    step.result = result ? *result : evaluate(step);
    return {step.result, OperandRole::Plain, static_cast<int>(m_list.size()) - 1};
}

Operand Steps::addSignificant(const char* name, Operation operation, std::vector<Operand> operands,
                              std::optional<double> given)
{
    Operand result = add(name, operation, std::move(operands), given);
    result.digits = m_list.back().digits = Digits::Significant;
    return result;
}

std::vector<Operand> operandsOf(const Eigen::Ref<const RowVector>& numbers, OperandRole role)
{
    std::vector<Operand> operands;
    operands.reserve(static_cast<std::size_t>(numbers.size()));
    for (const double number : numbers)
        operands.push_back({number, role});
    return operands;
}

std::vector<Operand> pairs(const Eigen::Ref<const RowVector>& a, OperandRole roleA,
                           const Eigen::Ref<const RowVector>& b, OperandRole roleB)
{
    // a: (k)  b: (k)
    std::vector<Operand> operands;
    operands.reserve(static_cast<std::size_t>(2 * a.size()));
    for (Eigen::Index i = 0; i < a.size(); ++i) {
        operands.push_back({a[i], roleA});
        operands.push_back({b[i], roleB});
    }
    return operands;
}

std::string superscript(long number)
{
    static const char* const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    return digitsOf(number, digits);
}

std::string subscriptLabel(const std::vector<std::string>& labels, int index)
{
    static const char* const digits[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
    const std::string& label = labels[static_cast<std::size_t>(index)];
    if (label.empty())
        return std::to_string(index + 1);
    const long equal = std::count(labels.begin(), labels.begin() + index, label);
    return shortened(printable(label), 24) + (equal > 0 ? digitsOf(equal + 1, digits) : "");
}

double evaluate(const ExplainStep& s)
{
    const std::vector<Operand>& o = s.operands;
    const auto count = static_cast<double>(o.size());
    double result = 0;
    switch (s.operation) {
    case Operation::Given:
    case Operation::Copy:
    case Operation::Fill:
        return o[0].value;
    case Operation::Replace:
        return o[1].value;
    case Operation::Dot:
        for (std::size_t i = 0; i + 1 < o.size(); i += 2)
            result += o[i].value * o[i + 1].value;
        return result;
    case Operation::DotMinus:
        return o[0].value * o[1].value - o[2].value * o[3].value;
    case Operation::Times:
        result = o[0].value;
        for (std::size_t i = 1; i < o.size(); ++i)
            result *= o[i].value;
        return result;
    case Operation::Over:
        return o[0].value / o[1].value;
    case Operation::Minus:
        return o[0].value - o[1].value;
    case Operation::Largest:
        result = -std::numeric_limits<double>::infinity();
        for (const Operand& operand : o)
            result = std::isnan(operand.value) || operand.value > result ? operand.value : result;
        return result;
    case Operation::Exp:
        return std::exp(o[0].value);
    case Operation::ExpMinus:
        return std::exp(-o[0].value);
    case Operation::Power:
        return std::pow(o[0].value, o[1].value);
    case Operation::Sqrt:
        return std::sqrt(o[0].value);
    case Operation::Cos:
        return std::cos(o[0].value);
    case Operation::Sin:
        return std::sin(o[0].value);
    case Operation::Tanh:
        return std::tanh(o[0].value);
    case Operation::Erf:
        return std::erf(o[0].value);
    case Operation::Sum:
    case Operation::Mean:
        for (const Operand& operand : o)
            result += operand.value;
        return s.operation == Operation::Sum ? result : result / count;
    case Operation::MeanSquare:
        for (const Operand& operand : o)
            result += operand.value * operand.value;
        return result / count;
    case Operation::Variance:
        for (std::size_t i = 1; i < o.size(); ++i)
            result += (o[i].value - o[0].value) * (o[i].value - o[0].value);
        return result / (count - 1);
    }
    return result;
}

std::vector<TextPiece> stepPieces(const ExplainStep& s, int decimals)
{
    const std::vector<Operand>& o = s.operands;
    Line line(decimals);
    switch (s.operation) {
    case Operation::Given:
    case Operation::Copy:
    case Operation::Fill:
        line.number(o[0]);
        return line.pieces();
    case Operation::Replace:
        line.number(o[0]);
        line.text(" → ");
        line.number(o[1]);
        return line.pieces();
    case Operation::Dot:
        line.products(o, " + ");
        break;
    case Operation::DotMinus:
        line.products(o, " − ");
        break;
    case Operation::Sum:
        line.numbers(o, " + ");
        break;
    case Operation::Times:
        line.numbers(o, " · ");
        break;
    case Operation::Over:
        line.numbers(o, " / ");
        break;
    case Operation::Minus:
        line.numbers(o, " − ");
        break;
    case Operation::Largest:
        line.text("max(");
        line.terms(o.size(), ", ", [&](std::size_t i) { line.number(o[i]); });
        line.text(")");
        break;
    case Operation::Exp:
        line.call("e^", o[0], false);
        break;
    case Operation::ExpMinus:
        line.call("e^−", o[0], false);
        break;
    case Operation::Power:
        line.power(o[0], o[1]);
        break;
    case Operation::Sqrt:
        line.call("√", o[0], false);
        break;
    case Operation::Cos:
        line.call("cos", o[0], true);
        break;
    case Operation::Sin:
        line.call("sin", o[0], true);
        break;
    case Operation::Tanh:
        line.call("tanh", o[0], true);
        break;
    case Operation::Erf:
        line.call("erf", o[0], true);
        break;
    case Operation::Mean:
        line.text("(");
        line.numbers(o, " + ");
        line.text(") / " + std::to_string(o.size()));
        break;
    case Operation::MeanSquare:
        line.text("(");
        line.terms(o.size(), " + ", [&](std::size_t i) { line.power(o[i], constant(2)); });
        line.text(") / " + std::to_string(o.size()));
        break;
    case Operation::Variance:
        line.text("(");
        line.terms(o.size() - 1, " + ", [&](std::size_t i) {
            line.text("(");
            line.number(o[i + 1]);
            line.text(" − ");
            line.number(o[0], true);
            line.text(")²");
        });
        line.text(") / " + std::to_string(o.size() - 1));
        break;
    }
    line.text(" = ");
    line.number({s.result, OperandRole::Plain, -1, s.digits});
    return line.pieces();
}

std::string stepText(const ExplainStep& s, int decimals)
{
    std::string text;
    for (const TextPiece& piece : stepPieces(s, decimals))
        text += piece.text;
    return text;
}

} // namespace attention
