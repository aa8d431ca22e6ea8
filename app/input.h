// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace.h"

#include <string>

namespace attention::app {

class Arguments;

// The scenario of a FILE argument: a path, or "example:NAME". Throws Failure with one line that
// names the file and the place in it.
ScenarioPtr loadScenario(const std::string& file);

// Its trace.
TracePtr traceOf(const std::string& file);

// The stage of a name that a person typed, when the trace has it; "--head", when it is one of the
// scenario's heads, else -1. Both throw Failure.
StageId stageNamed(const Trace& trace, const std::string& name);
int headOf(const Trace& trace, const Arguments& arguments);

} // namespace attention::app
