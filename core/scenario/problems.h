// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/message.h"
#include "core/scenario/scenario.h"

#include <cstdint>
#include <optional>

namespace attention {

// Limits of the format; a scenario past one is refused before anything is allocated.
inline constexpr std::int64_t maximumFileBytes = 64LL << 20;
inline constexpr std::int64_t maximumTraceBytes = 1LL << 30;
inline constexpr std::int64_t maximumWholeTraceBytes = 256LL << 20; // above: see keepsEveryStage
inline constexpr int maximumTokens = 4096;
inline constexpr int maximumColumns = 4096;
inline constexpr int maximumHeads = 64;

// The first thing that is wrong with a scenario (a shape that does not fit, a number that is not
// finite, a limit passed), or nothing. What passes can be run and saved.
ATTENTION_API std::optional<Problem> validate(const Scenario& scenario);

// Bytes that the trace of a valid scenario holds, in 64 bits; stages that change nothing share
// memory.
ATTENTION_API std::int64_t traceBytes(const Scenario& scenario);

// Whether that trace keeps every stage: a large one keeps, of what has n × m numbers, only scores
// and weights.
ATTENTION_API bool keepsEveryStage(const Scenario& scenario);

} // namespace attention
