// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.h"
#include "app/input.h"
#include "app/output.h"
#include "app/picture_options.h"
#include "ui/export/batch.h"

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

const std::array<Option, 32> options = {{
    {"-o", Kind::Text, "OUT", "a .png, .svg or .pdf file; with --all a folder"},
    {"--all", Kind::Flag, "", "every board, stage and plot of every FILE"},
    {"--formats", Kind::Text, "png,svg,pdf", "of --all (png)"},
    {"--stage", Kind::Text, "ID", "this stage instead of the board"},
    {"--head", Kind::Integer, "N", "of this head, counted from 0"},
    {"--heads", Kind::Choice, "WHICH", "all heads of --stage (the weights), or their mean weights",
     false, headsNames},
    {"--stages", Kind::Text, "all|ID,ID…",
     "these stages, or all that change something, as a strip"},
    {"--sheet", Kind::Flag, "", "--stages on a sheet instead"},
    {"--matrix", Kind::Text, "NAME", "what is given, such as W_q, instead of the board"},
    {"--explain", Kind::Text, "STAGE[,head]:row,column",
     "the arithmetic of this number under it; may be repeated", true},
    {"--board", Kind::Text, "WORD,WORD…",
     "the board with queries, keys, values, output, sums, all-heads, no-scaled, no-masked and "
     "more"},
    {"--compare", Kind::Text, "OTHER", "OTHER, FILE and FILE - OTHER: of the weights, or --stage"},
    {"--plot", Kind::Choice, "LAB", "this plot instead of the board", false, plotNames},
    {"--title", Kind::Text, "TEXT", "this title instead of the picture's own"},
    {"--no-title", Kind::Flag, "", "no title"},
    {"--no-formula", Kind::Flag, "", "no line with formula and shape"},
    {"--no-values", Kind::Flag, "", "no numbers in the cells"},
    {"--decimals", Kind::Integer, "N", "of the numbers, 0 to 6 (the scenario's own, else 3)"},
    {"--no-labels", Kind::Flag, "", "no labels of rows and columns"},
    {"--no-bar", Kind::Flag, "", "no colour bar"},
    {"--range", Kind::Choice, "RANGE", "whose numbers share their colours (the scenario's own)",
     false, rangeNames},
    {"--theme", Kind::Choice, "THEME", "colours (light)", false, themeNames},
    {"--palette", Kind::Choice, "PALETTE", "fills of the cells (the scenario's own, else theme)",
     false, paletteNames},
    {"--transposed", Kind::Flag, "", "queries in columns, keys in rows"},
    {"--no-transposed", Kind::Flag, "", "queries in rows, whatever the scenario says"},
    {"--background", Kind::Choice, "GROUND", "what is behind it (theme)", false, backgroundNames},
    {"--transparent", Kind::Flag, "", "no background"},
    {"--text-as-text", Kind::Flag, "", "SVG: letters as text, in a font that the reader needs"},
    {"--size", Kind::RealSize, "WxH", "what the picture is laid out for (800x600)"},
    {"--scale", Kind::Number, "S", "pixels of the picture for each of those (1)"},
    {"--unit", Kind::Choice, "UNIT", "of --size (px)", false, unitNames},
    {"--dpi", Kind::Number, "N", "pixels an inch, where --size is in cm or pt (300)"},
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

void save(const ui::Figure& figure, const QString& path, const ui::PictureOptions& picture)
{
    if (const auto reason = ui::savePicture(figure, path, picture))
        throw Failure{notWritten, reason->toStdString()};
}

void exportOne(const Arguments& arguments, const QString& path)
{
    const AskedPicture asked = askedPicture(arguments.operands.front(), arguments);
    const std::unique_ptr<ui::Figure> figure = ui::makePicture(asked.request, asked.source);
    if (!figure) // every name was looked up before
        throw Failure{unusable, "export: this scenario has no such picture"};
    save(*figure, path, ui::pictureOptions(asked.request));
}

// The part of the names that says from which scenario they are.
QString stemOf(const std::string& file)
{
    const std::size_t colon = file.starts_with("example:") ? file.find(':') + 1 : 0;
    return ui::batchStem(QFileInfo(QFile::decodeName(file.c_str() + colon)).completeBaseName());
}

// The formats of --formats, in the order of the table.
QStringList formatsOf(const Arguments& arguments)
{
    QStringList asked =
        QString::fromStdString(arguments.text("--formats", "png")).split(QLatin1Char(','));
    QStringList formats, known;
    for (const ui::ImageFormat& format : ui::imageFormats()) {
        known << QLatin1String(format.suffix);
        if (asked.removeAll(known.back()) > 0)
            formats << known.back();
    }
    if (!asked.isEmpty())
        throw Failure{unusable, "export: --formats: there is no format \"" +
                                    asked.front().toStdString() + "\"; there are " +
                                    known.join(QStringLiteral(", ")).toStdString()};
    return formats;
}

void exportAll(const std::string& file, const Arguments& arguments, const QString& folder)
{
    const TracePtr trace = traceOf(file);
    ui::PictureRequest like = sizeAndColours(arguments);
    like.look = figureOptions(*trace->scenario, arguments);
    ui::PictureSource source;
    source.scenario = trace->scenario;
    source.trace = trace;
    ui::Batch batch(std::move(source), QDir(folder),
                    ui::batchFiles(*trace, stemOf(file), like, formatsOf(arguments)));
    while (!batch.atEnd()) {
        if (const auto reason = batch.writeNext())
            throw Failure{notWritten, reason->toStdString()};
        print(batch.written().back().toStdString() + '\n');
    }
}

void exportEverything(const Arguments& arguments, const QString& folder)
{
    std::set<QString> stems;
    for (const std::string& file : arguments.operands)
        if (!stems.insert(stemOf(file)).second)
            throw Failure{unusable, "export: two files are named " + stemOf(file).toStdString() +
                                        "; their pictures would overwrite each other"};
    formatsOf(arguments);
    for (const std::string& file : arguments.operands)
        loadScenario(file); // a file that cannot be used ends it before anything is written
    if (const auto reason = ui::makeFolder(folder))
        throw Failure{notWritten, reason->toStdString()};
    for (const std::string& file : arguments.operands)
        exportAll(file, arguments, folder);
}

Status run(const Arguments& arguments)
{
    const auto refuse = [](const std::string& why) { throw Failure{unusable, "export: " + why}; };
    if (!arguments.has("-o"))
        refuse("-o OUT is missing");
    const bool all = arguments.has("--all");
    requirePictureOptions(arguments);
    if (!all && arguments.has("--formats"))
        refuse("--formats is for --all; of one picture the name of OUT says it");
    if (!all && arguments.operands.size() > 1)
        refuse("one picture is of one FILE; several need --all -o DIR");
    const QString path = QFile::decodeName(arguments.text("-o").c_str());
    if (!all && !ui::formatFor(path))
        refuse("-o " + arguments.text("-o") + ": the name of a picture ends in .png, .svg or .pdf");
    sizeAndColours(arguments); // what is wrong with them is said before anything is read

    isolateFromDesktop();
    char name[] = "attention-lab";
    char* argv[] = {name, nullptr};
    int argc = 1;
    const QApplication application(argc, argv);
    if (all)
        exportEverything(arguments, path);
    else
        exportOne(arguments, path);
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
