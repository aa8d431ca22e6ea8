// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace attention::app {

// The program's exit status; a higher one is worse.
enum Status { done = 0, checkFailed = 1, unusable = 2, notWritten = 3 };

// Ends a command: its status and the one line that standard error gets.
struct Failure {
    Status status;
    std::string line;
};

// What an option's value has to look like.
enum class Kind {
    Flag, // none
    Text,
    Choice, // one of the option's choices
    Integer,
    Integers, // with commas between
    Number,
    Size,     // WxH
    RealSize, // the same, and 8.5x6
};

struct Option {
    std::string_view name; // "--head", "-o"
    Kind kind;
    std::string_view value; // how the help writes it: "N"
    std::string_view help;
    bool repeated = false;
    std::vector<std::string> (*choices)() = nullptr;
};

struct PixelSize {
    int width = 0;
    int height = 0;
};

struct RealSize {
    double width = 0;
    double height = 0;
    std::string text; // as it was typed
};

// A command line whose words are all understood. Values are read by the option's name; an option
// that is absent gives the fallback.
class Arguments {
public:
    std::vector<std::string> operands;

    bool has(std::string_view option) const;
    std::string text(std::string_view option, std::string fallback = {}) const;
    std::vector<std::string> texts(std::string_view option) const;
    std::int64_t integer(std::string_view option, std::int64_t fallback) const;
    std::vector<std::int64_t> integers(std::string_view option) const;
    double number(std::string_view option, double fallback) const;
    PixelSize size(std::string_view option, PixelSize fallback) const;
    RealSize realSize(std::string_view option, RealSize fallback) const;

private:
    friend class Parser;
    using Value = std::variant<std::string, std::int64_t, std::vector<std::int64_t>, double,
                               PixelSize, RealSize>;
    std::map<std::string, std::vector<Value>, std::less<>> m_values;
};

struct Command {
    std::string_view name;     // empty: the window
    std::string_view operands; // how the help writes them: "FILE…"
    int fewest, most;          // operands
    std::string_view summary;
    std::span<const Option> options;
    Status (*run)(const Arguments& arguments); // throws Failure
};

// Throws Failure when a word is not understood: an option that the command does not have, a value
// that is missing or malformed, an option given twice, too many or too few operands.
Arguments parse(const Command& command, std::span<const std::string> words);

bool asksForHelp(std::span<const std::string> words);
std::string helpFor(const Command& command);

} // namespace attention::app
