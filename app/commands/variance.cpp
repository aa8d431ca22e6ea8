// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.h"
#include "app/lab_options.h"
#include "app/output.h"
#include "core/labs/scaling.h"

#include <array>

namespace attention::app {

namespace {

const std::array<Option, 5> options = {{
    {"--d-k", Kind::Integers, "4,64,512", "widths of the vectors"},
    {"--samples", Kind::Integer, "N", "dot products for each width (20000)"},
    {"--seed", Kind::Integer, "N", "of the random numbers (0)"},
    {"--format", Kind::Choice, "FORMAT", "json carries plain numbers", false, labTextForms},
    {"-o", Kind::Text, "OUT", "into this file instead of standard output"},
}};

Status run(const Arguments& arguments)
{
    ScalingParameters p;
    if (arguments.has("--d-k")) {
        p.d_k.clear();
        for (const std::int64_t width : arguments.integers("--d-k"))
            p.d_k.push_back(clampedToInt(width));
    }
    p.samples = clampedToInt(arguments.integer("--samples", p.samples));
    const std::int64_t seed = arguments.integer("--seed", 0);
    if (seed < 0)
        throw Failure{unusable, "variance: --seed: must not be negative"};
    p.seed = static_cast<std::uint64_t>(seed);
    if (const auto problem = validate(p))
        refuse(varianceCommand, *problem);
    deliver(arguments, varianceText(p, *varianceRun(p), arguments.text("--format", "text")));
    return done;
}

} // namespace

const Command varianceCommand = {
    "variance", "", 0, 0, "Measures the variance of dot products, raw and divided by √d_k.",
    options,    run};

} // namespace attention::app
