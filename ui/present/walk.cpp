// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/present/walk.h"

#include "core/attention/attend.h"
#include "core/attention/kept.h"
#include "core/explain/explain.h"
#include "core/text/number.h"
#include "ui/figures/labels.h"
#include "ui/figures/layout_parts.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

namespace attention::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Walk", text);
}

// What a step is told about.
struct Story {
    const Trace& trace;
    const Stage& stage;
    int query = 0, key = 0;
    int decimals = 3;
    mutable std::map<const Stage*, MatrixPtr> made = {}; // what a large trace does not keep

    const Scenario& scenario() const { return *trace.scenario; }
    const Matrix& values() const { return numbersOf(stage); }
    const Matrix& of(StageId id) const
    {
        const Stage* found = find(trace, id, stageInfo(id).perHead ? stage.head : -1);
        return numbersOf(found ? *found : stage);
    }
    const Matrix& numbersOf(const Stage& s) const
    {
        MatrixPtr& held = made[&s];
        if (!held)
            held = wholeOf(trace, s);
        return *held;
    }
    QString number(double value) const
    {
        return QString::fromStdString(forFigure(value, decimals));
    }
    QString cell() const { return number(values()(query, key)); }
    QString row(const Matrix& m, int index) const
    {
        constexpr int most = 3;
        QStringList numbers;
        for (int c = 0; c < std::min<int>(most, static_cast<int>(m.cols())); ++c)
            numbers += number(m(index, c));
        if (m.cols() > most)
            numbers += QStringLiteral("…");
        return QLatin1Char('[') + numbers.join(QStringLiteral(", ")) + QLatin1Char(']');
    }
    QString queryRow() const { return row(values(), query); }
    QString keyRow() const { return row(values(), key); }
    // A label is one word of the sentence.
    static QString word(const QString& label)
    {
        return quoted(shortened(label).replace(QLatin1Char(' '), QChar::Nbsp));
    }
    QString reader() const { return word(shownLabels(scenario().tokens).value(query)); }
    QString other() const { return word(shownLabels(scenario().keyTokens()).value(key)); }
    // "(n, dₖ) = (3, 2)", and the numbers alone where several heads need room for their name.
    QString shape() const
    {
        const QString numbers =
            QStringLiteral("(%1, %2)").arg(values().rows()).arg(values().cols());
        if (scenario().heads > 1)
            return numbers;
        QString letters = shapeFor(scenario(), stage.id);
        letters.replace(QLatin1String("d_k"), QStringLiteral("dₖ"));
        letters.replace(QLatin1String("d_v"), QStringLiteral("dᵥ"));
        return letters + QStringLiteral(" = ") + numbers;
    }
    // "Head 1 of 2: ", nothing with one head.
    QString ofHead() const
    {
        return scenario().heads > 1
                   ? tr("Head %1 of %2: ").arg(stage.head + 1).arg(scenario().heads)
                   : QString();
    }
    // "Q = X·W_q"
    QString product(StageId id) const
    {
        const Stage* whole = find(trace, id);
        return QStringLiteral("%1 = %2").arg(symbolFor(trace, id, -1), formulaFor(trace, *whole));
    }
    bool blocked(int r, int c) const { return !trace.isAllowed(r, c); }
};

QString tokens(const Story& s)
{
    const int n = s.scenario().tokenCount();
    const QString who =
        n == 1 ? tr("One token, a row of %1 numbers").arg(s.scenario().modelWidth())
               : tr("%1 tokens, each a row of %2 numbers").arg(n).arg(s.scenario().modelWidth());
    return tr("%1: X is %2. %3 is %4.").arg(who, s.shape(), s.reader(), s.queryRow());
}

QString context(const Story& s)
{
    return tr("Keys and values come from %1 other tokens: C is %2. %3 is %4.")
        .arg(QString::number(s.scenario().keyCount()), s.shape(), s.other(), s.keyRow());
}

QString place(const Story& s)
{
    const auto ids = positionIds(s.scenario(), s.scenario().tokenCount());
    return tr("Order needs numbers, too: position %1 has the row %2, which is added to %3.")
        .arg(QString::number(ids[static_cast<std::size_t>(s.query)]), s.queryRow(), s.reader());
}

