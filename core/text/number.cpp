// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/number.h"

#include "core/text/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace attention {

namespace {

// Long enough for the smallest double written out with all its zeros.
using Buffer = std::array<char, 512>;

template <typename... Format>
std::string characters(double value, Format... format)
{
    Buffer buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format...);
    return {buffer.data(), end.ptr};
}

// "1e+09" -> "1e9", "2e-07" -> "2e-7"
std::string bareExponent(std::string text)
{
    const std::size_t e = text.find('e');
    if (e == std::string::npos)
        return text;
    const bool negative = text[e + 1] == '-';
    std::size_t digits = e + 2;
    while (digits + 1 < text.size() && text[digits] == '0')
        ++digits;
    return text.substr(0, e + 1) + (negative ? "-" : "") + text.substr(digits);
}

// "-0.000" says nothing with its sign.
std::string withoutNegativeZero(std::string text)
{
    const bool zero = text.find_first_not_of("-0.") == std::string::npos;
    return zero && text[0] == '-' ? text.substr(1) : text;
}

// A typed number as an expression:  sum = product {(+|-) product};  product = sign {(*|/) sign};
// sign = {+|-} power;  power = atom [^ sign];  atom = number | sqrt(sum) | (sum)
class Expression {
public:
    explicit Expression(std::string_view text)
        : m_text(text)
    {
    }

    std::variant<double, Message> value()
    {
        const double result = sum();
        skipSpaces();
        if (m_problem.key.empty() && m_at < m_text.size())
            fail({"“%1” is not understood here", {rest()}});
        if (!m_problem.key.empty())
            return m_problem;
        if (!std::isfinite(result))
            return Message{"the result is not a finite number", {}};
        return result;
    }

private:
    double sum()
    {
        double result = product();
        while (!failed()) {
            if (take('+'))
                result += product();
            else if (take('-'))
                result -= product();
            else
                break;
        }
        return result;
    }

    double product()
    {
        double result = sign();
        while (!failed()) {
            if (take('*'))
                result *= sign();
            else if (take('/'))
                result /= sign();
            else
                break;
        }
        return result;
    }

    double sign()
    {
        bool negative = false;
        while (true) {
            if (take('-'))
                negative = !negative;
            else if (!take('+'))
                break;
        }
        const double result = power();
        return negative ? -result : result;
    }

    double power()
    {
        // Deep nesting such as a thousand parentheses must not use up the stack.
        if (++m_depth > 50) {
            fail({"nested too deeply", {}});
            return 0;
        }
        double result = atom();
        if (!failed() && take('^'))
            result = std::pow(result, sign());
        --m_depth;
        return result;
    }

    double atom()
    {
        skipSpaces();
        if (m_text.substr(m_at).starts_with("sqrt")) {
            m_at += 4;
            return take('(') ? std::sqrt(inParentheses()) : missing("(");
        }
        if (take('('))
            return inParentheses();
        return literal();
    }

    double inParentheses()
    {
        const double result = sum();
        if (!failed() && !take(')'))
            return missing(")");
        return result;
    }

