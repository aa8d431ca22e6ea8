// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/form_python.h"

#include "core/text/program_writer.h"

namespace attention {

namespace {

// Those that others use stand after them.
constexpr ProgramHelper helpers[] = {
    {"split", R"py(def split(matrix, parts):
    """(rows, parts * width) -> (parts, rows, width)"""
    width = len(matrix[0]) // parts
    return [[row[p * width:(p + 1) * width] for row in matrix] for p in range(parts)]
)py"},
    {"reshape", R"py(def reshape(matrix, parts):
    """(rows, parts * width) -> (parts, rows, width), number by number in the order of reading"""
    numbers = [x for row in matrix for x in row]
    width = len(matrix[0]) // parts
    rows = [numbers[i:i + width] for i in range(0, len(numbers), width)]
    return [rows[p * len(matrix):(p + 1) * len(matrix)] for p in range(parts)]
)py"},
    {"sinusoidal", R"py(def sinusoidal(positions, width):
    """Columns 2i and 2i + 1: sin and cos of position / $base ** (2i / width)."""
    table = []
    for position in positions:
        angles = [position / $base ** (i / width) for i in range(0, width, 2)]
        table.append([f(angle) for angle in angles for f in (math.sin, math.cos)][:width])
    return table
)py"},
    {"rotate", R"py(def rotate(matrix, positions):
    """RoPE: turns columns $pairs by the angle position * $base ** (-2p / width)."""
    width = len(matrix[0])
    result = [list(row) for row in matrix]
    for row, turned, position in zip(matrix, result, positions):
        for p in range(width // 2):
            angle = position * $base ** (-2 * p / width)
            cos, sin = math.cos(angle), math.sin(angle)
            a, b = $pair
            turned[a] = row[a] * cos - row[b] * sin
            turned[b] = row[a] * sin + row[b] * cos
    return result
)py"},
    {"where_allowed", R"py(def where_allowed(matrix, fill):
    """Each number whose key the query may read, else the fill."""
    return [[x if ok else fill for x, ok in zip(row, flags)] for row, flags in zip(matrix, allowed)]
)py"},
    {"softmax", R"py(def softmax(row):
    """exp(x), divided by their sum; subtracting the maximum changes nothing but the range."""
    largest = max(row)
    e = [math.exp(x - largest) for x in row]
    total = sum(e)
    return [x / total for x in e]
)py"},
    {"unsafe_softmax", R"py(def unsafe_softmax(row):
    """exp(x), divided by their sum: the mistake is not to subtract the maximum first."""
    e = [exp(x) for x in row]
    total = sum(e)
    return [divide(x, total) for x in e]
)py"},
    {"layer_norm", R"py(def layer_norm(row):
    """The row moved to the mean 0 and divided by its standard deviation."""
    mean = sum(row) / len(row)
    deviation = math.sqrt(sum((x - mean) * (x - mean) for x in row) / len(row) + $epsilon)
    row = [x - mean for x in row]
    return [$quotient for x in row]
)py"},
    {"rms_norm", R"py(def rms_norm(row):
    """The row divided by the root of its mean square."""
    deviation = math.sqrt(sum(x * x for x in row) / len(row) + $epsilon)
    return [$quotient for x in row]
)py"},
    {"relu", R"py(def relu(x):
    return max(x, 0.0)
)py"},
    {"silu", R"py(def silu(x):
    return x / (1 + exp(-x))
)py"},
    {"gelu", R"py(def gelu(x):
    return 0.5 * x * (1 + math.erf(x / math.sqrt(2)))
)py"},
    {"gelu_tanh", R"py(def gelu_tanh(x):
    return 0.5 * x * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x * x * x)))
)py"},
    {"exp", R"py(def exp(x):
    """math.exp, but infinity where the result is too large."""
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf
)py"},
    {"divide", R"py(def divide(x, y):
    """x / y, but 0 / 0 is NaN and x / 0 infinity."""
    if y != 0:
        return x / y
    return math.nan if x == 0 or math.isnan(x) else math.copysign(math.inf, x)
)py"},
    {"times_row", R"py(def times_row(matrix, factors):
    return [[x * f for x, f in zip(row, factors)] for row in matrix]
)py"},
    {"add_row", R"py(def add_row(matrix, bias):
    return [[x + b for x, b in zip(row, bias)] for row in matrix]
)py"},
    {"add", R"py(def add(a, b):
    return [[x + y for x, y in zip(*rows)] for rows in zip(a, b)]
)py"},
    {"matmul", R"py(def matmul(a, b):
    """(rows, k) times (k, columns): each row with each column, multiplied and added up."""
    columns = transpose(b)
    return [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in a]
)py"},
    {"transpose", R"py(def transpose(matrix):
    return [list(column) for column in zip(*matrix)]
)py"},
};

