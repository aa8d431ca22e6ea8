// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/board_placing.h"

#include "ui/figures/labels.h"
#include "ui/figures/math_text.h"
#include "ui/figures/row_ends.h"
#include "ui/figures/turn_over.h"

#include <QtGui/QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace attention::ui {

Placing::Placing(const LayoutInput& input, qreal scale)
    : in(input)
    , s(*input.trace.scenario)
    , f(scale)
    , textScale(std::max(14 * scale / input.theme.base, input.options.onTheWall ? 1.0 : 0.84))
    , unit(input.theme.base / 14 * textScale)
    , turned(input.options.transposed)
    , cell(std::max(smallestWidth, cellWidth * scale),
           std::max(smallestHeight, (turned ? turnedCellHeight : cellHeight) * scale))
    , cw(turned ? cell.height() : cell.width())
    , ch(turned ? cell.width() : cell.height())
    , n(s.tokenCount())
    , m(s.keyCount())
    , head(input.selection.head)
    , tokens(shownLabels(s.tokens))
    , keyTokens(shownLabels(s.keyTokens()))
    , columns(s.columns.empty() ? QStringList() : shownLabels(s.columns))
{
    layout.scale = textScale;
    layout.transposed = turned;
    layout.cell = cell;
    layout.unfolded = in.options;
    const QFont labelFont = in.theme.bold(textScale);
    tokenWidth = widest(tokens, labelFont, 110 * unit) + 14 * unit;
    labels = turned ? 27 * unit : tokenWidth;
    const QFont columnFont = in.theme.body(12.0 / 14 * textScale);
    featureWidth = columns.isEmpty() ? 0 : widest(columns, columnFont, 80 * unit) + 10 * unit;
    const qreal keyWidth = widest(keyTokens, labelFont, 110 * unit) + 14 * unit;
    plainHeader = (turned ? 12 : 50) * unit;
    header = turned ? std::max({tokenWidth, keyWidth, featureWidth}) + 6 * unit
                    : plainHeader + 19 * unit;
}

qreal Placing::textWidth(const QString& text, const QFont& font) const
{
    return QFontMetricsF(font).horizontalAdvance(text);
}

qreal Placing::widest(const QStringList& all, const QFont& font, qreal most) const
{
    qreal width = 0;
    for (const QString& label : all)
        width = std::max(width, textWidth(label, font));
    return std::min(width, most);
}

PlacedMatrix& Placing::add(const MatrixRef& ref, bool transposed, qreal left, qreal top)
{
    PlacedMatrix placed;
    placed.ref = ref;
    placed.grid = gridFor(in, ref, transposed != turned);
    showHeadColumns(placed, in); // their product with X is what stands below
    const int rows = turned ? placed.grid.drawnColumns() : placed.grid.drawnRows();
    const int across = turned ? placed.grid.drawnRows() : placed.grid.drawnColumns();
    placed.area = QRectF(left, top, cw * across, ch * rows);
    placed.role = roleFor(ref);
    placed.scale = textScale;
    placed.changed = changedCells(in, ref);
    makeEditable(placed, in);
    layout.matrices.push_back(std::move(placed));
    return layout.matrices.back();
}

void Placing::finishHeading(PlacedMatrix& placed, qreal room, const QString& suffix)
{
    // On the band all headings stand in one line, whether labels follow or not.
    const bool onBand = placed.area.top() == bandTop;
    if (turned) // right of what stands on the band, over what does not
        room = onBand ? 240 * unit : placed.area.height() + 8 * unit;
    const qreal labelHeight = onBand ? 19 * unit : placed.columnLabelHeight;
    const qreal edge = onBand || placed.top != Role::None ? 8 * unit : 4 * unit;
    const qreal before = placed.columnLabels.isEmpty() ? plainHeader : header;
    const qreal top = placed.area.top() - (turned ? before : labelHeight + edge + 42 * unit);
    placed.headingRect = QRectF(placed.area.left(), top, room, 24 * unit);
    placed.captionRect = QRectF(placed.area.left(), top + 24 * unit, room, 17 * unit);
    const QFont font = in.theme.bold(18.0 / 14 * textScale);
    QStringList forms = boardHeadings(in, placed.ref, placed.grid.transposed);
    for (QString& form : forms)
        form += suffix;
    placed.heading = firstFitting(forms, font, room);
    placed.caption = firstFitting(captionsFor(in, placed.ref, placed.grid, true),
                                  in.theme.body(12.5 / 14 * textScale), room);
}

PlacedMatrix& Placing::addVector(MatrixField field, bool transposed, qreal left, qreal top)
{
    PlacedMatrix& placed = add({field, {}, -1}, transposed, left, top);
    const bool gain = field == MatrixField::gamma_1 || field == MatrixField::gamma_2;
    placed.heading = (gain ? QStringLiteral("× ") : QStringLiteral("+ ")) + fieldSymbol(field) +
                     (placed.grid.transposed ? QStringLiteral("ᵀ") : QString());
    placed.caption = captionsFor(in, placed.ref, placed.grid, true).first(); // only told
    const qreal width = mathWidth(placed.heading, in.theme.bold(18.0 / 14 * textScale)) + 2;
    const qreal height = 24 * unit;
    placed.headingRect = transposed ? QRectF(left, top - 4 * unit - height, width, height)
                                    : QRectF(left - 6 * unit - width,
                                             placed.area.center().y() - height / 2, width, height);
    return placed;
}

