// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/message.h"
#include "core/plot/plot_data.h"
#include "core/trace/trace.h"
#include "ui/document/selection.h"
#include "ui/figures/figure.h"
#include "ui/figures/figure_parts.h"
#include "ui/figures/look.h"

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace attention::ui {

// How figures of a trace are drawn; part of the view of a scenario.
struct FigureOptions : NumberLook {
    BoardFolds board;                    // of a picture of the board
    std::vector<CellRef> explained = {}; // numbers whose arithmetic stands under the picture
    FigureParts parts = {};

    bool operator==(const FigureOptions&) const = default;
};

// The range that a file asks for and back. A file tells only whether all stages share one: heads
// that share theirs are not kept.
ColourRange rangeOf(const View& view);
std::optional<bool> sharedRange(ColourRange range);

// The figures that a picture can be made of: one stage (one head), the whole board. The window and
// the command line both come here, so that their bytes are the same. Of the explained numbers a
// picture shows those of its own matrices. A board has a title only where one is given.
std::unique_ptr<Figure> stageFigure(TracePtr trace, StageId id, int head,
                                    const FigureOptions& options = {});
// Any matrix that can be looked at. Pre: the trace or its scenario has it.
std::unique_ptr<Figure> matrixFigure(TracePtr trace, const MatrixRef& matrix,
                                     const FigureOptions& options = {});
std::unique_ptr<Figure> boardFigure(TracePtr trace, int head, const FigureOptions& options = {});

// The stages that change something, in the order in which they are computed.
std::vector<MatrixRef> tellingStages(const Trace& trace, int head);
// Several matrices as a strip with arrows, or on a sheet. Without another wish they share their
// colours, as on the board. Pre: there is one, and the trace has them all.
std::unique_ptr<Figure> stagesFigure(TracePtr trace, const std::vector<MatrixRef>& matrices,
                                     bool sheet, const FigureOptions& options = {});
// A stage of every head on a sheet; without another wish the heads share their colours. Pre: the
// stage is one of heads.
std::unique_ptr<Figure> headsFigure(TracePtr trace, StageId id, const FigureOptions& options = {});

// A matrix in two states and the difference; both need not have it.
struct NamedTrace {
    TracePtr trace;
    QString name;
};
std::unique_ptr<Figure> compareFigure(const NamedTrace& a, const NamedTrace& now,
                                      const MatrixRef& matrix, const FigureOptions& options = {});

// The plots of the experiments: the table.
struct PlotRow {
    const char* lab; // "scaling"
    const char* title;
    PlotData (*data)(const Scenario& scenario); // all of its runs, however long they take
};
std::span<const PlotRow> plotTable();
const PlotRow* findPlot(std::string_view lab); // null when there is none
std::unique_ptr<Figure> plotFigure(PlotData data, const FigureOptions& options = {});

} // namespace attention::ui
