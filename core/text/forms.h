// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/trace/checks.h"
#include "core/trace/trace.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attention {

// Which stages a text holds: no id means all; a head (from 0) leaves out the stages of other heads.
struct StageFilter {
    std::vector<StageId> ids;
    int head = -1;
};

struct TextForm {
    std::string_view id; // "text", "json", "csv", …
    std::string (*write)(const Trace& trace, const StageFilter& filter);
    bool isProgram = false; // computes every stage, so it has no use for a filter
};

// The forms in which `trace` writes a trace: text has 3 decimals and the word "blocked", as have
// Markdown and LaTeX; JSON carries the checks too; CSV is RFC 4180, one block a stage; the others
// are programs.
ATTENTION_API std::span<const TextForm> textForms();
ATTENTION_API const TextForm* findTextForm(std::string_view id); // null when unknown

ATTENTION_API bool keeps(const StageFilter& filter, const Stage& stage);

} // namespace attention
