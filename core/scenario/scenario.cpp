// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/scenario.h"

#include "core/scenario/difference.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace attention {

namespace {

bool sameNumber(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

// One row a matrix: its path in a file, and where it is held.
struct FieldRow {
    const char* name;
    MatrixPtr* (*in)(Scenario& s);
};

template <auto Member>
constexpr FieldRow field(const char* name)
{
    return {name, [](Scenario& s) { return &(s.*Member); }};
}

template <auto Member>
constexpr FieldRow projection(const char* name)
{
    return {name, [](Scenario& s) { return &(s.*Member).matrix; }};
}

template <auto Member>
constexpr FieldRow ofBlock(const char* name)
{
    return {name, [](Scenario& s) { return s.block ? &(*s.block.*Member) : nullptr; }};
}

constexpr std::array<FieldRow, matrixFieldCount> fields = {{
    field<&Scenario::X>("X"),
    projection<&Scenario::W_q>("W_q"),
    projection<&Scenario::W_k>("W_k"),
    projection<&Scenario::W_v>("W_v"),
    {"W_o", [](Scenario& s) { return s.W_o ? &s.W_o->matrix : nullptr; }},
    {"context.X", [](Scenario& s) { return s.context ? &s.context->X : nullptr; }},
    field<&Scenario::b_q>("b_q"),
    field<&Scenario::b_k>("b_k"),
    field<&Scenario::b_v>("b_v"),
    field<&Scenario::b_o>("b_o"),
    {"mask.bias", [](Scenario& s) { return &s.mask.bias; }},
    {"positions.table", [](Scenario& s) { return &s.positions.table; }},
    ofBlock<&Block::gamma_1>("block.gamma_1"),
    ofBlock<&Block::beta_1>("block.beta_1"),
    ofBlock<&Block::gamma_2>("block.gamma_2"),
    ofBlock<&Block::beta_2>("block.beta_2"),
    ofBlock<&Block::W_1>("block.W_1"),
    ofBlock<&Block::b_1>("block.b_1"),
    ofBlock<&Block::W_2>("block.W_2"),
    ofBlock<&Block::b_2>("block.b_2"),
}};

} // namespace

bool sameMatrix(const MatrixPtr& a, const MatrixPtr& b)
{
    if (a == b)
        return true;
    if (!a || !b || a->rows() != b->rows() || a->cols() != b->cols())
        return false;
    return std::equal(a->data(), a->data() + a->size(), b->data(), sameNumber);
}

bool sameScale(const Scale& a, const Scale& b)
{
    return a.kind == b.kind &&
           (a.kind != ScaleKind::Custom || sameNumber(a.multiplier, b.multiplier));
}

bool sameMask(const Mask& a, const Mask& b)
{
    const bool sameAllowed = a.allowed == b.allowed ||
                             (a.allowed && b.allowed && a.allowed->rows() == b.allowed->rows() &&
                              a.allowed->cols() == b.allowed->cols() && *a.allowed == *b.allowed);
    return a.causal == b.causal && a.window == b.window && a.padding == b.padding && sameAllowed &&
           sameNumber(a.fill, b.fill) && a.emptyRows == b.emptyRows && a.alignment == b.alignment;
}

bool sameContent(const Scenario& a, const Scenario& b)
{
    for (int i = 0; i < matrixFieldCount; ++i) {
        const MatrixPtr* inA = matrixIn(a, static_cast<MatrixField>(i));
        const MatrixPtr* inB = matrixIn(b, static_cast<MatrixField>(i));
        if (!inA != !inB || (inA && !sameMatrix(*inA, *inB)))
            return false;
    }
    return sameRest(a, b);
}

int headWidth(const Scenario& scenario)
{
    return projectedWidth(scenario, MatrixField::W_q) / scenario.heads;
}

int valueWidth(const Scenario& scenario)
{
    return projectedWidth(scenario, MatrixField::W_v) / scenario.kvHeadCount();
}

int kvHeadOf(const Scenario& scenario, int head)
{
    if (scenario.has(Mistake::TiledKvHeads))
        return head % scenario.kvHeadCount();
    return head / (scenario.heads / scenario.kvHeadCount());
}

double scaleFactor(const Scenario& scenario)
{
    if (scenario.has(Mistake::ScaleBySqrtDModel))
        return 1 / std::sqrt(static_cast<double>(scenario.modelWidth()));
    switch (scenario.scale.kind) {
    case ScaleKind::None:
        return 1;
    case ScaleKind::Custom:
        return scenario.scale.multiplier;
    case ScaleKind::InverseSqrtDk:
        break;
    }
    return 1 / std::sqrt(static_cast<double>(headWidth(scenario)));
}

const char* fieldName(MatrixField field)
{
    return fields[static_cast<std::size_t>(field)].name;
}

MatrixPtr* matrixIn(Scenario& scenario, MatrixField field)
{
    return fields[static_cast<std::size_t>(field)].in(scenario);
}

const MatrixPtr* matrixIn(const Scenario& scenario, MatrixField field)
{
    // Only the place is looked up; nothing is changed through it.
    return matrixIn(const_cast<Scenario&>(scenario), field);
}

const Projection* projectionOf(const Scenario& scenario, MatrixField field)
{
    switch (field) {
    case MatrixField::W_q:
        return &scenario.W_q;
    case MatrixField::W_k:
        return &scenario.W_k;
    case MatrixField::W_v:
        return &scenario.W_v;
    case MatrixField::W_o:
        return scenario.W_o ? &*scenario.W_o : nullptr;
    default:
        return nullptr;
    }
}

int projectedWidth(const Scenario& scenario, MatrixField field)
{
    const Projection& projection = *projectionOf(scenario, field);
    if (!projection.isIdentity())
        return static_cast<int>(projection.matrix->cols());
    return field == MatrixField::W_q ? scenario.modelWidth() : scenario.contextWidth();
}

Matrix fieldMatrix(const Scenario& scenario, MatrixField field)
{
    const MatrixPtr* held = matrixIn(scenario, field);
    if (held && *held)
        return **held;
    if (!projectionOf(scenario, field))
        return {};
    const bool ofContext = field == MatrixField::W_k || field == MatrixField::W_v;
    const Eigen::Index d = ofContext ? scenario.contextWidth() : scenario.modelWidth();
    return Matrix::Identity(d, d);
}

std::vector<std::int64_t> positionIds(const Scenario& scenario, int count)
{
    if (!scenario.positions.ids.empty())
        return scenario.positions.ids;
    std::vector<std::int64_t> ids;
    for (int i = 0; i < count; ++i)
        ids.push_back(scenario.positions.offset + i);
    return ids;
}

} // namespace attention
