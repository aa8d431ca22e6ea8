// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/matrix_forms.h"

#include "core/text/cells.h"
#include "core/text/form_latex.h"
#include "core/text/form_markdown.h"
#include "core/text/number.h"
#include "core/text/utf8.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace attention {

namespace {

// As a spreadsheet takes it when it is pasted.
std::string writeTabs(const LabelledMatrix& matrix)
{
    const auto cell = [](const std::string& label) { return notAFormula(printable(label)); };
    const Matrix& m = *matrix.values;
    std::string text;
    if (!matrix.columns.empty()) {
        for (std::size_t j = 0; j < matrix.columns.size(); ++j)
            text += (j > 0 || !matrix.rows.empty() ? "\t" : "") + cell(matrix.columns[j]);
        text += '\n';
    }
    for (Eigen::Index i = 0; i < m.rows(); ++i) {
        if (!matrix.rows.empty())
            text += cell(matrix.rows[static_cast<std::size_t>(i)]) + '\t';
        for (Eigen::Index j = 0; j < m.cols(); ++j)
            text += (j > 0 ? "\t" : "") + shortest(m(i, j));
        text += '\n';
    }
    return text;
}

std::string pythonNumber(double value)
{
    if (std::isnan(value))
        return "np.nan";
    if (std::isinf(value))
        return value > 0 ? "np.inf" : "-np.inf";
    return shortest(value);
}

std::string writeArray(const LabelledMatrix& matrix)
{
    const Matrix& m = *matrix.values;
    std::string text = "np.array([";
    for (Eigen::Index i = 0; i < m.rows(); ++i) {
        text += i > 0 ? ",\n          [" : "[";
        for (Eigen::Index j = 0; j < m.cols(); ++j)
            text += (j > 0 ? ", " : "") + pythonNumber(m(i, j));
        text += ']';
    }
    return text + "], dtype=float)\n";
}

constexpr std::array<MatrixForm, 4> table = {{
    {"tsv", "Tab-Separated Text", writeTabs},
    {"markdown", "Markdown", markdownTable},
    {"latex", "LaTeX", latexDisplay},
    {"numpy", "NumPy Array", writeArray},
}};

} // namespace

LabelledMatrix labelled(const Trace& trace, const Stage& stage)
{
    const StageInfo& info = stageInfo(stage.id);
    LabelledMatrix matrix;
    matrix.name = stage.id == StageId::Weights ? "attention weights" : std::string(info.title);
    if (const std::string head = headText(trace, stage); !head.empty())
        matrix.name += ", " + head;
    matrix.symbol = info.symbol;
    const auto word = [](Axis axis) {
        return std::string(axis == Axis::Feature  ? "column"
                           : axis == Axis::Hidden ? "hidden unit"
                                                  : axisName(axis));
    };
    matrix.rowWord = word(info.rows);
    matrix.columnWord = word(info.columns);
    matrix.rows = rowLabels(trace, stage);
    matrix.columns = columnLabels(trace, stage);
    matrix.values = stage.values;
    matrix.shape = shapeOf(trace, stage);
    if (stage.id == StageId::MaskedScores || stage.id == StageId::Weights)
        matrix.allowed = trace.allowed;
    matrix.saysBlocked =
        stage.id == StageId::MaskedScores && !trace.scenario->has(Mistake::MaskAfterSoftmax);
    matrix.areWeights = stage.id == StageId::Weights;
    matrix.sameTokens = !trace.scenario->context;
    return matrix;
}

LabelledMatrix turned(LabelledMatrix matrix)
{
    std::swap(matrix.rows, matrix.columns);
    std::swap(matrix.rowWord, matrix.columnWord);
    std::swap(matrix.shape.first, matrix.shape.second);
    if (matrix.values)
        matrix.values = share(Matrix(matrix.values->transpose()));
    if (matrix.allowed)
        matrix.allowed = std::make_shared<const BoolMatrix>(matrix.allowed->transpose());
    const bool sum = matrix.symbol.find(' ') != std::string::npos;
    matrix.symbol = (sum ? "(" + matrix.symbol + ")" : matrix.symbol) + "ᵀ";
    matrix.transposed = !matrix.transposed;
    return matrix;
}

std::span<const MatrixForm> matrixForms()
{
    return table;
}

const MatrixForm* findMatrixForm(std::string_view id)
{
    const auto* form = std::find_if(table.begin(), table.end(),
                                    [&](const MatrixForm& row) { return row.id == id; });
    return form == table.end() ? nullptr : form;
}

} // namespace attention
