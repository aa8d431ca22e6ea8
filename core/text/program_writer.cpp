// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/program_writer.h"

#include "core/attention/kept.h"
#include "core/attention/mistakes.h"
#include "core/text/cells.h"
#include "core/text/number.h"
#include "core/text/utf8.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <utility>
#include <vector>

namespace attention {

namespace {

using Words = std::initializer_list<std::pair<std::string_view, std::string>>;

// The text with each $name replaced.
std::string with(std::string_view text, Words words)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] != '$') {
            result += text[at++];
            continue;
        }
        std::size_t end = ++at;
        while (end < text.size() && text[end] >= 'a' && text[end] <= 'z')
            ++end;
        const std::string_view name = text.substr(at, end - at);
        for (const auto& [word, value] : words)
            if (word == name)
                result += value;
        at = end;
    }
    return result;
}

std::string indented(const std::string& lines)
{
    std::string result = "    ";
    for (std::size_t i = 0; i < lines.size(); ++i) {
        result += lines[i];
        if (lines[i] == '\n' && i + 1 < lines.size())
            result += "    ";
    }
    return result;
}

bool anyNumber(const Matrix& m, bool (*is)(double))
{
    return std::any_of(m.data(), m.data() + m.size(), is);
}

bool isNan(double value)
{
    return std::isnan(value);
}

bool isInfinite(double value)
{
    return std::isinf(value);
}

// So large that a square of it, or a cube, may overflow.
bool isHuge(double value)
{
    return std::abs(value) > 1e100;
}

bool isMasked(const Mask& mask)
{
    return mask.causal || mask.window || !mask.padding.empty() || mask.allowed;
}

bool hasEmptyRow(const Trace& trace)
{
    if (!trace.allowed)
        return false;
    for (Eigen::Index i = 0; i < trace.allowed->rows(); ++i)
        if (!trace.allowed->row(i).any())
            return true;
    return false;
}

bool isAdded(PositionKind kind)
{
    return kind == PositionKind::Sinusoidal || kind == PositionKind::Learned;
}

class Program {
public:
    Program(const Trace& trace, const ProgramLanguage& language)
        : m_trace(trace)
        , m_scenario(*trace.scenario)
        , m_language(language)
    {
    }

    std::string text()
    {
        data();
        const std::string given = std::exchange(m_body, {});
        for (const Stage& stage : m_trace.stages)
            if (stage.head <= 0) // the other heads are in the same array
                this->stage(stage);
        const std::string code = std::exchange(m_body, {});
        check();
        const std::string used = helpers(code);

        std::string imports;
        for (const std::string* part : {&used, &code, &std::as_const(m_body)})
            if (part->find("math.") != std::string::npos)
                imports = "import math\n";
        if (!m_language.library.empty())
            imports += (imports.empty() ? "" : "\n") + std::string(m_language.library) + "\n";
        return title() + imports + used + "\n" + given + code + m_body;
    }

private:
    struct Step {
        StageId id;
        void (Program::*write)();
    };
    static const std::array<Step, 31> steps;

    // What stands around the steps.

    std::string title() const
    {
        const Scenario& s = m_scenario;
        // The first two lines are ours: a title with the word "coding:" there would change how
        // Python reads the file (PEP 263).
        std::string text =
            "# Attention with " + std::string(m_language.name) +
            ", stage by stage: a program written by Attention Lab.\n"
            "# Each variable has the name of its stage; what every head has is one array, heads "
            "first.\n";
        if (!s.title.empty())
            text += "# " + shortened(printable(s.title), 200) + "\n";
        for (const Mistake mistake : s.mistakes) {
            const MistakeInfo& info = mistakeInfo(mistake);
            text += "# Wrong on purpose, " + std::string(info.id) + ": " +
                    std::string(info.breaks) + ".\n";
        }
        return text;
    }

    // The functions that the code calls, and those that they call.
    std::string helpers(const std::string& code) const
    {
        std::string text;
        for (const ProgramHelper& row : m_language.helpers)
            if (calls(code, row.name) || calls(text, row.name))
                text = "\n\n" + helperText(row.source) + text;
        return text.empty() ? text : text + "\n";
    }

