// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labs/scaling.h"

#include "core/labs/random_stream.h"
#include "core/labs/units.h"
#include "core/text/number.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <mutex>
#include <system_error>
#include <thread>

// This file is compiled without contraction of a·b + c (see CMakeLists.txt): processors that have
// the fused instruction would draw and add other numbers than those that lack it.
namespace attention {

namespace {

constexpr int blockSamples = 1024;

// Count, mean and sum of squared deviations of numbers seen so far.
struct Moments {
    double count = 0, mean = 0, squares = 0;

    // Two passes: no cancellation however far the mean is from zero.
    static Moments of(const double* values, int count)
    {
        Moments m;
        m.count = count;
        for (int i = 0; i < count; ++i)
            m.mean += values[i];
        m.mean /= m.count;
        for (int i = 0; i < count; ++i)
            m.squares += (values[i] - m.mean) * (values[i] - m.mean);
        return m;
    }

    // Chan, Golub and LeVeque's update by another group of numbers.
    void add(const Moments& other)
    {
        const double total = count + other.count;
        const double step = other.mean - mean;
        mean += step * (other.count / total);
        squares += other.squares + step * step * (count * (other.count / total));
        count = total;
    }

    double variance() const { return squares / (count - 1); }
};

struct SampleBlock {
    std::size_t row = 0;
    int number = 0, samples = 0;
    Moments raw, scaled;
};

// q, k: (d_k)  ->  q·k and q·k / √d_k, `samples` times. False when stopped.
bool draw(SampleBlock& block, const ScalingParameters& parameters, int repeat,
          const std::stop_token& stop)
{
    const int d_k = parameters.d_k[block.row];
    const double root = std::sqrt(static_cast<double>(d_k));
    NormalStream normal{parameters.seed, static_cast<std::uint64_t>(repeat),
                        static_cast<std::uint64_t>(d_k), static_cast<std::uint64_t>(block.number)};
    std::array<double, blockSamples> dots, scaledDots;
    for (int sample = 0; sample < block.samples; ++sample) {
        if (sample % 16 == 0 && stop.stop_requested())
            return false;
        double dot = 0;
        for (int i = 0; i < d_k; ++i) {
            const double q = normal();
            const double k = normal();
            dot += q * k;
        }
        dots[static_cast<std::size_t>(sample)] = dot;
        scaledDots[static_cast<std::size_t>(sample)] = dot / root;
    }
    block.raw = Moments::of(dots.data(), block.samples);
    block.scaled = Moments::of(scaledDots.data(), block.samples);
    return true;
}

// A term q_i k_i has the moments 1 and 9, so the fourth moment of the sum is 3 d_k² + 6 d_k, and
// the variance of a sample variance is (μ₄ - σ⁴ (n - 3) / (n - 1)) / n.
double standardErrorOfVariance(double d_k, double n)
{
    const double fourth = 3 * d_k * d_k + 6 * d_k;
    return std::sqrt((fourth - d_k * d_k * (n - 3) / (n - 1)) / n);
}

std::optional<Problem> outside(std::string path, std::int64_t value, std::int64_t lowest,
                               std::int64_t highest)
{
    if (value >= lowest && value <= highest)
        return std::nullopt;
    return Problem{std::move(path),
                   {"%1, expected a whole number from %2 to %3",
                    {std::to_string(value), std::to_string(lowest), std::to_string(highest)}}};
}

int exponentBelow(double value)
{
    return static_cast<int>(std::floor(std::log2(value)));
}

int exponentAbove(double value)
{
    return static_cast<int>(std::ceil(std::log2(value)));
}

std::string plainNumber(double value)
{
    return value < 1 ? trimmed(value, 3) : shortest(value);
}

std::string padded(const std::string& text, std::size_t width)
{
    return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

} // namespace

std::optional<Problem> validate(const ScalingParameters& parameters)
{
    const std::string lab = "labs.scaling.";
    if (parameters.d_k.empty() || parameters.d_k.size() > maximumScalingSizes)
        return Problem{
            lab + "d_k",
            {"%1 sizes, expected 1 to %2",
             {std::to_string(parameters.d_k.size()), std::to_string(maximumScalingSizes)}}};
    for (std::size_t i = 0; i < parameters.d_k.size(); ++i) {
        if (auto problem = outside(lab + "d_k[" + std::to_string(i) + "]", parameters.d_k[i], 1,
                                   maximumScalingWidth))
            return problem;
    }
    if (auto problem = outside(lab + "samples", parameters.samples, 2, maximumScalingSamples))
        return problem;
    return outside(lab + "repeats", parameters.repeats, 1, maximumScalingRepeats);
}

std::int64_t varianceDraws(const ScalingParameters& parameters)
{
    std::int64_t draws = 0;
    for (const int d_k : parameters.d_k)
        draws += std::int64_t{2} * d_k * parameters.samples;
    return draws;
}

std::optional<VarianceRun> varianceRun(const ScalingParameters& parameters, int repeat,
                                       std::stop_token stop, int threads,
                                       const std::function<void(double)>& progress)
{
    std::vector<SampleBlock> blocks;
    for (std::size_t row = 0; row < parameters.d_k.size(); ++row) {
        for (int first = 0, number = 0; first < parameters.samples; first += blockSamples, ++number)
            blocks.push_back(
                {row, number, std::min(blockSamples, parameters.samples - first), {}, {}});
    }

    std::atomic<std::size_t> next = 0;
    std::atomic<bool> stopped = false;
    std::mutex progressMutex;
    double drawn = 0;
    const double draws = static_cast<double>(varianceDraws(parameters));
    const auto work = [&] {
        for (std::size_t i = next++; i < blocks.size() && !stopped; i = next++) {
            if (!draw(blocks[i], parameters, repeat, stop)) {
                stopped = true;
                return;
            }
            if (progress) {
                const std::lock_guard lock(progressMutex);
                drawn += 2.0 * parameters.d_k[blocks[i].row] * blocks[i].samples;
                progress(drawn / draws);
            }
        }
    };

    if (threads <= 0)
        threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    threads = std::min<int>(threads, static_cast<int>(blocks.size()));
    {
        std::vector<std::jthread> others;
        try {
            for (int i = 1; i < threads; ++i)
                others.emplace_back(work);
        } catch (const std::system_error&) {
            // No more threads to be had: those that are there do it all.
        }
        work();
    }
    if (stopped)
        return std::nullopt;

    VarianceRun run;
    run.repeat = repeat;
    std::size_t block = 0;
    for (std::size_t row = 0; row < parameters.d_k.size(); ++row) {
        Moments raw, scaled;
        for (; block < blocks.size() && blocks[block].row == row; ++block) {
            raw.add(blocks[block].raw);
            scaled.add(blocks[block].scaled);
        }
        const int d_k = parameters.d_k[row];
        run.rows.push_back({d_k, raw.variance(), scaled.variance(),
                            standardErrorOfVariance(d_k, parameters.samples)});
    }
    return run;
}

std::vector<VarianceRow> meanRows(const std::vector<VarianceRun>& runs)
{
    std::vector<VarianceRow> mean = runs.front().rows;
    for (std::size_t row = 0; row < mean.size(); ++row) {
        double variance = 0, scaledVariance = 0;
        for (const VarianceRun& run : runs) {
            variance += run.rows[row].variance;
            scaledVariance += run.rows[row].scaledVariance;
        }
        const double count = static_cast<double>(runs.size());
        mean[row].variance = variance / count;
        mean[row].scaledVariance = scaledVariance / count;
        mean[row].standardError /= std::sqrt(count); // the runs are independent
    }
    return mean;
}

PlotData variancePlot(const ScalingParameters& parameters, const std::vector<VarianceRun>& runs)
{
    std::vector<VarianceRow> mean;
    if (!runs.empty())
        mean = meanRows(runs);
    std::stable_sort(mean.begin(), mean.end(),
                     [](const VarianceRow& a, const VarianceRow& b) { return a.d_k < b.d_k; });

    PlotSeries eachRaw, eachScaled, raw, scaled;
    const auto [narrowest, widest] =
        std::minmax_element(parameters.d_k.begin(), parameters.d_k.end());
    double lowest = 1, highest = std::max(1, *widest);
    for (const VarianceRun& run : runs) {
        for (const VarianceRow& row : run.rows) {
            eachRaw.x.push_back(row.d_k);
            eachRaw.y.push_back(row.variance);
            eachScaled.x.push_back(row.d_k);
            eachScaled.y.push_back(row.scaledVariance);
            lowest = std::min({lowest, row.variance, row.scaledVariance});
            highest = std::max({highest, row.variance, row.scaledVariance});
        }
    }
    for (const VarianceRow& row : mean) {
        raw.x.push_back(row.d_k);
        raw.y.push_back(row.variance);
        raw.pointLabels.push_back(threeDigits(row.variance));
        scaled.x.push_back(row.d_k);
        scaled.y.push_back(row.scaledVariance);
        scaled.pointLabels.push_back(threeDigits(row.scaledVariance));
    }
    for (PlotSeries* series : {&eachRaw, &eachScaled}) {
        series->style = PlotSeries::Style::Points;
        series->pale = true;
    }
    for (PlotSeries* series : {&raw, &scaled}) {
        series->style = PlotSeries::Style::LineAndPoints;
        series->emphasised = true;
    }
    eachScaled.colour = scaled.colour = 1;
    raw.name = "q·k";
    scaled.name = "q·k ÷ √dₖ";

    PlotData plot;
    plot.title = "The variance of q·k is dₖ; divided by √dₖ it is 1";
    const std::size_t count = runs.size();
    if (count == 0)
        plot.caption = "not drawn yet";
    else if (count == 1)
        plot.caption = grouped(parameters.samples) + " samples a size, one run";
    else
        plot.caption = grouped(parameters.samples) + " samples a size, mean of " +
                       std::to_string(count) + " runs";
    if (count > 0 && count < static_cast<std::size_t>(parameters.repeats))
        plot.caption += " of " + std::to_string(parameters.repeats);
    plot.caption += ", seed " + std::to_string(parameters.seed);

    // Two samples can lie as near to each other as they like: no axis reaches down to all of that.
    lowest = std::max(lowest, 1.0 / 1024);
    plot.x = powersOfTwo("dₖ, the length of q and of k", exponentBelow(*narrowest) - 1,
                         exponentAbove(*widest) + 1, plainNumber);
    plot.y =
        powersOfTwo("variance", exponentBelow(lowest) - 1, exponentAbove(highest) + 1, plainNumber);

    PlotSeries theory, one;
    theory.style = one.style = PlotSeries::Style::DashedLine;
    theory.colour = one.colour = PlotSeries::neutral;
    theory.name = "theory: dₖ, and 1";
    theory.x = theory.y = {plot.x.minimum, plot.x.maximum};
    one.x = {plot.x.minimum, plot.x.maximum};
    one.y = {1, 1};

    plot.series = {std::move(eachRaw), std::move(eachScaled), std::move(theory),
                   std::move(one),     std::move(raw),        std::move(scaled)};
    return plot;
}

std::string varianceText(const ScalingParameters& parameters, const VarianceRun& run,
                         std::string_view form)
{
    std::string text;
    if (form == "json") {
        text = "{\n  \"format\": \"attention-lab/variance\",\n  \"version\": 1,\n  \"samples\": " +
               std::to_string(parameters.samples) +
               ",\n  \"seed\": " + std::to_string(parameters.seed) + ",\n  \"rows\": [";
        for (const VarianceRow& row : run.rows) {
            text += &row == &run.rows.front() ? "\n" : ",\n";
            text += "    {\"d_k\": " + std::to_string(row.d_k) +
                    ", \"variance\": " + shortest(row.variance) +
                    ", \"scaled_variance\": " + shortest(row.scaledVariance) +
                    ", \"expected_variance\": " + std::to_string(row.d_k) +
                    ", \"expected_scaled_variance\": 1" +
                    ", \"standard_error\": " + shortest(row.standardError) + "}";
        }
        return text + "\n  ]\n}\n";
    }
    if (form == "csv") {
        text = "d_k,variance,scaled_variance,expected_variance,expected_scaled_variance,"
               "standard_error\r\n";
        for (const VarianceRow& row : run.rows)
            text += std::to_string(row.d_k) + "," + shortest(row.variance) + "," +
                    shortest(row.scaledVariance) + "," + std::to_string(row.d_k) + ",1," +
                    shortest(row.standardError) + "\r\n";
        return text;
    }

    // Widths count bytes, so the heads keep to ASCII.
    text = "variance of q·k over " + grouped(parameters.samples) + " samples a size, seed " +
           std::to_string(parameters.seed) + "\n\n" +
           "   d_k   var(q.k)   expected   standard error   var(q.k / sqrt(d_k))   expected\n";
    for (const VarianceRow& row : run.rows)
        text += padded(std::to_string(row.d_k), 6) + padded(forPeople(row.variance, 3), 11) +
                padded(std::to_string(row.d_k), 11) + padded(forPeople(row.standardError, 2), 17) +
                padded(forPeople(row.scaledVariance, 3), 23) + padded("1", 11) + "\n";
    return text;
}

} // namespace attention
