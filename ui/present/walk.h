// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/selection.h"

#include <QtCore/QString>

#include <vector>

namespace attention::ui {

// One step of the lesson that every scenario gives by itself: a stage, what happens there in at
// most 25 words with the numbers of this scenario, and the cell to look at.
struct WalkStep {
    StageId stage = StageId::Embeddings;
    int head = -1;
    QString title;
    QString text;
    CellRef cell;                        // of the stage, or of the input that the stage is
    StageId names = StageId::Embeddings; // the last stage whose numbers the text says
};

// The cell of the weights that a story begins with: what the first token reads of the last one; on
// a strip, or where that is blocked, what the last token reads most. Pre: the trace has that head.
CellRef storyCell(const Trace& trace, int head);

// The stages of one head in the order of computation, without those that change nothing; the story
// is that of the query and the key of `cell`, as far as it has them.
std::vector<WalkStep> walkTheBoard(const Trace& trace, int head, const CellRef& cell,
                                   int decimals = 3);

} // namespace attention::ui
