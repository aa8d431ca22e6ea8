// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace.h"

#include <QtCore/QString>

namespace attention::ui {

// What one row of weights says: "A reads A 76.8 % · C 18.7 % · B 4.5 % and becomes [1.723, 0.277]",
// with at most `most` keys and entries. Rows without a share to give say why. Of the mean of the
// heads it says what is read on average.
QString rowSentence(const Trace& trace, int head, int query, int decimals, int most = 6);

// The same as a question, while some of its numbers are hidden: "A reads ? and becomes ?".
QString rowQuestion(const Trace& trace, int query);

} // namespace attention::ui
