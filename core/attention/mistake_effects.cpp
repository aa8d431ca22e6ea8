// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/mistake_effects.h"

#include "core/attention/run.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace attention {

namespace {

bool differs(double a, double b)
{
    if (a == b || (std::isnan(a) && std::isnan(b)))
        return false;
    return !(std::abs(a - b) <= 1e-9);
}

TracePtr runWithout(const Scenario& s, const std::set<Mistake>& left, const std::stop_token& stop)
{
    auto other = std::make_shared<Scenario>(s);
    other->mistakes = left;
    return run(std::move(other), stop);
}

} // namespace

std::vector<StageChange> changesBetween(const Trace& wrong, const Trace& right)
{
    std::vector<StageChange> changes;
    for (const Stage& stage : wrong.stages) {
        // Only the mistake rotates values; they stand in the place of those of the head.
        const StageId id = stage.id == StageId::RotatedValues ? StageId::HeadValues : stage.id;
        const Stage* other = find(right, id, stage.head);
        // What a large trace does not keep is left out: the weights after it tell the same.
        if (!other || !stage.values || !other->values || other->values == stage.values)
            continue;
        const Matrix& a = *stage.values;
        const Matrix& b = *other->values;
        const bool sameShape = a.rows() == b.rows() && a.cols() == b.cols();
        StageChange change{stage.id, stage.head, {}, -1, -1, 0};
        BoolMatrix cells = BoolMatrix::Constant(a.rows(), a.cols(), false);
        for (Eigen::Index i = 0; i < a.rows(); ++i)
            for (Eigen::Index j = 0; j < a.cols(); ++j) {
                if (sameShape && !differs(a(i, j), b(i, j)))
                    continue;
                cells(i, j) = true;
                if (change.count++ == 0) {
                    change.row = static_cast<int>(i);
                    change.column = static_cast<int>(j);
                }
            }
        if (change.count == 0)
            continue;
        change.cells = std::make_shared<const BoolMatrix>(std::move(cells));
        changes.push_back(std::move(change));
    }
    return changes;
}

const StageChange* MistakeEffects::find(StageId id, int head) const
{
    for (const StageChange& change : changes)
        if (change.id == id && change.head == head)
            return &change;
    return nullptr;
}

MistakeEffects mistakeEffects(const Trace& trace, const std::stop_token& stop)
{
    MistakeEffects effects;
    const Scenario& s = *trace.scenario;
    for (const Mistake mistake : s.mistakes) {
        std::set<Mistake> left = s.mistakes;
        left.erase(mistake);
        const TracePtr right = runWithout(s, left, stop);
        if (!right)
            return {};
        effects.each.push_back({mistake, changesBetween(trace, *right)});
    }
    if (effects.each.size() == 1) {
        effects.changes = effects.each.front().changes;
    } else if (!effects.each.empty()) {
        const TracePtr right = runWithout(s, {}, stop);
        if (!right)
            return {};
        effects.changes = changesBetween(trace, *right);
    }
    return effects;
}

std::vector<Mistake> mistakesThatShow(const Trace& trace, const std::stop_token& stop)
{
    std::vector<Mistake> shown;
    for (const MistakeInfo& info : mistakeTable()) {
        if (trace.scenario->has(info.mistake))
            continue;
        std::set<Mistake> with = trace.scenario->mistakes;
        with.insert(info.mistake);
        const TracePtr wrong = runWithout(*trace.scenario, with, stop);
        if (!wrong)
            return {};
        if (!changesBetween(*disguised(wrong, info.mistake), trace).empty())
            shown.push_back(info.mistake);
    }
    return shown;
}

TracePtr disguised(const TracePtr& trace, Mistake mistake)
{
    Scenario innocent = *trace->scenario;
    innocent.mistakes.erase(mistake);
    innocent.title += innocent.title.empty() ? "with a hidden mistake" : " (with a hidden mistake)";
    auto shown = std::make_shared<Trace>(*trace);
    shown->scenario = std::make_shared<const Scenario>(std::move(innocent));
    if (mistake == Mistake::RotatedValues)
        std::erase_if(shown->stages,
                      [](const Stage& stage) { return stage.id == StageId::RotatedValues; });
    return shown;
}

} // namespace attention