QString contextPlace(const Story& s)
{
    const auto ids = positionIds(s.scenario(), s.scenario().keyCount());
    return tr("Order needs numbers, too: position %1 has the row %2, which is added to %3.")
        .arg(QString::number(ids[static_cast<std::size_t>(s.key)]), s.keyRow(), s.other());
}

QString placed(const Story& s)
{
    return tr("X and its positions are added entry by entry: %1 was %2 and is now %3.")
        .arg(s.reader(), s.row(s.of(StageId::Embeddings), s.query), s.queryRow());
}

QString contextPlaced(const Story& s)
{
    return tr("C and its positions are added entry by entry: %1 was %2 and is now %3.")
        .arg(s.other(), s.row(s.of(StageId::Context), s.key), s.keyRow());
}

QString queries(const Story& s)
{
    if (s.scenario().W_q.isIdentity() && !s.scenario().b_q)
        return s.ofHead() + tr("Nothing is projected: %1 asks with its own numbers %2. Shape %3.")
                                .arg(s.reader(), s.queryRow(), s.shape());
    return s.ofHead() + tr("%1 makes every row a query: %2 asks with %3. Shape %4.")
                            .arg(s.product(StageId::Queries), s.reader(), s.queryRow(), s.shape());
}

QString keys(const Story& s)
{
    if (s.scenario().W_k.isIdentity() && !s.scenario().b_k)
        return s.ofHead() + tr("Nothing is projected: %1 is found by its own numbers %2. Shape %3.")
                                .arg(s.other(), s.keyRow(), s.shape());
    return s.ofHead() + tr("%1 makes every row a key: %2 is found by %3. Shape %4.")
                            .arg(s.product(StageId::Keys), s.other(), s.keyRow(), s.shape());
}

QString values(const Story& s)
{
    if (s.scenario().W_v.isIdentity() && !s.scenario().b_v)
        return s.ofHead() + tr("Nothing is projected: %1 hands on its own numbers %2. Shape %3.")
                                .arg(s.other(), s.keyRow(), s.shape());
    return s.ofHead() + tr("%1 makes every row a value: %2 hands on %3. Shape %4.")
                            .arg(s.product(StageId::Values), s.other(), s.keyRow(), s.shape());
}

QString turned(const QString& what, const QString& before, const QString& after)
{
    return tr("Pairs of columns are turned, further at every position: %1, %2, becomes %3.")
        .arg(what, before, after);
}

QString turnedQueries(const Story& s)
{
    return turned(tr("the query of %1").arg(s.reader()), s.row(s.of(StageId::HeadQueries), s.query),
                  s.queryRow());
}

QString turnedKeys(const Story& s)
{
    return turned(tr("the key of %1").arg(s.other()), s.row(s.of(StageId::HeadKeys), s.key),
                  s.keyRow());
}

QString turnedValues(const Story& s)
{
    return turned(tr("the value of %1").arg(s.other()), s.row(s.of(StageId::HeadValues), s.key),
                  s.keyRow());
}

QString scores(const Story& s)
{
    const auto terms = s.of(StageId::HeadQueries).cols();
    const QString all = tr("Every pair at once: S is %1.").arg(s.shape());
    if (terms <= 2) {
        const Explanation why = explain(s.trace, s.stage, s.query, s.key);
        if (!why.plain.empty())
            return tr("Query %1 times key %2: %3. %4")
                .arg(s.reader(), s.other(),
                     QString::fromStdString(stepText(why.plain.back(), s.decimals)), all);
    }
    return tr("Query %1 times key %2, %3 products added up, is %4. %5")
        .arg(s.reader(), s.other(), QString::number(terms), s.cell(), all);
}

QString scaled(const Story& s)
{
    const Scenario& scenario = s.scenario();
    const QString before = s.number(s.of(StageId::Scores)(s.query, s.key));
    if (scenario.scale.kind == ScaleKind::InverseSqrtDk &&
        !scenario.has(Mistake::ScaleBySqrtDModel))
        return tr("Every score %1, or wider queries and keys would make softmax too sure. "
                  "%2 and %3: %4 becomes %5.")
            .arg(scaleWord(scenario), s.reader(), s.other(), before, s.cell());
    return tr("Every score %1: that of %2 and %3, %4, becomes %5.")
        .arg(scaleWord(scenario), s.reader(), s.other(), before, s.cell());
}

