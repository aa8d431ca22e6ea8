// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/scenario/scenario.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attention {

// What a typed word is made of. Neither knows what the word means.
enum class WordVectors {
    OneHot, // a column for each different word, 1 in its own
    Random, // four numbers drawn from a seed, rounded to one decimal
};

// Without the white space between them.
ATTENTION_API std::vector<std::string> wordsOf(std::string_view text);

// Every word is a token, equal words are equal vectors; no projections. Pre: there is a word.
ATTENTION_API Scenario scenarioOfWords(const std::vector<std::string>& words, WordVectors vectors,
                                       std::uint64_t seed = 1);

} // namespace attention
