// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/board_figure.h"

#include "core/text/number.h"
#include "ui/figures/canvas.h"
#include "ui/figures/labels.h"
#include "ui/figures/math_text.h"
#include "ui/figures/row_ends.h"
#include "ui/figures/sentence.h"
#include "ui/figures/sums.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QFontMetricsF>
#include <QtGui/QPainter>
#include <QtGui/QPixmap>

#include <algorithm>
#include <cmath>

namespace attention::ui {

namespace {

constexpr qreal edge = 5; // width of a coloured edge, in design pixels

void fillRounded(QPainter& painter, const QRectF& rect, const QColor& fill, qreal radius,
                 const QPen& pen = Qt::NoPen)
{
    painter.setPen(pen);
    painter.setBrush(fill);
    painter.drawRoundedRect(rect, radius, radius);
    painter.setBrush(Qt::NoBrush);
}

void drawText(QPainter& painter, const QRectF& rect, Qt::Alignment alignment, const QString& text,
              const QFont& font, const QColor& colour)
{
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(rect, static_cast<int>(alignment) | Qt::TextSingleLine | Qt::TextDontClip,
                     text);
}

// Of the labels of its rows, wherever they are drawn.
Role rowRole(const PlacedMatrix& m)
{
    return m.grid.transposed ? m.columnLabelRole : m.rowLabelRole;
}

bool hasQueryRows(const PlacedMatrix& m, const BoardLayout& layout)
{
    // On the board X, or what it has become, stands for the keys and the values, too.
    return m.grid.transposed == layout.transposed && rowAxis(m.ref) == Axis::Query &&
           rowRole(m) == Role::Query;
}

// Whether a row of it is a token, be it one that reads or one that is read.
bool hasTokenRows(const PlacedMatrix& m)
{
    return rowAxis(m.ref) == Axis::Query || rowAxis(m.ref) == Axis::Key;
}

// The three bands of a question: the row of its query, the column of its key, the row of its value.
void paintBands(QPainter& painter, const BoardLayout& layout, const CellRef& cell,
                const Theme& theme)
{
    const qreal unit = theme.base / 14 * layout.scale;
    const std::optional<int> query = queryOf(cell);
    const std::optional<int> key = keyOf(cell);
    // On the board one band goes through all of them; a strip has a matrix, or one of each head.
    using Bands = std::vector<QRectF>;
    Bands queryBands, keyBands, keyRowBands, valueBands;
    const auto grow = [&](Bands& bands, const QRectF& rect) {
        if (layout.strip || bands.empty())
            bands.push_back(rect);
        else
            bands.front() |= rect;
    };
    // A row or a column of the matrix, with the labels before it.
    const auto lineOf = [&](const PlacedMatrix& m, bool isRow, int index, bool labels) {
        const int last = (isRow ? m.grid.columns() : m.grid.rows()) - 1;
        const QRectF line =
            isRow ? m.cell(index, m.firstColumn).united(m.cell(index, m.firstColumn + last))
                  : m.cell(0, index).united(m.cell(last, index));
        if (isRow != m.grid.transposed)
            return line.adjusted(!labels                 ? 0
                                 : m.rowLabels.isEmpty() ? -8 * unit
                                                         : -m.rowLabelWidth,
                                 0, 0, 0);
        return line.adjusted(0, labels ? -m.columnLabelHeight - edge * unit : 0, 0, 0);
    };
    const auto labelled = [](const PlacedMatrix& m) {
        return !(m.grid.transposed ? m.columnLabels : m.rowLabels).isEmpty();
    };
    // Where the keys do not stand above the scores, each matrix has its own labels of them.
    const bool keysAbove =
        std::any_of(layout.matrices.begin(), layout.matrices.end(), [&](const PlacedMatrix& m) {
            return !layout.strip && m.grid.transposed != layout.transposed && hasTokenRows(m);
        });
    for (const PlacedMatrix& m : layout.matrices) {
        if (m.thumbnail)
            continue;
        if (query && hasQueryRows(m, layout) && *query < m.grid.rows())
            grow(queryBands, lineOf(m, true, *query, labelled(m)));
        if (!key)
            continue;
        const bool field = m.ref.field.has_value();
        const bool upright = m.grid.transposed == layout.transposed;
        if (!upright && !layout.strip && hasTokenRows(m) && *key < m.grid.rows())
            grow(keyBands, lineOf(m, true, *key, true));
        if (!field && m.ref.stage == StageId::Scores && keysAbove)
            grow(keyBands, lineOf(m, false, *key, false));
        if (!keysAbove && columnAxis(m.ref) == Axis::Key)
            keyBands.push_back(lineOf(m, false, *key, true));
        if (layout.strip && rowAxis(m.ref) == Axis::Key)
            grow(rowRole(m) == Role::Value ? valueBands : keyRowBands,
                 lineOf(m, true, *key, labelled(m)));
        const bool ofValues = (!field && m.ref.stage == StageId::HeadValues) ||
                              (hasTokenRows(m) && rowRole(m) == Role::Value);
        if (upright && ofValues && !layout.strip)
            grow(valueBands, lineOf(m, true, *key, true));
    }
    const qreal over = 6 * unit;
    const bool narrow = std::min(layout.cell.height(), layout.cell.width()) < 12;
    const auto paint = [&](const Bands& bands, const QColor& role, bool lies) {
        for (const QRectF& band : bands)
            fillRounded(painter,
                        lies ? band.adjusted(narrow ? 0 : -over / 2, 0, over, 0)
                             : band.adjusted(0, 0, 0, over),
                        theme.band(role), narrow ? 0 : 4);
    };
    const bool rowsLie = !layout.transposed;
    paint(queryBands, theme.query, rowsLie);
    paint(keyBands, theme.key, !rowsLie);
    paint(keyRowBands, theme.key, rowsLie);
    paint(valueBands, theme.value, rowsLie);
}

void paintEdges(Canvas& canvas, const PlacedMatrix& m, const Theme& theme, qreal unit)
{
    QPainter& painter = canvas.painter;
    const qreal width = std::max(3.0, edge * unit);
    const QRectF area = canvas.snap(m.area);
    if (m.left != Role::None)
        painter.fillRect(canvas.snap(QRectF(area.left() - width, area.top(), width, area.height())),
                         roleColour(theme, m.left));
    if (m.right != Role::None)
        painter.fillRect(canvas.snap(QRectF(area.right(), area.top(), width, area.height())),
                         roleColour(theme, m.right));
    if (m.top != Role::None)
        painter.fillRect(canvas.snap(QRectF(area.left(), area.top() - width, area.width(), width)),
                         roleColour(theme, m.top));
    if (m.bottom != Role::None)
        painter.fillRect(canvas.snap(QRectF(area.left(), area.bottom(), area.width(), width)),
                         roleColour(theme, m.bottom));
}

// Labels thin out evenly when they do not fit.
int labelStep(qreal cell, qreal need)
{
    return std::max(1, static_cast<int>(std::ceil(need / std::max(cell, 0.01))));
}

void paintLabels(QPainter& painter, const PlacedMatrix& m, const BoardLayout& layout,
                 const Theme& theme)
{
    const qreal unit = theme.base / 14 * m.scale;
    if (!m.rowLabels.isEmpty()) {
        const bool strong = !layout.strip && m.rowLabelRole != Role::None;
        const QFont font = strong ? theme.bold(m.scale) : theme.body(m.scale * 12.5 / 14);
        const qreal height = QFontMetricsF(font).height();
        const qreal cell = m.area.height() / static_cast<qreal>(m.rowLabels.size());
        const int step = labelStep(cell, height * 0.9);
        const QColor colour =
            m.rowLabelRole == Role::None ? theme.secondary : roleColour(theme, m.rowLabelRole);
        for (int r = 0; r < m.rowLabels.size(); r += step) {
            const QRectF rect(m.area.left() - m.rowLabelWidth, m.area.top() + cell * r,
                              m.rowLabelWidth - (m.left == Role::None ? 6 : 12) * unit, cell);
            // The room is the widest label's own: a rounding must not cut it.
            drawText(painter, rect, Qt::AlignRight | Qt::AlignVCenter,
                     elided(m.rowLabels[r], font, rect.width() + 0.5), font, colour);
        }
    }
    if (!m.columnLabels.isEmpty()) {
        const bool strong = !layout.strip && m.columnLabelRole != Role::None;
        QFont font = strong ? theme.bold(m.scale * 13.0 / 14) : theme.body(m.scale * 12.0 / 14);
        const qreal cell = m.area.width() / static_cast<qreal>(m.columnLabels.size());
        // A little smaller rather than cut; on a wall that is still as large as it has to be.
        if (strong) { // on a board: they are few
            qreal widest = 0;
            for (const QString& label : m.columnLabels)
                widest = std::max(widest, QFontMetricsF(font).horizontalAdvance(label));
            if (widest > cell - 3 && 0.92 * widest <= cell - 3)
                font = theme.bold(0.92 * m.scale * 13.0 / 14);
        }
        const QFontMetricsF metrics(font);
        const qreal bottom = m.area.top() - (m.top == Role::None ? 2 : 6) * unit;
        const QColor colour = m.columnLabelRole == Role::None
                                  ? theme.secondary
                                  : roleColour(theme, m.columnLabelRole);
        const bool upright = m.columnLabelHeight > 24 * unit;
        const int step = upright ? labelStep(cell, metrics.height() * 0.9) : 1;
        for (int c = 0; c < m.columnLabels.size(); c += step) {
            if (upright) {
                const QString text =
                    elided(m.columnLabels[c], font, m.columnLabelHeight - 4 * unit);
                painter.save();
                painter.translate(m.area.left() + cell * (c + 0.5), bottom);
                painter.rotate(-90);
                drawText(painter,
                         QRectF(0, -metrics.height() / 2, m.columnLabelHeight, metrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, text, font, colour);
                painter.restore();
            } else {
                const QRectF rect(m.area.left() + cell * c, bottom - 19 * unit, cell, 19 * unit);
                drawText(painter, rect, Qt::AlignCenter, elided(m.columnLabels[c], font, cell - 3),
                         font, colour);
            }
        }
    }
}

// Of labels that thin out, those of the asked row and column are written all the same.
void paintAskedLabels(QPainter& painter, const PlacedMatrix& m, const CellRef& asked,
                      const Theme& theme)
{
    const qreal unit = theme.base / 14 * m.scale;
    const QFont font = theme.bold(m.scale * 12.5 / 14);
    const qreal height = QFontMetricsF(font).height();
    const QRectF cell = m.cell(asked.row, asked.column);
    const int row = m.grid.transposed ? asked.column : asked.row;
    const int column = m.grid.transposed ? asked.row : asked.column;
    const auto band = [&](Role role) {
        return theme.band(role == Role::None ? theme.secondary : roleColour(theme, role));
    };
    if (cell.height() < height && row < m.rowLabels.size()) {
        const qreal right = m.area.left() - (m.left == Role::None ? 6 : 12) * unit;
        const QRectF place(m.area.left() - m.rowLabelWidth, cell.center().y() - height / 2,
                           right - m.area.left() + m.rowLabelWidth, height);
        painter.fillRect(place.adjusted(-2, 0, 0, 0), band(m.rowLabelRole));
        drawText(painter, place, Qt::AlignRight | Qt::AlignVCenter,
                 elided(m.rowLabels[row], font, place.width()), font, theme.text);
    }
    if (m.columnLabelHeight > 24 * unit && cell.width() < height &&
        column < m.columnLabels.size()) {
        const qreal bottom = m.area.top() - (m.top == Role::None ? 2 : 6) * unit;
        painter.save();
        painter.translate(cell.center().x(), bottom);
        painter.rotate(-90);
        const QRectF place(0, -height / 2, m.columnLabelHeight, height);
        painter.fillRect(place, band(m.columnLabelRole));
        drawText(painter, place, Qt::AlignLeft | Qt::AlignVCenter,
                 elided(m.columnLabels[column], font, place.width()), font, theme.text);
        painter.restore();
    }
}

// What a mistake has changed: a corner of the cell, or, where cells are too small for that, the
// frame of the matrix alone.
void paintChanges(Canvas& canvas, const PlacedMatrix& m, const Theme& theme)
{
    QPainter& painter = canvas.painter;
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.broken, 2));
    painter.drawRect(m.area.adjusted(-1, -1, 1, 1));
    const QRectF first = m.cell(0, m.firstColumn);
    const qreal size = std::min({first.width(), first.height(), 40.0}) * 0.24;
    if (size < 3)
        return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.broken);
    for (int row = 0; row < m.changed->rows(); ++row)
        for (int column = 0; column < m.changed->cols(); ++column) {
            if (!(*m.changed)(row, column))
                continue;
            const QPointF corner = m.cell(row, column).topLeft();
            painter.drawPolygon(
                QPolygonF({corner, corner + QPointF(size, 0), corner + QPointF(0, size)}));
        }
    painter.setBrush(Qt::NoBrush);
}

