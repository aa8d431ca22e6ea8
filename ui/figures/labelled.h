// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/matrix_forms.h"
#include "ui/document/selection.h"

namespace attention::ui {

// Any matrix that can be looked at, for texts about it: stages, what is given, the mean of the
// heads. Pre: the trace or its scenario has it.
LabelledMatrix labelledMatrix(const Trace& trace, const MatrixRef& matrix);

} // namespace attention::ui
