// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/picture_request.h"

#include "core/text/number.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace attention::ui {

namespace {

constexpr std::array<PictureKindRow, 7> kinds = {{
    {PictureKind::Board, QT_TRANSLATE_NOOP("picture", "Board"),
     NumbersPart | ExplanationsPart | RangePart | TurnPart | PalettePart | HeadPart | FoldsPart},
    {PictureKind::Stage, QT_TRANSLATE_NOOP("picture", "One matrix"),
     CellParts | ExplanationsPart | RangePart | HeadPart | MatrixPart},
    {PictureKind::Strip, QT_TRANSLATE_NOOP("picture", "Stages as a strip"),
     CellParts | ExplanationsPart | RangePart | HeadPart},
    {PictureKind::Sheet, QT_TRANSLATE_NOOP("picture", "Stages on a sheet"),
     CellParts | ExplanationsPart | RangePart | HeadPart},
    {PictureKind::Heads, QT_TRANSLATE_NOOP("picture", "All heads of a stage"),
     CellParts | ExplanationsPart | RangePart | MatrixPart},
    {PictureKind::Plot, QT_TRANSLATE_NOOP("picture", "Plot"), FormulaPart},
    {PictureKind::Compare, QT_TRANSLATE_NOOP("picture", "A, now and the difference"),
     CellParts | HeadPart | MatrixPart},
}};

constexpr std::array<PictureChoice<ThemeKind>, 3> themes = {{
    {ThemeKind::Light, "light", QT_TRANSLATE_NOOP("picture", "Light")},
    {ThemeKind::Dark, "dark", QT_TRANSLATE_NOOP("picture", "Dark")},
    {ThemeKind::Projector, "projector", QT_TRANSLATE_NOOP("picture", "Projector")},
}};

constexpr std::array<PictureChoice<Background>, 3> backgrounds = {{
    {Background::Theme, "theme", QT_TRANSLATE_NOOP("picture", "Of the theme")},
    {Background::White, "white", QT_TRANSLATE_NOOP("picture", "White")},
    {Background::Transparent, "transparent", QT_TRANSLATE_NOOP("picture", "Transparent")},
}};

constexpr std::array<PictureChoice<ColourRange>, 4> ranges = {{
    {ColourRange::Auto, "auto", QT_TRANSLATE_NOOP("picture", "Automatic")},
    {ColourRange::Matrix, "matrix", QT_TRANSLATE_NOOP("picture", "Of each matrix")},
    {ColourRange::Heads, "heads", QT_TRANSLATE_NOOP("picture", "Of all heads of a stage")},
    {ColourRange::All, "shared", QT_TRANSLATE_NOOP("picture", "Of all stages")},
}};

constexpr std::array<PictureChoice<SizeUnit>, 3> units = {{
    {SizeUnit::Pixels, "px", QT_TRANSLATE_NOOP("picture", "pixels")},
    {SizeUnit::Centimetres, "cm", QT_TRANSLATE_NOOP("picture", "cm")},
    {SizeUnit::Points, "pt", QT_TRANSLATE_NOOP("picture", "points")},
}};

constexpr std::array<SizePreset, 3> presets = {{
    {"slide", QT_TRANSLATE_NOOP("picture", "Slide, 16 : 9"), {1920, 1080, SizeUnit::Pixels, 2}},
    {"square", QT_TRANSLATE_NOOP("picture", "Square"), {1080, 1080, SizeUnit::Pixels, 2}},
    {"column",
     QT_TRANSLATE_NOOP("picture", "Column of a paper"),
     {8.5, 6.4, SizeUnit::Centimetres, 1, 300}},
}};

struct BoardWord {
    const char* word;
    void (*say)(BoardFolds& folds);
};

using Shown = BoardFolds::Shown;

constexpr BoardWord boardTable[] = {
    {"queries", [](BoardFolds& f) { f.unfoldQ = true; }},
    {"keys", [](BoardFolds& f) { f.unfoldK = true; }},
    {"values", [](BoardFolds& f) { f.unfoldV = true; }},
    {"output", [](BoardFolds& f) { f.unfoldO = true; }},
    {"scaled", [](BoardFolds& f) { f.scaled = Shown::Yes; }},
    {"no-scaled", [](BoardFolds& f) { f.scaled = Shown::No; }},
    {"masked", [](BoardFolds& f) { f.masked = Shown::Yes; }},
    {"no-masked", [](BoardFolds& f) { f.masked = Shown::No; }},
    {"positions", [](BoardFolds& f) { f.positions = Shown::Yes; }},
    {"no-positions", [](BoardFolds& f) { f.positions = Shown::No; }},
    {"rope", [](BoardFolds& f) { f.rope = Shown::Yes; }},
    {"no-rope", [](BoardFolds& f) { f.rope = Shown::No; }},
    {"predictions", [](BoardFolds& f) { f.predicts = Shown::Yes; }},
    {"no-predictions", [](BoardFolds& f) { f.predicts = Shown::No; }},
    {"sums", [](BoardFolds& f) { f.sums = true; }},
    {"qkv", [](BoardFolds& f) { f.namesQkv = true; }},
    {"all-heads", [](BoardFolds& f) { f.heads = BoardFolds::Heads::All; }},
    {"mean", [](BoardFolds& f) { f.heads = BoardFolds::Heads::Mean; }},
    {"board", [](BoardFolds& f) { f.form = BoardFolds::Form::Board; }},
    {"strip", [](BoardFolds& f) { f.form = BoardFolds::Form::Strip; }},
};

// The words that say it: each changes what is usual, and nothing of this.
QStringList wordsOf(const BoardFolds& folds)
{
    QStringList words;
    for (const BoardWord& row : boardTable) {
        BoardFolds said = folds;
        row.say(said);
        BoardFolds usual;
        row.say(usual);
        if (said == folds && usual != BoardFolds())
            words << QLatin1String(row.word);
    }
    return words;
}

constexpr double pixelsPerInch = 96; // of the logical pixels that figures are laid out in

double logicalPixels(SizeUnit unit)
{
    switch (unit) {
    case SizeUnit::Centimetres:
        return pixelsPerInch / 2.54;
    case SizeUnit::Points:
        return pixelsPerInch / 72;
    case SizeUnit::Pixels:
        break;
    }
    return 1;
}

// Figures write labels in 15 of 800 × 600 pixels, and smaller in a smaller picture. On paper
// letters of less than 6.5 points are hard to read; half as large again is all that leaves room for
// cells.
double lettersOnPaper(const QSizeF& size)
{
    const double points = 15 * 0.75 * std::min(size.width() / 800, size.height() / 600);
    return std::clamp(6.5 / points, 1.0, 1.5);
}

QString number(double value)
{
    const bool whole = value == std::floor(value) && std::abs(value) < 1e9;
    return whole ? QString::number(static_cast<qint64>(value))
                 : QString::fromStdString(shortest(value));
}

QString nameOf(StageId id)
{
    const std::string_view name = stageInfo(id).name;
    return QString::fromUtf8(name);
}

bool exists(const Trace& trace, const MatrixRef& matrix)
{
    if (matrix.field)
        return fieldMatrix(*trace.scenario, *matrix.field).size() > 0;
    if (matrix.head == meanOfHeads && matrix.stage != StageId::Weights)
        return false;
    return stageOf(trace, matrix) != nullptr;
}

} // namespace

