// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/positions.h"
#include "ui/figures/board_placing.h"
#include "ui/figures/heads_layout.h"
#include "ui/figures/labels.h"
#include "ui/figures/math_text.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <array>

namespace attention::ui {

namespace {

using Kind = Hotspot::Kind;

QString tr(const char* text)
{
    return QCoreApplication::translate("Board", text);
}

MatrixRef stageRef(StageId id, int head = -1)
{
    return {std::nullopt, id, head};
}

MatrixRef fieldRef(MatrixField field)
{
    return {field, {}, -1};
}

// A matrix between the scores and the weights, or the word that stands for it.
struct Between {
    MatrixRef ref;
    bool shown = false;
    std::pair<QString, bool> word; // empty: what changes nothing is not even that
    qreal left = 0;
};

class Attention : Placing {
public:
    Attention(const LayoutInput& input, const Unfolded& show, qreal scale)
        : Placing(input, scale)
        , shown(show)
        , o(input.options)
        , ofOne(std::array{tr("Unfold X and PE, whose sum is X′"), tr("Fold X and PE away")})
    {
    }

    BoardLayout place();

private:
    void placeAcross();
    void placeDown();
    void placeQueries();
    void placeScores();
    void placeWeights();
    void placeOutput();
    void placeKeys();
    void placeValues();
    void placeWords();
    // Of X′ and C′, or of Q and V where these are that.
    void hotPositions(const PlacedMatrix& placed)
    {
        hotHeading(placed, Kind::TogglePositions, ofOne[shown.positions]);
    }
    QString joinWord() const
    {
        return !s.W_o ? QString() : s.b_o ? QStringLiteral("· W_o + b_o") : QStringLiteral("· W_o");
    }
    qreal roomUntil(qreal left, qreal right) const { return right - left - 10 * unit; }
    qreal chainWidth(std::size_t count, int across, qreal apart) const
    {
        const auto all = static_cast<qreal>(count);
        return all * across * cw + std::max(0.0, all - 1) * apart;
    }

    Unfolded shown;
    const BoardOptions& o;
    std::array<QString, 2> ofOne;

    int d_k = 0, d_v = 0, d_model = 0, d_context = 0;
    bool joins = false, unfoldO = false, adds = false, rotates = false, isX = false;
    bool namedX = false, ownColumns = false, namesKeys = false;
    bool tellsReadout = false; // the probabilities stand right of the output
    bool sums = false;
    BoardOptions::Heads heads = BoardOptions::Heads::One;
    int weightsCount = 1;
    std::vector<MatrixRef> queryChain, valueChain; // from X to what is projected
    std::vector<Between> between;

