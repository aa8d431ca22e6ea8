// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/document/selection.h"

#include <algorithm>

namespace attention::ui {

namespace {

bool exists(const CellRef& cell, const Trace& trace)
{
    if (cell.row < 0 || cell.column < 0)
        return false;
    if (cell.matrix.field) {
        const Matrix m = fieldMatrix(*trace.scenario, *cell.matrix.field);
        return cell.row < m.rows() && cell.column < m.cols();
    }
    const Stage* stage = stageOf(trace, cell.matrix);
    if (!stage)
        return false;
    const auto [rows, columns] = shapeOf(trace, *stage);
    return cell.row < rows && cell.column < columns;
}

// Whether the scenario has that matrix, be it as the identity.
bool isGiven(const Scenario& s, MatrixField field)
{
    const MatrixPtr* held = matrixIn(s, field);
    return held && (*held || projectionOf(s, field));
}

} // namespace

const Stage* stageOf(const Trace& trace, const MatrixRef& matrix)
{
    if (matrix.field)
        return nullptr;
    if (matrix.head != meanOfHeads)
        return find(trace, matrix.stage, matrix.head);
    const bool several = matrix.stage == StageId::Weights && trace.scenario->heads > 1;
    return several ? find(trace, StageId::Weights, 0) : nullptr;
}

Axis rowAxis(const MatrixRef& matrix)
{
    if (matrix.field) {
        switch (*matrix.field) {
        case MatrixField::X:
        case MatrixField::MaskBias:
            return Axis::Query;
        case MatrixField::ContextX:
            return Axis::Key;
        default:
            return Axis::Feature;
        }
    }
    switch (matrix.stage) {
    case StageId::Context:
    case StageId::ContextPositionEncoding:
    case StageId::ContextInput:
        return Axis::Key;
    default:
        break;
    }
    const Axis rows = stageInfo(matrix.stage).rows;
    return rows == Axis::Token ? Axis::Query : rows;
}

Axis columnAxis(const MatrixRef& matrix)
{
    if (matrix.field)
        return matrix.field == MatrixField::MaskBias ? Axis::Key : Axis::Feature;
    return stageInfo(matrix.stage).columns;
}

std::optional<int> queryOf(const CellRef& cell)
{
    if (rowAxis(cell.matrix) == Axis::Query)
        return cell.row;
    return std::nullopt;
}

std::optional<int> keyOf(const CellRef& cell)
{
    if (columnAxis(cell.matrix) == Axis::Key)
        return cell.column;
    if (rowAxis(cell.matrix) == Axis::Key)
        return cell.row;
    return std::nullopt;
}

Selection within(Selection selection, const Trace& trace)
{
    selection.head = std::clamp(selection.head, 0, trace.scenario->heads - 1);
    for (std::optional<CellRef>* cell : {&selection.hovered, &selection.pinned})
        if (*cell && !exists(**cell, trace))
            cell->reset();
    if (selection.focusField && !isGiven(*trace.scenario, *selection.focusField))
        selection.focusField.reset();
    if (!find(trace, selection.focus, stageInfo(selection.focus).perHead ? selection.head : -1))
        selection.focus = StageId::Weights;
    return selection;
}

} // namespace attention::ui
