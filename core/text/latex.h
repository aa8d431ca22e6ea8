// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

// Words and numbers for a document of LaTeX with amsmath.
namespace attention {

// A text of ours for a paragraph or for \text{}. Letters beyond ASCII stay as they are.
std::string latexText(std::string_view text);

// A text of somebody's, without control characters, cut at `limit` bytes.
std::string latexLabel(const std::string& text, std::size_t limit);

// A formula of ours, in which W_q is a letter with an index.
std::string latexFormula(std::string_view text);

// Inside of mathematics: three decimals, \infty, 1.2 \cdot 10^{9}.
std::string latexNumber(double value);

} // namespace attention
