// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace.h"

#include <string>

namespace attention::app {

// One number of a trace.
struct Cell {
    const Stage* stage;
    int row, column; // counted from 0
};

// The cell that a person wrote as "STAGE[,head]:row,column", all counted from 0; the head may be
// left out when there is only one. Throws Failure with the option's name when the trace has no such
// cell.
Cell cellOf(const Trace& trace, const std::string& option, const std::string& text);

// The same cell in full: "output:0,1", "weights,0:2,1".
std::string cellName(const Cell& cell);

} // namespace attention::app
