// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/explain.h"

#include "core/text/number.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention {

namespace {

constexpr std::size_t mostTerms = 8; // of a sum that is written out whole

ExplainStep step(const char* name, Operation operation, std::vector<Operand> operands,
                 double result)
{
    return {{name, {}}, operation, std::move(operands), result};
}

ExplainStep dot(const char* name, const Eigen::Ref<const RowVector>& a, OperandRole roleA,
                const Eigen::Ref<const RowVector>& b, OperandRole roleB, double result)
{
    ExplainStep s = step(name, Operation::Dot, {}, result);
    s.operands.reserve(static_cast<std::size_t>(2 * a.size()));
    for (Eigen::Index i = 0; i < a.size(); ++i) {
        s.operands.push_back({a[i], roleA});
        s.operands.push_back({b[i], roleB});
    }
    return s;
}

ExplainStep sum(const char* name, const std::vector<double>& terms, OperandRole role)
{
    ExplainStep s = step(name, Operation::Sum, {}, 0);
    for (const double term : terms)
        s.operands.push_back({term, role});
    s.result = evaluate(s);
    return s;
}

const Matrix& values(const Trace& trace, StageId id, int head = -1)
{
    return *find(trace, id, head)->values;
}

void explainProjection(Explanation& e, const Projection& projection, OperandRole role,
                       const Matrix& input, int row, int column)
{
    if (projection.isIdentity()) {
        e.plain.push_back(
            step("the same as in X", Operation::Copy, {{input(row, column), role}}, e.value));
        return;
    }
    const RowVector x = input.row(row);
    const RowVector w = projection.matrix->col(column).transpose();
    e.plain.push_back(dot("row of X times column of W", x, OperandRole::Plain, w, role, e.value));
}

void explainScore(std::vector<ExplainStep>& steps, const Trace& trace, int head, int query, int key)
{
    const RowVector q = values(trace, StageId::HeadQueries, head).row(query);
    const RowVector k = values(trace, StageId::HeadKeys, head).row(key);
    steps.push_back(dot("score", q, OperandRole::Query, k, OperandRole::Key,
                        values(trace, StageId::Scores, head)(query, key)));
}

void explainScaling(std::vector<ExplainStep>& steps, const Trace& trace, int head, int query,
                    int key)
{
    const Scenario& s = *trace.scenario;
    const double score = values(trace, StageId::Scores, head)(query, key);
    const double scaled = values(trace, StageId::ScaledScores, head)(query, key);
    switch (s.scale.kind) {
    case ScaleKind::InverseSqrtDk:
        steps.push_back({{"÷ √%1", {std::to_string(headWidth(s))}},
                         Operation::Over,
                         {{score, OperandRole::Score}, {std::sqrt(headWidth(s))}},
                         scaled});
        break;
    case ScaleKind::Custom:
        steps.push_back(step("× scale", Operation::Times,
                             {{score, OperandRole::Score}, {s.scale.multiplier}}, scaled));
        break;
    case ScaleKind::None:
        break;
    }
}

// The way to one masked score: dot product, division, and the fill where the key is blocked.
void explainMasked(std::vector<ExplainStep>& steps, const Trace& trace, int head, int query,
                   int key)
{
    if (!trace.isAllowed(query, key)) {
        steps.push_back(step("blocked, so the fill", Operation::Fill,
                             {{trace.scenario->mask.fill, OperandRole::Score}},
                             values(trace, StageId::MaskedScores, head)(query, key)));
        return;
    }
    explainScore(steps, trace, head, query, key);
    explainScaling(steps, trace, head, query, key);
}

std::string superscript(long number)
{
    static const char* const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text;
    for (const char c : std::to_string(number))
        text += c == '-' ? "⁻" : digits[c - '0'];
    return text;
}

std::string power(double exponent)
{
    const long whole = std::lround(exponent);
    return whole == 0 ? "1" : whole == 1 ? "e" : "e" + superscript(whole);
}

// "e⁴ / (e⁴ + 1 + e²)": what an examiner accepts, where all scores of the row are whole numbers.
std::string exactShare(const Trace& trace, const Eigen::Ref<const RowVector>& scores, int query,
                       int key)
{
    std::string below;
    int terms = 0;
    for (int k = 0; k < scores.size(); ++k) {
        if (!trace.isAllowed(query, k))
            continue;
        if (scores[k] != std::round(scores[k]) || std::abs(scores[k]) > 99 || ++terms > 6)
            return {};
        below += (below.empty() ? "" : " + ") + power(scores[k]);
    }
    if (terms < 2 || !trace.isAllowed(query, key))
        return {};
    return power(scores[key]) + " / (" + below + ")";
}

void explainWeight(Explanation& e, const Trace& trace, int head, int query, int key)
{
    const Scenario& s = *trace.scenario;
    const RowVector scores = values(trace, StageId::MaskedScores, head).row(query);
    const auto m = static_cast<std::size_t>(scores.size());
    const bool empty = trace.allowed && !trace.allowed->row(query).any();
    if (empty && s.mask.emptyRows == EmptyRows::Zeros) {
        e.plain.push_back(
            step("every key is blocked, so the row is zeros", Operation::Given, {{0.0}}, e.value));
        return;
    }
    if (empty)
        e.notes.push_back({"Every key of this row is blocked: softmax sees the fill alone.", {}});

    std::vector<double> powers(m);
    std::transform(scores.begin(), scores.end(), powers.begin(),
                   [](double x) { return std::exp(x); });
    explainMasked(e.plain, trace, head, query, key);
    e.plain.push_back(step("e^", Operation::Exp, {{scores[key], OperandRole::Score}},
                           powers[static_cast<std::size_t>(key)]));
    e.plain.push_back(sum("row sum", powers, OperandRole::Weight));
    const double total = e.plain.back().result;
    e.plain.push_back(step("share", Operation::Over,
                           {{powers[static_cast<std::size_t>(key)], OperandRole::Weight},
                            {total, OperandRole::Weight}},
                           e.value));
    // Exponentials that overflow, or all vanish, do not lead to the number: only the other form
    // does.
    const double reached = powers[static_cast<std::size_t>(key)] / total;
    if (!(std::abs(reached - e.value) <= 1e-9 * std::max(1.0, std::abs(e.value))) &&
        !std::isnan(e.value)) {
        e.plain.clear();
        e.notes.push_back(
            {"e to such scores is no number a computer holds; with the maximum subtracted it is.",
             {}});
    }

    const double largest = scores.maxCoeff<Eigen::PropagateNaN>();
    std::vector<Operand> all;
    for (const double score : scores)
        all.push_back({score, OperandRole::Score});
    std::vector<double> shifted(m);
    std::transform(scores.begin(), scores.end(), shifted.begin(),
                   [&](double x) { return std::exp(x - largest); });
    const double own = shifted[static_cast<std::size_t>(key)];
    e.computer.push_back(step("largest score", Operation::Largest, std::move(all), largest));
    e.computer.push_back(step("score − largest", Operation::Minus,
                              {{scores[key], OperandRole::Score}, {largest, OperandRole::Score}},
                              scores[key] - largest));
    e.computer.push_back(
        step("e^", Operation::Exp, {{scores[key] - largest, OperandRole::Score}}, own));
    e.computer.push_back(sum("row sum", shifted, OperandRole::Weight));
    e.computer.push_back(step(
        "share", Operation::Over,
        {{own, OperandRole::Weight}, {e.computer.back().result, OperandRole::Weight}}, e.value));
    e.exact = exactShare(trace, scores, query, key);
    if (std::isfinite(e.value) && trace.isAllowed(query, key))
        e.notes.push_back({"slope w(1 − w) = %1", {forPeople(e.value * (1 - e.value), 4)}});
}

// Puts the pieces of one line together.
class Line {
public:
    explicit Line(int decimals)
        : m_decimals(decimals)
    {
    }

