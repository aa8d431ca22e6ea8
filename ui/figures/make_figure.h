// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/message.h"
#include "core/trace/trace.h"
#include "ui/document/hidden.h"
#include "ui/document/selection.h"
#include "ui/figures/cells.h"
#include "ui/figures/figure.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace attention::ui {

// How figures of a trace are drawn; part of the view of a scenario.
struct FigureOptions {
    int decimals = 3;
    ColourRange range = ColourRange::Auto;
    bool values = true;
    bool transposed = false;                // queries in columns
    const PaletteChoice* palette = nullptr; // a row of the table; null: the theme's own
    Hidden hidden;                          // what stays hidden in the picture, too
    std::vector<CellRef> explained = {};    // numbers whose arithmetic stands under the picture
};

// The range that a file asks for and back. A file tells only whether all stages share one: heads
// that share theirs are not kept.
ColourRange rangeOf(const View& view);
std::optional<bool> sharedRange(ColourRange range);

// The figures that a picture can be made of: one stage (one head), the whole board. The window and
// the command line both come here, so that their bytes are the same. Of the explained numbers a
// stage shows its own.
std::unique_ptr<Figure> stageFigure(TracePtr trace, StageId id, int head,
                                    const FigureOptions& options = {});
// Any matrix that can be looked at. Pre: the trace or its scenario has it.
std::unique_ptr<Figure> matrixFigure(TracePtr trace, const MatrixRef& matrix,
                                     const FigureOptions& options = {});
std::unique_ptr<Figure> boardFigure(TracePtr trace, int head, const FigureOptions& options = {});
// A stage in two states and the difference; both need not have it.
std::unique_ptr<Figure> compareFigure(TracePtr a, TracePtr now, StageId id, int head,
                                      const FigureOptions& options = {});

} // namespace attention::ui
