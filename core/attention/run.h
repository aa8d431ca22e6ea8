// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attention/attend.h"
#include "core/export.h"
#include "core/trace/trace.h"

#include <functional>
#include <stop_token>

namespace attention {

// Computes every stage of a valid scenario; what a large trace does not keep of them, kept.h makes
// again. `progress` is called with 0 … 1; when `stop` is
// requested the answer is null. Pure: the same scenario gives the same trace, bit for bit, on the
// same machine.
ATTENTION_API TracePtr run(ScenarioPtr scenario, std::stop_token stop = {},
                           const std::function<void(double)>& progress = {});

// The same with the choice of what is kept.
ATTENTION_API TracePtr run(ScenarioPtr scenario, Keep keep, std::stop_token stop = {},
                           const std::function<void(double)>& progress = {});

} // namespace attention
