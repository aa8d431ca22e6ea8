// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/message.h"
#include "core/trace/trace.h"

#include <string>
#include <vector>

namespace attention {

// What one step of an explanation does with its operands.
enum class Operation {
    Given,   // a: typed by a person
    Copy,    // a: taken over from the stage before
    Dot,     // a·b + c·d + …: operands in pairs
    Times,   // a · b
    Over,    // a / b
    Minus,   // a − b
    Largest, // the largest of all
    Exp,     // e^a
    Sum,     // a + b + …
    Fill,    // a: what a blocked score is replaced by
};

enum class OperandRole { Plain, Query, Key, Value, Score, Weight };

struct Operand {
    double value = 0;
    OperandRole role = OperandRole::Plain;
};

// One line: "score    2·1 + 0·1 = 2".
struct ExplainStep {
    Message name; // "score", "row sum": what the line is called
    Operation operation = Operation::Copy;
    std::vector<Operand> operands;
    double result = 0;
};

// Where one number comes from, as arithmetic that can be followed by hand. The last result of
// `plain` is the number itself; it is empty where the plain form overflows and only `computer` gets
// there.
struct Explanation {
    std::string title; // "weights[A, C]"
    double value = 0;
    std::vector<ExplainStep> plain;
    std::vector<ExplainStep> computer; // with the maximum subtracted; weights alone
    std::string exact;          // "e⁴ / (e⁴ + 1 + e²)", where all scores of a row are whole
    std::vector<Message> notes; // what else is worth saying, such as why a row is zeros
};

// Pre: the cell lies in the stage.
ATTENTION_API Explanation explain(const Trace& trace, const Stage& stage, int row, int column);

// The left side of a step, computed again from its operands alone.
ATTENTION_API double evaluate(const ExplainStep& step);

// A piece of a line, with the role that colours it.
struct TextPiece {
    std::string text;
    OperandRole role = OperandRole::Plain;
};

// The step as one line without its name: "16.918 + 1 + 4.113 = 22.031"; long sums are cut in the
// middle.
ATTENTION_API std::vector<TextPiece> stepPieces(const ExplainStep& step, int decimals);
ATTENTION_API std::string stepText(const ExplainStep& step, int decimals);

// All of it as plain text, for the clipboard.
ATTENTION_API std::string explanationText(const Explanation& explanation, int decimals);

} // namespace attention
