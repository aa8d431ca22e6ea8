// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.h"
#include "app/lab_options.h"
#include "app/output.h"
#include "core/labs/memory.h"

#include <array>

namespace attention::app {

namespace {

const std::array<Option, 14> options = {{
    {"--layers", Kind::Integer, "N", "of the model (32)"},
    {"--heads", Kind::Integer, "N", "query heads of a layer (32)"},
    {"--kv-heads", Kind::Integer, "N", "key and value heads of a layer (8)"},
    {"--head-dim", Kind::Integer, "N", "numbers in a key (128)"},
    {"--seq-len", Kind::Integer, "N", "tokens of a sequence (8192)"},
    {"--batch", Kind::Integer, "N", "sequences at once (16)"},
    {"--bytes", Kind::Number, "N", "of a number (2)"},
    {"--window", Kind::Integer, "N", "tokens that a layer with a sliding window keeps (no window)"},
    {"--full-every", Kind::Integer, "N", "every so many layers one without the window (none)"},
    {"--memory-gib", Kind::Number, "GIB", "of the card (80)"},
    {"--weights-gib", Kind::Number, "GIB", "that the model's weights take (15)"},
    {"--usable", Kind::Number, "FRACTION", "of the card that an engine uses (0.9)"},
    {"--format", Kind::Choice, "FORMAT", "json carries plain numbers", false, labTextForms},
    {"-o", Kind::Text, "OUT", "into this file instead of standard output"},
}};

Status run(const Arguments& arguments)
{
    MemoryParameters p;
    p.layers = arguments.integer("--layers", p.layers);
    p.heads = arguments.integer("--heads", p.heads);
    p.kvHeads = arguments.integer("--kv-heads", p.kvHeads);
    p.headDim = arguments.integer("--head-dim", p.headDim);
    p.seqLen = arguments.integer("--seq-len", p.seqLen);
    p.batch = arguments.integer("--batch", p.batch);
    p.bytesPerElement = arguments.number("--bytes", p.bytesPerElement);
    if (arguments.has("--window"))
        p.window = arguments.integer("--window", 0);
    if (arguments.has("--full-every"))
        p.fullEvery = arguments.integer("--full-every", 0);
    p.memoryGib = arguments.number("--memory-gib", p.memoryGib);
    p.weightsGib = arguments.number("--weights-gib", p.weightsGib);
    p.usable = arguments.number("--usable", p.usable);
    if (const auto problem = validate(p))
        refuse(kvCacheCommand, *problem);
    deliver(arguments, memoryText(p, arguments.text("--format", "text")));
    return done;
}

} // namespace

const Command kvCacheCommand = {
    "kv-cache", "", 0, 0, "Says how large a KV cache is and what fits a memory budget.",
    options,    run};

} // namespace attention::app
