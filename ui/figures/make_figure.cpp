// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/make_figure.h"

#include "ui/figures/board_figure.h"
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
    board.palette = options.palette;
    return board;
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
    return std::make_unique<HeatmapFigure>(std::move(trace), matrix, boardOptions(options));
}

std::unique_ptr<Figure> boardFigure(TracePtr trace, int head, const FigureOptions& options)
{
    Selection selection;
    selection.head = head;
    return std::make_unique<BoardFigure>(std::move(trace), boardOptions(options), selection);
}

} // namespace attention::ui
