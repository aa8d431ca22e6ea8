// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/kept.h"

#include <algorithm>

namespace attention {

StageRows::StageRows(const Trace& trace, const Stage& stage)
    : m_stage(stage)
{
    if (stage.values)
        return;
    const Scenario& s = *trace.scenario;
    m_scores = find(trace, StageId::Scores, stage.head);
    m_rules.emplace(s, s.tokenCount(), s.keyCount(), trace.allowed);
}

Matrix StageRows::operator()(Eigen::Index first, Eigen::Index count) const
{
    if (m_stage.values)
        return m_stage.values->middleRows(first, count);
    Matrix rows = m_scores->values->middleRows(first, count);
    for (Eigen::Index i = 0; i < count; ++i) {
        Eigen::Map<RowVector> x(rows.row(i).data(), rows.cols());
        if (m_rules->scales())
            m_rules->scale(x, x);
        if (m_stage.id != StageId::ScaledScores && m_rules->caps())
            m_rules->cap(x, x);
        if (m_stage.id == StageId::MaskedScores && m_rules->masks())
            m_rules->mask(static_cast<int>(first + i), 0, x, x);
    }
    return rows;
}

double numberAt(const Trace& trace, const Stage& stage, Eigen::Index row, Eigen::Index column)
{
    return stage.values ? (*stage.values)(row, column) : StageRows(trace, stage)(row, 1)(0, column);
}

void forRows(const Trace& trace, const Stage& stage,
             const std::function<void(Eigen::Index, const Eigen::Ref<const RowVector>&)>& see)
{
    const StageRows rowsOf(trace, stage);
    const Eigen::Index rows = shapeOf(trace, stage).first;
    for (Eigen::Index first = 0; first < rows; first += 64) {
        const Eigen::Index count = std::min<Eigen::Index>(64, rows - first);
        const Matrix made = stage.values ? Matrix() : rowsOf(first, count);
        for (Eigen::Index i = 0; i < count; ++i)
            see(first + i, stage.values ? stage.values->row(first + i) : made.row(i));
    }
}

MatrixPtr wholeOf(const Trace& trace, const Stage& stage)
{
    return stage.values ? stage.values
                        : share(StageRows(trace, stage)(0, shapeOf(trace, stage).first));
}

} // namespace attention
