// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/checks.h"

#include "core/attention/decode.h"
#include "core/attention/kept.h"
#include "core/attention/mistakes.h"
#include "core/attention/run.h"
#include "core/attention/tiled.h"
#include "core/text/number.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace attention {

namespace {

// What a measurement says; the table adds the name.
struct Finding {
    CheckStatus status;
    std::optional<double> figure;
    Message detail;
    int row = -1;
    std::optional<Offender> cell = {};
    bool undecided = false;
};

Finding notApplicable(std::string why)
{
    return {CheckStatus::NotApplicable, {}, {std::move(why), {}}};
}

struct Place {
    int row = -1, column = 0, head = -1;

    bool isThere() const { return row >= 0; }
    Offender in(StageId stage) const { return {stage, head, row, column}; }
};

// The largest difference between two results, and where it is. Beside NaN and ∞ nothing can be
// compared: the first such place is kept apart, and proves neither that results differ nor that
// they are the same.
struct Gap : Place {
    double size = 0;
    Place lost;

    void see(double difference, Eigen::Index where, Eigen::Index across = 0, int inHead = -1)
    {
        const Place place{static_cast<int>(where), static_cast<int>(across), inHead};
        if (!std::isfinite(difference)) {
            if (!lost.isThere())
                lost = place;
        } else if (difference > size || row < 0) {
            size = difference;
            static_cast<Place&>(*this) = place;
        }
    }
    // The same for what was found in a head.
    void see(const Gap& found, int inHead)
    {
        if (found.lost.isThere())
            see(std::nan(""), found.lost.row, found.lost.column, inHead);
        if (found.isThere())
            see(found.size, found.row, found.column, inHead);
    }
};

Gap gap(const Eigen::Ref<const Matrix>& a, const Eigen::Ref<const Matrix>& b)
{
    Gap result;
    for (Eigen::Index i = 0; i < a.rows(); ++i)
        for (Eigen::Index j = 0; j < a.cols(); ++j)
            result.see(a(i, j) == b(i, j) ? 0 : std::abs(a(i, j) - b(i, j)), i, j);
    return result;
}

double largestFinite(const Eigen::Ref<const Matrix>& m)
{
    double largest = 0;
    for (Eigen::Index i = 0; i < m.rows(); ++i)
        for (Eigen::Index j = 0; j < m.cols(); ++j)
            if (std::isfinite(m(i, j)))
                largest = std::max(largest, std::abs(m(i, j)));
    return largest;
}

// Numbers near the smallest double have no twelve digits left.
double tolerance(const Eigen::Ref<const Matrix>& m)
{
    return std::max(1e-12 * largestFinite(m), 1e-312);
}

const Matrix& values(const Trace& trace, StageId id, int head = -1)
{
    return *find(trace, id, head)->values;
}

// “cat”, or “the” (row 4) when there are several, or row 2 when the label is empty.
std::string name(const std::vector<std::string>& labels, int row)
{
    const std::string& label = labels[static_cast<std::size_t>(row)];
    const std::string number = "row " + std::to_string(row + 1);
    if (label.empty())
        return number;
    const bool single = std::count(labels.begin(), labels.end(), label) == 1;
    return "“" + label + "”" + (single ? "" : " (" + number + ")");
}

std::string name(const Trace& trace, int row)
{
    return name(trace.scenario->tokens, row);
}

bool readsNothing(const Trace& trace, Eigen::Index row)
{
    return trace.allowed && !trace.allowed->row(row).any();
}

// NaN fails, but nobody may say of what.
Finding undecided(const Trace& trace, const Place& lost, StageId stage, CheckStatus otherwise)
{
    return {otherwise,
            std::nan(""),
            {"cannot be decided: in the %1 the row of %2 holds NaN or ∞",
             {std::string(stageInfo(stage).title), name(trace, lost.row)}},
            lost.row,
            lost.in(stage),
            true};
}

// The same as that stage of the trace within the tolerance; otherwise it is a failure, or meant to
// be so.
Finding compared(const Trace& trace, const Gap& found, const Stage& output, CheckStatus otherwise,
                 Message holds, Message breaks)
{
    if (found.size > tolerance(*output.values))
        return {otherwise, found.size, std::move(breaks), found.row, found.in(output.id)};
    if (found.lost.isThere())
        return undecided(trace, found.lost, output.id, otherwise);
    return {CheckStatus::Pass, found.size, std::move(holds)};
}

Finding rowsSumToOne(const Trace& trace, const std::stop_token&)
{
    Gap worst;
    double sum = 1;
    bool empty = false;
    for (int h = 0; h < trace.scenario->heads; ++h) {
        const Matrix& P = values(trace, StageId::Weights, h);
        for (Eigen::Index i = 0; i < P.rows(); ++i) {
            if (readsNothing(trace, i) && trace.scenario->mask.emptyRows == EmptyRows::Zeros) {
                empty = true;
                continue;
            }
            const double before = worst.size;
            worst.see(std::abs(P.row(i).sum() - 1), i, 0, h);
            if (worst.size != before)
                sum = P.row(i).sum();
        }
    }
    if (worst.lost.isThere())
        return {CheckStatus::Fail,
                std::nan(""),
                {"the weights of %1 do not add to 1: there is NaN or ∞ among them",
                 {name(trace, worst.lost.row)}},
                worst.lost.row,
                worst.lost.in(StageId::Weights)};
    if (worst.row < 0)
        return notApplicable("no row has anything to read");
    if (worst.size <= 1e-12)
        return {CheckStatus::Pass,
                worst.size,
                {empty ? "the weights of every row that may read something add to 1"
                       : "the weights of every row add to 1",
                 {}}};
    return {CheckStatus::Fail,
            worst.size,
            {"the weights of %1 add to %2, not to 1", {name(trace, worst.row), forPeople(sum, 3)}},
            worst.row,
            worst.in(StageId::Weights)};
}

Finding noNan(const Trace& trace, const std::stop_token&)
{
    double count = 0;
    const Stage* first = nullptr;
    int row = -1, column = -1;
    for (const Stage& stage : trace.stages) {
        forRows(trace, stage, [&](Eigen::Index i, const Eigen::Ref<const RowVector>& numbers) {
            for (Eigen::Index j = 0; j < numbers.size(); ++j) {
                const double x = numbers[j];
                const bool filled = stage.id == StageId::MaskedScores && x < 0;
                if (std::isnan(x) || (std::isinf(x) && !filled)) {
                    if (count++ == 0) {
                        first = &stage;
                        row = static_cast<int>(i);
                        column = static_cast<int>(j);
                    }
                }
            }
        });
    }
    if (!first)
        return {CheckStatus::Pass, 0, {"every number is finite", {}}};
    const std::string stage(stageInfo(first->id).title);
    const Offender cell{first->id, first->head, row, column};
    if (first->id == StageId::Weights && readsNothing(trace, row))
        return {CheckStatus::Fail,
                count,
                {"%1 may read nothing, and filled with -∞ its weights are not numbers",
                 {name(trace, row)}},
                row,
                cell};
    const std::vector<std::string> labels = rowLabels(trace, *first);
    return {CheckStatus::Fail,
            count,
            {"the %1 of %2 are not all finite numbers", {stage, name(labels, row)}},
            labels == trace.scenario->tokens ? row : -1,
            cell};
}

Finding blockedKeysGetNothing(const Trace& trace, const std::stop_token&)
{
    Gap worst;
    for (int h = 0; h < trace.scenario->heads; ++h) {
        const Matrix& P = values(trace, StageId::Weights, h);
        for (int i = 0; trace.allowed && i < P.rows(); ++i)
            for (int j = 0; j < P.cols() && !readsNothing(trace, i); ++j)
                if (!trace.isAllowed(i, j))
                    worst.see(std::abs(P(i, j)), i, j, h);
    }
    if (worst.row < 0 && !worst.lost.isThere())
        return notApplicable("no key is blocked in a row that may read another");
    if (worst.size == 0 && worst.lost.isThere())
        return undecided(trace, worst.lost, StageId::Weights, CheckStatus::Fail);
    if (worst.size == 0)
        return {CheckStatus::Pass, 0, {"blocked keys get exactly no weight", {}}};
    return {CheckStatus::Fail,
            worst.size,
            {"%1 gives %2 to a key it may not read: the fill %3 does not block",
             {name(trace, worst.row), forPeople(worst.size, 3),
              forPeople(trace.scenario->mask.fill, 3)}},
            worst.row,
            worst.in(StageId::Weights)};
}

// The rows of X to change in turn: all but the first, or as many as a few seconds allow, spread
// evenly.
std::vector<int> rowsToChange(const Scenario& s)
{
    const int n = s.tokenCount();
    const double width = s.heads * (2.0 * headWidth(s) + 2.0 * valueWidth(s) + 20.0);
    const double affordable = 4e9 / (width * n * n);
    const int count = static_cast<int>(std::min(std::max(affordable, 4.0), n - 1.0));
    std::vector<int> rows;
    for (int i = 1; i <= count; ++i)
        rows.push_back(static_cast<int>(static_cast<std::int64_t>(n - 1) * i / count));
    return rows;
}

// What a scenario with another X gives out; empty when stopped.
Matrix outputWith(const Scenario& s, Matrix X, const std::stop_token& stop)
{
    auto other = std::make_shared<Scenario>(s);
    other->X = share(std::move(X));
    const TracePtr trace = run(other, stop);
    return trace ? *lastStage(*trace).values : Matrix();
}

Finding futureIsIgnored(const Trace& trace, const std::stop_token& stop)
{
    const Scenario& s = *trace.scenario;
    const int n = s.tokenCount();
    if (s.context)
        return notApplicable("the keys come from another sequence");
    if (n < 2)
        return notApplicable("one token has no future");
    const Matrix& output = *lastStage(trace).values;
    Gap worst;
    const std::vector<int> rows = rowsToChange(s);
    for (const int changed : rows) {
        Matrix X = *s.X;
        for (Eigen::Index c = 0; c < X.cols(); ++c) // a constant would be hidden by a LayerNorm
            X(changed, c) += static_cast<double>(c % 2 == 0 ? c + 1 : -(c + 1));
        const Matrix moved = outputWith(s, std::move(X), stop);
        if (stop.stop_requested())
            return notApplicable("stopped");
        worst.see(gap(moved.topRows(changed), output.topRows(changed)), -1);
    }
    const std::string tried = std::to_string(rows.size());
    const Message holds =
        static_cast<int>(rows.size()) == n - 1
            ? Message{"no token's output moves when a later token changes", {}}
            : Message{"no token's output moved when %1 of the later tokens were changed", {tried}};
    if (s.mask.causal)
        return compared(trace, worst, lastStage(trace), CheckStatus::Fail, holds,
                        {"the output of %1 moves when a later token changes",
                         {worst.row < 0 ? "" : name(trace, worst.row)}});
    return compared(trace, worst, lastStage(trace), CheckStatus::ByDesign, holds,
                    {trace.allowed ? "reads the future: the mask is not causal"
                                   : "reads the future: no mask, as in an encoder",
                     {}});
}

Finding firstTokenReturnsItsValue(const Trace& trace, const std::stop_token&)
{
    const Scenario& s = *trace.scenario;
    if (s.context)
        return notApplicable("the keys come from another sequence");
    if (s.tokenCount() < 2 || !s.mask.causal)
        return notApplicable("without a causal mask the first token reads the others too");
    for (int key = 0; key < s.tokenCount(); ++key)
        if (trace.isAllowed(0, key) != (key == 0))
            return notApplicable("the first token may not read itself");
    const Matrix& V = values(trace, StageId::Values);
    Gap worst;
    for (int h = 0; h < s.heads; ++h) {
        const Matrix& O = values(trace, StageId::HeadOutput, h);
        const int kv = h / (s.heads / s.kvHeadCount()); // as it should be
        worst.see(gap(O.topRows(1), V.block(0, kv * O.cols(), 1, O.cols())), h);
    }
    const bool differs = worst.size > tolerance(V);
    if (!differs && worst.lost.isThere())
        return undecided(trace, worst.lost, StageId::HeadOutput, CheckStatus::Fail);
    if (!differs)
        return {CheckStatus::Pass,
                worst.size,
                {"%1 reads itself alone and keeps its own value", {name(trace, 0)}}};
    return {CheckStatus::Fail,
            worst.size,
            {"%1 may read itself alone, but its output is not its own value", {name(trace, 0)}},
            0,
            worst.in(StageId::HeadOutput)};
}

// Why order matters here, or nothing.
std::optional<std::string> whatTellsPlacesApart(const Trace& trace)
{
    const Scenario& s = *trace.scenario;
    if (s.positions.kind != PositionKind::None)
        return "order matters: each place has its own position";
    if (trace.allowed)
        return "order matters: the mask tells places apart";
    if (s.mask.bias)
        return "order matters: the bias tells places apart";
    return {};
}

Finding orderBlind(const Trace& trace, const std::stop_token& stop)
{
    const Scenario& s = *trace.scenario;
    if (s.context)
        return notApplicable("the keys come from another sequence");
    const Matrix back = outputWith(s, s.X->colwise().reverse(), stop).colwise().reverse();
    if (stop.stop_requested())
        return notApplicable("stopped");
    const Matrix& output = *lastStage(trace).values;
    const std::optional<std::string> why = whatTellsPlacesApart(trace);
    const Gap found = gap(back, output);
    // Where places are told apart, tokens that are the same turned round prove nothing.
    if (why && found.size <= tolerance(output) && !found.lost.isThere() &&
        *s.X == Matrix(s.X->colwise().reverse()))
        return notApplicable("equal tokens cannot show order: turned round they are the same");
    return compared(trace, found, lastStage(trace), why ? CheckStatus::ByDesign : CheckStatus::Fail,
                    {"the same words in another order give the same rows in that order", {}},
                    {why.value_or("the order of the words changes their outputs"), {}});
}

Finding positionShift(const Trace& trace, const std::stop_token& stop)
{
    const Scenario& s = *trace.scenario;
    if (s.positions.kind == PositionKind::None)
        return notApplicable("no positions");
    if (s.context)
        return notApplicable("queries and keys come from two sequences");
    auto shifted = std::make_shared<Scenario>(s);
    Positions& p = shifted->positions;
    constexpr std::int64_t far = 100;
    if (s.positions.kind == PositionKind::Learned) { // a table may end before: one further, round
        p.ids = positionIds(s, s.tokenCount());
        for (std::int64_t& id : p.ids)
            id = (id + 1) % p.table->rows();
    } else {
        p.offset += far;
        for (std::int64_t& id : p.ids)
            id += far;
    }
    const TracePtr other = run(shifted, stop);
    if (!other)
        return notApplicable("stopped");
    const Matrix& output = *lastStage(trace).values;
    const Gap found = gap(*lastStage(*other).values, output);
    const bool differs = found.size > std::max(1e-9 * largestFinite(output), 1e-312);
    if (!differs && found.lost.isThere())
        return undecided(trace, found.lost, lastStage(trace).id,
                         s.positions.kind == PositionKind::Rope ? CheckStatus::Fail
                                                                : CheckStatus::ByDesign);
    if (!differs)
        return {CheckStatus::Pass,
                found.size,
                {"100 positions further the outputs are the same: only distances count", {}}};
    if (s.positions.kind == PositionKind::Rope)
        return {CheckStatus::Fail,
                found.size,
                {"100 positions further the output of %1 differs", {name(trace, found.row)}},
                found.row,
                found.in(lastStage(trace).id)};
    return {CheckStatus::ByDesign,
            found.size,
            {s.positions.kind == PositionKind::Learned
                 ? "absolute positions: with the next rows of the table the outputs differ"
                 : "absolute positions: 100 further the outputs differ",
             {}}};
}

Finding scaleFitsHeadSize(const Trace& trace, const std::stop_token&)
{
    const Scenario& s = *trace.scenario;
    const double wanted = 1 / std::sqrt(static_cast<double>(headWidth(s)));
    double ratio = wanted;
    bool measured = false, fits = true, tooSmall = false;
    Gap all;
    for (int h = 0; h < s.heads; ++h) {
        const Matrix& S = values(trace, StageId::Scores, h);
        const MatrixPtr whole = wholeOf(trace, *find(trace, StageId::ScaledScores, h));
        const Matrix& scaled = *whole;
        Eigen::Index i = 0, j = 0;
        const Gap ofHead = gap(scaled, S * wanted);
        all.see(ofHead, h);
        const double largest = S.array().isFinite().select(S.cwiseAbs(), 0).maxCoeff(&i, &j);
        if (largest == 0) {
            all.see(gap(S, Matrix::Zero(S.rows(), S.cols())), h); // ∞ is ∞ at every scale
            continue;
        }
        if (largest < 1e-290) { // twelve digits of what is scaled have to be left
            tooSmall = true;
            continue;
        }
        const double found = scaled(i, j) / S(i, j);
        if (!std::isfinite(found))
            continue;
        measured = true;
        if (!(std::abs(found - wanted) <= std::abs(ratio - wanted)))
            ratio = found;
        fits = fits && ofHead.size <= tolerance(scaled);
    }
    const CheckStatus otherwise =
        s.scale.kind == ScaleKind::InverseSqrtDk ? CheckStatus::Fail : CheckStatus::ByDesign;
    if (fits && all.lost.isThere())
        return undecided(trace, all.lost, StageId::ScaledScores, otherwise);
    if (!measured)
        return notApplicable(tooSmall ? "the scores are too small to see a scale"
                                      : "every score is 0, so no scale can be seen");
    const std::vector<std::string> numbers = {forPeople(ratio, 3), forPeople(wanted, 3),
                                              std::to_string(headWidth(s))};
    if (fits)
        return {CheckStatus::Pass, ratio, {"scores are multiplied by %1 = 1/√%3", numbers}};
    return {otherwise, ratio, {"scores are multiplied by %1; 1/√%3 would be %2", numbers}};
}

// The head alone, as a scenario of its own: its own columns, the key/value head of its group, and
// what went into attention. Mistakes are left in.
ScenarioPtr headAlone(const Trace& trace, int head)
{
    const Scenario& s = *trace.scenario;
    auto alone = std::make_shared<Scenario>(s);
    const int kv = head / (s.heads / s.kvHeadCount()); // as it should be
    const auto own = [&](MatrixField W, MatrixField b, int which, int width) {
        *matrixIn(*alone, W) = share(fieldMatrix(s, W).middleCols(which * width, width));
        if (const MatrixPtr& bias = *matrixIn(s, b))
            *matrixIn(*alone, b) = share(bias->middleCols(which * width, width));
    };
    alone->heads = 1;
    alone->kvHeads.reset();
    own(MatrixField::W_q, MatrixField::b_q, head, headWidth(s));
    own(MatrixField::W_k, MatrixField::b_k, kv, headWidth(s));
    own(MatrixField::W_v, MatrixField::b_v, kv, valueWidth(s));
    alone->W_o.reset();
    alone->b_o.reset();
    alone->block.reset();
    alone->readout.reset();
    // Norm and added positions have been at work already.
    const bool pre = s.block && s.block->placement == Placement::Pre;
    const Stage* input = find(trace, pre ? StageId::Norm1 : StageId::Input);
    const Stage* context = find(trace, StageId::ContextInput);
    if (input)
        alone->X = input->values;
    if (context)
        alone->context->X = context->values;
    if (alone->positions.kind != PositionKind::Rope)
        alone->positions = {};
    return alone;
}

Finding headsReadTheirGroup(const Trace& trace, const std::stop_token& stop)
{
    const Scenario& s = *trace.scenario;
    if (s.heads == 1)
        return notApplicable("there is one head");
    Gap worst;
    double allowance = 0;
    for (int h = 0; h < s.heads; ++h) {
        const ScenarioPtr alone = headAlone(trace, h);
        const TracePtr other = run(alone, stop);
        if (!other)
            return notApplicable("stopped");
        const Matrix& O = values(trace, StageId::HeadOutput, h);
        worst.see(gap(values(*other, StageId::Output), O), h);
        allowance = std::max(allowance, tolerance(O));
    }
    const bool differs = worst.size > allowance;
    if (!differs && worst.lost.isThere())
        return undecided(trace, worst.lost, StageId::HeadOutput, CheckStatus::Fail);
    if (!differs)
        return {CheckStatus::Pass,
                worst.size,
                {"each head computed alone, from its own columns, gives the same", {}}};
    return {CheckStatus::Fail,
            worst.size,
            {"head %1 does not give what its own columns give", {std::to_string(worst.head + 1)}},
            worst.row,
            worst.in(StageId::HeadOutput)};
}

Finding headCountKeepsParameters(const Trace& trace, const std::stop_token&)
{
    const Scenario& s = *trace.scenario;
    const std::int64_t d = s.modelWidth();
    std::int64_t count = 0, biases = 0;
    for (const MatrixField field :
         {MatrixField::W_q, MatrixField::W_k, MatrixField::W_v, MatrixField::W_o})
        count += fieldMatrix(s, field).size();
    if (s.W_o && s.W_o->isIdentity()) // written out it is a square of the heads side by side
        count += d * d - fieldMatrix(s, MatrixField::W_o).size();
    for (const MatrixField field :
         {MatrixField::b_q, MatrixField::b_k, MatrixField::b_v, MatrixField::b_o})
        biases += fieldMatrix(s, field).size();
    const std::int64_t wanted = (s.W_o ? 4 : 3) * d * d;
    const bool usualWidths = s.kvHeadCount() == s.heads && s.heads * headWidth(s) == d &&
                             s.heads * valueWidth(s) == d && s.contextWidth() == d;
    const auto figure = static_cast<double>(count + biases);
    const std::string numbers = std::to_string(count), plus = std::to_string(biases);
    if (count == wanted)
        return {CheckStatus::Pass, figure,
                biases > 0
                    ? Message{"the projections hold %1 numbers, as with one head, plus %2 biases",
                              {numbers, plus}}
                    : Message{"the projections hold %1 numbers, as with one head", {numbers}}};
    return {usualWidths ? CheckStatus::Fail : CheckStatus::ByDesign,
            figure,
            {"the projections hold %1 numbers; squares of %2 columns would hold %3",
             {numbers, std::to_string(d), std::to_string(wanted)}}};
}

Finding cachedDecodingMatches(const Trace& trace, const std::stop_token& stop)
{
    const Scenario& s = *trace.scenario;
    if (s.context)
        return notApplicable("the keys come from another sequence, whole from the start");
    const Matrix decoded = decodeAll(trace.scenario, 1, stop);
    if (stop.stop_requested())
        return notApplicable("stopped");
    const Matrix& output = *lastStage(trace).values;
    const Gap found = gap(decoded, output);
    return compared(
        trace, found, lastStage(trace), s.mask.causal ? CheckStatus::Fail : CheckStatus::ByDesign,
        {"token by token, with keys and values kept, the outputs are the same", {}},
        s.mask.causal
            ? Message{"token by token the output of %1 differs: it depends on later tokens",
                      {found.row < 0 ? "" : name(trace, found.row)}}
            : Message{"cannot be computed token by token: without a causal mask tokens read later"
                      " ones",
                      {}});
}

Finding tiledMatches(const Trace& trace, const std::stop_token& stop)
{
    for (const Mistake mistake : trace.scenario->mistakes)
        if (mistakeInfo(mistake).changesSoftmax)
            return notApplicable("a mistake changes the softmax");
    const int tile = trace.scenario->keyCount() > 16 ? 64 : 2;
    const Matrix output = tiledOutput(trace, tile, stop);
    if (stop.stop_requested())
        return notApplicable("stopped");
    const Matrix& whole = values(trace, StageId::Output);
    const Gap found = gap(output, whole);
    return compared(
        trace, found, *find(trace, StageId::Output), CheckStatus::Fail,
        {"computed in tiles of %1 × %1, the output is the same", {std::to_string(tile)}},
        {"computed in tiles of %1 × %1, the output of %2 differs",
         {std::to_string(tile), found.row < 0 ? "" : name(trace, found.row)}});
}

Finding outputShapeMatchesInput(const Trace& trace, const std::stop_token&)
{
    const Matrix& X = values(trace, StageId::Embeddings);
    const Matrix& output = values(trace, StageId::Output);
    const auto columns = static_cast<double>(output.cols());
    if (output.rows() == X.rows() && output.cols() == X.cols())
        return {CheckStatus::Pass,
                columns,
                {"the output has the shape of X, so layers can be stacked", {}}};
    return {trace.scenario->W_o ? CheckStatus::Fail : CheckStatus::ByDesign, columns,
            counted("the output has %1 columns, X has %2: there is no W_o to bring it back",
                    {output.cols(), X.cols()})};
}

struct Row {
    std::string_view id;
    Finding (*measure)(const Trace& trace, const std::stop_token& stop);
};

constexpr std::array<Row, 13> table = {{
    {"weights_rows_sum_to_one", rowsSumToOne},
    {"no_nan", noNan},
    {"blocked_keys_get_no_weight", blockedKeysGetNothing},
    {"future_is_ignored", futureIsIgnored},
    {"first_token_returns_its_value", firstTokenReturnsItsValue},
    {"order_blind", orderBlind},
    {"position_shift_is_ignored", positionShift},
    {"scale_fits_head_size", scaleFitsHeadSize},
    {"heads_read_their_group", headsReadTheirGroup},
    {"head_count_keeps_parameters", headCountKeepsParameters},
    {"cached_decoding_matches", cachedDecodingMatches},
    {"tiled_matches", tiledMatches},
    {"output_shape_matches_input", outputShapeMatchesInput},
}};

} // namespace

std::string_view statusName(CheckStatus status)
{
    switch (status) {
    case CheckStatus::Pass:
        return "pass";
    case CheckStatus::Fail:
        return "fail";
    case CheckStatus::ByDesign:
        return "by_design";
    case CheckStatus::NotApplicable:
        break;
    }
    return "not_applicable";
}

std::vector<std::string_view> checkIds()
{
    std::vector<std::string_view> ids;
    for (const Row& row : table)
        ids.push_back(row.id);
    return ids;
}

std::vector<Check> check(const Trace& trace, std::stop_token stop)
{
    std::vector<Check> checks;
    for (const Row& row : table) {
        Finding found = row.measure(trace, stop);
        if (stop.stop_requested())
            return {};
        checks.push_back({row.id, found.status, found.figure, std::move(found.detail), found.row,
                          found.cell, found.undecided});
    }
    return checks;
}

} // namespace attention
