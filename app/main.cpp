// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/level.h"

#include <cstdio>

int main()
{
    std::printf("attention-lab %s (core: %s)\n", ATTENTION_VERSION, attention::level());
}
