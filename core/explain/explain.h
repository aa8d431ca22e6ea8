// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/message.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <string>
#include <vector>

namespace attention {

// What one step of an explanation does with its operands.
enum class Operation {
    Given,      // a: typed by a person
    Copy,       // a: taken over from the stage before
    Dot,        // a·b + c·d + …: operands in pairs
    DotMinus,   // a·b − c·d
    Times,      // a · b · …
    Over,       // a / b
    Minus,      // a − b
    Largest,    // the largest of all
    Exp,        // e^a
    ExpMinus,   // e^−a
    Power,      // a^b
    Sqrt,       // √a
    Cos,        // of an angle in radians
    Sin,        //
    Tanh,       //
    Erf,        // the error function
    Sum,        // a + b + …
    Mean,       // (a + b + …) / how many
    MeanSquare, // (a² + b² + …) / how many
    Variance,   // ((b − a)² + (c − a)² + …) / how many: the mean stands first
    Fill,       // a: what a blocked score is replaced by
    Replace,    // a → b: what is set to another number afterwards
};

enum class OperandRole { Plain, Query, Key, Value, Score, Weight };

// How a number is written: with the decimals asked for; the same, but small ones with two digits
// that are not 0 ("0.0014"); or whole, as a number of the formula itself.
enum class Digits { Fixed, Significant, All };

struct Operand {
    double value = 0;
    OperandRole role = OperandRole::Plain;
    int step = -1; // the earlier step of the same form whose result it is; -1: from elsewhere
    Digits digits = Digits::Fixed;
};

// One line: "q_A · k_C    2·1 + 0·1 = 2".
struct ExplainStep {
    Message name; // "q_A · k_C", "row sum": what the line is called
    Operation operation = Operation::Copy;
    std::vector<Operand> operands;
    double result = 0;
    Digits digits = Digits::Fixed; // of the result
    bool nameIsLeftSide = false;   // so that "q_A · k_C = 2·1 + 0·1 = 2" may be written
};

// Where one number comes from, as arithmetic that can be followed by hand. The last result of
// `plain` is the number itself; it is empty where the plain form overflows and only `computer` gets
// there.
struct Explanation {
    std::string title; // "weights [A, C]"
    double value = 0;
    std::vector<ExplainStep> plain;
    std::vector<ExplainStep> computer; // with the maximum subtracted; where a softmax makes it
    std::string exact;          // "e⁴ / (e⁴ + 1 + e²)", where all scores of a row are whole
    std::vector<Message> notes; // what else is worth saying, such as why a row is zeros
};

// Pre: the cell lies in the stage, and the stage in the trace.
ATTENTION_API Explanation explain(const Trace& trace, const Stage& stage, int row, int column);

// The same for a cell of meanWeights(): a number of every head.
ATTENTION_API Explanation explainMeanWeight(const Trace& trace, int row, int column);

// The left side of a step, computed again from its operands alone.
ATTENTION_API double evaluate(const ExplainStep& step);

// A piece of a line, with the role that colours it.
struct TextPiece {
    std::string text;
    OperandRole role = OperandRole::Plain;
    std::size_t leftOut = 0; // how many terms this piece stands for: "… 56 more …"
};

// The step as one line without its name: "16.919 + 1 + 4.113 = 22.032"; long sums are cut in the
// middle, and say how many terms are left out.
ATTENTION_API std::vector<TextPiece> stepPieces(const ExplainStep& step, int decimals);
ATTENTION_API std::string stepText(const ExplainStep& step, int decimals);

// All of it as plain text, for the clipboard.
ATTENTION_API std::string explanationText(const Explanation& explanation, int decimals);

} // namespace attention