std::span<const PictureKindRow> pictureKinds()
{
    return kinds;
}

const PictureKindRow& pictureKind(PictureKind kind)
{
    return *std::find_if(kinds.begin(), kinds.end(),
                         [&](const PictureKindRow& row) { return row.kind == kind; });
}

std::span<const PictureChoice<ThemeKind>> themeChoices()
{
    return themes;
}

std::span<const PictureChoice<Background>> backgroundChoices()
{
    return backgrounds;
}

std::span<const PictureChoice<ColourRange>> rangeChoices()
{
    return ranges;
}

std::span<const PictureChoice<SizeUnit>> unitChoices()
{
    return units;
}

std::span<const SizePreset> sizePresets()
{
    return presets;
}

std::vector<std::string> boardWords()
{
    std::vector<std::string> words;
    for (const BoardWord& row : boardTable)
        words.emplace_back(row.word);
    return words;
}

std::optional<BoardFolds> boardFolds(std::string_view words)
{
    BoardFolds folds;
    for (;;) {
        const std::size_t comma = words.find(',');
        const auto row =
            std::find_if(std::begin(boardTable), std::end(boardTable),
                         [&](const BoardWord& r) { return words.substr(0, comma) == r.word; });
        if (row == std::end(boardTable))
            return std::nullopt;
        row->say(folds);
        if (comma == std::string_view::npos)
            return folds;
        words.remove_prefix(comma + 1);
    }
}