    qreal gap = 0, overHeading = 0, featureLabels = 0, sign = 0, ropeGap = 0;
    qreal keyLabels = 0; // before the values
    qreal wordGap = 0, softmaxGap = 0, joinGap = 0, weightsGap = 0;
    qreal leftSource = 0, leftQ = 0, leftRQ = 0, rightQ = 0, leftS = 0, rightS = 0;
    qreal leftWeights = 0, rightWeights = 0, rightBeforeWeights = 0;
    qreal leftOut = 0, rightOut = 0, leftJoined = 0, leftReadout = 0, rightJoined = 0;
    qreal width = 0, end = 0, lastRoom = 0;
    qreal upperBottom = 0, bandBottom = 0, headerV = 0;
};

BoardLayout Attention::place()
{
    d_k = headWidth(s);
    d_v = valueWidth(s);
    d_model = s.modelWidth();
    d_context = s.contextWidth();
    joins = (s.heads > 1 || s.W_o) && shown.output;
    unfoldO = o.unfoldO && s.W_o && joins;
    adds = addsPositions(s.positions) && !s.block;
    rotates = s.positions.kind == PositionKind::Rope;
    isX = isSource(s, MatrixField::W_q);
    namedX = !columns.isEmpty();
    ownColumns = !s.context;
    heads = headsShown(in, false);
    weightsCount = heads == BoardOptions::Heads::All ? s.heads : 1;
    // Beside each other's weights there is no room for sums.
    sums = o.sums && heads != BoardOptions::Heads::All;
    tellsReadout = s.readout && s.readout->logits && !s.block;

    const MatrixRef source = sourceOf(s, MatrixField::W_q);
    if (adds && shown.positions && (o.unfoldQ || isX))
        queryChain = {fieldRef(MatrixField::X), stageRef(StageId::PositionEncoding)};
    if (o.unfoldQ)
        queryChain.push_back(source);
    if (o.unfoldV && s.context && addsPositions(s.positions) && shown.positions)
        valueChain = {fieldRef(MatrixField::ContextX), stageRef(StageId::ContextPositionEncoding)};
    if (o.unfoldV)
        valueChain.push_back(sourceOf(s, MatrixField::W_v));

    const bool masks = masksScores(s);
    between.push_back({stageRef(StageId::ScaledScores, head),
                       shown.scaled,
                       {scalesSomething(s) || shown.scaled ? scaleWord(s) : QString(), true}});
    if (s.softcap)
        between.push_back(
            {stageRef(StageId::CappedScores, head), shown.scaled, {capWord(s), true}});
    if (s.mask.bias)
        between.push_back({fieldRef(MatrixField::MaskBias),
                           shown.masked,
                           {shown.masked ? QStringLiteral("+") : tr("+ bias"), true}});
    between.push_back({stageRef(StageId::MaskedScores, head),
                       shown.masked,
                       {masks           ? tr("+ mask")
                        : !shown.masked ? QString()
                        : s.mask.bias   ? QStringLiteral("=")
                                        : tr("no mask"),
                        masks || s.mask.bias != nullptr}});

    placeAcross();
    placeDown();
    placeQueries();
    placeScores();
    placeWeights();
    placeOutput();
    placeKeys();
    placeValues();
    placeWords();
    layout.unfolded.scaled = shown.scaled ? BoardOptions::Shown::Yes : BoardOptions::Shown::No;
    layout.unfolded.masked = shown.masked ? BoardOptions::Shown::Yes : BoardOptions::Shown::No;
    layout.unfolded.positions =
        shown.positions ? BoardOptions::Shown::Yes : BoardOptions::Shown::No;
    layout.unfolded.rope = shown.rope ? BoardOptions::Shown::Yes : BoardOptions::Shown::No;
    return finish(width, end, bandBottom + (sums ? 30 * unit : 0));
}

// Left to right; mirrored, it holds the headings over what is unfolded.
void Attention::placeAcross()
{
    const bool unfolds = o.unfoldQ || o.unfoldK || o.unfoldV || (rotates && shown.rope);
    gap = (!turned ? 36 : unfolds ? 66 : 18) * unit;
    overHeading = turned ? 46 * unit : 0;
    sign = turned ? wordsHeight(1) : 30 * unit;
    featureLabels = !turned ? featureWidth : columns.isEmpty() ? 0 : 21 * unit;
    const QFont wordFont = in.theme.bold(textScale);
    ropeGap = turned ? wordsHeight(1) : std::max(gap, textWidth(tr("RoPE"), wordFont) + 20 * unit);

    // The name of the bias stands left of it.
    const qreal gapQ = s.b_q && !turned ? std::max(gap, 52 * unit) : gap;
    qreal x = labels;
    if (!queryChain.empty()) {
        leftSource = x + chainWidth(queryChain.size() - 1, d_model, sign) +
                     (queryChain.size() > 1 ? sign : 0);
        x += chainWidth(queryChain.size(), d_model, sign) + (o.unfoldQ ? gapQ : sign);
    }
    // The keys' own projection stands left of Kᵀ and needs its width there, above the queries; with
    // that of the queries there, it stands above their X, which is as wide unless the keys come
    // from elsewhere.
    const bool both = o.unfoldQ && o.unfoldK;
    if (both)
        x = std::max(x, leftSource + d_context * cw + gapQ);
    leftQ = x;
    x += d_k * cw;
    if (rotates && shown.rope) {
        leftRQ = x + ropeGap;
        x = leftRQ + d_k * cw;
    }
    rightQ = x;
    x += rotates && !shown.rope ? ropeGap : gap;
    const qreal biasK = s.b_k ? cw + 12 * unit : 0;
    namesKeys = namedX && ownColumns && s.W_k.isIdentity() && !s.b_k && s.heads == 1;
    if (both)
        x = std::max(x, rightQ + std::max(gap, featureLabels + 8 * unit) +
                            (s.b_k ? biasK + gap - 12 * unit : 0));
    else if (o.unfoldQ && namesKeys)
        x = std::max(x, rightQ + featureLabels + 8 * unit);
    else if (o.unfoldK)
        x = std::max(x, d_context * cw + gap + featureLabels + overHeading + biasK);
    leftS = x;
    x += m * cw;
    rightS = x;

    qreal longestWord =
        std::max(textWidth(scaleWord(s), wordFont), textWidth(tr("+ mask"), wordFont));
    for (const Between& b : between)
        longestWord = std::max(longestWord, textWidth(b.word.first, wordFont));
    wordGap = std::max(60 * unit, longestWord + 20 * unit);
    int waiting = 0; // words that stand together in the next gap
    for (Between& b : between) {
        waiting += b.word.first.isEmpty() ? 0 : 1;
        if (!b.shown)
            continue;
        b.left = x + (turned ? wordsHeight(std::max(1, waiting)) : wordGap);
        x = b.left + m * cw;
        waiting = 0;
    }
    rightBeforeWeights = x;
    softmaxGap =
        turned ? wordsHeight((masksWeights(s) ? 2 : 1) + waiting) : std::max(wordGap, 68 * unit);
    joinGap = turned ? wordsHeight(s.W_o ? 2 : 1)
                     : std::max(softmaxGap, mathWidth(joinWord(), wordFont) + 20 * unit);
    leftWeights = x + softmaxGap;
    weightsGap = 24 * unit;
    x = leftWeights + weightsCount * m * cw + (weightsCount - 1) * weightsGap;
    rightWeights = x;
    if (sums)
        x += 10 * unit + cw;
    keyLabels = turned ? labels : widest(keyTokens, wordFont, 110 * unit) + 14 * unit;
    x += turned ? 24 * unit : std::max(gap, keyLabels + 6 * unit);
    // What is unfolded beside the values needs its place right of Kᵀ.
    leftOut = x;
    if (o.unfoldV)
        leftOut = std::max(leftOut, leftS + m * cw + 16 * unit + overHeading + keyLabels +
                                        chainWidth(valueChain.size(), d_context, gap) + gap);
    x = leftOut + d_v * cw;
    rightOut = x;
    if (joins) {
        leftJoined = x + joinGap;
        x = leftJoined + static_cast<qreal>(find(in.trace, StageId::Output)->values->cols()) * cw;
    }
    rightJoined = x;
    if (tellsReadout) {
        leftReadout = x + softmaxGap;
        x = leftReadout +
            static_cast<qreal>(find(in.trace, StageId::Probabilities)->values->cols()) * cw;
    }
    end = x;
    // Captions of the last column need room also over narrow columns.
    const qreal lastLeft = tellsReadout ? leftReadout : joins ? leftJoined : leftOut;
    // On the wall that room is worth more as cells.
    const qreal leastLast = (o.onTheWall ? 64 : 112) * unit;
    qreal lastWidth = leastLast;
    for (const StageId id : {StageId::HeadValues, StageId::HeadOutput}) {
        if (o.onTheWall)
            break;
        const MatrixRef ref = stageRef(id, head);
        const QStringList captions = captionsFor(in, ref, gridFor(in, ref, false), true);
        const QFont captionFont = in.theme.body(12.5 / 14 * textScale);
        lastWidth = std::max(lastWidth, textWidth(captions.value(1), captionFont));
    }
    width = std::max(x, lastLeft + (joins || tellsReadout ? leastLast : lastWidth));
    lastRoom = width + 14 * unit - lastLeft;
}

// Top to bottom.
void Attention::placeDown()
{
    const auto bias = [&](const MatrixPtr& b) { return b ? vectorHeight() : 0; };
    const qreal upperK = header + d_k * ch +
                         (rotates && shown.rope ? 10 * unit + plainHeader + d_k * ch : 0) +
                         (o.unfoldK ? 10 * unit + header + d_context * ch : 0);
    headerV = namedX && s.W_v.isIdentity() ? header : plainHeader;
    const qreal upperV =
        headerV + m * ch + (o.unfoldV ? 10 * unit + plainHeader + d_context * ch + bias(s.b_v) : 0);
    const qreal upperQ = o.unfoldQ ? plainHeader + d_model * ch + bias(s.b_q) : 0;
    const qreal upperO = unfoldO ? plainHeader + s.heads * d_v * ch + bias(s.b_o) : 0;
    upperBottom = std::max({upperK, upperV, upperQ, upperO});
    bandTop = upperBottom + 10 * unit + header;
    bandBottom = bandTop + n * ch;
}

void Attention::placeQueries()
{
    qreal x = labels;
    for (std::size_t i = 0; i < queryChain.size(); ++i) {
        PlacedMatrix& placed = add(queryChain[i], false, x, bandTop);
        placed.left = Role::Query;
        if (i == 0)
            rowLabels(placed, tokens, Role::Query, labels);
        if (i == 0 && o.controls)
            placed.tokensOf = MatrixField::X;
        if (queryChain[i].field)
            placed.alsoKnownAs = {stageRef(StageId::Embeddings)};
        if (namedX)
            columnLabels(placed, columns, Role::None);
        const bool last = i + 1 == queryChain.size();
        const bool isSum = adds && last && o.unfoldQ;
        const qreal next = last ? leftQ : x + d_model * cw + sign;
        finishHeading(placed, roomUntil(x, next), isSum ? fold(shown.positions) : QString());
        if (isSum)
            hotPositions(placed);
        if (i > 0)
            words(x - sign, x, {{i == 1 ? QStringLiteral("+") : QStringLiteral("="), true}}, {});
        x = next;
    }
    if (o.unfoldQ) {
        qreal bottom = upperBottom;
        if (s.b_q) {
            addVector(MatrixField::b_q, false, leftQ, bottom - ch);
            bottom -= vectorHeight();
        }
        PlacedMatrix& w = add(fieldRef(MatrixField::W_q), false, leftQ, 0);
        w.area.moveBottom(bottom);
        // The columns of the other heads stand beside those of this one only where there is room.
        finishHeading(w, std::max(w.area.width(), roomUntil(leftQ, leftS)));
    } else if (!queryChain.empty()) {
        words(leftQ - sign, leftQ, {{QStringLiteral("="), true}}, {});
    }
    PlacedMatrix& q = add(stageRef(StageId::HeadQueries, head), false, leftQ, bandTop);
    q.left = Role::Query;
    if (queryChain.empty()) {
        rowLabels(q, tokens, Role::Query, labels);
        if (o.controls)
            q.tokensOf = MatrixField::X;
    }
    if (!o.unfoldQ && namedX && s.W_q.isIdentity() && s.heads == 1)
        columnLabels(q, columns, Role::None);
    if (isX && !o.unfoldQ && s.heads == 1 && !sourceOf(s, MatrixField::W_q).field)
        q.alsoKnownAs = {sourceOf(s, MatrixField::W_q)};
    // Where Q is X′, what it unfolds is how that comes about.
    const bool ofPositions = adds && isX && !o.unfoldQ;
    const qreal nextQ = rotates && shown.rope ? leftRQ : leftS;
    finishHeading(q, roomUntil(leftQ, nextQ), fold(ofPositions ? shown.positions : o.unfoldQ));
    if (ofPositions)
        hotPositions(q);
    else
        hotHeading(
            q, Kind::UnfoldQ,
            o.unfoldQ
                ? tr("Fold %1 and W_q away").arg(symbolOf(in.trace, sourceOf(s, MatrixField::W_q)))
                : tr("Unfold Q = %1·W_q").arg(symbolOf(in.trace, sourceOf(s, MatrixField::W_q))));
    if (!rotates)
        return;
    const Hotspot rope =
        click(Kind::ToggleRope, shown.rope ? tr("Fold the rotated queries and keys away")
                                           : tr("Unfold the rotated queries and keys"));
    const qreal right = leftQ + d_k * cw;
    if (!shown.rope) {
        words(right, leftS, {{tr("RoPE"), true}}, rope);
        return;
    }
    words(right, leftRQ, {{tr("RoPE"), true}}, rope);
    PlacedMatrix& rq = add(stageRef(StageId::RotatedQueries, head), false, leftRQ, bandTop);
    rq.left = Role::Query;
    finishHeading(rq, roomUntil(leftRQ, leftS), fold(true));
    hotHeading(rq, Kind::ToggleRope, rope.says);
}

void Attention::placeScores()
{
    const auto onBand = [&](const MatrixRef& ref, qreal left, qreal next) {
        PlacedMatrix& placed = add(ref, false, left, bandTop);
        placed.left = Role::Query;
        placed.top = Role::Key;
        columnLabels(placed, keyTokens, Role::Key);
        finishHeading(placed, roomUntil(left, next));
    };
    const auto nextAfter = [&](qreal left) {
        for (const Between& b : between)
            if (b.shown && b.left > left)
                return b.left;
        return leftWeights;
    };
    onBand(stageRef(StageId::Scores, head), leftS, nextAfter(leftS));
    for (const Between& b : between)
        if (b.shown)
            onBand(b.ref, b.left, nextAfter(b.left));
}

void Attention::placeWeights()
{
    for (int i = 0; i < weightsCount; ++i) {
        const int ofHead = heads == BoardOptions::Heads::All    ? i
                           : heads == BoardOptions::Heads::Mean ? meanOfHeads
                                                                : head;
        const qreal left = leftWeights + i * (m * cw + weightsGap);
        PlacedMatrix& placed = add(stageRef(StageId::Weights, ofHead), false, left, bandTop);
        placed.left = Role::Query;
        placed.top = Role::Key;
        columnLabels(placed, keyTokens, Role::Key);
        finishHeading(placed, roomUntil(left, i + 1 < weightsCount ? left + m * cw + weightsGap
                                                                   : leftOut - keyLabels * 0.4));
        if (heads == BoardOptions::Heads::All)
            labelHead(layout, placed, in);
        if (sums) {
            placed.rowSumRect = QRectF(rightWeights + 10 * unit, bandTop, cw, n * ch);
            placed.columnSumRect =
                QRectF(left, bandBottom + 6 * unit, m * cw, (turned ? 64 : 24) * unit);
        }
        // Directly over the weights; where X stands beside the values, next to the formula.
        if (i > 0 || o.unfoldV)
            continue;
        QRectF tabs(leftWeights, placed.headingRect.top() - 32 * unit,
                    leftOut - leftWeights - keyLabels, 28 * unit);
        // Towards the scores there is room for more.
        const qreal most = tabs.right() - rightS - 16 * unit;
        for (const bool names : {false, true})
            if (const qreal wished = headTabsWidth(in, textScale, names);
                wished > tabs.width() && (!names || wished <= most))
                tabs.setLeft(tabs.right() - std::min(wished, most));
        if (turned) // under the heading, which is at the right
            tabs = QRectF(std::max(placed.area.bottom(), placed.columnSumRect.bottom()) + 16 * unit,
                          leftWeights + 46 * unit, 360 * unit, 28 * unit);
        placeHeadTabs(turned ? standing : layout, in, heads, tabs, textScale);
    }
}

void Attention::placeOutput()
{
    // Where nothing makes shares of it, what is read out is the output itself.
    const bool labelsOutput = s.readout && !s.readout->logits && !s.block;
    const std::vector<MatrixRef> readOut =
        labelsOutput ? std::vector<MatrixRef>{stageRef(StageId::Probabilities)}
                     : std::vector<MatrixRef>();
    const QStringList readout = s.readout && !s.block
                                    ? columnLabelsFor(in.trace, stageRef(StageId::Probabilities))
                                    : QStringList();
    PlacedMatrix& out = add(stageRef(StageId::HeadOutput, head), false, leftOut, bandTop);
    out.left = Role::Query;
    if (!joins)
        out.alsoKnownAs = readOut;
    if (labelsOutput && !joins)
        columnLabels(out, readout, Role::None);
    else if (namedX && s.W_v.isIdentity() && s.heads == 1 && ownColumns)
        columnLabels(out, columns, Role::None);
    finishHeading(out, joins          ? roomUntil(leftOut, leftJoined)
                       : tellsReadout ? roomUntil(leftOut, leftReadout)
                                      : lastRoom);
    if (joins) {
        PlacedMatrix& joined = add(stageRef(StageId::Output), false, leftJoined, bandTop);
        joined.left = Role::Query;
        joined.alsoKnownAs = readOut;
        if (labelsOutput)
            columnLabels(joined, readout, Role::None);
        finishHeading(joined, tellsReadout ? roomUntil(leftJoined, leftReadout) : lastRoom,
                      s.W_o ? fold(unfoldO) : QString());
        if (s.W_o)
            hotHeading(joined, Kind::UnfoldO,
                       unfoldO ? tr("Fold W_o away") : tr("Unfold the output projection W_o"));
        if (unfoldO) {
            qreal bottom = upperBottom;
            if (s.b_o) {
                addVector(MatrixField::b_o, false, leftJoined, bottom - ch);
                bottom -= vectorHeight();
            }
            PlacedMatrix& w = add(fieldRef(MatrixField::W_o), false, leftJoined, 0);
            w.area.moveBottom(bottom);
            finishHeading(w, w.area.width());
        }
        Words how = {{s.heads > 1 ? tr("join") : QStringLiteral("·"), false}};
        if (s.W_o || !turned)
            how.push_back({joinWord(), true});
        words(rightOut, leftJoined, how, {});
    }
    if (!tellsReadout)
        return;
    PlacedMatrix& p = add(stageRef(StageId::Probabilities), false, leftReadout, bandTop);
    p.left = Role::Query;
    columnLabels(p, readout, Role::None);
    finishHeading(p, lastRoom);
    words(rightJoined, leftReadout, {{QStringLiteral("softmax"), false}}, {});
}

// Above the band: the keys over their scores …
void Attention::placeKeys()
{
    const qreal next = std::max(rightS + gap, leftWeights);
    qreal bottom = upperBottom;
    if (rotates && shown.rope) {
        PlacedMatrix& rk = add(stageRef(StageId::RotatedKeys, head), true, leftS, 0);
        rk.area.moveBottom(bottom);
        rk.top = Role::Key;
        finishHeading(rk, roomUntil(leftS, next), fold(true));
        hotHeading(rk, Kind::ToggleRope, tr("Fold the rotated queries and keys away"));
        bottom = rk.area.top() - plainHeader - 10 * unit;
    }
    PlacedMatrix& k = add(stageRef(StageId::HeadKeys, head), true, leftS, 0);
    k.area.moveBottom(bottom);
    k.top = Role::Key;
    columnLabels(k, keyTokens, Role::Key);
    if (namesKeys && !o.unfoldK) // else they stand before Xᵀ
        rowLabels(k, columns, Role::None, std::min(featureLabels, gap + d_k * cw));
    finishHeading(k, roomUntil(leftS, next), fold(o.unfoldK));
    if (k.editable == MatrixField::ContextX && s.heads == 1)
        k.alsoKnownAs = {fieldRef(MatrixField::ContextX), stageRef(StageId::Context)};
    const QRectF area = k.area;
    const QRectF heading = k.headingRect;
    const MatrixRef source = sourceOf(s, MatrixField::W_k);
    const QString symbol = symbolOf(in.trace, source);
    hotHeading(k, Kind::UnfoldK,
               o.unfoldK ? tr("Fold %1ᵀ and W_k away").arg(symbol)
                         : tr("Unfold K = %1·W_k").arg(symbol));
    if (!o.unfoldK)
        return;
    PlacedMatrix& xt = add(source, true, leftS, 0);
    xt.area.moveBottom(heading.top() - 10 * unit);
    xt.top = Role::Key;
    if (source.field == MatrixField::ContextX)
        xt.alsoKnownAs = {stageRef(StageId::Context)};
    columnLabels(xt, keyTokens, Role::Key);
    if (namedX && ownColumns)
        rowLabels(xt, columns, Role::None, featureLabels);
    finishHeading(xt, roomUntil(leftS, next));
    qreal left = leftS - gap;
    if (s.b_k) {
        left -= cw;
        addVector(MatrixField::b_k, true, left, area.top());
        left -= 12 * unit;
    }
    const bool both = o.unfoldQ;
    PlacedMatrix& w = add(fieldRef(MatrixField::W_k), true,
                          both ? leftSource : left - d_context * cw, area.top());
    finishHeading(w, d_context * cw + (s.b_k && !both ? 8 * unit : gap - 6 * unit));
}

// … the values over the output.
void Attention::placeValues()
{
    const qreal room = joins          ? roomUntil(leftOut, leftJoined)
                       : tellsReadout ? roomUntil(leftOut, leftReadout)
                                      : lastRoom;
    PlacedMatrix& v = add(stageRef(StageId::HeadValues, head), false, leftOut, 0);
    v.area.moveBottom(upperBottom);
    v.right = Role::Value;
    // Those of X are edited beside the queries.
    const auto named = [&](PlacedMatrix& placed) {
        rowLabels(placed, keyTokens, Role::Value, keyLabels);
        if (s.context && o.controls)
            placed.tokensOf = MatrixField::ContextX;
    };
    if (!o.unfoldV)
        named(v);
    if (namedX && ownColumns && s.W_v.isIdentity() && s.heads == 1)
        columnLabels(v, columns, Role::None);
    finishHeading(v, room, fold(o.unfoldV));
    const QRectF area = v.area;
    const QRectF heading = v.headingRect;
    const QString symbol = symbolOf(in.trace, sourceOf(s, MatrixField::W_v));
    if (o.controls) {
        Hotspot h = click(Kind::UnfoldV, o.unfoldV ? tr("Fold %1 and W_v away").arg(symbol)
                                                   : tr("Unfold V = %1·W_v").arg(symbol));
        h.rect = QRectF(heading.left(), heading.top(), area.width(), heading.height());
        layout.hotspots.push_back(h);
    }
    if (!o.unfoldV)
        return;
    const qreal step = d_context * cw + gap;
    qreal left = leftOut - step * static_cast<qreal>(valueChain.size());
    for (std::size_t i = 0; i < valueChain.size(); ++i, left += step) {
        const bool last = i + 1 == valueChain.size();
        const bool isSum = last && s.context && addsPositions(s.positions);
        PlacedMatrix& x = add(valueChain[i], false, left, area.top());
        x.rowLabelRole = Role::Value;
        if (x.ref.field == MatrixField::ContextX)
            x.alsoKnownAs = {stageRef(StageId::Context)};
        if (i == 0)
            named(x);
        if (namedX && ownColumns)
            columnLabels(x, columns, Role::None);
        finishHeading(x, step - 6 * unit, isSum ? fold(shown.positions) : QString());
        if (i == 1)
            x.heading.prepend(QStringLiteral("+ "));
        if (isSum)
            hotHeading(x, Kind::TogglePositions,
                       shown.positions ? tr("Fold C and PE_C away")
                                       : tr("Unfold C and PE_C, whose sum is C′"));
    }
    qreal bottom = heading.top() - 10 * unit;
    if (s.b_v) {
        addVector(MatrixField::b_v, false, leftOut, bottom - ch);
        bottom -= vectorHeight();
    }
    PlacedMatrix& w = add(fieldRef(MatrixField::W_v), false, leftOut, 0);
    w.area.moveBottom(bottom);
    finishHeading(w, room);
}

// What happens between scores and weights, and between weights and output.
void Attention::placeWords()
{
    qreal left = rightS;
    Words waiting;
    bool first = true;
    for (const Between& b : between) {
        if (!b.word.first.isEmpty())
            waiting.push_back(b.word);
        if (!b.shown)
            continue;
        // The first gap folds what stands behind it; before it was unfolded, it unfolds the scaled
        // scores.
        const bool ofScaled = !b.ref.field && (b.ref.stage == StageId::ScaledScores ||
                                               b.ref.stage == StageId::CappedScores);
        const Hotspot does = ofScaled ? click(Kind::ToggleScaled, tr("Fold the scaled scores away"))
                             : shown.scaled || !first
                                 ? click(Kind::ToggleMasked, tr("Fold the masked scores away"))
                                 : click(Kind::ToggleScaled, tr("Unfold the scaled scores"));
        words(left, b.left, waiting, does);
        waiting.clear();
        left = b.left + m * cw;
        first = false;
    }
    waiting.push_back({QStringLiteral("softmax"), false});
    if (masksWeights(s))
        waiting.push_back({tr("× mask"), true});
    const bool canUnfoldScaled = !shown.scaled && !shown.masked;
    words(rightBeforeWeights, leftWeights, waiting,
          canUnfoldScaled ? click(Kind::ToggleScaled, tr("Unfold the scaled scores"))
          : shown.masked  ? click(Kind::ToggleMasked, tr("Fold the masked scores away"))
                          : click(Kind::ToggleMasked, tr("Unfold the masked scores")));
    if (heads != BoardOptions::Heads::One) // the others make no output
        return;
    PlacedText dot;
    dot.text = QStringLiteral("·");
    dot.bold = true;
    dot.scale = 24.0 / 14 * textScale;
    const qreal middle = bandTop + ch * std::min(n, 3) / 2.0;
    const qreal from = rightWeights + (sums ? 10 * unit + cw : 0);
    dot.rect = QRectF(from + 1, middle - 16 * unit, std::min(gap, leftOut - from) - 2, 32 * unit);
    layout.texts.push_back(dot);
}

} // namespace

BoardLayout placeAttention(const LayoutInput& in, const Unfolded& unfolded, qreal scale)
{
    return Attention(in, unfolded, scale).place();
}

} // namespace attention::ui
