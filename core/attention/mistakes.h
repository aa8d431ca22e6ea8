// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/message.h"
#include "core/scenario/scenario.h"

#include <span>
#include <string_view>

namespace attention {

// One deliberate bug.
struct MistakeInfo {
    Mistake mistake;
    std::string_view id;     // "mask_after_softmax": files
    std::string_view title;  // "mask after the softmax": people
    std::string_view breaks; // one sentence: what it breaks
    bool changesSoftmax;     // no online softmax over tiles can do the same
};

// The table of mistakes, in the order of Mistake.
ATTENTION_API std::span<const MistakeInfo> mistakeTable();
ATTENTION_API const MistakeInfo& mistakeInfo(Mistake mistake);
ATTENTION_API const MistakeInfo* findMistake(std::string_view id); // null when unknown

} // namespace attention
