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
    const Stage* stage = find(trace, cell.matrix.stage, cell.matrix.head);
    return stage && cell.row < stage->values->rows() && cell.column < stage->values->cols();
}

} // namespace

std::optional<int> queryOf(const CellRef& cell)
{
    if (cell.matrix.field) {
        if (cell.matrix.field == MatrixField::X)
            return cell.row;
        return std::nullopt;
    }
    switch (stageInfo(cell.matrix.stage).rows) {
    case Axis::Query:
    case Axis::Token:
        return cell.row;
    default:
        return std::nullopt;
    }
}

std::optional<int> keyOf(const CellRef& cell)
{
    if (cell.matrix.field)
        return std::nullopt;
    const StageInfo& info = stageInfo(cell.matrix.stage);
    if (info.columns == Axis::Key)
        return cell.column;
    if (info.rows == Axis::Key)
        return cell.row;
    return std::nullopt;
}

Selection within(Selection selection, const Trace& trace)
{
    selection.head = std::clamp(selection.head, 0, trace.scenario->heads - 1);
    for (std::optional<CellRef>* cell : {&selection.hovered, &selection.pinned})
        if (*cell && !exists(**cell, trace))
            cell->reset();
    if (selection.focusField == MatrixField::W_o && !trace.scenario->W_o)
        selection.focusField.reset();
    return selection;
}

} // namespace attention::ui
