// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/reader_properties.h"

#include "core/attention/run.h"
#include "core/explain/explain.h"
#include "core/scenario/problems.h"
#include "core/scenario/scenario_json.h"
#include "core/text/forms.h"
#include "core/text/number.h"
#include "core/trace/checks.h"

#include <cmath>

namespace attention::test {

namespace {

std::string complaintAbout(const std::variant<Scenario, Problem>& read)
{
    if (const auto* problem = std::get_if<Problem>(&read)) {
        // What is wrong with all of the text has no place in it.
        const std::string words = english(*problem);
        const bool all = words.starts_with("the text is ") ||
                         words.starts_with("larger than the limit of ") ||
                         words.starts_with("expected an object, found ");
        if (!all && problem->path.empty() && problem->line == 0)
            return "refused without a place: " + words;
        return problem->message.key.empty() ? "refused without a reason" : "";
    }
    const Scenario& s = std::get<Scenario>(read);
    if (const auto problem = validate(s))
        return "loaded, but " + english(*problem);
    const auto back = readScenario(writeScenario(s));
    if (!std::get_if<Scenario>(&back) || !sameContent(std::get<Scenario>(back), s))
        return "does not come back the same";
    return {};
}

} // namespace

std::string scenarioComplaint(std::string_view json, bool* loaded)
{
    const auto read = readScenario(json);
    if (loaded)
        *loaded = std::holds_alternative<Scenario>(read);
    return complaintAbout(read);
}

std::string everythingComplaint(std::string_view json)
{
    const auto read = readScenario(json);
    std::string complaint = complaintAbout(read);
    const auto* s = std::get_if<Scenario>(&read);
    if (!complaint.empty() || !s || traceBytes(*s) > 100000)
        return complaint;
    const TracePtr trace = run(std::make_shared<const Scenario>(*s));
    if (check(*trace).size() != checkIds().size())
        return "a check is missing";
    for (const TextForm& form : textForms())
        if (form.write(*trace, {}).empty())
            return std::string(form.id) + ": an empty text";
    for (const Stage& stage : trace->stages)
        if (explanationText(explain(*trace, stage, 0, 0), 3).empty())
            return std::string(stageInfo(stage.id).name) + ": no explanation";
    return {};
}

std::string numberComplaint(std::string_view text)
{
    const auto read = parseNumber(text);
    if (const auto* why = std::get_if<Message>(&read))
        return why->key.empty() ? "refused without a reason" : "";
    const double value = std::get<double>(read);
    if (!std::isfinite(value))
        return "not finite";
    const auto back = parseNumber(shortest(value));
    const double* again = std::get_if<double>(&back);
    return again && *again == value ? "" : "does not come back the same";
}

} // namespace attention::test
