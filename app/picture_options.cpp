// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/picture_options.h"

#include "app/cell.h"
#include "app/input.h"
#include "app/near_names.h"
#include "core/attention/run.h"
#include "core/scenario/problems.h"

#include <QtCore/QFile>
#include <QtCore/QFileInfo>

#include <algorithm>
#include <cmath>

namespace attention::app {

namespace {

[[noreturn]] void refuse(const std::string& why)
{
    throw Failure{unusable, "export: " + why};
}

template <typename Value>
std::vector<std::string> names(std::span<const ui::PictureChoice<Value>> choices)
{
    std::vector<std::string> all;
    for (const auto& choice : choices)
        all.emplace_back(choice.id);
    return all;
}

template <typename Value>
Value chosen(std::span<const ui::PictureChoice<Value>> choices, const Arguments& arguments,
             std::string_view option, Value fallback)
{
    return ui::valueOf(choices, arguments.text(option)).value_or(fallback);
}

// What an option says something about.
struct PartOption {
    const char* option;
    unsigned part;
};
constexpr PartOption partOptions[] = {
    {"--no-formula", ui::FormulaPart}, {"--no-values", ui::NumbersPart},
    {"--decimals", ui::NumbersPart},   {"--no-labels", ui::LabelsPart},
    {"--no-bar", ui::BarPart},         {"--range", ui::RangePart},
    {"--palette", ui::PalettePart},    {"--transposed", ui::TurnPart},
    {"--no-transposed", ui::TurnPart}, {"--board", ui::FoldsPart},
};

ui::PictureKind kindOf(const Arguments& arguments)
{
    using enum ui::PictureKind;
    if (arguments.has("--plot"))
        return Plot;
    if (arguments.has("--compare"))
        return Compare;
    if (arguments.has("--stages"))
        return arguments.has("--sheet") ? Sheet : Strip;
    const std::string heads = arguments.text("--heads");
    if (heads == "all")
        return Heads;
    return arguments.has("--stage") || arguments.has("--matrix") || heads == "mean" ? Stage : Board;
}

// A stage that one of the two has is enough: the picture says that the other lacks it.
StageId comparedStage(const Trace& other, const Trace& trace, const std::string& name)
{
    const StageInfo* info = findStage(name);
    const bool missing = info && std::none_of(trace.stages.begin(), trace.stages.end(),
                                              [&](const Stage& s) { return s.id == info->id; });
    return stageNamed(missing ? other : trace, name);
}

// Of a scenario, or of the one that it is compared with: one of the two is enough.
MatrixField fieldNamed(const Scenario& scenario, const Scenario* other, const std::string& name)
{
    std::vector<std::string> known;
    for (int i = 0; i < matrixFieldCount; ++i) {
        const auto field = static_cast<MatrixField>(i);
        if (name == fieldName(field)) {
            if (fieldMatrix(scenario, field).size() == 0 &&
                !(other && fieldMatrix(*other, field).size() > 0))
                refuse("--matrix: this scenario has no " + name);
            return field;
        }
        known.emplace_back(fieldName(field));
    }
    refuse("--matrix: \"" + name + "\" is not " + listed(known));
}

std::vector<StageId> stagesNamed(const Trace& trace, const std::string& list)
{
    std::vector<StageId> stages;
    if (list == "all")
        return stages;
    std::size_t from = 0;
    for (;;) {
        const std::size_t comma = list.find(',', from);
        stages.push_back(stageNamed(trace, list.substr(from, comma - from)));
        if (comma == std::string::npos)
            return stages;
        from = comma + 1;
    }
}

// What a comparison calls a scenario: its title, else its file.
QString nameOf(const Scenario& scenario, const std::string& file)
{
    return scenario.title.empty() ? QFileInfo(QFile::decodeName(file.c_str())).fileName()
                                  : QString::fromStdString(scenario.title);
}

std::vector<ui::CellRef> explainedCells(const ui::PictureRequest& request, const Trace& trace,
                                        const Arguments& arguments)
{
    std::vector<ui::CellRef> cells;
    const std::vector<ui::MatrixRef> shown = ui::matricesOf(request, trace);
    for (const std::string& text : arguments.texts("--explain")) {
        const Cell cell = cellOf(trace, "export: --explain", text);
        cells.push_back({{std::nullopt, cell.stage->id, cell.stage->head}, cell.row, cell.column});
        if (std::find(shown.begin(), shown.end(), cells.back().matrix) == shown.end())
            refuse("--explain is of another matrix than " +
                   (arguments.has("--stage") ? "--stage " + arguments.text("--stage")
                                             : std::string("the picture")));
    }
    return cells;
}

} // namespace

std::vector<std::string> plotNames()
{
    std::vector<std::string> all;
    for (const ui::PlotRow& plot : ui::plotTable())
        all.emplace_back(plot.lab);
    return all;
}

std::vector<std::string> themeNames()
{
    return names(ui::themeChoices());
}

std::vector<std::string> backgroundNames()
{
    return names(ui::backgroundChoices());
}

std::vector<std::string> paletteNames()
{
    std::vector<std::string> all;
    for (const PaletteChoice& palette : paletteChoices())
        all.emplace_back(palette.id);
    return all;
}

std::vector<std::string> rangeNames()
{
    return names(ui::rangeChoices());
}

std::vector<std::string> unitNames()
{
    return names(ui::unitChoices());
}

std::vector<std::string> headsNames()
{
    return {"all", "mean"};
}

void requirePictureOptions(const Arguments& arguments)
{
    const auto exclude = [&](const char* option, std::initializer_list<const char*> others) {
        for (const char* other : others)
            if (arguments.has(option) && arguments.has(other))
                refuse(std::string(option) + " and " + other + " exclude each other");
    };
    exclude("--all", {"--stage", "--head", "--plot", "--explain", "--compare", "--stages",
                      "--matrix", "--heads", "--title"});
    exclude("--plot",
            {"--stage", "--head", "--explain", "--compare", "--stages", "--matrix", "--heads"});
    exclude("--compare", {"--explain", "--stages", "--heads"});
    exclude("--stage", {"--stages", "--matrix"});
    exclude("--stages", {"--matrix", "--heads"});
    exclude("--matrix", {"--head", "--heads", "--explain"});
    exclude("--heads", {"--head"});
    exclude("--title", {"--no-title"});
    exclude("--transposed", {"--no-transposed"});
    exclude("--transparent", {"--background"});
    exclude("--dpi", {"--scale"});
    if (arguments.has("--sheet") && !arguments.has("--stages"))
        refuse("--sheet needs --stages");
    const ui::PictureKindRow& kind = ui::pictureKind(kindOf(arguments));
    for (const PartOption& row : partOptions)
        if (!arguments.has("--all") && arguments.has(row.option) && !(kind.parts & row.part))
            refuse(std::string(row.option) + " says nothing about this picture");
    if (arguments.has("--decimals")) {
        const std::int64_t decimals = arguments.integer("--decimals", 0);
        if (decimals < 0 || decimals > 6)
            refuse("--decimals: " + std::to_string(decimals) + " is not 0 to 6");
    }
}

ui::PictureRequest sizeAndColours(const Arguments& arguments)
{
    ui::PictureRequest request;
    ui::PictureSize& size = request.size;
    const RealSize given = arguments.realSize("--size", {size.width, size.height, {}});
    size.unit = chosen(ui::unitChoices(), arguments, "--unit", ui::SizeUnit::Pixels);
    size.width = given.width;
    size.height = given.height;
    size.scale = arguments.number("--scale", 1);
    size.dpi = arguments.number("--dpi", size.dpi);
    if (size.unit == ui::SizeUnit::Pixels) {
        if (size.width != std::floor(size.width) || size.height != std::floor(size.height) ||
            std::abs(size.width) > INT32_MAX || std::abs(size.height) > INT32_MAX)
            refuse("--size: \"" + given.text + "\" is not a size such as 800x600");
        if (arguments.has("--dpi"))
            refuse("--dpi is for --unit cm and pt; --scale says how fine a picture in pixels is");
    } else if (!arguments.has("--size")) {
        refuse("--unit needs --size");
    } else if (arguments.has("--scale")) {
        refuse("--scale is for a size in pixels; --dpi says how fine one in cm or pt is");
    }
    request.theme = chosen(ui::themeChoices(), arguments, "--theme", request.theme);
    request.background =
        arguments.has("--transparent")
            ? ui::Background::Transparent
            : chosen(ui::backgroundChoices(), arguments, "--background", request.background);
    request.textAsText = arguments.has("--text-as-text");
    if (const auto problem = ui::requestProblem(request))
        throw Failure{unusable, problem->toStdString()};
    return request;
}

ui::FigureOptions figureOptions(const Scenario& scenario, const Arguments& arguments)
{
    ui::FigureOptions figure;
    figure.decimals = static_cast<int>(
        arguments.integer("--decimals", scenario.view.decimals.value_or(figure.decimals)));
    figure.range = chosen(ui::rangeChoices(), arguments, "--range", ui::rangeOf(scenario.view));
    figure.values = !arguments.has("--no-values");
    figure.transposed = arguments.has("--transposed") || (!arguments.has("--no-transposed") &&
                                                          scenario.view.transposed.value_or(false));
    figure.palette = findPaletteChoice(
        arguments.text("--palette", scenario.view.palette.value_or(std::string())));
    if (arguments.has("--board")) {
        const std::string words = arguments.text("--board");
        const std::optional<ui::BoardFolds> folds = ui::boardFolds(words);
        if (!folds)
            refuse("--board: \"" + words + "\" has a word that is not " + listed(ui::boardWords()));
        figure.board = *folds;
    }
    if (arguments.has("--no-title"))
        figure.parts.title = QString();
    else if (arguments.has("--title"))
        figure.parts.title = QString::fromStdString(arguments.text("--title"));
    figure.parts.formula = !arguments.has("--no-formula");
    figure.parts.labels = !arguments.has("--no-labels");
    figure.parts.bar = !arguments.has("--no-bar");
    return figure;
}

AskedPicture askedPicture(const std::string& file, const Arguments& arguments)
{
    AskedPicture asked;
    ui::PictureRequest& request = asked.request;
    ui::PictureSource& source = asked.source;
    request = sizeAndColours(arguments);
    request.kind = kindOf(arguments);
    source.scenario = loadScenario(file);
    const Scenario& scenario = *source.scenario;
    request.look = figureOptions(scenario, arguments);
    if (request.kind == ui::PictureKind::Plot) {
        request.plot = arguments.text("--plot");
        return asked;
    }
    const TracePtr trace = run(source.scenario);
    source.trace = trace;
    source.nameNow = nameOf(scenario, file);
    request.head = headOf(*trace, arguments);
    if (request.head < 0)
        request.head = std::clamp(scenario.view.head.value_or(0), 0, scenario.heads - 1);

    StageId stage = StageId::Weights;
    if (request.kind == ui::PictureKind::Compare) {
        const std::string otherFile = arguments.text("--compare");
        const ScenarioPtr given = loadScenario(otherFile);
        if (traceBytes(scenario) + traceBytes(*given) > maximumTraceBytes)
            refuse("--compare: the matrices of both take more than 1 GiB");
        source.a = {attention::run(given), nameOf(*given, otherFile)};
        if (arguments.has("--stage"))
            stage = comparedStage(*source.a.trace, *trace, arguments.text("--stage"));
    } else if (arguments.has("--stage")) {
        stage = stageNamed(*trace, arguments.text("--stage"));
    }
    request.matrix = {std::nullopt, stage, stageInfo(stage).perHead ? request.head : -1};
    const std::string heads = arguments.text("--heads");
    if (heads == "all" && !stageInfo(stage).perHead)
        refuse("--heads: " + arguments.text("--stage") + " belongs to all heads together");
    if (heads == "mean") {
        if (stage != StageId::Weights)
            refuse("--heads mean is of the weights");
        request.matrix.head = ui::meanOfHeads;
    }
    if (arguments.has("--matrix"))
        request.matrix = {fieldNamed(scenario,
                                     source.a.trace ? source.a.trace->scenario.get() : nullptr,
                                     arguments.text("--matrix")),
                          {},
                          -1};
    if (arguments.has("--stages"))
        request.stages = stagesNamed(*trace, arguments.text("--stages"));
    request.look.explained = explainedCells(request, *trace, arguments);
    return asked;
}

} // namespace attention::app
