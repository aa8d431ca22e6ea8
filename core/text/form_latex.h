// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/forms.h"
#include "core/text/matrix_forms.h"

namespace attention {

// For a document with amsmath: a line and a bmatrix a stage, 3 decimals.
std::string writeLatex(const Trace& trace, const StageFilter& filter);

// One matrix between \[ and \].
std::string latexDisplay(const LabelledMatrix& matrix);

} // namespace attention
