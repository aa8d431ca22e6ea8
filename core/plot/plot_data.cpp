// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plot/plot_data.h"

#include <cmath>
#include <utility>

namespace attention {

PlotAxis powersOfTwo(std::string name, int lowestExponent, int highestExponent,
                     std::string (*label)(double value))
{
    PlotAxis axis;
    axis.label = std::move(name);
    axis.logarithmic = true;
    axis.logBase = 2;
    axis.minimum = std::ldexp(1.0, lowestExponent);
    axis.maximum = std::ldexp(1.0, highestExponent);
    for (int exponent = lowestExponent; exponent <= highestExponent; ++exponent) {
        const double tick = std::ldexp(1.0, exponent);
        axis.ticks.push_back(tick);
        axis.tickLabels.push_back(label(tick));
    }
    return axis;
}

} // namespace attention
