// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/colour/colour.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace attention {

namespace {

using Five = std::array<std::uint32_t, 5>;
constexpr Five signedLight = {0x2F4459, 0x8FA3B8, 0xF7F6F2, 0xD3B75F, 0x5A4300};
constexpr Five signedDark = {0xB5D6F8, 0x5A7693, 0x2A2F37, 0x8A7030, 0xFFD56A};
constexpr Five signedProjector = {0x1E3247, 0x7E95AC, 0xFFFFFF, 0xCDAA3A, 0x453300};
constexpr Five weightsLight = {0xFFFFFF, 0xEAD3E7, 0xCF97C9, 0xA5479B, 0x5E0A4F};
constexpr Five weightsDark = {0x23272F, 0x4A2C4C, 0x84427F, 0xC572BF, 0xFFD9FC};
constexpr Five weightsProjector = {0xFFFFFF, 0xE5C6E1, 0xC283BB, 0x8E3285, 0x3E0434};
constexpr Five greyPoints = {0xFFFFFF, 0xC6C6C6, 0x919191, 0x5E5E5E, 0x303030};

// Every eighth (cividis: every fourth) colour of the published tables: viridis and magma by Stéfan
// van der Walt and Nathaniel Smith, cividis by Jamie Nuñez, Christopher Anderton and Ryan Renslow
// (all CC0), RdBu by Cynthia Brewer (ColorBrewer, Apache-2.0).
constexpr std::array<std::uint32_t, 33> viridisPoints = {
    {0x440154, 0x470D60, 0x48186A, 0x482374, 0x472D7B, 0x453681, 0x424086, 0x3F4989, 0x3B528B,
     0x375A8D, 0x33638D, 0x2F6A8E, 0x2C728E, 0x297A8E, 0x26818E, 0x23898E, 0x21908C, 0x1F988B,
     0x1F9F88, 0x21A685, 0x28AE80, 0x31B57B, 0x3EBC74, 0x4CC26C, 0x5DC963, 0x6ECE58, 0x82D34C,
     0x96D83F, 0xABDC32, 0xC0DF24, 0xD5E21A, 0xEAE51A, 0xFDE725}};
constexpr std::array<std::uint32_t, 65> cividisPoints = {
    {0x00224E, 0x002554, 0x00285B, 0x002B62, 0x002E6A, 0x003070, 0x043371, 0x113570, 0x1A386F,
     0x213B6E, 0x273E6E, 0x2D416D, 0x32436D, 0x36466C, 0x3B496C, 0x3F4C6C, 0x434E6C, 0x47516C,
     0x4B546C, 0x4F576C, 0x52596D, 0x565C6D, 0x5A5F6E, 0x5D626E, 0x61656F, 0x646770, 0x686A71,
     0x6B6D72, 0x6F7073, 0x727374, 0x757676, 0x797877, 0x7C7B78, 0x807E78, 0x848179, 0x878478,
     0x8B8778, 0x8F8A78, 0x938D78, 0x979077, 0x9B9376, 0x9F9676, 0xA39A75, 0xA79D74, 0xABA072,
     0xAFA371, 0xB3A670, 0xB7AA6E, 0xBBAD6C, 0xBFB06B, 0xC3B469, 0xC8B766, 0xCCBA64, 0xD0BE61,
     0xD4C15F, 0xD9C55C, 0xDDC958, 0xE1CC55, 0xE6D051, 0xEAD44C, 0xEFD748, 0xF4DB42, 0xF8DF3C,
     0xFDE334, 0xFEE838}};
constexpr std::array<std::uint32_t, 33> magmaPoints = {
    {0x000004, 0x030311, 0x0A0822, 0x130D33, 0x1D1146, 0x28115A, 0x36106A, 0x430F76, 0x50127C,
     0x5D177F, 0x691C81, 0x762181, 0x822681, 0x8F2A81, 0x9C2E7F, 0xA9327D, 0xB63779, 0xC33B75,
     0xCF4170, 0xDB486A, 0xE65163, 0xEE5C5E, 0xF5695C, 0xF9785D, 0xFB8761, 0xFD9668, 0xFEA571,
     0xFEB47B, 0xFEC387, 0xFED194, 0xFDE0A2, 0xFCEEB0, 0xFCFDBF}};
constexpr std::array<std::uint32_t, 33> rdBuPoints = {
    {0x67001F, 0x7E0823, 0x960F26, 0xAD162A, 0xBB2A34, 0xC6413E, 0xD25749, 0xDC6D57, 0xE58268,
     0xEE9878, 0xF5AC8B, 0xF8BDA0, 0xFBCEB6, 0xFDDDCA, 0xFBE6D9, 0xF9EEE8, 0xF7F7F6, 0xEBF1F5,
     0xDFECF3, 0xD3E6F0, 0xC1DDEB, 0xAED3E6, 0x9AC9E0, 0x83BCD9, 0x6AACD0, 0x529CC8, 0x3F8DC0,
     0x347FB9, 0x2971B2, 0x1F63A7, 0x165290, 0x0E4178, 0x053061}};

// Its upper half: what is 0 has no colour, as among signed values.
constexpr std::span<const std::uint32_t> rdBuUpper = std::span(rdBuPoints).subspan(16);

constexpr std::array<Palette, 12> table = {{
    {"signed-light", signedLight},
    {"signed-dark", signedDark},
    {"signed-projector", signedProjector},
    {"weights-light", weightsLight},
    {"weights-dark", weightsDark},
    {"weights-projector", weightsProjector},
    {"viridis", viridisPoints},
    {"cividis", cividisPoints},
    {"magma", magmaPoints},
    {"grey", greyPoints},
    {"RdBu", rdBuPoints},
    {"RdBu-upper", rdBuUpper},
}};

constexpr std::array<PaletteChoice, 6> choices = {{
    {"theme", "", ""},
    {"viridis", "viridis", "viridis"},
    {"cividis", "cividis", "cividis"},
    {"magma", "magma", "magma"},
    {"grey", "grey", "grey"},
    {"RdBu", "RdBu", "RdBu-upper"},
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

constexpr int steps = 257;
using Scale = std::array<Rgb, steps>;

Scale makeScale(const Palette& palette)
{
    Scale scale;
    const int segments = static_cast<int>(palette.points.size()) - 1;
    const int within = (steps - 1) / segments; // steps between two control points
    for (int step = 0; step < steps; ++step) {
        const int segment = std::min(step / within, segments - 1);
        const double t = (step - within * segment) / static_cast<double>(within);
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
    return scales[static_cast<std::size_t>(&palette - table.data())];
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

std::span<const PaletteChoice> paletteChoices()
{
    return choices;
}

const PaletteChoice* findPaletteChoice(std::string_view id)
{
    const auto* row = std::find_if(choices.begin(), choices.end(),
                                   [&](const PaletteChoice& choice) { return choice.id == id; });
    return row == choices.end() ? nullptr : row;
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