std::vector<MatrixRef> matricesOf(const PictureRequest& request, const Trace& trace)
{
    std::vector<MatrixRef> matrices;
    switch (request.kind) {
    case PictureKind::Plot:
        break;
    case PictureKind::Board:
        for (const Stage& stage : trace.stages)
            matrices.push_back({std::nullopt, stage.id, stage.head});
        if (trace.scenario->heads > 1)
            matrices.push_back({std::nullopt, StageId::Weights, meanOfHeads});
        break;
    case PictureKind::Stage:
    case PictureKind::Compare:
        matrices = {request.matrix};
        break;
    case PictureKind::Heads:
        if (!request.matrix.field && stageInfo(request.matrix.stage).perHead)
            for (int head = 0; head < trace.scenario->heads; ++head)
                matrices.push_back({std::nullopt, request.matrix.stage, head});
        break;
    case PictureKind::Strip:
    case PictureKind::Sheet:
        if (request.stages.empty())
            matrices = tellingStages(trace, request.head);
        for (const StageId id : request.stages)
            matrices.push_back({std::nullopt, id, stageInfo(id).perHead ? request.head : -1});
        break;
    }
    const bool all = request.kind == PictureKind::Compare ||
                     std::all_of(matrices.begin(), matrices.end(),
                                 [&](const MatrixRef& matrix) { return exists(trace, matrix); });
    return all ? matrices : std::vector<MatrixRef>();
}

std::unique_ptr<Figure> makePicture(const PictureRequest& request, const PictureSource& source)
{
    if (request.kind == PictureKind::Plot) {
        const PlotRow* plot = findPlot(request.plot);
        if (!plot)
            return nullptr;
        return plotFigure(source.plotData ? source.plotData(*plot) : plot->data(*source.scenario),
                          request.look);
    }
    if (!source.trace)
        return nullptr;
    const std::vector<MatrixRef> matrices = matricesOf(request, *source.trace);
    if (matrices.empty())
        return nullptr;
    switch (request.kind) {
    case PictureKind::Board:
        return boardFigure(source.trace, request.head, request.look);
    case PictureKind::Stage:
        return matrixFigure(source.trace, request.matrix, request.look);
    case PictureKind::Strip:
    case PictureKind::Sheet:
        return stagesFigure(source.trace, matrices, request.kind == PictureKind::Sheet,
                            request.look);
    case PictureKind::Heads:
        return headsFigure(source.trace, request.matrix.stage, request.look);
    case PictureKind::Compare:
        if (!source.a.trace || request.matrix.head == meanOfHeads ||
            (!exists(*source.trace, request.matrix) && !exists(*source.a.trace, request.matrix)))
            return nullptr;
        return compareFigure(source.a, {source.trace, source.nameNow}, request.matrix,
                             request.look);
    case PictureKind::Plot:
        break;
    }
    return nullptr;
}

PictureOptions pictureOptions(const PictureRequest& request)
{
    PictureOptions options;
    const PictureSize& size = request.size;
    const double unit = logicalPixels(size.unit);
    options.size = QSizeF(size.width * unit, size.height * unit);
    options.onPaper = size.unit != SizeUnit::Pixels;
    options.scale = options.onPaper ? size.dpi / pixelsPerInch : size.scale;
    options.letters = options.onPaper ? lettersOnPaper(options.size) : 1;
    options.theme = request.theme;
    options.background = request.background;
    options.textAsText = request.textAsText;
    return options;
}

std::optional<QString> requestProblem(const PictureRequest& request)
{
    if (request.background == Background::White && request.theme == ThemeKind::Dark)
        return QCoreApplication::translate(
            "picture", "The dark theme writes in white: it cannot stand on white");
    return sizeProblem(pictureOptions(request));
}

QString pictureName(const PictureRequest& request, const Scenario& scenario)
{
    const auto tr = [](const char* source) {
        return QCoreApplication::translate("picture", source);
    };
    const auto withHead = [&](const QString& name, int head) {
        return head >= 0 && scenario.heads > 1
                   ? tr(QT_TRANSLATE_NOOP("picture", "%1 head %2")).arg(name).arg(head + 1)
                   : name;
    };
    const MatrixRef& matrix = request.matrix;
    const std::string_view title = stageInfo(matrix.stage).title;
    const QString name = matrix.field ? QString::fromUtf8(fieldName(*matrix.field))
                         : matrix.head == meanOfHeads
                             ? tr(QT_TRANSLATE_NOOP("picture", "mean weights"))
                             : QString::fromUtf8(title);
    switch (request.kind) {
    case PictureKind::Board:
        break;
    case PictureKind::Stage:
        return withHead(name, matrix.head);
    case PictureKind::Compare:
        return withHead(tr(QT_TRANSLATE_NOOP("picture", "compared %1")).arg(name), matrix.head);
    case PictureKind::Heads:
        return tr(QT_TRANSLATE_NOOP("picture", "%1 of all heads")).arg(name);
    case PictureKind::Strip:
    case PictureKind::Sheet:
        return withHead(tr(QT_TRANSLATE_NOOP("picture", "stages")), request.head);
    case PictureKind::Plot:
        return QString::fromStdString(request.plot);
    }
    return {};
}

