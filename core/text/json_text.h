// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"

#include <string>
#include <string_view>
#include <vector>

namespace attention {

// A text as JSON writes it, with its quotation marks; bytes that are not UTF-8 become �.
ATTENTION_API std::string jsonText(std::string_view text);
ATTENTION_API std::string jsonNumber(double value); // NaN and infinities are texts: "NaN"
ATTENTION_API std::string jsonList(const std::vector<std::string>& texts); // ["A", "B"]

} // namespace attention
