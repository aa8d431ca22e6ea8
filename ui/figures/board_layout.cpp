// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/board_layout.h"

#include "ui/figures/heads_layout.h"
#include "ui/figures/labels.h"
#include "ui/figures/layout_parts.h"
#include "ui/figures/row_ends.h"
#include "ui/figures/sums.h"
#include "ui/figures/turn_over.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace attention::ui {

namespace {

constexpr qreal cellWidth = 66, cellHeight = 54; // at scale 1
constexpr qreal turnedCellHeight = 44;           // a board with queries in columns is high
constexpr qreal smallestWidth = 34, smallestHeight = 26;
constexpr int mostTokens = 10; // a board of more is a strip, even where it fits
constexpr qreal mostScale = 2.6;

QString tr(const char* text)
{
    return QCoreApplication::translate("Board", text);
}

// Which matrices stand on the band between scores and output.
struct Shown {
    bool scaled = false;
    bool masked = false;
};

// One try at a scale: places everything from the origin and says how large it became.
class Placing {
public:
    Placing(const LayoutInput& input, Shown show, qreal scale)
        : in(input)
        , s(*input.trace.scenario)
        , shown(show)
        , f(scale)
        , textScale(std::max(14 * scale / input.theme.base, input.options.onTheWall ? 1.0 : 0.84))
        , unit(input.theme.base / 14 * textScale)
        , turned(input.options.transposed)
        , cell(std::max(smallestWidth, cellWidth * scale),
               std::max(smallestHeight, (turned ? turnedCellHeight : cellHeight) * scale))
        , cw(turned ? cell.height() : cell.width())
        , ch(turned ? cell.width() : cell.height())
        , n(s.tokenCount())
        , head(input.selection.head)
    {
    }

    BoardLayout place();

private:
    qreal textWidth(const QString& text, const QFont& font) const
    {
        return QFontMetricsF(font).horizontalAdvance(text);
    }
    qreal widest(const QStringList& labels, const QFont& font, qreal most) const
    {
        qreal width = 0;
        for (const QString& label : labels)
            width = std::max(width, textWidth(label, font));
        return std::min(width, most);
    }
    PlacedMatrix& add(const MatrixRef& ref, bool transposed, qreal left, qreal top);
    void finishHeading(PlacedMatrix& m, qreal room, const QString& suffix = {});
    void columnLabels(PlacedMatrix& m, const QStringList& labels, Role role);
    void rowLabels(PlacedMatrix& m, const QStringList& labels, Role role, qreal width);
    // Words in the gap from `left` to `right`, centred on the band.
    void words(qreal left, qreal right, const std::vector<std::pair<QString, bool>>& lines,
               std::optional<Hotspot::Kind> kind, const QString& says);

    // Mirrors what was placed up to `end`, and adds what stands as it is.
    void finishTurned(qreal end, PlacedMatrix* predicting);

