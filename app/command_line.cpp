// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line.h"

#include "app/near_names.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace attention::app {

namespace {

// All of the text, whatever the locale.
template <typename Number>
std::optional<Number> read(std::string_view text)
{
    Number value{};
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end)
        return std::nullopt;
    return value;
}

// A number as such, but none that a variable can hold.
template <typename Number>
bool isTooLarge(std::string_view text)
{
    Number value{};
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc::result_out_of_range && stop == end;
}

std::optional<std::vector<std::int64_t>> readList(std::string_view text)
{
    std::vector<std::int64_t> values;
    for (;;) {
        const std::size_t comma = text.find(',');
        const auto value = read<std::int64_t>(text.substr(0, comma));
        if (!value)
            return std::nullopt;
        values.push_back(*value);
        if (comma == std::string_view::npos)
            return values;
        text.remove_prefix(comma + 1);
    }
}

template <typename Size, typename Number>
std::optional<Size> readSize(std::string_view text)
{
    const std::size_t cross = text.find_first_of("xX");
    if (cross == std::string_view::npos)
        return std::nullopt;
    const auto width = read<Number>(text.substr(0, cross));
    const auto height = read<Number>(text.substr(cross + 1));
    if (!width || !height)
        return std::nullopt;
    Size size;
    size.width = *width;
    size.height = *height;
    return size;
}

std::string quoted(std::string_view text)
{
    return '"' + std::string(text) + '"';
}

template <typename Value, typename Values>
Value only(const Values& values, std::string_view option, Value fallback)
{
    const auto found = values.find(option);
    return found == values.end() ? std::move(fallback) : std::get<Value>(found->second.front());
}

// Columns, not bytes: the help has typographic characters.
std::size_t width(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    }));
}

} // namespace

class Parser {
public:
    Parser(const Command& command, std::span<const std::string> words)
        : m_command(command)
        , m_words(words)
    {
    }

    Arguments parse()
    {
        bool options = true;
        while (m_next < m_words.size()) {
            const std::string& word = m_words[m_next++];
            if (options && word == "--")
                options = false;
            else if (options && word.size() > 1 && word[0] == '-')
                readOption(word);
            else
                m_arguments.operands.push_back(word);
        }
        const auto count = m_arguments.operands.size();
        if (count > static_cast<std::size_t>(m_command.most))
            fail("surplus argument " +
                 quoted(m_arguments.operands[static_cast<std::size_t>(m_command.most)]));
        if (count < static_cast<std::size_t>(m_command.fewest))
            fail("a FILE is missing");
        return std::move(m_arguments);
    }

private:
    [[noreturn]] void fail(const std::string& why) const
    {
        std::string call(m_command.name);
        throw Failure{unusable, call.empty() ? why : call + ": " + why};
    }

    const Option* find(std::string_view name) const
    {
        const auto row = std::find_if(m_command.options.begin(), m_command.options.end(),
                                      [&](const Option& o) { return o.name == name; });
        return row == m_command.options.end() ? nullptr : &*row;
    }

    void readOption(const std::string& word)
    {
        // "--name=value" is the same as "--name value".
        const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
        const std::string name = word.substr(0, equals);
        const Option* option = find(name);
        if (!option) {
            std::vector<std::string> known;
            for (const Option& row : m_command.options)
                known.emplace_back(row.name);
            fail("unknown option " + quoted(name) + didYouMean(name, known));
        }
        auto& values = m_arguments.m_values[name];
        if (!values.empty() && !option->repeated)
            fail(name + " is given twice");
        if (option->kind == Kind::Flag) {
            if (equals != std::string::npos)
                fail(name + " takes no value");
            values.emplace_back(std::string());
            return;
        }
        if (equals != std::string::npos)
            values.push_back(valueOf(*option, word.substr(equals + 1)));
        else if (m_next == m_words.size() || find(m_words[m_next]) || m_words[m_next] == "--")
            fail(name + " needs a value, " + std::string(option->value));
        else
            values.push_back(valueOf(*option, m_words[m_next++]));
    }

