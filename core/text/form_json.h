// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/forms.h"

namespace attention {

// The format "attention-lab/trace" with every number in full, and the checks.
std::string writeJson(const Trace& trace, const StageFilter& filter);

} // namespace attention
