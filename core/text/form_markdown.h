// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/forms.h"
#include "core/text/matrix_forms.h"

namespace attention {

// Markdown with tables (GitHub's): a heading and a table a stage, 3 decimals, the word "blocked".
std::string writeMarkdown(const Trace& trace, const StageFilter& filter);

// The table of one matrix.
std::string markdownTable(const LabelledMatrix& matrix);

} // namespace attention
