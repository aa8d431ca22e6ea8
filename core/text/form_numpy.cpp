// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/form_numpy.h"

#include "core/text/program_writer.h"

namespace attention {

namespace {

constexpr ProgramHelper helpers[] = {
    {"sinusoidal", R"py(def sinusoidal(positions, width):
    """Columns 2i and 2i + 1: sin and cos of position / $base ** (2i / width)."""
    divisors = np.array([$base ** (i / width) for i in range(0, width, 2)])
    angles = positions[:, None] / divisors  # (tokens, half of the width, rounded up)
    table = np.zeros((len(positions), width))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, :width // 2])
    return table
)py"},
    {"rotate", R"py(def rotate(x, positions):
    """RoPE: turns columns $pairs by the angle position * $base ** (-2p / width)."""
    width = x.shape[-1]
    speeds = np.array([$base ** (-2 * p / width) for p in range(width // 2)])
    angles = positions[:, None] * speeds  # (tokens, width / 2)
    cos, sin = np.cos(angles), np.sin(angles)
    a, b = x[..., $firsts], x[..., $seconds]
    return np.$together([a * cos - b * sin, a * sin + b * cos], axis=-1)$flat
)py"},
    {"layer_norm", R"py(def layer_norm(x):
    """Each row moved to the mean 0 and divided by its standard deviation."""
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + $epsilon)
)py"},
    {"rms_norm", R"py(def rms_norm(x):
    """Each row divided by the root of its mean square."""
    return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + $epsilon)
)py"},
    {"erf", R"py(erf = np.vectorize(math.erf)
)py"},
};

constexpr ProgramLanguage numpy = {
    .name = "NumPy",
    .library = "import numpy as np",
    .nan = "np.nan",
    .infinity = "np.inf",
    .onlyFloats = false,
    .numbers = {"np.array(", ", dtype=float)"},
    .integers = {"np.array(", ")"},
    .booleans = {"np.array(", ", dtype=bool)"},

    .sizes = "$rows, $columns = $x.shape",
    .counted = "np.arange($bounds)",

    .sum = "$x + $y",
    .product = "$x @ $w",
    .rowAdded = "$x + $b",
    .rowTimes = "$x * $g",
    .tableRows = "$x[$ids]",
    .sinusoidal = "sinusoidal($ids, $width)",

    .split = "$x.reshape($n, $h, $d).transpose(1, 0, 2)  # ($n, $h, $d) -> ($h, $n, $d)",
    .splitWrongly = "$x.reshape($h, $n, $d)  # the mistake: a reshape without the transpose",
    .grouped = "$x.repeat(heads // kv_heads, axis=0)  # neighbouring query heads share a KV head",
    .tiled = "np.tile($x, (heads // kv_heads, 1, 1))  # the mistake: query heads take turns",
    .joined = "$x.transpose(1, 0, 2).reshape(n, heads * d_v)",
    .rotated = "rotate($x, $ids)",

    .scores = "$x @ $y.transpose(0, 2, 1)",
    .scaled = "$x * scale",
    .capped = "$c * np.tanh($x / $c)",
    .biased = "$x + bias",
    .maskStart = "allowed = np.ones((n, $m), dtype=bool)",
    .maskFirst = "\nallowed &= $condition  # $why",
    .maskNext = "\nallowed &= $condition  # $why",
    .maskEnd = "",
    .placeStart = "query, key = np.arange(n)[:, None]$shift, np.arange($m)[None, :]",
    .causal = "key <= query",
    .windowBefore = "key > query - $w",
    .windowAfter = "key < query + $w",
    .padding = "padding",
    .pairs = "allowed_pairs",
    .masked = "np.where(allowed, $x, $fill)",
    .emptyRowsZero = "np.where(allowed.any(axis=1, keepdims=True), $x, 0)",
    .softmaxRows = "e = np.exp($x - $x.max(axis=-1, keepdims=True))\n"
                   "$to = e / e.sum(axis=-1, keepdims=True)",
    .softmaxColumns = "e = np.exp($x - $x.max(axis=-2, keepdims=True))\n"
                      "$to = e / e.sum(axis=-2, keepdims=True)",
    .unsafeSoftmaxRows = "e = np.exp($x)\n$to = e / e.sum(axis=-1, keepdims=True)",
    .unsafeSoftmaxColumns = "e = np.exp($x)\n$to = e / e.sum(axis=-2, keepdims=True)",
    .softmaxMatrix = "e = np.exp($x - $x.max(axis=-1, keepdims=True))\n"
                     "$to = e / e.sum(axis=-1, keepdims=True)",
    .headOutput = "weights @ $x",

    .layerNorm = "layer_norm($x)",
    .rmsNorm = "rms_norm($x)",
    .relu = "np.maximum(hidden, 0)",
    .silu = "hidden / (1 + np.exp(-hidden))",
    .gelu = "0.5 * hidden * (1 + erf(hidden / math.sqrt(2)))",
    .geluTanh = "0.5 * hidden * (1 + np.tanh(math.sqrt(2 / math.pi) * (hidden + 0.044715 * "
                "hidden**3)))",

    .check = R"py(largest = np.abs(expected[np.isfinite(expected)]).max(initial=1e-300)
if not np.allclose($last, expected, rtol=0, atol=1e-9 * largest, equal_nan=True):
    raise ValueError("$last is not what Attention Lab computed")
print("$last is what Attention Lab computed"))py",

    .quietly = "with np.errstate(all=\"ignore\"):  # infinity - infinity is NaN here",
    .quiet = "np.seterr(all=\"ignore\")  # numbers leave the range of doubles here",

    .helpers = helpers,
    .libraryCall = nullptr,
};

} // namespace

std::string writeNumpy(const Trace& trace, const StageFilter&)
{
    return writeProgram(trace, numpy);
}

} // namespace attention
