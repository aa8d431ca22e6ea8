// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cell.h"

#include "app/command_line.h"
#include "app/near_names.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>

namespace attention::app {

namespace {

// A whole number; one that is too large to be held is still one, and larger than any place.
std::optional<std::int64_t> wholeNumber(std::string_view text)
{
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (stop != end || error == std::errc::invalid_argument)
        return std::nullopt;
    return error == std::errc() ? value : std::numeric_limits<std::int64_t>::max();
}

// What stands before and after the separator; nothing when it is not there.
std::optional<std::pair<std::string, std::string>> split(const std::string& text, char separator)
{
    const std::size_t at = text.find(separator);
    if (at == std::string::npos)
        return std::nullopt;
    return std::pair(text.substr(0, at), text.substr(at + 1));
}

std::vector<std::string> stageNames(const Trace& trace)
{
    std::vector<std::string> names;
    for (const StageInfo& info : stageTable())
        if (std::any_of(trace.stages.begin(), trace.stages.end(),
                        [&](const Stage& stage) { return stage.id == info.id; }))
            names.emplace_back(info.name);
    return names;
}

} // namespace

Cell cellOf(const Trace& trace, const std::string& option, const std::string& text)
{
    const auto refuse = [&](const std::string& why) {
        throw Failure{unusable, option + ": " + why};
    };
    const std::string malformed =
        '"' + text + "\" is not STAGE[,head]:row,column, such as output:0,1 or weights,0:2,1";

    const auto parts = split(text, ':');
    const auto place = parts ? split(parts->second, ',') : std::nullopt;
    const auto row = place ? wholeNumber(place->first) : std::nullopt;
    const auto column = place ? wholeNumber(place->second) : std::nullopt;
    if (!row || !column)
        refuse(malformed);
    const auto named = split(parts->first, ',');
    const auto givenHead = named ? wholeNumber(named->second) : std::nullopt;
    const std::string name = named ? named->first : parts->first;
    if (name.empty() || (named && !givenHead))
        refuse(malformed);

    const StageInfo* info = findStage(name);
    const std::vector<std::string> names = stageNames(trace);
    if (!info) {
        const std::string hint = didYouMean(name, names);
        refuse(hint.empty() ? '"' + name + "\" is not " + listed(names)
                            : "there is no stage \"" + name + '"' + hint);
    }
    if (std::find(names.begin(), names.end(), name) == names.end())
        refuse("this scenario has no stage \"" + name + '"');

    const int heads = trace.scenario->heads;
    if (!info->perHead && givenHead)
        refuse(name + " belongs to all heads together; write " + name + ':' + parts->second);
    if (info->perHead && !givenHead && heads > 1)
        refuse(name + " is one matrix a head; write " + name + ",0:" + parts->second +
               " for head 0");
    const std::int64_t head = info->perHead ? givenHead.value_or(0) : -1;
    if (info->perHead && (head < 0 || head >= heads))
        refuse("there is no head " + named->second + "; this scenario has " +
               (heads == 1 ? "head 0 alone" : "heads 0 to " + std::to_string(heads - 1)));

    const Stage* stage = find(trace, info->id, static_cast<int>(head));
    const auto [rows, columns] = shapeOf(trace, *stage);
    if (*row < 0 || *row >= rows || *column < 0 || *column >= columns)
        refuse(name + " has no row " + place->first + ", column " + place->second +
               "; it has rows 0 to " + std::to_string(rows - 1) + " and columns 0 to " +
               std::to_string(columns - 1));
    return {stage, static_cast<int>(*row), static_cast<int>(*column)};
}

std::string cellName(const Cell& cell)
{
    std::string name(stageInfo(cell.stage->id).name);
    if (cell.stage->head >= 0)
        name += ',' + std::to_string(cell.stage->head);
    return name + ':' + std::to_string(cell.row) + ',' + std::to_string(cell.column);
}

} // namespace attention::app
