// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/picture.h"
#include "ui/figures/make_figure.h"

#include <QtCore/QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attention::ui {

enum class PictureKind { Board, Stage, Strip, Sheet, Heads, Plot, Compare };

// What somebody may say about a picture of a kind, beside its size and colours.
enum PicturePart : unsigned {
    FormulaPart = 1,
    NumbersPart = 2, // in the cells, and their decimals
    LabelsPart = 4,
    BarPart = 8,
    ExplanationsPart = 16,
    RangePart = 32,
    TurnPart = 64, // queries in columns
    PalettePart = 128,
    HeadPart = 256,   // of which head it is
    MatrixPart = 512, // of which matrix
    FoldsPart = 1024, // what is unfolded on the board
    CellParts = FormulaPart | NumbersPart | LabelsPart | BarPart | TurnPart | PalettePart,
};

struct PictureKindRow {
    PictureKind kind;
    const char* text; // for people
    unsigned parts;
};
std::span<const PictureKindRow> pictureKinds();
const PictureKindRow& pictureKind(PictureKind kind);

// Choices by the names that the command line and the settings use.
template <typename Value>
struct PictureChoice {
    Value value;
    const char* id;
    const char* text; // for people
};
std::span<const PictureChoice<ThemeKind>> themeChoices();
std::span<const PictureChoice<Background>> backgroundChoices();
std::span<const PictureChoice<ColourRange>> rangeChoices();

enum class SizeUnit { Pixels, Centimetres, Points };
std::span<const PictureChoice<SizeUnit>> unitChoices();

template <typename Value>
const char* idOf(std::span<const PictureChoice<Value>> choices, Value value)
{
    for (const PictureChoice<Value>& choice : choices)
        if (choice.value == value)
            return choice.id;
    return "";
}

template <typename Value>
std::optional<Value> valueOf(std::span<const PictureChoice<Value>> choices, std::string_view id)
{
    for (const PictureChoice<Value>& choice : choices)
        if (choice.id == id)
            return choice.value;
    return std::nullopt;
}

// The size of a picture as a person says it.
struct PictureSize {
    double width = 800, height = 600;
    SizeUnit unit = SizeUnit::Pixels;
    double scale = 1; // pixels of the picture for each of those; for pixels alone
    double dpi = 300; // for centimetres and points

    bool operator==(const PictureSize&) const = default;
};

struct SizePreset {
    const char* id;
    const char* text;
    PictureSize size;
};
std::span<const SizePreset> sizePresets();

// Everything about a picture: two equal requests of one scenario are the same bytes, from the
// window and from the command line.
struct PictureRequest {
    PictureKind kind = PictureKind::Board;
    MatrixRef matrix = {std::nullopt, StageId::Weights, 0}; // a stage, a comparison; of all heads
    int head = 0;                                           // whose board or stages
    std::vector<StageId> stages;  // of a strip or sheet; empty: all that change something
    std::string plot = "scaling"; // the id of an experiment
    FigureOptions look;           // title, numbers, labels, colours, explanations
    PictureSize size;
    ThemeKind theme = ThemeKind::Light;
    Background background = Background::Theme;
    bool textAsText = false;
    QString format = QStringLiteral("png"); // ending of the file

    bool operator==(const PictureRequest&) const = default;
    bool hasPart(unsigned part) const { return (pictureKind(kind).parts & part) != 0; }
};

// What pictures can be made of.
struct PictureSource {
    ScenarioPtr scenario;
    TracePtr trace; // null: there are only plots
    NamedTrace a;   // without a trace: there is nothing to compare with
    QString nameNow;
    // Where plots are known already; else each is drawn from the scenario.
    std::function<PlotData(const PlotRow&)> plotData;
};

// The matrices that a picture shows, in its order; empty where the source lacks one of them, and
// for plots. Of a board all that can be asked there.
std::vector<MatrixRef> matricesOf(const PictureRequest& request, const Trace& trace);

// The figure; null where the source lacks what is asked.
std::unique_ptr<Figure> makePicture(const PictureRequest& request, const PictureSource& source);
// How it becomes a file.
PictureOptions pictureOptions(const PictureRequest& request);
// The words in which a command says what is unfolded on the board: "queries", "no-scaled".
std::vector<std::string> boardWords();
// Of words with commas between them; null where one of them is none.
std::optional<BoardFolds> boardFolds(std::string_view words);
// What is wrong with the request whatever the scenario: its size, colours that cannot be read.
std::optional<QString> requestProblem(const PictureRequest& request);

// What it is called in the name of a file: "weights head 2"; empty for the board.
QString pictureName(const PictureRequest& request, const Scenario& scenario);

// The words with which the command "export" makes the same picture of the same scenario, without
// FILE, "-o" and "--compare". All that a file's own view has a say in is said.
QStringList commandWords(const PictureRequest& request, const Scenario& scenario);
// Words as a shell reads them.
QString shellQuoted(const QStringList& words);

} // namespace attention::ui
