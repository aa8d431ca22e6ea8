// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/matrix.h"
#include "core/message.h"

#include <string>
#include <string_view>
#include <variant>

// A block of numbers as text, for the clipboard: written for spreadsheets, read from anywhere.
namespace attention {

// Tab-separated rows, every number with the shortest digits that read back the same.
ATTENTION_API std::string writeBlock(const Matrix& block);

struct ReadBlock {
    Matrix values;
    Message how; // "cells separated by tabs", for the line that says what was pasted
};

// What the author of the text is known to write.
enum class DecimalMark { Unknown, Point };

// From a spreadsheet (tabs), CSV with ; or , (a decimal comma only with ; or tabs), numbers with
// blanks between them, or a print of NumPy, PyTorch or Python in brackets. Cells are read as typed
// numbers are: 1/3, sqrt(2). All or nothing: else the sentence says in which row and column.
//
// "1,000" and "1.000" are a decimal to some and a thousand to others. They are read only when
// another cell of the block shows which mark is the decimal one ("0,5", "2.25"), or between
// brackets, where only a point can be.
ATTENTION_API std::variant<ReadBlock, Message> readBlock(std::string_view text,
                                                         DecimalMark mark = DecimalMark::Unknown);

} // namespace attention
