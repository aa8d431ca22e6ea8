// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/rearrange.h"

#include <algorithm>

namespace attention {

namespace {

template <typename M>
M pickedRows(const M& m, const Order& order, typename M::Scalar fresh)
{
    M result = M::Constant(static_cast<Eigen::Index>(order.size()), m.cols(), fresh);
    for (Eigen::Index i = 0; i < result.rows(); ++i)
        if (const int from = order[static_cast<std::size_t>(i)]; from != newOne)
            result.row(i) = m.row(from);
    return result;
}

template <typename M>
M pickedColumns(const M& m, const Order& order, typename M::Scalar fresh)
{
    M result = M::Constant(m.rows(), static_cast<Eigen::Index>(order.size()), fresh);
    for (Eigen::Index j = 0; j < result.cols(); ++j)
        if (const int from = order[static_cast<std::size_t>(j)]; from != newOne)
            result.col(j) = m.col(from);
    return result;
}

template <typename T>
std::vector<T> picked(const std::vector<T>& values, const Order& order, const T& fresh)
{
    std::vector<T> result;
    result.reserve(order.size());
    for (const int from : order)
        result.push_back(from == newOne ? fresh : values[static_cast<std::size_t>(from)]);
    return result;
}

void pickRowsOf(MatrixPtr& held, const Order& order)
{
    if (held)
        held = share(pickedRows(*held, order, 0.0));
}

void pickColumnsOf(MatrixPtr& held, const Order& order, double fresh = 0)
{
    if (held)
        held = share(pickedColumns(*held, order, fresh));
}

// Whether a learned table has a row for every position; it gets rows of zeros up to the last.
void lengthenTable(Scenario& s)
{
    if (s.positions.kind != PositionKind::Learned)
        return;
    std::int64_t last = 0;
    for (const int count : {s.tokenCount(), s.keyCount()})
        for (const std::int64_t id : positionIds(s, count))
            last = std::max(last, id);
    const auto rows = static_cast<int>(s.positions.table->rows());
    if (last >= rows)
        pickRowsOf(s.positions.table, orderOfSize(rows, static_cast<int>(last) + 1));
}

// True when the columns of each head are the same ones as before, in any order.
bool staysInHeads(const Order& order, int columns, int heads)
{
    if (heads == 1)
        return true;
    if (static_cast<int>(order.size()) != columns)
        return false;
    const int width = columns / heads;
    for (int i = 0; i < columns; ++i)
        if (const int from = order[static_cast<std::size_t>(i)];
            from == newOne || from / width != i / width)
            return false;
    return true;
}

// The order of the heads side by side, when that of the values' columns is `order`.
Order joinedOrder(const Scenario& s, const Order& order)
{
    const int before = valueWidth(s);
    const int after = static_cast<int>(order.size()) / s.kvHeadCount();
    Order joined;
    for (int head = 0; head < s.heads; ++head)
        for (int j = 0; j < after; ++j) {
            const int kvHead = kvHeadOf(s, head);
            const int from = order[static_cast<std::size_t>(kvHead * after + j)];
            joined.push_back(from == newOne ? newOne : head * before + from - kvHead * before);
        }
    return joined;
}

void pickReadout(Readout& readout, const Order& order, const std::string& label)
{
    if (!readout.labels.empty())
        readout.labels = picked(readout.labels, order, label);
    for (int& target : readout.targets)
        if (target >= 0) {
            const auto place = std::find(order.begin(), order.end(), target);
            target = place == order.end() ? -1 : static_cast<int>(place - order.begin());
        }
}

} // namespace

Order orderWithAdded(int count, int at)
{
    Order order = orderOfSize(count, count);
    order.insert(order.begin() + at, newOne);
    return order;
}

Order orderWithRemoved(int count, int index)
{
    Order order = orderOfSize(count, count);
    order.erase(order.begin() + index);
    return order;
}

Order orderWithMoved(int count, int from, int to)
{
    Order order = orderWithRemoved(count, from);
    order.insert(order.begin() + to, from);
    return order;
}

Order orderOfSize(int count, int wanted)
{
    Order order;
    for (int i = 0; i < wanted; ++i)
        order.push_back(i < count ? i : newOne);
    return order;
}

Scenario withTokenOrder(const Scenario& s, MatrixField of, const Order& order,
                        const std::string& label)
{
    Scenario changed = s;
    const bool queries = of == MatrixField::X;
    const bool keys = !queries || !s.context;
    std::vector<std::string>& tokens = queries ? changed.tokens : changed.context->tokens;
    tokens = picked(tokens, order, label);
    pickRowsOf(*matrixIn(changed, of), order);

    Mask& mask = changed.mask;
    if (keys && !mask.padding.empty())
        mask.padding = picked(mask.padding, order, true);
    if (mask.allowed) {
        BoolMatrix allowed = queries ? pickedRows(*mask.allowed, order, true) : *mask.allowed;
        if (keys)
            allowed = pickedColumns(allowed, order, true);
        mask.allowed = std::make_shared<const BoolMatrix>(std::move(allowed));
    }
    if (queries)
        pickRowsOf(mask.bias, order);
    if (keys)
        pickColumnsOf(mask.bias, order);

    if (queries && !s.positions.ids.empty()) {
        const std::vector<std::int64_t>& before = s.positions.ids;
        std::vector<std::int64_t> ids;
        for (const int from : order)
            ids.push_back(from != newOne ? before[static_cast<std::size_t>(from)]
                          : ids.empty()  ? before.front()
                                         : ids.back() + 1);
        changed.positions.ids = std::move(ids);
    }
    lengthenTable(changed);
    if (queries && s.readout && !s.readout->targets.empty())
        changed.readout->targets = picked(s.readout->targets, order, -1);
    return changed;
}

Scenario withColumnOrder(const Scenario& s, MatrixField of, const Order& order,
                         const std::string& label)
{
    Scenario changed = s;
    const bool both = !s.context || s.positions.kind == PositionKind::Learned;
    const bool ofX = both || of == MatrixField::X;
    const bool ofKeys = both || of == MatrixField::ContextX;
    // The pairs of columns that RoPE turns together must stay together.
    const bool keepsQK = both && s.W_q.isIdentity() && s.W_k.isIdentity() &&
                         staysInHeads(order, s.modelWidth(), s.heads) &&
                         s.positions.kind != PositionKind::Rope;
    const bool keepsV = both && s.W_v.isIdentity() &&
                        staysInHeads(order, s.contextWidth(), s.kvHeadCount()) &&
                        !s.has(Mistake::RotatedValues);

    const auto rowsFollow = [&](Projection& projection, MatrixField field) {
        projection.matrix = share(pickedRows(fieldMatrix(s, field), order, 0.0));
    };
    if (ofX && !keepsQK)
        rowsFollow(changed.W_q, MatrixField::W_q);
    if (ofKeys && !keepsQK)
        rowsFollow(changed.W_k, MatrixField::W_k);
    if (ofKeys && !keepsV)
        rowsFollow(changed.W_v, MatrixField::W_v);
    if (keepsQK) {
        pickColumnsOf(changed.b_q, order);
        pickColumnsOf(changed.b_k, order);
    }
    if (keepsV)
        pickColumnsOf(changed.b_v, order);
    if (ofKeys && s.context)
        pickColumnsOf(changed.context->X, order);

    const Order joined = keepsV ? joinedOrder(s, order) : Order{};
    if (ofX) {
        pickColumnsOf(changed.X, order);
        if (!s.columns.empty())
            changed.columns = picked(s.columns, order, label);
        pickColumnsOf(changed.positions.table, order);
        pickColumnsOf(changed.b_o, order);
        // An identity stays one when the columns on both of its sides move alike. Where a block
        // adds the heads to X, and only the columns of X moved, a W_o comes to be that says so.
        const bool needed = s.W_o ? !(s.W_o->isIdentity() && keepsV) : s.block && !keepsV;
        if (needed) {
            Matrix W_o = s.W_o ? fieldMatrix(s, MatrixField::W_o)
                               : Matrix::Identity(s.modelWidth(), s.modelWidth());
            if (keepsV)
                W_o = pickedRows(W_o, joined, 0.0);
            changed.W_o = Projection{share(pickedColumns(W_o, order, 0.0))};
        }
    }
    if (ofX && s.block) {
        Block& block = *changed.block;
        for (MatrixPtr* gamma : {&block.gamma_1, &block.gamma_2})
            pickColumnsOf(*gamma, order, 1);
        for (MatrixPtr* vector : {&block.beta_1, &block.beta_2, &block.W_2, &block.b_2})
            pickColumnsOf(*vector, order);
        pickRowsOf(block.W_1, order);
    }
    if (s.readout) {
        const bool ofModel = s.block || s.W_o; // the columns of the last stage are those of X
        if (ofModel && ofX)
            pickReadout(*changed.readout, order, label);
        else if (!ofModel && keepsV)
            pickReadout(*changed.readout, joined, label);
    }
    return changed;
}

Scenario withContextToken(const Scenario& s, int token, std::string label)
{
    Scenario changed = s;
    changed.context->tokens[static_cast<std::size_t>(token)] = std::move(label);
    return changed;
}

} // namespace attention
