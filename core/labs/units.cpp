// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labs/units.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace attention {

namespace {

std::string inForm(double value, std::chars_format form, int precision)
{
    std::array<char, 400> digits; // 1e308 fixed has 309 of them
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), value, form, precision);
    return {digits.data(), end.ptr};
}

// Thousands in the whole part.
std::string withCommas(const std::string& text)
{
    const std::size_t end = std::min(text.find('.'), text.size());
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i > 0 && i < end && (end - i) % 3 == 0 && text[i - 1] != '-')
            result += ',';
        result += text[i];
    }
    return result;
}

std::string_view unitOf(int thousands)
{
    static constexpr std::array<std::string_view, 7> units = {"",   "Ki", "Mi", "Gi",
                                                              "Ti", "Pi", "Ei"};
    return units[static_cast<std::size_t>(thousands)];
}

// The power of 1024 that leaves at least one, 0 … 6.
int thousandsOf(double value)
{
    int thousands = 0;
    while (thousands < 6 && std::abs(value) >= 1024) {
        value /= 1024;
        ++thousands;
    }
    return thousands;
}

} // namespace

std::string trimmed(double value, int decimals)
{
    if (std::abs(value) >= 1e15)
        return inForm(value, std::chars_format::scientific, 2);
    std::string text = inForm(value, std::chars_format::fixed, decimals);
    if (decimals > 0) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.ends_with('.'))
            text.pop_back();
    }
    if (text == "-0")
        text = "0";
    // A budget of nothing and one too small to see are two things.
    if (text == "0" && value != 0)
        return inForm(value, std::chars_format::scientific, 1);
    return withCommas(text);
}

std::string grouped(double wholeNumber)
{
    return trimmed(wholeNumber, 0);
}

std::string threeDigits(double value)
{
    const double size = std::abs(value);
    if (size >= 100 || value == std::round(value))
        return trimmed(value, 0);
    if (size < 0.001)
        return inForm(value, std::chars_format::scientific, 1);
    return inForm(value, std::chars_format::fixed, size >= 10 ? 1 : size >= 0.1 ? 2 : 3);
}

std::string binaryBytes(double bytes)
{
    const int thousands = thousandsOf(bytes);
    const double scaled = bytes / std::pow(1024.0, thousands);
    const std::string number = trimmed(scaled, scaled < 10 ? 2 : scaled < 100 ? 1 : 0);
    if (thousands == 0)
        return number + (number == "1" ? " byte" : " bytes");
    return number + " " + std::string(unitOf(thousands)) + "B";
}

std::string inGib(double bytes)
{
    const double gib = bytes / bytesPerGib;
    return trimmed(gib, std::abs(gib) < 1 ? 3 : std::abs(gib) < 100 ? 2 : 1) + " GiB";
}

std::string binaryCount(double count)
{
    const int thousands = thousandsOf(count);
    if (thousands == 0)
        return trimmed(count, 3);
    return trimmed(count / std::pow(1024.0, thousands), 2) + " " + std::string(unitOf(thousands));
}

} // namespace attention
