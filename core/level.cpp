// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/level.h"

namespace attention {

const char* level()
{
#if defined(__AVX512F__)
    return "v4";
#elif defined(__AVX2__)
    return "v3";
#else
    return "baseline";
#endif
}

} // namespace attention