QString capped(const Story& s)
{
    return tr("Scores beyond ±%1 are bent back, %1 · tanh(score / %1): %2 becomes %3.")
        .arg(s.number(*s.scenario().softcap), s.number(s.of(StageId::ScaledScores)(s.query, s.key)),
             s.cell());
}

QString masked(const Story& s)
{
    const Scenario& scenario = s.scenario();
    const StageId before = scenario.softcap ? StageId::CappedScores : StageId::ScaledScores;
    if (!s.trace.allowed)
        return tr("A bias is added before the softmax: %1 reading %2 goes from %3 to %4.")
            .arg(s.reader(), s.other(), s.number(s.of(before)(s.query, s.key)), s.cell());
    const auto pairs = s.trace.allowed->size();
    const auto blocked = pairs - s.trace.allowed->count();
    const double share = s.of(StageId::Weights)(s.query, s.key);
    const QString text =
        tr("%1 of %2 pairs may not be read: their score becomes %3")
            .arg(QString::number(blocked), QString::number(pairs), s.number(scenario.mask.fill));
    if (share == 0)
        return text + tr(", so that no share is left for them.");
    if (std::isnan(share))
        return text + tr(". %1 has nothing left to read: NaN.").arg(s.reader());
    return text +
           tr(", and yet %1 gives %2 a share of %3.").arg(s.reader(), s.other(), s.number(share));
}

QString weights(const Story& s)
{
    const RowVector row = s.values().row(s.query);
    const double sum = row.sum();
    if (std::isnan(sum))
        return tr("In the row of %1 no number is left: NaN. Everything after it is lost, too.")
            .arg(s.reader());
    if (std::abs(sum - 1) > 5e-4)
        return tr("The row of %1 adds to %2 and not to 1: these are no shares of a whole.")
            .arg(s.reader(), s.number(sum));
    std::vector<int> order(static_cast<std::size_t>(row.size()));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return row(a) > row(b); });
    const QStringList labels = shownLabels(s.scenario().keyTokens());
    QStringList shares;
    for (const int key : order) {
        if (row(key) == 0)
            break;
        if (shares.size() == 3) {
            shares += QStringLiteral("…");
            break;
        }
        shares += QStringLiteral("%1 %2").arg(
            Story::word(labels[key]),
            row(key) == 1
                ? QStringLiteral("100") + QChar::Nbsp + QLatin1Char('%')
                : QString::number(100 * row(key), 'f', 1) + QChar::Nbsp + QLatin1Char('%'));
    }
    return s.ofHead() + tr("Softmax turns a row of scores into shares of 1: %1 reads %2.")
                            .arg(s.reader(), shares.join(QStringLiteral(", ")));
}

QString mixed(const Story& s)
{
    const bool whole = s.scenario().heads == 1 && !s.scenario().W_o && !s.scenario().block;
    return s.ofHead() + (whole
                             ? tr("Every value times its share, added up: %1 becomes %2. Shape %3.")
                             : tr("Every value times its share, added up: %1 gets %2. Shape %3."))
                            .arg(s.reader(), s.queryRow(), s.shape());
}

QString joined(const Story& s)
{
    const int heads = s.scenario().heads;
    if (!s.scenario().W_o)
        return tr("The %1 heads stand side by side again: %2 becomes %3. Shape %4.")
            .arg(QString::number(heads), s.reader(), s.queryRow(), s.shape());
    if (heads == 1)
        return tr("W_o mixes the columns once more: %1 gets %2. Shape %3.")
            .arg(s.reader(), s.queryRow(), s.shape());
    return tr("The %1 heads stand side by side, and W_o mixes them: %2 gets %3. Shape %4.")
        .arg(QString::number(heads), s.reader(), s.queryRow(), s.shape());
}

QString normalised(const Story& s)
{
    return tr("Every row is brought to one scale, whatever its size was: %1 is now %2.")
        .arg(s.reader(), s.queryRow());
}

QString added(const Story& s)
{
    return tr("%1 = %2: what came in is added again, and %3 is now %4.")
        .arg(symbolFor(s.trace, s.stage.id, -1), formulaFor(s.trace, s.stage), s.reader(),
             s.queryRow());
}

QString hidden(const Story& s)
{
    return tr("Now every token is alone: %1 spreads over %2 hidden units, %3.")
        .arg(s.reader(), QString::number(s.values().cols()), s.queryRow());
}