constexpr ProgramLanguage python = {
    .name = "nothing but Python",
    .library = "",
    .nan = "math.nan",
    .infinity = "math.inf",
    .onlyFloats = true,
    .numbers = {"", ""},
    .integers = {"", ""},
    .booleans = {"", ""},

    .sizes = "$rows, $columns = len($x), len($x[0])",
    .counted = "list(range($bounds))",

    .sum = "add($x, $y)",
    .product = "matmul($x, $w)",
    .rowAdded = "add_row($x, $b)",
    .rowTimes = "times_row($x, $g)",
    .tableRows = "[$x[position] for position in $ids]",
    .sinusoidal = "sinusoidal($ids, $width)",

    .split = "split($x, $h)  # ($n, $h * $d) -> ($h, $n, $d)",
    .splitWrongly = "reshape($x, $h)  # the mistake: whole tokens instead of columns",
    .grouped = "[$x[h // (heads // kv_heads)] for h in range(heads)]  # neighbouring query heads "
               "share a KV head",
    .tiled = "[$x[h % kv_heads] for h in range(heads)]  # the mistake: query heads take turns",
    .joined = "[[x for head in $x for x in head[i]] for i in range(n)]",
    .rotated = "[rotate(head, $ids) for head in $x]",

    .scores = "[matmul(q, transpose(k)) for q, k in zip($x, $y)]",
    .scaled = "[[[x * scale for x in row] for row in head] for head in $x]",
    .capped = "[[[$c * math.tanh(x / $c) for x in row] for row in head] for head in $x]",
    .biased = "[add(head, bias) for head in $x]",
    .maskStart = "allowed = [[",
    .maskFirst = "\n    $condition  # $why",
    .maskNext = "\n    and $condition  # $why",
    .maskEnd = "\n    for key in range($m)] for query in range(n)]",
    .placeStart = "",
    .causal = "key <= query$shift",
    .windowBefore = "key > query$shift - $w",
    .windowAfter = "key < query$shift + $w",
    .padding = "padding[key]",
    .pairs = "allowed_pairs[query][key]",
    .masked = "[where_allowed(head, $fill) for head in $x]",
    .emptyRowsZero = "[[row if any(flags) else [0.0] * len(row) for row, flags in zip(head, "
                     "allowed)] for head in $x]",
    .softmaxRows = "$to = [[softmax(row) for row in head] for head in $x]",
    .softmaxColumns =
        "$to = [transpose([softmax(column) for column in transpose(head)]) for head in $x]",
    .unsafeSoftmaxRows = "$to = [[unsafe_softmax(row) for row in head] for head in $x]",
    .unsafeSoftmaxColumns =
        "$to = [transpose([unsafe_softmax(column) for column in transpose(head)]) for head in $x]",
    .softmaxMatrix = "$to = [softmax(row) for row in $x]",
    .headOutput = "[matmul(w, v) for w, v in zip(weights, $x)]",

    .layerNorm = "[layer_norm(row) for row in $x]",
    .rmsNorm = "[rms_norm(row) for row in $x]",
    .relu = "[[relu(x) for x in row] for row in hidden]",
    .silu = "[[silu(x) for x in row] for row in hidden]",
    .gelu = "[[gelu(x) for x in row] for row in hidden]",
    .geluTanh = "[[gelu_tanh(x) for x in row] for row in hidden]",

    .check =
        R"py(largest = max([1e-300] + [abs(x) for row in expected for x in row if math.isfinite(x)])
for row, expected_row in zip($last, expected):
    for x, y in zip(row, expected_row):
        if not (x == y or abs(x - y) <= 1e-9 * largest or (math.isnan(x) and math.isnan(y))):
            raise ValueError("$last is not what Attention Lab computed")
print("$last is what Attention Lab computed"))py",

    .quietly = "",
    .quiet = "",

    .helpers = helpers,
    .libraryCall = nullptr,
};

} // namespace

std::string writePython(const Trace& trace, const StageFilter&)
{
    return writeProgram(trace, python);
}

} // namespace attention
