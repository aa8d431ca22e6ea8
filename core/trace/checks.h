// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/message.h"
#include "core/trace/trace.h"

#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace attention {

enum class CheckStatus { Pass, Fail, ByDesign, NotApplicable };
ATTENTION_API std::string_view
statusName(CheckStatus status); // "pass", "fail", "by_design", "not_applicable"

// A number of the trace that shows what is wrong.
struct Offender {
    StageId stage;
    int head; // -1 for what all heads share
    int row, column;

    bool operator==(const Offender&) const = default;
};

struct Check {
    std::string_view id;
    CheckStatus status;
    std::optional<double> figure;      // what was measured: a largest difference, or a count
    Message detail;                    // one sentence for a person
    int row = -1;                      // the query that offends most, when one does
    std::optional<Offender> cell = {}; // and where it is seen
    bool undecided = false; // NaN or ∞ stands where it would have to be measured: that fails, too
};

// The names of all checks, in the order of the table.
ATTENTION_API std::vector<std::string_view> checkIds();

// Every check of the table, in its order, measured on the scenario itself. Tolerance: 1e-12 of the
// largest finite value; NaN fails. Some run the scenario again with other numbers: with hundreds of
// tokens that takes seconds. When `stop` is requested the answer is empty.
ATTENTION_API std::vector<Check> check(const Trace& trace, std::stop_token stop = {});

} // namespace attention
