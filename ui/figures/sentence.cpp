// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/sentence.h"

#include "core/attention/kept.h"
#include "core/explain/explain.h"
#include "core/text/number.h"
#include "ui/document/selection.h"
#include "ui/figures/cells.h"
#include "ui/figures/labels.h"
#include "ui/figures/layout_parts.h"
#include "ui/figures/row_ends.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace attention::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Sentence", text);
}

QString percent(double share)
{
    if (share == 1)
        return QStringLiteral("100 %");
    return QString::number(100 * share, 'f', 1) + QStringLiteral(" %");
}

QString entries(const Matrix& m, int row, int decimals, int most)
{
    QStringList numbers;
    const int shown = std::min<int>(static_cast<int>(m.cols()), most);
    for (int c = 0; c < shown; ++c)
        numbers += QString::fromStdString(forFigure(m(row, c), decimals));
    if (shown < m.cols())
        numbers += QStringLiteral("…");
    return QLatin1Char('[') + numbers.join(QStringLiteral(", ")) + QLatin1Char(']');
}

// "A 76.8 %  ·  C 18.7 %  ·  B 4.5 %": the largest first, of equal ones the first.
QString sharesOf(const RowVector& p, const std::vector<std::string>& keys, int most)
{
    std::vector<int> order(static_cast<std::size_t>(p.size()));
    std::iota(order.begin(), order.end(), 0);
    // One more than is told, to know whether there are more.
    const auto told = order.begin() + std::min<Eigen::Index>(p.size(), most + 1);
    std::partial_sort(order.begin(), told, order.end(),
                      [&](int a, int b) { return p(a) > p(b) || (p(a) == p(b) && a < b); });
    order.erase(told, order.end());
    QStringList shares;
    for (const int key : order) {
        if (p(key) == 0)
            break;
        if (shares.size() == most) {
            shares += QStringLiteral("…");
            break;
        }
        shares += quoted(shownLabel(keys, key)) + QLatin1Char(' ') + percent(p(key));
    }
    QString all = shares.isEmpty() ? tr("nothing") : shares.join(QStringLiteral("  ·  "));
    if (const double sum = p.sum();
        std::abs(sum - 1) > 5e-4) // a mistake: these are no shares of a whole
        all += QLatin1Char(' ') + tr("(together %1)").arg(percent(sum));
    return all;
}

QString meanSentence(const Trace& trace, int query, int most)
{
    const Scenario& s = *trace.scenario;
    RowVector mean = RowVector::Zero(s.keyCount());
    for (int head = 0; head < s.heads; ++head)
        mean += find(trace, StageId::Weights, head)->values->row(query) / s.heads;
    const QString reader = quoted(shownLabel(s.tokens, query));
    if (!mean.allFinite())
        return tr("On average over %1 heads, %2 reads something that is no number any more: NaN")
            .arg(s.heads)
            .arg(reader);
    return tr("On average over %1 heads, %2 reads  %3")
        .arg(s.heads)
        .arg(reader, sharesOf(mean, s.keyTokens(), most));
}

} // namespace

QString tenDigits(double value)
{
    if (!std::isfinite(value))
        return cellText(value, 3);
    return QString::number(value, 'g', 10).replace(QLatin1Char('-'), QChar(0x2212));
}

QString rowQuestion(const Trace& trace, int query)
{
    return tr("%1 reads  ?  and becomes  ?").arg(quoted(shownLabel(trace.scenario->tokens, query)));
}