    void text(const char* words) { m_pieces.push_back({words, OperandRole::Plain}); }
    // A negative number stands in parentheses after a sign.
    void number(const Operand& operand, bool afterSign = false)
    {
        std::string digits = forFigure(operand.value, m_decimals);
        if (operand.value < 0 && afterSign)
            digits = "(" + digits + ")";
        m_pieces.push_back({std::move(digits), operand.role});
    }
    // Terms of `width` operands each, joined; long ones are cut in the middle.
    void terms(const std::vector<Operand>& operands, std::size_t width, const char* joint)
    {
        const std::size_t count = operands.size() / width;
        for (std::size_t i = 0; i < count; ++i) {
            if (count > mostTerms && i == mostTerms / 2) {
                text(joint);
                text("…");
                i = count - mostTerms / 2;
            }
            if (i > 0)
                text(joint);
            for (std::size_t j = 0; j < width; ++j) {
                if (j > 0)
                    text("·");
                number(operands[i * width + j], i + j > 0);
            }
        }
    }
    std::vector<TextPiece> pieces() { return std::move(m_pieces); }

private:
    int m_decimals;
    std::vector<TextPiece> m_pieces;
};

} // namespace

double evaluate(const ExplainStep& s)
{
    const std::vector<Operand>& o = s.operands;
    double result = 0;
    switch (s.operation) {
    case Operation::Given:
    case Operation::Copy:
    case Operation::Fill:
        return o[0].value;
    case Operation::Dot:
        for (std::size_t i = 0; i + 1 < o.size(); i += 2)
            result += o[i].value * o[i + 1].value;
        return result;
    case Operation::Times:
        return o[0].value * o[1].value;
    case Operation::Over:
        return o[0].value / o[1].value;
    case Operation::Minus:
        return o[0].value - o[1].value;
    case Operation::Largest:
        result = -std::numeric_limits<double>::infinity();
        for (const Operand& operand : o)
            result = std::isnan(operand.value) || operand.value > result ? operand.value : result;
        return result;
    case Operation::Exp:
        return std::exp(o[0].value);
    case Operation::Sum:
        for (const Operand& operand : o)
            result += operand.value;
        return result;
    }
    return result;
}

