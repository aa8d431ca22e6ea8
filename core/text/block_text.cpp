// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/block_text.h"

#include "core/scenario/problems.h"
#include "core/text/number.h"
#include "core/text/utf8.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>
#include <vector>

namespace attention {

namespace {

using Row = std::vector<std::string>;
using Rows = std::vector<Row>;

// Cells and how they were told apart.
struct Split {
    Rows rows;
    const char* how = "";
    char separator = ' ';
    bool pointsOnly = false; // a comma cannot be a decimal mark here, and a point is one
};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::string trimmed(std::string_view text)
{
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return std::string(text);
}

std::string shown(std::string_view cell)
{
    return printable(shortened(cell, 40));
}

Message inCell(std::size_t row, std::size_t column, const Message& why)
{
    return {"row %1, column %2: %3",
            {std::to_string(row + 1), std::to_string(column + 1), english(why)}};
}

// --- Prints in brackets ---------------------------------------------------------------------

bool isName(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || isBlank(c) ||
           std::string_view("_.=(),'").find(c) != std::string_view::npos;
}

// "[[1. 2.]\n [3. 4.]]", "array([[1, 2], [3, 4]], dtype=float32)", "[1, 2, 3]"
std::variant<Split, Message> splitBrackets(std::string_view text)
{
    Split split;
    split.how = "a print in brackets";
    split.pointsOnly = true;
    const std::size_t begin = text.find('[');
    const std::string before = trimmed(text.substr(0, begin));
    if (!std::all_of(before.begin(), before.end(), isName))
        return Message{"“%1” is not understood before the first bracket", {shown(before)}};

    int depth = 0;
    bool deep = false; // rows have brackets of their own
    bool afterComma = false;
    Row row;
    std::string cell;
    std::size_t at = begin;
    const auto endCell = [&] {
        if (!cell.empty())
            row.push_back(std::exchange(cell, {}));
    };
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '[') {
            if (++depth > 2)
                return Message{"more than two brackets inside each other: a matrix has rows and"
                               " columns alone",
                               {}};
            if (depth == 2 && (!row.empty() || !cell.empty()))
                return Message{"numbers and rows stand side by side in the first bracket", {}};
            deep = deep || depth == 2;
            afterComma = false;
        } else if (c == ']') {
            endCell();
            if (depth == 2 || !deep)
                split.rows.push_back(std::exchange(row, {}));
            else if (!row.empty())
                return Message{"numbers and rows stand side by side in the first bracket", {}};
            afterComma = false;
            if (--depth == 0)
                break;
        } else if (c == ',' || isBlank(c)) {
            const bool ended = !cell.empty();
            endCell();
            if (c != ',')
                continue;
            if (afterComma && !ended)
                return inCell(split.rows.size(), row.size(), {"empty", {}});
            afterComma = depth == 2 || !deep;
        } else {
            cell += c;
            afterComma = false;
        }
    }
    if (depth > 0)
        return Message{"a bracket is not closed", {}};
    const std::string after = trimmed(text.substr(std::min(at + 1, text.size())));
    if (!std::all_of(after.begin(), after.end(), isName))
        return Message{"“%1” is not understood after the last bracket", {shown(after)}};
    return split;
}

// --- Lines ------------------------------------------------------------------------------------

// Calls use(character, index) outside of quotes.
template <typename Use>
void outsideQuotes(std::string_view line, Use use)
{
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"')
            quoted = !quoted;
        else if (!quoted)
            use(line[i], i);
    }
}

std::size_t countOf(std::string_view line, char wanted)
{
    std::size_t count = 0;
    outsideQuotes(line, [&](char c, std::size_t) { count += c == wanted; });
    return count;
}

std::string unquoted(std::string cell)
{
    cell = trimmed(cell);
    if (cell.size() < 2 || cell.front() != '"' || cell.back() != '"')
        return cell;
    std::string inner;
    for (std::size_t i = 1; i + 1 < cell.size(); ++i) {
        inner += cell[i];
        if (cell[i] == '"' && cell[i + 1] == '"')
            ++i;
    }
    return trimmed(inner);
}

Row cellsOf(std::string_view line, char separator)
{
    Row cells;
    std::size_t from = 0;
    outsideQuotes(line, [&](char c, std::size_t i) {
        if (c != separator)
            return;
        cells.push_back(unquoted(std::string(line.substr(from, i - from))));
        from = i + 1;
    });
    cells.push_back(unquoted(std::string(line.substr(from))));
    return cells;
}

Row wordsOf(std::string_view line)
{
    Row words;
    std::string word;
    for (const char c : line) {
        if (!isBlank(c))
            word += c;
        else if (!word.empty())
            words.push_back(std::exchange(word, {}));
    }
    if (!word.empty())
        words.push_back(word);
    return words;
}

