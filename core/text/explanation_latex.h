// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/explain.h"

namespace attention {

// The lines of an explanation for a document with amsmath: an align* environment, then its notes.
ATTENTION_API std::string explanationLatex(const Explanation& explanation, int decimals);

} // namespace attention
