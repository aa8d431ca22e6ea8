// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/labelled.h"

#include "ui/figures/layout_parts.h"

namespace attention::ui {

namespace {

std::vector<std::string> strings(const QStringList& labels)
{
    std::vector<std::string> list;
    for (const QString& label : labels)
        list.push_back(label.toStdString());
    return list;
}

std::string wordFor(Axis axis, const char* feature)
{
    return axis == Axis::Feature  ? feature
           : axis == Axis::Hidden ? "hidden unit"
                                  : std::string(axisName(axis));
}

} // namespace

LabelledMatrix labelledMatrix(const Trace& trace, const MatrixRef& matrix)
{
    if (!matrix.field) {
        LabelledMatrix stage = labelled(trace, *stageOf(trace, matrix));
        if (matrix.head == meanOfHeads) {
            stage.name =
                "attention weights, mean of " + std::to_string(trace.scenario->heads) + " heads";
            stage.symbol = "mean of P"; // no head's own
            stage.values = meanWeights(trace);
        }
        return stage;
    }
    LabelledMatrix given;
    given.name = fieldWord(*matrix.field).toStdString();
    given.symbol = fieldSymbol(*matrix.field).toStdString();
    given.rowWord =
        matrix.field == MatrixField::PositionTable ? "position" : wordFor(rowAxis(matrix), "row");
    given.columnWord = wordFor(columnAxis(matrix), "column");
    given.rows = strings(rowLabelsFor(trace, matrix));
    given.columns = strings(columnLabelsFor(trace, matrix));
    given.values = share(fieldMatrix(*trace.scenario, *matrix.field));
    given.shape = {given.values->rows(), given.values->cols()};
    return given;
}

} // namespace attention::ui
