// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/layout_parts.h"

#include <functional>
#include <utility>

// How the two boards, that of attention and that of a block, put their matrices at their places.
namespace attention::ui {

// What the width of a window decides.
struct Unfolded {
    bool scaled = false, masked = false; // between scores and weights
    bool positions = false;              // X + PE, left of X′
    bool rope = false;                   // the rotated queries and keys
    bool output = true; // the heads joined: where O stands on the block's board, too
};

// Places everything from the origin at a scale of its cells; the answer says how large it became.
BoardLayout placeAttention(const LayoutInput& in, const Unfolded& unfolded, qreal scale);

// The stages of a block: which of them are open, as matrices, and whose given matrices are shown.
enum class Open { All, AskedAndLast, AskedWithOperands, Asked };
struct BlockUnfolded {
    Open open = Open::All;
    bool given = true;       // above the stage that is asked …
    bool givenOfAll = false; // … or above every open one
};
BoardLayout placeBlock(const LayoutInput& in, const BlockUnfolded& unfolded, qreal scale);
// Whether the stage, or the given matrix, that is asked stands on the board of the block.
bool isOfBlock(const Scenario& s, const Selection& selection);
// The tabs "X · N₁ · attention · R₁ …", which lead from one board to the other; answers their
// height.
qreal placeChain(BoardLayout& layout, const LayoutInput& in, const QPointF& at, qreal width,
                 qreal scale);

constexpr qreal cellWidth = 66, cellHeight = 54; // at scale 1
constexpr qreal turnedCellHeight = 44;           // a board with queries in columns is high
constexpr qreal smallestWidth = 34, smallestHeight = 26;

// A line of words between matrices; bold or not.
using Words = std::vector<std::pair<QString, bool>>;

// One try at a scale. The board with its queries in columns is placed as the other one, left for
// top and width for height, and mirrored at the end: until then all lengths are those before that.
// What is as it will stand is kept apart.
class Placing {
protected:
    Placing(const LayoutInput& input, qreal scale);

    qreal textWidth(const QString& text, const QFont& font) const;
    qreal widest(const QStringList& labels, const QFont& font, qreal most) const;
    PlacedMatrix& add(const MatrixRef& ref, bool transposed, qreal left, qreal top);
    void finishHeading(PlacedMatrix& m, qreal room, const QString& suffix = {});
    // A given vector above or left of the matrix that it is added to, its name before it.
    PlacedMatrix& addVector(MatrixField field, bool transposed, qreal left, qreal top);
    qreal vectorHeight() const { return ch + 8 * unit; }
    void columnLabels(PlacedMatrix& m, const QStringList& labels, Role role) const;
    static void rowLabels(PlacedMatrix& m, const QStringList& labels, Role role, qreal width);
    // What a click on the heading does.
    void hotHeading(const PlacedMatrix& m, Hotspot::Kind kind, const QString& says);
    // Words in the gap from `left` to `right`, centred on the band.
    void words(qreal left, qreal right, const Words& lines, const std::optional<Hotspot>& does);
    static Hotspot click(Hotspot::Kind kind, const QString& says);
    qreal wordsHeight(int count) const { return (14 + 20 * count) * unit; } // where they are turned
    QString fold(bool open) const;                                          // " ▾"

    // The end of both boards: what the rows predict, the chain, the sentence; `right` and `end` are
    // those of the band, `bottom` what stands below it.
    BoardLayout finish(qreal right, qreal end, qreal bottom);

    const LayoutInput& in;
    const Scenario& s;
    qreal f;         // of cells
    qreal textScale; // of the theme's text: as large as the cells allow, never below 0.84
    qreal unit;      // a design pixel of text and gaps
    const bool turned;
    QSizeF cell;  // as it will stand
    qreal cw, ch; // as it is placed
    int n, m, head;
    qreal plainHeader = 0, header = 0; // before a matrix without and with labels over its columns
    qreal bandTop = 0;
    QStringList tokens, keyTokens, columns;
    qreal tokenWidth = 0;   // of the queries' labels
    qreal featureWidth = 0; // of the columns' labels
    qreal labels = 0;       // before the first matrix of the band
    BoardLayout layout;
    BoardLayout standing; // texts and hotspots that are not mirrored
};

} // namespace attention::ui
