// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/hidden.h"
#include "ui/figures/cells.h"

namespace attention::ui {

// How numbers are drawn, on the board and in every picture.
struct NumberLook {
    int decimals = 3;
    ColourRange range = ColourRange::Auto;
    const PaletteChoice* palette = nullptr; // a row of the table; null: the theme's own
    bool transposed = false; // queries in columns: all of it is mirrored along its diagonal
    bool values = true;
    Hidden hidden; // numbers that are to be predicted first

    bool operator==(const NumberLook&) const = default;
};

// What somebody has unfolded on the board, in the window or for a picture of it.
struct BoardFolds {
    enum class Shown { Auto, Yes, No };
    enum class Form { Auto, Board, Strip };
    enum class Heads { One, All, Mean };

    bool unfoldQ = false, unfoldK = false, unfoldV = false, unfoldO = false;
    Shown scaled = Shown::Auto; // the matrices between scores and weights
    Shown masked = Shown::Auto;
    Shown positions = Shown::Auto; // X and PE beside their sum
    Shown rope = Shown::Auto;      // the rotated queries and keys beside the others
    Shown predicts = Shown::Auto;  // at the row ends; Auto: where a readout says something
    bool sums = false;             // of rows and columns of the weights
    bool namesQkv = false;         // "Q", "K", "V" also where all three are copies of X
    Form form = Form::Auto;
    Heads heads = Heads::One; // whose weights

    bool operator==(const BoardFolds&) const = default;
};

} // namespace attention::ui
