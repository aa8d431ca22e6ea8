// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/cells.h"

#include "core/text/number.h"
#include "core/text/utf8.h"

#include <charconv>
#include <cmath>

namespace attention {

std::string cellText(double value)
{
    if (!std::isfinite(value) || std::abs(value) > 1e7)
        return forPeople(value, 3);
    char buffer[32];
    const double size = std::abs(value);
    const auto end =
        size > 0 && size < 1e-300 // or it would look like a blocked 0
            ? std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific, 0)
            : std::to_chars(buffer, buffer + sizeof buffer, size < 0.0005 ? 0.0 : value,
                            std::chars_format::fixed, 3);
    return {buffer, end.ptr};
}

bool saysBlocked(const Trace& trace, const Stage& stage, Eigen::Index row, Eigen::Index column)
{
    return stage.id == StageId::MaskedScores && !trace.scenario->has(Mistake::MaskAfterSoftmax) &&
           isBlocked(trace, stage, static_cast<int>(row), static_cast<int>(column));
}

std::string visibleLabel(const std::string& label)
{
    return label.empty() ? "(empty)" : shortened(printable(label), 24);
}

std::string notAFormula(std::string text)
{
    constexpr std::string_view formulaStarts = "=+-@\t\r";
    if (!text.empty() && formulaStarts.find(text.front()) != std::string_view::npos)
        text.insert(0, "'");
    return text;
}

std::string dimensions(const Trace& trace, const Stage& stage)
{
    const auto [rows, columns] = shapeOf(trace, stage);
    return "(" + std::to_string(rows) + ", " + std::to_string(columns) + ")";
}

std::string headText(const Trace& trace, const Stage& stage)
{
    const int heads = trace.scenario->heads;
    if (stage.head < 0 || heads == 1)
        return {};
    return "head " + std::to_string(stage.head + 1) + " of " + std::to_string(heads);
}

} // namespace attention
