// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>
#include <QtCore/QStringList>

#include <string>
#include <vector>

class QFont;

namespace attention::ui {

// Token labels as they are shown: plain text, control characters and spaces as visible marks, an
// empty label as "∅", a repeated one told apart by a small number ("the", "the₂").
QStringList shownLabels(const std::vector<std::string>& labels);

// One of them, without the work for all the others.
QString shownLabel(const std::vector<std::string>& labels, int index);

// Cut to a width, by grapheme, with "…".
QString elided(const QString& text, const QFont& font, qreal width);

// At most 24 characters, for sentences and tooltips.
QString shortened(const QString& label);

// For use inside a sentence: a right-to-left label does not turn its neighbours around.
QString isolated(const QString& label);

// The same in quotation marks, and shortened: how a sentence speaks of a token.
QString quoted(const QString& label);

// Plain text as a tooltip, whatever is in it: Qt guesses whether a tooltip is HTML.
QString toolTipOf(const QString& plain);

// 12 -> "₁₂".
QString subscript(int number);

} // namespace attention::ui
