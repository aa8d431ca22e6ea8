// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"

#include <cstdint>
#include <string>
#include <vector>

namespace attention {

// A sentence said to a person: an English key with %1, %2, … and what stands in their place. The
// window looks the key up in its translations, the command line prints `english`.
struct Message {
    std::string key;
    std::vector<std::string> args;

    bool operator==(const Message&) const = default;
};

ATTENTION_API std::string english(const Message& message);

// A message about numbers of things: "%1 rows, but …" becomes "%1 row, but …" where the count is 1.
ATTENTION_API Message counted(std::string key, const std::vector<std::int64_t>& counts);

// What is wrong with something a person gave: where, and why.
struct Problem {
    std::string path; // a JSON path such as "W_q[3]", or empty when the whole is meant
    Message message;
    int line = 0; // counted from 1; 0 when the place is not one of a text
    int column = 0;

    bool operator==(const Problem&) const = default;
};

// "W_k: 4 rows, but X has 2 columns", "line 3, column 7: …"; one line, ready to print.
ATTENTION_API std::string english(const Problem& problem);

} // namespace attention
