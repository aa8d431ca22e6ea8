// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/positions.h"
#include "core/explain/explainers.h"

#include <cmath>

namespace attention {

namespace {

std::string number(int counted)
{
    return std::to_string(counted + 1); // people count from 1
}

std::string symbol(StageId id)
{
    return std::string(stageInfo(id).symbol);
}

// "Vₕ" of the second head: "V_2", and where there is only one "V".
std::string ofHead(const std::string& symbolOfHeads, int head, const Scenario& s)
{
    const std::string base = symbolOfHeads.substr(0, symbolOfHeads.find("ₕ"));
    return s.heads == 1 ? base : base + "_" + std::to_string(head + 1);
}

// One of Q, K and V: what it is made from, and how many heads share its columns.
struct Projected {
    StageId whole;
    Affine affine;
    int heads;
};

Projected projected(const Scenario& s, StageId id)
{
    switch (id) {
    case StageId::Queries:
    case StageId::HeadQueries:
        return {StageId::Queries,
                {querySource(s), s.W_q.matrix, "W_q", s.b_q, "b_q", OperandRole::Query},
                s.heads};
    case StageId::Keys:
    case StageId::HeadKeys:
        return {StageId::Keys,
                {keySource(s), s.W_k.matrix, "W_k", s.b_k, "b_k", OperandRole::Key},
                s.kvHeadCount()};
    default:
        return {StageId::Values,
                {keySource(s), s.W_v.matrix, "W_v", s.b_v, "b_v", OperandRole::Value},
                s.kvHeadCount()};
    }
}

// "÷ √2", "× scale": from a raw score to the scaled one.
Operand explainScaling(Steps& steps, const AskedCell& c, const Operand& score, double scaled)
{
    const Scenario& s = c.scenario();
    const auto overRoot = [&](int width) {
        return steps.add({"÷ √%1", {std::to_string(width)}}, Operation::Over,
                         {score, {std::sqrt(static_cast<double>(width))}}, scaled);
    };
    if (s.has(Mistake::ScaleBySqrtDModel))
        return overRoot(s.modelWidth());
    switch (s.scale.kind) {
    case ScaleKind::InverseSqrtDk:
        return overRoot(headWidth(s));
    case ScaleKind::Custom:
        return steps.add("× scale", Operation::Times, {score, constant(s.scale.multiplier)},
                         scaled);
    case ScaleKind::None:
        break;
    }
    return score;
}

} // namespace

StageId tokenInput(const Scenario& s)
{
    return addsPositions(s.positions) ? StageId::Input : StageId::Embeddings;
}

StageId querySource(const Scenario& s)
{
    return s.block && s.block->placement == Placement::Pre ? StageId::Norm1 : tokenInput(s);
}

StageId keySource(const Scenario& s)
{
    if (!s.context) // of one's own tokens
        return querySource(s);
    return addsPositions(s.positions) ? StageId::ContextInput : StageId::Context;
}

Operand explainAffine(Explanation& e, const AskedCell& c, const Affine& a, int row, int column)
{
    const Matrix& input = c.values(a.input);
    Steps steps(e.plain);
    Operand result;
    if (a.W) {
        const RowVector x = input.row(row);
        const RowVector w = a.W->col(column).transpose();
        result = steps.add({"row of %1 · column %2 of %3",
                            {symbol(a.input), std::to_string(column + 1), a.nameOfW}},
                           Operation::Dot, pairs(x, OperandRole::Plain, w, a.role));
    } else {
        const Operand source =
            explainSource(e, {c.trace, a.input, -1, row, column, input(row, column)});
        result = steps.add({"the same as in %1", {symbol(a.input)}}, Operation::Copy,
                           {as(source, a.role)});
    }
    if (a.b)
        result =
            steps.add({"+ %1", {a.nameOfB}}, Operation::Sum, {result, {(*a.b)(0, column), a.role}});
    return result;
}

void explainProjected(Explanation& e, const AskedCell& c)
{
    explainAffine(e, c, projected(c.scenario(), c.id).affine, c.row, c.column);
    Steps(e.plain).finish(c.value);
}

// A head's own columns: the arithmetic of the whole matrix, and which of its cells this one is.
void explainHeadColumns(Explanation& e, const AskedCell& c)
{
    const Scenario& s = c.scenario();
    const Projected p = projected(s, c.id);
    const bool query = p.whole == StageId::Queries;
    const Matrix& whole = c.values(p.whole);
    const int width = static_cast<int>(whole.cols()), d = width / p.heads;
    const int part = query ? c.head : kvHeadOf(s, c.head);
    int row = c.row, column = part * d + c.column;
    const bool mixed = s.has(Mistake::ReshapeWithoutTranspose) && p.heads > 1;
    if (mixed) { // as numbers lie in memory: the head's rows one after the other, d at a time
        const int flat = (part * static_cast<int>(whole.rows()) + c.row) * d + c.column;
        row = flat / width;
        column = flat % width;
    }

    Steps steps(e.plain);
    const Operand made = explainAffine(e, c, p.affine, row, column);
    if (s.heads == 1)
        return steps.finish(c.value);
    steps.finish(whole(row, column));
    const Operand source{whole(row, column), p.affine.role, made.step};
    if (mixed) {
        steps.add({"row %1, column %2 of %3", {number(row), number(column), symbol(p.whole)}},
                  Operation::Copy, {source}, c.value);
        if (row != c.row || column != part * d + c.column)
            e.notes.push_back({"The heads were split by a reshape without the transpose (a "
                               "mistake): the place due is row %1, column %2.",
                               {number(c.row), number(part * d + c.column)}});
    } else {
        steps.add({"column %1 of %2", {number(column), symbol(p.whole)}}, Operation::Copy, {source},
                  c.value);
    }
    if (query || s.kvHeadCount() == s.heads)
        return;
    if (const int due = c.head / (s.heads / s.kvHeadCount()); part != due)
        e.notes.push_back({"Query head %1 reads key/value head %2 (a mistake: the heads are "
                           "repeated one after the other); its own group's is %3.",
                           {number(c.head), number(part), number(due)}});
    else
        e.notes.push_back({"Query head %1 reads key/value head %2 of %3.",
                           {number(c.head), number(part), std::to_string(s.kvHeadCount())}});
}

Operand explainScore(Steps& steps, const AskedCell& c, StageId until, int query, int key)
{
    const Scenario& s = c.scenario();
    const auto cell = [&](StageId id) { return c.numberOf(id, query, key); };
    const bool maskLate = s.has(Mistake::MaskAfterSoftmax);
    if (until == StageId::MaskedScores && !maskLate && !c.trace.isAllowed(query, key))
        return steps.add("blocked, so the fill", Operation::Fill,
                         {{s.mask.fill, OperandRole::Score}}, cell(StageId::MaskedScores));

    const bool turned = s.positions.kind == PositionKind::Rope;
    const RowVector q =
        c.values(turned ? StageId::RotatedQueries : StageId::HeadQueries, c.head).row(query);
    const RowVector k =
        c.values(turned ? StageId::RotatedKeys : StageId::HeadKeys, c.head).row(key);
    const char* const name = turned ? "turned q_%1 · turned k_%2" : "q_%1 · k_%2";
    Operand score = steps.add(
        {name, {subscriptLabel(s.tokens, query), subscriptLabel(s.keyTokens(), key)}},
        Operation::Dot, pairs(q, OperandRole::Query, k, OperandRole::Key), cell(StageId::Scores));
    steps.nameIsLeftSide();
    const auto coloured = [&] { return as(score, OperandRole::Score); };
    if (until == StageId::Scores)
        return coloured();

    score = explainScaling(steps, c, coloured(), cell(StageId::ScaledScores));
    if (until == StageId::ScaledScores || (!s.softcap && !s.mask.bias))
        return coloured();

    if (s.softcap) { // c · tanh(score / c)
        const Operand cap = constant(*s.softcap);
        const Operand part = steps.add("÷ softcap", Operation::Over, {coloured(), cap});
        const Operand bent = steps.add("tanh", Operation::Tanh, {part});
        score = steps.add("× softcap", Operation::Times, {cap, bent}, cell(StageId::CappedScores));
    }
    if (until == StageId::MaskedScores && s.mask.bias)
        score = steps.add("+ bias", Operation::Sum,
                          {coloured(), {(*s.mask.bias)(query, key), OperandRole::Score}},
                          cell(StageId::MaskedScores));
    return coloured();
}

void explainScores(Explanation& e, const AskedCell& c)
{
    const Scenario& s = c.scenario();
    Steps steps(e.plain);
    explainScore(steps, c, c.id, c.row, c.column);
    if (c.id != StageId::Scores && s.has(Mistake::ScaleBySqrtDModel))
        e.notes.push_back({"Divided by √d_model = √%1 (a mistake): √d_k is √%2.",
                           {std::to_string(s.modelWidth()), std::to_string(headWidth(s))}});
    if (c.id == StageId::MaskedScores && s.has(Mistake::MaskAfterSoftmax) &&
        !c.trace.isAllowed(c.row, c.column))
        e.notes.push_back({"Blocked, but the mask comes only after the softmax (a mistake).", {}});
}

void explainHeadOutput(Explanation& e, const AskedCell& c)
{
    const Scenario& s = c.scenario();
    const bool turned = find(c.trace, StageId::RotatedValues, c.head) != nullptr;
    const StageId values = turned ? StageId::RotatedValues : StageId::HeadValues;
    const RowVector p = c.values(StageId::Weights, c.head).row(c.row);
    const RowVector v = c.values(values, c.head).col(c.column).transpose();
    Steps(e.plain).add({"weights of %1 · column %2 of %3",
                        {subscriptLabel(s.tokens, c.row), std::to_string(c.column + 1),
                         ofHead(symbol(values), c.head, s)}},
                       Operation::Dot, pairs(p, OperandRole::Weight, v, OperandRole::Value),
                       c.value);
    if (turned)
        e.notes.push_back({"The values were turned as well (a mistake).", {}});
}

void explainConcatenated(Explanation& e, const AskedCell& c)
{
    const Scenario& s = c.scenario();
    const int d_v = valueWidth(s), head = c.column / d_v, column = c.column % d_v;
    const Operand source =
        explainSource(e, {c.trace, StageId::HeadOutput, head, c.row, column, c.value});
    if (s.heads > 1)
        Steps(e.plain).add({"column %1 of head %2", {number(column), number(head)}},
                           Operation::Copy, {source}, c.value);
    if (s.heads > 1 && s.has(Mistake::ReshapeWithoutTranspose))
        e.notes.push_back({"The way back does transpose, so the tokens that the split mixed (a "
                           "mistake) stay mixed.",
                           {}});
}

void explainOutput(Explanation& e, const AskedCell& c)
{
    const Scenario& s = c.scenario();
    if (!s.W_o) { // the heads as they are
        explainSource(e, {c.trace, StageId::Concatenated, -1, c.row, c.column, c.value});
        return;
    }
    explainAffine(e, c,
                  {StageId::Concatenated, s.W_o->matrix, "W_o", s.b_o, "b_o", OperandRole::Plain},
                  c.row, c.column);
    Steps(e.plain).finish(c.value);
}

} // namespace attention
