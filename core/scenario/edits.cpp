// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/edits.h"

#include "core/scenario/problems.h"

namespace attention {

namespace {

// An absent W_o comes to be. Pre: any other field's part of the scenario is there.
void set(Scenario& s, MatrixField field, MatrixPtr matrix)
{
    if (field == MatrixField::W_o && !s.W_o)
        s.W_o.emplace();
    *matrixIn(s, field) = std::move(matrix);
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

Matrix withRowAdded(const Matrix& m)
{
    Matrix result = Matrix::Zero(m.rows() + 1, m.cols());
    result.topRows(m.rows()) = m;
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
    set(changed, field,
        field == MatrixField::X ? share(Matrix::Identity(s.X->rows(), s.X->cols())) : nullptr);
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
    const Eigen::Index n = s.tokenCount(), m = s.keyCount();
    const Eigen::Index keys = s.context ? m : n + 1; // of the new scenario
    changed.tokens.push_back(std::move(label));
    changed.X = share(withRowAdded(*s.X));
    if (!s.mask.padding.empty() && !s.context)
        changed.mask.padding.push_back(true);
    if (s.mask.allowed) {
        BoolMatrix allowed = BoolMatrix::Constant(n + 1, keys, true);
        allowed.topLeftCorner(n, m) = *s.mask.allowed;
        changed.mask.allowed = std::make_shared<const BoolMatrix>(std::move(allowed));
    }
    if (s.mask.bias) {
        Matrix bias = Matrix::Zero(n + 1, keys);
        bias.topLeftCorner(n, m) = *s.mask.bias;
        changed.mask.bias = share(std::move(bias));
    }
    if (!s.positions.ids.empty())
        changed.positions.ids.push_back(s.positions.ids.back() + 1);
    if (s.positions.kind == PositionKind::Learned) {
        const std::int64_t next = positionIds(changed, static_cast<int>(n + 1)).back();
        if (next == s.positions.table->rows()) // the table ends here: the new place starts at zeros
            changed.positions.table = share(withRowAdded(*s.positions.table));
    }
    if (s.readout && !s.readout->targets.empty())
        changed.readout->targets.push_back(-1);
    return changed;
}

Scenario withTokenRemoved(const Scenario& s, int token)
{
    Scenario changed = s;
    changed.tokens.erase(changed.tokens.begin() + token);
    changed.X = share(withoutRow(*s.X, token));
    if (!s.mask.padding.empty() && !s.context)
        changed.mask.padding.erase(changed.mask.padding.begin() + token);
    if (s.mask.allowed) {
        BoolMatrix allowed = withoutRow(*s.mask.allowed, token);
        if (!s.context)
            allowed = withoutColumn(allowed, token);
        changed.mask.allowed = std::make_shared<const BoolMatrix>(std::move(allowed));
    }
    if (s.mask.bias) {
        Matrix bias = withoutRow(*s.mask.bias, token);
        if (!s.context)
            bias = withoutColumn(bias, token);
        changed.mask.bias = share(std::move(bias));
    }
    if (!s.positions.ids.empty())
        changed.positions.ids.erase(changed.positions.ids.begin() + token);
    if (s.readout && !s.readout->targets.empty())
        changed.readout->targets.erase(changed.readout->targets.begin() + token);
    return changed;
}

std::vector<int> possibleHeads(const Scenario& s)
{
    const int queries = projectedWidth(s, MatrixField::W_q);
    const int keys = projectedWidth(s, MatrixField::W_k);
    const int values = projectedWidth(s, MatrixField::W_v);
    std::vector<int> counts;
    for (int heads = 1; heads <= maximumHeads; ++heads) {
        const int kvHeads = s.kvHeads.value_or(heads);
        if (queries % heads == 0 && keys % kvHeads == 0 && queries / heads == keys / kvHeads &&
            values % kvHeads == 0 && heads % kvHeads == 0)
            counts.push_back(heads);
    }
    return counts;
}

} // namespace attention