std::vector<TextPiece> stepPieces(const ExplainStep& s, int decimals)
{
    Line line(decimals);
    switch (s.operation) {
    case Operation::Given:
    case Operation::Copy:
    case Operation::Fill:
        line.number(s.operands[0]);
        return line.pieces();
    case Operation::Dot:
        line.terms(s.operands, 2, " + ");
        break;
    case Operation::Sum:
        line.terms(s.operands, 1, " + ");
        break;
    case Operation::Largest:
        line.text("max(");
        line.terms(s.operands, 1, ", ");
        line.text(")");
        break;
    case Operation::Exp:
        line.text("e^");
        line.number(s.operands[0], true);
        break;
    case Operation::Times:
    case Operation::Over:
    case Operation::Minus:
        line.number(s.operands[0]);
        line.text(s.operation == Operation::Times  ? " · "
                  : s.operation == Operation::Over ? " / "
                                                   : " − ");
        line.number(s.operands[1], true);
        break;
    }
    line.text(" = ");
    line.number({s.result, OperandRole::Plain});
    return line.pieces();
}

std::string stepText(const ExplainStep& s, int decimals)
{
    std::string text;
    for (const TextPiece& piece : stepPieces(s, decimals))
        text += piece.text;
    return text;
}

Explanation explain(const Trace& trace, const Stage& stage, int row, int column)
{
    const Scenario& s = *trace.scenario;
    const int head = stage.head;
    Explanation e;
    e.value = (*stage.values)(row, column);
    e.title = std::string(stageInfo(stage.id).title) +
              (head >= 0 && s.heads > 1 ? ", head " + std::to_string(head + 1) : "") + " [" +
              rowLabels(trace, stage)[static_cast<std::size_t>(row)] + ", " +
              columnLabels(trace, stage)[static_cast<std::size_t>(column)] + "]";
    const auto copy = [&](const char* name, OperandRole role) {
        e.plain.push_back(step(name, Operation::Copy, {{e.value, role}}, e.value));
    };
    switch (stage.id) {
    case StageId::Embeddings:
        e.plain.push_back(step("given", Operation::Given, {{e.value}}, e.value));
        break;
    case StageId::Queries:
        explainProjection(e, s.W_q, OperandRole::Query, *s.X, row, column);
        break;
    case StageId::Keys:
        explainProjection(e, s.W_k, OperandRole::Key, *s.X, row, column);
        break;
    case StageId::Values:
        explainProjection(e, s.W_v, OperandRole::Value, *s.X, row, column);
        break;
    case StageId::HeadQueries:
        explainProjection(e, s.W_q, OperandRole::Query, *s.X, row, head * headWidth(s) + column);
        break;
    case StageId::HeadKeys:
        explainProjection(e, s.W_k, OperandRole::Key, *s.X, row, head * headWidth(s) + column);
        break;
    case StageId::HeadValues:
        explainProjection(e, s.W_v, OperandRole::Value, *s.X, row, head * valueWidth(s) + column);
        break;
    case StageId::Scores:
        explainScore(e.plain, trace, head, row, column);
        break;
    case StageId::ScaledScores:
        explainScore(e.plain, trace, head, row, column);
        explainScaling(e.plain, trace, head, row, column);
        break;
    case StageId::MaskedScores:
        explainMasked(e.plain, trace, head, row, column);
        break;
    case StageId::Weights:
        explainWeight(e, trace, head, row, column);
        break;
    case StageId::HeadOutput: {
        const RowVector p = values(trace, StageId::Weights, head).row(row);
        const RowVector v = values(trace, StageId::HeadValues, head).col(column).transpose();
        e.plain.push_back(
            dot("weights times values", p, OperandRole::Weight, v, OperandRole::Value, e.value));
        break;
    }
    case StageId::Concatenated:
        copy("from its head", OperandRole::Plain);
        break;
    case StageId::Output:
        if (!s.W_o || s.W_o->isIdentity()) {
            copy("the heads side by side", OperandRole::Plain);
        } else {
            const RowVector joined = values(trace, StageId::Concatenated).row(row);
            const RowVector w = s.W_o->matrix->col(column).transpose();
            e.plain.push_back(
                dot("heads times W_o", joined, OperandRole::Plain, w, OperandRole::Plain, e.value));
        }
        break;
    }
    return e;
}

std::string explanationText(const Explanation& e, int decimals)
{
    std::string text = e.title + " = " + forFigure(e.value, decimals) + "\n";
    const auto lines = [&](const std::vector<ExplainStep>& steps) {
        for (const ExplainStep& s : steps)
            text += english(s.name) + ":  " + stepText(s, decimals) + "\n";
    };
    lines(e.plain);
    if (!e.exact.empty())
        text += "exactly:  " + e.exact + "\n";
    if (!e.computer.empty()) {
        text += "as the computer does it:\n";
        lines(e.computer);
    }
    for (const Message& note : e.notes)
        text += english(note) + "\n";
    return text;
}

} // namespace attention
