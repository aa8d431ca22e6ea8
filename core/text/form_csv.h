// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/forms.h"

namespace attention {

// RFC 4180, one block a stage: its name and the column labels, then a row a line, numbers in full.
std::string writeCsv(const Trace& trace, const StageFilter& filter);

} // namespace attention
