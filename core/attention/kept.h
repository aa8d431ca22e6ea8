// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attention/attend.h"
#include "core/export.h"
#include "core/trace/trace.h"

#include <functional>
#include <optional>

// The numbers of a stage, whether its trace keeps them or not. A large trace keeps only scores and
// weights of what has n × m numbers; scaled, capped and masked scores follow from the scores again,
// bit for bit, as many rows at a time as are asked for.
namespace attention {

class ATTENTION_API StageRows {
public:
    // The trace has to live as long.
    StageRows(const Trace& trace, const Stage& stage);

    // Rows first … first + count - 1.
    Matrix operator()(Eigen::Index first, Eigen::Index count) const;

private:
    const Stage& m_stage;
    const Stage* m_scores = nullptr; // when the rows are made again
    std::optional<ScoreRules> m_rules;
};

ATTENTION_API double numberAt(const Trace& trace, const Stage& stage, Eigen::Index row,
                              Eigen::Index column);
// Each row from the first to the last, with its index.
ATTENTION_API void
forRows(const Trace& trace, const Stage& stage,
        const std::function<void(Eigen::Index, const Eigen::Ref<const RowVector>&)>& see);
// All of it: the trace's own matrix, or a new one.
ATTENTION_API MatrixPtr wholeOf(const Trace& trace, const Stage& stage);

} // namespace attention