    double literal()
    {
        const std::size_t start = m_at;
        const auto isDigit = [&] {
            return m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9';
        };
        std::string digits;
        std::size_t before = 0, after = 0;
        for (; isDigit(); ++before)
            digits += m_text[m_at++];
        const char mark = m_at < m_text.size() ? m_text[m_at] : '\0';
        if (mark == '.' || mark == ',') {
            ++m_at;
            digits += '.';
            for (; isDigit(); ++after)
                digits += m_text[m_at++];
        }
        if (before + after == 0) {
            m_at = start;
            return fail(m_at < m_text.size() ? Message{"“%1” is not a number", {rest()}}
                                             : Message{"a number is missing", {}});
        }
        if (mark == ',' && (after == 0 || before == 0))
            return fail(
                {"“%1” is not a number", {std::string(m_text.substr(start, m_at - start))}});
        // 1,000 is one to some and a thousand to others; 0,125 and 1,5 can only be decimals.
        const bool grouped = after == 3 && before <= 3 && m_text[start] != '0';
        if (mark == ',' && grouped)
            return fail(
                {"“%1” may be a decimal or thousands: write it with a point, or without the comma",
                 {std::string(m_text.substr(start, m_at - start))}});
        if (m_at < m_text.size() && (m_text[m_at] == ',' || m_text[m_at] == '.'))
            return fail(
                {"“%1” has more than one decimal mark", {std::string(m_text.substr(start))}});
        if (m_at < m_text.size() && (m_text[m_at] == 'e' || m_text[m_at] == 'E')) {
            ++m_at;
            digits += 'e';
            if (take('-'))
                digits += '-';
            else
                take('+');
            const std::size_t exponent = digits.size();
            while (isDigit())
                digits += m_text[m_at++];
            if (digits.size() == exponent)
                return missing("exponent");
        }
        double result = 0;
        const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), result);
        if (end.ec == std::errc::result_out_of_range)
            return fail({"%1 is outside the range of numbers here", {shortened(digits, 40)}});
        return result;
    }

    void skipSpaces()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t'))
            ++m_at;
    }

    bool take(char c)
    {
        skipSpaces();
        if (c == '-' && m_text.substr(m_at).starts_with("\xE2\x88\x92")) { // U+2212
            m_at += 3;
            return true;
        }
        if (m_at >= m_text.size() || m_text[m_at] != c)
            return false;
        ++m_at;
        return true;
    }

    bool failed() const { return !m_problem.key.empty(); }
    std::string rest() const { return shortened(m_text.substr(m_at), 40); }
    double missing(const char* what) { return fail({"“%1” is missing", {what}}); }

    double fail(Message problem)
    {
        if (!failed())
            m_problem = std::move(problem);
        return 0;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_depth = 0;
    Message m_problem;
};

// "1.2e9", "3e-5"
std::string roughly(double value)
{
    std::string text = bareExponent(characters(value, std::chars_format::scientific, 1));
    if (const std::size_t zero = text.find(".0e"); zero != std::string::npos)
        text.erase(zero, 2);
    return text;
}

} // namespace

std::string shortest(double value)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "Infinity" : "-Infinity";
    const double size = std::abs(value);
    if (size == 0)
        return std::signbit(value) ? "-0.0" : "0"; // a bare -0 is an integer to many readers
    std::string scientific = bareExponent(characters(value, std::chars_format::scientific));
    if (size < 1e-20 || size > 1e20)
        return scientific;
    // 100000 and 0.0001 read better than 1e5 and 1e-4; 1e9 reads better than its zeros.
    std::string fixed = characters(value, std::chars_format::fixed);
    return scientific.size() + 3 < fixed.size() ? scientific : fixed;
}

std::string forPeople(double value, int decimals)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "∞" : "-∞";
    if (std::abs(value) > 1e7)
        return roughly(value);
    // A whole number but for the rounding of a few operations is written as one.
    const double rounding = 4 * std::numeric_limits<double>::epsilon() * std::abs(value);
    const bool whole = std::abs(value - std::round(value)) <= rounding;
    const int places = whole ? 0 : std::clamp(decimals, 0, 17);
    return withoutNegativeZero(characters(value, std::chars_format::fixed, places));
}

std::string forPeopleNeverZero(double value, int decimals)
{
    std::string text = forPeople(value, decimals);
    return value == 0 || text.find_first_not_of("-0.") != std::string::npos ? text : roughly(value);
}

std::string forFigure(double value, int decimals)
{
    const std::string text = forPeople(value, decimals);
    std::string result;
    for (const char c : text) {
        if (c == '-')
            result += "\xE2\x88\x92"; // U+2212
        else
            result += c;
    }
    return result;
}

std::variant<double, Message> parseNumber(std::string_view text)
{
    if (text.size() > 1000)
        return Message{"too long for a number", {}};
    return Expression(text).value();
}

} // namespace attention
