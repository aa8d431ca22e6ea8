// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/cells.h"

#include "core/attention/empty_rows.h"
#include "core/attention/kept.h"
#include "core/attention/row_blocks.h"
#include "core/text/number.h"
#include "ui/figures/canvas.h"

#include <QtGui/QFontMetricsF>
#include <QtGui/QPainter>

#include <algorithm>
#include <cmath>
#include <optional>

namespace attention::ui {

namespace {

constexpr qreal smallestBordered = 8; // pixels: below this, borders would be most of the picture
constexpr qreal smallestDrawn = 3;    // below this, cells become the pixels of an image
constexpr int mostVectorCells = 40000;

QColor colour(Rgb c)
{
    return QColor(c.r, c.g, c.b);
}

const Palette& fillOf(const CellGrid& grid, const Theme& theme)
{
    return grid.kind == ValueKind::Weight ? *theme.weightFill : *theme.signedFill;
}

void paintHatch(QPainter& painter, const QRectF& rect, const Theme& theme)
{
    painter.fillRect(rect, theme.blockedGround);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(theme.blockedLine, 1));
    // Lines of slope 1, cut to the cell by hand: vector output ignores clipping.
    const qreal step = 7;
    for (qreal offset = step; offset < rect.width() + rect.height(); offset += step) {
        const qreal x0 = rect.left() + std::max(0.0, offset - rect.height());
        const qreal y0 = rect.top() + std::min(offset, rect.height());
        const qreal x1 = rect.left() + std::min(offset, rect.width());
        const qreal y1 = rect.top() + std::max(0.0, offset - rect.width());
        painter.drawLine(QPointF(x0, y0), QPointF(x1, y1));
    }
    painter.restore();
}

CellGrid withValues(CellGrid grid)
{
    grid.values = wholeOf(*grid.trace, *grid.stage);
    return grid;
}

// What the rows behind one line of pixels show, column by column: of its cells a pixel shows the
// one of largest magnitude.
struct Columns {
    explicit Columns(qint64 count)
        : largest(static_cast<std::size_t>(count), 0)
        , strange(static_cast<std::size_t>(count), 0)
        , seen(static_cast<std::size_t>(count), false)
    {
    }

    // One more row, of which those cells count whose mark is `open`; null: all. Without branches
    // where it can be, for there are millions.
    void see(const double* numbers, const bool* marks, bool open)
    {
        const std::size_t count = largest.size();
        double* const most = largest.data();
        double* const bad = strange.data();
        if (!marks) {
            for (std::size_t c = 0; c < count; ++c) {
                most[c] = std::abs(numbers[c]) > std::abs(most[c]) ? numbers[c] : most[c];
                bad[c] += numbers[c] - numbers[c];
            }
            std::fill(seen.begin(), seen.end(), char(true));
            return;
        }
        for (std::size_t c = 0; c < count; ++c) {
            if (marks[c] != open)
                continue;
            most[c] = std::abs(numbers[c]) > std::abs(most[c]) ? numbers[c] : most[c];
            bad[c] += numbers[c] - numbers[c];
            seen[c] = true;
        }
    }

