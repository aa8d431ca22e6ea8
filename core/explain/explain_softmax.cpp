// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/explainers.h"

#include "core/text/number.h"

#include <algorithm>
#include <cmath>

namespace attention {

namespace {

std::string power(double exponent)
{
    const long whole = std::lround(exponent);
    return whole == 0 ? "1" : whole == 1 ? "e" : "e" + superscript(whole);
}

// "e⁴ / (e⁴ + 1 + e²)": what an examiner accepts, where all scores are whole numbers. Those too
// small to count (a fill of -1e9) are left out.
std::string exactShare(const RowVector& scores, Eigen::Index own)
{
    constexpr int most = 6; // terms
    const double largest = scores.maxCoeff<Eigen::PropagateNaN>();
    const auto counts = [&](double score) { return std::exp(score - largest) > 0; };
    std::string below;
    int terms = 0;
    for (const double score : scores) {
        if (!counts(score))
            continue;
        if (score != std::round(score) || std::abs(score) > 99 || ++terms > most)
            return {};
        below += (below.empty() ? "" : " + ") + power(score);
    }
    if (terms < 2 || !counts(scores[own]))
        return {};
    return power(scores[own]) + " / (" + below + ")";
}

// One row, or one column, that a softmax turns into shares.
struct Shares {
    RowVector scores; // (m)
    Eigen::Index own; // the asked one
    const char* sum;  // "row sum"
    bool maximumSubtracted = true;
    std::optional<double> share; // absent: what is in the trace was changed afterwards
};

bool reaches(double found, double value)
{
    return std::isnan(found)
               ? std::isnan(value)
               : std::abs(found - value) <= std::max(1e-12 * std::abs(value), 1e-312); // denormals
}

// e^score / Σ e^score; `score` is the own score as the result of the steps before. Returns the
// share, of the plain form.
double explainShare(Steps& steps, const Operand& score, const Shares& s)
{
    std::vector<Operand> powers;
    for (const double x : s.scores)
        powers.push_back({std::exp(x), OperandRole::Weight, -1, Digits::Significant});
    Operand& own = powers[static_cast<std::size_t>(s.own)];
    own = as(steps.addSignificant("e^", Operation::Exp, {score}), OperandRole::Weight);
    const Operand above = own;
    const Operand below =
        as(steps.addSignificant(s.sum, Operation::Sum, std::move(powers)), OperandRole::Weight);
    const double share = above.value / below.value;
    constexpr double tiny = 5e-4; // would be a 0 among the others' decimals
    if (share < tiny)
        steps.addSignificant("share", Operation::Over, {above, below}, s.share.value_or(share));
    else
        steps.add("share", Operation::Over, {above, below}, s.share.value_or(share));
    return share;
}

// The same with the largest score subtracted from all, which changes no share.
double explainShiftedShare(Steps& steps, const Shares& s)
{
    const double x = s.scores[s.own];
    std::vector<Operand> all = operandsOf(s.scores, OperandRole::Score);
    const double max = s.scores.maxCoeff<Eigen::PropagateNaN>();
    const Operand largest =
        as(steps.add("largest score", Operation::Largest, std::move(all), max), OperandRole::Score);
    const Operand shifted =
        as(steps.add("score − largest", Operation::Minus, {{x, OperandRole::Score}, largest}),
           OperandRole::Score);
    Shares rest = s;
    rest.scores.array() -= max;
    return explainShare(steps, shifted, rest);
}

// Both forms; the plain one, whose first steps are there already, is taken back where it does not
// lead to the number.
void explainSoftmax(Explanation& e, const Operand& score, const Shares& s)
{
    Steps plain(e.plain), computer(e.computer);
    if (!s.maximumSubtracted) {
        explainShare(plain, score, s);
        return;
    }
    const double value = explainShiftedShare(computer, s);
    const double expected = s.share.value_or(value);
    if (reaches(explainShare(plain, score, s), expected))
        return;
    e.plain.clear();
    if (std::isfinite(s.scores.maxCoeff<Eigen::PropagateNaN>()))
        e.notes.push_back(
            {"e to such scores is no number a computer holds; with the maximum subtracted it is.",
             {}});
}

} // namespace

void explainWeights(Explanation& e, const AskedCell& c)
{
    const Scenario& s = c.scenario();
    const bool maskLate = s.has(Mistake::MaskAfterSoftmax);
    const bool down = s.has(Mistake::SoftmaxOverQueries);
    const bool empty = c.trace.allowed && !c.trace.allowed->row(c.row).any();
    const bool blocked = !c.trace.isAllowed(c.row, c.column);
    if (empty && s.mask.emptyRows == EmptyRows::Zeros) {
        Steps(e.plain).add("every key is blocked, so the row is zeros", Operation::Given,
                           {constant(0)}, c.value);
        return;
    }
    if (empty && !down && !maskLate)
        e.notes.push_back({"Every key of this row is blocked: softmax sees the fill alone.", {}});

    const Stage& masked = *find(c.trace, StageId::MaskedScores, c.head);
    Shares shares{StageRows(c.trace, masked)(c.row, 1), c.column, "row sum",
                  !s.has(Mistake::NoMaxSubtraction), c.value};
    if (down) {
        shares.scores.resize(s.tokenCount());
        forRows(c.trace, masked, [&](Eigen::Index row, const Eigen::Ref<const RowVector>& x) {
            shares.scores[row] = x[c.column];
        });
        shares.own = c.row;
        shares.sum = "column sum";
        e.notes.push_back({"The softmax runs down the column, over the queries (a mistake): the "
                           "columns add to 1, not the rows.",
                           {}});
    }
    if (maskLate && blocked)
        shares.share.reset();

    Steps steps(e.plain);
    const Operand score = explainScore(steps, c, StageId::MaskedScores, c.row, c.column);
    explainSoftmax(e, score, shares);
    if (!shares.maximumSubtracted)
        e.notes.push_back({"The largest score is not subtracted first (a mistake).", {}});
    if (maskLate && blocked) {
        for (std::vector<ExplainStep>* form : {&e.plain, &e.computer})
            if (!form->empty())
                Steps(*form).add(
                    "blocked, so set to 0 after the softmax", Operation::Replace,
                    {{form->back().result, OperandRole::Weight, static_cast<int>(form->size()) - 1},
                     constant(0)},
                    c.value);
        e.notes.push_back({"The mask comes after the softmax (a mistake): what is left of the row "
                           "no longer adds to 1.",
                           {}});
        return;
    }
    if (std::isfinite(c.value))
        e.exact = exactShare(shares.scores, shares.own);
    if (std::isfinite(c.value) && !blocked)
        e.notes.push_back(
            {"slope w(1 − w) = %1", {forPeopleNeverZero(c.value * (1 - c.value), 4)}});
}

// Softmax of the row of logits, or what the last stage says already.
void explainProbabilities(Explanation& e, const AskedCell& c)
{
    const Matrix& last = *lastStage(c.trace).values;
    Steps steps(e.plain);
    if (!c.scenario().readout->logits) {
        const StageId id = lastStage(c.trace).id;
        const Operand made = explainSource(e, {c.trace, id, -1, c.row, c.column, c.value});
        steps.add("taken over from the last stage", Operation::Copy, {as(made, OperandRole::Score)},
                  c.value);
        return;
    }
    const Operand source{last(c.row, c.column), OperandRole::Score};
    const Operand logit = steps.add("logit", Operation::Copy, {source});
    explainSoftmax(e, as(logit, OperandRole::Score),
                   {last.row(c.row), c.column, "row sum", true, c.value});
    if (std::isfinite(c.value))
        e.exact = exactShare(last.row(c.row), c.column);
}

} // namespace attention
