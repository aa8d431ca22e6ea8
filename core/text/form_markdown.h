// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/forms.h"

namespace attention {

// Markdown with tables (GitHub's): a heading and a table a stage, 3 decimals, the word "blocked".
std::string writeMarkdown(const Trace& trace, const StageFilter& filter);

} // namespace attention