    std::vector<double> largest;
    std::vector<double> strange; // 0 where all are finite, else NaN
    std::vector<char> seen;
};

// A matrix with at least as many cells as the picture has pixels. By rows of the matrix, however it
// is drawn: they stand one behind the other in memory, or are made again one after the other.
QImage cellImage(const CellGrid& grid, const Theme& theme, QSize size)
{
    const qint64 rows = grid.rows(), columns = grid.columns();
    const QSize upright = grid.transposed ? size.transposed() : size;
    const qint64 height = upright.height(), width = upright.width();
    QImage image(size, QImage::Format_RGB32);
    auto* const pixels = reinterpret_cast<QRgb*>(image.bits());
    const qint64 stride = image.bytesPerLine() / static_cast<qint64>(sizeof(QRgb));
    const Palette& fill = fillOf(grid, theme);
    const BoolMatrix* const marks = grid.hatched               ? grid.hatched.get()
                                    : grid.trace && grid.stage ? allowedIn(*grid.trace, *grid.stage)
                                                               : nullptr;
    const bool open = !grid.hatched; // what a mark means

    const auto paintLine = [&](qint64 y, const StageRows* rowsOf) {
        const qint64 row0 = y * rows / height, row1 = (y + 1) * rows / height;
        const Matrix made = rowsOf ? (*rowsOf)(row0, row1 - row0) : Matrix();
        Columns line(columns);
        for (qint64 row = row0; row < row1; ++row)
            line.see(rowsOf ? made.row(row - row0).data() : grid.values->row(row).data(),
                     marks ? marks->row(row).data() : nullptr, open);
        std::size_t c = 0;
        for (qint64 x = 0; x < width; ++x) {
            const auto first = static_cast<int>(c);
            double largest = 0, strange = 0;
            bool seen = false;
            for (const auto end = static_cast<std::size_t>((x + 1) * columns / width); c < end;
                 ++c) {
                largest = std::abs(line.largest[c]) > std::abs(largest) ? line.largest[c] : largest;
                strange += line.strange[c];
                seen = seen || line.seen[c];
            }
            const QRect cells(first, static_cast<int>(row0), static_cast<int>(c) - first,
                              static_cast<int>(row1 - row0));
            const Rgb rgb = colourAt(fill, grid.norm(largest));
            pixels[grid.transposed ? x * stride + y : y * stride + x] =
                grid.isHiddenIn(cells) ? theme.border.rgb()
                : strange != 0         ? theme.notFinite.rgb()
                : !seen                ? theme.blockedGround.rgb()
                                       : qRgb(rgb.r, rgb.g, rgb.b);
        }
    };
    forRowBlocks(
        height, static_cast<double>(rows) * grid.columns(), {},
        [&](Eigen::Index first, Eigen::Index count) {
            std::optional<StageRows> rowsOf;
            if (!grid.values)
                rowsOf.emplace(*grid.trace, *grid.stage);
            for (Eigen::Index y = first; y < first + count; ++y)
                paintLine(y, rowsOf ? &*rowsOf : nullptr);
        },
        16);
    return image;
}

// A row whose keys are all blocked is legal, and stands out: a broken line around it.
void paintEmptyRows(Canvas& canvas, const QRectF& area, const CellGrid& grid, const Theme& theme)
{
    if (!grid.trace || !grid.stage || !grid.values || grid.stage->values != grid.values)
        return;
    QPainter& painter = canvas.painter;
    const int rows = static_cast<int>(grid.values->rows());
    const qreal pen = 2;
    for (int row = 0; row < rows; ++row) {
        if (!isBlocked(*grid.trace, *grid.stage, row, 0) || !isEmptyRow(*grid.trace, row))
            continue;
        const QRectF all =
            grid.transposed ? cellRect(area, 1, rows, 0, row) : cellRect(area, rows, 1, row, 0);
        if (std::min(all.width(), all.height()) < smallestBordered)
            continue;
        QPen dashes(theme.text, pen, Qt::CustomDashLine, Qt::FlatCap, Qt::MiterJoin);
        dashes.setDashPattern({4, 2});
        painter.setPen(dashes);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(all.adjusted(pen / 2, pen / 2, -pen / 2, -pen / 2));
    }
}

} // namespace

int CellGrid::rows() const
{
    return static_cast<int>(values ? values->rows() : shapeOf(*trace, *stage).first);
}

int CellGrid::columns() const
{
    return static_cast<int>(values ? values->cols() : shapeOf(*trace, *stage).second);
}

double CellGrid::value(int drawnRow, int drawnColumn) const
{
    if (!values)
        return transposed ? numberAt(*trace, *stage, drawnColumn, drawnRow)
                          : numberAt(*trace, *stage, drawnRow, drawnColumn);
    return transposed ? (*values)(drawnColumn, drawnRow) : (*values)(drawnRow, drawnColumn);
}

bool CellGrid::blocked(int drawnRow, int drawnColumn) const
{
    if (hatched)
        return transposed ? (*hatched)(drawnColumn, drawnRow) : (*hatched)(drawnRow, drawnColumn);
    if (!trace || !stage || !trace->allowed)
        return false;
    return transposed ? isBlocked(*trace, *stage, drawnColumn, drawnRow)
                      : isBlocked(*trace, *stage, drawnRow, drawnColumn);
}

bool CellGrid::isHidden(int drawnRow, int drawnColumn) const
{
    return isHiddenIn(
        QRect(transposed ? drawnRow : drawnColumn, transposed ? drawnColumn : drawnRow, 1, 1));
}

bool CellGrid::isHiddenIn(const QRect& cells) const
{
    return std::any_of(hidden.begin(), hidden.end(),
                       [&](const QRect& block) { return block.intersects(cells); });
}

QRectF cellRect(const QRectF& area, int drawnRows, int drawnColumns, int drawnRow, int drawnColumn)
{
    const auto x = [&](int c) { return area.left() + area.width() * c / drawnColumns; };
    const auto y = [&](int r) { return area.top() + area.height() * r / drawnRows; };
    return QRectF(QPointF(x(drawnColumn), y(drawnRow)),
                  QPointF(x(drawnColumn + 1), y(drawnRow + 1)));
}

QColor cellColour(const CellGrid& grid, const Theme& theme, double value)
{
    return colour(colourAt(fillOf(grid, theme), grid.norm(value)));
}

