// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/make_figure.h"

#include "ui/figures/board_figure.h"
#include "ui/figures/explained_figure.h"
#include "ui/figures/heatmap_figure.h"

namespace attention::ui {

namespace {

BoardOptions boardOptions(const FigureOptions& options)
{
    BoardOptions board;
    board.decimals = options.decimals;
    board.sharedRange = options.sharedRange;
    board.values = options.values;
    return board;
}

std::unique_ptr<Figure> explained(std::unique_ptr<Figure> figure, const Trace& trace,
                                  const std::vector<CellRef>& cells, int decimals)
{
    if (cells.empty())
        return figure;
    return std::make_unique<ExplainedFigure>(std::move(figure), trace, cells, decimals);
}

} // namespace

std::unique_ptr<Figure> stageFigure(TracePtr trace, StageId id, int head,
                                    const FigureOptions& options)
{
    std::vector<CellRef> cells = options.explained;
    std::erase_if(cells, [&](const CellRef& cell) {
        return cell.matrix != MatrixRef{std::nullopt, id, head};
    });
    return explained(std::make_unique<HeatmapFigure>(trace, id, head, boardOptions(options)),
                     *trace, cells, options.decimals);
}

std::unique_ptr<Figure> boardFigure(TracePtr trace, int head, const FigureOptions& options)
{
    Selection selection;
    selection.head = head;
    return explained(std::make_unique<BoardFigure>(trace, boardOptions(options), selection), *trace,
                     options.explained, options.decimals);
}

} // namespace attention::ui
