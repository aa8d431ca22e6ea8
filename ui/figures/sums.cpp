// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/sums.h"

#include "core/explain/explain.h"
#include "ui/figures/canvas.h"
#include "ui/figures/labels.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QFontMetricsF>
#include <QtGui/QPainter>

#include <algorithm>
#include <cmath>

namespace attention::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Sums", text);
}

// Whether a number of the row or the column is hidden.
bool isRowHidden(const PlacedMatrix& m, int row)
{
    return std::any_of(m.grid.hidden.begin(), m.grid.hidden.end(), [row](const QRect& rect) {
        return row >= rect.top() && row <= rect.bottom();
    });
}

bool isColumnHidden(const PlacedMatrix& m, int column)
{
    return std::any_of(m.grid.hidden.begin(), m.grid.hidden.end(), [column](const QRect& rect) {
        return column >= rect.left() && column <= rect.right();
    });
}

QString arithmetic(const QString& of, const Eigen::Ref<const RowVector>& numbers, int decimals)
{
    ExplainStep step;
    step.operation = Operation::Sum;
    for (const double number : numbers)
        step.operands.push_back({number, OperandRole::Weight});
    step.result = numbers.sum();
    return QStringLiteral("%1: %2").arg(of, QString::fromStdString(stepText(step, decimals)));
}

} // namespace

bool showsSums(const BoardOptions& options, const MatrixRef& ref)
{
    return options.sums && !ref.field && ref.stage == StageId::Weights;
}

double rowSum(const Matrix& m, int row)
{
    return m.row(row).sum();
}

RowVector columnSums(const Matrix& m)
{
    return m.colwise().sum();
}

QString readMost(const Trace& trace, const Matrix& weights, int decimals)
{
    int most = -1, finite = 0;
    double largest = 0, smallest = 0;
    const RowVector sums = columnSums(weights);
    for (int c = 0; c < weights.cols(); ++c) {
        const double sum = sums[c];
        if (!std::isfinite(sum))
            continue;
        if (finite++ == 0)
            largest = smallest = sum, most = c;
        smallest = std::min(smallest, sum);
        if (sum > largest + 1e-12) { // of equals the first
            largest = sum;
            most = c;
        }
    }
    if (most < 0)
        return {};
    if (finite > 1 && largest - smallest < 1e-12)
        return tr("All are read alike: %1").arg(cellText(largest, decimals));
    return tr("%1 is read most: %2")
        .arg(quoted(shownLabels(trace.scenario->keyTokens()).value(most)),
             cellText(largest, decimals));
}

QString sumAt(const PlacedMatrix& m, const QPointF& point, const QStringList& rows,
              const QStringList& columns, int decimals)
{
    if (m.rowSumRect.isEmpty())
        return {};
    const Matrix& values = *m.grid.values;
    const auto index = [](qreal offset, qreal length, Eigen::Index count) {
        return std::clamp(static_cast<int>(offset / length * static_cast<qreal>(count)), 0,
                          static_cast<int>(count) - 1);
    };
    const bool turned = m.grid.transposed;
    const auto along = [&](bool down, Eigen::Index count) {
        return down ? index(point.y() - m.area.top(), m.area.height(), count)
                    : index(point.x() - m.area.left(), m.area.width(), count);
    };
    if (m.rowSumRect.contains(point)) {
        const int row = along(!turned, values.rows());
        if (isRowHidden(m, row))
            return tr("A number of this row is hidden");
        return arithmetic(tr("all that %1 reads").arg(quoted(rows.value(row))), values.row(row),
                          decimals);
    }
    if (m.columnSumRect.contains(point)) {
        const int column = along(turned, values.cols());
        if (isColumnHidden(m, column))
            return tr("A number of this column is hidden");
        return arithmetic(tr("how much %1 is read").arg(quoted(columns.value(column))),
                          values.col(column).transpose(), decimals);
    }
    return {};
}

void paintSums(Canvas& canvas, const PlacedMatrix& m, qreal valueScale, int decimals,
               const Theme& theme)
{
    if (decimals < 0 || m.rowSumRect.isEmpty())
        return;
    QPainter& painter = canvas.painter;
    const Matrix& values = *m.grid.values;
    const qreal unit = theme.base / 14 * m.scale;
    const QFont plain = theme.body(valueScale);
    const QFont small = theme.body(m.scale * 12 / 14);
    const auto write = [&](const QRectF& place, Qt::Alignment alignment, const QString& text,
                           const QFont& font, const QColor& colour) {
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(place, static_cast<int>(alignment) | Qt::TextSingleLine | Qt::TextDontClip,
                         text);
    };
    // As many decimals as fit; a sum can be longer than its terms.
    const auto fitted = [&](double sum, qreal width) {
        for (int d = decimals; d > 0; --d)
            if (QFontMetricsF(plain).horizontalAdvance(cellText(sum, d)) <= width - 4)
                return cellText(sum, d);
        return cellText(sum, 0);
    };
    const QRectF& rows = m.rowSumRect;
    const QRectF& columns = m.columnSumRect;
    const bool turned = m.grid.transposed;
    // One of them stands beside the cells, the other below.
    const QRectF& beside = turned ? columns : rows;
    const QRectF& below = turned ? rows : columns;
    const auto besideRow = [&](const QRectF& cell) {
        return QRectF(beside.left(), cell.top(), beside.width(), cell.height());
    };
    const auto belowColumn = [&](const QRectF& cell) {
        return QRectF(cell.left(), below.top(), cell.width(), below.height());
    };
    write(QRectF(beside.left(), m.area.top() - 24 * unit, beside.width(), 19 * unit),
          Qt::AlignCenter, turned ? tr("is read") : tr("sum"), small, theme.secondary);
    for (int r = 0; r < values.rows(); ++r) {
        const double sum = rowSum(values, r);
        const bool hidden = isRowHidden(m, r);
        const bool whole = hidden || std::abs(sum - 1) < 5e-4;
        const QRectF place = turned ? belowColumn(m.cell(r, 0)) : besideRow(m.cell(r, 0));
        write(place, Qt::AlignCenter,
              hidden ? QStringLiteral("?") : fitted(whole ? 1 : sum, place.width()), plain,
              whole ? theme.text : theme.broken);
    }
    double largest = 0;
    const RowVector sums = columnSums(values);
    for (int c = 0; c < values.cols(); ++c)
        if (const double sum = sums[c]; std::isfinite(sum))
            largest = std::max(largest, sum);
    for (int c = 0; c < values.cols(); ++c) {
        const double sum = sums[c];
        const bool hidden = isColumnHidden(m, c);
        const bool most = m.grid.hidden.empty() && std::isfinite(sum) && sum >= largest - 1e-12;
        const QRectF place = turned ? besideRow(m.cell(0, c)) : belowColumn(m.cell(0, c));
        if (most) { // a frame, for bold digits are wider than the cell may be
            painter.setPen(QPen(theme.key, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(place.adjusted(2, 1, -2, -1), 4, 4);
        }
        write(place, Qt::AlignCenter, hidden ? QStringLiteral("?") : fitted(sum, place.width()),
              plain, theme.text);
    }
    write(QRectF(beside.left(), below.top(), beside.width(), below.height()),
          Qt::AlignLeft | Qt::AlignVCenter, turned ? tr("sum") : tr("is read"), small,
          theme.secondary);
}

} // namespace attention::ui
