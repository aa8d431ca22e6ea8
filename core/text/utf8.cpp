// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/utf8.h"

namespace attention {

int nextCodePoint(std::string_view text, std::size_t& at)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(at++);
    if (first < 0x80)
        return static_cast<int>(first);
    const int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    if (first < 0xC2 || first > 0xF4 || at + static_cast<std::size_t>(more) > text.size())
        return -1;
    unsigned code = first & (0x3Fu >> more);
    for (int i = 0; i < more; ++i) {
        const unsigned next = byte(at + static_cast<std::size_t>(i));
        if ((next & 0xC0) != 0x80)
            return -1;
        code = code << 6 | (next & 0x3F);
    }
    const bool overlong = (more == 2 && code < 0x800) || (more == 3 && code < 0x10000);
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (overlong || surrogate || code > 0x10FFFF)
        return -1;
    at += static_cast<std::size_t>(more);
    return static_cast<int>(code);
}

bool isUtf8(std::string_view text)
{
    for (std::size_t at = 0; at < text.size();) {
        if (static_cast<unsigned char>(text[at]) < 0x80)
            ++at;
        else if (nextCodePoint(text, at) < 0)
            return false;
    }
    return true;
}

std::size_t codePoints(std::string_view text)
{
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); ++count)
        nextCodePoint(text, at);
    return count;
}

std::string printable(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t start = at;
        const int code = nextCodePoint(text, at);
        const bool turns = (code >= 0x202A && code <= 0x202E) ||
                           (code >= 0x2066 && code <= 0x2069) || code == 0x200E || code == 0x200F;
        const bool breaks = code == 0x2028 || code == 0x2029;
        if (code >= 0 && code < 0x20) {
            result += "\xE2\x90"; // U+2400 + code
            result += static_cast<char>(0x80 + code);
        } else if (code == 0x7F) {
            result += "\xE2\x90\xA1";
        } else if (code < 0 || (code >= 0x80 && code < 0xA0) || turns || breaks) {
            result += "\xEF\xBF\xBD";
        } else {
            result += text.substr(start, at - start);
        }
    }
    return result;
}

std::string shortened(std::string_view text, std::size_t limit)
{
    if (text.size() <= limit)
        return std::string(text);
    std::size_t end = 0;
    for (std::size_t at = 0; at < text.size();) {
        nextCodePoint(text, at);
        if (at > limit)
            break;
        end = at;
    }
    return std::string(text.substr(0, end)) + "…";
}

} // namespace attention
