// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_line.h"

namespace attention::app {

// The table of commands; the first row, without a name, opens the window. `findCommand` is null for
// a name that is none.
std::span<const Command* const> commands();
const Command* findCommand(std::string_view name);

// All of a program's words but its own name: runs what they ask for.
Status runCommandLine(std::span<const std::string> words);

// The rows, one file each.
extern const Command windowCommand;
extern const Command traceCommand;
extern const Command checkCommand;
extern const Command exportCommand;
extern const Command varianceCommand;
extern const Command kvCacheCommand;
extern const Command examplesCommand;

// Choices that several commands share.
std::vector<std::string> labTextForms(); // text, json, csv

} // namespace attention::app
