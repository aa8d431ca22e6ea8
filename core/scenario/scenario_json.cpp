// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/scenario_json.h"

#include "core/attention/mistakes.h"
#include "core/scenario/json_fields.h"
#include "core/scenario/problems.h"
#include "core/text/utf8.h"

#include <algorithm>
#include <array>

namespace attention {

namespace {

using namespace json_fields;

constexpr std::string_view formatName = "attention-lab/scenario";
constexpr int newestVersion = 1;

// --- the tables: one row a key, in the order in which they are written ---

constexpr std::array<Named<Alignment>, 2> alignments = {
    {{"bottom_right", Alignment::BottomRight}, {"top_left", Alignment::TopLeft}}};
constexpr std::array<Named<EmptyRows>, 2> emptyRowsWords = {
    {{"computed", EmptyRows::Computed}, {"zeros", EmptyRows::Zeros}}};

constexpr std::array<Key<Mask>, 8> maskKeys = {{
    {"causal", 1,
     [](JsonValue& v, const std::string& path, Mask& m) { return readBool(v, path, m.causal); },
     [](const Mask& m, int) { return std::string(m.causal ? "true" : ""); }},
    {"window", 1,
     [](JsonValue& v, const std::string& path, Mask& m) {
         return readWhole(v, path, m.window.emplace());
     },
     [](const Mask& m, int) { return wholeOrNothing(m.window); }},
    {"padding", 1,
     [](JsonValue& v, const std::string& path, Mask& m) { return readBools(v, path, m.padding); },
     [](const Mask& m, int) { return m.padding.empty() ? std::string() : writeBools(m.padding); }},
    {"allowed", 1,
     [](JsonValue& v, const std::string& path, Mask& m) { return readAllowed(v, path, m.allowed); },
     [](const Mask& m, int indent) {
         return m.allowed ? writeAllowed(*m.allowed, indent) : std::string();
     }},
    {"bias", 1,
     [](JsonValue& v, const std::string& path, Mask& m) { return readMatrix(v, path, m.bias); },
     [](const Mask& m, int indent) {
         return m.bias ? writeMatrix(*m.bias, indent) : std::string();
     }},
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
         return wordOrNothing(m.alignment, Alignment::BottomRight, alignments);
     }},
    {"empty_rows", 1,
     [](JsonValue& v, const std::string& path, Mask& m) {
         return readWord(v, path, emptyRowsWords, m.emptyRows);
     },
     [](const Mask& m, int) {
         return wordOrNothing(m.emptyRows, EmptyRows::Computed, emptyRowsWords);
     }},
}};

