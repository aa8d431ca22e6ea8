// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/explain.h"
#include "ui/document/selection.h"
#include "ui/figures/board_layout.h"

#include <QtCore/QString>

#include <optional>
#include <vector>

namespace attention::ui {

// A piece of a line, with the role that colours it. A line may break before one that starts with a
// space.
struct ColouredText {
    QString text;
    OperandRole role = OperandRole::Plain;
};
using ColouredLine = std::vector<ColouredText>;

// One line of an explanation: a word at the left, arithmetic at the right.
struct ExplanationLine {
    QString word; // "÷ √2"
    ColouredLine arithmetic;
};

// Where one number comes from, in the words of the window and with the decimals of its cells.
struct CellExplanation {
    CellRef cell;
    QString name; // "weights [A, C]"
    QString value;
    Role role = Role::Score;
    std::vector<ExplanationLine> plain;    // at least one line, unless `computer` has
    std::vector<ExplanationLine> computer; // with the maximum subtracted; empty: the same
    ExplanationLine exact;                 // its arithmetic is empty where there is none
    QStringList notes;                     // "slope w(1 − w) = 0.152", why a row is zeros
};

// The stage that a matrix is: X and the context are stages, too; none for one that is only an
// input.
std::optional<MatrixRef> asStage(const MatrixRef& matrix);

// Nothing for a cell outside the trace.
std::optional<CellExplanation> explainCell(const Trace& trace, const CellRef& cell, int decimals);

// The arithmetic on one line: the exact form where there is one, else the step that makes the
// number.
ColouredLine shortArithmetic(const CellExplanation& explanation);
// Every step of one form, one after the other.
std::vector<ColouredLine> allArithmetic(const CellExplanation& explanation);

QString plainText(const ColouredLine& line);
// All of it as lines of text in two columns, for the clipboard.
QString plainText(const CellExplanation& explanation);
// Where the number of a stage comes from, line by line, for a tooltip; empty for an input.
QString cellArithmetic(const Trace& trace, const CellRef& cell, int decimals);
// The words over the second form: "as the computer does it (maximum first)".
QString computerHeading();

QColor roleColour(const Theme& theme, OperandRole role);

} // namespace attention::ui
