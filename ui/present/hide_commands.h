// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/selection.h"

class QMenu;

namespace attention::ui {

class BoardView;

// Numbers that a class is to predict first: hidden on the board, revealed one by one.
void hideNumber(BoardView& board); // the one that is pinned, its row, its matrix
void hideRow(BoardView& board);
void hideMatrix(BoardView& board);
void revealNext(BoardView& board); // and ask it
void revealAll(BoardView& board);

// The same for the menu of a matrix.
void addHideActions(QMenu& menu, BoardView& board, const MatrixRef& matrix);

} // namespace attention::ui