constexpr std::array<Key<ScalingParameters>, 4> scalingKeys = {{
    {"d_k", 1,
     [](JsonValue& v, const std::string& path, ScalingParameters& p) {
         return readWholes(v, path, p.d_k);
     },
     [](const ScalingParameters& p, int) {
         if (p.d_k == ScalingParameters{}.d_k)
             return std::string();
         return writeWholes(p.d_k);
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
template <auto Member>
constexpr Key<MemoryParameters> countOrNull(std::string_view name)
{
    return {name, 1,
            [](JsonValue& v, const std::string& path, MemoryParameters& p) {
                if (v.as<std::monostate>()) {
                    (p.*Member).reset();
                    return Found{};
                }
                return readWhole(v, path, (p.*Member).emplace());
            },
            [](const MemoryParameters& p, int) { return wholeOrNothing(p.*Member); }};
}

constexpr std::array<Key<MemoryParameters>, 12> memoryKeys = {{
    memoryKey<&MemoryParameters::layers>("layers"),
    memoryKey<&MemoryParameters::heads>("heads"),
    memoryKey<&MemoryParameters::kvHeads>("kv_heads"),
    memoryKey<&MemoryParameters::headDim>("head_dim"),
    memoryKey<&MemoryParameters::seqLen>("seq_len"),
    memoryKey<&MemoryParameters::batch>("batch"),
    memoryKey<&MemoryParameters::bytesPerElement>("bytes_per_element"),
    countOrNull<&MemoryParameters::window>("window"),
    countOrNull<&MemoryParameters::fullEvery>("full_every"),
    memoryKey<&MemoryParameters::memoryGib>("memory_gib"),
    memoryKey<&MemoryParameters::weightsGib>("weights_gib"),
    memoryKey<&MemoryParameters::usable>("usable"),
}};

constexpr Key<Scenario> labWithoutParameters(std::string_view name)
{
    return {name, 1,
            [](JsonValue& v, const std::string& path, Scenario& s) {
                constexpr std::array<Key<Scenario>, 0> none = {};
                return readObject(v, path, none, newestVersion, s);
            },
            [](const Scenario&, int) { return std::string(); }};
}

constexpr std::array<Key<Scenario>, 8> labKeys = {{
    labWithoutParameters("plane"),
    labWithoutParameters("heads"),
    labWithoutParameters("order"),
    {"scaling", 1,
     [](JsonValue& v, const std::string& path, Scenario& s) {
         return readObject(v, path, scalingKeys, newestVersion, s.scaling);
     },
     [](const Scenario& s, int indent) { return writeObject(s.scaling, scalingKeys, indent); }},
    labWithoutParameters("decode"),
    {"memory", 1,
     [](JsonValue& v, const std::string& path, Scenario& s) {
         return readObject(v, path, memoryKeys, newestVersion, s.memory);
     },
     [](const Scenario& s, int indent) { return writeObject(s.memory, memoryKeys, indent); }},
    labWithoutParameters("tiles"),
    labWithoutParameters("block"),
}};

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

Found readScale(JsonValue& value, const std::string& path, Scenario& s)
{
    Scale& scale = s.scale;
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

std::string writeScale(const Scenario& s, int)
{
    const Scale& scale = s.scale;
    if (scale.kind == ScaleKind::InverseSqrtDk)
        return "";
    return scale.kind == ScaleKind::None ? "\"none\"" : shortest(scale.multiplier);
}

constexpr std::array<Named<PositionKind>, 4> positionKinds = {{
    {"none", PositionKind::None},
    {"sinusoidal", PositionKind::Sinusoidal},
    {"learned", PositionKind::Learned},
    {"rope", PositionKind::Rope},
}};
constexpr std::array<Named<Pairing>, 2> pairings = {
    {{"adjacent", Pairing::Adjacent}, {"halves", Pairing::Halves}}};
constexpr std::array<Named<Placement>, 2> placements = {
    {{"pre", Placement::Pre}, {"post", Placement::Post}}};
constexpr std::array<Named<Norm>, 2> norms = {
    {{"layer_norm", Norm::LayerNorm}, {"rms_norm", Norm::RmsNorm}}};
constexpr std::array<Named<Activation>, 4> activations = {{
    {"gelu", Activation::Gelu},
    {"gelu_tanh", Activation::GeluTanh},
    {"relu", Activation::Relu},
    {"silu", Activation::Silu},
}};
constexpr std::array<Named<bool>, 2> readoutWords = {{{"probabilities", false}, {"logits", true}}};

// A key of an object whose value is one of some words, and left out when it is the first of them.
template <auto Member, const auto& Words, typename T>
constexpr Key<T> wordKey(std::string_view name)
{
    return {name, 1,
            [](JsonValue& v, const std::string& path, T& t) {
                return readWord(v, path, Words, t.*Member);
            },
            [](const T& t, int) { return wordOrNothing(t.*Member, Words[0].word, Words); }};
}

constexpr std::array<Key<Positions>, 6> positionKeys = {{
    {"kind", 1,
     [](JsonValue& v, const std::string& path, Positions& p) {
         return readWord(v, path, positionKinds, p.kind);
     },
     [](const Positions& p, int) { // required: always written
         return jsonText(positionKinds[static_cast<std::size_t>(p.kind)].name);
     }},
    {"table", 1,
     [](JsonValue& v, const std::string& path, Positions& p) {
         return readMatrix(v, path, p.table);
     },
     [](const Positions& p, int indent) {
         return p.table ? writeMatrix(*p.table, indent) : std::string();
     }},
    wordKey<&Positions::pairing, pairings, Positions>("pairing"),
    {"base", 1,
     [](JsonValue& v, const std::string& path, Positions& p) {
         return readNumber(v, path, p.base);
     },
     [](const Positions& p, int) { return numberOrNothing(p.base, Positions{}.base); }},
    {"offset", 1,
     [](JsonValue& v, const std::string& path, Positions& p) {
         return readWhole(v, path, p.offset);
     },
     [](const Positions& p, int) { return wholeOrNothing(p.offset, Positions{}.offset); }},
    {"ids", 1,
     [](JsonValue& v, const std::string& path, Positions& p) { return readWholes(v, path, p.ids); },
     [](const Positions& p, int) { return p.ids.empty() ? std::string() : writeWholes(p.ids); }},
}};

Found readPositions(JsonValue& value, const std::string& path, Scenario& s)
{
    if (Found found = readObject(value, path, positionKeys, newestVersion, s.positions))
        return found;
    const auto& members = *value.as<JsonValue::Object>();
    if (std::none_of(members.begin(), members.end(),
                     [](const JsonMember& member) { return member.key == "kind"; }))
        return problem(memberPath(path, "kind"), "missing");
    return {};
}

std::string writePositions(const Scenario& s, int indent)
{
    const std::string text = writeObject(s.positions, positionKeys, indent);
    const std::string alone = writeObject(Positions{}, positionKeys, indent);
    return text == alone ? "" : text; // no positions at all
}

template <auto Member, typename T>
constexpr Key<T> vectorKey(std::string_view name)
{
    return {
        name, 1,
        [](JsonValue& v, const std::string& path, T& t) { return readVector(v, path, t.*Member); },
        [](const T& t, int) { return writeVector(t.*Member); }};
}

template <auto Member>
constexpr Key<Block> blockMatrixKey(std::string_view name)
{
    return {name, 1,
            [](JsonValue& v, const std::string& path, Block& b) {
                return readMatrix(v, path, b.*Member);
            },
            [](const Block& b, int indent) { return writeMatrix(*(b.*Member), indent); }};
}

constexpr std::array<Key<Block>, 12> blockKeys = {{
    wordKey<&Block::placement, placements, Block>("placement"),
    wordKey<&Block::norm, norms, Block>("norm"),
    {"epsilon", 1,
     [](JsonValue& v, const std::string& path, Block& b) { return readNumber(v, path, b.epsilon); },
     [](const Block& b, int) { return numberOrNothing(b.epsilon, Block{}.epsilon); }},
    vectorKey<&Block::gamma_1, Block>("gamma_1"),
    vectorKey<&Block::beta_1, Block>("beta_1"),
    vectorKey<&Block::gamma_2, Block>("gamma_2"),
    vectorKey<&Block::beta_2, Block>("beta_2"),
    blockMatrixKey<&Block::W_1>("W_1"),
    vectorKey<&Block::b_1, Block>("b_1"),
    blockMatrixKey<&Block::W_2>("W_2"),
    vectorKey<&Block::b_2, Block>("b_2"),
    wordKey<&Block::activation, activations, Block>("activation"),
}};

// A target is the index of a label, or null: -1.
Found readTargets(JsonValue& value, const std::string& path, Readout& readout)
{
    const auto* items = value.as<JsonValue::List>();
    if (value.as<JsonValue::Numbers>()) { // no null among them
        if (Found found = readWholes(value, path, readout.targets))
            return found;
    } else if (!items || items->empty()) {
        return wrongItem<JsonNumber>(value, path, "a list of whole numbers and null",
                                     "a whole number or null");
    } else {
        readout.targets.assign(items->size(), 0);
        for (std::size_t i = 0; i < items->size(); ++i) {
            const JsonValue& item = (*items)[i];
            if (!item.as<std::monostate>() && !item.as<JsonNumber>())
                return expected(itemPath(path, i), "a whole number or null", item);
            if (!item.as<JsonNumber>())
                continue;
            if (Found found = readWhole(item, itemPath(path, i), readout.targets[i]))
                return found;
        }
    }
    for (std::size_t i = 0; i < readout.targets.size(); ++i) {
        if (readout.targets[i] < 0)
            return problem(itemPath(path, i), "%1, expected the index of a label, from 0",
                           {std::to_string(readout.targets[i])});
        if (items && (*items)[i].as<std::monostate>())
            readout.targets[i] = -1;
    }
    return {};
}

std::string writeTargets(const Readout& readout)
{
    if (readout.targets.empty())
        return "";
    std::string text = "[";
    for (const int target : readout.targets)
        text += (text.size() > 1 ? ", " : "") + (target < 0 ? "null" : std::to_string(target));
    return text + "]";
}

constexpr std::array<Key<Readout>, 3> readoutKeys = {{
    {"labels", 1,
     [](JsonValue& v, const std::string& path, Readout& r) {
         return readLabels(v, path, r.labels);
     },
     [](const Readout& r, int) { return r.labels.empty() ? std::string() : jsonList(r.labels); }},
    wordKey<&Readout::logits, readoutWords, Readout>("as"),
    {"targets", 1,
     [](JsonValue& v, const std::string& path, Readout& r) { return readTargets(v, path, r); },
     [](const Readout& r, int) { return writeTargets(r); }},
}};

std::vector<std::string> numberedTokens(char letter, Eigen::Index count)
{
    std::vector<std::string> labels;
    for (Eigen::Index i = 0; i < count; ++i)
        labels.push_back(letter + std::to_string(i));
    return labels;
}

constexpr std::array<Key<Context>, 2> contextKeys = {{
    {"tokens", 1,
     [](JsonValue& v, const std::string& path, Context& c) {
         return readLabels(v, path, c.tokens);
     },
     [](const Context& c, int) {
         return c.tokens == numberedTokens('c', c.X->rows()) ? std::string() : jsonList(c.tokens);
     }},
    {"X", 1,
     [](JsonValue& v, const std::string& path, Context& c) { return readMatrix(v, path, c.X); },
     [](const Context& c, int indent) { return writeMatrix(*c.X, indent); }},
}};

Found readMistakes(JsonValue& value, const std::string& path, Scenario& s)
{
    const auto* items = value.as<JsonValue::List>();
    if (!items)
        return expected(path, "a list of texts", value);
    for (std::size_t i = 0; i < items->size(); ++i) {
        const auto* name = (*items)[i].as<std::string>();
        const MistakeInfo* info = name ? findMistake(*name) : nullptr;
        if (!info)
            return expected(itemPath(path, i), "the name of a mistake", (*items)[i]);
        if (!s.mistakes.insert(info->mistake).second)
            return problem(itemPath(path, i), "%1 is listed twice", {*name});
    }
    return {};
}

std::string writeMistakes(const Scenario& s, int)
{
    std::vector<std::string> names;
    for (const Mistake mistake : s.mistakes)
        names.emplace_back(mistakeInfo(mistake).id);
    return names.empty() ? "" : jsonList(names);
}

// A part of the scenario that may be absent, as an object.
template <auto Member, const auto& Keys>
constexpr Key<Scenario> partKey(std::string_view name)
{
    return {name, 1,
            [](JsonValue& v, const std::string& path, Scenario& s) {
                return readObject(v, path, Keys, newestVersion, (s.*Member).emplace());
            },
            [](const Scenario& s, int indent) {
                if (!(s.*Member))
                    return std::string();
                const std::string text = writeObject(*(s.*Member), Keys, indent);
                return text.empty() ? std::string("{}") : text;
            }};
}

template <auto Member>
constexpr Key<Scenario> projectionKey(std::string_view name)
{
    return {name, 1,
            [](JsonValue& v, const std::string& path, Scenario& s) {
                return readProjection(v, path, s.*Member);
            },
            [](const Scenario& s, int indent) { return writeProjection(s.*Member, indent); }};
}

// Format and version are read first, before anything else is judged.
Found alreadyRead(JsonValue&, const std::string&, Scenario&)
{
    return {};
}

constexpr std::array<Key<Scenario>, 27> scenarioKeys = {{
    {"format", 1, alreadyRead, [](const Scenario&, int) { return jsonText(formatName); }},
    {"version", 1, alreadyRead, [](const Scenario&, int) { return std::to_string(newestVersion); }},
    {"title", 1,
     [](JsonValue& v, const std::string& path, Scenario& s) { return readText(v, path, s.title); },
     [](const Scenario& s, int) { return s.title.empty() ? std::string() : jsonText(s.title); }},
    {"description", 1,
     [](JsonValue& v, const std::string& path, Scenario& s) {
         return readText(v, path, s.description);
     },
     [](const Scenario& s, int) {
         return s.description.empty() ? std::string() : jsonText(s.description);
     }},
    {"tokens", 1,
     [](JsonValue& v, const std::string& path, Scenario& s) {
         return readLabels(v, path, s.tokens);
     },
     [](const Scenario& s, int) {
         return s.tokens == numberedTokens('t', s.X->rows()) ? std::string() : jsonList(s.tokens);
     }},
    {"columns", 1,
     [](JsonValue& v, const std::string& path, Scenario& s) {
         return readLabels(v, path, s.columns);
     },
     [](const Scenario& s, int) {
         return s.columns.empty() ? std::string() : jsonList(s.columns);
     }},
    {"X", 1,
     [](JsonValue& v, const std::string& path, Scenario& s) { return readMatrix(v, path, s.X); },
     [](const Scenario& s, int indent) { return writeMatrix(*s.X, indent); }},
    partKey<&Scenario::context, contextKeys>("context"),
    projectionKey<&Scenario::W_q>("W_q"),
    projectionKey<&Scenario::W_k>("W_k"),
    projectionKey<&Scenario::W_v>("W_v"),
    {"W_o", 1,
     [](JsonValue& v, const std::string& path, Scenario& s) {
         return readProjection(v, path, s.W_o.emplace());
     },
     [](const Scenario& s, int indent) {
         const std::optional<Projection>& W_o = s.W_o;
         if (!W_o)
             return std::string();
         return W_o->isIdentity() ? "\"identity\"" : writeProjection(*W_o, indent);
     }},
    vectorKey<&Scenario::b_q, Scenario>("b_q"),
    vectorKey<&Scenario::b_k, Scenario>("b_k"),
    vectorKey<&Scenario::b_v, Scenario>("b_v"),
    vectorKey<&Scenario::b_o, Scenario>("b_o"),
    {"heads", 1,
     [](JsonValue& v, const std::string& path, Scenario& s) { return readWhole(v, path, s.heads); },
     [](const Scenario& s, int) { return wholeOrNothing(s.heads, 1); }},
    {"kv_heads", 1,
     [](JsonValue& v, const std::string& path, Scenario& s) {
         return readWhole(v, path, s.kvHeads.emplace());
     },
     [](const Scenario& s, int) { return wholeOrNothing(s.kvHeads); }},
    {"scale", 1, readScale, writeScale},
    {"score_softcap", 1,
     [](JsonValue& v, const std::string& path, Scenario& s) {
         return readNumber(v, path, s.softcap.emplace());
     },
     [](const Scenario& s, int) { return s.softcap ? shortest(*s.softcap) : std::string(); }},
    {"mask", 1,
     [](JsonValue& v, const std::string& path, Scenario& s) {
         return readObject(v, path, maskKeys, newestVersion, s.mask);
     },
     [](const Scenario& s, int indent) { return writeObject(s.mask, maskKeys, indent); }},
    {"positions", 1, readPositions, writePositions},
    partKey<&Scenario::block, blockKeys>("block"),
    partKey<&Scenario::readout, readoutKeys>("readout"),
    {"mistakes", 1, readMistakes, writeMistakes},
    {"labs", 1,
     [](JsonValue& v, const std::string& path, Scenario& s) {
         return readObject(v, path, labKeys, newestVersion, s);
     },
     [](const Scenario& s, int indent) { return writeObject(s, labKeys, indent); }},
    {"view", 1,
     [](JsonValue& v, const std::string& path, Scenario& s) {
         return readObject(v, path, viewKeys, newestVersion, s.view);
     },
     [](const Scenario& s, int indent) { return writeObject(s.view, viewKeys, indent); }},
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

    scenario = {};
    if (Found found = readObject(file, "", scenarioKeys, version, scenario))
        return found;
    if (!scenario.X)
        return problem("X", "missing");
    if (scenario.tokens.empty())
        scenario.tokens = numberedTokens('t', scenario.X->rows());
    if (scenario.context && !scenario.context->X)
        return problem("context.X", "missing");
    if (scenario.context && scenario.context->tokens.empty())
        scenario.context->tokens = numberedTokens('c', scenario.context->X->rows());
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
    std::string text = writeObject(scenario, scenarioKeys, 0);
    text += '\n';
    return text;
}

} // namespace attention
