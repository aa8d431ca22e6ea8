// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/attend.h"
#include "ui/figures/heads_layout.h"
#include "ui/figures/labels.h"
#include "ui/figures/layout_parts.h"
#include "ui/figures/row_ends.h"
#include "ui/figures/sums.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <utility>

namespace attention::ui {

namespace {

// The given matrices that enter just before a stage.
std::vector<MatrixField> fieldsBefore(StageId id)
{
    using F = MatrixField;
    switch (id) {
    case StageId::Embeddings:
        return {F::X};
    case StageId::Context:
        return {F::ContextX};
    case StageId::PositionEncoding:
        return {F::PositionTable};
    case StageId::Queries:
        return {F::W_q, F::b_q, F::W_k, F::b_k, F::W_v, F::b_v};
    case StageId::MaskedScores:
        return {F::MaskBias};
    case StageId::Output:
        return {F::W_o, F::b_o};
    case StageId::Norm1:
        return {F::gamma_1, F::beta_1};
    case StageId::Norm2:
        return {F::gamma_2, F::beta_2};
    case StageId::MlpHidden:
        return {F::W_1, F::b_1};
    case StageId::MlpOutput:
        return {F::W_2, F::b_2};
    default:
        return {};
    }
}

// Whether a stage is worth a thumbnail: not where it is the matrix of a stage that has one, only
// under another name. Queries, keys and values of the head always are.
bool standsForItself(const LayoutInput& in, const Stage& stage)
{
    const Trace& trace = in.trace;
    const Scenario& s = *trace.scenario;
    const auto same = [&](StageId id, int head = -1) {
        const Stage* other = find(trace, id, head);
        return other && stage.values && other->values == stage.values;
    };
    switch (stage.id) {
    case StageId::Embeddings: // X and C stand there as what is given
    case StageId::Context:
        return false;
    case StageId::Queries:
    case StageId::Keys:
    case StageId::Values:
        return s.heads > 1 && !isPlain(s);
    case StageId::ScaledScores:
        return !same(StageId::Scores, stage.head);
    case StageId::MaskedScores:
        if (in.options.paintsMask)
            return true;
        if (!stage.values)
            return ScoreRules(s, s.tokenCount(), s.keyCount(), trace.allowed).masks();
        return !same(StageId::Scores, stage.head) && !same(StageId::ScaledScores, stage.head) &&
               !same(StageId::CappedScores, stage.head);
    case StageId::Concatenated:
        return s.heads > 1 && !isPlain(s) && !same(StageId::Output);
    case StageId::Output:
        return !same(StageId::HeadOutput, 0);
    default:
        return true;
    }
}

} // namespace

std::vector<MatrixRef> stripMatrices(const LayoutInput& in)
{
    const Scenario& s = *in.trace.scenario;
    std::vector<MatrixRef> refs;
    for (const Stage& stage : in.trace.stages) {
        if (stage.head >= 0 && stage.head != in.selection.head)
            continue;
        for (const MatrixField field : fieldsBefore(stage.id))
            if (const MatrixPtr* held = matrixIn(s, field); held && *held)
                refs.push_back({field, {}, -1});
        if (standsForItself(in, stage))
            refs.push_back({std::nullopt, stage.id, stage.head});
    }
    return refs;
}

namespace {

MatrixRef focusOf(const LayoutInput& in, const std::vector<MatrixRef>& refs)
{
    const Selection& selection = in.selection;
    for (const MatrixRef& ref : refs)
        if (selection.focusField ? ref.field == selection.focusField
                                 : !ref.field && ref.stage == selection.focus)
            return ref;
    // A stage without a thumbnail of its own: what it is the same as, from the last one back.
    const bool perHead = stageInfo(selection.focus).perHead;
    const Stage* asked = selection.focusField
                             ? nullptr
                             : find(in.trace, selection.focus, perHead ? selection.head : -1);
    for (auto ref = refs.rbegin(); asked && asked->values && ref != refs.rend(); ++ref) {
        if (ref->field) {
            if (*matrixIn(*in.trace.scenario, *ref->field) == asked->values)
                return *ref;
        } else if (find(in.trace, ref->stage, ref->head)->values == asked->values) {
            return *ref;
        }
    }
    return MatrixRef{std::nullopt, StageId::Weights, selection.head};
}

// How the thumbnails stand: in as many rows as leave each wide enough to be told apart.
struct ThumbnailGrid {
    int rows = 1, inRow = 1;
    qreal width = 0, title = 0, box = 0; // of one thumbnail: title above, matrix in the box

