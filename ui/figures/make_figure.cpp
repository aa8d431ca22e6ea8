// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/make_figure.h"

#include "core/labs/memory.h"
#include "core/labs/scaling.h"
#include "ui/figures/board_figure.h"
#include "ui/figures/compare_figure.h"
#include "ui/figures/explained_figure.h"
#include "ui/figures/heatmap_figure.h"
#include "ui/figures/layout_parts.h"
#include "ui/figures/panels_figure.h"
#include "ui/figures/plot_figure.h"
#include "ui/figures/titled_figure.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <array>

namespace attention::ui {

namespace {

BoardOptions boardOptions(const NumberLook& look, const BoardFolds& folds = {})
{
    return {look, folds};
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

QString tr(const char* source)
{
    return QCoreApplication::translate("Pictures", source);
}

// "Weights of all heads — The cat sat"
QString withScenario(const QString& what, const Trace& trace)
{
    const QString scenario = QString::fromStdString(trace.scenario->title);
    return scenario.isEmpty() ? what : what + QStringLiteral(" — ") + scenario;
}

std::unique_ptr<Figure> panelsFigure(const TracePtr& trace, const std::vector<MatrixRef>& matrices,
                                     PanelsFigure::Form form, const QString& title,
                                     const FigureOptions& options)
{
    const BoardOptions board = boardOptions(options);
    const Ranges ranges(*trace);
    std::vector<std::unique_ptr<HeatmapFigure>> figures;
    for (const MatrixRef& matrix : matrices)
        figures.push_back(
            std::make_unique<HeatmapFigure>(trace, matrix, board, options.parts, &ranges));
    std::vector<CellRef> cells = toldCells(*trace, options);
    std::erase_if(cells, [&](const CellRef& cell) {
        return std::find(matrices.begin(), matrices.end(), cell.matrix) == matrices.end();
    });
    return explained(std::make_unique<PanelsFigure>(std::move(figures), form,
                                                    withScenario(title, *trace), options.parts,
                                                    options.palette),
                     *trace, cells, options.decimals);
}

PlotData scalingPlot(const Scenario& scenario)
{
    std::vector<VarianceRun> runs;
    for (int repeat = 0; repeat < scenario.scaling.repeats; ++repeat)
        runs.push_back(*varianceRun(scenario.scaling, repeat));
    return variancePlot(scenario.scaling, runs);
}

constexpr std::array<PlotRow, 2> plots = {{
    {"scaling", QT_TRANSLATE_NOOP("Pictures", "Scaling: variance of scores"), scalingPlot},
    {"memory", QT_TRANSLATE_NOOP("Pictures", "Memory: size of the KV cache"),
     [](const Scenario& scenario) { return memoryPlot(scenario.memory); }},
}};

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
    return explained(
        std::make_unique<HeatmapFigure>(trace, matrix, boardOptions(options), options.parts),
        *trace, cells, options.decimals);
}

std::unique_ptr<Figure> boardFigure(TracePtr trace, int head, const FigureOptions& options)
{
    Selection selection;
    selection.head = head;
    std::unique_ptr<Figure> figure = explained(
        std::make_unique<BoardFigure>(trace, boardOptions(options, options.board), selection),
        *trace, toldCells(*trace, options), options.decimals);
    const QString title = options.parts.title.value_or(QString());
    return title.isEmpty() ? std::move(figure)
                           : std::make_unique<TitledFigure>(std::move(figure), title);
}

std::vector<MatrixRef> tellingStages(const Trace& trace, int head)
{
    Selection selection;
    selection.head = head;
    std::vector<MatrixRef> matrices =
        stripMatrices({trace, Ranges(), BoardOptions(), selection, QRectF(), Theme()});
    for (MatrixRef& matrix : matrices) { // what is given is a stage, too
        if (matrix.field == MatrixField::X)
            matrix = {std::nullopt, StageId::Embeddings, -1};
        else if (matrix.field == MatrixField::ContextX)
            matrix = {std::nullopt, StageId::Context, -1};
    }
    std::erase_if(matrices, [](const MatrixRef& matrix) { return matrix.field.has_value(); });
    return matrices;
}

std::unique_ptr<Figure> stagesFigure(TracePtr trace, const std::vector<MatrixRef>& matrices,
                                     bool sheet, const FigureOptions& options)
{
    FigureOptions shared = options;
    shared.range = effectiveRange(options.range, true);
    QString title = tr("Stages of attention");
    const auto ofHead = std::find_if(matrices.begin(), matrices.end(),
                                     [](const MatrixRef& matrix) { return matrix.head >= 0; });
    if (ofHead != matrices.end() && trace->scenario->heads > 1)
        title = tr("Stages of attention, head %1").arg(ofHead->head + 1);
    return panelsFigure(trace, matrices,
                        sheet ? PanelsFigure::Form::Sheet : PanelsFigure::Form::Strip, title,
                        shared);
}

std::unique_ptr<Figure> headsFigure(TracePtr trace, StageId id, const FigureOptions& options)
{
    FigureOptions shared = options;
    if (options.range == ColourRange::Auto)
        shared.range = ColourRange::Heads;
    std::vector<MatrixRef> matrices;
    for (int head = 0; head < trace->scenario->heads; ++head)
        matrices.push_back({std::nullopt, id, head});
    const std::string_view name = stageInfo(id).title;
    QString title = QString::fromUtf8(name);
    title[0] = title[0].toUpper();
    return panelsFigure(trace, matrices, PanelsFigure::Form::Sheet,
                        tr("%1 of all heads").arg(title), shared);
}

std::unique_ptr<Figure> compareFigure(const NamedTrace& a, const NamedTrace& now,
                                      const MatrixRef& matrix, const FigureOptions& options)
{
    BoardOptions board = boardOptions(options);
    board.controls = false;
    return std::make_unique<CompareFigure>(CompareFigure::State{a.trace, a.name},
                                           CompareFigure::State{now.trace, now.name}, matrix, board,
                                           options.parts);
}

std::span<const PlotRow> plotTable()
{
    return plots;
}

const PlotRow* findPlot(std::string_view lab)
{
    const auto row =
        std::find_if(plots.begin(), plots.end(), [&](const PlotRow& p) { return p.lab == lab; });
    return row == plots.end() ? nullptr : &*row;
}

std::unique_ptr<Figure> plotFigure(PlotData data, const FigureOptions& options)
{
    if (options.parts.title)
        data.title = options.parts.title->toStdString();
    if (!options.parts.formula)
        data.caption.clear();
    return std::make_unique<PlotFigure>(std::move(data));
}

} // namespace attention::ui
