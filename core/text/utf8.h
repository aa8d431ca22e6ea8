// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace attention {

// The code point at `at`, which moves past it; -1 for a byte that is not well-formed UTF-8 (one
// byte is passed over). Pre: at < text.size().
ATTENTION_API int nextCodePoint(std::string_view text, std::size_t& at);

ATTENTION_API bool isUtf8(std::string_view text);
ATTENTION_API std::size_t codePoints(std::string_view text);

// For one line of a terminal: control characters become their pictures (␉, ␛), marks that turn the
// writing direction and bytes that are not UTF-8 become �.
ATTENTION_API std::string printable(std::string_view text);

// The first `limit` bytes, cut between characters, with … when something was left out.
ATTENTION_API std::string shortened(std::string_view text, std::size_t limit);

} // namespace attention
