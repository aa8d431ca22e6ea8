// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/form_csv.h"

#include "core/attention/kept.h"
#include "core/text/cells.h"
#include "core/text/number.h"

namespace attention {

namespace {

std::string field(const std::string& label)
{
    const std::string text = notAFormula(label);
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c;
        if (c == '"')
            quoted += c;
    }
    return quoted + '"';
}

std::string block(const Trace& trace, const Stage& stage)
{
    const MatrixPtr whole = wholeOf(trace, stage);
    const Matrix& m = *whole;
    std::string text(stageInfo(stage.id).name);
    if (stage.head >= 0)
        text += " (head " + std::to_string(stage.head) + ")";
    for (const std::string& label : columnLabels(trace, stage))
        text += "," + field(label);
    text += "\r\n";
    const std::vector<std::string> rows = rowLabels(trace, stage);
    for (Eigen::Index i = 0; i < m.rows(); ++i) {
        text += field(rows[static_cast<std::size_t>(i)]);
        for (Eigen::Index j = 0; j < m.cols(); ++j)
            text += "," + shortest(m(i, j));
        text += "\r\n";
    }
    return text;
}

} // namespace

std::string writeCsv(const Trace& trace, const StageFilter& filter)
{
    std::string text;
    for (const Stage& stage : trace.stages) {
        if (!keeps(filter, stage))
            continue;
        if (!text.empty())
            text += "\r\n"; // an empty line between blocks
        text += block(trace, stage);
    }
    return text;
}

} // namespace attention
