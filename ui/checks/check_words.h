// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/checks.h"
#include "ui/theme/theme.h"

#include <QtCore/QString>

namespace attention::ui {

// A check in people's words: "rows add to 1", "no peeking"; what it is about ("order") where it is
// not applicable.
QString checkWords(const Check& check);
QString checkSign(CheckStatus status); // ✓ ○ ✗ –
QColor checkColour(const Theme& theme, CheckStatus status);

} // namespace attention::ui
