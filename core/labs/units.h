// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"

#include <cstdint>
#include <string>

namespace attention {

inline constexpr double bytesPerGib = 1024.0 * 1024.0 * 1024.0;
inline constexpr double bytesPerGb = 1e9;

// "131,072"
ATTENTION_API std::string grouped(double wholeNumber);

// Three digits for people: "3.97", "63.9", "511", "0.5", "8,191"; whole numbers bare; the smallest
// in scientific form.
ATTENTION_API std::string threeDigits(double value);

// Rounded to the decimals, without zeros that say nothing: 0.5, 4, 466.94.
ATTENTION_API std::string trimmed(double value, int decimals);

// In the largest binary unit that leaves at least one: "128 KiB", "16 GiB", "1.5 TiB".
ATTENTION_API std::string binaryBytes(double bytes);
// Always in GiB: "0.5 GiB", "16 GiB".
ATTENTION_API std::string inGib(double bytes);
// A power of two as people say it: "64", "8 Ki", "1 Mi".
ATTENTION_API std::string binaryCount(double count);

} // namespace attention