QString narrowed(const Story& s)
{
    return tr("From %1 hidden units back to %2 columns: %3 gets %4.")
        .arg(QString::number(s.of(StageId::MlpHidden).cols()), QString::number(s.values().cols()),
             s.reader(), s.queryRow());
}

QString blockOut(const Story& s)
{
    return tr("Out comes a row for every token, as wide as X: %1 is %2. Shape %3.")
        .arg(s.reader(), s.queryRow(), s.shape());
}

QString predicted(const Story& s)
{
    return tr("Every row is read as labels: for %1 the largest is %2, with %3.")
        .arg(s.reader(), Story::word(shownLabels(columnLabels(s.trace, s.stage)).value(s.key)),
             s.cell());
}

// How the stages are told, in the order of StageId. Those without a text are not stopped at: they
// are what the heads' own stages show.
struct WalkRow {
    StageId id;
    const char* title = nullptr;
    QString (*text)(const Story&) = nullptr;
};

constexpr std::array<WalkRow, 31> table = {{
    {StageId::Embeddings, QT_TRANSLATE_NOOP("Walk", "Tokens are rows of numbers"), tokens},
    {StageId::Context, QT_TRANSLATE_NOOP("Walk", "What is read stands elsewhere"), context},
    {StageId::PositionEncoding, QT_TRANSLATE_NOOP("Walk", "Where does a token stand?"), place},
    {StageId::Input, QT_TRANSLATE_NOOP("Walk", "The position joins the token"), placed},
    {StageId::ContextPositionEncoding, QT_TRANSLATE_NOOP("Walk", "Where does it stand there?"),
     contextPlace},
    {StageId::ContextInput, QT_TRANSLATE_NOOP("Walk", "The position joins it"), contextPlaced},
    {StageId::Queries},
    {StageId::Keys},
    {StageId::Values},
    {StageId::HeadQueries, QT_TRANSLATE_NOOP("Walk", "Queries: who reads?"), queries},
    {StageId::HeadKeys, QT_TRANSLATE_NOOP("Walk", "Keys: who can be read?"), keys},
    {StageId::HeadValues, QT_TRANSLATE_NOOP("Walk", "Values: what is handed on?"), values},
    {StageId::RotatedQueries, QT_TRANSLATE_NOOP("Walk", "Queries turn with their place"),
     turnedQueries},
    {StageId::RotatedKeys, QT_TRANSLATE_NOOP("Walk", "Keys turn with their place"), turnedKeys},
    {StageId::RotatedValues, QT_TRANSLATE_NOOP("Walk", "Values turn, too"), turnedValues},
    {StageId::Scores, QT_TRANSLATE_NOOP("Walk", "Scores: who fits whom?"), scores},
    {StageId::ScaledScores, QT_TRANSLATE_NOOP("Walk", "Scores, scaled"), scaled},
    {StageId::CappedScores, QT_TRANSLATE_NOOP("Walk", "Scores, capped"), capped},
    {StageId::MaskedScores, QT_TRANSLATE_NOOP("Walk", "What may be read?"), masked},
    {StageId::Weights, QT_TRANSLATE_NOOP("Walk", "Weights: who reads how much?"), weights},
    {StageId::HeadOutput, QT_TRANSLATE_NOOP("Walk", "Output: the values, mixed"), mixed},
    {StageId::Concatenated},
    {StageId::Output, QT_TRANSLATE_NOOP("Walk", "The heads come together"), joined},
    {StageId::Norm1, QT_TRANSLATE_NOOP("Walk", "To one scale"), normalised},
    {StageId::Residual1, QT_TRANSLATE_NOOP("Walk", "Add what came in"), added},
    {StageId::Norm2, QT_TRANSLATE_NOOP("Walk", "To one scale, again"), normalised},
    {StageId::MlpHidden, QT_TRANSLATE_NOOP("Walk", "A layer for every token alone"), hidden},
    {StageId::MlpOutput, QT_TRANSLATE_NOOP("Walk", "Back to the old width"), narrowed},
    {StageId::Residual2, QT_TRANSLATE_NOOP("Walk", "Add what came in, again"), added},
    {StageId::BlockOutput, QT_TRANSLATE_NOOP("Walk", "Out of the block"), blockOut},
    {StageId::Probabilities, QT_TRANSLATE_NOOP("Walk", "What does it predict?"), predicted},
}};

