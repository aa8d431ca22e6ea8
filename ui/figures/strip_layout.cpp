// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/labels.h"
#include "ui/figures/layout_parts.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace attention::ui {

namespace {

// Every matrix worth a thumbnail: inputs first, then the stages that change something.
std::vector<MatrixRef> stripMatrices(const LayoutInput& in)
{
    const Scenario& s = *in.trace.scenario;
    const int head = in.selection.head;
    std::vector<MatrixRef> refs = {{MatrixField::X, {}, -1}};
    const auto input = [&](MatrixField field, bool given) {
        if (given)
            refs.push_back({field, {}, -1});
    };
    const auto stage = [&](StageId id, int h) { refs.push_back({std::nullopt, id, h}); };
    input(MatrixField::W_q, !s.W_q.isIdentity());
    input(MatrixField::W_k, !s.W_k.isIdentity());
    input(MatrixField::W_v, !s.W_v.isIdentity());
    stage(StageId::HeadQueries, head);
    stage(StageId::HeadKeys, head);
    stage(StageId::HeadValues, head);
    stage(StageId::Scores, head);
    if (scalesSomething(s))
        stage(StageId::ScaledScores, head);
    if (masksSomething(s))
        stage(StageId::MaskedScores, head);
    stage(StageId::Weights, head);
    stage(StageId::HeadOutput, head);
    input(MatrixField::W_o, s.W_o && !s.W_o->isIdentity());
    if (s.heads > 1 || s.W_o)
        stage(StageId::Output, -1);
    return refs;
}

MatrixRef focusOf(const LayoutInput& in, const std::vector<MatrixRef>& refs)
{
    const Selection& selection = in.selection;
    for (const MatrixRef& ref : refs)
        if (selection.focusField ? ref.field == selection.focusField
                                 : !ref.field && ref.stage == selection.focus)
            return ref;
    return MatrixRef{std::nullopt, StageId::Weights, selection.head};
}

} // namespace

