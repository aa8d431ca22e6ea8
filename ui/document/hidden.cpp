// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/document/hidden.h"

#include <algorithm>
#include <tuple>

namespace attention::ui {

namespace {

// X and the context are the first stages, too: one name for each.
MatrixRef named(MatrixRef matrix)
{
    if (!matrix.field && matrix.stage == StageId::Embeddings)
        return {MatrixField::X, {}, -1};
    if (!matrix.field && matrix.stage == StageId::Context)
        return {MatrixField::ContextX, {}, -1};
    if (matrix.field)
        return {matrix.field, {}, -1};
    return matrix;
}

// Rows and columns; nothing when the trace has no such matrix.
std::optional<std::pair<int, int>> shapeOf(const Trace& trace, const MatrixRef& matrix)
{
    if (matrix.field) {
        const MatrixPtr* held = matrixIn(*trace.scenario, *matrix.field);
        if (!held || (!*held && !projectionOf(*trace.scenario, *matrix.field)))
            return std::nullopt;
        if (*held)
            return std::pair(static_cast<int>((*held)->rows()), static_cast<int>((*held)->cols()));
        const Matrix m = fieldMatrix(*trace.scenario, *matrix.field);
        return std::pair(static_cast<int>(m.rows()), static_cast<int>(m.cols()));
    }
    const Stage* stage = find(trace, matrix.stage, matrix.head);
    if (!stage)
        return std::nullopt;
    const auto [rows, columns] = attention::shapeOf(trace, *stage);
    return std::pair(static_cast<int>(rows), static_cast<int>(columns));
}

// Where a matrix stands in the order of computation: what is given comes first.
std::ptrdiff_t orderOf(const Trace& trace, const MatrixRef& matrix)
{
    if (matrix.field)
        return static_cast<int>(*matrix.field) - matrixFieldCount;
    const Stage* stage = find(trace, matrix.stage, matrix.head);
    if (!stage) // what several heads make together stands where the first of them does
        stage = find(trace, matrix.stage, 0);
    return stage ? stage - trace.stages.data() : 0;
}

// Whether a block hides numbers of the matrix: the mean of the heads' weights tells of each head's.
bool isOf(const HiddenBlock& block, const MatrixRef& matrix)
{
    return block.matrix == matrix || (matrix.head == meanOfHeads && !block.matrix.field &&
                                      block.matrix.stage == StageId::Weights);
}

} // namespace

bool Hidden::contains(const CellRef& cell) const
{
    const MatrixRef matrix = named(cell.matrix);
    return std::any_of(m_blocks.begin(), m_blocks.end(), [&](const HiddenBlock& block) {
        return isOf(block, matrix) && block.contains(cell.row, cell.column);
    });
}

bool Hidden::touches(const MatrixRef& matrix) const
{
    return std::any_of(
        m_blocks.begin(), m_blocks.end(),
        [matrix = named(matrix)](const HiddenBlock& block) { return isOf(block, matrix); });
}

bool Hidden::touchesRow(const MatrixRef& matrix, int row) const
{
    return std::any_of(
        m_blocks.begin(), m_blocks.end(), [matrix = named(matrix), row](const HiddenBlock& block) {
            return isOf(block, matrix) && row >= block.row && row < block.row + block.rows;
        });
}

std::vector<QRect> Hidden::rectsOf(const MatrixRef& matrix) const
{
    std::vector<QRect> rects;
    for (const HiddenBlock& block : m_blocks)
        if (isOf(block, named(matrix)))
            rects.emplace_back(block.column, block.row, block.columns, block.rows);
    return rects;
}

void Hidden::hide(const Trace& trace, const MatrixRef& matrix, int row, int column, int rows,
                  int columns)
{
    const auto shape = shapeOf(trace, named(matrix));
    if (!shape || row < 0 || column < 0 || row + rows > shape->first ||
        column + columns > shape->second)
        return;
    const HiddenBlock block{named(matrix), row, column, rows, columns, shape->first, shape->second};
    // What lies inside is part of it now; a block that reaches out gives up what they share.
    std::vector<HiddenBlock> others;
    std::swap(others, m_blocks);
    for (const HiddenBlock& other : others) {
        const bool apart = other.matrix != block.matrix || other.row >= row + rows ||
                           other.row + other.rows <= row || other.column >= column + columns ||
                           other.column + other.columns <= column;
        if (apart) {
            m_blocks.push_back(other);
            continue;
        }
        const auto keep = [&](int r, int c, int height, int width) {
            if (height > 0 && width > 0)
                m_blocks.push_back(
                    {other.matrix, r, c, height, width, other.ofRows, other.ofColumns});
        };
        const int top = std::max(row, other.row);
        const int bottom = std::min(row + rows, other.row + other.rows);
        keep(other.row, other.column, top - other.row, other.columns);
        keep(top, other.column, bottom - top, column - other.column);
        keep(top, column + columns, bottom - top, other.column + other.columns - column - columns);
        keep(bottom, other.column, other.row + other.rows - bottom, other.columns);
    }
    m_blocks.push_back(block);
}

void Hidden::hideCell(const Trace& trace, const CellRef& cell)
{
    hide(trace, cell.matrix, cell.row, cell.column, 1, 1);
}

void Hidden::hideRow(const Trace& trace, const CellRef& cell)
{
    if (const auto shape = shapeOf(trace, named(cell.matrix)))
        hide(trace, cell.matrix, cell.row, 0, 1, shape->second);
}

void Hidden::hideAll(const Trace& trace, const MatrixRef& matrix)
{
    if (const auto shape = shapeOf(trace, named(matrix)))
        hide(trace, matrix, 0, 0, shape->first, shape->second);
}

void Hidden::reveal(const CellRef& cell)
{
    const MatrixRef matrix = named(cell.matrix);
    const auto found = std::find_if(m_blocks.begin(), m_blocks.end(), [&](const HiddenBlock& b) {
        return b.matrix == matrix && b.contains(cell.row, cell.column);
    });
    if (found == m_blocks.end())
        return;
    const HiddenBlock whole = *found;
    m_blocks.erase(found);
    // The rows above and below it, and what stands left and right of it.
    const auto keep = [&](int r, int c, int rows, int columns) {
        if (rows > 0 && columns > 0)
            m_blocks.push_back({matrix, r, c, rows, columns, whole.ofRows, whole.ofColumns});
    };
    keep(whole.row, whole.column, cell.row - whole.row, whole.columns);
    keep(cell.row, whole.column, 1, cell.column - whole.column);
    keep(cell.row, cell.column + 1, 1, whole.column + whole.columns - cell.column - 1);
    keep(cell.row + 1, whole.column, whole.row + whole.rows - cell.row - 1, whole.columns);
}

std::optional<CellRef> Hidden::revealNext(const Trace& trace)
{
    *this = within(trace);
    const auto next = std::min_element(
        m_blocks.begin(), m_blocks.end(), [&](const HiddenBlock& a, const HiddenBlock& b) {
            return std::tuple(orderOf(trace, a.matrix), a.row, a.column) <
                   std::tuple(orderOf(trace, b.matrix), b.row, b.column);
        });
    if (next == m_blocks.end())
        return std::nullopt;
    const CellRef first{next->matrix, next->row, next->column};
    const bool byRow = next->rows > 1;
    (byRow ? next->row : next->column) += 1;
    (byRow ? next->rows : next->columns) -= 1;
    if (next->rows == 0 || next->columns == 0)
        m_blocks.erase(next);
    return first;
}

bool Hidden::givesAway(const Trace& trace, const CellRef& cell) const
{
    if (contains(cell))
        return true;
    const MatrixRef asked = named(cell.matrix);
    if (asked.field)
        return false; // nothing stands behind what is given
    // Arithmetic of a row names numbers of that row in the matrices before, and any number of what
    // keys and values are made of; a mistake may name any.
    const std::optional<int> query = queryOf(cell);
    const std::vector<HiddenBlock> present = within(trace).m_blocks;
    // A share of a softmax is told by all the powers of its row, and so by its neighbours'.
    const bool isShare = asked.stage == StageId::Weights || asked.stage == StageId::Probabilities;
    return std::any_of(present.begin(), present.end(), [&](const HiddenBlock& block) {
        if (block.matrix == asked && isShare)
            return !trace.scenario->mistakes.empty() ||
                   (cell.row >= block.row && cell.row < block.row + block.rows);
        if (block.matrix == asked || orderOf(trace, block.matrix) >= orderOf(trace, asked) ||
            (block.matrix.head >= 0 && asked.head >= 0 && block.matrix.head != asked.head))
            return false;
        const bool rowAlone = !block.matrix.field && rowAxis(block.matrix) == Axis::Query &&
                              columnAxis(block.matrix) == Axis::Key;
        if (!rowAlone || !query || !trace.scenario->mistakes.empty())
            return true;
        return *query >= block.row && *query < block.row + block.rows;
    });
}

bool Hidden::givesAwayStage(const Trace& trace, StageId stage, int head) const
{
    const MatrixRef told = named({std::nullopt, stage, head});
    const std::vector<HiddenBlock> present = within(trace).m_blocks;
    return std::any_of(present.begin(), present.end(), [&](const HiddenBlock& block) {
        return orderOf(trace, block.matrix) <= orderOf(trace, told) &&
               (block.matrix.head < 0 || told.head < 0 || block.matrix.head == told.head);
    });
}

Hidden Hidden::within(const Trace& trace) const
{
    Hidden kept;
    for (const HiddenBlock& block : m_blocks)
        if (shapeOf(trace, block.matrix) == std::pair(block.ofRows, block.ofColumns))
            kept.m_blocks.push_back(block);
    return kept;
}

} // namespace attention::ui
