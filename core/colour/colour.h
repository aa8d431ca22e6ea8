// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"

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
    std::string_view id;                   // "signed-light", "weights-dark", …
    std::span<const std::uint32_t> points; // 0xRRGGBB; 2, 3, 5, 9, … of them: each is a step
};

// What a person chooses from: a scale for values around 0 and one for weights, 0 … 1. Empty names:
// those of the theme.
struct PaletteChoice {
    std::string_view id, signedFill, weightFill;
};

// The theme's own first, which is where nothing was chosen; null for a name that there is not.
ATTENTION_API std::span<const PaletteChoice> paletteChoices();
ATTENTION_API const PaletteChoice* findPaletteChoice(std::string_view id);

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

    bool operator==(const ColourNorm&) const = default;

    ATTENTION_API double operator()(double value) const;
    // -largest … largest, or -1 … 1 when largest is 0 or not finite.
    ATTENTION_API static ColourNorm symmetric(double largest);
};

} // namespace attention
