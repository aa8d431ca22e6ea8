// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/message.h"

#include <string>
#include <string_view>
#include <variant>

namespace attention {

// The shortest digits that read back as the same double ("0.1", "-2e-30", "NaN", "Infinity").
ATTENTION_API std::string shortest(double value);

// A number for people: a whole number bare ("4", also 0), otherwise fixed decimals ("0.187"); past
// 10^7, or when all decimals would be 0 though the value is not and decimals > 0, it stays fixed
// for small values ("0.000") and scientific for large ones ("1.2e9"). NaN, ∞ and -∞ as those signs.
// The sign is an ASCII '-'.
ATTENTION_API std::string forPeople(double value, int decimals);

// The same, but what would look like a 0 and is none is scientific, too ("1.2e-9").
ATTENTION_API std::string forPeopleNeverZero(double value, int decimals);

// As `forPeople`, with the typographic minus, for figures.
ATTENTION_API std::string forFigure(double value, int decimals);

// A typed number: 1.5, 1,5, 1/3, -2e-3, sqrt(2), with + - * / ^ and parentheses. A finite value, or
// the reason why not.
ATTENTION_API std::variant<double, Message> parseNumber(std::string_view text);

} // namespace attention