    qreal height(qreal gap, qreal unit) const
    {
        return rows * (title + box + 8 * unit) + (rows - 1) * gap;
    }
};

ThumbnailGrid thumbnailGrid(int count, qreal width, qreal gap, qreal unit)
{
    ThumbnailGrid grid;
    for (grid.rows = 1; grid.rows <= 3; ++grid.rows) {
        grid.inRow = (count + grid.rows - 1) / grid.rows;
        grid.width = std::min(118 * unit, (width - gap * (grid.inRow - 1)) / grid.inRow);
        if (grid.width >= 62 * unit)
            break;
    }
    grid.rows = std::min(grid.rows, 3);
    grid.title = (grid.rows == 1 ? 20 : 17) * unit;
    grid.box = (grid.rows == 1 ? 58 : grid.rows == 2 ? 32 : 24) * unit;
    return grid;
}

// `brief`: in a window too low for more, only the mistakes are said below the formula.
BoardLayout placeStrip(const LayoutInput& in, bool brief)
{
    const Theme& theme = in.theme;
    const Scenario& s = *in.trace.scenario;
    // Text grows with the window: the strip is looked at on a wall too.
    const bool wall = in.options.onTheWall;
    const qreal scale = std::clamp(std::min(in.rect.width() / 1240, in.rect.height() / 600),
                                   wall ? 1.0 : 0.85, 2.2);
    const qreal unit = theme.base / 14 * scale;
    const QRectF rect = in.rect.adjusted(20 * unit, 6 * unit, -20 * unit, -10 * unit);

    BoardLayout layout;
    const bool turned = in.options.transposed;
    layout.strip = true;
    layout.unfolded = in.options;
    layout.transposed = turned;
    layout.scale = scale;
    layout.content = rect;
    layout.fits = rect.width() > 320 && rect.height() > 240;

    // The formula in one line, smaller where it is longer than that; the heads beside it or below.
    const qreal formula = 42 * unit;
    const auto formulaAt = [&](BoardLayout& into, qreal size) {
        return placeFormula(into, in, rect.left(), rect.top() + formula / 2, size);
    };
    qreal formulaScale = scale;
    qreal formulaEnd = 0;
    for (int i = 0; i < 4; ++i) {
        BoardLayout measured;
        formulaEnd = formulaAt(measured, formulaScale);
        if (formulaEnd <= rect.right())
            break;
        formulaScale *= 0.98 * rect.width() / (formulaEnd - rect.left());
    }
    formulaEnd = formulaAt(layout, formulaScale);
    qreal top = rect.top() + formula;
    QRectF tabs(formulaEnd + 28 * unit, rect.top() + 7 * unit,
                rect.right() - formulaEnd - 28 * unit, 28 * unit);
    const qreal tabsWidth = headTabsWidth(in, scale, false);
    if (tabsWidth > tabs.width() && tabs.width() < 200 * unit) {
        tabs = QRectF(rect.left(), top, rect.width(), 28 * unit);
        top += 34 * unit;
    }
    const BoardOptions::Heads heads = headsShown(in, true);
    placeHeadTabs(layout, in, heads, tabs, scale);
    top += placeNotes(layout, in, QRectF(rect.left(), top, rect.width(), 0), scale, brief);

    const std::vector<MatrixRef> refs = stripMatrices(in);
    const MatrixRef thumbnail = focusOf(in, refs);
    const MatrixRef focus = heads == BoardOptions::Heads::Mean
                                ? MatrixRef{std::nullopt, StageId::Weights, meanOfHeads}
                                : thumbnail;

    // The thumbnails; on the wall the steps of the lesson stand for them.
    const qreal gap = 8 * unit;
    const qreal thumbTop = top + 4 * unit;
    ThumbnailGrid thumbs = thumbnailGrid(static_cast<int>(refs.size()), rect.width(), gap, unit);
    // In a low window the thumbnails shrink before the enlarged matrix does, then the sentence
    // goes.
    qreal sentence = in.options.sentence ? 52 * unit : 0;
    // What stands at the right of the rows and below the columns takes its room first.
    const bool sums = showsSums(in.options, focus) && heads != BoardOptions::Heads::All;
    const bool predicts = showsPredictions(s, in.options) && rowAxis(focus) == Axis::Query &&
                          !focus.field && heads != BoardOptions::Heads::All;
    qreal below = sums ? 34 * unit : predicts ? 20 * unit : 0;
    if (predicts && turned) { // what ends a row stands below its column, upright
        BoardLayout measured;
        PlacedMatrix copy;
        copy.scale = scale;
        below = (sums ? 46 : 22) * unit + placeRowEnds(measured, copy, in, 0);
    }
    const int focusRows = std::min(9, gridFor(in, focus, turned, false).drawnRows());
    const auto room = [&] {
        return rect.bottom() - sentence - below - thumbTop - (wall ? 0 : thumbs.height(gap, unit)) -
               (92 + 22 * focusRows) * unit;
    };
    for (int i = 0; i < 3 && room() < 0; ++i)
        thumbs.box = std::max(8 * unit, thumbs.box * 0.6);
    if (room() < -40 * unit && !brief)
        return placeStrip(in, true);
    if (room() < -100 * unit)
        sentence = 0;
    for (std::size_t i = 0; i < refs.size() && !wall; ++i) {
        const MatrixRef& ref = refs[i];
        const int row = static_cast<int>(i) / thumbs.inRow;
        const int column = static_cast<int>(i) % thumbs.inRow;
        PlacedMatrix m;
        m.ref = ref;
        m.grid = gridFor(in, ref, turned, false);
        m.role = roleFor(ref);
        m.scale = scale * (thumbs.rows == 1 ? 0.93 : 0.86);
        m.thumbnail = true;
        m.changed = changedCells(in, ref);
        m.focused = ref == thumbnail;
        const QRectF frame(rect.left() + column * (thumbs.width + gap),
                           thumbTop + row * (thumbs.title + thumbs.box + 8 * unit + gap),
                           thumbs.width, thumbs.title + thumbs.box + 8 * unit);
        const QRectF box(frame.left() + 8 * unit, frame.top() + thumbs.title + 2 * unit,
                         frame.width() - 16 * unit, thumbs.box - 2 * unit);
        const qreal cell =
            std::min(box.width() / m.grid.drawnColumns(), box.height() / m.grid.drawnRows());
        // A narrow matrix keeps cells that can be seen.
        const QSizeF size(std::max(cell * m.grid.drawnColumns(), std::min(box.width(), 10 * unit)),
                          std::max(cell * m.grid.drawnRows(), std::min(box.height(), 10 * unit)));
        m.area = QRectF(
            QPointF(box.center().x() - size.width() / 2, box.center().y() - size.height() / 2),
            size);
        m.headingRect = QRectF(frame.left() + 2 * unit, frame.top() + 1, frame.width() - 4 * unit,
                               thumbs.title);
        m.captionRect = frame; // the frame of the thumbnail
        const QString heading = headingFor(in, ref, turned);
        m.heading = firstFitting({heading, QString(heading).remove(QLatin1Char(' '))},
                                 theme.bold(m.scale), m.headingRect.width());
        Hotspot h;
        h.rect = frame;
        h.kind = ref.field ? Hotspot::Kind::FocusField : Hotspot::Kind::Focus;
        h.stage = ref.stage;
        h.field = ref.field.value_or(MatrixField::X);
        h.head = in.selection.head;
        h.says = QCoreApplication::translate("Board", "Enlarge %1: %2")
                     .arg(heading, captionsFor(in, ref, m.grid).last());
        layout.hotspots.push_back(h);
        layout.matrices.push_back(std::move(m));
    }

    top = thumbTop + (wall ? 0 : thumbs.height(gap, unit) + 10 * unit);
    const qreal bar = 78 * unit;
    // A range would tell how large hidden numbers are.
    const auto placeBar = [&](const QRectF& beside, const CellGrid& grid) {
        const ColourRange range = effectiveRange(in.options.range, false);
        if (!rangeTellsHidden(grid, range, in.options.hidden))
            layout.colourBar = QRectF(beside.right() + 20 * unit, beside.top(), 14 * unit,
                                      std::min(beside.height(), 260 * unit));
        layout.barWords = rangeWords(s, range, grid.kind);
        layout.barNorm = grid.norm;
        layout.barKind = grid.kind;
    };
    if (sentence > 0)
        layout.sentence = QRectF(rect.left(), rect.bottom() - 42 * unit, rect.width(), 42 * unit);
    if (heads == BoardOptions::Heads::All) {
        const QRectF place(rect.left(), top, rect.width() - bar, rect.bottom() - sentence - top);
        const QRectF covered = placeAllHeads(layout, in, place, scale);
        placeBar(covered, layout.matrices.back().grid);
        layout.valueScale = valueScaleFor(layout, in);
        return layout;
    }

    // The enlarged one.
    PlacedMatrix m;
    m.ref = focus;
    // One matrix at a time, with its own range and the bar that says it.
    m.grid = gridFor(in, focus, turned, false);
    m.role = roleFor(focus);
    m.scale = scale;
    m.changed = changedCells(in, focus);
    makeEditable(m, in);
    const QFont labelFont = theme.body(scale * 12.5 / 14);
    const QFontMetricsF metrics(labelFont);
    m.rowLabels = rowLabelsFor(in.trace, focus);
    m.columnLabels = columnLabelsFor(in.trace, focus);
    if (turned)
        std::swap(m.rowLabels, m.columnLabels);
    const auto widest = [&](const QStringList& labels, qreal most) {
        qreal width = 0;
        for (const QString& label : labels)
            width = std::max(width, metrics.horizontalAdvance(label));
        return std::min(width, most) + 8 * unit;
    };
    const bool byKey = columnAxis(focus) == Axis::Key;
    const bool queryRows = rowAxis(focus) == Axis::Query;
    const bool keyRows = rowAxis(focus) == Axis::Key;
    // Rows of keys and values have the colour of what they are; those of a context are both.
    const Role ofKeyRows = roleFor(focus) == Role::Value ? Role::Value : Role::Key;
    m.rowLabelRole = queryRows ? Role::Query : keyRows ? ofKeyRows : Role::None;
    m.columnLabelRole = byKey ? Role::Key : Role::None;
    if (in.options.controls && queryRows)
        m.tokensOf = MatrixField::X;
    if (in.options.controls && keyRows && s.context)
        m.tokensOf = MatrixField::ContextX;
    if (turned)
        std::swap(m.rowLabelRole, m.columnLabelRole);
    m.left = m.rowLabelRole;
    m.top = m.columnLabelRole;

    const qreal headingHeight = 44 * unit;
    m.rowLabelWidth = m.rowLabels.isEmpty() ? 0 : widest(m.rowLabels, 120 * unit) + 4 * unit;
    const qreal sumWidth = sums ? 72 * unit : 0;
    qreal endWidth = 0;
    if (predicts && !turned) {
        BoardLayout measured;
        PlacedMatrix copy = m;
        endWidth = 16 * unit + placeRowEnds(measured, copy, in, 0);
    }
    const qreal roomWidth = rect.width() - m.rowLabelWidth - bar - sumWidth - endWidth;
    const int rows = m.grid.drawnRows();
    const int columns = m.grid.drawnColumns();

    // What is more than plain attention has the room of a board for its one matrix.
    const bool alone = !isPlain(s);
    const qreal mostWidth = (wall ? 150 : alone ? 92 : 66) * unit;
    const qreal mostHeight = (wall ? 110 : alone ? 72 : 54) * unit;

    // Labels over the columns lie flat where they fit their cell, else they stand upright.
    // Cells are made wider for that where it costs nothing but room at the sides.
    const qreal roomGuess = rect.bottom() - sentence - below - top - headingHeight;
    const qreal labelWidth = widest(m.columnLabels, 1e6);
    const auto widthFor = [&](qreal height) {
        const qreal most = roomWidth / columns;
        const qreal wished = std::min({mostWidth, std::max(height * 3.2, 1.0), most});
        return labelWidth <= std::min(most, 110 * unit) ? std::max(wished, labelWidth) : wished;
    };
    qreal cellHeight = std::min(mostHeight, roomGuess / rows);
    qreal cellWidth = widthFor(cellHeight);
    const bool upright = labelWidth - 4 * unit > cellWidth;
    const qreal uprightRoom = std::clamp(0.35 * roomGuess, 26 * unit, 74 * unit);
    m.columnLabelHeight = upright ? widest(m.columnLabels, uprightRoom) : 19 * unit;
    const qreal areaTop =
        top + headingHeight + m.columnLabelHeight + (m.top == Role::None ? 2 : 8) * unit;
    cellHeight = std::min(mostHeight, (rect.bottom() - sentence - below - areaTop) / rows);
    cellWidth = widthFor(cellHeight);
    cellHeight = std::max(1.0, std::min(cellHeight, cellWidth * 1.4));
    m.area = QRectF(rect.left() + m.rowLabelWidth, areaTop, cellWidth * columns, cellHeight * rows);
    // A small matrix stands in the middle of the room, not in its corner.
    m.area.translate(std::round((roomWidth - m.area.width()) / 2), 0);
    layout.cell = QSizeF(cellWidth, cellHeight);
    m.headingRect = QRectF(m.area.left(), top, rect.right() - m.area.left(), 26 * unit);
    m.captionRect = m.headingRect.translated(0, 24 * unit);
    m.captionRect.setHeight(18 * unit);
    m.heading = headingFor(in, focus, turned);
    m.caption = firstFitting(captionsFor(in, focus, m.grid), theme.body(12.5 / 14 * scale),
                             m.captionRect.width());
    qreal right = m.area.right();
    qreal bottom = m.area.bottom();
    if (sums) {
        m.rowSumRect = QRectF(right + 8 * unit, m.area.top(), sumWidth - 8 * unit, m.area.height());
        m.columnSumRect = QRectF(m.area.left(), bottom + 6 * unit, m.area.width(), 24 * unit);
        right = m.rowSumRect.right();
        bottom = m.columnSumRect.bottom();
        if (turned)
            std::swap(m.rowSumRect, m.columnSumRect);
    }
    if (predicts && turned)
        placeRowEnds(layout, m, in, bottom + 10 * unit);
    else if (predicts)
        right += 16 * unit + placeRowEnds(layout, m, in, right + 12 * unit);
    placeBar(QRectF(m.area.topLeft(), QPointF(right, m.area.bottom())), m.grid);
    layout.matrices.push_back(std::move(m));
    layout.valueScale = valueScaleFor(layout, in);
    return layout;
}

} // namespace

BoardLayout layoutStrip(const LayoutInput& in)
{
    return placeStrip(in, in.options.onTheWall);
}

} // namespace attention::ui
