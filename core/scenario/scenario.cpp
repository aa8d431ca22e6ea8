// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/scenario.h"

#include <algorithm>
#include <cmath>

namespace attention {

namespace {

bool sameNumber(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

bool sameProjection(const Projection& a, const Projection& b)
{
    return sameMatrix(a.matrix, b.matrix);
}

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
    return a.causal == b.causal && a.padding == b.padding && sameAllowed &&
           sameNumber(a.fill, b.fill) && a.emptyRows == b.emptyRows && a.alignment == b.alignment;
}

bool sameContent(const Scenario& a, const Scenario& b)
{
    const bool sameOutput =
        a.W_o.has_value() == b.W_o.has_value() && (!a.W_o || sameProjection(*a.W_o, *b.W_o));
    return a.title == b.title && a.description == b.description && a.tokens == b.tokens &&
           sameMatrix(a.X, b.X) && a.columns == b.columns && sameProjection(a.W_q, b.W_q) &&
           sameProjection(a.W_k, b.W_k) && sameProjection(a.W_v, b.W_v) && sameOutput &&
           a.heads == b.heads && sameScale(a.scale, b.scale) && sameMask(a.mask, b.mask) &&
           a.scaling == b.scaling && a.memory == b.memory;
}

int headWidth(const Scenario& scenario)
{
    return projectedWidth(scenario, scenario.W_q) / scenario.heads;
}

int valueWidth(const Scenario& scenario)
{
    return projectedWidth(scenario, scenario.W_v) / scenario.heads;
}

double scaleFactor(const Scenario& scenario)
{
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

int projectedWidth(const Scenario& scenario, const Projection& projection)
{
    return projection.isIdentity() ? scenario.modelWidth()
                                   : static_cast<int>(projection.matrix->cols());
}

const char* fieldName(MatrixField field)
{
    switch (field) {
    case MatrixField::X:
        return "X";
    case MatrixField::W_q:
        return "W_q";
    case MatrixField::W_k:
        return "W_k";
    case MatrixField::W_v:
        return "W_v";
    case MatrixField::W_o:
        break;
    }
    return "W_o";
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
    case MatrixField::X:
        break;
    }
    return nullptr;
}

Matrix fieldMatrix(const Scenario& scenario, MatrixField field)
{
    if (field == MatrixField::X)
        return *scenario.X;
    const Projection* projection = projectionOf(scenario, field);
    if (!projection)
        return {};
    if (!projection->isIdentity())
        return *projection->matrix;
    return Matrix::Identity(scenario.modelWidth(), scenario.modelWidth());
}

} // namespace attention
