// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/message.h"

#include "core/text/utf8.h"

namespace attention {

std::string english(const Message& message)
{
    // One pass, so that an argument that itself holds "%1" is left as it is.
    std::string text;
    for (std::size_t i = 0; i < message.key.size(); ++i) {
        const char c = message.key[i];
        const char next = i + 1 < message.key.size() ? message.key[i + 1] : '\0';
        const std::size_t index = static_cast<std::size_t>(next - '1');
        if (c == '%' && next >= '1' && next <= '9' && index < message.args.size()) {
            text += message.args[index];
            ++i;
        } else {
            text += c;
        }
    }
    return text;
}

Message counted(std::string key, const std::vector<std::int64_t>& counts)
{
    Message message;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        message.args.push_back(std::to_string(counts[i]));
        const std::string place = "%" + std::to_string(i + 1) + " ";
        const std::size_t word = key.find(place);
        if (counts[i] != 1 || word == std::string::npos)
            continue;
        std::size_t end = word + place.size();
        while (end < key.size() && key[end] >= 'a' && key[end] <= 'z')
            ++end;
        if (key.compare(end - 3, 3, "ies") == 0)
            key.replace(end - 3, 3, "y");
        else if (key[end - 1] == 's')
            key.erase(end - 1, 1);
    }
    message.key = std::move(key);
    return message;
}

std::string english(const Problem& problem)
{
    std::string text;
    if (problem.line > 0)
        text += "line " + std::to_string(problem.line) + ", column " +
                std::to_string(problem.column) + ": ";
    if (!problem.path.empty())
        text += problem.path + ": ";
    // Keys and labels of a foreign file must not break the line or drive a terminal.
    return printable(text + english(problem.message));
}

} // namespace attention
