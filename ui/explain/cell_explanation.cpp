// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/cell_explanation.h"

#include "ui/figures/cells.h"
#include "ui/figures/labels.h"
#include "ui/figures/layout_parts.h"
#include "ui/figures/sentence.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QStringList>

#include <algorithm>

namespace attention::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Explain", text);
}

// A message of the core in the window's language. What stands in it may be a token's label.
QString words(const Message& message)
{
    const QString key = QCoreApplication::translate("Explain", message.key.c_str());
    QString text;
    for (qsizetype i = 0; i < key.size(); ++i) {
        const int index = key[i] == u'%' && i + 1 < key.size() ? key[i + 1].digitValue() - 1 : -1;
        if (index < 0 || index >= static_cast<int>(message.args.size())) {
            text += key[i];
            continue;
        }
        const QString arg = QString::fromStdString(message.args[static_cast<std::size_t>(index)]);
        text += arg.isRightToLeft() ? isolated(arg) : arg;
        ++i;
    }
    return text;
}

ColouredLine coloured(const std::vector<TextPiece>& pieces)
{
    ColouredLine line;
    for (const TextPiece& piece : pieces)
        line.push_back({piece.leftOut > 0 ? tr("… %1 more …").arg(piece.leftOut)
                                          : QString::fromStdString(piece.text),
                        piece.role});
    return line;
}

std::vector<ExplanationLine> linesOf(const std::vector<ExplainStep>& steps, int decimals)
{
    std::vector<ExplanationLine> lines;
    for (const ExplainStep& step : steps)
        lines.push_back({words(step.name), coloured(stepPieces(step, decimals))});
    return lines;
}

bool isEquation(const ColouredLine& line)
{
    return std::any_of(line.begin(), line.end(), [](const ColouredText& piece) {
        return piece.text == QLatin1String(" = ");
    });
}

// A bare number says nothing without the word before it: "blocked, so the fill: −10".
ColouredLine sentence(const ExplanationLine& line)
{
    ColouredLine all = line.arithmetic;
    if (!isEquation(all))
        all.insert(all.begin(), {line.word + QStringLiteral(": "), OperandRole::Plain});
    return all;
}

} // namespace

std::optional<MatrixRef> asStage(const MatrixRef& matrix)
{
    if (!matrix.field)
        return matrix;
    if (matrix.field == MatrixField::X)
        return MatrixRef{std::nullopt, StageId::Embeddings, -1};
    if (matrix.field == MatrixField::ContextX)
        return MatrixRef{std::nullopt, StageId::Context, -1};
    return std::nullopt;
}

std::optional<CellExplanation> explainCell(const Trace& trace, const CellRef& cell, int decimals)
{
    Selection asked;
    asked.pinned = cell;
    if (!within(asked, trace).pinned)
        return std::nullopt;

    CellExplanation e;
    e.cell = cell;
    e.name = cellName(trace, cell);
    e.role = roleFor(cell.matrix);
    const std::optional<MatrixRef> source = asStage(cell.matrix);
    if (!source) {
        const double value =
            fieldMatrix(*trace.scenario, *cell.matrix.field)(cell.row, cell.column);
        e.value = cellText(value, decimals);
        e.plain.push_back({tr("given"), {{e.value, OperandRole::Plain}}});
        return e;
    }
    e.cell.matrix = *source;
    const Explanation why = source->head == meanOfHeads
                                ? explainMeanWeight(trace, cell.row, cell.column)
                                : explain(trace, *stageOf(trace, *source), cell.row, cell.column);
    e.value = cellText(why.value, decimals);
    e.plain = linesOf(why.plain, decimals);
    e.computer = linesOf(why.computer, decimals);
    if (!why.exact.empty())
        e.exact = {tr("exactly"),
                   {{QString::fromStdString(why.exact), OperandRole::Weight},
                    {QStringLiteral(" = "), OperandRole::Plain},
                    {e.value, OperandRole::Plain}}};
    for (const Message& note : why.notes)
        e.notes += words(note);
    return e;
}

std::vector<ColouredLine> allArithmetic(const CellExplanation& explanation)
{
    std::vector<ColouredLine> all;
    for (const ExplanationLine& line :
         explanation.plain.empty() ? explanation.computer : explanation.plain)
        all.push_back(sentence(line));
    return all;
}

ColouredLine shortArithmetic(const CellExplanation& explanation)
{
    if (!explanation.exact.arithmetic.empty())
        return explanation.exact.arithmetic;
    // The last line that computes something: that a number is taken over says little.
    const std::vector<ColouredLine> all = allArithmetic(explanation);
    const auto last = std::find_if(all.rbegin(), all.rend(), isEquation);
    return last == all.rend() ? all.back() : *last;
}

QString plainText(const ColouredLine& line)
{
    QString text;
    for (const ColouredText& piece : line)
        text += piece.text;
    return text;
}

namespace {

// Steps, exact form and notes in two columns, and the computer's form between when it is wanted.
QStringList inColumns(const CellExplanation& e, bool computerToo)
{
    qsizetype column = 0;
    constexpr qsizetype widest = 20; // a longer word pushes its own line alone
    for (const auto* form : {&e.plain, &e.computer})
        for (const ExplanationLine& line : *form)
            if (line.word.size() <= widest)
                column = std::max(column, line.word.size());
    QStringList lines;
    const auto add = [&](const ExplanationLine& line) {
        lines +=
            line.word.leftJustified(column) + QStringLiteral("  ") + plainText(line.arithmetic);
    };
    const auto& first = e.plain.empty() && !computerToo ? e.computer : e.plain;
    std::for_each(first.begin(), first.end(), add);
    if (!e.exact.arithmetic.empty())
        add(e.exact);
    if (computerToo && !e.computer.empty()) {
        lines += computerHeading();
        std::for_each(e.computer.begin(), e.computer.end(), add);
    }
    return lines + e.notes;
}

} // namespace

QString cellArithmetic(const Trace& trace, const CellRef& cell, int decimals)
{
    if (cell.matrix.field)
        return {};
    const std::optional<CellExplanation> e = explainCell(trace, cell, decimals);
    return e ? inColumns(*e, false).join(u'\n') : QString();
}

QString plainText(const CellExplanation& e)
{
    const QStringList lines =
        QStringList(QStringLiteral("%1 = %2").arg(e.name, e.value)) + inColumns(e, true);
    // Marks that keep a label to itself are for a screen.
    return lines.join(u'\n').remove(QChar(0x2068)).remove(QChar(0x2069)) + u'\n';
}

QString computerHeading()
{
    return tr("as the computer does it (maximum first)");
}

QColor roleColour(const Theme& theme, OperandRole role)
{
    switch (role) {
    case OperandRole::Query:
        return theme.query;
    case OperandRole::Key:
        return theme.key;
    case OperandRole::Value:
        return theme.value;
    case OperandRole::Score:
        return theme.score;
    case OperandRole::Weight:
        return theme.weight;
    case OperandRole::Plain:
        break;
    }
    return theme.text;
}

} // namespace attention::ui
