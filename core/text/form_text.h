// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/forms.h"

namespace attention {

// For people: 3 decimals, the word "blocked", a numbered title a stage.
std::string writeText(const Trace& trace, const StageFilter& filter);

} // namespace attention
