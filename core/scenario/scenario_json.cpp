// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/scenario_json.h"

#include "core/scenario/json_value.h"
#include "core/scenario/problems.h"
#include "core/text/json_text.h"
#include "core/text/number.h"
#include "core/text/utf8.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace attention {

namespace {

using Found = std::optional<Problem>;

constexpr std::string_view formatName = "attention-lab/scenario";
constexpr int newestVersion = 1;
constexpr double largestWhole = 9007199254740992; // 2^53: above, doubles skip whole numbers

// What a file says before it is known to fit together.
struct Draft {
    Scenario scenario;
    std::optional<int> kvHeads;
};

// A key of an object: how it is read, and how it is written ("" when it is left out, being the
// default). Without `read` the key belongs to the format, but not to this edition.
template <typename T>
struct Key {
    std::string_view name;
    int since; // the version of the format that brought it
    Found (*read)(JsonValue& value, const std::string& path, T& target);
    std::string (*write)(const T& source, int indent);
};

Found problem(const std::string& path, std::string key, std::vector<std::string> args = {})
{
    return Problem{path, {std::move(key), std::move(args)}};
}

Found expected(const std::string& path, std::string what, const JsonValue& found)
{
    return problem(path, "expected %1, found %2", {std::move(what), describe(found)});
}

Found notYet(const std::string& path)
{
    return problem(path, "not supported in this edition");
}

// --- reading values ---

template <typename T, std::size_t N>
Found readObject(JsonValue& value, const std::string& path, const std::array<Key<T>, N>& keys,
                 int version, T& target)
{
    auto* members = value.as<JsonValue::Object>();
    if (!members)
        return expected(path, "an object", value);
    for (JsonMember& member : *members) {
        const std::string at = memberPath(path, member.key);
        const auto key = std::find_if(keys.begin(), keys.end(),
                                      [&](const Key<T>& row) { return row.name == member.key; });
        if (key == keys.end())
            return problem(at, "unknown key");
        if (key->since > version)
            return problem(at, "comes with version %1 of the format, but this file says version %2",
                           {std::to_string(key->since), std::to_string(version)});
        if (!key->read)
            return notYet(at);
        if (Found found = key->read(member.value, at, target))
            return found;
    }
    return {};
}

Found readText(const JsonValue& value, const std::string& path, std::string& target)
{
    const auto* text = value.as<std::string>();
    if (!text)
        return expected(path, "a text", value);
    target = *text;
    return {};
}

Found readText(const JsonValue& value, const std::string& path, std::optional<std::string>& target)
{
    return readText(value, path, target.emplace());
}

Found readBool(const JsonValue& value, const std::string& path, bool& target)
{
    const auto* boolean = value.as<bool>();
    if (!boolean)
        return expected(path, "true or false", value);
    target = *boolean;
    return {};
}

Found readNumber(const JsonValue& value, const std::string& path, double& target)
{
    const auto* number = value.as<JsonNumber>();
    if (!number)
        return expected(path, "a number", value);
    target = number->value;
    return {};
}

// The range is what the type holds; what makes sense is said by validate.
template <typename Integer>
Found readWhole(double number, const std::string& path, Integer& target)
{
    constexpr double most =
        std::min(largestWhole, static_cast<double>(std::numeric_limits<Integer>::max()));
    if (number != std::trunc(number) || std::abs(number) > most)
        return problem(path, "expected a whole number, found %1", {shortest(number)});
    target = static_cast<Integer>(number);
    return {};
}

template <typename Integer>
Found readWhole(const JsonValue& value, const std::string& path, Integer& target)
{
    const auto* number = value.as<JsonNumber>();
    if (!number)
        return expected(path, "a whole number", value);
    return readWhole(number->value, path, target);
}

// All 64 bits, which a double does not hold.
Found readSeed(const JsonValue& value, const std::string& path, std::uint64_t& target)
{
    const auto* number = value.as<JsonNumber>();
    if (!number || !number->exact)
        return expected(path, "a whole number from 0 to 18446744073709551615", value);
    target = *number->exact;
    return {};
}

// Why a value is no list of `T`: the first item that is none, with its path, or the value itself.
template <typename T>
Found wrongItem(const JsonValue& value, const std::string& path, const std::string& list,
                const std::string& item)
{
    if (const auto* numbers = value.as<JsonValue::Numbers>())
        return problem(itemPath(path, 0), "expected %1, found %2",
                       {item, shortest(numbers->front())});
    if (const auto* bools = value.as<JsonValue::Bools>())
        return problem(itemPath(path, 0), "expected %1, found %2",
                       {item, bools->front() ? "true" : "false"});
    const auto* items = value.as<JsonValue::List>();
    if (!items)
        return expected(path, list, value);
    for (std::size_t i = 0; i < items->size(); ++i)
        if (!(*items)[i].template as<T>())
            return expected(itemPath(path, i), item, (*items)[i]);
    return problem(path, "an empty list, expected %1", {list});
}

Found readLabels(JsonValue& value, const std::string& path, std::vector<std::string>& target)
{
    auto* items = value.as<JsonValue::List>();
    if (!items || items->empty())
        return wrongItem<std::string>(value, path, "a list of texts", "a text");
    target.resize(items->size());
    for (std::size_t i = 0; i < items->size(); ++i)
        if (Found found = readText((*items)[i], itemPath(path, i), target[i]))
            return found;
    return {};
}

Found ragged(const std::string& path, std::string key, std::size_t found, std::size_t wanted)
{
    return Problem{path, counted(std::move(key), {static_cast<std::int64_t>(found),
                                                  static_cast<std::int64_t>(wanted)})};
}

Found readMatrix(JsonValue& value, const std::string& path, MatrixPtr& target)
{
    auto* rows = value.as<JsonValue::List>();
    if (!rows || rows->empty())
        return wrongItem<JsonValue::List>(value, path, "a list of rows of numbers",
                                          "a row of numbers");
    const auto* first = rows->front().as<JsonValue::Numbers>();
    const std::size_t columns = first ? first->size() : 0;
    Matrix matrix(first ? static_cast<Eigen::Index>(rows->size()) : 0,
                  static_cast<Eigen::Index>(columns));
    for (std::size_t i = 0; i < rows->size(); ++i) {
        const auto* numbers = (*rows)[i].as<JsonValue::Numbers>();
        const std::string at = itemPath(path, i);
        if (!numbers)
            return wrongItem<JsonNumber>((*rows)[i], at, "a row of numbers", "a number");
        if (numbers->size() != columns)
            return ragged(at, "%1 numbers, expected %2", numbers->size(), columns);
        std::copy(numbers->begin(), numbers->end(),
                  matrix.data() + i * columns); // row by row, as a Matrix lies in memory
        (*rows)[i].value = {};                  // a large matrix is not held twice
    }
    target = share(std::move(matrix));
    return {};
}

Found readProjection(JsonValue& value, const std::string& path, Projection& target)
{
    if (const auto* text = value.as<std::string>()) {
        if (*text != "identity")
            return expected(path, "a matrix or \"identity\"", value);
        target = {};
        return {};
    }
    return readMatrix(value, path, target.matrix);
}

Found readBools(JsonValue& value, const std::string& path, std::vector<bool>& target)
{
    auto* bools = value.as<JsonValue::Bools>();
    if (!bools)
        return wrongItem<bool>(value, path, "a list of true and false", "true or false");
    target = std::move(*bools);
    return {};
}

// A row of true and false, or a text of 1 and 0.
Found readAllowedRow(JsonValue& value, const std::string& path, std::vector<bool>& target)
{
    const auto* text = value.as<std::string>();
    if (!text)
        return readBools(value, path, target);
    target.clear();
    for (const char c : *text) {
        if (c != '0' && c != '1')
            return expected(path, "a text of 0 and 1", value);
        target.push_back(c == '1');
    }
    if (target.empty())
        return problem(path, "an empty text, expected 0 and 1");
    if (target.size() > longestList)
        return Problem{path, counted("more than %1 entries", {longestList})};
    return {};
}

Found readAllowed(JsonValue& value, const std::string& path, BoolMatrixPtr& target)
{
    auto* rows = value.as<JsonValue::List>();
    if (!rows || rows->empty())
        return wrongItem<JsonValue::List>(value, path, "a list of rows of true and false",
                                          "a row of true and false");
    BoolMatrix allowed;
    std::vector<bool> row;
    for (std::size_t i = 0; i < rows->size(); ++i) {
        const std::string at = itemPath(path, i);
        if (Found found = readAllowedRow((*rows)[i], at, row))
            return found;
        if (i == 0)
            allowed.resize(static_cast<Eigen::Index>(rows->size()),
                           static_cast<Eigen::Index>(row.size()));
        const auto columns = static_cast<std::size_t>(allowed.cols());
        if (row.size() != columns)
            return ragged(at, "%1 entries, expected %2", row.size(), columns);
        std::copy(row.begin(), row.end(), allowed.data() + i * columns);
    }
    target = std::make_shared<const BoolMatrix>(std::move(allowed));
    return {};
}

template <typename Word>
struct Named {
    std::string_view name;
    Word word;
};

template <typename Word, std::size_t N>
Found readWord(const JsonValue& value, const std::string& path,
               const std::array<Named<Word>, N>& words, Word& target)
{
    std::string names;
    for (const Named<Word>& row : words) {
        if (const auto* text = value.as<std::string>(); text && *text == row.name) {
            target = row.word;
            return {};
        }
        names += (names.empty() ? "\"" : " or \"") + std::string(row.name) + "\"";
    }
    return expected(path, names, value);
}

// --- writing values ---

std::string spaces(int indent)
{
    return std::string(static_cast<std::size_t>(indent), ' ');
}

std::string numberOrNothing(double value, double byDefault)
{
    return value == byDefault ? "" : shortest(value);
}

template <typename Integer>
std::string wholeOrNothing(Integer value, Integer byDefault)
{
    return value == byDefault ? "" : std::to_string(value);
}

// One row a line, so that a change of one number is a change of one line.
template <typename WriteRow>
std::string writeRows(Eigen::Index rows, int indent, const WriteRow& writeRow)
{
    std::string text = "[\n";
    for (Eigen::Index i = 0; i < rows; ++i) {
        text += spaces(indent + 2);
        writeRow(text, i);
        text += i + 1 < rows ? ",\n" : "\n";
    }
    return text + spaces(indent) + "]";
}

std::string writeMatrix(const Matrix& m, int indent)
{
    return writeRows(m.rows(), indent, [&](std::string& text, Eigen::Index i) {
        text += '[';
        for (Eigen::Index j = 0; j < m.cols(); ++j)
            text += (j > 0 ? ", " : "") + shortest(m(i, j));
        text += ']';
    });
}

std::string writeBools(const std::vector<bool>& values)
{
    std::string text = "[";
    for (const bool value : values)
        text += std::string(text.size() > 1 ? ", " : "") + (value ? "true" : "false");
    return text + "]";
}

std::string writeAllowed(const BoolMatrix& allowed, int indent)
{
    constexpr Eigen::Index longRow = 16;
    return writeRows(allowed.rows(), indent, [&](std::string& text, Eigen::Index i) {
        const std::vector<bool> row(allowed.row(i).begin(), allowed.row(i).end());
        if (allowed.cols() <= longRow) {
            text += writeBools(row);
            return;
        }
        text += '"';
        for (const bool value : row)
            text += value ? '1' : '0';
        text += '"';
    });
}

std::string writeProjection(const Projection& projection, int indent)
{
    return projection.isIdentity() ? "" : writeMatrix(*projection.matrix, indent);
}

template <typename T, std::size_t N>
std::string writeObject(const T& source, const std::array<Key<T>, N>& keys, int indent)
{
    std::string text;
    for (const Key<T>& key : keys) {
        const std::string value = key.write ? key.write(source, indent + 2) : "";
        if (value.empty())
            continue;
        text += (text.empty() ? "{\n" : ",\n") + spaces(indent + 2);
        text += "\"" + std::string(key.name) + "\": ";
        text += value; // by itself: it may be most of a large file
    }
    if (!text.empty())
        text += "\n" + spaces(indent) + "}";
    return text;
}

// --- the tables: one row a key, in the order in which they are written ---

constexpr std::array<Named<Alignment>, 2> alignments = {
    {{"bottom_right", Alignment::BottomRight}, {"top_left", Alignment::TopLeft}}};
constexpr std::array<Named<EmptyRows>, 2> emptyRowsWords = {
    {{"computed", EmptyRows::Computed}, {"zeros", EmptyRows::Zeros}}};

constexpr std::array<Key<Mask>, 8> maskKeys = {{
    {"causal", 1,
     [](JsonValue& v, const std::string& path, Mask& m) { return readBool(v, path, m.causal); },
     [](const Mask& m, int) { return std::string(m.causal ? "true" : ""); }},
    {"window", 1, nullptr, nullptr},
    {"padding", 1,
     [](JsonValue& v, const std::string& path, Mask& m) { return readBools(v, path, m.padding); },
     [](const Mask& m, int) { return m.padding.empty() ? std::string() : writeBools(m.padding); }},
    {"allowed", 1,
     [](JsonValue& v, const std::string& path, Mask& m) { return readAllowed(v, path, m.allowed); },
     [](const Mask& m, int indent) {
         return m.allowed ? writeAllowed(*m.allowed, indent) : std::string();
     }},
    {"bias", 1, nullptr, nullptr},
    {"fill", 1,
     [](JsonValue& v, const std::string& path, Mask& m) {
         const auto* text = v.as<std::string>();
         if (text && *text == "-inf") {
             m.fill = -std::numeric_limits<double>::infinity();
             return Found{};
         }
         return text || !v.as<JsonNumber>() ? expected(path, "a number or \"-inf\"", v)
                                            : readNumber(v, path, m.fill);
     },
     [](const Mask& m, int) {
         return std::isinf(m.fill) ? std::string("\"-inf\"") : numberOrNothing(m.fill, Mask{}.fill);
     }},
    {"alignment", 1,
     [](JsonValue& v, const std::string& path, Mask& m) {
         return readWord(v, path, alignments, m.alignment);
     },
     [](const Mask& m, int) {
         return std::string(m.alignment == Alignment::TopLeft ? "\"top_left\"" : "");
     }},
    {"empty_rows", 1,
     [](JsonValue& v, const std::string& path, Mask& m) {
         return readWord(v, path, emptyRowsWords, m.emptyRows);
     },
     [](const Mask& m, int) {
         return std::string(m.emptyRows == EmptyRows::Zeros ? "\"zeros\"" : "");
     }},
}};

constexpr std::array<Key<ScalingParameters>, 4> scalingKeys = {{
    {"d_k", 1,
     [](JsonValue& v, const std::string& path, ScalingParameters& p) {
         const auto* numbers = v.as<JsonValue::Numbers>();
         if (!numbers)
             return wrongItem<JsonNumber>(v, path, "a list of whole numbers", "a whole number");
         p.d_k.resize(numbers->size());
         for (std::size_t i = 0; i < numbers->size(); ++i)
             if (Found found = readWhole((*numbers)[i], itemPath(path, i), p.d_k[i]))
                 return found;
         return Found{};
     },
     [](const ScalingParameters& p, int) {
         if (p.d_k == ScalingParameters{}.d_k)
             return std::string();
         std::string text = "[";
         for (const int d : p.d_k)
             text += (text.size() > 1 ? ", " : "") + std::to_string(d);
         return text + "]";
     }},
    {"samples", 1,
     [](JsonValue& v, const std::string& path, ScalingParameters& p) {
         return readWhole(v, path, p.samples);
     },
     [](const ScalingParameters& p, int) {
         return wholeOrNothing(p.samples, ScalingParameters{}.samples);
     }},
    {"repeats", 1,
     [](JsonValue& v, const std::string& path, ScalingParameters& p) {
         return readWhole(v, path, p.repeats);
     },
     [](const ScalingParameters& p, int) {
         return wholeOrNothing(p.repeats, ScalingParameters{}.repeats);
     }},
    {"seed", 1,
     [](JsonValue& v, const std::string& path, ScalingParameters& p) {
         return readSeed(v, path, p.seed);
     },
     [](const ScalingParameters& p, int) {
         return wholeOrNothing(p.seed, ScalingParameters{}.seed);
     }},
}};

template <auto Member>
constexpr Key<MemoryParameters> memoryKey(std::string_view name)
{
    using Value = std::decay_t<decltype(MemoryParameters{}.*Member)>;
    return {name, 1,
            [](JsonValue& v, const std::string& path, MemoryParameters& p) {
                if constexpr (std::is_same_v<Value, double>)
                    return readNumber(v, path, p.*Member);
                else
                    return readWhole(v, path, p.*Member);
            },
            [](const MemoryParameters& p, int) {
                if constexpr (std::is_same_v<Value, double>)
                    return numberOrNothing(p.*Member, MemoryParameters{}.*Member);
                else
                    return wholeOrNothing(p.*Member, MemoryParameters{}.*Member);
            }};
}

// The only keys of the format that may be null, which is what they are by default.
Found readNullAlone(JsonValue& value, const std::string& path, MemoryParameters&)
{
    return value.as<std::monostate>() ? Found{} : notYet(path);
}

constexpr std::array<Key<MemoryParameters>, 12> memoryKeys = {{
    memoryKey<&MemoryParameters::layers>("layers"),
    memoryKey<&MemoryParameters::heads>("heads"),
    memoryKey<&MemoryParameters::kvHeads>("kv_heads"),
    memoryKey<&MemoryParameters::headDim>("head_dim"),
    memoryKey<&MemoryParameters::seqLen>("seq_len"),
    memoryKey<&MemoryParameters::batch>("batch"),
    memoryKey<&MemoryParameters::bytesPerElement>("bytes_per_element"),
    {"window", 1, readNullAlone, nullptr},
    {"full_every", 1, readNullAlone, nullptr},
    memoryKey<&MemoryParameters::memoryGib>("memory_gib"),
    memoryKey<&MemoryParameters::weightsGib>("weights_gib"),
    memoryKey<&MemoryParameters::usable>("usable"),
}};

constexpr std::array<Key<Scenario>, 8> labKeys = {{
    {"plane", 1, nullptr, nullptr},
    {"heads", 1, nullptr, nullptr},
    {"order", 1, nullptr, nullptr},
    {"scaling", 1,
     [](JsonValue& v, const std::string& path, Scenario& s) {
         return readObject(v, path, scalingKeys, newestVersion, s.scaling);
     },
     [](const Scenario& s, int indent) { return writeObject(s.scaling, scalingKeys, indent); }},
    {"decode", 1, nullptr, nullptr},
    {"memory", 1,
     [](JsonValue& v, const std::string& path, Scenario& s) {
         return readObject(v, path, memoryKeys, newestVersion, s.memory);
     },
     [](const Scenario& s, int indent) { return writeObject(s.memory, memoryKeys, indent); }},
    {"tiles", 1, nullptr, nullptr},
    {"block", 1, nullptr, nullptr},
}};

std::string textOrNothing(const std::optional<std::string>& text)
{
    return text ? jsonText(*text) : "";
}

std::string boolOrNothing(const std::optional<bool>& value)
{
    return value ? (*value ? "true" : "false") : "";
}

std::string wholeOrNothing(const std::optional<int>& value)
{
    return value ? std::to_string(*value) : "";
}

constexpr std::array<Key<View>, 7> viewKeys = {{
    {"place", 1,
     [](JsonValue& v, const std::string& path, View& w) { return readText(v, path, w.place); },
     [](const View& w, int) { return textOrNothing(w.place); }},
    {"stage", 1,
     [](JsonValue& v, const std::string& path, View& w) { return readText(v, path, w.stage); },
     [](const View& w, int) { return textOrNothing(w.stage); }},
    {"head", 1,
     [](JsonValue& v, const std::string& path, View& w) {
         return readWhole(v, path, w.head.emplace());
     },
     [](const View& w, int) { return wholeOrNothing(w.head); }},
    {"palette", 1,
     [](JsonValue& v, const std::string& path, View& w) { return readText(v, path, w.palette); },
     [](const View& w, int) { return textOrNothing(w.palette); }},
    {"decimals", 1,
     [](JsonValue& v, const std::string& path, View& w) {
         return readWhole(v, path, w.decimals.emplace());
     },
     [](const View& w, int) { return wholeOrNothing(w.decimals); }},
    {"transposed", 1,
     [](JsonValue& v, const std::string& path, View& w) {
         return readBool(v, path, w.transposed.emplace());
     },
     [](const View& w, int) { return boolOrNothing(w.transposed); }},
    {"shared_range", 1,
     [](JsonValue& v, const std::string& path, View& w) {
         return readBool(v, path, w.sharedRange.emplace());
     },
     [](const View& w, int) { return boolOrNothing(w.sharedRange); }},
}};

Found readScale(JsonValue& value, const std::string& path, Draft& draft)
{
    Scale& scale = draft.scenario.scale;
    const auto* text = value.as<std::string>();
    if (value.as<JsonNumber>())
        scale.kind = ScaleKind::Custom;
    else if (text && *text == "none")
        scale.kind = ScaleKind::None;
    else if (text && *text == "inverse_sqrt_d_k")
        scale.kind = ScaleKind::InverseSqrtDk;
    else
        return expected(path, "\"inverse_sqrt_d_k\", \"none\" or a number", value);
    return scale.kind == ScaleKind::Custom ? readNumber(value, path, scale.multiplier) : Found{};
}

std::string writeScale(const Draft& draft, int)
{
    const Scale& scale = draft.scenario.scale;
    if (scale.kind == ScaleKind::InverseSqrtDk)
        return "";
    return scale.kind == ScaleKind::None ? "\"none\"" : shortest(scale.multiplier);
}

Found readPositions(JsonValue& value, const std::string& path, Draft&)
{
    constexpr std::array<std::string_view, 3> kinds = {"sinusoidal", "learned", "rope"};
    const auto* members = value.as<JsonValue::Object>();
    if (!members)
        return expected(path, "an object", value);
    constexpr std::array<std::string_view, 6> known = {"kind",   "table", "pairing",
                                                       "offset", "base",  "ids"};
    bool hasKind = false, others = false;
    for (const JsonMember& member : *members) {
        if (std::find(known.begin(), known.end(), member.key) == known.end())
            return problem(memberPath(path, member.key), "unknown key");
        others = others || member.key != "kind";
        if (member.key != "kind")
            continue;
        hasKind = true;
        const auto* kind = member.value.as<std::string>();
        if (kind && std::find(kinds.begin(), kinds.end(), *kind) != kinds.end())
            return problem(path, "%1 is not supported in this edition", {*kind});
        if (!kind || *kind != "none")
            return expected(memberPath(path, "kind"), "\"none\"", member.value);
    }
    if (!hasKind)
        return problem(memberPath(path, "kind"), "missing");
    for (const JsonMember& member : *members)
        if (others && member.key != "kind")
            return notYet(memberPath(path, member.key));
    return {};
}

Found readMistakes(JsonValue& value, const std::string& path, Draft&)
{
    constexpr std::array<std::string_view, 7> known = {
        "mask_after_softmax",        "softmax_over_queries", "scale_by_sqrt_d_model",
        "reshape_without_transpose", "tiled_kv_heads",       "rotated_values",
        "no_max_subtraction"};
    const auto* items = value.as<JsonValue::List>();
    if (!items)
        return expected(path, "a list of texts", value);
    for (std::size_t i = 0; i < items->size(); ++i) {
        const auto* name = (*items)[i].as<std::string>();
        if (!name || std::find(known.begin(), known.end(), *name) == known.end())
            return expected(itemPath(path, i), "the name of a mistake", (*items)[i]);
        return problem(path, "%1 is not supported in this edition", {*name});
    }
    return {};
}

template <auto Member>
constexpr Key<Draft> projectionKey(std::string_view name)
{
    return {name, 1,
            [](JsonValue& v, const std::string& path, Draft& d) {
                return readProjection(v, path, d.scenario.*Member);
            },
            [](const Draft& d, int indent) { return writeProjection(d.scenario.*Member, indent); }};
}

constexpr Key<Draft> notInThisEdition(std::string_view name)
{
    return {name, 1, nullptr, nullptr};
}

std::vector<std::string> numberedTokens(Eigen::Index count)
{
    std::vector<std::string> labels;
    for (Eigen::Index i = 0; i < count; ++i)
        labels.push_back("t" + std::to_string(i));
    return labels;
}

// Format and version are read first, before anything else is judged.
Found alreadyRead(JsonValue&, const std::string&, Draft&)
{
    return {};
}

constexpr std::array<Key<Draft>, 27> scenarioKeys = {{
    {"format", 1, alreadyRead, [](const Draft&, int) { return jsonText(formatName); }},
    {"version", 1, alreadyRead, [](const Draft&, int) { return std::to_string(newestVersion); }},
    {"title", 1,
     [](JsonValue& v, const std::string& path, Draft& d) {
         return readText(v, path, d.scenario.title);
     },
     [](const Draft& d, int) {
         return d.scenario.title.empty() ? std::string() : jsonText(d.scenario.title);
     }},
    {"description", 1,
     [](JsonValue& v, const std::string& path, Draft& d) {
         return readText(v, path, d.scenario.description);
     },
     [](const Draft& d, int) {
         return d.scenario.description.empty() ? std::string() : jsonText(d.scenario.description);
     }},
    {"tokens", 1,
     [](JsonValue& v, const std::string& path, Draft& d) {
         return readLabels(v, path, d.scenario.tokens);
     },
     [](const Draft& d, int) {
         return d.scenario.tokens == numberedTokens(d.scenario.X->rows())
                    ? std::string()
                    : jsonList(d.scenario.tokens);
     }},
    {"columns", 1,
     [](JsonValue& v, const std::string& path, Draft& d) {
         return readLabels(v, path, d.scenario.columns);
     },
     [](const Draft& d, int) {
         return d.scenario.columns.empty() ? std::string() : jsonList(d.scenario.columns);
     }},
    {"X", 1,
     [](JsonValue& v, const std::string& path, Draft& d) {
         return readMatrix(v, path, d.scenario.X);
     },
     [](const Draft& d, int indent) { return writeMatrix(*d.scenario.X, indent); }},
    notInThisEdition("context"),
    projectionKey<&Scenario::W_q>("W_q"),
    projectionKey<&Scenario::W_k>("W_k"),
    projectionKey<&Scenario::W_v>("W_v"),
    {"W_o", 1,
     [](JsonValue& v, const std::string& path, Draft& d) {
         return readProjection(v, path, d.scenario.W_o.emplace());
     },
     [](const Draft& d, int indent) {
         const std::optional<Projection>& W_o = d.scenario.W_o;
         if (!W_o)
             return std::string();
         return W_o->isIdentity() ? "\"identity\"" : writeProjection(*W_o, indent);
     }},
    notInThisEdition("b_q"),
    notInThisEdition("b_k"),
    notInThisEdition("b_v"),
    notInThisEdition("b_o"),
    {"heads", 1,
     [](JsonValue& v, const std::string& path, Draft& d) {
         return readWhole(v, path, d.scenario.heads);
     },
     [](const Draft& d, int) { return wholeOrNothing(d.scenario.heads, 1); }},
    {"kv_heads", 1,
     [](JsonValue& v, const std::string& path, Draft& d) {
         return readWhole(v, path, d.kvHeads.emplace());
     },
     nullptr},
    {"scale", 1, readScale, writeScale},
    notInThisEdition("score_softcap"),
    {"mask", 1,
     [](JsonValue& v, const std::string& path, Draft& d) {
         return readObject(v, path, maskKeys, newestVersion, d.scenario.mask);
     },
     [](const Draft& d, int indent) { return writeObject(d.scenario.mask, maskKeys, indent); }},
    {"positions", 1, readPositions, nullptr},
    notInThisEdition("block"),
    notInThisEdition("readout"),
    {"mistakes", 1, readMistakes, nullptr},
    {"labs", 1,
     [](JsonValue& v, const std::string& path, Draft& d) {
         return readObject(v, path, labKeys, newestVersion, d.scenario);
     },
     [](const Draft& d, int indent) { return writeObject(d.scenario, labKeys, indent); }},
    {"view", 1,
     [](JsonValue& v, const std::string& path, Draft& d) {
         return readObject(v, path, viewKeys, newestVersion, d.scenario.view);
     },
     [](const Draft& d, int indent) { return writeObject(d.scenario.view, viewKeys, indent); }},
}};

// --- the file as a whole ---

const JsonValue* member(const JsonValue& object, std::string_view key)
{
    for (const JsonMember& m : *object.as<JsonValue::Object>())
        if (m.key == key)
            return &m.value;
    return nullptr;
}

Found readVersion(const JsonValue& file, int& version)
{
    const JsonValue* format = member(file, "format");
    if (!format)
        return problem("format", "missing, expected \"%1\"", {std::string(formatName)});
    const auto* name = format->as<std::string>();
    if (!name || *name != formatName)
        return expected("format", "\"" + std::string(formatName) + "\"", *format);

    const JsonValue* number = member(file, "version");
    if (!number)
        return problem("version", "missing, expected %1", {std::to_string(newestVersion)});
    if (Found found = readWhole(*number, "version", version))
        return found;
    if (version > newestVersion)
        return problem("version", "%1 is newer than this edition, which reads versions up to %2",
                       {std::to_string(version), std::to_string(newestVersion)});
    if (version < 1)
        return problem("version", "%1, expected 1 to %2",
                       {std::to_string(version), std::to_string(newestVersion)});
    return {};
}

// Text in another encoding, told by its first bytes: "" for what may be UTF-8.
std::string otherEncoding(std::string_view text)
{
    using namespace std::string_view_literals;
    struct Start {
        std::string_view bytes, name;
    };
    constexpr std::array<Start, 8> starts = {{
        {"\xFF\xFE\0\0"sv, "UTF-32"},
        {"\0\0\xFE\xFF"sv, "UTF-32"},
        {"{\0\0\0"sv, "UTF-32"},
        {"\0\0\0{"sv, "UTF-32"},
        {"\xFF\xFE"sv, "UTF-16"},
        {"\xFE\xFF"sv, "UTF-16"},
        {"{\0"sv, "UTF-16"},
        {"\0{"sv, "UTF-16"},
    }};
    for (const Start& start : starts)
        if (text.starts_with(start.bytes))
            return std::string(start.name);
    return "";
}

Found read(std::string_view text, Scenario& scenario)
{
    if (static_cast<std::int64_t>(text.size()) > maximumFileBytes)
        return problem("", "larger than the limit of 64 MiB");
    if (const std::string encoding = otherEncoding(text); !encoding.empty())
        return problem("", "the text is %1, expected UTF-8", {encoding});
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);

