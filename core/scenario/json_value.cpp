// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/json_value.h"

#include "core/text/number.h"
#include "core/text/utf8.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace attention {

namespace {

constexpr std::size_t deepest = 16;        // the format nests four deep
constexpr std::size_t mostValues = 200000; // values that are not in a list of numbers or of bools
constexpr std::size_t mostKeys = 1000;     // in one object

// Receives the text piece by piece and builds the value; returns false to stop at the first
// problem.
class Builder {
public:
    explicit Builder(std::string_view text)
        : m_text(text)
    {
    }

    std::variant<JsonValue, Problem> result()
    {
        if (m_problem)
            return std::move(*m_problem);
        return std::move(m_root);
    }

    // What nlohmann::json::sax_parse calls.
    bool null() { return add({}); }
    bool boolean(bool value) { return add({value}); }

    bool number_integer(std::int64_t value)
    {
        return add({JsonNumber{static_cast<double>(value), {}}});
    }

    bool number_unsigned(std::uint64_t value)
    {
        return add({JsonNumber{static_cast<double>(value), value}});
    }

    bool number_float(double value, const std::string& digits)
    {
        // The library reads with strtod and the decimal mark of the process's locale. What it could
        // not read at all has been reported before; a tiny number stays the 0 or denormal it is.
        std::string text = digits;
        std::replace(text.begin(), text.end(), ',', '.');
        std::from_chars(text.data(), text.data() + text.size(), value);
        return add({JsonNumber{value, {}}});
    }

    bool string(std::string& value) { return add({std::move(value)}); }
    bool binary(nlohmann::json::binary_t&) { return false; } // not in JSON text

    bool start_object(std::size_t) { return open({JsonValue::Object{}}); }

    bool key(std::string& key)
    {
        Frame& frame = m_frames.back();
        const auto& members = *frame.value.as<JsonValue::Object>();
        if (members.size() == mostKeys)
            return stop(path(), {"more keys than any object of the format has", {}});
        frame.key = std::move(key);
        for (const JsonMember& member : members)
            if (member.key == frame.key)
                return stop(path(), {"given twice", {}});
        return true;
    }

    bool end_object() { return close(); }
    bool start_array(std::size_t) { return open({JsonValue::List{}}); }
    bool end_array() { return close(); }

    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::detail::exception& error)
    {
        constexpr int outOfRange = 406;
        if (error.id == outOfRange) {
            stop(path(), {"%1 is outside the range of numbers here", {shortened(token, 40)}});
            position -= token.size() - 1; // where the number begins
        } else {
            // "[json.exception…] parse error at line 1, column 2: syntax error while parsing value
            // - unexpected ']'; expected …": the place is told by us.
            std::string_view what = error.what();
            if (const std::size_t dash = what.find(" - "); dash != std::string_view::npos)
                what.remove_prefix(dash + 3);
            stop("", {"not valid JSON: %1", {shortened(what, 160)}});
        }
        place(position);
        return false;
    }

    void nullByte(std::size_t position)
    {
        stop("", {"not valid JSON: a null byte", {}});
        place(position);
    }

private:
    struct Frame {
        JsonValue value; // a List, Numbers, Bools or Object that is still open
        std::string key; // of the member that is being read
    };

    bool stop(std::string path, Message message)
    {
        if (!m_problem)
            m_problem = Problem{std::move(path), std::move(message)};
        return false;
    }

    // `position` bytes have been read, the last of them is where it went wrong.
    void place(std::size_t position)
    {
        const std::size_t end = std::min(position > 0 ? position - 1 : 0, m_text.size());
        const std::string_view before = m_text.substr(0, end);
        const std::size_t lineStart = before.rfind('\n') + 1; // npos + 1 is 0
        m_problem->line = 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
        m_problem->column = 1 + static_cast<int>(codePoints(before.substr(lineStart)));
    }

    // The place of the value that is read next.
    std::string path() const
    {
        std::string result;
        for (const Frame& frame : m_frames) {
            if (frame.value.as<JsonValue::Object>())
                result = memberPath(result, frame.key);
            else
                result = itemPath(result, length(frame.value));
        }
        return result;
    }

    static std::size_t length(const JsonValue& list)
    {
        if (const auto* numbers = list.as<JsonValue::Numbers>())
            return numbers->size();
        if (const auto* bools = list.as<JsonValue::Bools>())
            return bools->size();
        return list.as<JsonValue::List>()->size();
    }