    const LayoutInput& in;
    const Scenario& s;
    Shown shown;
    qreal f;         // of cells
    qreal textScale; // of the theme's text: as large as the cells allow, never below 0.84
    qreal unit;      // a design pixel of text and gaps
    // The board with its queries in columns is placed as the other one, left for top and width for
    // height, and mirrored at the end: from here on all lengths are those before that. What is as
    // it will stand is kept apart.
    const bool turned;
    QSizeF cell;  // as it will stand
    qreal cw, ch; // as it is placed
    int n, head;
    qreal plainHeader = 0, header = 0; // before a matrix without and with labels over its columns
    qreal bandTop = 0;
    BoardLayout layout;
    BoardLayout standing; // texts and hotspots that are not mirrored
};

PlacedMatrix& Placing::add(const MatrixRef& ref, bool transposed, qreal left, qreal top)
{
    PlacedMatrix m;
    m.ref = ref;
    m.grid = gridFor(in, ref, transposed != turned);
    // Of a projection, the columns that make this head: their product with X is what stands below.
    if (s.heads > 1 && ref.field && ref.field != MatrixField::X && ref.field != MatrixField::W_o) {
        const bool ofQueries = ref.field == MatrixField::W_q;
        const int parts = ofQueries ? s.heads : s.kvHeadCount();
        const int width = static_cast<int>(m.grid.values->cols()) / parts;
        m.firstColumn = (ofQueries ? head : kvHeadOf(s, head)) * width;
        m.grid.values = share(m.grid.values->middleCols(m.firstColumn, width));
        for (QRect& hidden : m.grid.hidden)
            hidden.translate(-m.firstColumn, 0);
    }
    const int rows = turned ? m.grid.drawnColumns() : m.grid.drawnRows();
    const int columns = turned ? m.grid.drawnRows() : m.grid.drawnColumns();
    m.area = QRectF(left, top, cw * columns, ch * rows);
    m.role = roleFor(ref);
    m.scale = textScale;
    m.changed = changedCells(in, ref);
    makeEditable(m, in);
    layout.matrices.push_back(std::move(m));
    return layout.matrices.back();
}

void Placing::finishHeading(PlacedMatrix& m, qreal room, const QString& suffix)
{
    // On the band all headings stand in one line, whether labels follow or not.
    const bool onBand = m.area.top() == bandTop;
    if (turned) // right of what stands on the band, over what does not
        room = onBand ? 240 * unit : m.area.height() + 8 * unit;
    const qreal labels = onBand ? 19 * unit : m.columnLabelHeight;
    const qreal edge = onBand || m.top != Role::None ? 8 * unit : 4 * unit;
    const qreal before = m.columnLabels.isEmpty() ? plainHeader : header;
    const qreal top = m.area.top() - (turned ? before : labels + edge + 42 * unit);
    m.headingRect = QRectF(m.area.left(), top, room, 24 * unit);
    m.captionRect = QRectF(m.area.left(), top + 24 * unit, room, 17 * unit);
    m.heading = elided(headingFor(in, m.ref, m.grid.transposed) + suffix,
                       in.theme.bold(18.0 / 14 * textScale), room);
    m.caption =
        firstFitting(captionsFor(in, m.ref, m.grid), in.theme.body(12.5 / 14 * textScale), room);
}

void Placing::columnLabels(PlacedMatrix& m, const QStringList& labels, Role role)
{
    m.columnLabels = labels;
    m.columnLabelRole = role;
    m.columnLabelHeight = 19 * unit;
}

void Placing::rowLabels(PlacedMatrix& m, const QStringList& labels, Role role, qreal width)
{
    m.rowLabels = labels;
    m.rowLabelRole = role;
    m.rowLabelWidth = width;
}

void Placing::words(qreal left, qreal right, const std::vector<std::pair<QString, bool>>& lines,
                    std::optional<Hotspot::Kind> kind, const QString& says)
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
    if (kind && in.options.controls) {
        Hotspot h;
        h.rect = turned ? all.adjusted(50 * unit, 0, -50 * unit, 0) : all.adjusted(0, -4, 0, 4);
        h.kind = *kind;
        h.says = says;
        into.hotspots.push_back(h);
    }
}

