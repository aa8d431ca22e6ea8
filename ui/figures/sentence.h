// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace.h"
#include "ui/document/selection.h"

#include <QtCore/QString>

namespace attention::ui {

// Which number a cell is: "weights, head 2 [A, C]", as plain text; empty outside the trace.
QString cellName(const Trace& trace, const CellRef& cell);
// The number and its place in words: "weights [A, C] = 0.1866…", or "= ?" when it is hidden; what
// the status line and tooltips say.
QString cellSentence(const Trace& trace, const CellRef& cell, bool hidden = false);

// More than a cell shows, but no noise: ten digits, with the minus of the cells.
QString tenDigits(double value);

// What one row of weights says: "A reads A 76.8 % · C 18.7 % · B 4.5 % and becomes [1.723, 0.277]",
// with at most `most` keys and entries. Rows without a share to give say why. Of the mean of the
// heads it says what is read on average.
QString rowSentence(const Trace& trace, int head, int query, int decimals, int most = 6);

// The same as a question, while some of its numbers are hidden: "A reads ? and becomes ?".
QString rowQuestion(const Trace& trace, int query);

} // namespace attention::ui