QString cellName(const Trace& trace, const CellRef& cell)
{
    QString matrix, row, column;
    if (cell.matrix.field) {
        matrix = QString::fromUtf8(fieldName(*cell.matrix.field));
        row = rowLabelsFor(trace, cell.matrix).value(cell.row);
        column = columnLabelsFor(trace, cell.matrix).value(cell.column);
    } else {
        const Stage* stage = stageOf(trace, cell.matrix);
        if (!stage)
            return {};
        const std::string_view title = stageInfo(stage->id).title;
        matrix = QString::fromUtf8(title);
        if (trace.scenario->heads == 1)
            matrix.remove(tr(" of the head"));
        if (cell.matrix.head == meanOfHeads)
            matrix = tr("mean of the heads' weights");
        else if (stage->head >= 0 && trace.scenario->heads > 1)
            matrix += tr(", head %1").arg(stage->head + 1);
        row = shownLabel(rowLabels(trace, *stage), cell.row);
        column = shownLabel(columnLabels(trace, *stage), cell.column);
    }
    column = isolated(shortened(column));
    // A vector has columns alone.
    const QString place =
        row.isEmpty() ? column : QStringLiteral("%1, %2").arg(isolated(shortened(row)), column);
    return QStringLiteral("%1 [%2]").arg(matrix, place);
}

QString cellSentence(const Trace& trace, const CellRef& cell, bool hidden)
{
    const QString name = cellName(trace, cell);
    if (name.isEmpty())
        return {};
    if (hidden)
        return name + QStringLiteral(" = ?");
    if (cell.matrix.field) {
        const Matrix given = fieldMatrix(*trace.scenario, *cell.matrix.field);
        return QStringLiteral("%1 = %2").arg(name, tenDigits(given(cell.row, cell.column)));
    }
    const Stage& stage = *stageOf(trace, cell.matrix);
    const double value = cell.matrix.head == meanOfHeads
                             ? explainMeanWeight(trace, cell.row, cell.column).value
                             : numberAt(trace, stage, cell.row, cell.column);
    const QString text = QStringLiteral("%1 = %2").arg(name, tenDigits(value));
    return isBlocked(trace, stage, cell.row, cell.column) ? text + tr("  (blocked)") : text;
}

QString rowSentence(const Trace& trace, int head, int query, int decimals, int most)
{
    if (head == meanOfHeads && query >= 0 && query < trace.scenario->tokenCount())
        return meanSentence(trace, query, most);
    const Stage* weights = find(trace, StageId::Weights, head);
    const Stage* output = find(trace, StageId::HeadOutput, head);
    if (!weights || !output || query < 0 || query >= weights->values->rows())
        return {};
    const Matrix& p = *weights->values;
    const Scenario& s = *trace.scenario;
    const QString reader = quoted(shownLabel(s.tokens, query));
    // With several heads, W_o or a block this is only what one head hands on, not yet the output.
    const bool whole = s.heads == 1 && !s.W_o && !s.block;
    const QString becomes = entries(*output->values, query, decimals, most);

    bool anyAllowed = false;
    bool strange = false;
    double sum = 0;
    for (int k = 0; k < p.cols(); ++k) {
        anyAllowed = anyAllowed || trace.isAllowed(query, k);
        strange = strange || !std::isfinite(p(query, k));
        sum += p(query, k);
    }
    if (!anyAllowed) {
        if (strange)
            return tr("%1 may read nothing: every key is blocked with −∞, so the row is NaN")
                .arg(reader);
        if (sum == 0)
            return tr("%1 may read nothing: every key is blocked, so the row is zeros and it "
                      "becomes %2")
                .arg(reader, becomes);
        return tr("%1 may read nothing, yet the finite fill shares evenly, and it becomes %2")
            .arg(reader, becomes);
    }
    if (strange)
        return tr("%1 reads something that is no number any more: NaN").arg(reader);

    const QString all = sharesOf(p.row(query), s.keyTokens(), most);
    const QString predicts = predictionClause(trace, query);
    const auto ended = [&](const QString& sentence) {
        return predicts.isEmpty() ? sentence : sentence + QStringLiteral("  ") + predicts;
    };
    if (!whole && s.heads == 1)
        return ended(tr("%1 reads  %2  and gets  %3").arg(reader, all, becomes));
    if (!whole)
        return ended(
            tr("In head %1, %2 reads  %3  and gets  %4").arg(head + 1).arg(reader, all, becomes));
    return ended(tr("%1 reads  %2  and becomes  %3").arg(reader, all, becomes));
}

} // namespace attention::ui