void Placing::columnLabels(PlacedMatrix& placed, const QStringList& texts, Role role) const
{
    placed.columnLabels = texts;
    placed.columnLabelRole = role;
    placed.columnLabelHeight = 19 * unit;
}

void Placing::rowLabels(PlacedMatrix& placed, const QStringList& texts, Role role, qreal width)
{
    placed.rowLabels = texts;
    placed.rowLabelRole = role;
    placed.rowLabelWidth = width;
}

void Placing::hotHeading(const PlacedMatrix& placed, Hotspot::Kind kind, const QString& says)
{
    if (!in.options.controls)
        return;
    Hotspot h = click(kind, says);
    h.rect = placed.headingRect;
    layout.hotspots.push_back(std::move(h));
}

Hotspot Placing::click(Hotspot::Kind kind, const QString& says)
{
    Hotspot h;
    h.kind = kind;
    h.says = says;
    return h;
}

QString Placing::fold(bool open) const
{
    return !in.options.controls ? QString() : open ? QStringLiteral(" ▾") : QStringLiteral(" ▸");
}

void Placing::words(qreal left, qreal right, const Words& lines, const std::optional<Hotspot>& does)
{
    const qreal lineHeight = 20 * unit;
    const qreal middle = bandTop + ch * std::min(n, 3) / 2.0;
    qreal y = middle - lineHeight * static_cast<qreal>(lines.size()) / 2;
    QRectF all(left + 2, y, right - left - 4, lineHeight * static_cast<qreal>(lines.size()));
    if (turned) {
        const QPointF centre(middle, (left + right) / 2);
        all = QRectF(0, 0, 180 * unit, all.height());
        all.moveCenter(centre);
        y = all.top();
    }
    BoardLayout& into = turned ? standing : layout;
    for (const auto& [text, bold] : lines) {
        PlacedText t;
        t.text = text;
        t.bold = bold;
        t.secondary = !bold;
        t.scale = (bold ? 14.0 : 12.0) / 14 * textScale;
        t.rect = QRectF(all.left(), y, all.width(), lineHeight);
        into.texts.push_back(t);
        y += lineHeight;
    }
    if (does && in.options.controls) {
        Hotspot h = *does;
        h.rect = turned ? all.adjusted(50 * unit, 0, -50 * unit, 0) : all.adjusted(0, -4, 0, 4);
        h.head = head;
        into.hotspots.push_back(std::move(h));
    }
}

BoardLayout Placing::finish(qreal right, qreal end, qreal bottom)
{
    const BoardOptions& o = in.options;
    const bool predicts = showsPredictions(s, o);
    PlacedMatrix* ending = nullptr;
    for (PlacedMatrix& placed : layout.matrices)
        if (placed.area.top() == bandTop && (!ending || placed.area.left() > ending->area.left()))
            ending = &placed;
    // The tabs of a block, then the sentence.
    const auto below = [&](qreal from, qreal width, qreal least, qreal height) {
        qreal y = from;
        if (s.block)
            y += placeChain(layout, in, QPointF(0, y), std::max(width, 460 * unit), textScale) +
                 10 * unit;
        qreal last = y;
        if (o.sentence) {
            layout.sentence = QRectF(0, y, std::max(width, least), height);
            last = layout.sentence.bottom();
        }
        return last;
    };
    if (turned) {
        turnOver(layout, bandTop, in.theme);
        for (PlacedText& t : standing.texts)
            layout.texts.push_back(std::move(t));
        for (Hotspot& h : standing.hotspots)
            layout.hotspots.push_back(std::move(h));
        if (predicts)
            end += 14 * unit + placeRowEnds(layout, *ending, in, end + 12 * unit);
        qreal wide = 0;
        for (const PlacedMatrix& placed : layout.matrices)
            wide = std::max({wide, placed.area.right(), placed.headingRect.right(),
                             placed.captionRect.right()});
        for (const PlacedText& t : layout.texts)
            wide = std::max(wide, t.rect.right());
        const qreal last = below(end + 14 * unit, wide, 640 * unit, 40 * unit);
        layout.content = QRectF(0, 0, std::max(wide, layout.sentence.right()),
                                o.sentence ? last : std::max(last - 14 * unit, end) + 6 * unit);
        return std::move(layout);
    }
    qreal wide = right;
    if (predicts) {
        const qreal left = ending->area.right() + 12 * unit;
        wide = std::max(wide, left + placeRowEnds(layout, *ending, in, left));
        bottom = std::max(bottom, bandTop + n * ch + 14 * unit);
    }
    const qreal last = below(bottom + 18 * unit, end, 460 * unit, 42 * unit);
    layout.content = QRectF(0, 0, std::max(wide, layout.sentence.right()),
                            o.sentence ? last : std::max(last - 18 * unit, bottom) + 6 * unit);
    return std::move(layout);
}

} // namespace attention::ui
