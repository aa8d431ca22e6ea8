// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_line.h"
#include "core/message.h"

namespace attention::app {

// The nearest int, so that the core can say what is wrong with a number of any size.
int clampedToInt(std::int64_t value);

// Throws the failure: what the core says about a parameter, under the option that set it
// ("labs.memory. kv_heads" is "--kv-heads").
[[noreturn]] void refuse(const Command& command, const Problem& problem);

} // namespace attention::app
