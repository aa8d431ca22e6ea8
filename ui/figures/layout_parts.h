// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/board_layout.h"

// What board and strip have in common.
namespace attention::ui {

// Whether the board shows it truthfully: all but two mistakes, which are shown as a strip of what
// they make of every stage.
bool boardDraws(const Scenario& s);
// Self-attention alone, with masks and heads, maybe by mistake: each of its stages is one crossing.
bool goesStepByStep(const Scenario& s);
// The same without a mistake: its strip has the names of its board.
bool isPlain(const Scenario& s);
// True when queries, keys and values are all X itself.
bool allCopies(const Scenario& s);
// The names that the first lesson uses: "X" three times instead of Q, K, V.
bool plainNames(const Scenario& s, const BoardOptions& o);
bool masksSomething(const Scenario& s);
// Where that happens: before the softmax, or by mistake after it.
bool masksScores(const Scenario& s);
bool masksWeights(const Scenario& s);
bool scalesSomething(const Scenario& s);
// In at most four digits: "0.125", "0.04419".
QString inFewDigits(double value);
// "÷√2", "× 0.125", "no ÷√dₖ".
QString scaleWord(const Scenario& s);
QString capWord(const Scenario& s); // "cap 30"
// What W_q, W_k or W_v projects: X, X′ where positions are added to it, the first norm of a block,
// the context; and whether that is already what it makes.
MatrixRef sourceOf(const Scenario& s, MatrixField projection);
bool isSource(const Scenario& s, MatrixField projection);

// "(n, dₖ)" -> "(dₖ, n)"; "P" -> "Pᵀ", "S + mask" -> "(S + mask)ᵀ"
QString turnedShape(const QString& shape);
QString turnedSymbol(const QString& symbol);
// What Auto is: the range of all stages when it is `shared`, else the matrix's own.
ColourRange effectiveRange(ColourRange range, bool shared);
// Of a projection or its bias, only the columns that make the head that is shown.
void showHeadColumns(PlacedMatrix& m, const LayoutInput& in);
// What large matrices were reduced to, where the next layout shows the same again. Pre: both are of
// one trace, theme and palette.
void keepReduced(const BoardLayout& before, BoardLayout& now);
// Whether the range of a matrix's colours would tell how large hidden numbers are: its own, or
// those of the matrices that it shares the range with. `range` is the effective one.
bool rangeTellsHidden(const CellGrid& grid, ColourRange range, const Hidden& hidden);
// What a colour bar says under its numbers; nothing for weights.
QString rangeWords(const Scenario& s, ColourRange range, ValueKind kind);
// `shared`: as above.
CellGrid gridFor(const LayoutInput& in, const MatrixRef& ref, bool transposed, bool shared = true);
QString headingFor(const LayoutInput& in, const MatrixRef& ref, bool transposed);
// From the longest form to the shortest; the caller takes the first that fits.
// `board`: what stands there among all the others, else alone.
QStringList captionsFor(const LayoutInput& in, const MatrixRef& ref, const CellGrid& grid,
                        bool board = false);
// The heading of a matrix on the board, from the longest form to the shortest.
QStringList boardHeadings(const LayoutInput& in, const MatrixRef& ref, bool transposed);
// The letter of what is given or computed: "X", "X′", "N₁".
QString symbolOf(const Trace& trace, const MatrixRef& ref);
// The stage's letter in the table of stages, of the head that is meant: "S₂", "RK₁", "R₁".
QString symbolFor(const Trace& trace, StageId id, int head);
// How it came about: "N₁·W_q + b_q".
QString formulaFor(const Trace& trace, const Stage& stage);
// Its shape in letters, m only where there is a context: "(n, d_model)".
QString shapeFor(const Scenario& s, StageId id);
// The same of what is given: "W_q", "projection", "(d_model, heads·d_k)".
QString fieldSymbol(MatrixField field);
QString fieldWord(MatrixField field);
QString shapeFor(const Scenario& s, MatrixField field);
// Labels of rows and columns; empty where they have none (the one row of a bias).
QStringList rowLabelsFor(const Trace& trace, const MatrixRef& ref);
QStringList columnLabelsFor(const Trace& trace, const MatrixRef& ref);
Role roleFor(const MatrixRef& ref);
// Every matrix that has a thumbnail on a strip, in the order of computation; of `in` only what does
// not place it counts.
std::vector<MatrixRef> stripMatrices(const LayoutInput& in);
// The cells of it that a mistake has changed; null when none.
BoolMatrixPtr changedCells(const LayoutInput& in, const MatrixRef& ref);
// Which input a change of a cell of this matrix changes, if any, and in which column it begins.
void makeEditable(PlacedMatrix& placed, const LayoutInput& in);
QString firstFitting(const QStringList& texts, const QFont& font, qreal width);

// The largest of a few text scales with which every number keeps all its decimals; else the
// smallest.
qreal valueScaleFor(const BoardLayout& layout, const LayoutInput& in);

// The formula over the board, from `left`, centred on `middle`; answers the right end.
qreal placeFormula(BoardLayout& layout, const LayoutInput& in, qreal left, qreal middle,
                   qreal scale);
// What the formula leaves out: the mistakes that are on, then, unless it is to be `brief`, where
// X′, Q, K, V and all that follows attention come from, one after the other in as many lines as
// it takes at the width of `place`; answers the height.
qreal placeNotes(BoardLayout& layout, const LayoutInput& in, const QRectF& place, qreal scale,
                 bool brief);

} // namespace attention::ui
