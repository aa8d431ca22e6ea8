// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/difference.h"

#include <algorithm>
#include <cmath>

namespace attention {

namespace {

MatrixPtr matrixOf(const Scenario& s, MatrixField field)
{
    const MatrixPtr* held = matrixIn(s, field);
    return held ? *held : nullptr;
}

// Everything that is no matrix, one row a field. How it is looked at (`view`) is no content.
struct RestField {
    bool (*same)(const Scenario& a, const Scenario& b);
    void (*copy)(const Scenario& from, Scenario& to);
};

template <auto Member>
constexpr RestField plain()
{
    return {[](const Scenario& a, const Scenario& b) { return a.*Member == b.*Member; },
            [](const Scenario& from, Scenario& to) { to.*Member = from.*Member; }};
}

// Whether there is such a part at all; its matrices are compared like the others.
template <auto Member>
void copyPresence(const Scenario& from, Scenario& to)
{
    if (!(from.*Member))
        (to.*Member).reset();
    else if (!(to.*Member))
        (to.*Member).emplace();
}

bool sameScalars(const Block& a, const Block& b)
{
    return a.placement == b.placement && a.norm == b.norm && a.epsilon == b.epsilon &&
           a.activation == b.activation;
}

bool sameScalars(const Positions& a, const Positions& b)
{
    return a.kind == b.kind && a.pairing == b.pairing && a.base == b.base && a.offset == b.offset &&
           a.ids == b.ids;
}

constexpr std::array<RestField, 17> restFields = {{
    plain<&Scenario::title>(),
    plain<&Scenario::description>(),
    plain<&Scenario::tokens>(),
    plain<&Scenario::columns>(),
    plain<&Scenario::heads>(),
    plain<&Scenario::kvHeads>(),
    plain<&Scenario::softcap>(),
    plain<&Scenario::readout>(),
    plain<&Scenario::mistakes>(),
    plain<&Scenario::scaling>(),
    plain<&Scenario::memory>(),
    {[](const Scenario& a, const Scenario& b) { return sameScale(a.scale, b.scale); },
     [](const Scenario& from, Scenario& to) { to.scale = from.scale; }},
    {[](const Scenario& a, const Scenario& b) { return sameMask(a.mask, b.mask); },
     [](const Scenario& from, Scenario& to) {
         MatrixPtr bias = std::move(to.mask.bias);
         to.mask = from.mask;
         to.mask.bias = std::move(bias);
     }},
    {[](const Scenario& a, const Scenario& b) { return sameScalars(a.positions, b.positions); },
     [](const Scenario& from, Scenario& to) {
         MatrixPtr table = std::move(to.positions.table);
         to.positions = from.positions;
         to.positions.table = std::move(table);
     }},
    {[](const Scenario& a, const Scenario& b) { return a.W_o.has_value() == b.W_o.has_value(); },
     copyPresence<&Scenario::W_o>},
    {[](const Scenario& a, const Scenario& b) {
         return a.context.has_value() == b.context.has_value() &&
                (!a.context || a.context->tokens == b.context->tokens);
     },
     [](const Scenario& from, Scenario& to) {
         copyPresence<&Scenario::context>(from, to);
         if (from.context)
             to.context->tokens = from.context->tokens;
     }},
    {[](const Scenario& a, const Scenario& b) {
         return a.block.has_value() == b.block.has_value() &&
                (!a.block || sameScalars(*a.block, *b.block));
     },
     [](const Scenario& from, Scenario& to) {
         copyPresence<&Scenario::block>(from, to);
         if (!from.block)
             return;
         to.block->placement = from.block->placement;
         to.block->norm = from.block->norm;
         to.block->epsilon = from.block->epsilon;
         to.block->activation = from.block->activation;
     }},
}};

std::size_t matrixBytes(const MatrixPtr& m)
{
    return m ? sizeof(Matrix) + static_cast<std::size_t>(m->size()) * sizeof(double) : 0;
}

std::size_t labelBytes(const std::vector<std::string>& labels)
{
    std::size_t bytes = labels.capacity() * sizeof(std::string);
    for (const std::string& label : labels)
        bytes += label.capacity();
    return bytes;
}

std::size_t restBytes(const Scenario& s)
{
    return sizeof(Scenario) + s.title.capacity() + s.description.capacity() + labelBytes(s.tokens) +
           labelBytes(s.columns) + s.mask.padding.capacity() / 8 +
           (s.mask.allowed ? static_cast<std::size_t>(s.mask.allowed->size()) : 0) +
           s.scaling.d_k.capacity() * sizeof(int) +
           s.positions.ids.capacity() * sizeof(std::int64_t) +
           (s.context ? labelBytes(s.context->tokens) : 0) +
           (s.readout ? labelBytes(s.readout->labels) + s.readout->targets.capacity() * sizeof(int)
                      : 0);
}

} // namespace

bool sameRest(const Scenario& a, const Scenario& b)
{
    return std::all_of(restFields.begin(), restFields.end(),
                       [&](const RestField& row) { return row.same(a, b); });
}

ScenarioDifference::ScenarioDifference(const Scenario& before, const Scenario& after)
{
    for (int i = 0; i < matrixFieldCount; ++i) {
        const auto field = static_cast<MatrixField>(i);
        if (auto change = compare(matrixOf(before, field), matrixOf(after, field))) {
            change->field = field;
            m_matrices.push_back(std::move(*change));
        }
    }
    m_matrices.shrink_to_fit();
    Scenario restBefore, restAfter;
    for (std::size_t i = 0; i < restFields.size(); ++i) {
        if (restFields[i].same(before, after))
            continue;
        m_restChanged |= 1u << i;
        restFields[i].copy(before, restBefore);
        restFields[i].copy(after, restAfter);
    }
    if (m_restChanged) {
        m_restBefore = std::make_shared<const Scenario>(std::move(restBefore));
        m_restAfter = std::make_shared<const Scenario>(std::move(restAfter));
    }
}

std::optional<ScenarioDifference::MatrixChange> ScenarioDifference::compare(const MatrixPtr& before,
                                                                            const MatrixPtr& after)
{
    if (before == after)
        return {};
    MatrixChange change;
    change.before = before;
    change.after = after;
    if (!before || !after || before->rows() != after->rows() || before->cols() != after->cols()) {
        change.whole = true;
        return change;
    }

    Eigen::Index top = before->rows(), bottom = -1, left = before->cols(), right = -1;
    for (Eigen::Index i = 0; i < before->rows(); ++i) {
        for (Eigen::Index j = 0; j < before->cols(); ++j) {
            const double a = (*before)(i, j), b = (*after)(i, j);
            // By sign as well: undo brings back the very number that stood there.
            if ((a == b && std::signbit(a) == std::signbit(b)) || (std::isnan(a) && std::isnan(b)))
                continue;
            top = std::min(top, i);
            bottom = i;
            left = std::min(left, j);
            right = std::max(right, j);
        }
    }
    if (bottom < 0)
        return {};
    const Eigen::Index rows = bottom - top + 1, columns = right - left + 1;
    change.whole = rows == before->rows() && columns == before->cols();
    if (!change.whole) {
        change.before = change.after = nullptr;
        change.row = static_cast<int>(top);
        change.column = static_cast<int>(left);
        change.rectangle.resize(2 * rows, columns);
        change.rectangle << before->block(top, left, rows, columns),
            after->block(top, left, rows, columns);
    }
    return change;
}

Scenario ScenarioDifference::applied(const Scenario& s, bool forward) const
{
    Scenario result = s;
    const std::shared_ptr<const Scenario>& rest = forward ? m_restAfter : m_restBefore;
    for (std::size_t i = 0; i < restFields.size(); ++i)
        if (m_restChanged & 1u << i)
            restFields[i].copy(*rest, result);
    for (const MatrixChange& change : m_matrices) {
        MatrixPtr* const held = matrixIn(result, change.field);
        if (!held) // its part of the scenario went with the rest
            continue;
        MatrixPtr& target = *held;
        if (change.whole) {
            target = forward ? change.after : change.before;
        } else {
            const Eigen::Index rows = change.rectangle.rows() / 2;
            Matrix edited = *target;
            edited.block(change.row, change.column, rows, change.rectangle.cols()) =
                change.rectangle.middleRows(forward ? rows : 0, rows);
            target = share(std::move(edited));
        }
    }
    return result;
}

Scenario ScenarioDifference::forward(const Scenario& before) const
{
    return applied(before, true);
}

Scenario ScenarioDifference::backward(const Scenario& after) const
{
    return applied(after, false);
}

ScenarioDifference ScenarioDifference::then(const ScenarioDifference& next,
                                            const Scenario& before) const
{
    return {before, next.forward(forward(before))};
}

bool ScenarioDifference::empty() const
{
    return !m_restChanged && m_matrices.empty();
}

std::size_t ScenarioDifference::bytes() const
{
    std::size_t total = sizeof *this + m_matrices.capacity() * sizeof(MatrixChange);
    for (const MatrixChange& change : m_matrices)
        total += matrixBytes(change.before) + matrixBytes(change.after) +
                 static_cast<std::size_t>(change.rectangle.size()) * sizeof(double);
    if (m_restChanged)
        total += restBytes(*m_restBefore) + restBytes(*m_restAfter);
    return total;
}

} // namespace attention