QString cellText(double value, int decimals, int wanted, bool shortest)
{
    const QString fixed = QString::fromStdString(forFigure(value, decimals));
    const double size = std::abs(value);
    if (size == 0 || !std::isfinite(value) || (size >= 1 && size < 1e6))
        return fixed;
    if (size < 1) {
        // No number looks like a 0 but 0 itself, unless somebody wanted no decimals at all.
        const int most = std::max(decimals, wanted);
        const std::string all = forPeople(value, most);
        if (most == 0 || all.find_first_not_of("-0.") != std::string::npos)
            return fixed;
    }
    QString text = QString::number(value, 'e', shortest || decimals == 0 ? 0 : 1);
    const qsizetype e = text.indexOf(QLatin1Char('e'));
    const int exponent = text.mid(e + 1).toInt();
    text.truncate(e);
    if (text.endsWith(QLatin1String(".0")))
        text.chop(2);
    text += QLatin1Char('e') + QString::number(exponent);
    return text.replace(QLatin1Char('-'), QChar(0x2212));
}

int fittingDecimals(const CellGrid& grid, const Theme& theme, qreal fontScale, int wanted,
                    QSizeF cell)
{
    const QFontMetricsF metrics(theme.body(fontScale));
    if (!grid.values || metrics.height() > cell.height() + 4)
        return -1; // a stage that is not kept is far too large for numbers
    // Digits are tabular, so a text's width follows from its characters; measured once each.
    const qreal digit = metrics.horizontalAdvance(QLatin1Char('0'));
    const qreal point = metrics.horizontalAdvance(QLatin1Char('.'));
    const qreal minus = metrics.horizontalAdvance(QChar(0x2212));
    const auto fits = [&](int decimals) {
        for (int r = 0; r < grid.drawnRows(); ++r)
            for (int c = 0; c < grid.drawnColumns(); ++c) {
                if (grid.isHidden(r, c))
                    continue;
                const QString text = cellText(grid.value(r, c), decimals, wanted, true);
                qreal width = 0;
                for (const QChar ch : text)
                    width += ch == QLatin1Char('.') ? point : ch == QChar(0x2212) ? minus : digit;
                if (width > cell.width() - 7)
                    return false;
            }
        return true;
    };
    for (int decimals = wanted; decimals >= std::min(wanted, 1); --decimals)
        if (fits(decimals))
            return decimals;
    return -1;
}

