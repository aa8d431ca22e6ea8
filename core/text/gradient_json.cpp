// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/gradient_json.h"

#include "core/text/json_text.h"

namespace attention {

std::string writeGradients(std::string_view of, std::span<const Gradient> gradients)
{
    std::string text = "{\n  \"of\": " + jsonText(of) + ",\n  \"gradients\": [";
    const char* separator = "\n";
    for (const Gradient& gradient : gradients) {
        const Matrix& m = gradient.values;
        text += separator;
        text += "    {\n      \"id\": " + jsonText(gradient.id) + ",\n";
        if (gradient.head >= 0)
            text += "      \"head\": " + std::to_string(gradient.head) + ",\n";
        text += "      \"shape\": [" + std::to_string(m.rows()) + ", " + std::to_string(m.cols()) +
                "],\n      \"values\": [\n";
        for (Eigen::Index i = 0; i < m.rows(); ++i) {
            text += "        [";
            for (Eigen::Index j = 0; j < m.cols(); ++j)
                text += (j > 0 ? ", " : "") + jsonNumber(m(i, j));
            text += i + 1 < m.rows() ? "],\n" : "]\n";
        }
        text += "      ]\n    }";
        separator = ",\n";
    }
    return text + "\n  ]\n}\n";
}

} // namespace attention