QStringList commandWords(const PictureRequest& request, const Scenario& scenario)
{
    const PictureRequest usual;
    QStringList words;
    const auto say = [&](const char* option, const QString& value) {
        words << QLatin1String(option) << value;
    };
    const FigureOptions& look = request.look;
    const MatrixRef& matrix = request.matrix;
    int head = request.head;
    bool ofOneHead = request.hasPart(HeadPart);
    switch (request.kind) {
    case PictureKind::Board:
        break;
    case PictureKind::Stage:
    case PictureKind::Compare:
        head = matrix.head;
        ofOneHead = !matrix.field && head >= 0;
        if (matrix.field)
            say("--matrix", QString::fromUtf8(fieldName(*matrix.field)));
        else
            say("--stage", nameOf(matrix.stage));
        if (!matrix.field && head == meanOfHeads)
            say("--heads", QStringLiteral("mean"));
        break;
    case PictureKind::Heads:
        say("--stage", nameOf(matrix.stage));
        say("--heads", QStringLiteral("all"));
        break;
    case PictureKind::Strip:
    case PictureKind::Sheet: {
        QStringList names;
        for (const StageId id : request.stages)
            names << nameOf(id);
        say("--stages", names.isEmpty() ? QStringLiteral("all") : names.join(QLatin1Char(',')));
        if (request.kind == PictureKind::Sheet)
            words << QStringLiteral("--sheet");
        break;
    }
    case PictureKind::Plot:
        say("--plot", QString::fromStdString(request.plot));
        break;
    }
    if (ofOneHead && scenario.heads > 1)
        say("--head", QString::number(head));

    if (look.parts.title && look.parts.title->isEmpty())
        words << QStringLiteral("--no-title");
    else if (look.parts.title) // in one word: it may begin with a dash
        words << QStringLiteral("--title=") + *look.parts.title;
    const auto leaveOut = [&](unsigned part, bool shown, const char* option) {
        if (request.hasPart(part) && !shown)
            words << QLatin1String(option);
    };
    leaveOut(FormulaPart, look.parts.formula, "--no-formula");
    leaveOut(NumbersPart, look.values, "--no-values");
    leaveOut(LabelsPart, look.parts.labels, "--no-labels");
    leaveOut(BarPart, look.parts.bar, "--no-bar");
    if (const QStringList folds = wordsOf(look.board);
        request.hasPart(FoldsPart) && !folds.isEmpty())
        say("--board", folds.join(QLatin1Char(',')));
    if (request.hasPart(NumbersPart))
        say("--decimals", QString::number(look.decimals));
    if (request.hasPart(RangePart))
        say("--range", QLatin1String(idOf(rangeChoices(), look.range)));
    if (request.hasPart(PalettePart)) {
        const std::string_view id = look.palette ? look.palette->id : paletteChoices().front().id;
        say("--palette", QString::fromUtf8(id));
    }
    if (request.hasPart(TurnPart))
        words << QLatin1String(look.transposed ? "--transposed" : "--no-transposed");
    if (request.hasPart(ExplanationsPart)) {
        for (const CellRef& cell : look.explained) {
            if (cell.matrix.field || cell.matrix.head == meanOfHeads)
                continue;
            QString place = nameOf(cell.matrix.stage);
            if (cell.matrix.head >= 0)
                place += QLatin1Char(',') + QString::number(cell.matrix.head);
            say("--explain", place + QStringLiteral(":%1,%2").arg(cell.row).arg(cell.column));
        }
    }

    const PictureSize& size = request.size;
    say("--size", number(size.width) + QLatin1Char('x') + number(size.height));
    if (size.unit == SizeUnit::Pixels) {
        if (size.scale != usual.size.scale)
            say("--scale", number(size.scale));
    } else {
        say("--unit", QLatin1String(idOf(unitChoices(), size.unit)));
        say("--dpi", number(size.dpi));
    }
    if (request.theme != usual.theme)
        say("--theme", QLatin1String(idOf(themeChoices(), request.theme)));
    if (request.background != usual.background)
        say("--background", QLatin1String(idOf(backgroundChoices(), request.background)));
    if (request.textAsText && request.format == QLatin1String("svg"))
        words << QStringLiteral("--text-as-text");
    return words;
}

QString shellQuoted(const QStringList& words)
{
    static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_@%+=:,./-]+$"));
    QStringList quoted;
    for (QString word : words)
        quoted << (plain.match(word).hasMatch()
                       ? word
                       : QLatin1Char('\'') +
                             word.replace(QLatin1Char('\''), QStringLiteral("'\\''")) +
                             QLatin1Char('\''));
    return quoted.join(QLatin1Char(' '));
}

} // namespace attention::ui
