// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/colour/colour.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace attention {

namespace {

constexpr std::array<Palette, 11> table = {{
    {"signed-light", {0x2F4459, 0x8FA3B8, 0xF7F6F2, 0xD3B75F, 0x5A4300}},
    {"signed-dark", {0xB5D6F8, 0x5A7693, 0x2A2F37, 0x8A7030, 0xFFD56A}},
    {"signed-projector", {0x1E3247, 0x7E95AC, 0xFFFFFF, 0xCDAA3A, 0x453300}},
    {"weights-light", {0xFFFFFF, 0xEAD3E7, 0xCF97C9, 0xA5479B, 0x5E0A4F}},
    {"weights-dark", {0x23272F, 0x4A2C4C, 0x84427F, 0xC572BF, 0xFFD9FC}},
    {"weights-projector", {0xFFFFFF, 0xE5C6E1, 0xC283BB, 0x8E3285, 0x3E0434}},
    {"viridis", {0x440154, 0x3B528B, 0x21918C, 0x5EC962, 0xFDE725}},
    {"cividis", {0x00224E, 0x434E6C, 0x7D7C78, 0xBCAE6C, 0xFEE838}},
    {"magma", {0x000004, 0x51127C, 0xB73779, 0xFC8961, 0xFCFDBF}},
    {"grey", {0xFFFFFF, 0xC6C6C6, 0x919191, 0x5E5E5E, 0x303030}},
    {"RdBu", {0x67001F, 0xD6604D, 0xF7F7F7, 0x4393C3, 0x053061}},
}};

using Triple = std::array<double, 3>;

constexpr double whiteX = 0.95047, whiteZ = 1.08883; // D65, Y = 1

double toLinear(std::uint8_t channel)
{
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

std::uint8_t fromLinear(double linear)
{
    const double c =
        linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(c, 0.0, 1.0)));
}

Triple toLab(Rgb colour)
{
    const double r = toLinear(colour.r), g = toLinear(colour.g), b = toLinear(colour.b);
    const auto f = [](double t) {
        return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    };
    const double x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / whiteX);
    const double y = f(0.2126729 * r + 0.7151522 * g + 0.0721750 * b);
    const double z = f((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / whiteZ);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

Rgb fromLab(const Triple& lab)
{
    const auto inverse = [](double t) {
        return t > 6.0 / 29 ? t * t * t : (116 * t - 16) * 27 / 24389;
    };
    const double fy = (lab[0] + 16) / 116;
    const double x = whiteX * inverse(fy + lab[1] / 500);
    const double y = inverse(fy);
    const double z = whiteZ * inverse(fy - lab[2] / 200);
    return {fromLinear(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
            fromLinear(-0.9692660 * x + 1.8760108 * y + 0.0415560 * z),
            fromLinear(0.0556434 * x - 0.2040259 * y + 1.0572252 * z)};
}

Rgb fromHex(std::uint32_t hex)
{
    return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8),
            static_cast<std::uint8_t>(hex)};
}

constexpr int steps = 257; // 64 between two control points, so that each of them is a step
using Scale = std::array<Rgb, steps>;

Scale makeScale(const Palette& palette)
{
    Scale scale;
    for (int step = 0; step < steps; ++step) {
        const int segment = std::min(step / 64, 3);
        const double t = (step - 64 * segment) / 64.0;
        const auto first = static_cast<std::size_t>(segment);
        const Rgb from = fromHex(palette.points[first]), to = fromHex(palette.points[first + 1]);
        const Triple a = toLab(from), b = toLab(to);
        Triple mixed;
        for (std::size_t i = 0; i < 3; ++i)
            mixed[i] = a[i] + t * (b[i] - a[i]);
        scale[static_cast<std::size_t>(step)] = t == 0 ? from : t == 1 ? to : fromLab(mixed);
    }
    return scale;
}

const Scale& scaleOf(const Palette& palette)
{
    static const std::vector<Scale> scales = [] {
        std::vector<Scale> all;
        for (const Palette& row : table)
            all.push_back(makeScale(row));
        return all;
    }();
    const auto* row = std::find_if(table.begin(), table.end(),
                                   [&](const Palette& p) { return p.id == palette.id; });
    return scales[static_cast<std::size_t>(row - table.begin())];
}

} // namespace

std::span<const Palette> palettes()
{
    return table;
}

const Palette& palette(std::string_view id)
{
    return *std::find_if(table.begin(), table.end(), [&](const Palette& p) { return p.id == id; });
}

Rgb colourAt(const Palette& palette, double t)
{
    const double held = t > 0 ? std::min(t, 1.0) : 0.0; // a NaN is 0, so that it stays in the scale
    return scaleOf(palette)[static_cast<std::size_t>(std::lround(held * (steps - 1)))];
}

double luminance(Rgb colour)
{
    return 0.2126 * toLinear(colour.r) + 0.7152 * toLinear(colour.g) + 0.0722 * toLinear(colour.b);
}

bool blackTextOn(Rgb colour)
{
    return luminance(colour) > 0.1791;
}

double ColourNorm::operator()(double value) const
{
    double low = lowest, high = highest;
    if (low == high) {
        const double reach = std::max(0.5 * std::abs(low), 0.5);
        low -= reach;
        high += reach;
    }
    // Halves first: the difference of two large numbers of unlike sign overflows.
    const double t = (value / 2 - low / 2) / (high / 2 - low / 2);
    return std::isnan(t) ? 0 : std::clamp(t, 0.0, 1.0);
}

ColourNorm ColourNorm::symmetric(double largest)
{
    const double size = std::abs(largest);
    if (size == 0 || !std::isfinite(size))
        return {-1, 1};
    return {-size, size};
}

} // namespace attention