// "1,000", "12,345,678": thousands to some.
bool looksGrouped(std::string_view line)
{
    if (!line.empty() && (line[0] == '-' || line[0] == '+'))
        line.remove_prefix(1);
    std::size_t digits = 0, groups = 0;
    for (std::size_t i = 0; i <= line.size(); ++i) {
        if (i < line.size() && isDigit(line[i])) {
            ++digits;
            continue;
        }
        if (i < line.size() && line[i] != ',')
            return false;
        if (groups == 0 ? digits == 0 || digits > 3 : digits != 3)
            return false;
        ++groups;
        digits = 0;
    }
    return groups > 1 && line[0] != '0';
}

// Whether commas separate these lines, or are decimal marks among blanks ("1,5 2,5").
bool commasSeparate(const std::vector<std::string>& lines)
{
    bool blanks = false;
    for (const std::string& line : lines)
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line[i] == ',' && (i + 1 == line.size() || isBlank(line[i + 1])))
                return true;
            if (isBlank(line[i]) && line[i - 1] != ',')
                blanks = true;
        }
    return !blanks || std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
        return line.find('"') != std::string::npos;
    });
}

std::variant<Split, Message> splitLines(std::string_view text)
{
    std::vector<std::string> lines;
    while (true) {
        const std::size_t end = text.find_first_of("\r\n");
        lines.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos)
            break;
        text.remove_prefix(end + (text.substr(end, 2) == "\r\n" ? 2 : 1));
    }
    // A tab at the edge of a line is an empty cell, a blank is nothing.
    for (std::string& line : lines) {
        const std::size_t first = line.find_first_not_of(' ');
        line = first == std::string::npos
                   ? std::string()
                   : line.substr(first, line.find_last_not_of(' ') + 1 - first);
    }
    const auto blank = [](const std::string& line) { return trimmed(line).empty(); };
    while (!lines.empty() && blank(lines.back()))
        lines.pop_back();
    while (!lines.empty() && blank(lines.front()))
        lines.erase(lines.begin());
    if (lines.empty())
        return Message{"there is nothing to paste", {}};

    const auto anyHas = [&](char c) {
        return std::any_of(lines.begin(), lines.end(),
                           [&](const std::string& line) { return countOf(line, c) > 0; });
    };
    Split split;
    if (anyHas('\t')) {
        split.separator = '\t';
        split.how = "cells separated by tabs";
    } else if (anyHas(';')) {
        split.separator = ';';
        split.how = "cells separated by semicolons";
    } else if (anyHas(',') && commasSeparate(lines)) {
        split.separator = ',';
        split.how = "cells separated by commas";
        if (lines.size() == 1 && countOf(lines[0], ',') == 1 &&
            lines[0].find_first_of(" \"") == std::string::npos)
            return inCell(0, 0,
                          {"“%1” may be one number or two: paste it with a point, or with a blank"
                           " after the comma",
                           {shown(lines[0])}});
        for (std::size_t i = 0; i < lines.size(); ++i)
            if (looksGrouped(lines[i]))
                return inCell(i, 0,
                              {"“%1” may be a decimal, thousands or several cells: paste it with"
                               " a blank after each comma",
                               {shown(lines[i])}});
    } else {
        split.how = "cells separated by blanks";
    }
    for (const std::string& line : lines) {
        Row cells = split.separator == ' ' ? wordsOf(line) : cellsOf(line, split.separator);
        if (split.separator == ' ')
            std::transform(cells.begin(), cells.end(), cells.begin(), unquoted);
        split.rows.push_back(std::move(cells));
    }
    return split;
}

// --- Numbers ----------------------------------------------------------------------------------

// The decimal marks of a cell: what they can be, one after the other for each number in it.
struct Marks {
    bool several = false;          // 1.234,5 or 1,000,000
    bool unclear = false;          // 1,000: a decimal or a thousand
    std::array<bool, 2> clear{};   // a point, a comma that can only be a decimal mark
    std::array<bool, 2> present{}; // any
};

Marks marksOf(std::string_view cell)
{
    Marks marks;
    for (std::size_t i = 0; i < cell.size();) {
        if (!isDigit(cell[i]) && cell[i] != '.' && cell[i] != ',') {
            ++i;
            continue;
        }
        const std::size_t start = i;
        std::size_t before = 0, after = 0, count = 0;
        char mark = 0;
        for (; i < cell.size() && (isDigit(cell[i]) || cell[i] == '.' || cell[i] == ','); ++i) {
            if (isDigit(cell[i])) {
                ++(count == 0 ? before : after);
            } else {
                mark = cell[i];
                ++count;
            }
        }
        if (count == 0)
            continue;
        const std::size_t which = mark == ',' ? 1 : 0;
        marks.present[which] = true;
        marks.several = marks.several || count > 1;
        const bool exponent = i < cell.size() && (cell[i] == 'e' || cell[i] == 'E');
        const bool grouped =
            after == 3 && before >= 1 && before <= 3 && cell[start] != '0' && !exponent;
        (grouped ? marks.unclear : marks.clear[which]) = true;
    }
    return marks;
}

