// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attention/mistake_effects.h"
#include "core/trace/trace.h"
#include "ui/document/selection.h"
#include "ui/figures/look.h"
#include "ui/theme/theme.h"

#include <QtCore/QRectF>
#include <QtCore/QString>
#include <QtCore/QStringList>

#include <optional>
#include <vector>

namespace attention::ui {

enum class Role { None, Query, Key, Value, Score, Weight };
QColor roleColour(const Theme& theme, Role role);

// How a trace is looked at; a part of the window's state, and of a picture's options.
struct BoardOptions : NumberLook, BoardFolds {
    bool paintsMask = false; // the masked scores are there to be painted on
    bool sentence = true;
    bool moved = true; // in the window: mark what the last change moved
    // Tabs, buttons and dotted lines: what only a person at the window can use.
    bool controls = true;
    bool onTheWall = false; // in front of a class: no thumbnails, and no text below the base size
    std::optional<StageId> step = {}; // there: nothing but the matrices that make this stage

    bool operator==(const BoardOptions&) const = default;
};

// What stands at the right end of a row.
struct RowEnd {
    enum class Outcome { Open, Right, Wrong };
    QString text, says; // "→ blue 0.977 ✓", and as a sentence
    Outcome outcome = Outcome::Open;
};

// A matrix at its place.
struct PlacedMatrix {
    MatrixRef ref;
    CellGrid grid;
    QRectF area;     // of all cells
    QString heading; // "Kᵀ"
    QString caption; // "keys  (d_k, n) = (2, 3)"
    QRectF headingRect, captionRect;
    Role role = Role::Score;                  // of the heading
    Role left = Role::None, top = Role::None; // coloured edges
    Role right = Role::None, bottom = Role::None;
    QStringList rowLabels, columnLabels; // empty: not written at this place
    Role rowLabelRole = Role::Query, columnLabelRole = Role::Key;
    qreal rowLabelWidth = 0, columnLabelHeight = 0;
    std::vector<RowEnd> rowEnds; // at the right; empty: none
    QRectF rowEndRect;
    QRectF rowSumRect, columnSumRect;    // beside and below the cells; empty: no sums
    std::optional<MatrixField> editable; // a change of a cell is a change of this input …
    int editColumn = 0;                  // … in the column `editColumn` further right …
    std::vector<int> editRows;           // … and in this row for each of its own; empty: the same
    int firstColumn = 0;                 // of the matrix, where only the part of one head is shown
    std::optional<MatrixField> tokensOf; // the labels of its rows, however drawn, are the tokens
                                         // of X or ContextX, and can be edited
    std::vector<MatrixRef> alsoKnownAs;  // stages that are the same, and stand nowhere else
    BoolMatrixPtr changed; // by a mistake: true = another number than in the right code; or null
    bool thumbnail = false;
    bool focused = false; // the thumbnail of what is enlarged; of all heads the chosen one
    bool pale = false;    // of one head, while the weights shown are of several
    qreal scale = 1;      // of text

    QRectF cell(int row, int column) const; // by row and column of the matrix
    // Whether it stands there: of a projection only the columns of one head do.
    bool shows(int row, int column) const;
    QRectF rowLabel(int row) const; // of a row of the matrix, beside it or over it
    // The cell under a point, in rows and columns of the matrix.
    std::optional<CellRef> cellAt(const QPointF& point) const;
};

// A word between two matrices, or a piece of the formula.
struct PlacedText {
    QRectF rect;
    QString text;
    Role role = Role::None; // None: text colour
    bool bold = false, italic = false, secondary = false, struck = false;
    bool tab = false, on = false;  // a button among others, and whether it is the chosen one
    bool warning = false;          // a badge: something here is wrong on purpose
    std::vector<StageId> symbolOf; // framed while a cell of one of these is asked
    qreal scale = 1;
    Qt::Alignment alignment = Qt::AlignCenter;
};

// A place that does something when it is clicked.
struct Hotspot {
    enum class Kind {
        Focus,
        FocusField,
        ToggleScale,
        ToggleMask,
        UnfoldQ,
        UnfoldK,
        UnfoldV,
        UnfoldO,
        ToggleScaled,
        ToggleMasked,
        TogglePositions,
        ToggleRope,
        Head,
        HeadMenu,
        AllHeads,
        MeanOfHeads,
        Note // says something, does nothing
    };
    QRectF rect;
    Kind kind = Kind::Focus;
    StageId stage = StageId::Scores;
    MatrixField field = MatrixField::X;
    int head = 0;
    QString says; // tooltip and accessible name
};

struct BoardLayout {
    bool strip = false;
    bool transposed = false; // queries stand in columns, keys in rows
    bool fits = true;        // false: the rectangle is smaller than the smallest board or strip
    qreal scale = 1;         // of text
    qreal valueScale = 1;    // of the numbers in the cells, one for all
    QSizeF cell;
    BoardFolds unfolded; // as asked, and what of it the board really shows
    std::vector<PlacedMatrix> matrices;
    std::vector<PlacedText> texts;
    std::vector<Hotspot> hotspots;
    QRectF sentence;  // empty: none
    QRectF colourBar; // beside the strip's enlarged matrix, over the board; empty: none
    QString barWords; // what its range is that of
    ColourNorm barNorm;
    ValueKind barKind = ValueKind::Signed;
    QRectF content; // all of it

    // The first, enlarged before thumbnails, also under another name.
    const PlacedMatrix* find(const MatrixRef& ref) const;
};

// The largest magnitude of every input and stage of a trace; found once a trace, for its colours.
class Ranges {
public:
    Ranges() = default;
    explicit Ranges(const Trace& trace);

    // Of a matrix with that range, Auto being its own.
    ColourNorm norm(const Trace& trace, const MatrixRef& ref, ColourRange range) const;

    // What the trace's heads read on average; computed when it is first asked for.
    MatrixPtr meanWeights(const Trace& trace) const;

private:
    mutable MatrixPtr m_meanOf, m_mean; // of the trace whose first head has those weights
    std::vector<double> m_stages;       // in the order of the trace
    std::vector<double> m_fields;       // in the order of MatrixField
    double m_shared = 0;
};

struct LayoutInput {
    const Trace& trace;
    const Ranges& ranges;
    const BoardOptions& options;
    const Selection& selection; // head and focus alone
    QRectF rect;
    const Theme& theme;
    const MistakeEffects* effects = nullptr; // of the scenario's mistakes, where they are known
};

// A board of more tokens is a strip, even where it fits.
inline constexpr int mostBoardTokens = 10;

// Places everything inside the rectangle: the board where it shows all of the scenario and its
// cells can be 34 × 26 pixels, else the strip. `wasStrip` keeps a strip until the board fits with
// something to spare.
BoardLayout layoutBoardOrStrip(const LayoutInput& in, bool wasStrip = false);
BoardLayout layoutBoard(const LayoutInput& in);
BoardLayout layoutStrip(const LayoutInput& in);

} // namespace attention::ui
