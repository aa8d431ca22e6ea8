// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/make_figure.h"

#include "ui/figures/board_figure.h"
#include "ui/figures/compare_figure.h"
#include "ui/figures/explained_figure.h"
#include "ui/figures/heatmap_figure.h"

namespace attention::ui {

namespace {

BoardOptions boardOptions(const FigureOptions& options)
{
    BoardOptions board;
    board.decimals = options.decimals;
    board.range = options.range;
    board.values = options.values;
    board.hidden = options.hidden;
    board.transposed = options.transposed;
    board.palette = options.palette;
    return board;
}

// Without those whose arithmetic would name hidden numbers.
std::vector<CellRef> toldCells(const Trace& trace, const FigureOptions& options)
{
    std::vector<CellRef> cells = options.explained;
    std::erase_if(cells,
                  [&](const CellRef& cell) { return options.hidden.givesAway(trace, cell); });
    return cells;
}

std::unique_ptr<Figure> explained(std::unique_ptr<Figure> figure, const Trace& trace,
                                  const std::vector<CellRef>& cells, int decimals)
{
    if (cells.empty())
        return figure;
    return std::make_unique<ExplainedFigure>(std::move(figure), trace, cells, decimals);
}

} // namespace

ColourRange rangeOf(const View& view)
{
    if (!view.sharedRange)
        return ColourRange::Auto;
    return *view.sharedRange ? ColourRange::All : ColourRange::Matrix;
}

std::optional<bool> sharedRange(ColourRange range)
{
    if (range == ColourRange::Auto)
        return std::nullopt;
    return range == ColourRange::All;
}

std::unique_ptr<Figure> stageFigure(TracePtr trace, StageId id, int head,
                                    const FigureOptions& options)
{
    return matrixFigure(std::move(trace), {std::nullopt, id, head}, options);
}

std::unique_ptr<Figure> matrixFigure(TracePtr trace, const MatrixRef& matrix,
                                     const FigureOptions& options)
{
    std::vector<CellRef> cells = toldCells(*trace, options);
    std::erase_if(cells, [&](const CellRef& cell) { return cell.matrix != matrix; });
    return explained(std::make_unique<HeatmapFigure>(trace, matrix, boardOptions(options)), *trace,
                     cells, options.decimals);
}

std::unique_ptr<Figure> boardFigure(TracePtr trace, int head, const FigureOptions& options)
{
    Selection selection;
    selection.head = head;
    return explained(std::make_unique<BoardFigure>(trace, boardOptions(options), selection), *trace,
                     toldCells(*trace, options), options.decimals);
}

std::unique_ptr<Figure> compareFigure(TracePtr a, TracePtr now, StageId id, int head,
                                      const FigureOptions& options)
{
    BoardOptions board = boardOptions(options);
    board.controls = false;
    const auto name = [](const TracePtr& trace) {
        return QString::fromStdString(trace->scenario->title);
    };
    const QString nameOfA = name(a);
    const QString nameNow = name(now);
    return std::make_unique<CompareFigure>(CompareFigure::State{std::move(a), nameOfA},
                                           CompareFigure::State{std::move(now), nameNow},
                                           MatrixRef{std::nullopt, id, head}, board);
}

} // namespace attention::ui
