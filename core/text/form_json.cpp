// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/form_json.h"

#include "core/attention/kept.h"
#include "core/text/json_text.h"

namespace attention {

namespace {

std::string axis(std::string_view key, Axis axis, const std::vector<std::string>& labels)
{
    return "      " + jsonText(key) + ": {\"axis\": " + jsonText(axisName(axis)) +
           ", \"labels\": " + jsonList(labels) + "},\n";
}

std::string stageObject(const Trace& trace, const Stage& stage)
{
    const StageInfo& info = stageInfo(stage.id);
    const MatrixPtr whole = wholeOf(trace, stage);
    const Matrix& m = *whole;
    std::string text = "    {\n      \"id\": " + jsonText(info.name) + ",\n";
    if (stage.head >= 0)
        text += "      \"head\": " + std::to_string(stage.head) + ",\n";
    text += "      \"symbol\": " + jsonText(info.symbol) + ",\n";
    text += "      \"formula\": " + jsonText(formula(trace, stage)) + ",\n";
    text +=
        "      \"shape\": [" + std::to_string(m.rows()) + ", " + std::to_string(m.cols()) + "],\n";
    text += axis("rows", info.rows, rowLabels(trace, stage));
    text += axis("columns", info.columns, columnLabels(trace, stage));
    text += "      \"values\": [\n";
    for (Eigen::Index i = 0; i < m.rows(); ++i) {
        text += "        [";
        for (Eigen::Index j = 0; j < m.cols(); ++j)
            text += (j > 0 ? ", " : "") + jsonNumber(m(i, j));
        text += i + 1 < m.rows() ? "],\n" : "]\n";
    }
    return text + "      ]\n    }";
}

std::string checkObject(const Check& check)
{
    return "    {\"id\": " + jsonText(check.id) +
           ", \"status\": " + jsonText(statusName(check.status)) +
           ", \"figure\": " + (check.figure ? jsonNumber(*check.figure) : "null") +
           ", \"detail\": " + jsonText(english(check.detail)) + "}";
}

std::string readoutObject(const Trace& trace)
{
    const Prediction read = prediction(trace);
    std::string predicted;
    for (const int label : read.predicted)
        predicted += (predicted.empty() ? "" : ", ") +
                     (label < 0 ? std::string("null") : std::to_string(label));
    const auto orNull = [](const std::optional<double>& value) {
        return value ? jsonNumber(*value) : std::string("null");
    };
    return "{\"predicted\": [" + predicted + "], \"loss\": " + orNull(read.loss) +
           ", \"perplexity\": " + orNull(read.perplexity) + "}";
}

} // namespace

std::string writeJson(const Trace& trace, const StageFilter& filter)
{
    std::string text =
        "{\n  \"format\": \"attention-lab/trace\",\n  \"version\": 1,\n  \"title\": " +
        jsonText(trace.scenario->title) + ",\n  \"stages\": [";
    const char* separator = "\n";
    for (const Stage& stage : trace.stages) {
        if (!keeps(filter, stage))
            continue;
        text += separator + stageObject(trace, stage);
        separator = ",\n";
    }
    text += "\n  ],\n";
    if (trace.scenario->readout)
        text += "  \"readout\": " + readoutObject(trace) + ",\n";
    text += "  \"checks\": [";
    separator = "\n";
    for (const Check& row : check(trace)) {
        text += separator + checkObject(row);
        separator = ",\n";
    }
    return text + "\n  ]\n}\n";
}

} // namespace attention
