// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace attention {

struct Rgb {
    std::uint8_t r = 0, g = 0, b = 0;

    bool operator==(const Rgb&) const = default;
};

// A colour scale: control points at equal steps of 0 … 1, interpolated in CIE L*a*b*.
struct Palette {
    std::string_view id;                 // "signed-light", "weights-dark", …
    std::array<std::uint32_t, 5> points; // 0xRRGGBB
};

ATTENTION_API std::span<const Palette> palettes();
ATTENTION_API const Palette& palette(std::string_view id); // Pre: it exists

// The colour at `t`, held to 0 … 1. A scale has 257 steps; t is rounded to one of them.
// Pre: the palette is one of the table.
ATTENTION_API Rgb colourAt(const Palette& palette, double t);

// Relative luminance of WCAG 2, 0 … 1, and whether text on it is black (at least 4.58 : 1 either
// way).
ATTENTION_API double luminance(Rgb colour);
ATTENTION_API bool blackTextOn(Rgb colour);

// Values to 0 … 1. A linear range of equal ends is widened; a difference that overflows falls back.
struct ColourNorm {
    double lowest = 0, highest = 1;

    ATTENTION_API double operator()(double value) const;
    // -largest … largest, or -1 … 1 when largest is 0 or not finite.
    ATTENTION_API static ColourNorm symmetric(double largest);
};

} // namespace attention