BoardLayout layoutStrip(const LayoutInput& in)
{
    const Theme& theme = in.theme;
    const Scenario& s = *in.trace.scenario;
    // Text grows with the window: the strip is looked at on a wall too.
    const qreal scale =
        std::clamp(std::min(in.rect.width() / 1240, in.rect.height() / 600), 0.85, 2.2);
    const qreal unit = theme.base / 14 * scale;
    const QRectF rect = in.rect.adjusted(20 * unit, 6 * unit, -20 * unit, -10 * unit);

    BoardLayout layout;
    layout.strip = true;
    layout.scale = scale;
    layout.content = rect;
    layout.fits = rect.width() > 320 && rect.height() > 240;

    const qreal formula = 42 * unit;
    const qreal formulaEnd = placeFormula(layout, in, rect.left(), rect.top() + formula / 2, scale);
    const std::vector<MatrixRef> refs = stripMatrices(in);
    const MatrixRef focus = focusOf(in, refs);

    // The thumbnails, in one row.
    const qreal gap = 8 * unit;
    const auto count = static_cast<qreal>(refs.size());
    const qreal thumbWidth = std::min(118 * unit, (rect.width() - gap * (count - 1)) / count);
    const qreal thumbTitle = 20 * unit;
    const qreal thumbBox = 58 * unit;
    const qreal thumbTop = rect.top() + formula + 4 * unit;
    qreal x = rect.left();
    for (const MatrixRef& ref : refs) {
        PlacedMatrix m;
        m.ref = ref;
        m.grid = gridFor(in, ref, false, false);
        m.role = roleFor(ref);
        m.scale = scale * 0.93;
        m.thumbnail = true;
        m.focused = ref == focus;
        const QRectF frame(x, thumbTop, thumbWidth, thumbTitle + thumbBox + 8 * unit);
        const QRectF box(x + 8 * unit, thumbTop + thumbTitle + 2 * unit, thumbWidth - 16 * unit,
                         thumbBox - 2 * unit);
        const qreal cell =
            std::min(box.width() / m.grid.drawnColumns(), box.height() / m.grid.drawnRows());
        // A narrow matrix keeps cells that can be seen.
        const QSizeF size(std::max(cell * m.grid.drawnColumns(), std::min(box.width(), 10 * unit)),
                          std::max(cell * m.grid.drawnRows(), std::min(box.height(), 10 * unit)));
        m.area = QRectF(
            QPointF(box.center().x() - size.width() / 2, box.center().y() - size.height() / 2),
            size);
        m.headingRect =
            QRectF(frame.left() + 2 * unit, frame.top() + 1, frame.width() - 4 * unit, thumbTitle);
        m.captionRect = frame; // the frame of the thumbnail
        m.heading = elided(headingFor(in, ref, false), theme.bold(m.scale), m.headingRect.width());
        Hotspot h;
        h.rect = frame;
        h.kind = ref.field ? Hotspot::Kind::FocusField : Hotspot::Kind::Focus;
        h.stage = ref.stage;
        h.field = ref.field.value_or(MatrixField::X);
        h.head = in.selection.head;
        h.says = QCoreApplication::translate("Board", "Enlarge %1").arg(headingFor(in, ref, false));
        layout.hotspots.push_back(h);
        layout.matrices.push_back(std::move(m));
        x += thumbWidth + gap;
    }

    placeHeadTabs(layout, in,
                  QRectF(formulaEnd + 28 * unit, rect.top() + 7 * unit,
                         rect.right() - formulaEnd - 28 * unit, 28 * unit),
                  scale);

    // The enlarged one.
    PlacedMatrix m;
    m.ref = focus;
    // One matrix at a time, with its own range and the bar that says it.
    m.grid = gridFor(in, focus, false, false);
    m.role = roleFor(focus);
    m.scale = scale;
    makeEditable(m, in);
    const Stage* stage = focus.field ? nullptr : find(in.trace, focus.stage, focus.head);
    const QFont labelFont = theme.body(scale * 12.5 / 14);
    const QFontMetricsF metrics(labelFont);
    Stage embeddings{StageId::Embeddings, -1, s.X};
    if (!focus.field || focus.field == MatrixField::X) {
        const Stage& labelled = stage ? *stage : embeddings;
        m.rowLabels = shownLabels(attention::rowLabels(in.trace, labelled));
        m.columnLabels = shownLabels(attention::columnLabels(in.trace, labelled));
    } else {
        for (int i = 1; i <= m.grid.drawnRows(); ++i)
            m.rowLabels += QString::number(i);
        for (int i = 1; i <= m.grid.drawnColumns(); ++i)
            m.columnLabels += QString::number(i);
    }
    const auto widest = [&](const QStringList& labels, qreal most) {
        qreal width = 0;
        for (const QString& label : labels)
            width = std::max(width, metrics.horizontalAdvance(label));
        return std::min(width, most) + 8 * unit;
    };
    const bool byKey = stage && stageInfo(focus.stage).columns == Axis::Key;
    const bool rowsAreQueries =
        focus.field == MatrixField::X || (stage && stageInfo(focus.stage).rows != Axis::Key);
    m.rowLabelRole = focus.field && focus.field != MatrixField::X ? Role::None
                     : rowsAreQueries                             ? Role::Query
                                                                  : roleFor(focus);
    m.columnLabelRole = byKey ? Role::Key : Role::None;
    m.tokenLabels =
        in.options.controls && (focus.field == MatrixField::X || (stage && rowsAreQueries));
    m.left = rowsAreQueries ? Role::Query : Role::None;
    m.top = byKey ? Role::Key : Role::None;
    if (stage && stageInfo(focus.stage).rows == Axis::Key)
        m.left = roleFor(focus);

    const qreal top = thumbTop + thumbTitle + thumbBox + 18 * unit;
    const qreal headingHeight = 44 * unit;
    const qreal sentence = in.options.sentence ? 52 * unit : 0;
    const qreal bar = 78 * unit;
    m.rowLabelWidth = widest(m.rowLabels, 120 * unit) + 4 * unit;
    const qreal roomWidth = rect.width() - m.rowLabelWidth - bar;
    const int rows = m.grid.drawnRows();
    const int columns = m.grid.drawnColumns();

    // Labels over the columns lie flat where they fit their cell, else they stand upright.
    const qreal roomGuess = rect.bottom() - sentence - top - headingHeight;
    qreal cellHeight = std::min(54 * unit, roomGuess / rows);
    qreal cellWidth = std::min({66 * unit, roomWidth / columns, std::max(cellHeight * 3.2, 1.0)});
    const bool upright = widest(m.columnLabels, 1e6) - 4 * unit > cellWidth;
    m.columnLabelHeight = upright ? widest(m.columnLabels, 74 * unit) : 19 * unit;
    const qreal areaTop =
        top + headingHeight + m.columnLabelHeight + (m.top == Role::None ? 2 : 8) * unit;
    cellHeight = std::min(54 * unit, (rect.bottom() - sentence - areaTop) / rows);
    cellWidth = std::min({66 * unit, roomWidth / columns, std::max(cellHeight * 3.2, 1.0)});
    cellHeight = std::min(cellHeight, cellWidth * 1.4);
    m.area = QRectF(rect.left() + m.rowLabelWidth, areaTop, cellWidth * columns, cellHeight * rows);
    // A small matrix stands in the middle of the room, not in its corner.
    m.area.translate(std::round((roomWidth - m.area.width()) / 2), 0);
    layout.cell = QSizeF(cellWidth, cellHeight);
    m.headingRect = QRectF(m.area.left(), top, rect.right() - m.area.left(), 26 * unit);
    m.captionRect = m.headingRect.translated(0, 24 * unit);
    m.captionRect.setHeight(18 * unit);
    m.heading = headingFor(in, focus, false);
    m.caption = firstFitting(captionsFor(in, focus, m.grid), theme.body(12.5 / 14 * scale),
                             m.captionRect.width());
    layout.colourBar = QRectF(m.area.right() + 20 * unit, m.area.top(), 14 * unit,
                              std::min(m.area.height(), 260 * unit));
    layout.barNorm = m.grid.norm;
    layout.barKind = m.grid.kind;
    if (in.options.sentence)
        layout.sentence = QRectF(rect.left(), rect.bottom() - 42 * unit, rect.width(), 42 * unit);
    layout.matrices.push_back(std::move(m));
    layout.valueScale = valueScaleFor(layout, in);
    return layout;
}

} // namespace attention::ui
