// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/message.h"
#include "core/plot/plot_data.h"
#include "core/scenario/scenario.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace attention {

// Bytes of a KV cache: 2 · layers · kv_heads · head_dim · seq_len · batch · bytes_per_element. With
// a window, a layer keeps at most so many tokens; with full_every, every so many layers one keeps
// all.
// Doubles: whole numbers are exact to 9 · 10^15, and nothing overflows.
struct MemoryFigures {
    double bytesPerToken = 0; // of one sequence, all layers; within the window, if there is one
    double bytes = 0;
    double mhaBytes = 0;  // the same model with kv_heads = heads
    double gqaBytes = 0;  // with its own kv_heads
    double mqaBytes = 0;  // with one
    double freeBytes = 0; // memory - weights; below 0 when the weights alone are too large
    double usableBytes =
        0; // usable · memory - weights, what an engine gives the cache; never below 0
    // In usableBytes, all sequences together; nothing: windows alone fit at any length.
    std::optional<std::int64_t> tokensThatFit;
    bool fits = false;       // weights + cache within the card's memory
    bool fitsUsable = false; // within the usable part
};

// Limits of the parameters; a billion of anything is a slip of the finger.
inline constexpr std::int64_t maximumMemoryCount = 1'000'000'000;

// Paths start at "labs.memory".
ATTENTION_API std::optional<Problem> validate(const MemoryParameters& parameters);
ATTENTION_API MemoryFigures memoryFigures(const MemoryParameters& parameters);

// Cache size against sequence length for MHA, GQA and MQA, with the lines of the memory left for it
// and a point for the sequence length of `parameters`.
ATTENTION_API PlotData memoryPlot(const MemoryParameters& parameters);
// `form` is "text", "json" or "csv".
ATTENTION_API std::string memoryText(const MemoryParameters& parameters, std::string_view form);

} // namespace attention
