// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/message.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace attention {

struct JsonMember;

struct JsonNumber {
    double value = 0;
    std::optional<std::uint64_t> exact; // a whole number that is not negative
};

// A parsed JSON text. Lists of numbers alone and of bools alone are kept without a value each: they
// are nearly all of a large file.
struct JsonValue {
    using List = std::vector<JsonValue>;
    using Numbers = std::vector<double>;
    using Bools = std::vector<bool>;
    using Object = std::vector<JsonMember>;

    // A monostate is null. An empty list is a List.
    std::variant<std::monostate, bool, JsonNumber, std::string, List, Numbers, Bools, Object> value;

    template <typename T>
    const T* as() const
    {
        return std::get_if<T>(&value);
    }
    template <typename T>
    T* as()
    {
        return std::get_if<T>(&value);
    }
};

struct JsonMember {
    std::string key;
    JsonValue value;
};

// For a sentence: "null", "true", "3.5", "the text “abc”", "a list", "an object".
std::string describe(const JsonValue& value);

// "mask" and "causal" -> "mask.causal"; "" and "mask" -> "mask"
std::string memberPath(const std::string& path, std::string_view key);
std::string itemPath(const std::string& path, std::size_t index);

// Parses UTF-8 text. A syntax error has its line and column; a key given twice, a number that no
// double holds, lists past `longestList` and texts that are nested too deeply or hold too many
// values have their path. Memory stays within a few times the size of the text. Never throws.
std::variant<JsonValue, Problem> parseJson(std::string_view text);

inline constexpr std::size_t longestList =
    4096; // rows, columns, tokens: the format has none longer

} // namespace attention