int paintCells(Canvas& canvas, const QRectF& area, const CellGrid& shown, const CellStyle& style,
               const Theme& theme)
{
    QPainter& painter = canvas.painter;
    const int rows = shown.drawnRows();
    const int columns = shown.drawnColumns();
    if (rows == 0 || columns == 0 || area.isEmpty())
        return -1;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const qreal cellWidth = area.width() / columns;
    const qreal cellHeight = area.height() / rows;
    const qreal smallest = std::min(cellWidth, cellHeight);
    const bool asImage = canvas.vector ? rows * static_cast<qint64>(columns) > mostVectorCells
                                       : smallest < smallestDrawn;
    if (asImage) {
        const QRectF target = canvas.snap(area);
        const QTransform t = painter.deviceTransform();
        const QSize pixels = canvas.vector ? QSize(2048, 2048) : t.mapRect(target).size().toSize();
        painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
        const QSize wanted(std::clamp(pixels.width(), 1, columns),
                           std::clamp(pixels.height(), 1, rows));
        if (shown.reduced.size() != wanted)
            shown.reduced = cellImage(shown, theme, wanted);
        painter.drawImage(target, shown.reduced);
        painter.setPen(QPen(theme.cellBorder, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(target);
        painter.restore();
        return -1;
    }
    const CellGrid grid = shown.values ? shown : withValues(shown);
    const bool bordered = smallest >= smallestBordered;
    // In vector output a cell reaches a hair under its right and lower neighbours, so that no
    // viewer shows a seam; on a device the shared edges are snapped instead.
    const qreal hair = canvas.vector && !bordered ? 0.05 : 0;
    const auto rectOf = [&](int r, int c) {
        return canvas.snap(cellRect(area, rows, columns, r, c));
    };
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) {
            const QRectF rect =
                rectOf(r, c).adjusted(0, 0, c + 1 < columns ? hair : 0, r + 1 < rows ? hair : 0);
            const double value = grid.value(r, c);
            if (grid.isHidden(r, c)) {
                painter.fillRect(rect, theme.border);
                continue;
            }
            // What is no number any more is said first, also in a blocked cell; −∞ there is the
            // fill.
            if (grid.blocked(r, c) && !std::isnan(value)) {
                if (smallest >= 10)
                    paintHatch(painter, rect, theme);
                else
                    painter.fillRect(rect, theme.blockedGround);
            } else {
                painter.fillRect(rect, std::isfinite(value) ? cellColour(grid, theme, value)
                                                            : theme.notFinite);
            }
        }
    if (bordered) {
        // Filled bars instead of lines: sharp and of one width in every output.
        // At least a pixel wide where the picture is scaled down as a whole.
        const qreal pen = std::max(1.0, 1 / painter.worldTransform().m11());
        const QRectF all = canvas.snap(area);
        for (int r = 0; r <= rows; ++r) {
            const qreal y = canvas.snapY(area.top() + area.height() * r / rows);
            painter.fillRect(QRectF(all.left(), std::min(y, all.bottom() - pen), all.width(), pen),
                             theme.cellBorder);
        }
        for (int c = 0; c <= columns; ++c) {
            const qreal x = canvas.snapX(area.left() + area.width() * c / columns);
            painter.fillRect(QRectF(std::min(x, all.right() - pen), all.top(), pen, all.height()),
                             theme.cellBorder);
        }
    }
    paintEmptyRows(canvas, area, grid, theme);
    const QSizeF cell(cellWidth, cellHeight);
    const int decimals =
        style.values ? fittingDecimals(grid, theme, style.fontScale, style.decimals, cell) : -1;
    if (decimals < 0) {
        painter.restore();
        return -1;
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    const QFont font = theme.body(style.fontScale);
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const qreal underlineWidth =
        std::min(cellWidth * 0.46, metrics.horizontalAdvance(QStringLiteral("0.000")));
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) {
            const QRectF rect = cellRect(area, rows, columns, r, c);
            if (grid.isHidden(r, c)) {
                painter.setPen(theme.text);
                painter.drawText(rect, Qt::AlignCenter | Qt::TextSingleLine | Qt::TextDontClip,
                                 QStringLiteral("?"));
                continue;
            }
            if (grid.hatched && grid.blocked(r, c))
                continue;
            const double value = grid.value(r, c);
            QString text = cellText(value, decimals, style.decimals);
            if (text.contains(QLatin1Char('e')) && metrics.horizontalAdvance(text) > cellWidth - 7)
                text = cellText(value, decimals, style.decimals, true);
            QColor ink = Qt::black;
            if (grid.blocked(r, c) && !std::isnan(value)) {
                ink = theme.text;
                const qreal width = metrics.horizontalAdvance(text) + 6;
                const QRectF patch(rect.center().x() - width / 2,
                                   rect.center().y() - metrics.height() / 2, width,
                                   metrics.height());
                painter.fillRect(canvas.snap(patch.intersected(rect.adjusted(1, 1, -1, -1))),
                                 theme.blockedGround);
            } else if (std::isfinite(value)) {
                ink = blackTextOn(colourAt(fillOf(grid, theme), grid.norm(value))) ? Qt::black
                                                                                   : Qt::white;
            }
            painter.setPen(ink);
            painter.drawText(rect, Qt::AlignCenter | Qt::TextSingleLine | Qt::TextDontClip, text);
            if (style.underlined) {
                const qreal y =
                    std::min(rect.center().y() + metrics.height() * 0.72, rect.bottom() - 5);
                const qreal dot = 2;
                for (qreal x = rect.center().x() - underlineWidth / 2;
                     x + dot <= rect.center().x() + underlineWidth / 2; x += 2 * dot)
                    painter.fillRect(QRectF(x, y, dot, 1.4), ink);
            }
        }
    painter.restore();
    return decimals;
}

double largestMagnitude(const Trace& trace, const Stage& stage)
{
    const BoolMatrix* const allowed = allowedIn(trace, stage);
    const auto [rows, columns] = shapeOf(trace, stage);
    const auto ofRow = [&, columns = columns](const double* numbers, const bool* open) {
        if (!open) {
            const double all = Eigen::Map<const RowVector>(numbers, columns)
                                   .cwiseAbs()
                                   .maxCoeff<Eigen::PropagateNumbers>();
            if (std::isfinite(all))
                return all;
        }
        double largest = 0;
        for (Eigen::Index j = 0; j < columns; ++j)
            if (const double magnitude = std::abs(numbers[j]);
                magnitude > largest && std::isfinite(magnitude) && (!open || open[j]))
                largest = magnitude;
        return largest;
    };
    std::vector<double> largest(static_cast<std::size_t>(rows), 0);
    forRowBlocks(
        rows, static_cast<double>(rows) * static_cast<double>(columns), {},
        [&](Eigen::Index first, Eigen::Index count) {
            const Matrix made = stage.values ? Matrix() : StageRows(trace, stage)(first, count);
            for (Eigen::Index i = first; i < first + count; ++i)
                largest[static_cast<std::size_t>(i)] =
                    ofRow(stage.values ? stage.values->row(i).data() : made.row(i - first).data(),
                          allowed ? allowed->row(i).data() : nullptr);
        });
    return largest.empty() ? 0 : *std::max_element(largest.begin(), largest.end());
}

} // namespace attention::ui
