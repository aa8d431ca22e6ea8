// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace attention::app {

class Arguments;

// Where a command's result goes: into the file of "-o", else to standard output. Throws Failure
// when it does not arrive whole.
void deliver(const Arguments& arguments, std::string_view text);
void print(std::string_view text);

// One line on standard error, whatever the text has in it.
void printError(std::string_view text);

} // namespace attention::app
