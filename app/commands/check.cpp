// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.h"
#include "app/input.h"
#include "app/output.h"
#include "core/trace/checks.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>

namespace attention::app {

namespace {

// Three digits: 9, 0.798, 1.11e-16.
std::string figureText(const std::optional<double>& figure)
{
    if (!figure)
        return "-";
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), *figure,
                                   std::chars_format::general, 3);
    return std::string(text.data(), end.ptr);
}

std::string padded(std::string_view text, std::size_t width)
{
    std::string all(text);
    all.resize(std::max(width, all.size()), ' ');
    return all + "  ";
}

std::string table(const std::vector<Check>& checks)
{
    std::size_t status = 0, id = 0, figure = 0;
    for (const Check& c : checks) {
        status = std::max(status, statusName(c.status).size());
        id = std::max(id, c.id.size());
        figure = std::max(figure, figureText(c.figure).size());
    }
    std::string text;
    for (const Check& c : checks)
        text += padded(statusName(c.status), status) + padded(c.id, id) +
                padded(figureText(c.figure), figure) + english(c.detail) + '\n';
    return text;
}

Status run(const Arguments& arguments)
{
    Status worst = done;
    const bool headings = arguments.operands.size() > 1;
    for (const std::string& file : arguments.operands) {
        try {
            const std::vector<Check> checks = check(*traceOf(file));
            print((headings ? file + '\n' : "") + table(checks) + (headings ? "\n" : ""));
            for (const Check& c : checks)
                if (c.status == CheckStatus::Fail)
                    worst = std::max(worst, checkFailed);
        } catch (const Failure& failure) {
            if (failure.status == notWritten)
                throw;
            // The others are checked all the same.
            printError(failure.line);
            worst = std::max(worst, failure.status);
        }
    }
    return worst;
}

} // namespace

const Command checkCommand = {
    "check", "FILE…", 1, INT_MAX, "Measures what has to hold: rows add to 1, no peeking, …",
    {},      run};

} // namespace attention::app
