// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/board_layout.h"

#include "core/attention/positions.h"
#include "ui/figures/board_placing.h"
#include "ui/figures/heads_layout.h"
#include "ui/figures/step_layout.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <cmath>
#include <functional>

namespace attention::ui {

namespace {

using Choice = BoardOptions::Shown;

constexpr qreal mostScale = 2.6;

QString tr(const char* text)
{
    return QCoreApplication::translate("Board", text);
}

void move(BoardLayout& layout, QPointF by)
{
    for (PlacedMatrix& m : layout.matrices) {
        m.area.translate(by);
        m.headingRect.translate(by);
        m.captionRect.translate(by);
        m.rowEndRect.translate(by);
        m.rowSumRect.translate(by);
        m.columnSumRect.translate(by);
    }
    for (PlacedText& t : layout.texts)
        t.rect.translate(by);
    for (Hotspot& h : layout.hotspots)
        h.rect.translate(by);
    layout.sentence.translate(by);
    layout.content.translate(by);
}

bool fitsInto(const BoardLayout& layout, const QSizeF& room)
{
    return layout.content.width() <= room.width() && layout.content.height() <= room.height();
}

using Place = std::function<BoardLayout(qreal scale)>;

// The first of several ways to place a board that fits at a comfortable size; else the one that
// leaves the largest cells, where that is worth what it folds away.
BoardLayout largestOf(const std::vector<Place>& tries, const QSizeF& room, qreal comfortable)
{
    const qreal smallest = smallestWidth / cellWidth;
    BoardLayout best;
    bool found = false;
    qreal bestScale = 0;
    for (const Place& place : tries) {
        // The largest scale that fits, by bisection: the size grows with it.
        qreal low = smallest, high = mostScale;
        BoardLayout layout = place(low);
        if (!fitsInto(layout, room))
            continue;
        for (int i = 0; i < 7; ++i) {
            const qreal middle = (low + high) / 2;
            BoardLayout candidate = place(middle);
            if (fitsInto(candidate, room)) {
                low = middle;
                layout = std::move(candidate);
            } else {
                high = middle;
            }
        }
        if (!found || (bestScale < comfortable && low > bestScale * 1.15)) {
            best = std::move(layout);
            bestScale = low;
            found = true;
        }
        if (bestScale >= comfortable)
            break;
    }
    if (!found) {
        best = tries.back()(smallest);
        best.fits = false;
    }
    return best;
}

std::vector<Place> attentionTries(const LayoutInput& in)
{
    const Scenario& s = *in.trace.scenario;
    const BoardOptions& o = in.options;
    const auto wanted = [](Choice choice, bool isAuto) {
        return choice == Choice::Yes || (choice == Choice::Auto && isAuto);
    };
    Unfolded all;
    all.scaled = wanted(o.scaled, scalesSomething(s) || s.softcap);
    all.masked = wanted(o.masked, masksScores(s) || s.mask.bias) || o.paintsMask;
    all.positions = wanted(o.positions, addsPositions(s.positions));
    all.rope = wanted(o.rope, s.positions.kind == PositionKind::Rope);
    std::vector<Unfolded> folded = {all};
    // What goes when it is crowded: first the scaled scores shrink to a word, then the masked ones,
    // then what comes before them all.
    const auto without = [&](bool Unfolded::*part, Choice choice) {
        Unfolded next = folded.back();
        if (!(next.*part) || choice != Choice::Auto)
            return;
        next.*part = false;
        folded.push_back(next);
    };
    without(&Unfolded::scaled, o.scaled);
    if (!o.paintsMask)
        without(&Unfolded::masked, o.masked);
    without(&Unfolded::positions, o.positions);
    without(&Unfolded::rope, o.rope);
    if (s.block && (s.heads > 1 || s.W_o)) {
        folded.push_back(folded.back());
        folded.back().output = false;
    }
    std::vector<Place> tries;
    for (const Unfolded& unfolded : folded)
        tries.push_back(
            [&in, unfolded](qreal scale) { return placeAttention(in, unfolded, scale); });
    return tries;
}

std::vector<Place> blockTries(const LayoutInput& in)
{
    std::vector<Place> tries;
    const auto add = [&](Open open, bool given, bool ofAll = false) {
        tries.push_back([&in, shown = BlockUnfolded{open, given, ofAll}](qreal scale) {
            return placeBlock(in, shown, scale);
        });
    };
    add(Open::All, true, true);
    add(Open::All, true);
    add(Open::AskedAndLast, true);
    add(Open::AskedWithOperands, true);
    add(Open::Asked, true);
    // A given matrix that is asked has to be there.
    if (in.selection.focusField && in.selection.focusField != MatrixField::X)
        return tries;
    add(Open::AskedWithOperands, false);
    add(Open::Asked, false);
    return tries;
}

// Below this a folded stage is worth larger cells; on the wall text sets the measure.
qreal comfortableScale(const LayoutInput& in, bool block)
{
    // What is given with a stage of a block is high, and worth it.
    return in.options.onTheWall ? 0.72 * in.theme.base / 14 : block ? 0.54 : 0.72;
}

BoardLayout boardFor(const LayoutInput& in)
{
    const Scenario& s = *in.trace.scenario;
    const bool block = isOfBlock(s, in.selection);
    // The formula stays at its place whatever the board below it does.
    const qreal formulaScale =
        std::clamp(std::min(in.rect.width() / 1240, in.rect.height() / 600), 0.85, 2.2) * 14 /
        in.theme.base * std::max(1.0, in.theme.base / 14 * 0.75);
    const qreal formulaUnit = in.theme.base / 14 * formulaScale;
    // Below it what is wrong on purpose, if anything is.
    BoardLayout measured;
    const QRectF line(in.rect.left() + 28 * formulaUnit, in.rect.top() + 52 * formulaUnit,
                      in.rect.width() - 44 * formulaUnit, 0);
    const qreal formula = 52 * formulaUnit + placeNotes(measured, in, line, formulaScale, true);
    const QSizeF room = in.rect.size() - QSizeF(32, 16 + formula);
    BoardLayout best =
        largestOf(block ? blockTries(in) : attentionTries(in), room, comfortableScale(in, block));
    best.valueScale = valueScaleFor(best, in);
    // What belongs to one head alone stands back while the weights are those of several.
    if (headsShown(in, false) != BoardOptions::Heads::One)
        for (PlacedMatrix& m : best.matrices)
            m.pale = m.ref.head >= 0 && m.ref.stage != StageId::Weights;
    // Centred, but a little above the middle.
    const QRectF below = in.rect.adjusted(0, formula, 0, 0);
    const qreal left = below.left() + std::max(16.0, (below.width() - best.content.width()) / 2);
    const qreal top = below.top() + std::max(4.0, (below.height() - best.content.height()) * 0.4);
    move(best, QPointF(std::round(left), std::round(top)));
    placeNotes(best, in, line, formulaScale, true);
    const qreal middle = in.rect.top() + 8 + 26 * formulaUnit;
    const qreal formulaLeft = line.left();
    // In one line, smaller where it is longer than that.
    qreal size = formulaScale;
    for (int i = 0; i < 3; ++i) {
        measured = {};
        const qreal measuredEnd = placeFormula(measured, in, formulaLeft, middle, size);
        const qreal most = in.rect.right() - 16;
        if (measuredEnd <= most)
            break;
        size *= 0.98 * (most - formulaLeft) / (measuredEnd - formulaLeft);
    }
    const qreal end = placeFormula(best, in, formulaLeft, middle, size);
    const bool tabsAbove = in.options.unfoldV && !block;
    if (const QRectF bar(in.rect.right() - 190 * formulaUnit, middle - 10 * formulaUnit,
                         170 * formulaUnit, 10 * formulaUnit);
        !(tabsAbove && s.heads > 1) && end + 24 * formulaUnit < bar.left()) {
        const ColourRange range = effectiveRange(in.options.range, true);
        if (range == ColourRange::All) {
            best.barNorm = in.ranges.norm(in.trace, {MatrixField::X, {}, -1}, range);
            best.barWords = rangeWords(s, range, ValueKind::Signed);
            if (in.options.hidden.isEmpty()) // else it would tell how large they are
                best.colourBar = bar;
        } else {
            PlacedText own;
            own.text = range == ColourRange::Heads && s.heads > 1
                           ? tr("colours: heads share a range")
                           : tr("colours: each its own range");
            own.secondary = true;
            own.scale = 12.0 / 14 * formulaScale;
            own.alignment = Qt::AlignRight | Qt::AlignVCenter;
            own.rect = bar.adjusted(0, -10 * formulaUnit, 0, 10 * formulaUnit);
            best.texts.push_back(own);
        }
    }
    if (tabsAbove)
        placeHeadTabs(best, in, headsShown(in, false),
                      QRectF(end + 28 * formulaUnit, middle - 14 * formulaUnit,
                             in.rect.right() - end - 44 * formulaUnit, 28 * formulaUnit),
                      formulaScale);
    return best;
}

// What is asked is unfolded, where nobody has folded it away.
BoardOptions unfoldedFor(const Scenario& s, const Selection& selection, BoardOptions o)
{
    using F = MatrixField;
    const auto show = [](Choice& choice) {
        if (choice == Choice::Auto)
            choice = Choice::Yes;
    };
    const auto showPositions = [&] {
        show(o.positions);
        o.unfoldQ = o.unfoldQ || !isSource(s, F::W_q);
    };
    const bool fromX = addsPositions(s.positions) && !s.block;
    if (selection.focusField) {
        switch (*selection.focusField) {
        case F::X:
            if (fromX)
                showPositions();
            else
                o.unfoldQ = o.unfoldQ || !isSource(s, F::W_q);
            break;
        case F::PositionTable:
            showPositions();
            break;
        case F::W_q:
        case F::b_q:
            o.unfoldQ = true;
            break;
        case F::ContextX:
            if (addsPositions(s.positions)) {
                o.unfoldV = true;
                show(o.positions);
            } else {
                o.unfoldK = o.unfoldK || !isSource(s, F::W_k);
            }
            break;
        case F::W_k:
        case F::b_k:
            o.unfoldK = true;
            break;
        case F::W_v:
        case F::b_v:
            o.unfoldV = true;
            break;
        case F::W_o:
        case F::b_o:
            o.unfoldO = true;
            break;
        case F::MaskBias:
            show(o.masked);
            break;
        default:
            break;
        }
        return o;
    }
    switch (selection.focus) {
    case StageId::Embeddings:
    case StageId::PositionEncoding:
    case StageId::Input:
        if (fromX)
            showPositions();
        else
            o.unfoldQ = o.unfoldQ || !isSource(s, F::W_q);
        break;
    case StageId::Context:
    case StageId::ContextPositionEncoding:
    case StageId::ContextInput:
        o.unfoldV = o.unfoldV || addsPositions(s.positions) || !isSource(s, F::W_v);
        show(o.positions);
        break;
    case StageId::RotatedQueries:
    case StageId::RotatedKeys:
        show(o.rope);
        break;
    case StageId::ScaledScores:
    case StageId::CappedScores:
        if (s.softcap)
            show(o.scaled);
        break;
    default:
        break;
    }
    return o;
}

} // namespace

BoardLayout layoutBoard(const LayoutInput& in)
{
    const Scenario& s = *in.trace.scenario;
    if (!isPlain(s) && !isOfBlock(s, in.selection)) {
        const BoardOptions wished = unfoldedFor(s, in.selection, in.options);
        if (!(wished == in.options)) {
            const BoardLayout layout = boardFor(
                {in.trace, in.ranges, wished, in.selection, in.rect, in.theme, in.effects});
            const bool readable =
                !in.options.onTheWall || layout.cell.width() >= 1.6 * in.theme.base;
            if (layout.fits && readable)
                return layout;
        }
    }
    return boardFor(in);
}

BoardLayout layoutBoardOrStrip(const LayoutInput& in, bool wasStrip)
{
    const Scenario& s = *in.trace.scenario;
    if (in.options.form == BoardOptions::Form::Strip || !boardDraws(s))
        return layoutStrip(in);
    const bool pinned = in.options.form == BoardOptions::Form::Board;
    const int longest = std::max(s.tokenCount(), s.keyCount());
    const int widest = std::max(s.modelWidth(), s.contextWidth());
    if (!pinned && (longest > mostBoardTokens || widest > 4 * mostBoardTokens))
        return layoutStrip(in);
    if (in.options.onTheWall && in.options.step && goesStepByStep(s) &&
        headsShown(in, false) == BoardOptions::Heads::One)
        return layoutStep(in, *in.options.step);
    BoardLayout board = layoutBoard(in);
    const bool spare =
        board.cell.width() >= smallestWidth + 3 && board.cell.height() >= smallestHeight + 2;
    if (board.fits && (pinned || !wasStrip || spare))
        return board;
    return layoutStrip(in);
}

} // namespace attention::ui
