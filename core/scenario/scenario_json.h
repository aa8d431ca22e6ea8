// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/message.h"
#include "core/scenario/scenario.h"

#include <string>
#include <string_view>
#include <variant>

namespace attention {

// Reads and validates a scenario file (UTF-8 JSON, format "attention-lab/scenario", version 1).
// What is not understood is refused with its place, never ignored.
ATTENTION_API std::variant<Scenario, Problem> readScenario(std::string_view json);

// Writes a scenario, a matrix row a line, numbers in the shortest form that reads back the same.
ATTENTION_API std::string writeScenario(const Scenario& scenario);

} // namespace attention
