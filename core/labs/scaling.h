// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/message.h"
#include "core/plot/plot_data.h"
#include "core/scenario/scenario.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace attention {

// The dot product of two vectors of d_k independent standard normal entries has variance d_k;
// divided by √d_k it has variance 1 (Vaswani et al. 2017, 3.2.1).
struct VarianceRow {
    int d_k = 0;
    double variance = 0;       // of the raw dot products, sample variance
    double scaledVariance = 0; // of the dot products divided by √d_k
    double standardError = 0;  // expected deviation of `variance` from d_k over runs of this size

    bool operator==(const VarianceRow&) const = default;
};

struct VarianceRun {
    int repeat = 0;
    std::vector<VarianceRow> rows;

    bool operator==(const VarianceRun&) const = default;
};

// Limits of the experiment.
inline constexpr int maximumScalingSizes = 16;
inline constexpr int maximumScalingWidth = 4096;
inline constexpr int maximumScalingSamples = 1'000'000;
inline constexpr int maximumScalingRepeats = 64;

// Paths start at "labs.scaling".
ATTENTION_API std::optional<Problem> validate(const ScalingParameters& parameters);

// How many normal numbers one run draws: what it costs.
ATTENTION_API std::int64_t varianceDraws(const ScalingParameters& parameters);

// One run of the experiment. The draws depend on seed, repeat, d_k and block alone, and blocks are
// joined in their order: the figures never depend on the x86-64 level or the number of threads (0:
// as many as the machine has). `progress` is called with 0 … 1, from any of them but never from two
// at once. Nothing when stopped.
ATTENTION_API std::optional<VarianceRun>
varianceRun(const ScalingParameters& parameters, int repeat = 0, std::stop_token stop = {},
            int threads = 0, const std::function<void(double)>& progress = {});

// The runs' means, row by row. Pre: at least one run.
ATTENTION_API std::vector<VarianceRow> meanRows(const std::vector<VarianceRun>& runs);

// Every run as pale points, their mean, and what theory says; `runs` may still be incomplete or
// empty.
ATTENTION_API PlotData variancePlot(const ScalingParameters& parameters,
                                    const std::vector<VarianceRun>& runs);
// `form` is "text", "json" or "csv".
ATTENTION_API std::string varianceText(const ScalingParameters& parameters, const VarianceRun& run,
                                       std::string_view form);

} // namespace attention
