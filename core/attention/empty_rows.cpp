// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/empty_rows.h"

#include "core/attention/attend.h"
#include "core/attention/run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace attention {

namespace {

constexpr std::array<EmptyRowRule, 3> table = {{
    {"uniform", "equal shares",
     "a finite fill such as −1e9 stands in every cell, so the softmax shares evenly, among keys "
     "that may not be read",
     [](const Mask& mask) {
         return mask.emptyRows == EmptyRows::Computed && std::isfinite(mask.fill);
     },
     [](Mask& mask) {
         mask.emptyRows = EmptyRows::Computed;
         if (!std::isfinite(mask.fill))
             mask.fill = -1e9;
     }},
    {"nan", "not a number",
     "−∞ stands in every cell, so the softmax divides 0 by 0: the row is NaN, and so is all that "
     "is made of it",
     [](const Mask& mask) {
         return mask.emptyRows == EmptyRows::Computed && !std::isfinite(mask.fill);
     },
     [](Mask& mask) {
         mask.emptyRows = EmptyRows::Computed;
         mask.fill = -std::numeric_limits<double>::infinity();
     }},
    {"zeros", "zeros",
     "the row is set to 0: nothing is read and nothing is added, as in newer libraries",
     [](const Mask& mask) { return mask.emptyRows == EmptyRows::Zeros; },
     [](Mask& mask) { mask.emptyRows = EmptyRows::Zeros; }},
}};

} // namespace

std::span<const EmptyRowRule> emptyRowRules()
{
    return table;
}

bool isEmptyRow(const Trace& trace, int query)
{
    if (!trace.allowed)
        return false;
    const bool* const cells = trace.allowed->data() + query * trace.allowed->cols();
    return std::find(cells, cells + trace.allowed->cols(), true) == cells + trace.allowed->cols();
}

int firstEmptyRow(const Trace& trace)
{
    for (int query = 0; trace.allowed && query < trace.allowed->rows(); ++query)
        if (isEmptyRow(trace, query))
            return query;
    return -1;
}

Matrix emptyRowWeights(const Trace& trace, int head, int query, const EmptyRowRule& rule)
{
    // S: (n, m)  ->  row `query` of P: (1, m)
    const Scenario& s = *trace.scenario;
    Scenario other = s;
    BoolMatrix allowed =
        s.mask.allowed ? *s.mask.allowed : BoolMatrix::Constant(s.tokenCount(), s.keyCount(), true);
    allowed.row(query).setConstant(false);
    other.mask.allowed = std::make_shared<const BoolMatrix>(std::move(allowed));
    rule.choose(other.mask);
    if (s.has(Mistake::SoftmaxOverQueries)) { // then a row depends on all the others
        const TracePtr whole = run(std::make_shared<const Scenario>(std::move(other)));
        return find(*whole, StageId::Weights, head)->values->row(query);
    }
    const ScoreRules rules(other, s.tokenCount(), s.keyCount());
    RowVector x = find(trace, StageId::Scores, head)->values->row(query);
    RowVector before;
    const auto step = [&](bool there, auto apply) {
        before = x;
        if (there)
            apply(before, x);
    };
    step(rules.scales(), [&](auto& in, auto& out) { rules.scale(in, out); });
    step(rules.caps(), [&](auto& in, auto& out) { rules.cap(in, out); });
    step(rules.masks(), [&](auto& in, auto& out) { rules.mask(query, 0, in, out); });
    rules.weigh(query, x);
    return x;
}

} // namespace attention