    static bool calls(const std::string& text, std::string_view name)
    {
        const std::string call = std::string(name) + "(";
        for (std::size_t at = text.find(call); at != std::string::npos;
             at = text.find(call, at + 1)) {
            const char before = at == 0 ? ' ' : text[at - 1];
            if (before == ' ' || before == '(' || before == '[')
                return true;
        }
        return false;
    }

    std::string helperText(std::string_view source) const
    {
        const Positions& p = m_scenario.positions;
        const bool halves = p.pairing == Pairing::Halves;
        const double epsilon = m_scenario.block ? m_scenario.block->epsilon : 1;
        return with(source, {{"base", number(p.base)},
                             {"pairs", halves ? "p and p + width / 2" : "2p and 2p + 1"},
                             {"pair", halves ? "p, p + width // 2" : "2 * p, 2 * p + 1"},
                             {"firsts", halves ? ":width // 2" : "0::2"},
                             {"seconds", halves ? "width // 2:" : "1::2"},
                             {"together", halves ? "concatenate" : "stack"},
                             {"joined", halves ? "cat" : "stack"},
                             {"flat", halves ? "" : ".reshape(x.shape)"},
                             {"epsilon", number(epsilon)},
                             // without epsilon a row of equal numbers has the deviation 0
                             {"quotient", epsilon > 0 ? "x / deviation" : "divide(x, deviation)"}});
    }

    void data()
    {
        const Scenario& s = m_scenario;
        literal("X", *s.X, &s.tokens);
        if (s.context)
            literal("context_X", *s.context->X, &s.context->tokens);
        literalIfThere("W_q", s.W_q.matrix);
        literalIfThere("b_q", s.b_q);
        literalIfThere("W_k", s.W_k.matrix);
        literalIfThere("b_k", s.b_k);
        literalIfThere("W_v", s.W_v.matrix);
        literalIfThere("b_v", s.b_v);
        if (s.W_o)
            literalIfThere("W_o", s.W_o->matrix);
        literalIfThere("b_o", s.b_o);
        if (s.positions.kind == PositionKind::Learned)
            literal("position_table", *s.positions.table);
        literalIfThere("bias", s.mask.bias);
        if (!s.mask.padding.empty())
            list("padding", m_language.booleans, s.mask.padding);
        if (s.mask.allowed)
            literal("allowed_pairs", m_language.booleans, *s.mask.allowed, nullptr,
                    [](bool value) { return std::string(value ? "1" : "0"); });
        if (s.block) {
            const Block& b = *s.block;
            literalIfThere("gamma_1", b.gamma_1);
            literalIfThere("beta_1", b.beta_1);
            literalIfThere("gamma_2", b.gamma_2);
            literalIfThere("beta_2", b.beta_2);
            literalIfThere("W_1", b.W_1);
            literalIfThere("b_1", b.b_1);
            literalIfThere("W_2", b.W_2);
            literalIfThere("b_2", b.b_2);
        }

        line("");
        line(with(m_language.sizes, {{"rows", "n"}, {"columns", "d_model"}, {"x", "X"}}));
        if (s.context)
            line(with(m_language.sizes,
                      {{"rows", "m"}, {"columns", "d_context"}, {"x", "context_X"}}));
        const bool grouped = s.kvHeadCount() != s.heads;
        line(std::string("heads, ") + (grouped ? "kv_heads, " : "") +
             "d_k, d_v = " + std::to_string(s.heads) + ", " +
             (grouped ? std::to_string(s.kvHeadCount()) + ", " : std::string()) +
             std::to_string(headWidth(s)) + ", " + std::to_string(valueWidth(s)));
        if (!m_language.quiet.empty() && overflows())
            line("\n" + std::string(m_language.quiet));
    }

    void check()
    {
        const Stage& stage = m_trace.stages.back();
        line("\n# What Attention Lab computed: this program has to arrive at the same.");
        literal("expected", *stage.values);
        line(with(m_language.check, {{"last", std::string(name(stage.id))}}));
    }

    // The stages.

    void stage(const Stage& stage)
    {
        line("\n" + comment(stage));
        const auto* step = std::find_if(steps.begin(), steps.end(),
                                        [&](const Step& row) { return row.id == stage.id; });
        (this->*step->write)();
    }

