// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cell.h"
#include "app/commands.h"
#include "app/input.h"
#include "app/output.h"
#include "core/attention/run.h"
#include "core/labs/memory.h"
#include "core/labs/scaling.h"
#include "core/scenario/problems.h"
#include "ui/export/picture.h"
#include "ui/figures/make_figure.h"
#include "ui/figures/plot_figure.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtWidgets/QApplication>

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <set>

namespace attention::app {

namespace {

PlotData scalingPlot(const Scenario& scenario)
{
    std::vector<VarianceRun> runs;
    for (int repeat = 0; repeat < scenario.scaling.repeats; ++repeat)
        runs.push_back(*varianceRun(scenario.scaling, repeat));
    return variancePlot(scenario.scaling, runs);
}

struct Plot {
    const char* lab;
    PlotData (*data)(const Scenario& scenario);
};

const std::array<Plot, 2> plots = {{
    {"scaling", scalingPlot},
    {"memory", [](const Scenario& scenario) { return memoryPlot(scenario.memory); }},
}};

struct ThemeRow {
    const char* name;
    ui::ThemeKind kind;
};

const std::array<ThemeRow, 3> themes = {{
    {"light", ui::ThemeKind::Light},
    {"dark", ui::ThemeKind::Dark},
    {"projector", ui::ThemeKind::Projector},
}};

std::vector<std::string> plotNames()
{
    std::vector<std::string> names;
    for (const Plot& plot : plots)
        names.emplace_back(plot.lab);
    return names;
}

std::vector<std::string> themeNames()
{
    std::vector<std::string> names;
    for (const ThemeRow& theme : themes)
        names.emplace_back(theme.name);
    return names;
}

std::vector<std::string> paletteNames()
{
    std::vector<std::string> names;
    for (const PaletteChoice& palette : paletteChoices())
        names.emplace_back(palette.id);
    return names;
}

const std::array<Option, 13> options = {{
    {"-o", Kind::Text, "OUT", "a .png, .svg or .pdf file; with --all a folder"},
    {"--all", Kind::Flag, "", "every stage and plot of every FILE, as PNG"},
    {"--stage", Kind::Text, "ID", "this stage instead of the board"},
    {"--head", Kind::Integer, "N", "of this head, counted from 0"},
    {"--explain", Kind::Text, "STAGE[,head]:row,column",
     "the arithmetic of this number under it; may be repeated", true},
    {"--compare", Kind::Text, "OTHER", "OTHER, FILE and FILE - OTHER: of the weights, or --stage"},
    {"--plot", Kind::Choice, "LAB", "this plot instead of the board", false, plotNames},
    {"--theme", Kind::Choice, "THEME", "colours (light)", false, themeNames},
    {"--palette", Kind::Choice, "PALETTE", "fills of the cells (the scenario's own, else theme)",
     false, paletteNames},
    {"--transposed", Kind::Flag, "", "queries in columns, keys in rows"},
    {"--transparent", Kind::Flag, "", "no background"},
    {"--size", Kind::Size, "WxH", "what the picture is laid out for (800x600)"},
    {"--scale", Kind::Number, "S", "pixels of the picture for each of those (1)"},
}};

// Pictures are alike wherever they are made, so nothing around the process may have a say: no
// display, no scale of a screen, no style of a desktop.
void isolateFromDesktop()
{
    const QByteArray pluginPath = qgetenv("QT_PLUGIN_PATH"); // where Qt itself is found
    std::vector<std::string> names;
    for (char** variable = environ; *variable; ++variable) {
        const std::string_view entry(*variable);
        if (entry.starts_with("QT_"))
            names.emplace_back(entry.substr(0, entry.find('=')));
    }
    for (const std::string& name : names)
        qunsetenv(name.c_str());
    if (!pluginPath.isEmpty())
        qputenv("QT_PLUGIN_PATH", pluginPath);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication::setDesktopSettingsAware(false);
    // Standard error belongs to our own line.
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
}

ui::PictureOptions pictureOptions(const Arguments& arguments)
{
    ui::PictureOptions picture;
    const PixelSize size = arguments.size("--size", {800, 600});
    picture.size = QSize(size.width, size.height);
    picture.scale = arguments.number("--scale", 1);
    picture.transparent = arguments.has("--transparent");
    const std::string theme = arguments.text("--theme", "light");
    for (const ThemeRow& row : themes)
        if (row.name == theme)
            picture.theme = row.kind;
    if (const auto problem = ui::sizeProblem(picture))
        throw Failure{unusable, problem->toStdString()};
    return picture;
}

void save(const ui::Figure& figure, const QString& path, const ui::PictureOptions& picture)
{
    if (const auto reason = ui::savePicture(figure, path, picture))
        throw Failure{notWritten, reason->toStdString()};
}

std::unique_ptr<ui::Figure> plotFigure(const Scenario& scenario, const std::string& lab)
{
    const auto plot =
        std::find_if(plots.begin(), plots.end(), [&](const Plot& row) { return row.lab == lab; });
    return std::make_unique<ui::PlotFigure>(plot->data(scenario));
}

// As the window shows the scenario when it opens it.
ui::FigureOptions figureOptions(const Scenario& scenario, const Arguments& arguments)
{
    ui::FigureOptions figure;
    figure.decimals = scenario.view.decimals.value_or(figure.decimals);
    figure.range = ui::rangeOf(scenario.view);
    figure.transposed = arguments.has("--transposed") || scenario.view.transposed.value_or(false);
    figure.palette = findPaletteChoice(
        arguments.text("--palette", scenario.view.palette.value_or(std::string())));
    return figure;
}

std::vector<ui::CellRef> explainedCells(const Trace& trace, const Arguments& arguments)
{
    std::vector<ui::CellRef> cells;
    for (const std::string& text : arguments.texts("--explain")) {
        const Cell cell = cellOf(trace, "export: --explain", text);
        cells.push_back({{std::nullopt, cell.stage->id, cell.stage->head}, cell.row, cell.column});
    }
    return cells;
}

// A stage that one of the two has is enough: the picture says that the other lacks it.
StageId comparedStage(const Trace& other, const Trace& trace, const std::string& name)
{
    const StageInfo* info = findStage(name);
    const bool missing = info && std::none_of(trace.stages.begin(), trace.stages.end(),
                                              [&](const Stage& s) { return s.id == info->id; });
    return stageNamed(missing ? other : trace, name);
}

void exportOne(const Arguments& arguments, const QString& path, const ui::PictureOptions& picture)
{
    const std::string& file = arguments.operands.front();
    if (arguments.has("--plot")) {
        save(*plotFigure(*loadScenario(file), arguments.text("--plot")), path, picture);
        return;
    }
    const TracePtr trace = traceOf(file);
    const Scenario& scenario = *trace->scenario;
    ui::FigureOptions figure = figureOptions(scenario, arguments);
    figure.explained = explainedCells(*trace, arguments);
    int head = headOf(*trace, arguments);
    if (head < 0)
        head = std::clamp(scenario.view.head.value_or(0), 0, scenario.heads - 1);
    if (arguments.has("--compare")) {
        const ScenarioPtr given = loadScenario(arguments.text("--compare"));
        if (traceBytes(scenario) + traceBytes(*given) > maximumTraceBytes)
            throw Failure{unusable, "export: --compare: the matrices of both take more than 1 GiB"};
        const TracePtr other = attention::run(given);
        const StageId stage = arguments.has("--stage")
                                  ? comparedStage(*other, *trace, arguments.text("--stage"))
                                  : StageId::Weights;
        save(*ui::compareFigure(other, trace, stage, stageInfo(stage).perHead ? head : -1, figure),
             path, picture);
        return;
    }
    if (!arguments.has("--stage")) {
        save(*ui::boardFigure(trace, head, figure), path, picture);
        return;
    }
    const StageId stage = stageNamed(*trace, arguments.text("--stage"));
    if (!stageInfo(stage).perHead)
        head = -1;
    for (const ui::CellRef& cell : figure.explained)
        if (cell.matrix != ui::MatrixRef{std::nullopt, stage, head})
            throw Failure{unusable, "export: --explain is of another matrix than --stage " +
                                        arguments.text("--stage")};
    save(*ui::stageFigure(trace, stage, head, figure), path, picture);
}

// The part of a picture's name that says from which scenario it is.
std::string stemOf(const std::string& file)
{
    const std::size_t colon = file.starts_with("example:") ? file.find(':') + 1 : 0;
    const QString stem = QFileInfo(QFile::decodeName(file.c_str() + colon)).completeBaseName();
    return stem.isEmpty() ? "scenario" : stem.toStdString();
}

void exportAll(const std::string& file, const Arguments& arguments, const QDir& folder,
               const ui::PictureOptions& picture)
{
    const TracePtr trace = traceOf(file);
    const Scenario& scenario = *trace->scenario;
    const ui::FigureOptions look = figureOptions(scenario, arguments);
    const auto write = [&](const ui::Figure& figure, int head, std::string_view what) {
        std::string name = stemOf(file);
        if (head >= 0 && scenario.heads > 1)
            name += "-head-" + std::to_string(head);
        name += '-' + std::string(what) + ".png";
        std::replace(name.end() - static_cast<std::ptrdiff_t>(what.size()) - 4, name.end(), '_',
                     '-');
        const QString path = folder.filePath(QString::fromStdString(name));
        save(figure, path, picture);
        print(path.toStdString() + '\n');
    };
    for (int head = 0; head < scenario.heads; ++head)
        write(*ui::boardFigure(trace, head, look), head, "board");
    for (const Stage& stage : trace->stages)
        write(*ui::stageFigure(trace, stage.id, stage.head, look), stage.head,
              stageInfo(stage.id).name);
    for (const Plot& plot : plots)
        write(*plotFigure(scenario, plot.lab), -1, std::string("plot-") + plot.lab);
}

void exportEverything(const Arguments& arguments, const QString& path,
                      const ui::PictureOptions& picture)
{
    std::set<std::string> stems;
    for (const std::string& file : arguments.operands)
        if (!stems.insert(stemOf(file)).second)
            throw Failure{unusable, "export: two files are named " + stemOf(file) +
                                        "; their pictures would overwrite each other"};
    for (const std::string& file : arguments.operands)
        loadScenario(file); // a file that cannot be used ends it before anything is written
    errno = 0;
    if (!QDir().mkpath(path)) {
        const int reason = errno;
        throw Failure{notWritten,
                      "Cannot make the folder " + path.toStdString() + ": " +
                          (QFileInfo::exists(path) ? "it is no folder"
                                                   : qt_error_string(reason).toStdString())};
    }
    for (const std::string& file : arguments.operands)
        exportAll(file, arguments, QDir(path), picture);
}

Status run(const Arguments& arguments)
{
    const auto refuse = [](const std::string& why) { throw Failure{unusable, "export: " + why}; };
    if (!arguments.has("-o"))
        refuse("-o OUT is missing");
    const bool all = arguments.has("--all");
    for (const char* narrower : {"--stage", "--head", "--plot", "--explain", "--compare"})
        if (all && arguments.has(narrower))
            refuse(std::string("--all and ") + narrower + " exclude each other");
    for (const char* narrower : {"--stage", "--head", "--explain", "--compare"})
        if (arguments.has("--plot") && arguments.has(narrower))
            refuse(std::string("--plot and ") + narrower + " exclude each other");
    if (arguments.has("--compare") && arguments.has("--explain"))
        refuse("--compare and --explain exclude each other");
    if (!all && arguments.operands.size() > 1)
        refuse("one picture is of one FILE; several need --all -o DIR");
    const QString path = QFile::decodeName(arguments.text("-o").c_str());
    if (!all && !ui::formatFor(path))
        refuse("-o " + arguments.text("-o") + ": the name of a picture ends in .png, .svg or .pdf");
    const ui::PictureOptions picture = pictureOptions(arguments);

    isolateFromDesktop();
    char name[] = "attention-lab";
    char* argv[] = {name, nullptr};
    int argc = 1;
    const QApplication application(argc, argv);
    if (all)
        exportEverything(arguments, path, picture);
    else
        exportOne(arguments, path, picture);
    return done;
}

} // namespace

const Command exportCommand = {
    "export",
    "FILE… -o OUT",
    1,
    INT_MAX,
    "Makes one picture, the board unless --stage or --plot says otherwise.",
    options,
    run};

} // namespace attention::app
