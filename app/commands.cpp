// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.h"

#include "app/output.h"
#include "core/level.h"

#include <array>

namespace attention::app {

namespace {

const std::array<const Command*, 7> table = {&windowCommand,  &traceCommand,    &checkCommand,
                                             &exportCommand,  &varianceCommand, &kvCacheCommand,
                                             &examplesCommand};

std::string helpForAll()
{
    std::string text;
    for (const Command* command : table)
        text += helpFor(*command) + '\n';
    text += "attention-lab COMMAND --help, attention-lab --help, attention-lab --version\n\n"
            "A FILE is a scenario (JSON), or example:NAME for one that is built in.\n"
            "Results go to standard output, errors to standard error in one line.\n"
            "Exit status: 0 done, 1 a check failed, 2 unusable arguments or input, 3 could not "
            "write.\n";
    return text;
}

} // namespace

std::span<const Command* const> commands()
{
    return table;
}

const Command* findCommand(std::string_view name)
{
    for (const Command* command : table)
        if (!name.empty() && command->name == name)
            return command;
    return nullptr;
}

std::vector<std::string> labTextForms()
{
    return {"text", "json", "csv"};
}

Status runCommandLine(std::span<const std::string> words)
{
    const Command* command = words.empty() ? nullptr : findCommand(words.front());
    if (command) {
        words = words.subspan(1);
        if (asksForHelp(words)) {
            print(helpFor(*command));
            return done;
        }
    } else {
        command = &windowCommand;
        if (asksForHelp(words)) {
            print(helpForAll());
            return done;
        }
        if (words.size() == 1 && words.front() == "--version") {
            print(std::string("attention-lab ") + ATTENTION_VERSION + " (core: " + level() + ")\n");
            return done;
        }
    }
    return command->run(parse(*command, words));
}

} // namespace attention::app
