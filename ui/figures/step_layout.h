// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/board_layout.h"

namespace attention::ui {

// What one step of a lesson tells, as large as the room allows: the matrices that make a stage as
// the crossing that they are on the board, and nothing else. For the wall, where a wide board would
// be read from the first rows alone.
BoardLayout layoutStep(const LayoutInput& in, StageId stage);

// Whether all of it can be read from the last row of a room: no text below 0.86 of the theme's
// size, weights with two decimals (or as many as are asked for), and short labels whole.
bool isReadableAfar(const BoardLayout& layout, const LayoutInput& in);

} // namespace attention::ui