BoardLayout Placing::place()
{
    const Theme& theme = in.theme;
    const BoardOptions& o = in.options;
    layout.scale = textScale;
    layout.transposed = turned;
    layout.cell = cell;

    const int d_k = headWidth(s);
    const int d_v = valueWidth(s);
    const int d_model = s.modelWidth();
    const bool joins = s.heads > 1 || s.W_o;
    const bool unfoldO = o.unfoldO && s.W_o;
    const QStringList tokens = shownLabels(s.tokens);
    const QStringList columns = s.columns.empty() ? QStringList() : shownLabels(s.columns);
    const QFont labelFont = theme.bold(textScale);
    const qreal tokenWidth = widest(tokens, labelFont, 110 * unit) + 14 * unit;
    const qreal labels = turned ? 27 * unit : tokenWidth;
    const QFont columnFont = theme.body(12.0 / 14 * textScale);
    const qreal featureWidth =
        columns.isEmpty() ? 0 : widest(columns, columnFont, 80 * unit) + 10 * unit;
    const qreal featureLabels = !turned ? featureWidth : columns.isEmpty() ? 0 : 21 * unit;

    // Left to right.
    // ---------------------------------------------------------------------------------
    // Mirrored, it holds the headings over what is unfolded.
    const bool unfolds = o.unfoldQ || o.unfoldK || o.unfoldV;
    const qreal gap = (!turned ? 36 : unfolds ? 66 : 18) * unit;
    const qreal overHeading = turned ? 46 * unit : 0;
    qreal x = labels;
    qreal leftX = 0;
    if (o.unfoldQ) {
        leftX = x;
        x += d_model * cw + gap;
    }
    const qreal leftQ = x;
    x += d_k * cw + gap;
    // The keys' own projection stands left of Kᵀ and needs its width there, above the queries; with
    // that of the queries there, it stands above their X, which is as wide.
    const bool both = o.unfoldQ && o.unfoldK;
    if (both)
        x = std::max(x, leftQ + d_k * cw + std::max(gap, featureLabels + 8 * unit));
    else if (o.unfoldK)
        x = std::max(x, d_model * cw + gap + featureLabels + overHeading);
    const qreal leftS = x;
    x += n * cw;
    const QFont wordFont = theme.bold(textScale);
    const qreal longestWord =
        std::max(textWidth(scaleWord(s), wordFont), textWidth(tr("+ mask"), wordFont));
    const bool alsoScale = scalesSomething(s) && !shown.scaled; // a word in the next gap
    const bool alsoMask = masksSomething(s) && !shown.masked;
    const auto lines = [&](int count) { return (14 + 20 * count) * unit; };
    const qreal wordGap = turned ? lines(shown.masked && alsoScale ? 2 : 1)
                                 : std::max(60 * unit, longestWord + 20 * unit);
    qreal leftScaled = 0, leftMasked = 0;
    const qreal rightS = x;
    if (shown.scaled) {
        leftScaled = x + wordGap;
        x = leftScaled + n * cw;
    }
    const qreal rightScaled = x;
    if (shown.masked) {
        leftMasked = x + wordGap;
        x = leftMasked + n * cw;
    }
    const qreal rightBeforeWeights = x;
    const qreal softmaxGap =
        turned ? lines(1 + (alsoMask ? 1 : 0) + (alsoScale && !shown.masked ? 1 : 0))
               : std::max(wordGap, 68 * unit);
    const qreal joinGap = turned ? lines(s.W_o ? 2 : 1) : softmaxGap;
    const qreal leftWeights = x + softmaxGap;
    const BoardOptions::Heads heads = headsShown(in, false);
    const int weightsCount = heads == BoardOptions::Heads::All ? s.heads : 1;
    const qreal weightsGap = 24 * unit;
    x = leftWeights + weightsCount * n * cw + (weightsCount - 1) * weightsGap;
    const qreal rightWeights = x;
    // Beside each other's weights there is no room for sums.
    const bool sums = o.sums && heads != BoardOptions::Heads::All;
    if (sums)
        x += 10 * unit + cw;
    const qreal valueLabels = labels;
    x += turned ? 24 * unit : std::max(gap, valueLabels + 6 * unit);
    // X unfolded beside the values needs its place right of Kᵀ.
    qreal leftOut = x;
    if (o.unfoldV)
        leftOut = std::max(leftOut, leftS + n * cw + 16 * unit + overHeading + valueLabels +
                                        d_model * cw + gap);
    x = leftOut + d_v * cw;
    const qreal rightOut = x;
    qreal leftJoined = 0;
    if (joins) {
        leftJoined = x + joinGap;
        x = leftJoined + static_cast<qreal>(find(in.trace, StageId::Output)->values->cols()) * cw;
    }
    // Captions of the last column need room also over narrow columns.
    const qreal lastLeft = joins ? leftJoined : leftOut;
    // On the wall that room is worth more as cells.
    const qreal leastLast = (o.onTheWall ? 64 : 112) * unit;
    qreal lastWidth = leastLast;
    for (const StageId id : {StageId::HeadValues, StageId::HeadOutput}) {
        if (o.onTheWall)
            break;
        const MatrixRef ref{std::nullopt, id, head};
        const QStringList captions = captionsFor(in, ref, gridFor(in, ref, false));
        const QFont captionFont = theme.body(12.5 / 14 * textScale);
        lastWidth = std::max(lastWidth, textWidth(captions.value(1), captionFont));
    }
    const qreal width = std::max(x, lastLeft + (joins ? leastLast : lastWidth));
    const qreal lastRoom = width + 14 * unit - lastLeft;

    // Top to bottom.
    // ---------------------------------------------------------------------------------
    plainHeader = (turned ? 12 : 50) * unit;
    header = turned ? std::max(tokenWidth, featureWidth) + 6 * unit : plainHeader + 19 * unit;
    const bool namedX = !columns.isEmpty();
    const qreal upperK = header + d_k * ch + (o.unfoldK ? 10 * unit + header + d_model * ch : 0);
    const qreal headerV = namedX && s.W_v.isIdentity() ? header : plainHeader;
    const qreal upperV =
        headerV + n * ch + (o.unfoldV ? 10 * unit + plainHeader + d_model * ch : 0);
    const qreal upperQ = o.unfoldQ ? plainHeader + d_model * ch : 0;
    const qreal upperO = unfoldO ? plainHeader + s.heads * d_v * ch : 0;
    const qreal upper = std::max({upperK, upperV, upperQ, upperO});
    const qreal upperBottom = upper;
    const qreal lowerHeader = header;
    bandTop = upperBottom + 10 * unit + lowerHeader;
    const qreal bandBottom = bandTop + n * ch;

    // The band: row A of each is one row of pixels.
    // ---------------------------------------------------
    const auto roomUntil = [&](qreal left, qreal right) { return right - left - 10 * unit; };
    {
        const MatrixRef q{std::nullopt, StageId::HeadQueries, head};
        const QString fold = !o.controls ? QString()
                             : o.unfoldQ ? QStringLiteral(" ▾")
                                         : QStringLiteral(" ▸");
        if (o.unfoldQ) {
            PlacedMatrix& m = add(MatrixRef{MatrixField::X, {}, -1}, false, leftX, bandTop);
            rowLabels(m, tokens, Role::Query, labels);
            m.left = Role::Query;
            m.tokenLabels = o.controls;
            if (namedX)
                columnLabels(m, columns, Role::None);
            finishHeading(m, roomUntil(leftX, leftQ));
            PlacedMatrix& w = add(MatrixRef{MatrixField::W_q, {}, -1}, false, leftQ, 0);
            w.area.moveBottom(upperBottom);
            // The columns of the other heads stand beside those of this one only where there is
            // room.
            finishHeading(w, std::max(w.area.width(), roomUntil(leftQ, leftS)));
        }
        PlacedMatrix& m = add(q, false, leftQ, bandTop);
        m.left = Role::Query;
        if (!o.unfoldQ) {
            rowLabels(m, tokens, Role::Query, labels);
            m.tokenLabels = o.controls;
            if (namedX && s.W_q.isIdentity() && s.heads == 1)
                columnLabels(m, columns, Role::None);
        }
        finishHeading(m, roomUntil(leftQ, leftS), fold);
        if (o.controls) {
            Hotspot h;
            h.rect = m.headingRect;
            h.kind = Hotspot::Kind::UnfoldQ;
            h.says = o.unfoldQ ? tr("Fold X and W_q away") : tr("Unfold Q = X·W_q");
            layout.hotspots.push_back(h);
        }
    }
    {
        PlacedMatrix& m =
            add(MatrixRef{std::nullopt, StageId::Scores, head}, false, leftS, bandTop);
        m.left = Role::Query;
        m.top = Role::Key;
        columnLabels(m, tokens, Role::Key);
        finishHeading(
            m, roomUntil(leftS, shown.scaled || shown.masked ? rightS + wordGap : leftWeights));
    }
    const auto onBand = [&](StageId id, qreal left, qreal right) -> PlacedMatrix& {
        PlacedMatrix& m = add(MatrixRef{std::nullopt, id, head}, false, left, bandTop);
        m.left = Role::Query;
        m.top = Role::Key;
        columnLabels(m, tokens, Role::Key);
        finishHeading(m, roomUntil(left, right));
        return m;
    };
    if (shown.scaled)
        onBand(StageId::ScaledScores, leftScaled,
               rightScaled + (shown.masked ? wordGap : softmaxGap));
    if (shown.masked)
        onBand(StageId::MaskedScores, leftMasked, rightBeforeWeights + softmaxGap);
    for (int i = 0; i < weightsCount; ++i) {
        const int ofHead = heads == BoardOptions::Heads::All    ? i
                           : heads == BoardOptions::Heads::Mean ? meanOfHeads
                                                                : head;
        const qreal left = leftWeights + i * (n * cw + weightsGap);
        PlacedMatrix& m =
            add(MatrixRef{std::nullopt, StageId::Weights, ofHead}, false, left, bandTop);
        m.left = Role::Query;
        m.top = Role::Key;
        columnLabels(m, tokens, Role::Key);
        finishHeading(m, roomUntil(left, i + 1 < weightsCount ? left + n * cw + weightsGap
                                                              : leftOut - valueLabels * 0.4));
        if (heads == BoardOptions::Heads::All)
            labelHead(layout, m, in);
        if (sums) {
            m.rowSumRect = QRectF(rightWeights + 10 * unit, bandTop, cw, n * ch);
            m.columnSumRect =
                QRectF(left, bandBottom + 6 * unit, n * cw, (turned ? 64 : 24) * unit);
        }
        // Directly over the weights; where X stands beside the values, next to the formula.
        if (i > 0 || o.unfoldV)
            continue;
        QRectF tabs(leftWeights, m.headingRect.top() - 32 * unit,
                    leftOut - leftWeights - valueLabels, 28 * unit);
        // Towards the scores there is room for more.
        const qreal most = tabs.right() - rightS - 16 * unit;
        for (const bool words : {false, true})
            if (const qreal wished = headTabsWidth(in, textScale, words);
                wished > tabs.width() && (!words || wished <= most))
                tabs.setLeft(tabs.right() - std::min(wished, most));
        if (turned) // under the heading, which is at the right
            tabs = QRectF(std::max(m.area.bottom(), m.columnSumRect.bottom()) + 16 * unit,
                          leftWeights + 46 * unit, 360 * unit, 28 * unit);
        placeHeadTabs(turned ? standing : layout, in, heads, tabs, textScale);
    }
    {
        PlacedMatrix& m =
            add(MatrixRef{std::nullopt, StageId::HeadOutput, head}, false, leftOut, bandTop);
        m.left = Role::Query;
        if (namedX && s.W_v.isIdentity() && s.heads == 1)
            columnLabels(m, columns, Role::None);
        finishHeading(m, joins ? roomUntil(leftOut, leftJoined) : lastRoom);
    }
    if (joins) {
        PlacedMatrix& m =
            add(MatrixRef{std::nullopt, StageId::Output, -1}, false, leftJoined, bandTop);
        m.left = Role::Query;
        finishHeading(m, lastRoom,
                      s.W_o && o.controls ? (unfoldO ? QStringLiteral(" ▾") : QStringLiteral(" ▸"))
                                          : QString());
        if (s.W_o && o.controls) {
            Hotspot h;
            h.rect = m.headingRect;
            h.kind = Hotspot::Kind::UnfoldO;
            h.says = unfoldO ? tr("Fold W_o away") : tr("Unfold the output projection W_o");
            layout.hotspots.push_back(h);
        }
        if (unfoldO) {
            PlacedMatrix& w = add(MatrixRef{MatrixField::W_o, {}, -1}, false, leftJoined, 0);
            w.area.moveBottom(upperBottom);
            finishHeading(w, w.area.width());
        }
        std::vector<std::pair<QString, bool>> how = {
            {s.heads > 1 ? tr("join") : QStringLiteral("·"), false}};
        if (s.W_o || !turned)
            how.push_back({s.W_o ? QStringLiteral("· W_o") : QString(), true});
        words(rightOut, leftJoined, how, std::nullopt, {});
    }

    // Above it: the keys over their scores, the values over the output.
    // -------------------------------
    {
        PlacedMatrix& m = add(MatrixRef{std::nullopt, StageId::HeadKeys, head}, true, leftS, 0);
        m.area.moveBottom(upperBottom);
        m.top = Role::Key;
        columnLabels(m, tokens, Role::Key);
        if (namedX && s.W_k.isIdentity() && s.heads == 1)
            rowLabels(m, columns, Role::None, std::min(featureLabels, gap + d_k * cw));
        finishHeading(m, roomUntil(leftS, std::max(rightS + gap, leftWeights)),
                      !o.controls ? QString()
                      : o.unfoldK ? QStringLiteral(" ▾")
                                  : QStringLiteral(" ▸"));
        const QRectF area = m.area;
        const QRectF heading = m.headingRect;
        if (o.controls) {
            Hotspot h;
            h.rect = heading;
            h.kind = Hotspot::Kind::UnfoldK;
            h.says = o.unfoldK ? tr("Fold Xᵀ and W_k away") : tr("Unfold K = X·W_k");
            layout.hotspots.push_back(h);
        }
        if (o.unfoldK) {
            PlacedMatrix& xt = add(MatrixRef{MatrixField::X, {}, -1}, true, leftS, 0);
            xt.area.moveBottom(heading.top() - 10 * unit);
            xt.top = Role::Key;
            columnLabels(xt, tokens, Role::Key);
            if (namedX)
                rowLabels(xt, columns, Role::None, featureLabels);
            finishHeading(xt, roomUntil(leftS, std::max(rightS + gap, leftWeights)));
            PlacedMatrix& w = add(MatrixRef{MatrixField::W_k, {}, -1}, true,
                                  both ? leftX : leftS - gap - d_model * cw, area.top());
            finishHeading(w, d_model * cw + gap - 6 * unit);
        }
    }
    {
        PlacedMatrix& m =
            add(MatrixRef{std::nullopt, StageId::HeadValues, head}, false, leftOut, 0);
        m.area.moveBottom(upperBottom);
        m.right = Role::Value;
        if (!o.unfoldV)
            rowLabels(m, tokens, Role::Value, valueLabels);
        if (namedX && s.W_v.isIdentity() && s.heads == 1)
            columnLabels(m, columns, Role::None);
        finishHeading(m, joins ? roomUntil(leftOut, leftJoined) : lastRoom,
                      !o.controls ? QString()
                      : o.unfoldV ? QStringLiteral(" ▾")
                                  : QStringLiteral(" ▸"));
        const QRectF area = m.area;
        const QRectF heading = m.headingRect;
        if (o.controls) {
            Hotspot h;
            h.rect = QRectF(heading.left(), heading.top(), area.width(), heading.height());
            h.kind = Hotspot::Kind::UnfoldV;
            h.says = o.unfoldV ? tr("Fold X and W_v away") : tr("Unfold V = X·W_v");
            layout.hotspots.push_back(h);
        }
        if (o.unfoldV) {
            PlacedMatrix& xv = add(MatrixRef{MatrixField::X, {}, -1}, false,
                                   leftOut - gap - d_model * cw, area.top());
            rowLabels(xv, tokens, Role::Value, valueLabels);
            if (namedX)
                columnLabels(xv, columns, Role::None);
            finishHeading(xv, d_model * cw + gap - 6 * unit);
            PlacedMatrix& w = add(MatrixRef{MatrixField::W_v, {}, -1}, false, leftOut, 0);
            w.area.moveBottom(heading.top() - 10 * unit);
            finishHeading(w, joins ? roomUntil(leftOut, leftJoined) : lastRoom);
        }
    }

    // What happens between them.
    // ----------------------------------------------------------------------
    const auto scaled = std::pair{scaleWord(s), true};
    const auto masked =
        std::pair{masksSomething(s) ? tr("+ mask") : tr("no mask"), masksSomething(s)};
    const bool scales = scalesSomething(s);
    std::vector<std::pair<QString, bool>> last;
    if (shown.scaled)
        words(rightS, leftScaled, {scaled}, Hotspot::Kind::ToggleScaled,
              tr("Fold the scaled scores away"));
    else if (scales)
        last.push_back(scaled);
    if (shown.masked) {
        last.push_back(masked);
        words(rightScaled, leftMasked, last,
              shown.scaled ? Hotspot::Kind::ToggleMasked : Hotspot::Kind::ToggleScaled,
              shown.scaled ? tr("Fold the masked scores away") : tr("Unfold the scaled scores"));
        last.clear();
    } else if (masksSomething(s)) {
        last.push_back(masked);
    }
    last.push_back({QStringLiteral("softmax"), false});
    const bool canUnfoldScaled = !shown.scaled && !shown.masked;
    words(rightBeforeWeights, leftWeights, last,
          canUnfoldScaled ? Hotspot::Kind::ToggleScaled : Hotspot::Kind::ToggleMasked,
          canUnfoldScaled ? tr("Unfold the scaled scores")
          : shown.masked  ? tr("Fold the masked scores away")
                          : tr("Unfold the masked scores"));
    if (heads == BoardOptions::Heads::One) { // no others make this output
        PlacedText dot;
        dot.text = QStringLiteral("·");
        dot.bold = true;
        dot.scale = 24.0 / 14 * textScale;
        const qreal middle = bandTop + ch * std::min(n, 3) / 2.0;
        const qreal left = rightWeights + (sums ? 10 * unit + cw : 0);
        dot.rect =
            QRectF(left + 1, middle - 16 * unit, std::min(gap, leftOut - left) - 2, 32 * unit);
        layout.texts.push_back(dot);
    }

    // What the rows of the last matrix predict.
    qreal right = width;
    const bool predicts = showsPredictions(s, o);
    PlacedMatrix* ending = nullptr;
    for (PlacedMatrix& m : layout.matrices)
        if (m.area.top() == bandTop && (!ending || m.area.left() > ending->area.left()))
            ending = &m;
    if (turned) {
        finishTurned(x, predicts ? ending : nullptr);
        return std::move(layout);
    }
    if (predicts) {
        const qreal left = ending->area.right() + 12 * unit;
        right = std::max(right, left + placeRowEnds(layout, *ending, in, left));
    }
    const qreal bandEnd = bandBottom + (sums ? 30 * unit : predicts ? 14 * unit : 0);
    qreal bottom = bandEnd + 6 * unit;
    if (o.sentence) {
        layout.sentence = QRectF(0, bandEnd + 18 * unit, std::max(x, 460 * unit), 42 * unit);
        bottom = layout.sentence.bottom();
    }
    layout.content = QRectF(0, 0, std::max(right, layout.sentence.right()), bottom);
    return std::move(layout);
}

