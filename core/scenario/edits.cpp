// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/edits.h"

#include "core/scenario/problems.h"
#include "core/scenario/rearrange.h"

#include <bit>
#include <cstdint>

namespace attention {

namespace {

// An absent W_o comes to be. Pre: any other field's part of the scenario is there.
void set(Scenario& s, MatrixField field, MatrixPtr matrix)
{
    if (field == MatrixField::W_o && !s.W_o)
        s.W_o.emplace();
    *matrixIn(s, field) = std::move(matrix);
}

} // namespace

Scenario withCell(const Scenario& s, MatrixField field, int row, int column, double value)
{
    Matrix matrix = fieldMatrix(s, field);
    if (std::bit_cast<std::uint64_t>(matrix(row, column)) == std::bit_cast<std::uint64_t>(value))
        return s;
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
    const int n = s.tokenCount();
    return withTokenOrder(s, MatrixField::X, orderWithAdded(n, n), label);
}

Scenario withTokenRemoved(const Scenario& s, int token)
{
    return withTokenOrder(s, MatrixField::X, orderWithRemoved(s.tokenCount(), token), {});
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