    void embeddings() { set(StageId::Embeddings, "X"); }
    void context() { set(StageId::Context, "context_X"); }

    void positionEncoding()
    {
        set(StageId::PositionEncoding, encoding(positions("positions", "n"), "d_model"));
    }

    void input() { set(StageId::Input, sum("embeddings", "position_encoding")); }

    void contextPositionEncoding()
    {
        set(StageId::ContextPositionEncoding,
            encoding(positions("context_positions", "m"), "d_context"));
    }

    void contextInput() { set(StageId::ContextInput, sum("context", "context_position_encoding")); }

    void queries()
    {
        set(StageId::Queries,
            affine(querySource(), "W_q", m_scenario.W_q.matrix, m_scenario.b_q, "b_q"));
    }

    void keys()
    {
        set(StageId::Keys,
            affine(keySource(), "W_k", m_scenario.W_k.matrix, m_scenario.b_k, "b_k"));
    }

    void values()
    {
        set(StageId::Values,
            affine(keySource(), "W_v", m_scenario.W_v.matrix, m_scenario.b_v, "b_v"));
    }

    void headQueries() { set(StageId::HeadQueries, split("queries", "n", "heads", "d_k")); }
    void headKeys() { splitGroups(StageId::HeadKeys, "keys", "d_k"); }
    void headValues() { splitGroups(StageId::HeadValues, "values", "d_v"); }

    void rotatedQueries()
    {
        m_queryPositions = positions("positions", "n");
        m_keyPositions =
            m_scenario.context ? positions("context_positions", "m") : m_queryPositions;
        rotate(StageId::RotatedQueries, "head_queries", m_queryPositions);
    }
    void rotatedKeys() { rotate(StageId::RotatedKeys, "head_keys", m_keyPositions); }
    void rotatedValues() { rotate(StageId::RotatedValues, "head_values", m_keyPositions); }

    void scores()
    {
        const ProgramHeads heads = programHeads(m_trace);
        set(StageId::Scores, with(m_language.scores, {{"x", std::string(heads.queries)},
                                                      {"y", std::string(heads.keys)}}));
    }

    void scaledScores()
    {
        const Scale& scale = m_scenario.scale;
        if (m_scenario.has(Mistake::ScaleBySqrtDModel))
            line("scale = 1 / math.sqrt(d_model)  # the mistake: not the width of one head");
        else if (scale.kind == ScaleKind::InverseSqrtDk)
            line("scale = 1 / math.sqrt(d_k)");
        else if (scale.kind == ScaleKind::Custom)
            line("scale = " + number(scale.multiplier));
        else
            return set(StageId::ScaledScores, "scores");
        set(StageId::ScaledScores, with(m_language.scaled, {{"x", "scores"}}));
    }

    void cappedScores()
    {
        set(StageId::CappedScores,
            with(m_language.capped, {{"x", "scaled_scores"}, {"c", number(*m_scenario.softcap)}}));
    }

    void maskedScores()
    {
        const Mask& mask = m_scenario.mask;
        const bool blocks = isMasked(mask);
        if (blocks)
            allowed();
        std::string x(name(m_scenario.softcap ? StageId::CappedScores : StageId::ScaledScores));
        const bool masksNow = blocks && !m_scenario.has(Mistake::MaskAfterSoftmax);
        if (mask.bias) {
            x = with(m_language.biased, {{"x", x}});
            if (masksNow) {
                line("biased_scores = " + x);
                x = "biased_scores";
            }
        }
        set(StageId::MaskedScores,
            masksNow ? with(m_language.masked, {{"x", x}, {"fill", number(mask.fill)}}) : x);
    }

