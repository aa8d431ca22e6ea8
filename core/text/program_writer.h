// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace.h"

#include <span>
#include <string>
#include <string_view>

namespace attention {

// A definition that a program gets when it uses the name.
struct ProgramHelper {
    std::string_view name;
    std::string_view source; // may use helpers that stand after it in the list
};

// A kind of numbers in a program: what stands around the brackets.
struct ProgramLiteral {
    std::string_view before, after;
};

// How one library says each step. The texts are Python, with $name for what the scenario gives;
// `program_writer.cpp` says what each name stands for, and which steps a scenario needs.
struct ProgramLanguage {
    std::string_view name;    // "NumPy"
    std::string_view library; // its import; empty: none
    std::string_view nan, infinity;
    bool onlyFloats; // write 2.0, because nothing else makes a float of 2
    ProgramLiteral numbers, integers, booleans;

    std::string_view sizes;   // $rows, $columns = shape of $x
    std::string_view counted; // whole numbers within $bounds

    // $x and what is done with it
    std::string_view sum;        // $x + $y
    std::string_view product;    // $x times the matrix $w
    std::string_view rowAdded;   // $b added to every row
    std::string_view rowTimes;   // every row times $g
    std::string_view tableRows;  // rows $ids of $x
    std::string_view sinusoidal; // ($ids, $width)

    // (rows, heads · width) -> (heads, rows, width), with names $n, $h, $d
    std::string_view split, splitWrongly, grouped, tiled, joined;
    std::string_view rotated; // $x turned at positions $ids

    std::string_view scores, scaled, capped, biased; // capped: $c
    // allowed = all of the conditions: one $condition and $why after the other
    std::string_view maskStart, maskFirst, maskNext, maskEnd;
    std::string_view placeStart; // before maskStart, when the condition is about places
    std::string_view causal, windowBefore, windowAfter, padding, pairs; // conditions, window: $w
    std::string_view masked;                                  // $fill where a pair is blocked
    std::string_view emptyRowsZero;                           // 0 in rows without an allowed key
    std::string_view softmaxRows, softmaxColumns;             // statements that set $to from $x
    std::string_view unsafeSoftmaxRows, unsafeSoftmaxColumns; // without subtracting the maximum
    std::string_view softmaxMatrix;                           // of $x without a head axis
    std::string_view headOutput;                              // weights times $x

    std::string_view layerNorm, rmsNorm;
    std::string_view relu, silu, gelu, geluTanh;

    std::string_view check; // raises when $last is not `expected`

    // A block statement, and a statement for the whole program, that keep warnings about infinities
    // and NaN quiet; empty where nothing warns.
    std::string_view quietly, quiet;

    std::span<const ProgramHelper> helpers;

    // The library's own call for scores to head_output, as comment lines; null: there is none.
    std::string (*libraryCall)(const Trace& trace);
};

// A program that computes every stage from X and the weights and raises when the last differs.
// Statements at module level, variables named by the stage ids, heads as the first axis.
std::string writeProgram(const Trace& trace, const ProgramLanguage& language);

// The names that the program gives to what the scores and the head outputs are made of.
struct ProgramHeads {
    std::string_view queries, keys, values;
};
ProgramHeads programHeads(const Trace& trace);

} // namespace attention
