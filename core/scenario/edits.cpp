// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/edits.h"

#include "core/scenario/problems.h"

namespace attention {

namespace {

void set(Scenario& s, MatrixField field, MatrixPtr matrix)
{
    switch (field) {
    case MatrixField::X:
        s.X = std::move(matrix);
        break;
    case MatrixField::W_q:
        s.W_q.matrix = std::move(matrix);
        break;
    case MatrixField::W_k:
        s.W_k.matrix = std::move(matrix);
        break;
    case MatrixField::W_v:
        s.W_v.matrix = std::move(matrix);
        break;
    case MatrixField::W_o:
        s.W_o = Projection{std::move(matrix)};
        break;
    }
}

template <typename M>
M withoutRow(const M& m, Eigen::Index row)
{
    M result(m.rows() - 1, m.cols());
    result << m.topRows(row), m.bottomRows(m.rows() - row - 1);
    return result;
}

template <typename M>
M withoutColumn(const M& m, Eigen::Index column)
{
    M result(m.rows(), m.cols() - 1);
    result << m.leftCols(column), m.rightCols(m.cols() - column - 1);
    return result;
}

} // namespace

Scenario withCell(const Scenario& s, MatrixField field, int row, int column, double value)
{
    Matrix matrix = fieldMatrix(s, field);
    matrix(row, column) = value;
    return withMatrix(s, field, std::move(matrix));
}

Scenario withMatrix(const Scenario& s, MatrixField field, Matrix value)
{
    Scenario changed = s;
    set(changed, field, share(std::move(value)));
    return changed;
}

Scenario withIdentity(const Scenario& s, MatrixField field)
{
    Scenario changed = s;
    const Eigen::Index d = s.X->cols();
    set(changed, field,
        field == MatrixField::X ? share(Matrix::Identity(s.X->rows(), d)) : nullptr);
    return changed;
}

Scenario withoutOutputProjection(const Scenario& s)
{
    Scenario changed = s;
    changed.W_o.reset();
    return changed;
}

Scenario withToken(const Scenario& s, int token, std::string label)
{
    Scenario changed = s;
    changed.tokens[static_cast<std::size_t>(token)] = std::move(label);
    return changed;
}

Scenario withColumn(const Scenario& s, int column, std::string label)
{
    Scenario changed = s;
    if (changed.columns.empty())
        for (int i = 1; i <= s.modelWidth(); ++i)
            changed.columns.push_back(std::to_string(i));
    changed.columns[static_cast<std::size_t>(column)] = std::move(label);
    return changed;
}

Scenario withTitle(const Scenario& s, std::string title)
{
    Scenario changed = s;
    changed.title = std::move(title);
    return changed;
}

Scenario withDescription(const Scenario& s, std::string description)
{
    Scenario changed = s;
    changed.description = std::move(description);
    return changed;
}

Scenario withScale(const Scenario& s, Scale scale)
{
    Scenario changed = s;
    changed.scale = scale;
    return changed;
}

Scenario withMask(const Scenario& s, Mask mask)
{
    Scenario changed = s;
    changed.mask = std::move(mask);
    return changed;
}

Scenario withHeads(const Scenario& s, int heads)
{
    Scenario changed = s;
    changed.heads = heads;
    return changed;
}

Scenario withScaling(const Scenario& s, ScalingParameters parameters)
{
    Scenario changed = s;
    changed.scaling = std::move(parameters);
    return changed;
}

Scenario withMemory(const Scenario& s, MemoryParameters parameters)
{
    Scenario changed = s;
    changed.memory = parameters;
    return changed;
}

Scenario withTokenAdded(const Scenario& s, std::string label)
{
    Scenario changed = s;
    const Eigen::Index n = s.X->rows();
    changed.tokens.push_back(std::move(label));
    Matrix X = Matrix::Zero(n + 1, s.X->cols());
    X.topRows(n) = *s.X;
    changed.X = share(std::move(X));
    if (!s.mask.padding.empty())
        changed.mask.padding.push_back(true);
    if (s.mask.allowed) {
        BoolMatrix allowed = BoolMatrix::Constant(n + 1, n + 1, true);
        allowed.topLeftCorner(n, n) = *s.mask.allowed;
        changed.mask.allowed = std::make_shared<const BoolMatrix>(std::move(allowed));
    }
    return changed;
}

Scenario withTokenRemoved(const Scenario& s, int token)
{
    Scenario changed = s;
    changed.tokens.erase(changed.tokens.begin() + token);
    changed.X = share(withoutRow(*s.X, token));
    if (!s.mask.padding.empty())
        changed.mask.padding.erase(changed.mask.padding.begin() + token);
    if (s.mask.allowed)
        changed.mask.allowed = std::make_shared<const BoolMatrix>(
            withoutColumn(withoutRow(*s.mask.allowed, token), token));
    return changed;
}

std::vector<int> possibleHeads(const Scenario& s)
{
    std::vector<int> counts;
    for (int heads = 1; heads <= maximumHeads; ++heads)
        if (projectedWidth(s, s.W_q) % heads == 0 && projectedWidth(s, s.W_v) % heads == 0)
            counts.push_back(heads);
    return counts;
}

} // namespace attention
