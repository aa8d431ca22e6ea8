// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/json_text.h"

#include "core/text/number.h"
#include "core/text/utf8.h"

#include <cmath>

namespace attention {

namespace {

bool isPlain(char c)
{
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

} // namespace

std::string jsonText(std::string_view text)
{
    constexpr std::string_view hex = "0123456789abcdef";
    std::string result = "\"";
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t start = at;
        while (at < text.size() && isPlain(text[at]))
            ++at;
        if (at > start) {
            result += text.substr(start, at - start);
            continue;
        }
        const int code = nextCodePoint(text, at);
        if (code < 0) {
            result += "\xEF\xBF\xBD";
        } else if (code == '"' || code == '\\') {
            result += '\\';
            result += static_cast<char>(code);
        } else if (code == '\n') {
            result += "\\n";
        } else if (code == '\t') {
            result += "\\t";
        } else if (code < 0x20 || code == 0x7F) {
            result += "\\u00";
            result += hex[static_cast<std::size_t>(code >> 4)];
            result += hex[static_cast<std::size_t>(code & 15)];
        } else {
            result += text.substr(start, at - start);
        }
    }
    result += '"';
    return result;
}

std::string jsonNumber(double value)
{
    const std::string digits = shortest(value);
    return std::isfinite(value) ? digits : jsonText(digits);
}

std::string jsonList(const std::vector<std::string>& texts)
{
    std::string result = "[";
    for (const std::string& text : texts) {
        if (result.size() > 1)
            result += ", ";
        result += jsonText(text);
    }
    return result + ']';
}

} // namespace attention
