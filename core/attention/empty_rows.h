// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/trace/trace.h"

#include <span>
#include <string_view>

namespace attention {

// What may stand in a row whose keys are all blocked. Libraries disagree, so there are three rules.
struct EmptyRowRule {
    std::string_view id;
    std::string_view title;    // "equal shares"
    std::string_view sentence; // what happens, and who does it
    bool (*chosen)(const Mask& mask);
    void (*choose)(Mask& mask);
};

ATTENTION_API std::span<const EmptyRowRule> emptyRowRules();

// True when the query may read no key at all; never without a mask.
ATTENTION_API bool isEmptyRow(const Trace& trace, int query);
// The first of them; -1 when there is none.
ATTENTION_API int firstEmptyRow(const Trace& trace);

// The weights that the rule gives the query in a head when it may read nothing, whether it may or
// not.  -> (1, m)
ATTENTION_API Matrix emptyRowWeights(const Trace& trace, int head, int query,
                                     const EmptyRowRule& rule);

} // namespace attention