void paintRowEnds(QPainter& painter, const PlacedMatrix& m, const Theme& theme)
{
    if (m.rowEnds.empty())
        return;
    const QFont font = theme.body(m.scale * 13 / 14);
    const auto count = static_cast<qreal>(m.rowEnds.size());
    const bool upright = m.grid.transposed; // below the columns that the rows have become
    const qreal cell = (upright ? m.area.width() : m.area.height()) / count;
    const qreal height = QFontMetricsF(font).height();
    const int step = labelStep(cell, height * 0.9);
    for (std::size_t i = 0; i < m.rowEnds.size(); i += static_cast<std::size_t>(step)) {
        const RowEnd& end = m.rowEnds[i];
        const QColor colour = end.outcome == RowEnd::Outcome::Right   ? theme.holds
                              : end.outcome == RowEnd::Outcome::Wrong ? theme.broken
                                                                      : theme.text;
        const qreal along = cell * static_cast<qreal>(i);
        if (upright) {
            painter.save();
            painter.translate(m.area.left() + along + cell / 2, m.rowEndRect.top());
            painter.rotate(90);
            const QRectF place(0, -height / 2, m.rowEndRect.height(), height);
            drawText(painter, place, Qt::AlignLeft | Qt::AlignVCenter,
                     elided(end.text, font, place.width() + 0.5), font, colour);
            painter.restore();
            continue;
        }
        const QRectF place(m.rowEndRect.left(), m.area.top() + along, m.rowEndRect.width(), cell);
        drawText(painter, place, Qt::AlignLeft | Qt::AlignVCenter,
                 elided(end.text, font, place.width() + 0.5), font, colour);
    }
}

