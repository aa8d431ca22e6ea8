// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <QString>

namespace attention::test {

// Three tokens in two columns: A = [2, 0], B = [0, 2], C = [1, 1], scores not scaled.
Scenario threeTokens();

// A bundled example; the test fails when it cannot be read.
Scenario example(const char* name);

// Random numbers of one decimal, every time the same for a seed.
Scenario randomScenario(int tokens, int columns, int heads, unsigned seed, bool causal = false);

} // namespace attention::test
