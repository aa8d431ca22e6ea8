// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attention::app {

// What may have been meant by a mistyped name: at most three, the nearest first.
std::vector<std::string> nearNames(std::string_view typed, const std::vector<std::string>& known);

// "a", "a or b", "a, b or c".
std::string listed(const std::vector<std::string>& names);

// "; did you mean a or b?", or nothing.
std::string didYouMean(std::string_view typed, const std::vector<std::string>& known);

} // namespace attention::app