void paintThumbnail(Canvas& canvas, const PlacedMatrix& m, const Theme& theme)
{
    QPainter& painter = canvas.painter;
    painter.setRenderHint(QPainter::Antialiasing, true);
    const QRectF frame = m.captionRect.adjusted(0.5, 0.5, -0.5, -0.5);
    if (m.focused)
        fillRounded(painter, frame, theme.panel, 4, QPen(theme.accent, 2));
    else
        fillRounded(painter, frame, theme.panel, 4, QPen(theme.border, 1));
    drawMath(painter, m.headingRect, Qt::AlignCenter, m.heading, theme.bold(m.scale),
             roleColour(theme, m.role));
    CellStyle style;
    style.values = false;
    paintCells(canvas, m.area, m.grid, style, theme);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(theme.cellBorder, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(canvas.snap(m.area));
    if (!m.changed)
        return;
    const QRectF sign(frame.right() - 16, frame.top() + 1, 14, 14);
    fillRounded(painter, sign, theme.broken, 2);
    drawText(painter, sign, Qt::AlignCenter, QStringLiteral("≠"), theme.bold(0.8), theme.panel);
}

void paintMatrix(Canvas& canvas, const PlacedMatrix& m, const BoardLayout& layout,
                 const BoardOptions& options, const Theme& theme, const Moved& moved)
{
    QPainter& painter = canvas.painter;
    const qreal unit = theme.base / 14 * m.scale;
    CellStyle style;
    style.values = options.values;
    style.decimals = options.decimals;
    style.underlined = m.editable.has_value();
    style.fontScale = layout.valueScale;
    // Numbers grow smaller before they disappear.
    for (const qreal smaller : {0.86, 0.74}) {
        if (fittingDecimals(m.grid, theme, style.fontScale, style.decimals, layout.cell) >= 0)
            break;
        style.fontScale = layout.valueScale * smaller;
    }
    const int decimals = paintCells(canvas, m.area, m.grid, style, theme);
    if (m.changed)
        paintChanges(canvas, m, theme);
    paintMoved(canvas, m, moved, style.fontScale, decimals, theme);
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintSums(canvas, m, style.fontScale, decimals, theme);
    paintRowEnds(painter, m, theme);
    paintEdges(canvas, m, theme, unit);
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintLabels(painter, m, layout, theme);
    drawMath(painter, m.headingRect, Qt::AlignLeft | Qt::AlignVCenter, m.heading,
             theme.bold(m.scale * 18 / 14), roleColour(theme, m.role));
    if (m.focused) { // the chosen one of all heads
        const qreal width =
            QFontMetricsF(theme.bold(m.scale * 18 / 14)).horizontalAdvance(m.heading);
        painter.fillRect(QRectF(m.headingRect.left(), m.headingRect.bottom() - 2 * unit, width,
                                std::max(2.0, 2 * unit)),
                         theme.accent);
    }
    if (!m.captionRect.isEmpty()) // else it is only told
        drawMath(painter, m.captionRect, Qt::AlignLeft | Qt::AlignVCenter, m.caption,
                 theme.body(m.scale * 12.5 / 14), theme.secondary);
}

QColor textColour(const PlacedText& t, const Theme& theme)
{
    return t.secondary            ? theme.secondary
           : t.role == Role::None ? theme.text
                                  : roleColour(theme, t.role);
}

// Around the symbol of what is asked.
void paintSymbolFrame(QPainter& painter, const PlacedText& t, const CellRef& asked,
                      const Theme& theme)
{
    if (!asked.matrix.field &&
        std::find(t.symbolOf.begin(), t.symbolOf.end(), asked.matrix.stage) != t.symbolOf.end())
        fillRounded(painter, t.rect.adjusted(-3, 0, 3, 0), Qt::transparent, 4,
                    QPen(textColour(t, theme), 1.5));
}

void paintPlacedText(QPainter& painter, const PlacedText& t, const Theme& theme)
{
    QColor colour = textColour(t, theme);
    if (t.tab) {
        fillRounded(painter, t.rect.adjusted(0.5, 0.5, -0.5, -0.5),
                    t.on ? theme.accent : theme.panel, 4,
                    QPen(t.on ? theme.accent : theme.cellBorder, 1));
        colour = t.on ? theme.accentText : theme.text;
    }
    if (t.warning) {
        fillRounded(painter, t.rect.adjusted(0.5, 0.5, -0.5, -0.5), theme.panel, 4,
                    QPen(theme.broken, 1.5));
        colour = theme.broken;
    }
    const QFont font = t.bold     ? theme.bold(t.scale)
                       : t.italic ? theme.italic(t.scale)
                                  : theme.body(t.scale);
    drawMath(painter, t.rect, t.alignment, t.text, font, colour);
    if (t.struck) {
        painter.setPen(QPen(theme.secondary, 2));
        const qreal y = t.rect.center().y() + 1;
        painter.drawLine(QPointF(t.rect.left() - 1, y), QPointF(t.rect.right() + 1, y));
    }
}

void paintSelection(Canvas& canvas, const BoardLayout& layout, const CellRef& cell, bool hovered,
                    const Theme& theme)
{
    const PlacedMatrix* m = layout.find(cell.matrix);
    if (!m || m->thumbnail || !m->shows(cell.row, cell.column))
        return;
    QPainter& painter = canvas.painter;
    const QRectF rect = m->cell(cell.row, cell.column);
    const qreal pen = hovered ? 1.5 : theme.kind == ThemeKind::Projector ? 4 : 3;
    if (std::min(rect.width(), rect.height()) < 10) {
        painter.setPen(QPen(theme.text, 1.5));
        painter.drawRect(rect.adjusted(-1.5, -1.5, 1.5, 1.5));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(theme.panel, pen + 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(rect);
    painter.setPen(QPen(theme.text, pen, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(rect);
}

// Whether the sentence of a row would name a number that is hidden.
bool isHiddenSentence(const Trace& trace, const BoardOptions& options, int head, int query)
{
    return options.hidden.touchesRow({std::nullopt, StageId::Weights, head}, query) ||
           options.hidden.touchesRow({std::nullopt, StageId::HeadOutput, head}, query) ||
           isPredictionHidden(trace, options.hidden, query);
}

void paintSentence(QPainter& painter, const BoardLayout& layout, const Trace& trace,
                   const BoardOptions& options, int head, int query, const Theme& theme)
{
    if (query < 0 && options.onTheWall)
        return; // nobody there can point
    const qreal unit = theme.base / 14 * layout.scale;
    fillRounded(painter, layout.sentence.adjusted(0.5, 0.5, -0.5, -0.5), theme.panel, 4,
                QPen(theme.border, 1));
    QRectF inside = layout.sentence.adjusted(16 * unit, 0, -16 * unit, 0);
    const QFont font = theme.bold(layout.scale * 16 / 14);
    const QFont small = theme.bold(layout.scale);
    // Who is read most stands at the right, whatever row is asked.
    for (const PlacedMatrix& m : layout.matrices) {
        if (m.columnSumRect.isEmpty() || !m.grid.hidden.empty())
            continue;
        const QString most = readMost(trace, *m.grid.values, options.decimals);
        drawText(painter, inside, Qt::AlignRight | Qt::AlignVCenter, most, small, theme.key);
        inside.setRight(inside.right() - QFontMetricsF(small).horizontalAdvance(most) - 24 * unit);
        break;
    }
    if (query < 0) {
        drawText(
            painter, inside, Qt::AlignLeft | Qt::AlignVCenter,
            QCoreApplication::translate("Board", "Point at a number of a row: it is read here."),
            theme.body(layout.scale), theme.secondary);
        return;
    }
    if (isHiddenSentence(trace, options, head, query)) {
        drawText(painter, inside, Qt::AlignLeft | Qt::AlignVCenter,
                 elided(rowQuestion(trace, query), font, inside.width()), font, theme.text);
        return;
    }
    // The longest form that fits: fewer keys first, then smaller letters, then cut.
    for (const QFont& candidate : {font, small})
        for (const int most : {8, 6, 4, 3}) {
            const QString text = rowSentence(trace, head, query, options.decimals, most);
            if (QFontMetricsF(candidate).horizontalAdvance(text) <= inside.width()) {
                drawText(painter, inside, Qt::AlignLeft | Qt::AlignVCenter, text, candidate,
                         theme.text);
                return;
            }
        }
    drawText(painter, inside, Qt::AlignLeft | Qt::AlignVCenter,
             elided(rowSentence(trace, head, query, std::min(options.decimals, 2), 2), small,
                    inside.width()),
             small, theme.text);
}

} // namespace

void paintColourBar(Canvas& canvas, const QRectF& rect, const ColourNorm& norm, ValueKind kind,
                    const QString& words, const Theme& theme, qreal fontScale)
{
    QPainter& painter = canvas.painter;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const Palette& fill = kind == ValueKind::Weight ? *theme.weightFill : *theme.signedFill;
    const bool lies = rect.width() > rect.height();
    // Each colour reaches to the far end and is painted over by the next: no seam between two.
    const int steps = 64;
    for (int i = 0; i < steps; ++i) {
        const Rgb c = colourAt(fill, 1 - (i + 0.5) / steps);
        const qreal done = static_cast<qreal>(i) / steps;
        const QRectF rest = lies ? rect.adjusted(0, 0, -rect.width() * done, 0)
                                 : rect.adjusted(0, rect.height() * done, 0, 0);
        painter.fillRect(canvas.snap(rest), QColor(c.r, c.g, c.b));
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(theme.cellBorder, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(canvas.snap(rect));
    const QFont font = theme.body(fontScale * 12.0 / 14);
    const qreal height = QFontMetricsF(font).height();
    const auto say = [&](const QRectF& place, Qt::Alignment alignment, const QString& text) {
        drawText(painter, place, alignment, text, font, theme.secondary);
    };
    if (lies) {
        const QRectF place(rect.left(), rect.bottom() + 2, rect.width(), height);
        const QString lowest = cellText(norm.lowest, 2), highest = cellText(norm.highest, 2);
        const QFontMetricsF metrics(font);
        const qreal sides =
            2 * std::max(metrics.horizontalAdvance(lowest), metrics.horizontalAdvance(highest));
        say(place, Qt::AlignLeft | Qt::AlignTop, lowest);
        if (sides + metrics.horizontalAdvance(words) + 12 * fontScale <= rect.width())
            say(place, Qt::AlignHCenter | Qt::AlignTop, words);
        say(place, Qt::AlignRight | Qt::AlignTop, highest);
        painter.restore();
        return;
    }
    say(QRectF(rect.left(), rect.top() - height - 3, 80, height), Qt::AlignLeft | Qt::AlignVCenter,
        words);
    const std::array<double, 3> marks = {norm.highest, (norm.highest + norm.lowest) / 2,
                                         norm.lowest};
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if ((i == 1 && rect.height() < 3 * height) || (i == 2 && rect.height() < 2 * height))
            continue; // they would stand over each other
        const qreal y = rect.top() + rect.height() * static_cast<qreal>(i) / 2;
        say(QRectF(rect.right() + 6,
                   std::clamp(y - height / 2, rect.top() - 2, rect.bottom() - height + 2), 80,
                   height),
            Qt::AlignLeft | Qt::AlignVCenter, cellText(marks[i], 2));
    }
    painter.restore();
}

void paintStill(Canvas& canvas, const BoardLayout& layout, const BoardOptions& options,
                const Theme& ownTheme, const Moved& moved)
{
    const Theme theme = ownTheme.coloured(options.palette);
    QPainter& painter = canvas.painter;
    painter.save();
    for (const PlacedMatrix& m : layout.matrices) {
        painter.setRenderHint(QPainter::Antialiasing, true);
        if (m.thumbnail) {
            paintThumbnail(canvas, m, theme);
            continue;
        }
        painter.setOpacity(m.pale ? 0.4 : 1);
        paintMatrix(canvas, m, layout, options, theme, moved);
        painter.setOpacity(1);
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const PlacedText& t : layout.texts)
        paintPlacedText(painter, t, theme);
    if (!layout.colourBar.isEmpty())
        paintColourBar(canvas, layout.colourBar, layout.barNorm, layout.barKind, layout.barWords,
                       theme, layout.scale);
    painter.restore();
}

void paintBoard(Canvas& canvas, const BoardLayout& layout, const Trace& trace,
                const BoardOptions& options, const Selection& selection, const Theme& ownTheme,
                const Moved& moved, const QPixmap* still)
{
    const Theme theme = ownTheme.coloured(options.palette);
    QPainter& painter = canvas.painter;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    const std::optional<CellRef>& asked = selection.asked();
    if (asked)
        paintBands(painter, layout, *asked, theme);
    if (still)
        painter.drawPixmap(QPointF(0, 0), *still);
    else
        paintStill(canvas, layout, options, ownTheme, moved);
    if (asked) {
        for (const PlacedMatrix& m : layout.matrices)
            if (layout.strip && !m.thumbnail && m.ref == asked->matrix)
                paintAskedLabels(painter, m, *asked, theme);
        for (const PlacedText& t : layout.texts)
            paintSymbolFrame(painter, t, *asked, theme);
    }
    if (!layout.sentence.isEmpty()) {
        // A picture tells the first row; the window tells the row that is asked, or how to ask.
        const int query = asked ? queryOf(*asked).value_or(-1) : options.controls ? -1 : 0;
        const bool mean = layout.find({std::nullopt, StageId::Weights, meanOfHeads}) != nullptr;
        paintSentence(painter, layout, trace, options, mean ? meanOfHeads : selection.head, query,
                      theme);
    }
    if (selection.pinned)
        paintSelection(canvas, layout, *selection.pinned, false, theme);
    if (selection.hovered && selection.hovered != selection.pinned)
        paintSelection(canvas, layout, *selection.hovered, true, theme);
    painter.restore();
}

BoardFigure::BoardFigure(TracePtr trace, BoardOptions options, Selection selection)
    : m_trace(std::move(trace))
    , m_ranges(*m_trace)
    , m_options(options)
    , m_selection(std::move(selection))
{
    m_effects = mistakeEffects(*m_trace);
    m_options.controls = false;
    m_selection = within(m_selection, *m_trace);
}

void BoardFigure::paint(Canvas& canvas, const QRectF& rect, const Theme& theme) const
{
    // The board needs room; a smaller picture is the same board, scaled down as a whole.
    const QSizeF room(1000, 640);
    qreal shrink = std::min({1.0, rect.width() / room.width(), rect.height() / room.height()});
    const auto laid = [&](const BoardOptions& options, qreal scale) {
        return layoutBoardOrStrip({*m_trace, m_ranges, options, m_selection,
                                   QRectF(QPointF(0, 0), rect.size() / scale), theme, &m_effects});
    };
    BoardLayout layout = laid(m_options, shrink);
    BoardOptions folded = m_options;
    static_cast<BoardFolds&>(folded) = {};
    if (layout.strip && m_options.form != BoardFolds::Form::Strip && !laid(folded, shrink).strip) {
        // What is unfolded takes more of it. Below half of the size nobody could read it.
        for (const qreal smaller : {0.85, 0.7, 0.6, 0.5}) {
            BoardLayout wider = laid(m_options, shrink * smaller);
            if (wider.strip)
                continue;
            layout = std::move(wider);
            shrink *= smaller;
            break;
        }
    }
    canvas.painter.save();
    canvas.painter.translate(rect.topLeft());
    canvas.painter.scale(shrink, shrink);
    paintBoard(canvas, layout, *m_trace, m_options, m_selection, theme);
    canvas.painter.restore();
}

QString BoardFigure::title() const
{
    return QString::fromStdString(m_trace->scenario->title);
}

QString BoardFigure::description() const
{
    return QCoreApplication::translate("Board",
                                       "All stages of attention, from queries to output. %1")
        .arg(isHiddenSentence(*m_trace, m_options, m_selection.head, 0)
                 ? rowQuestion(*m_trace, 0)
                 : rowSentence(*m_trace, m_selection.head, 0, m_options.decimals));
}

ScenarioPtr BoardFigure::scenario() const
{
    return m_options.hidden.isEmpty() ? m_trace->scenario : nullptr;
}

QString boardSentence(const BoardLayout& layout, const Trace& trace, const BoardOptions& options,
                      const Selection& selection)
{
    const std::optional<CellRef>& asked = selection.asked();
    const int query = asked ? queryOf(*asked).value_or(-1) : -1;
    if (query < 0)
        return QCoreApplication::translate("Board", "Point at a number of a row: it is read here.");
    const bool mean = layout.find({std::nullopt, StageId::Weights, meanOfHeads}) != nullptr;
    const int head = mean ? meanOfHeads : selection.head;
    if (isHiddenSentence(trace, options, head, query))
        return rowQuestion(trace, query);
    return rowSentence(trace, head, query, options.decimals, 8);
}

} // namespace attention::ui
