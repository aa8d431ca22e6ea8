// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace.h"

#include <string>

// What the forms for people share.
namespace attention {

// Always three decimals, so that a column can be compared at a glance; NaN, infinities and what is
// past 10^7 as `forPeople` writes them, and what is not quite 0 below 10^-300 as "3e-305".
std::string cellText(double value);

// Whether the word "blocked" stands in the cell. A weight is shown even where it is blocked: it
// should be 0, and one sees whether it is. Scores that the mistake mask_after_softmax leaves
// unmasked are shown too.
bool saysBlocked(const Trace& trace, const Stage& stage, Eigen::Index row, Eigen::Index column);

// A label as one short line without control characters; "(empty)" for none.
std::string visibleLabel(const std::string& label);

// A spreadsheet takes text that begins like a formula for one and may run it: an apostrophe in
// front keeps it text.
std::string notAFormula(std::string text);

std::string dimensions(const Trace& trace, const Stage& stage); // "(3, 2)"

// "head 1 of 2"; empty for what all heads share, and where there is one head.
std::string headText(const Trace& trace, const Stage& stage);

} // namespace attention