    void weights()
    {
        const Scenario& s = m_scenario;
        const bool columns = s.has(Mistake::SoftmaxOverQueries);
        const bool unsafe = s.has(Mistake::NoMaxSubtraction);
        const ProgramLanguage& l = m_language;
        const std::string lines =
            with(unsafe ? (columns ? l.unsafeSoftmaxColumns : l.unsafeSoftmaxRows)
                        : (columns ? l.softmaxColumns : l.softmaxRows),
                 {{"to", "weights"}, {"x", "masked_scores"}});
        if (columns)
            line("# the mistake: down the columns, over the queries");
        if (unsafe)
            line("# the mistake: the exponential of a large score is infinite");
        if (!l.quietly.empty() && (unsafe || softmaxMeetsInfinity()))
            line(std::string(l.quietly) + "\n" + indented(lines));
        else
            line(lines);
        if (s.has(Mistake::MaskAfterSoftmax) && isMasked(s.mask)) {
            line("# the mistake: masked only now, so that rows no longer add to 1");
            set(StageId::Weights,
                with(l.masked, {{"x", "weights"}, {"fill", l.onlyFloats ? "0.0" : "0"}}));
        }
        if (s.mask.emptyRows == EmptyRows::Zeros && isMasked(s.mask)) {
            line("# a query that may read no key gets nothing");
            set(StageId::Weights, with(l.emptyRowsZero, {{"x", "weights"}}));
        }
    }

    void headOutput()
    {
        set(StageId::HeadOutput,
            with(m_language.headOutput, {{"x", std::string(programHeads(m_trace).values)}}));
        if (m_language.libraryCall)
            lineIfAny(m_language.libraryCall(m_trace));
    }

    void concatenated()
    {
        set(StageId::Concatenated, with(m_language.joined, {{"x", "head_output"}}));
    }

    void output()
    {
        if (m_scenario.W_o)
            set(StageId::Output,
                affine("concatenated", "W_o", m_scenario.W_o->matrix, m_scenario.b_o, "b_o"));
        else
            set(StageId::Output, "concatenated");
    }

    void norm1()
    {
        const Block& b = *m_scenario.block;
        norm(StageId::Norm1, b.placement == Placement::Pre ? tokens() : "residual_1", b.gamma_1,
             "gamma_1", b.beta_1, "beta_1");
    }

    void residual1() { set(StageId::Residual1, sum(tokens(), "output")); }

    void norm2()
    {
        const Block& b = *m_scenario.block;
        norm(StageId::Norm2, b.placement == Placement::Pre ? "residual_1" : "residual_2", b.gamma_2,
             "gamma_2", b.beta_2, "beta_2");
    }

    void mlpHidden()
    {
        const Block& b = *m_scenario.block;
        const char* from = b.placement == Placement::Pre ? "norm_2" : "norm_1";
        line("hidden = " + affine(from, "W_1", b.W_1, b.b_1, "b_1"));
        const ProgramLanguage& l = m_language;
        const std::array<std::string_view, 4> activations = {l.gelu, l.geluTanh, l.relu, l.silu};
        set(StageId::MlpHidden, activations[static_cast<std::size_t>(b.activation)]);
    }

    void mlpOutput()
    {
        const Block& b = *m_scenario.block;
        set(StageId::MlpOutput, affine("mlp_hidden", "W_2", b.W_2, b.b_2, "b_2"));
    }

    void residual2()
    {
        const bool pre = m_scenario.block->placement == Placement::Pre;
        set(StageId::Residual2, sum(pre ? "residual_1" : "norm_1", "mlp_output"));
    }

    void blockOutput()
    {
        const bool pre = m_scenario.block->placement == Placement::Pre;
        set(StageId::BlockOutput, pre ? "residual_2" : "norm_2");
    }

    void probabilities()
    {
        const std::string last(name(m_scenario.block ? StageId::BlockOutput : StageId::Output));
        if (m_scenario.readout->logits)
            line(with(m_language.softmaxMatrix, {{"to", "probabilities"}, {"x", last}}));
        else
            set(StageId::Probabilities, last);
    }

    // Parts of several stages.

    // "# scores: S = Q · Kᵀ, (heads, n, m) = (2, 3, 3)"
    std::string comment(const Stage& stage) const
    {
        const StageInfo& info = stageInfo(stage.id);
        std::string text = "# " + std::string(info.title) + ": " + std::string(info.symbol);
        if (const std::string how = formula(m_trace, stage); how != info.symbol)
            text += " = " + how;
        std::string shape(info.shape), sizes = dimensions(m_trace, stage);
        if (!m_scenario.context)
            shape = renamed(shape, "m", "n"); // there are as many keys as queries
        if (m_scenario.kvHeadCount() == m_scenario.heads)
            shape = renamed(shape, "kv_heads", "heads");
        if (stage.id == StageId::Output && !m_scenario.W_o)
            shape = stageInfo(StageId::Concatenated).shape;
        if (info.perHead) {
            shape.insert(1, "heads, ");
            sizes.insert(1, std::to_string(m_scenario.heads) + ", ");
        }
        return text + ", " + shape + " = " + sizes;
    }

