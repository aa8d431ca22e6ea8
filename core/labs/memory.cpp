// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labs/memory.h"

#include "core/labs/units.h"
#include "core/text/number.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace attention {

namespace {

// Fractions such as 0.9 are not exact in binary: what falls short by rounding alone still fits.
constexpr double roundingSlack = 1e-12;

bool isWithin(double bytes, double budget)
{
    return bytes <= budget * (1 + roundingSlack);
}

// Layers that keep every token.
double fullLayers(const MemoryParameters& p)
{
    const auto layers = static_cast<double>(p.layers);
    if (!p.window)
        return layers;
    return p.fullEvery ? std::floor(layers / static_cast<double>(*p.fullEvery)) : 0;
}

// Of one token in one layer.
double layerBytes(const MemoryParameters& p, double kvHeads)
{
    return 2.0 * kvHeads * static_cast<double>(p.headDim) * p.bytesPerElement;
}

// Of all sequences, each that long.
double cacheBytes(const MemoryParameters& p, double kvHeads, double length)
{
    const double full = fullLayers(p), windowed = static_cast<double>(p.layers) - full;
    const double kept = p.window ? std::min(length, static_cast<double>(*p.window)) : length;
    return layerBytes(p, kvHeads) * (full * length + windowed * kept) *
           static_cast<double>(p.batch);
}

// The tokens of all sequences together that fill so many bytes, growing side by side.
std::optional<std::int64_t> tokensIn(const MemoryParameters& p, double bytes)
{
    const double layers = static_cast<double>(p.layers), full = fullLayers(p);
    const double a = layerBytes(p, static_cast<double>(p.kvHeads));
    const auto batch = static_cast<double>(p.batch);
    double tokens = bytes / (a * layers);
    if (p.window && tokens > static_cast<double>(*p.window) * batch) {
        if (full == 0)
            return {};
        const double windows = (layers - full) * static_cast<double>(*p.window) * batch;
        tokens = (bytes / a - windows) / full;
    }
    const double room = std::floor(tokens * (1 + roundingSlack));
    return room < 9e18 ? static_cast<std::int64_t>(room) : INT64_MAX;
}

std::string kvHeadsWord(std::int64_t kvHeads)
{
    return grouped(static_cast<double>(kvHeads)) + (kvHeads == 1 ? " KV head" : " KV heads");
}

// The parameters as scenario files name them, in their order.
std::vector<std::pair<const char*, std::string>> named(const MemoryParameters& p)
{
    return {{"layers", std::to_string(p.layers)},
            {"heads", std::to_string(p.heads)},
            {"kv_heads", std::to_string(p.kvHeads)},
            {"head_dim", std::to_string(p.headDim)},
            {"seq_len", std::to_string(p.seqLen)},
            {"batch", std::to_string(p.batch)},
            {"bytes_per_element", shortest(p.bytesPerElement)},
            {"window", p.window ? std::to_string(*p.window) : "null"},
            {"full_every", p.fullEvery ? std::to_string(*p.fullEvery) : "null"},
            {"memory_gib", shortest(p.memoryGib)},
            {"weights_gib", shortest(p.weightsGib)},
            {"usable", shortest(p.usable)}};
}

std::vector<std::pair<const char*, std::string>> named(const MemoryFigures& f)
{
    return {{"bytes_per_token", shortest(f.bytesPerToken)},
            {"bytes", shortest(f.bytes)},
            {"gib", shortest(f.bytes / bytesPerGib)},
            {"gb", shortest(f.bytes / bytesPerGb)},
            {"mha_bytes", shortest(f.mhaBytes)},
            {"gqa_bytes", shortest(f.gqaBytes)},
            {"mqa_bytes", shortest(f.mqaBytes)},
            {"free_bytes", shortest(f.freeBytes)},
            {"usable_bytes", shortest(f.usableBytes)},
            {"tokens_that_fit", f.tokensThatFit ? std::to_string(*f.tokensThatFit) : "null"},
            {"fits", f.fits ? "true" : "false"},
            {"fits_usable", f.fitsUsable ? "true" : "false"}};
}

std::string json(const MemoryParameters& p, const MemoryFigures& f)
{
    std::string text = "{\n  \"format\": \"attention-lab/kv-cache\",\n  \"version\": 1,\n"
                       "  \"parameters\": {";
    const char* separator = "";
    for (const auto& [name, value] : named(p)) {
        text += std::string(separator) + "\n    \"" + name + "\": " + value;
        separator = ",";
    }
    text += "\n  }";
    for (const auto& [name, value] : named(f))
        text += std::string(",\n  \"") + name + "\": " + value;
    return text + "\n}\n";
}

std::string csv(const MemoryParameters& p, const MemoryFigures& f)
{
    std::string text = "quantity,value\r\n";
    for (const auto& [name, value] : named(p))
        text += std::string(name) + "," + value + "\r\n";
    for (const auto& [name, value] : named(f))
        text += std::string(name) + "," + value + "\r\n";
    return text;
}

std::string left(std::string text, std::size_t width)
{
    text.resize(std::max(width, text.size()), ' ');
    return text;
}

std::string right(const std::string& text, std::size_t width)
{
    return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

std::string plain(const MemoryParameters& p, const MemoryFigures& f)
{
    const auto whole = [](std::int64_t value) { return grouped(static_cast<double>(value)); };
    const auto row = [](const std::string& name, double bytes, const std::string& remark = {}) {
        return left(name, 24) + right(inGib(bytes), 14) +
               right(trimmed(bytes / bytesPerGb, bytes < 1e11 ? 2 : 1) + " GB", 16) +
               right(grouped(bytes) + " bytes", 30) + (remark.empty() ? "" : "   " + remark) + "\n";
    };
    const double card = p.memoryGib * bytesPerGib;
    const double weights = p.weightsGib * bytesPerGib;
    const std::string tokens = whole(p.seqLen) + " tokens";

    std::string text = "KV cache = 2 x layers x KV heads x head size x tokens x bytes a number\n";
    text += whole(p.layers) + " layers, " + whole(p.heads) + " query heads, " +
            kvHeadsWord(p.kvHeads) + ", head size " + whole(p.headDim) + ", " +
            trimmed(p.bytesPerElement, 3) + " bytes a number\n";
    text += whole(p.batch) + (p.batch == 1 ? " sequence of " : " sequences of ") + tokens + ": " +
            grouped(static_cast<double>(p.seqLen) * static_cast<double>(p.batch)) + " tokens\n\n";
    if (p.window)
        text += "window of " + whole(*p.window) + " tokens in " +
                whole(p.layers - static_cast<std::int64_t>(fullLayers(p))) + " layers, " +
                whole(static_cast<std::int64_t>(fullLayers(p))) + " keep all\n\n";
    text += left("one token", 24) + right(binaryBytes(f.bytesPerToken), 14) + "\n";
    text += row("this cache", f.bytes);
    text += row("  MHA, " + kvHeadsWord(p.heads), f.mhaBytes);
    if (p.kvHeads != p.heads && p.kvHeads != 1)
        text += row("  GQA, " + kvHeadsWord(p.kvHeads), f.gqaBytes);
    if (p.heads != 1)
        text += row("  MQA, 1 KV head", f.mqaBytes);
    text += "\n" + row("card", card) + row("weights", weights);
    text += row("weights + cache", weights + f.bytes,
                f.fits ? "fits the card" : "does not fit the card");
    text += row("usable (" + trimmed(p.usable * 100, 2) + " %)", p.usable * card);
    text += row("left for the cache", f.usableBytes,
                std::string(f.fitsUsable ? "fits" : "does not fit") + "; room for " +
                    (f.tokensThatFit ? whole(*f.tokensThatFit) : "any number of") + " tokens");
    return text;
}

} // namespace

std::optional<Problem> validate(const MemoryParameters& p)
{
    const std::string lab = "labs.memory.";
    const std::pair<const char*, std::int64_t> counts[] = {
        {"layers", p.layers},    {"heads", p.heads},    {"kv_heads", p.kvHeads},
        {"head_dim", p.headDim}, {"seq_len", p.seqLen}, {"batch", p.batch}};
    for (const auto& [name, value] : counts) {
        if (value < 1 || value > maximumMemoryCount)
            return Problem{lab + name,
                           {"%1, expected a whole number from 1 to %2",
                            {std::to_string(value), std::to_string(maximumMemoryCount)}}};
    }
    const std::pair<const char*, std::optional<std::int64_t>> optionals[] = {
        {"window", p.window}, {"full_every", p.fullEvery}};
    for (const auto& [name, value] : optionals) {
        if (value && (*value < 1 || *value > maximumMemoryCount))
            return Problem{lab + name,
                           {"%1, expected a whole number from 1 to %2",
                            {std::to_string(*value), std::to_string(maximumMemoryCount)}}};
    }
    if (p.heads % p.kvHeads != 0)
        return Problem{lab + "kv_heads",
                       {"%1 KV heads cannot be shared evenly by %2 query heads",
                        {std::to_string(p.kvHeads), std::to_string(p.heads)}}};

    // Written so that NaN fails too.
    if (!(p.bytesPerElement > 0 && p.bytesPerElement <= 1024))
        return Problem{
            lab + "bytes_per_element",
            {"%1, expected more than 0 and at most 1024", {shortest(p.bytesPerElement)}}};
    const double most = static_cast<double>(maximumMemoryCount);
    if (!(p.memoryGib > 0 && p.memoryGib <= most))
        return Problem{lab + "memory_gib",
                       {"%1, expected more than 0 and at most %2",
                        {shortest(p.memoryGib), std::to_string(maximumMemoryCount)}}};
    if (!(p.weightsGib >= 0 && p.weightsGib <= most))
        return Problem{
            lab + "weights_gib",
            {"%1, expected 0 to %2", {shortest(p.weightsGib), std::to_string(maximumMemoryCount)}}};
    if (!(p.usable > 0 && p.usable <= 1))
        return Problem{lab + "usable",
                       {"%1, expected more than 0 and at most 1", {shortest(p.usable)}}};
    return std::nullopt;
}

MemoryFigures memoryFigures(const MemoryParameters& p)
{
    const auto length = static_cast<double>(p.seqLen), kvHeads = static_cast<double>(p.kvHeads);
    MemoryFigures f;
    f.bytesPerToken = layerBytes(p, kvHeads) * static_cast<double>(p.layers);
    f.gqaBytes = f.bytes = cacheBytes(p, kvHeads, length);
    f.mhaBytes = cacheBytes(p, static_cast<double>(p.heads), length);
    f.mqaBytes = cacheBytes(p, 1, length);

    const double card = p.memoryGib * bytesPerGib;
    const double weights = p.weightsGib * bytesPerGib;
    f.freeBytes = card - weights;
    f.usableBytes = std::max(0.0, p.usable * card - weights);
    f.tokensThatFit = tokensIn(p, f.usableBytes);
    f.fits = isWithin(f.bytes + weights, card);
    f.fitsUsable = isWithin(f.bytes + weights, p.usable * card);
    return f;
}

PlotData memoryPlot(const MemoryParameters& p)
{
    const MemoryFigures f = memoryFigures(p);
    const double batch = static_cast<double>(p.batch);
    const double length = static_cast<double>(p.seqLen);

    PlotData plot;
    plot.namesAtLineEnds = true;
    plot.title = "The KV cache grows with every token: " + binaryBytes(f.bytesPerToken) + " each";
    // The arithmetic, with the 2 for keys and values.
    plot.caption = "2 · " + grouped(static_cast<double>(p.layers)) +
                   (p.layers == 1 ? " layer · " : " layers · ") + kvHeadsWord(p.kvHeads) +
                   " · head size " + grouped(static_cast<double>(p.headDim)) + " · " +
                   trimmed(p.bytesPerElement, 3) + (p.bytesPerElement == 1 ? " byte" : " bytes") +
                   " = " + binaryBytes(f.bytesPerToken) + " a token";
    if (p.window)
        plot.caption += ", " + grouped(static_cast<double>(p.layers) - fullLayers(p)) +
                        " layers keep the last " + grouped(static_cast<double>(*p.window));

    const int first = std::min(10, static_cast<int>(std::floor(std::log2(length))));
    const int last = std::max(20, static_cast<int>(std::ceil(std::log2(length))));
    plot.x = powersOfTwo(p.batch == 1 ? std::string("tokens in the sequence")
                                      : "tokens in each of " + grouped(batch) + " sequences",
                         first, last, binaryCount);

    struct Kind {
        std::string name;
        std::int64_t kvHeads;
        int colour;
    };
    std::vector<Kind> kinds = {{"MHA", p.heads, 0}};
    if (p.kvHeads != p.heads && p.kvHeads != 1)
        kinds.push_back({"GQA", p.kvHeads, 1});
    if (p.heads != 1)
        kinds.push_back({"MQA", 1, 2});

    double lowest = f.bytes, highest = f.bytes;
    PlotSeries present;
    for (const Kind& kind : kinds) {
        PlotSeries line;
        line.name = kind.name + ", " + kvHeadsWord(kind.kvHeads);
        line.colour = kind.colour;
        line.emphasised = kind.kvHeads == p.kvHeads;
        line.x = {plot.x.minimum};
        // A window bends the line.
        for (double x = 2 * plot.x.minimum; p.window && x < plot.x.maximum; x *= 1.25)
            line.x.push_back(x);
        line.x.push_back(plot.x.maximum);
        for (const double tokens : line.x)
            line.y.push_back(cacheBytes(p, static_cast<double>(kind.kvHeads), tokens));
        lowest = std::min(lowest, line.y.front());
        highest = std::max(highest, line.y.back());
        if (line.emphasised)
            present.colour = line.colour;
        plot.series.push_back(std::move(line));
    }

    if (p.usable < 1 && f.usableBytes > 0)
        plot.levels.push_back(
            {trimmed(f.usableBytes / bytesPerGib, 1) + " GiB usable", f.usableBytes});
    if (f.freeBytes > 0)
        plot.levels.push_back({trimmed(f.freeBytes / bytesPerGib, 1) + " GiB free", f.freeBytes});
    for (const PlotLevel& level : plot.levels) {
        lowest = std::min(lowest, level.y);
        highest = std::max(highest, level.y);
    }
    const int floorExponent = static_cast<int>(std::floor(std::log2(lowest)));
    const int topExponent = static_cast<int>(std::ceil(std::log2(highest)));
    plot.y = powersOfTwo("size of the cache", floorExponent,
                         std::max(topExponent, floorExponent + 1), binaryBytes);

    // From the present length up to its size, and across to the axis where that is read.
    PlotSeries guide;
    guide.style = PlotSeries::Style::DashedLine;
    guide.colour = PlotSeries::neutral;
    guide.pale = true;
    guide.x = {length, length, plot.x.minimum};
    guide.y = {plot.y.minimum, f.bytes, f.bytes};
    plot.series.insert(plot.series.begin(), std::move(guide));

    present.style = PlotSeries::Style::Points;
    present.emphasised = true;
    present.x = {length};
    present.y = {f.bytes};
    present.pointLabels = {inGib(f.bytes)};
    plot.series.push_back(std::move(present));
    return plot;
}

std::string memoryText(const MemoryParameters& parameters, std::string_view form)
{
    const MemoryFigures figures = memoryFigures(parameters);
    if (form == "json")
        return json(parameters, figures);
    if (form == "csv")
        return csv(parameters, figures);
    return plain(parameters, figures);
}

} // namespace attention
