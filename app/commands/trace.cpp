// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cell.h"
#include "app/commands.h"
#include "app/input.h"
#include "app/output.h"
#include "core/attention/gradients.h"
#include "core/text/forms.h"
#include "core/text/gradient_json.h"

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
    {"--format", Kind::Choice, "FORMAT",
     "text, markdown, latex: 3 decimals; json, csv: all; the others are programs", false, forms},
    {"-o", Kind::Text, "OUT", "into this file instead of standard output"},
    {"--gradient-of", Kind::Text, "STAGE[,head]:row,column",
     "instead, the derivatives of that cell, counted from 0, as json"},
}};

// The derivatives of one cell by everything that it is made of.
std::string gradientsOf(const Trace& trace, const Arguments& arguments)
{
    for (const char* other : {"--stage", "--head"})
        if (arguments.has(other))
            throw Failure{unusable,
                          std::string("trace: --gradient-of and ") + other + " exclude each other"};
    if (arguments.text("--format", "json") != "json")
        throw Failure{unusable, "trace: --gradient-of writes json alone"};
    const Cell cell = cellOf(trace, "--gradient-of", arguments.text("--gradient-of"));
    return writeGradients(cellName(cell), gradients(trace, *cell.stage, cell.row, cell.column));
}

Status run(const Arguments& arguments)
{
    const TracePtr trace = traceOf(arguments.operands.front());
    if (arguments.has("--gradient-of")) {
        deliver(arguments, gradientsOf(*trace, arguments));
        return done;
    }
    StageFilter filter;
    filter.head = headOf(*trace, arguments);
    for (const std::string& name : arguments.texts("--stage"))
        filter.ids.push_back(stageNamed(*trace, name));

    const std::string name = arguments.text("--format", "text");
    const TextForm* form = findTextForm(name);
    for (const char* part : {"--stage", "--head"})
        if (form->isProgram && arguments.has(part))
            throw Failure{unusable, "trace: --format " + name + " is a whole program: " + part +
                                        " cannot go with it"};
    deliver(arguments, form->write(*trace, filter));
    return done;
}

} // namespace

const Command traceCommand = {"trace", "FILE", 1, 1, "Prints every intermediate matrix.",
                              options, run};

} // namespace attention::app
