// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/matrix.h"
#include "core/scenario/scenario.h"

#include <stop_token>

namespace attention {

// The output of the scenario, computed without ever holding a whole row of scores: tile by tile of
// `tile` queries and `tile` keys, with a running maximum, sum and output (online softmax, as in
// FlashAttention). Empty when stopped.
ATTENTION_API Matrix tiledOutput(const Scenario& scenario, int tile,
                                 const std::stop_token& stop = {});

} // namespace attention