    bool open(JsonValue value)
    {
        if (m_frames.size() == deepest)
            return stop(path(), {"nested too deeply", {}});
        if (!hasRoom() || !countValue())
            return false;
        m_frames.push_back({std::move(value), {}});
        return true;
    }

    bool close()
    {
        JsonValue value = std::move(m_frames.back().value);
        m_frames.pop_back();
        return put(std::move(value));
    }

    bool add(JsonValue value)
    {
        if (!hasRoom())
            return false;
        const bool inCompactList = !m_frames.empty() && addCompact(m_frames.back().value, value);
        return inCompactList || (countValue() && put(std::move(value)));
    }

    bool hasRoom()
    {
        if (m_frames.empty() || m_frames.back().value.as<JsonValue::Object>() ||
            length(m_frames.back().value) < longestList)
            return true;
        m_frames.pop_back(); // the path is the list's, not its item's
        return stop(path(), counted("more than %1 entries", {longestList}));
    }

    bool countValue()
    {
        if (++m_values > mostValues)
            return stop(path(), {"more values than any file of the format has", {}});
        return true;
    }

    static bool addCompact(JsonValue& list, const JsonValue& item)
    {
        if (const auto* empty = list.as<JsonValue::List>(); empty && empty->empty()) {
            if (item.as<JsonNumber>())
                list.value = JsonValue::Numbers{};
            else if (item.as<bool>())
                list.value = JsonValue::Bools{};
        }
        if (auto* numbers = list.as<JsonValue::Numbers>(); numbers && item.as<JsonNumber>()) {
            numbers->push_back(item.as<JsonNumber>()->value);
            return true;
        }
        if (auto* bools = list.as<JsonValue::Bools>(); bools && item.as<bool>()) {
            bools->push_back(*item.as<bool>());
            return true;
        }
        return false;
    }

    bool put(JsonValue value)
    {
        if (m_frames.empty()) {
            m_root = std::move(value);
            return true;
        }
        Frame& frame = m_frames.back();
        if (auto* members = frame.value.as<JsonValue::Object>()) {
            members->push_back({frame.key, std::move(value)});
            return true;
        }
        if (!spread(frame.value))
            return false;
        frame.value.as<JsonValue::List>()->push_back(std::move(value));
        return true;
    }

    // A compact list that meets another kind of value becomes a list of values.
    bool spread(JsonValue& list)
    {
        if (list.as<JsonValue::List>())
            return true;
        JsonValue::List items(length(list));
        const auto* numbers = list.as<JsonValue::Numbers>();
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (numbers)
                items[i].value.emplace<JsonNumber>(JsonNumber{(*numbers)[i], {}});
            else
                items[i].value.emplace<bool>((*list.as<JsonValue::Bools>())[i]);
        }
        m_values += items.size();
        list.value = std::move(items);
        return countValue();
    }

    std::string_view m_text;
    std::vector<Frame> m_frames;
    JsonValue m_root;
    std::size_t m_values = 0;
    std::optional<Problem> m_problem;
};

} // namespace

std::string describe(const JsonValue& value)
{
    if (const auto* boolean = value.as<bool>())
        return *boolean ? "true" : "false";
    if (const auto* number = value.as<JsonNumber>())
        return shortest(number->value);
    if (const auto* text = value.as<std::string>())
        return "the text “" + shortened(*text, 40) + "”";
    if (value.as<JsonValue::Object>())
        return "an object";
    return value.as<std::monostate>() ? "null" : "a list";
}

std::string memberPath(const std::string& path, std::string_view key)
{
    const std::string name = shortened(key, 60);
    return path.empty() ? name : path + "." + name;
}

std::string itemPath(const std::string& path, std::size_t index)
{
    return path + "[" + std::to_string(index) + "]";
}

std::variant<JsonValue, Problem> parseJson(std::string_view text)
{
    Builder builder(text);
    if (const std::size_t at = text.find('\0'); at != std::string_view::npos) {
        builder.nullByte(at + 1); // which the parser would take for the end
        return builder.result();
    }
    try {
        nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
        return builder.result();
    } catch (const std::exception&) { // only memory can run out here
        return Problem{"", {"not enough memory to read it", {}}};
    }
}

} // namespace attention