    // The shape with another name for one of its sizes: "(n, m)" -> "(n, n)".
    static std::string renamed(std::string shape, std::string_view from, std::string_view to)
    {
        for (std::size_t at = shape.find(from); at != std::string::npos;
             at = shape.find(from, at + to.size())) {
            const bool starts = shape[at - 1] == '(' || shape[at - 1] == ' ';
            const bool ends = std::string_view(",)\xC2").find(shape[at + from.size()]) !=
                              std::string_view::npos; // or the first byte of "·"
            if (starts && ends)
                shape.replace(at, from.size(), to);
        }
        return shape;
    }

    std::string tokens() const
    {
        return isAdded(m_scenario.positions.kind) ? "input" : "embeddings";
    }

    std::string querySource() const
    {
        const auto& block = m_scenario.block;
        return block && block->placement == Placement::Pre ? "norm_1" : tokens();
    }

    std::string keySource() const
    {
        if (!m_scenario.context)
            return querySource();
        return isAdded(m_scenario.positions.kind) ? "context_input" : "context";
    }

    std::string keyCount() const { return m_scenario.context ? "m" : "n"; }

    // Sets the variable to the positions of that many tokens, and returns its name.
    std::string positions(const std::string& variable, const std::string& count)
    {
        const Positions& p = m_scenario.positions;
        if (!p.ids.empty()) {
            list(variable, m_language.integers, p.ids);
        } else {
            const std::string first = std::to_string(p.offset);
            line(variable + " = " +
                 with(m_language.counted,
                      {{"bounds", p.offset == 0 ? count : first + ", " + first + " + " + count}}));
        }
        return variable;
    }

    std::string encoding(const std::string& ids, const std::string& width) const
    {
        if (m_scenario.positions.kind == PositionKind::Learned)
            return with(m_language.tableRows, {{"x", "position_table"}, {"ids", ids}});
        return with(m_language.sinusoidal, {{"ids", ids}, {"width", width}});
    }

    std::string sum(const std::string& x, const std::string& y) const
    {
        return with(m_language.sum, {{"x", x}, {"y", y}});
    }

    // x · W + b, each where it is there.
    std::string affine(std::string x, const std::string& weight, const MatrixPtr& W,
                       const MatrixPtr& b, const std::string& bias) const
    {
        if (W)
            x = with(m_language.product, {{"x", x}, {"w", weight}});
        if (b)
            x = with(m_language.rowAdded, {{"x", x}, {"b", bias}});
        return x;
    }

    std::string split(const std::string& x, const std::string& rows, const std::string& heads,
                      const std::string& width) const
    {
        return with(m_scenario.has(Mistake::ReshapeWithoutTranspose) ? m_language.splitWrongly
                                                                     : m_language.split,
                    {{"x", x}, {"n", rows}, {"h", heads}, {"d", width}});
    }

    void splitGroups(StageId id, const std::string& x, const std::string& width)
    {
        if (m_scenario.kvHeadCount() == m_scenario.heads)
            return set(id, split(x, keyCount(), "heads", width));
        line("groups = " + split(x, keyCount(), "kv_heads", width));
        set(id, with(m_scenario.has(Mistake::TiledKvHeads) ? m_language.tiled : m_language.grouped,
                     {{"x", "groups"}}));
    }

    void rotate(StageId id, const std::string& x, const std::string& ids)
    {
        set(id, with(m_language.rotated, {{"x", x}, {"ids", ids}}));
    }

    void norm(StageId id, const std::string& x, const MatrixPtr& gamma,
              const std::string& gammaName, const MatrixPtr& beta, const std::string& betaName)
    {
        const bool rms = m_scenario.block->norm == Norm::RmsNorm;
        std::string y = with(rms ? m_language.rmsNorm : m_language.layerNorm, {{"x", x}});
        if (gamma)
            y = with(m_language.rowTimes, {{"x", y}, {"g", gammaName}});
        if (beta)
            y = with(m_language.rowAdded, {{"x", y}, {"b", betaName}});
        set(id, y);
    }

