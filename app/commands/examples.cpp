// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/examples.h"
#include "app/commands.h"
#include "app/input.h"
#include "app/output.h"

#include <algorithm>

namespace attention::app {

namespace {

Status run(const Arguments&)
{
    std::vector<std::string> names;
    std::size_t width = 0;
    for (const QString& name : ui::exampleNames()) {
        names.push_back(name.toStdString());
        width = std::max(width, names.back().size());
    }
    std::string text;
    for (const std::string& name : names)
        text += name + std::string(width - name.size() + 2, ' ') +
                loadScenario("example:" + name)->title + '\n';
    print(text);
    return done;
}

} // namespace

const Command examplesCommand = {
    "examples", "", 0, 0, "Lists the scenarios that are built in, for example:NAME.", {}, run};

} // namespace attention::app
