// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/scenario/json_value.h"
#include "core/scenario/scenario.h"
#include "core/text/json_text.h"
#include "core/text/number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

// How a value of a scenario file is read and written, whatever its key is: numbers, words, lists,
// matrices. A reader says what is wrong with its place, or nothing; a writer says nothing ("") of
// what is the default and left out.
namespace attention::json_fields {

using Found = std::optional<Problem>;

constexpr double largestWhole = 9007199254740992; // 2^53: above, doubles skip whole numbers

// A key of an object: how it is read, and how it is written ("" when it is left out, being the
// default).
template <typename T>
struct Key {
    std::string_view name;
    int since; // the version of the format that brought it
    Found (*read)(JsonValue& value, const std::string& path, T& target);
    std::string (*write)(const T& source, int indent);
};

Found problem(const std::string& path, std::string key, std::vector<std::string> args = {});
Found expected(const std::string& path, std::string what, const JsonValue& found);

// --- reading values ---

template <typename T, std::size_t N>
Found readObject(JsonValue& value, const std::string& path, const std::array<Key<T>, N>& keys,
                 int version, T& target)
{
    auto* members = value.as<JsonValue::Object>();
    if (!members)
        return expected(path, "an object", value);
    for (JsonMember& member : *members) {
        const std::string at = memberPath(path, member.key);
        const auto key = std::find_if(keys.begin(), keys.end(),
                                      [&](const Key<T>& row) { return row.name == member.key; });
        if (key == keys.end())
            return problem(at, "unknown key");
        if (key->since > version)
            return problem(at, "comes with version %1 of the format, but this file says version %2",
                           {std::to_string(key->since), std::to_string(version)});
        if (Found found = key->read(member.value, at, target))
            return found;
    }
    return {};
}

Found readText(const JsonValue& value, const std::string& path, std::string& target);
Found readText(const JsonValue& value, const std::string& path, std::optional<std::string>& target);
Found readBool(const JsonValue& value, const std::string& path, bool& target);
Found readNumber(const JsonValue& value, const std::string& path, double& target);

// The range is what the type holds; what makes sense is said by validate.
template <typename Integer>
Found readWhole(double number, const std::string& path, Integer& target)
{
    constexpr double most =
        std::min(largestWhole, static_cast<double>(std::numeric_limits<Integer>::max()));
    if (number != std::trunc(number) || std::abs(number) > most)
        return problem(path, "expected a whole number, found %1", {shortest(number)});
    target = static_cast<Integer>(number);
    return {};
}

template <typename Integer>
Found readWhole(const JsonValue& value, const std::string& path, Integer& target)
{
    const auto* number = value.as<JsonNumber>();
    if (!number)
        return expected(path, "a whole number", value);
    return readWhole(number->value, path, target);
}

// All 64 bits, which a double does not hold.
Found readSeed(const JsonValue& value, const std::string& path, std::uint64_t& target);

// Why a value is no list of `T`: the first item that is none, with its path, or the value itself.
template <typename T>
Found wrongItem(const JsonValue& value, const std::string& path, const std::string& list,
                const std::string& item)
{
    if (const auto* numbers = value.as<JsonValue::Numbers>())
        return problem(itemPath(path, 0), "expected %1, found %2",
                       {item, shortest(numbers->front())});
    if (const auto* bools = value.as<JsonValue::Bools>())
        return problem(itemPath(path, 0), "expected %1, found %2",
                       {item, bools->front() ? "true" : "false"});
    const auto* items = value.as<JsonValue::List>();
    if (!items)
        return expected(path, list, value);
    for (std::size_t i = 0; i < items->size(); ++i)
        if (!(*items)[i].template as<T>())
            return expected(itemPath(path, i), item, (*items)[i]);
    return problem(path, "an empty list, expected %1", {list});
}

Found readLabels(JsonValue& value, const std::string& path, std::vector<std::string>& target);
Found ragged(const std::string& path, std::string key, std::size_t found, std::size_t wanted);
Found readMatrix(JsonValue& value, const std::string& path, MatrixPtr& target);
// A list of numbers, as a matrix of one row.
Found readVector(JsonValue& value, const std::string& path, MatrixPtr& target);

template <typename Integer>
Found readWholes(const JsonValue& value, const std::string& path, std::vector<Integer>& target)
{
    const auto* numbers = value.as<JsonValue::Numbers>();
    if (!numbers)
        return wrongItem<JsonNumber>(value, path, "a list of whole numbers", "a whole number");
    target.resize(numbers->size());
    for (std::size_t i = 0; i < numbers->size(); ++i)
        if (Found found = readWhole((*numbers)[i], itemPath(path, i), target[i]))
            return found;
    return {};
}

Found readProjection(JsonValue& value, const std::string& path, Projection& target);
Found readBools(JsonValue& value, const std::string& path, std::vector<bool>& target);
// A list of rows of true and false, or of texts of 1 and 0.
Found readAllowed(JsonValue& value, const std::string& path, BoolMatrixPtr& target);

template <typename Word>
struct Named {
    std::string_view name;
    Word word;
};

template <typename Word, std::size_t N>
Found readWord(const JsonValue& value, const std::string& path,
               const std::array<Named<Word>, N>& words, Word& target)
{
    std::string names;
    for (const Named<Word>& row : words) {
        if (const auto* text = value.as<std::string>(); text && *text == row.name) {
            target = row.word;
            return {};
        }
        names += (names.empty() ? "\"" : " or \"") + std::string(row.name) + "\"";
    }
    return expected(path, names, value);
}

// --- writing values ---

template <typename Word, std::size_t N>
std::string wordOrNothing(Word word, Word byDefault, const std::array<Named<Word>, N>& words)
{
    if (word == byDefault)
        return "";
    const auto* row = std::find_if(words.begin(), words.end(),
                                   [&](const Named<Word>& named) { return named.word == word; });
    return jsonText(row->name);
}

std::string spaces(int indent);
std::string numberOrNothing(double value, double byDefault);

template <typename Integer>
std::string wholeOrNothing(Integer value, Integer byDefault)
{
    return value == byDefault ? "" : std::to_string(value);
}

std::string textOrNothing(const std::optional<std::string>& text);
std::string boolOrNothing(const std::optional<bool>& value);

template <typename Integer>
std::string wholeOrNothing(const std::optional<Integer>& value)
{
    return value ? std::to_string(*value) : "";
}

std::string writeMatrix(const Matrix& m, int indent);
std::string writeBools(const std::vector<bool>& values);

template <typename Integer>
std::string writeWholes(const std::vector<Integer>& values)
{
    std::string text = "[";
    for (const Integer value : values)
        text += (text.size() > 1 ? ", " : "") + std::to_string(value);
    return text + "]";
}

std::string writeVector(const MatrixPtr& row);
std::string writeAllowed(const BoolMatrix& allowed, int indent);
std::string writeProjection(const Projection& projection, int indent);

template <typename T, std::size_t N>
std::string writeObject(const T& source, const std::array<Key<T>, N>& keys, int indent)
{
    std::string text;
    for (const Key<T>& key : keys) {
        const std::string value = key.write ? key.write(source, indent + 2) : "";
        if (value.empty())
            continue;
        text += (text.empty() ? "{\n" : ",\n") + spaces(indent + 2);
        text += "\"" + std::string(key.name) + "\": ";
        text += value; // by itself: it may be most of a large file
    }
    if (!text.empty())
        text += "\n" + spaces(indent) + "}";
    return text;
}

} // namespace attention::json_fields
