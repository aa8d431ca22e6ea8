// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/forms.h"

namespace attention {

// A Python program without any library that computes every stage; always the whole trace.
std::string writePython(const Trace& trace, const StageFilter& filter);

} // namespace attention