// Whether there is nothing to stop at: the stage before under another name.
bool changesNothing(const Trace& trace, const Stage& stage)
{
    const auto same = [&](StageId id, int head = -1) {
        const Stage* other = find(trace, id, head);
        return other && stage.values && other->values == stage.values;
    };
    const Scenario& s = *trace.scenario;
    switch (stage.id) {
    case StageId::ScaledScores:
        return same(StageId::Scores, stage.head);
    case StageId::MaskedScores:
        if (!stage.values)
            return !ScoreRules(s, s.tokenCount(), s.keyCount(), trace.allowed).masks();
        return same(StageId::Scores, stage.head) || same(StageId::ScaledScores, stage.head) ||
               same(StageId::CappedScores, stage.head);
    case StageId::Output:
        return same(StageId::HeadOutput, 0);
    case StageId::BlockOutput:
        return same(StageId::Residual2) || same(StageId::Norm2);
    default:
        return false;
    }
}

// The first blocked pair of the row that is told, else of all.
std::optional<std::pair<int, int>> firstBlocked(const Trace& trace, int query)
{
    const auto in = [&](int row) -> std::optional<std::pair<int, int>> {
        for (int key = 0; key < trace.allowed->cols(); ++key)
            if (!(*trace.allowed)(row, key))
                return std::pair(row, key);
        return std::nullopt;
    };
    if (!trace.allowed)
        return std::nullopt;
    if (const auto found = in(query))
        return found;
    for (int row = 0; row < trace.allowed->rows(); ++row)
        if (const auto found = in(row))
            return found;
    return std::nullopt;
}

} // namespace

CellRef storyCell(const Trace& trace, int head)
{
    const Scenario& s = *trace.scenario;
    const Matrix& weights = *find(trace, StageId::Weights, head)->values;
    const int lastKey = s.keyCount() - 1;
    CellRef cell{{std::nullopt, StageId::Weights, head}, 0, lastKey};
    if (boardDraws(s) && std::max(s.tokenCount(), s.keyCount()) <= mostBoardTokens &&
        trace.isAllowed(0, lastKey))
        return cell;
    cell.row = s.tokenCount() - 1;
    cell.column = 0;
    for (int key = 1; key <= lastKey; ++key) // a NaN is never the largest
        if (weights(cell.row, key) > weights(cell.row, cell.column))
            cell.column = key;
    return cell;
}

std::vector<WalkStep> walkTheBoard(const Trace& trace, int head, const CellRef& cell, int decimals)
{
    const CellRef first = storyCell(trace, head);
    const int query =
        std::clamp(queryOf(cell).value_or(first.row), 0, trace.scenario->tokenCount() - 1);
    const int key =
        std::clamp(keyOf(cell).value_or(first.column), 0, trace.scenario->keyCount() - 1);
    std::vector<WalkStep> steps;
    for (const Stage& stage : trace.stages) {
        const WalkRow& row = table[static_cast<std::size_t>(stage.id)];
        if (!row.text || (stage.head >= 0 && stage.head != head) || changesNothing(trace, stage))
            continue;
        Story story{trace, stage, query, key, decimals};
        if (stage.id == StageId::MaskedScores)
            if (const auto blocked = firstBlocked(trace, query))
                std::tie(story.query, story.key) = *blocked;
        if (stage.id == StageId::Probabilities)
            stage.values->row(story.query).maxCoeff(&story.key);
        WalkStep step;
        step.stage = stage.id;
        step.head = stage.head;
        // What may not be read is told by the share that is left for it.
        step.names =
            stage.id == StageId::MaskedScores && trace.allowed ? StageId::Weights : stage.id;
        step.title = tr(row.title);
        step.text = row.text(story);
        // X and the context are shown as the inputs that they are.
        step.cell.matrix = stage.id == StageId::Embeddings ? MatrixRef{MatrixField::X, {}, -1}
                           : stage.id == StageId::Context
                               ? MatrixRef{MatrixField::ContextX, {}, -1}
                               : MatrixRef{std::nullopt, stage.id, stage.head};
        step.cell.row = rowAxis(step.cell.matrix) == Axis::Key ? story.key : story.query;
        const Axis columns = columnAxis(step.cell.matrix);
        step.cell.column = columns == Axis::Key || columns == Axis::Label ? story.key : 0;
        steps.push_back(std::move(step));
    }
    return steps;
}

} // namespace attention::ui