    std::variant<JsonValue, Problem> parsed = parseJson(text);
    if (const auto* found = std::get_if<Problem>(&parsed))
        return *found;
    JsonValue& file = std::get<JsonValue>(parsed);
    if (!file.as<JsonValue::Object>())
        return expected("", "an object", file);
    int version = 0;
    if (Found found = readVersion(file, version))
        return found;

    Draft draft;
    if (Found found = readObject(file, "", scenarioKeys, version, draft))
        return found;
    scenario = std::move(draft.scenario);
    if (!scenario.X)
        return problem("X", "missing");
    if (scenario.tokens.empty())
        scenario.tokens = numberedTokens(scenario.X->rows());
    if (draft.kvHeads && *draft.kvHeads != scenario.heads)
        return problem("kv_heads", "%1 with %2 heads is not supported in this edition",
                       {std::to_string(*draft.kvHeads), std::to_string(scenario.heads)});
    return validate(scenario);
}

} // namespace

std::variant<Scenario, Problem> readScenario(std::string_view json)
{
    try {
        Scenario scenario;
        if (Found found = read(json, scenario))
            return std::move(*found);
        return scenario;
    } catch (const std::exception&) { // only memory can run out here
        return Problem{"", {"not enough memory to read it", {}}};
    }
}

std::string writeScenario(const Scenario& scenario)
{
    std::string text = writeObject(Draft{scenario, {}}, scenarioKeys, 0);
    text += '\n';
    return text;
}

} // namespace attention