    // Which keys each query may read.
    void allowed()
    {
        const Mask& mask = m_scenario.mask;
        const ProgramLanguage& l = m_language;
        const bool shifted = m_scenario.context && mask.alignment == Alignment::BottomRight;
        const std::string keys = keyCount(), shift = shifted ? " + m - n" : "";
        line("# allowed: which keys each query may read, (n, " + keys + ")");
        if (mask.causal || mask.window)
            lineIfAny(with(l.placeStart, {{"m", keys}, {"shift", shift}}));
        std::string text = with(l.maskStart, {{"m", keys}});
        bool first = true;
        const auto add = [&](std::string_view condition, const std::string& why) {
            const std::string width = mask.window ? std::to_string(*mask.window) : std::string();
            text += with(
                first ? l.maskFirst : l.maskNext,
                {{"condition", with(condition, {{"w", width}, {"shift", shift}})}, {"why", why}});
            first = false;
        };
        if (mask.causal)
            add(l.causal, "causal: no later key");
        if (mask.window)
            add(l.windowBefore, "window: the nearest keys alone");
        if (mask.window && !mask.causal)
            add(l.windowAfter, "on both sides");
        if (!mask.padding.empty())
            add(l.padding, "no key that is padding");
        if (mask.allowed)
            add(l.pairs, "pair by pair");
        line(text + with(l.maskEnd, {{"m", keys}}));
    }

    // Whether the softmax subtracts an infinity from itself, which NumPy warns of.
    bool softmaxMeetsInfinity() const
    {
        if (std::isinf(m_scenario.mask.fill) && hasEmptyRow(m_trace))
            return true;
        return std::any_of(m_trace.stages.begin(), m_trace.stages.end(), [](const Stage& stage) {
            return stage.id == StageId::Weights && anyNumber(*stage.values, isNan);
        });
    }

    // Whether NumPy may warn elsewhere. NaN that come from the weights alone are quiet.
    bool overflows() const
    {
        const bool nanWeights = softmaxMeetsInfinity();
        return std::any_of(m_trace.stages.begin(), m_trace.stages.end(), [&](const Stage& stage) {
            if (stage.id == StageId::MaskedScores || stage.id == StageId::Weights)
                return false;
            const MatrixPtr whole = wholeOf(m_trace, stage);
            const Matrix& m = *whole;
            return anyNumber(m, isInfinite) || anyNumber(m, isHuge) ||
                   ((stage.id < StageId::MaskedScores || !nanWeights) && anyNumber(m, isNan)) ||
                   // x / (1 + infinity)
                   (stage.id == StageId::MlpHidden &&
                    m_scenario.block->activation == Activation::Silu &&
                    anyNumber(m, [](double x) { return x == 0 && std::signbit(x); }));
        });
    }

    // Writing.

    static std::string_view name(StageId id) { return stageInfo(id).name; }

    void line(std::string_view text)
    {
        m_body += text;
        m_body += '\n';
    }

    void lineIfAny(std::string_view text)
    {
        if (!text.empty())
            line(text);
    }

    void set(StageId id, std::string_view expression)
    {
        line(std::string(name(id)) + " = " + std::string(expression));
    }

    std::string number(double value) const
    {
        if (std::isnan(value))
            return std::string(m_language.nan);
        if (std::isinf(value))
            return (value < 0 ? "-" : "") + std::string(m_language.infinity);
        std::string text = shortest(value);
        if (m_language.onlyFloats && text.find_first_of(".e") == std::string::npos)
            text += ".0";
        return text;
    }

    void literalIfThere(std::string_view variable, const MatrixPtr& m)
    {
        if (!m)
            return;
        if (m->rows() == 1 && isVector(variable))
            list(variable, m_language.numbers,
                 std::vector<double>(m->data(), m->data() + m->size()));
        else
            literal(variable, *m);
    }

    static bool isVector(std::string_view variable)
    {
        return variable.starts_with("b_") || variable.starts_with("gamma") ||
               variable.starts_with("beta");
    }

    void literal(std::string_view variable, const Matrix& m,
                 const std::vector<std::string>* labels = nullptr)
    {
        literal(variable, m_language.numbers, m, labels,
                [this](double value) { return number(value); });
    }

