// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"

namespace attention {

// The x86-64 level this copy of the library was compiled for: "baseline", "v3" or "v4". The loader
// picks the copy, nothing in the code chooses.
ATTENTION_API const char* level();

} // namespace attention
