// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/board_layout.h"

namespace attention::ui {

// Mirrors a board along its diagonal, left for top and row for column; the grids of its matrices
// are turned already. What is written stays upright: a heading comes with its hotspot to the right
// of what stands on the band, which begins at `bandTop` before it is mirrored, and over what does
// not.
void turnOver(BoardLayout& layout, qreal bandTop, const Theme& theme);

} // namespace attention::ui
