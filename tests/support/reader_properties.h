// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

// What has to hold for the readers, whatever bytes they are given. The answers are complaints; ""
// when all is well.
namespace attention::test {

// Refused with a place and a reason; or it loads, validates and comes back the same. `loaded` tells
// which.
std::string scenarioComplaint(std::string_view json, bool* loaded = nullptr);

// The same, and then everything that is said of a small scenario that loads: trace, checks, texts.
std::string everythingComplaint(std::string_view json);

// Refused with a reason; or a finite number that is the same when it is written and read again.
std::string numberComplaint(std::string_view text);

} // namespace attention::test