    // A matrix with a row a line, each with its label; a small one without labels is one line.
    template <typename AnyMatrix, typename Text>
    void literal(std::string_view variable, const ProgramLiteral& kind, const AnyMatrix& m,
                 const std::vector<std::string>* labels, Text text)
    {
        const bool oneLine = m.size() <= 4 && !labels;
        std::string rows;
        for (Eigen::Index i = 0; i < m.rows(); ++i) {
            rows += oneLine ? (i > 0 ? ", [" : "[") : "    [";
            for (Eigen::Index j = 0; j < m.cols(); ++j)
                rows += (j > 0 ? ", " : "") + text(m(i, j));
            rows += oneLine ? "]" : "],";
            if (labels)
                rows += "  # " + visibleLabel((*labels)[static_cast<std::size_t>(i)]);
            if (!oneLine)
                rows += "\n";
        }
        line(std::string(variable) + " = " + std::string(kind.before) + (oneLine ? "[" : "[\n") +
             rows + "]" + std::string(kind.after));
    }

    template <typename Value>
    void list(std::string_view variable, const ProgramLiteral& kind,
              const std::vector<Value>& values)
    {
        std::string text;
        for (const Value value : values) {
            text += text.empty() ? "" : ", ";
            if constexpr (std::is_same_v<Value, double>)
                text += number(value);
            else if constexpr (std::is_same_v<Value, bool>)
                text += value ? "1" : "0";
            else
                text += std::to_string(value);
        }
        line(std::string(variable) + " = " + std::string(kind.before) + "[" + text + "]" +
             std::string(kind.after));
    }

    const Trace& m_trace;
    const Scenario& m_scenario;
    const ProgramLanguage& m_language;
    std::string m_body;
    std::string m_queryPositions, m_keyPositions; // the variables that RoPE turns by
};

// How each stage is written, in the order of StageId.
const std::array<Program::Step, 31> Program::steps = {{
    {StageId::Embeddings, &Program::embeddings},
    {StageId::Context, &Program::context},
    {StageId::PositionEncoding, &Program::positionEncoding},
    {StageId::Input, &Program::input},
    {StageId::ContextPositionEncoding, &Program::contextPositionEncoding},
    {StageId::ContextInput, &Program::contextInput},
    {StageId::Queries, &Program::queries},
    {StageId::Keys, &Program::keys},
    {StageId::Values, &Program::values},
    {StageId::HeadQueries, &Program::headQueries},
    {StageId::HeadKeys, &Program::headKeys},
    {StageId::HeadValues, &Program::headValues},
    {StageId::RotatedQueries, &Program::rotatedQueries},
    {StageId::RotatedKeys, &Program::rotatedKeys},
    {StageId::RotatedValues, &Program::rotatedValues},
    {StageId::Scores, &Program::scores},
    {StageId::ScaledScores, &Program::scaledScores},
    {StageId::CappedScores, &Program::cappedScores},
    {StageId::MaskedScores, &Program::maskedScores},
    {StageId::Weights, &Program::weights},
    {StageId::HeadOutput, &Program::headOutput},
    {StageId::Concatenated, &Program::concatenated},
    {StageId::Output, &Program::output},
    {StageId::Norm1, &Program::norm1},
    {StageId::Residual1, &Program::residual1},
    {StageId::Norm2, &Program::norm2},
    {StageId::MlpHidden, &Program::mlpHidden},
    {StageId::MlpOutput, &Program::mlpOutput},
    {StageId::Residual2, &Program::residual2},
    {StageId::BlockOutput, &Program::blockOutput},
    {StageId::Probabilities, &Program::probabilities},
}};

} // namespace

std::string writeProgram(const Trace& trace, const ProgramLanguage& language)
{
    return Program(trace, language).text();
}

ProgramHeads programHeads(const Trace& trace)
{
    const bool rotated = find(trace, StageId::RotatedQueries, 0);
    const bool values = find(trace, StageId::RotatedValues, 0);
    return {rotated ? "rotated_queries" : "head_queries", rotated ? "rotated_keys" : "head_keys",
            values ? "rotated_values" : "head_values"};
}

} // namespace attention
