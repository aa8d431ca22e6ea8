// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/positions.h"
#include "core/explain/explainers.h"
#include "core/text/number.h"

namespace attention {

namespace {

double positionOf(const AskedCell& c, Eigen::Index count)
{
    const std::vector<std::int64_t> ids = positionIds(c.scenario(), static_cast<int>(count));
    return static_cast<double>(ids[static_cast<std::size_t>(c.row)]);
}

// base^(exponent) with the exponent as a fraction of two whole numbers.
Operand frequency(Steps& steps, const char* fraction, const char* power, double base, int above,
                  int below)
{
    const Operand exponent = steps.add(
        fraction, Operation::Over, {{static_cast<double>(above)}, {static_cast<double>(below)}});
    return steps.addSignificant(power, Operation::Power, {constant(base), exponent});
}

} // namespace

void explainGiven(Explanation& e, const AskedCell& c)
{
    const Scenario& s = c.scenario();
    const Matrix& given = c.id == StageId::Context ? *s.context->X : *s.X;
    Steps(e.plain).add("given", Operation::Given, {{given(c.row, c.column)}}, c.value);
}

// Sinusoidal: sin or cos of pos / base^(2i/d) ("Attention is all you need", 3.5). Learned: a row of
// the table.
void explainPositionEncoding(Explanation& e, const AskedCell& c)
{
    const Positions& positions = c.scenario().positions;
    const Matrix& P = c.values(c.id);
    const double position = positionOf(c, P.rows());
    Steps steps(e.plain);
    if (positions.kind == PositionKind::Learned) {
        steps.add({"the table's row for position %1", {forPeople(position, 0)}}, Operation::Copy,
                  {{(*positions.table)(static_cast<Eigen::Index>(position), c.column)}}, c.value);
        return;
    }
    const Operand power = frequency(steps, "2i / d", "base^(2i/d)", positions.base,
                                    c.column - c.column % 2, static_cast<int>(P.cols()));
    const Operand angle = steps.addSignificant("angle = position / base^(2i/d)", Operation::Over,
                                               {{position}, power});
    if (c.column % 2 == 0)
        steps.add("even column: sine of the angle", Operation::Sin, {angle}, c.value);
    else
        steps.add("odd column: cosine of the angle", Operation::Cos, {angle}, c.value);
}

void explainInput(Explanation& e, const AskedCell& c)
{
    const bool context = c.id == StageId::ContextInput;
    const Matrix& x = c.values(context ? StageId::Context : StageId::Embeddings);
    const Matrix& p =
        c.values(context ? StageId::ContextPositionEncoding : StageId::PositionEncoding);
    Steps(e.plain).add("given + position", Operation::Sum,
                       {{x(c.row, c.column)}, {p(c.row, c.column)}}, c.value);
}

// RoPE: a pair of columns (a, b) is turned by pos · base^(-2p/d) (RoFormer, 3.2.2).
void explainRotated(Explanation& e, const AskedCell& c)
{
    const Positions& positions = c.scenario().positions;
    const bool query = c.id == StageId::RotatedQueries, key = c.id == StageId::RotatedKeys;
    const Matrix& M = c.values(query ? StageId::HeadQueries
                               : key ? StageId::HeadKeys
                                     : StageId::HeadValues,
                               c.head);
    const OperandRole role = query ? OperandRole::Query
                             : key ? OperandRole::Key
                                   : OperandRole::Value;
    const int d = static_cast<int>(M.cols());
    const int p = positions.pairing == Pairing::Adjacent ? c.column / 2 : c.column % (d / 2);
    const auto [first, second] = ropePair(positions.pairing, p, d);
    const Operand a{M(c.row, first), role}, b{M(c.row, second), role};

    Steps steps(e.plain);
    const Operand power = frequency(steps, "−2p / d", "base^(−2p/d)", positions.base, -2 * p, d);
    const Operand angle = steps.addSignificant("angle = position · base^(−2p/d)", Operation::Times,
                                               {{positionOf(c, M.rows())}, power});
    const Operand cosine = steps.add("cosine of the angle", Operation::Cos, {angle});
    const Operand sine = steps.add("sine of the angle", Operation::Sin, {angle});
    if (c.column == first)
        steps.add("a·cos − b·sin", Operation::DotMinus, {a, cosine, b, sine}, c.value);
    else
        steps.add("a·sin + b·cos", Operation::Dot, {a, sine, b, cosine}, c.value);
    e.notes.push_back({"a and b are columns %1 and %2 of the head, turned together.",
                       {std::to_string(first + 1), std::to_string(second + 1)}});
    if (!query && !key)
        e.notes.push_back({"Values are turned too (a mistake): RoPE turns queries and keys.", {}});
}

} // namespace attention
