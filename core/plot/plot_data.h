// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"

#include <string>
#include <vector>

namespace attention {

// A plot as values: no colours, no pixels. Colour roles are names that the theme knows.
struct PlotSeries {
    enum class Style { Line, DashedLine, Points, LineAndPoints };
    static constexpr int neutral = -1; // the colour of secondary text: theory, reference

    std::string name; // beside the line or in the legend; empty: not listed
    std::vector<double> x, y;
    Style style = Style::Line;
    int colour = 0;                       // index into the theme's series colours, or neutral
    bool pale = false;                    // one of many, behind the others
    bool emphasised = false;              // the one that is meant: a stronger line, larger points
    std::vector<std::string> pointLabels; // a word a point, where there is room for it
};

struct PlotAxis {
    std::string label;
    bool logarithmic = false;
    int logBase = 10; // 2 or 10, when logarithmic
    double minimum = 0, maximum = 1;
    std::vector<double> ticks; // empty: chosen when drawn; when too many they are thinned out
    std::vector<std::string> tickLabels;
};

// A horizontal line with a word on it, such as a memory budget.
struct PlotLevel {
    std::string name;
    double y = 0;
};

struct PlotData {
    std::string title;
    std::string caption; // one line under the title
    PlotAxis x, y;
    std::vector<PlotSeries> series;
    std::vector<PlotLevel> levels;
    bool namesAtLineEnds = false; // names right of the axes instead of in a legend
};

// A logarithmic axis to base 2 over whole powers, with a tick at each; `label` words a tick.
ATTENTION_API PlotAxis powersOfTwo(std::string name, int lowestExponent, int highestExponent,
                                   std::string (*label)(double value));

} // namespace attention