bool isNotFinite(std::string cell)
{
    while (!cell.empty() && (cell[0] == '-' || cell[0] == '+'))
        cell.erase(0, 1);
    std::transform(cell.begin(), cell.end(), cell.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return cell == "nan" || cell == "inf" || cell == "infinity" || cell == "∞";
}

// What is wrong with a cell before it is read, if anything. `clear`: the marks that are decimal
// ones for certain somewhere in the block.
std::optional<Message> markProblem(const std::string& cell, const Split& split,
                                   const std::array<bool, 2>& clear, DecimalMark known)
{
    if (cell.empty())
        return Message{"empty", {}};
    if (isNotFinite(cell))
        return Message{"“%1” is not a finite number", {shown(cell)}};
    if (cell == "..." || cell == "…")
        return Message{"the print is shortened: “%1” stands for numbers that are not there",
                       {cell}};
    // The digits after a blank or a comma that were a number together with those before it.
    if (split.separator != '\t' && split.separator != ';' && !split.pointsOnly && cell.size() > 1 &&
        cell[0] == '0' && std::all_of(cell.begin(), cell.end(), isDigit))
        return Message{"“%1” may belong to the number before it", {shown(cell)}};
    const Marks marks = marksOf(cell);
    if (marks.several)
        return Message{"“%1” has more than one decimal mark", {shown(cell)}};
    if (split.pointsOnly)
        return {};
    const bool comma = marks.present[1];
    if ((marks.present[0] && clear[1]) || (comma && (clear[0] || known == DecimalMark::Point)))
        return Message{"“%1” has another decimal mark than the rest", {shown(cell)}};
    if (marks.unclear && !clear[comma ? 1 : 0] && known != DecimalMark::Point)
        return Message{"“%1” may be a decimal or thousands: write one digit more, or no mark",
                       {shown(cell)}};
    return {};
}

} // namespace

std::string writeBlock(const Matrix& block)
{
    std::string text;
    for (Eigen::Index i = 0; i < block.rows(); ++i) {
        for (Eigen::Index j = 0; j < block.cols(); ++j)
            text += (j > 0 ? "\t" : "") + shortest(block(i, j));
        text += '\n';
    }
    return text;
}

std::variant<ReadBlock, Message> readBlock(std::string_view text, DecimalMark mark)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    if (static_cast<std::int64_t>(text.size()) > maximumFileBytes)
        return Message{"more than 64 MiB of text", {}};
    auto split = text.find('[') != std::string_view::npos ? splitBrackets(text) : splitLines(text);
    if (const auto* wrong = std::get_if<Message>(&split))
        return *wrong;
    const Split& found = std::get<Split>(split);
    const Rows& rows = found.rows;
    const std::size_t columns = rows.empty() ? 0 : rows[0].size();
    if (columns == 0)
        return Message{"there is nothing to paste", {}};
    if (rows.size() > static_cast<std::size_t>(maximumTokens))
        return counted("%1 rows, the limit is %2",
                       {static_cast<std::int64_t>(rows.size()), maximumTokens});
    if (columns > static_cast<std::size_t>(maximumColumns))
        return counted("%1 columns, the limit is %2",
                       {static_cast<std::int64_t>(columns), maximumColumns});
    std::array<bool, 2> clear{};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].size() != columns)
            return counted("row %3: %1 cells, but the rows above have %2",
                           {static_cast<std::int64_t>(rows[i].size()),
                            static_cast<std::int64_t>(columns), static_cast<std::int64_t>(i + 1)});
        for (const std::string& cell : rows[i]) {
            const Marks marks = marksOf(cell);
            // The first mark that is clear speaks for all.
            if (!marks.several && !clear[0] && !clear[1])
                clear = marks.clear;
        }
    }

    ReadBlock block;
    block.how = {found.how, {}};
    block.values.resize(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(columns));
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < columns; ++j) {
            std::string cell = rows[i][j];
            if (const auto wrong = markProblem(cell, found, clear, mark))
                return inCell(i, j, *wrong);
            std::replace(cell.begin(), cell.end(), ',', '.'); // decided above: a decimal mark
            const auto number = parseNumber(cell);
            if (const auto* wrong = std::get_if<Message>(&number))
                return inCell(i, j, *wrong);
            block.values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
                std::get<double>(number);
        }
    return block;
}

} // namespace attention