    Arguments::Value valueOf(const Option& option, const std::string& text) const
    {
        const std::string name(option.name);
        const auto wrong = [&](const std::string& wanted) {
            fail(name + ": " + quoted(text) + " is not " + wanted);
        };
        switch (option.kind) {
        case Kind::Flag:
            break;
        case Kind::Text:
            if (text.empty())
                fail(name + " needs a value, " + std::string(option.value));
            return text;
        case Kind::Choice: {
            const std::vector<std::string> choices = option.choices();
            if (std::find(choices.begin(), choices.end(), text) != choices.end())
                return text;
            wrong(listed(choices));
            break;
        }
        case Kind::Integer:
            if (const auto value = read<std::int64_t>(text))
                return *value;
            wrong(isTooLarge<std::int64_t>(text) ? "a number that can be held" : "a whole number");
            break;
        case Kind::Integers:
            if (auto values = readList(text))
                return std::move(*values);
            wrong("a list of whole numbers with commas between");
            break;
        case Kind::Number:
            if (const auto value = read<double>(text); value && std::isfinite(*value))
                return *value;
            wrong(isTooLarge<double>(text) ? "a number that can be held" : "a number");
            break;
        case Kind::Size:
            if (const auto size = readSize<PixelSize, int>(text))
                return *size;
            wrong("a size such as 800x600");
            break;
        case Kind::RealSize:
            if (auto size = readSize<RealSize, double>(text);
                size && std::isfinite(size->width) && std::isfinite(size->height)) {
                size->text = text;
                return *size;
            }
            wrong("a size such as 800x600");
            break;
        }
        return text;
    }

    const Command& m_command;
    std::span<const std::string> m_words;
    std::size_t m_next = 0;
    Arguments m_arguments;
};

bool Arguments::has(std::string_view option) const
{
    return m_values.find(option) != m_values.end();
}

std::string Arguments::text(std::string_view option, std::string fallback) const
{
    return only<std::string>(m_values, option, std::move(fallback));
}

std::vector<std::string> Arguments::texts(std::string_view option) const
{
    std::vector<std::string> all;
    if (const auto found = m_values.find(option); found != m_values.end())
        for (const Value& value : found->second)
            all.push_back(std::get<std::string>(value));
    return all;
}

std::int64_t Arguments::integer(std::string_view option, std::int64_t fallback) const
{
    return only<std::int64_t>(m_values, option, fallback);
}

std::vector<std::int64_t> Arguments::integers(std::string_view option) const
{
    return only<std::vector<std::int64_t>>(m_values, option, {});
}

double Arguments::number(std::string_view option, double fallback) const
{
    return only<double>(m_values, option, fallback);
}

PixelSize Arguments::size(std::string_view option, PixelSize fallback) const
{
    return only<PixelSize>(m_values, option, fallback);
}

RealSize Arguments::realSize(std::string_view option, RealSize fallback) const
{
    return only<RealSize>(m_values, option, fallback);
}

Arguments parse(const Command& command, std::span<const std::string> words)
{
    return Parser(command, words).parse();
}

bool asksForHelp(std::span<const std::string> words)
{
    for (const std::string& word : words) {
        if (word == "--")
            return false;
        if (word == "--help" || word == "-h")
            return true;
    }
    return false;
}

std::string helpFor(const Command& command)
{
    std::vector<std::pair<std::string, std::string>> rows;
    for (const Option& option : command.options) {
        std::string left(option.name);
        if (option.choices) {
            std::string choices;
            for (const std::string& choice : option.choices())
                choices += (choices.empty() ? "" : "|") + choice;
            left += ' ' + choices;
        } else if (option.kind != Kind::Flag) {
            left += ' ' + std::string(option.value);
        }
        rows.emplace_back(left, std::string(option.help) +
                                    (option.repeated ? "; may be given several times" : ""));
    }
    std::size_t column = 0;
    for (const auto& [left, right] : rows)
        column = std::max(column, width(left));

    std::string text = "attention-lab";
    for (const std::string_view part : {command.name, command.operands})
        if (!part.empty())
            text += ' ' + std::string(part);
    text += "\n    " + std::string(command.summary) + '\n';
    for (const auto& [left, right] : rows)
        text += "  " + left + std::string(column - width(left) + 2, ' ') + right + '\n';
    return text;
}

} // namespace attention::app
