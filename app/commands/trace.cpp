// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.h"
#include "app/input.h"
#include "app/output.h"
#include "core/text/forms.h"

#include <algorithm>
#include <array>

namespace attention::app {

namespace {

std::vector<std::string> forms()
{
    std::vector<std::string> names;
    for (const TextForm& form : textForms())
        names.emplace_back(form.id);
    return names;
}

const std::array<Option, 5> options = {{
    {"--stage", Kind::Text, "ID", "only this stage", true},
    {"--head", Kind::Integer, "N", "only this head, counted from 0"},
    {"--format", Kind::Choice, "FORMAT", "text has 3 decimals, json and csv all of them", false,
     forms, "markdown latex numpy pytorch python"},
    {"-o", Kind::Text, "OUT", "into this file instead of standard output"},
    {"--gradient-of", Kind::Later, "", ""},
}};

Status run(const Arguments& arguments)
{
    const TracePtr trace = traceOf(arguments.operands.front());
    StageFilter filter;
    filter.head = headOf(*trace, arguments);
    for (const std::string& name : arguments.texts("--stage"))
        filter.ids.push_back(stageNamed(*trace, name));

    const std::string name = arguments.text("--format", "text");
    const auto all = textForms();
    const auto form =
        std::find_if(all.begin(), all.end(), [&](const TextForm& f) { return f.id == name; });
    deliver(arguments, form->write(*trace, filter));
    return done;
}

} // namespace

const Command traceCommand = {"trace", "FILE", 1, 1, "Prints every intermediate matrix.",
                              options, run};

} // namespace attention::app
