// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/positions.h"
#include "ui/figures/board_placing.h"
#include "ui/figures/labels.h"
#include "ui/figures/math_text.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QFontMetricsF>

#include <algorithm>

namespace attention::ui {

namespace {

using F = MatrixField;

QString tr(const char* text)
{
    return QCoreApplication::translate("Board", text);
}

// A matrix of the chain, what is given with it, and which of those before it make it.
struct Link {
    MatrixRef ref;
    std::vector<F> given;
    std::vector<std::size_t> from;
    QString sign; // "+": what stands before it
    bool open = true;
    qreal left = 0;
};

MatrixRef stageRef(StageId id)
{
    return {std::nullopt, id, -1};
}

// X, what is made of it before attention, O, and all that follows; attention itself, which has a
// board of its own, stands before O.
std::vector<Link> chainOf(const Scenario& s)
{
    const bool pre = s.block->placement == Placement::Pre;
    std::vector<Link> chain;
    const auto add = [&](MatrixRef ref, std::vector<F> given, std::vector<std::size_t> from,
                         const QString& sign = {}) {
        std::erase_if(given, [&](F field) {
            const MatrixPtr* held = matrixIn(s, field);
            return !held || !*held;
        });
        chain.push_back({ref, std::move(given), std::move(from), sign});
        return chain.size() - 1;
    };
    const auto norm = [&](int which, std::size_t from) {
        return which == 1 ? add(stageRef(StageId::Norm1), {F::gamma_1, F::beta_1}, {from})
                          : add(stageRef(StageId::Norm2), {F::gamma_2, F::beta_2}, {from});
    };
    std::size_t x = add({F::X, {}, -1}, {}, {});
    if (addsPositions(s.positions)) {
        add(stageRef(StageId::PositionEncoding), {}, {}, QStringLiteral("+"));
        x = add(stageRef(StageId::Input), {}, {x, x + 1}, QStringLiteral("="));
    }
    if (pre)
        norm(1, x);
    const std::size_t o = add(stageRef(StageId::Output), {}, {}, tr("attention"));
    const std::size_t r1 =
        add(stageRef(StageId::Residual1), {}, {x, o},
            addsPositions(s.positions) ? QStringLiteral("+ X′") : QStringLiteral("+ X"));
    const std::size_t read = norm(pre ? 2 : 1, r1);
    const std::size_t h = add(stageRef(StageId::MlpHidden), {F::W_1, F::b_1}, {read});
    const std::size_t out = add(stageRef(StageId::MlpOutput), {F::W_2, F::b_2}, {h});
    const std::size_t kept = pre ? r1 : read;
    const std::size_t r2 = add(stageRef(StageId::Residual2), {}, {kept, out},
                               pre ? QStringLiteral("+ R₁") : QStringLiteral("+ N₁"));
    const std::size_t last = pre ? r2 : norm(2, r2);
    if (s.readout && s.readout->logits)
        add(stageRef(StageId::Probabilities), {}, {last}, QStringLiteral("softmax"));
    return chain;
}

// Whether it stands there, or is given with what stands there.
bool holds(const Link& link, const MatrixRef& ref)
{
    if (!ref.field)
        return !link.ref.field && link.ref.stage == ref.stage;
    const F field = *ref.field;
    return link.ref.field == ref.field ||
           std::find(link.given.begin(), link.given.end(), field) != link.given.end();
}

// The link that is asked; none: the board is that of attention.
std::optional<std::size_t> askedOf(const Scenario& s, const std::vector<Link>& chain,
                                   const Selection& selection)
{
    MatrixRef ref = stageRef(selection.focus);
    ref.field = selection.focusField;
    if (ref.field == F::PositionTable)
        ref = stageRef(StageId::PositionEncoding);
    else if (!ref.field && ref.stage == StageId::Embeddings)
        ref.field = F::X;
    if (ref.stage == StageId::BlockOutput)
        ref.stage = s.block->placement == Placement::Pre ? StageId::Residual2 : StageId::Norm2;
    for (std::size_t i = 0; i < chain.size(); ++i)
        if (holds(chain[i], ref))
            return i;
    // What is read out is the end of the block, where no shares are made of it.
    if (ref == stageRef(StageId::Probabilities))
        return chain.size() - 1;
    return std::nullopt;
}

class BlockBoard : Placing {
public:
    BlockBoard(const LayoutInput& input, const BlockUnfolded& show, qreal scale)
        : Placing(input, scale)
        , shown(show)
        , chain(chainOf(s))
        , asked(askedOf(s, chain, input.selection).value_or(chain.size() - 1))
    {
    }

