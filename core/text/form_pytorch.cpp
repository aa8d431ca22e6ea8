// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/form_pytorch.h"

#include "core/attention/mistakes.h"
#include "core/text/program_writer.h"

#include <algorithm>
#include <cmath>

namespace attention {

namespace {

constexpr ProgramHelper helpers[] = {
    {"sinusoidal", R"py(def sinusoidal(positions, width):
    """Columns 2i and 2i + 1: sin and cos of position / $base ** (2i / width)."""
    divisors = [$base ** (i / width) for i in range(0, width, 2)]
    angles = positions[:, None] / torch.tensor(divisors, dtype=torch.float64)  # (tokens, half of the width, rounded up)
    table = torch.zeros(len(positions), width, dtype=torch.float64)
    table[:, 0::2] = torch.sin(angles)
    table[:, 1::2] = torch.cos(angles[:, :width // 2])
    return table
)py"},
    {"rotate", R"py(def rotate(x, positions):
    """RoPE: turns columns $pairs by the angle position * $base ** (-2p / width)."""
    width = x.shape[-1]
    speeds = [$base ** (-2 * p / width) for p in range(width // 2)]
    angles = positions[:, None] * torch.tensor(speeds, dtype=torch.float64)  # (tokens, width / 2)
    cos, sin = torch.cos(angles), torch.sin(angles)
    a, b = x[..., $firsts], x[..., $seconds]
    return torch.$joined([a * cos - b * sin, a * sin + b * cos], dim=-1)$flat
)py"},
    {"layer_norm", R"py(def layer_norm(x):
    """Each row moved to the mean 0 and divided by its standard deviation."""
    centred = x - x.mean(dim=-1, keepdim=True)
    return centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + $epsilon)
)py"},
    {"rms_norm", R"py(def rms_norm(x):
    """Each row divided by the root of its mean square."""
    return x / torch.sqrt((x**2).mean(dim=-1, keepdim=True) + $epsilon)
)py"},
};

// Whether each blocked key of a row with another one has no weight at all, as with -infinity.
bool fillVanishes(const Trace& trace)
{
    for (const Stage& stage : trace.stages) {
        if (stage.id != StageId::Weights)
            continue;
        for (Eigen::Index i = 0; i < stage.values->rows(); ++i)
            for (Eigen::Index j = 0; j < stage.values->cols(); ++j)
                if (isBlocked(trace, stage, static_cast<int>(i), static_cast<int>(j)) &&
                    (*stage.values)(i, j) != 0)
                    return false;
    }
    return true;
}

bool hasNan(const Trace& trace)
{
    return std::any_of(trace.stages.begin(), trace.stages.end(), [](const Stage& stage) {
        return stage.id == StageId::Weights && stage.values->hasNaN();
    });
}

bool hasEmptyRow(const Trace& trace)
{
    return trace.allowed && !trace.allowed->rowwise().any().all();
}

// scaled_dot_product_attention knows a scale, a mask of true and false and a bias; it has nothing
// for a soft cap, for a fill that keeps a share, or for a row of NaN or equal weights.
std::string libraryCall(const Trace& trace)
{
    const Scenario& s = *trace.scenario;
    const bool otherSoftmax =
        std::any_of(s.mistakes.begin(), s.mistakes.end(),
                    [](Mistake mistake) { return mistakeInfo(mistake).changesSoftmax; });
    if (otherSoftmax || s.softcap || !fillVanishes(trace) || hasNan(trace))
        return {};

    // is_causal always means the top left.
    const Mask& mask = s.mask;
    const bool causalAlone = mask.causal && !mask.window && mask.padding.empty() && !mask.allowed &&
                             !mask.bias && (!s.context || mask.alignment == Alignment::TopLeft);
    std::string arguments;
    if (causalAlone)
        arguments += ", is_causal=True";
    else if (mask.bias && trace.allowed)
        arguments += ", attn_mask=bias.masked_fill(~allowed, float(\"-inf\"))";
    else if (mask.bias)
        arguments += ", attn_mask=bias";
    else if (trace.allowed)
        arguments += ", attn_mask=allowed";

    std::string version = "2.0";
    if (s.has(Mistake::ScaleBySqrtDModel) || s.scale.kind == ScaleKind::Custom)
        arguments += ", scale=scale";
    else if (s.scale.kind == ScaleKind::None)
        arguments += ", scale=1.0";
    if (arguments.ends_with("scale=scale") || arguments.ends_with("scale=1.0"))
        version = "2.1";
    if (hasEmptyRow(trace))
        version = "2.5";

    const ProgramHeads heads = programHeads(trace);
    std::string text = "# PyTorch " + version +
                       " and later compute scores to head_output in one call:\n"
                       "# torch.nn.functional.scaled_dot_product_attention(" +
                       std::string(heads.queries) + ", " + std::string(heads.keys) + ", " +
                       std::string(heads.values) + arguments + ")";
    if (s.kvHeadCount() != s.heads && !s.has(Mistake::TiledKvHeads))
        text += "\n# (with enable_gqa=True, since 2.5, it repeats the key/value heads itself)";
    return text;
}

constexpr ProgramLanguage pytorch = {
    .name = "PyTorch",
    .library = "import torch",
    .nan = "math.nan",
    .infinity = "math.inf",
    .onlyFloats = false,
    .numbers = {"torch.tensor(", ", dtype=torch.float64)"},
    .integers = {"torch.tensor(", ")"},
    .booleans = {"torch.tensor(", ", dtype=torch.bool)"},

    .sizes = "$rows, $columns = $x.shape",
    .counted = "torch.arange($bounds)",

    .sum = "$x + $y",
    .product = "$x @ $w",
    .rowAdded = "$x + $b",
    .rowTimes = "$x * $g",
    .tableRows = "$x[$ids]",
    .sinusoidal = "sinusoidal($ids, $width)",

    .split = "$x.reshape($n, $h, $d).transpose(0, 1)  # ($n, $h, $d) -> ($h, $n, $d)",
    .splitWrongly = "$x.reshape($h, $n, $d)  # the mistake: a reshape without the transpose",
    .grouped = "$x.repeat_interleave(heads // kv_heads, dim=0)  # neighbouring query heads share a "
               "KV head",
    .tiled = "$x.repeat(heads // kv_heads, 1, 1)  # the mistake: query heads take turns",
    .joined = "$x.transpose(0, 1).reshape(n, heads * d_v)",
    .rotated = "rotate($x, $ids)",

    .scores = "$x @ $y.transpose(-1, -2)",
    .scaled = "$x * scale",
    .capped = "$c * torch.tanh($x / $c)",
    .biased = "$x + bias",
    .maskStart = "allowed = torch.ones(n, $m, dtype=torch.bool)",
    .maskFirst = "\nallowed &= $condition  # $why",
    .maskNext = "\nallowed &= $condition  # $why",
    .maskEnd = "",
    .placeStart = "query, key = torch.arange(n)[:, None]$shift, torch.arange($m)[None, :]",
    .causal = "key <= query",
    .windowBefore = "key > query - $w",
    .windowAfter = "key < query + $w",
    .padding = "padding",
    .pairs = "allowed_pairs",
    .masked = "$x.masked_fill(~allowed, $fill)",
    .emptyRowsZero = "$x.masked_fill(~allowed.any(dim=1, keepdim=True), 0)",
    .softmaxRows = "$to = torch.softmax($x, dim=-1)",
    .softmaxColumns = "$to = torch.softmax($x, dim=-2)",
    .unsafeSoftmaxRows = "e = torch.exp($x)\n$to = e / e.sum(dim=-1, keepdim=True)",
    .unsafeSoftmaxColumns = "e = torch.exp($x)\n$to = e / e.sum(dim=-2, keepdim=True)",
    .softmaxMatrix = "$to = torch.softmax($x, dim=-1)",
    .headOutput = "weights @ $x",

    .layerNorm = "layer_norm($x)",
    .rmsNorm = "rms_norm($x)",
    .relu = "torch.relu(hidden)",
    .silu = "hidden / (1 + torch.exp(-hidden))",
    .gelu = "0.5 * hidden * (1 + torch.erf(hidden / math.sqrt(2)))",
    .geluTanh = "0.5 * hidden * (1 + torch.tanh(math.sqrt(2 / math.pi) * (hidden + 0.044715 * "
                "hidden**3)))",

    .check = R"py(largest = max(1e-300, expected.nan_to_num(0, 0, 0).abs().max().item())
if not torch.allclose($last, expected, rtol=0, atol=1e-9 * largest, equal_nan=True):
    raise ValueError("$last is not what Attention Lab computed")
print("$last is what Attention Lab computed"))py",

    .quietly = "",
    .quiet = "",

    .helpers = helpers,
    .libraryCall = libraryCall,
};

} // namespace

std::string writePytorch(const Trace& trace, const StageFilter&)
{
    return writeProgram(trace, pytorch);
}

} // namespace attention
