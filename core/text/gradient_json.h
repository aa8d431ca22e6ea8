// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attention/gradients.h"
#include "core/export.h"

#include <span>
#include <string>
#include <string_view>

namespace attention {

// {"of": …, "gradients": [{"id", "head" (what each head has of its own), "shape", "values"}]},
// every digit of each number; NaN and infinities are the texts "NaN", "Infinity" and "-Infinity".
ATTENTION_API std::string writeGradients(std::string_view of, std::span<const Gradient> gradients);

} // namespace attention