    BoardLayout place();

private:
    bool showsGiven(std::size_t i) const
    {
        return chain[i].open && (shown.givenOfAll || (shown.given && i == asked));
    }
    void open();
    // What happens between the open matrix before and this one: those that are not open, by their
    // letters, then the step itself.
    Words wordsBefore(std::size_t i, const QStringList& folded) const;
    QString letter(std::size_t i) const { return symbolOf(in.trace, chain[i].ref); }
    qreal givenHeight(std::size_t i) const;
    void placeGiven(std::size_t i, qreal room);

    BlockUnfolded shown;
    std::vector<Link> chain;
    std::size_t asked;
};

void BlockBoard::open()
{
    if (shown.open == Open::All)
        return;
    for (std::size_t i = 0; i < chain.size(); ++i)
        chain[i].open = i == asked;
    if (shown.open != Open::Asked)
        for (const std::size_t from : chain[asked].from)
            chain[from].open = true;
    if (shown.open == Open::AskedAndLast)
        chain.back().open = true;
}

qreal BlockBoard::givenHeight(std::size_t i) const
{
    qreal height = 0;
    for (const F field : chain[i].given) {
        const auto rows = static_cast<int>((*matrixIn(s, field))->rows());
        height += field == F::W_1 || field == F::W_2 ? plainHeader + rows * ch : vectorHeight();
    }
    return height;
}

void BlockBoard::placeGiven(std::size_t i, qreal room)
{
    // From the band upwards: what is added last stands lowest.
    qreal bottom = bandTop - header - 10 * unit;
    for (auto field = chain[i].given.rbegin(); field != chain[i].given.rend(); ++field) {
        if (*field == F::W_1 || *field == F::W_2) {
            PlacedMatrix& w = add({*field, {}, -1}, false, chain[i].left, 0);
            w.area.moveBottom(bottom);
            finishHeading(w, std::max(w.area.width(), room));
            continue;
        }
        addVector(*field, false, chain[i].left, bottom - ch);
        bottom -= vectorHeight();
    }
}

Words BlockBoard::wordsBefore(std::size_t i, const QStringList& folded) const
{
    Words lines;
    if (!folded.isEmpty())
        lines.push_back({folded.join(QStringLiteral(" → ")) + QStringLiteral(" →"), true});
    const Link& link = chain[i];
    if (!link.sign.isEmpty()) {
        lines.push_back({link.sign, true});
        return lines;
    }
    if (link.ref.field)
        return lines;
    const QString formula = formulaFor(in.trace, *find(in.trace, link.ref.stage));
    if (link.ref.stage == StageId::MlpHidden || link.ref.stage == StageId::MlpOutput) {
        const bool first = link.ref.stage == StageId::MlpHidden;
        if (!showsGiven(i))
            lines.push_back({first ? QStringLiteral("· W_1") : QStringLiteral("· W_2"), true});
        if (first)
            lines.push_back({formula.section(QLatin1Char('('), 0, 0), false}); // "GELU"
        return lines;
    }
    lines.push_back({formula.section(QLatin1Char('('), 0, 0), false}); // "LayerNorm"
    return lines;
}

BoardLayout BlockBoard::place()
{
    open();
    const QFont wordFont = in.theme.bold(textScale);
    qreal upper = 0;
    for (std::size_t i = 0; i < chain.size(); ++i)
        if (showsGiven(i))
            upper = std::max(upper, givenHeight(i));
    bandTop = (upper > 0 ? upper + 10 * unit : 0) + header;

    // Left to right: what is folded is written in the gap before the next that is not.
    qreal x = 0;
    QStringList folded;
    qreal before = 0; // the end of the open one before
    bool first = true;
    std::vector<std::pair<Words, QRectF>> gaps; // from left to right
    std::vector<std::size_t> shownLinks;
    for (std::size_t i = 0; i < chain.size(); ++i) {
        if (!chain[i].open) {
            folded += letter(i);
            continue;
        }
        const Words lines = first && folded.isEmpty() ? Words() : wordsBefore(i, folded);
        qreal least = first ? 0 : (turned ? 18 : 36) * unit;
        for (const auto& [text, bold] : lines)
            least = std::max(least, turned ? wordsHeight(static_cast<int>(lines.size()))
                                           : mathWidth(text, wordFont) + 20 * unit);
        // The names of vectors stand left of them; turned on its side, a heading over what is
        // given.
        if (showsGiven(i) && !chain[i].given.empty())
            least = std::max(least, 52 * unit);
        x += least;
        gaps.push_back({lines, QRectF(before, 0, x - before, 1)});
        if (first)
            x += labels;
        chain[i].left = x;
        x += static_cast<qreal>(
                 (chain[i].ref.field ? s.X : find(in.trace, chain[i].ref.stage)->values)->cols()) *
             cw;
        before = x;
        folded.clear();
        first = false;
        shownLinks.push_back(i);
    }
    if (!folded.isEmpty()) {
        const QString rest = QStringLiteral("→ ") + folded.join(QStringLiteral(" → "));
        x += turned ? wordsHeight(1) : mathWidth(rest, wordFont) + 20 * unit;
        gaps.push_back({{{rest, true}}, QRectF(before, 0, x - before, 1)});
    }
    const qreal end = x;
    const qreal lastLeft = chain[shownLinks.back()].left;
    const qreal width = std::max(end, lastLeft + (in.options.onTheWall ? 64
                                                  : folded.isEmpty()   ? 150
                                                                       : 64) *
                                                     unit);

    for (std::size_t at = 0; at < shownLinks.size(); ++at) {
        const std::size_t i = shownLinks[at];
        const Link& link = chain[i];
        PlacedMatrix& placed = add(link.ref, false, link.left, bandTop);
        placed.left = Role::Query;
        if (link.ref.field)
            placed.alsoKnownAs = {stageRef(StageId::Embeddings)};
        else if (find(in.trace, link.ref.stage)->values ==
                 find(in.trace, StageId::BlockOutput)->values)
            placed.alsoKnownAs = {stageRef(StageId::BlockOutput)};
        if (i + 1 == chain.size() && s.readout && !s.readout->logits)
            placed.alsoKnownAs.push_back(stageRef(StageId::Probabilities));
        if (at == 0) {
            rowLabels(placed, tokens, Role::Query, labels);
            if (in.options.controls)
                placed.tokensOf = MatrixField::X;
        }
        if (link.ref.field || link.ref.stage != StageId::MlpHidden) {
            const QStringList texts = columnLabelsFor(in.trace, link.ref);
            const bool named = !columns.isEmpty() || link.ref.stage == StageId::Probabilities;
            if (named && texts.value(0) != QLatin1String("1"))
                columnLabels(placed, texts, Role::None);
        }
        const qreal next = at + 1 < shownLinks.size() ? chain[shownLinks[at + 1]].left
                           : folded.isEmpty()         ? width + 14 * unit
                                                      : end;
        finishHeading(placed, next - link.left - 10 * unit);
        if (showsGiven(i))
            placeGiven(i, next - link.left -
                              (showsGiven(std::min(i + 1, chain.size() - 1)) ? 62 : 10) * unit);
    }
    for (std::size_t i = 0; i < gaps.size(); ++i) {
        const auto& [lines, place] = gaps[i];
        if (lines.empty())
            continue;
        std::optional<Hotspot> does;
        if (i < shownLinks.size() && chain[shownLinks[i]].ref == stageRef(StageId::Output)) {
            does = click(Hotspot::Kind::Focus, tr("Show the board of attention"));
            does->stage = StageId::Weights;
        } else if (i < shownLinks.size() && !showsGiven(shownLinks[i])) {
            const std::vector<F>& given = chain[shownLinks[i]].given;
            if (!given.empty() && (given[0] == F::W_1 || given[0] == F::W_2)) {
                does = click(Hotspot::Kind::FocusField, tr("Show %1").arg(fieldSymbol(given[0])));
                does->field = given[0];
            }
        }
        words(place.left(), place.right(), lines, does);
    }
    return finish(width, end, bandTop + n * ch);
}

} // namespace

bool isOfBlock(const Scenario& s, const Selection& selection)
{
    return s.block && askedOf(s, chainOf(s), selection).has_value();
}

BoardLayout placeBlock(const LayoutInput& in, const BlockUnfolded& unfolded, qreal scale)
{
    return BlockBoard(in, unfolded, scale).place();
}

qreal placeChain(BoardLayout& layout, const LayoutInput& in, const QPointF& at, qreal width,
                 qreal scale)
{
    const Trace& trace = in.trace;
    const Scenario& s = *trace.scenario;
    const std::vector<Link> chain = chainOf(s);
    const std::optional<std::size_t> asked = askedOf(s, chain, in.selection);
    const qreal unit = in.theme.base / 14 * scale;
    const qreal size = scale * 0.93;
    const QFont font = in.theme.body(size);
    struct Tab {
        QString brief, whole, says;
        StageId stage = StageId::Weights;
        std::optional<F> field;
        bool on = false;
    };
    std::vector<Tab> tabs;
    for (std::size_t i = 0; i < chain.size(); ++i) {
        const MatrixRef& ref = chain[i].ref;
        const bool isOutput = ref == stageRef(StageId::Output);
        if (isOutput) {
            Tab attention;
            attention.brief = attention.whole = tr("attention");
            attention.says = tr("Show the board of attention");
            attention.on = !asked;
            tabs.push_back(std::move(attention));
        }
        Tab tab;
        tab.brief = symbolOf(trace, ref);
        tab.stage = ref.stage;
        tab.field = ref.field;
        const Stage* stage = ref.field ? nullptr : find(trace, ref.stage);
        tab.whole = tab.brief;
        if (isOutput && (s.heads > 1 || s.W_o)) // "O = [O₁ O₂]·W_o"
            tab.whole = QStringLiteral("%1 = %2").arg(
                tab.brief, formulaFor(trace, *stage)
                               .replace(QLatin1String("concatenated"),
                                        symbolFor(trace, StageId::Concatenated, -1)));
        else if (stage && !isOutput && ref.stage != StageId::PositionEncoding)
            tab.whole = QStringLiteral("%1 = %2").arg(tab.brief, formulaFor(trace, *stage));
        tab.says = tr("Show %1").arg(tab.whole);
        tab.on = asked == i;
        tabs.push_back(std::move(tab));
    }
    // In a picture, where nobody can click: "X → N₁ → attention → …"
    const bool controls = in.options.controls;
    const QString arrow = controls ? QString() : QStringLiteral("→");
    const qreal padding = (controls ? 8 : 2) * unit, height = 30 * unit;
    const qreal between = 5 * unit + mathWidth(arrow, font);
    const auto total = [&](bool whole) {
        qreal sum = -between;
        for (const Tab& tab : tabs)
            sum += mathWidth(whole ? tab.whole : tab.brief, font) + 2 * padding + between;
        return sum;
    };
    const bool whole = total(true) <= width;
    qreal x = at.x();
    for (const Tab& tab : tabs) {
        if (!controls && x > at.x()) {
            PlacedText t;
            t.text = arrow;
            t.scale = size;
            t.secondary = true;
            t.rect = QRectF(x - between, at.y(), between, height);
            layout.texts.push_back(std::move(t));
        }
        PlacedText t;
        t.text = whole ? tab.whole : tab.brief;
        t.scale = size;
        t.tab = controls;
        t.on = t.tab && tab.on;
        t.secondary = !t.tab;
        t.rect = QRectF(x, at.y(), mathWidth(t.text, font) + 2 * padding, height);
        x += t.rect.width() + between;
        if (controls) {
            Hotspot h;
            h.kind = tab.field ? Hotspot::Kind::FocusField : Hotspot::Kind::Focus;
            h.stage = tab.stage;
            h.field = tab.field.value_or(F::X);
            h.head = in.selection.head;
            h.says = tab.says;
            h.rect = t.rect;
            layout.hotspots.push_back(std::move(h));
        }
        layout.texts.push_back(std::move(t));
    }
    return height;
}

} // namespace attention::ui
