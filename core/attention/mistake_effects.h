// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attention/mistakes.h"
#include "core/export.h"
#include "core/trace/trace.h"

#include <stop_token>
#include <vector>

namespace attention {

// The cells of a stage that are other numbers than in the right code.
struct StageChange {
    StageId id;
    int head;            // -1 for what all heads share
    BoolMatrixPtr cells; // of the stage's shape, true = changed
    int row, column;     // the first of them
    Eigen::Index count;
};

// What one mistake does to the numbers of this scenario; no changes: it has no effect on them.
struct MistakeEffect {
    Mistake mistake;
    std::vector<StageChange> changes; // in the order of the trace
};

// The stages of `wrong` with a number that is off by more than 1e-9, or is a number in only one of
// the two traces.
ATTENTION_API std::vector<StageChange> changesBetween(const Trace& wrong, const Trace& right);

struct MistakeEffects {
    std::vector<MistakeEffect> each;  // every mistake that is on, beside the code without it alone
    std::vector<StageChange> changes; // all mistakes together, beside the right code

    // Among `changes`; null when unchanged.
    ATTENTION_API const StageChange* find(StageId id, int head) const;
};

// Runs the scenario again without each of its mistakes, and without all. Empty when stopped, and
// without mistakes.
ATTENTION_API MistakeEffects mistakeEffects(const Trace& trace, const std::stop_token& stop = {});

// The mistakes that are not on and would change a number of this scenario.
ATTENTION_API std::vector<Mistake> mistakesThatShow(const Trace& trace,
                                                    const std::stop_token& stop = {});

// The numbers of a trace with a mistake under a scenario that does not name it: what a person sees
// who is to find it. A stage that only the mistake has is left out, and the title says that
// something is hidden, so that it goes into every picture and text.
ATTENTION_API TracePtr disguised(const TracePtr& trace, Mistake mistake);

} // namespace attention