void Placing::finishTurned(qreal end, PlacedMatrix* predicting)
{
    turnOver(layout, bandTop, in.theme);
    for (PlacedText& t : standing.texts)
        layout.texts.push_back(std::move(t));
    for (Hotspot& h : standing.hotspots)
        layout.hotspots.push_back(std::move(h));
    if (predicting)
        end += 14 * unit + placeRowEnds(layout, *predicting, in, end + 12 * unit);
    qreal right = 0;
    for (const PlacedMatrix& m : layout.matrices)
        right = std::max({right, m.area.right(), m.headingRect.right(), m.captionRect.right()});
    for (const PlacedText& t : layout.texts)
        right = std::max(right, t.rect.right());
    qreal bottom = end + 6 * unit;
    if (in.options.sentence) {
        layout.sentence = QRectF(0, end + 14 * unit, std::max(right, 640 * unit), 40 * unit);
        bottom = layout.sentence.bottom();
    }
    layout.content = QRectF(0, 0, std::max(right, layout.sentence.right()), bottom);
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

} // namespace

BoardLayout layoutBoard(const LayoutInput& in)
{
    const Scenario& s = *in.trace.scenario;
    using Choice = BoardOptions::Shown;
    const bool scaled = in.options.scaled == Choice::Yes ||
                        (in.options.scaled == Choice::Auto && scalesSomething(s));
    const bool masked = in.options.masked == Choice::Yes || in.options.paintsMask ||
                        (in.options.masked == Choice::Auto && masksSomething(s));
    // What is shown when it is crowded: first the scaled scores shrink to a word, then the masked
    // ones.
    std::vector<Shown> tries = {{scaled, masked}};
    if (scaled && in.options.scaled == Choice::Auto)
        tries.push_back({false, masked});
    if (masked && in.options.masked == Choice::Auto && !in.options.paintsMask)
        tries.push_back({false, false});

    // The formula stays at its place whatever the board below it does.
    const qreal formulaScale =
        std::clamp(std::min(in.rect.width() / 1240, in.rect.height() / 600), 0.85, 2.2) * 14 /
        in.theme.base * std::max(1.0, in.theme.base / 14 * 0.75);
    const qreal formulaUnit = in.theme.base / 14 * formulaScale;
    const qreal formula = 52 * formulaUnit;
    const QSizeF room = in.rect.size() - QSizeF(32, 16 + formula);
    const qreal smallest = smallestWidth / cellWidth;
    // Below this a folded stage is worth larger cells; on the wall text sets the measure.
    const qreal comfortable = 0.72 * (in.options.onTheWall ? in.theme.base / 14 : 1);
    BoardLayout best;
    bool found = false;
    qreal bestScale = 0;
    for (const Shown& shown : tries) {
        // The largest scale that fits, by bisection: the size grows with it.
        qreal low = smallest, high = mostScale;
        BoardLayout layout = Placing(in, shown, low).place();
        if (!fitsInto(layout, room))
            continue;
        for (int i = 0; i < 7; ++i) {
            const qreal middle = (low + high) / 2;
            BoardLayout candidate = Placing(in, shown, middle).place();
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
        best = Placing(in, tries.back(), smallest).place();
        best.fits = false;
    }
    best.valueScale = valueScaleFor(best, in);
    // Centred, but a little above the middle.
    const QRectF below = in.rect.adjusted(0, formula, 0, 0);
    const qreal left = below.left() + std::max(16.0, (below.width() - best.content.width()) / 2);
    const qreal top = below.top() + std::max(4.0, (below.height() - best.content.height()) * 0.4);
    move(best, QPointF(std::round(left), std::round(top)));
    const qreal middle = in.rect.top() + 8 + formula / 2;
    const qreal end =
        placeFormula(best, in, in.rect.left() + 28 * formulaUnit, middle, formulaScale);
    if (const QRectF bar(in.rect.right() - 190 * formulaUnit, middle - 10 * formulaUnit,
                         170 * formulaUnit, 10 * formulaUnit);
        !(in.options.unfoldV && s.heads > 1) && end + 24 * formulaUnit < bar.left()) {
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
    if (in.options.unfoldV)
        placeHeadTabs(best, in, headsShown(in, false),
                      QRectF(end + 28 * formulaUnit, middle - 14 * formulaUnit,
                             in.rect.right() - end - 44 * formulaUnit, 28 * formulaUnit),
                      formulaScale);
    return best;
}

BoardLayout layoutBoardOrStrip(const LayoutInput& in, bool wasStrip)
{
    const Scenario& s = *in.trace.scenario;
    if (in.options.form == BoardOptions::Form::Strip || !boardDraws(s))
        return layoutStrip(in);
    const bool pinned = in.options.form == BoardOptions::Form::Board;
    if (!pinned && (s.tokenCount() > mostTokens || s.modelWidth() > 4 * mostTokens))
        return layoutStrip(in);
    BoardLayout board = layoutBoard(in);
    const bool spare =
        board.cell.width() >= smallestWidth + 3 && board.cell.height() >= smallestHeight + 2;
    if (board.fits && (pinned || !wasStrip || spare))
        return board;
    return layoutStrip(in);
}

} // namespace attention::ui
