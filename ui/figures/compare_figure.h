// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/comparison.h"
#include "ui/figures/board_layout.h"
#include "ui/figures/figure.h"
#include "ui/figures/figure_parts.h"

#include <array>
#include <optional>

namespace attention::ui {

// One matrix in two states and what became of it, side by side or, where that gives larger cells,
// below each other: A, now, and now − A.
class CompareFigure : public Figure {
public:
    enum Panel { A, Now, Difference };

    struct State {
        TracePtr trace;
        QString name;
    };

    // A stage that only one of them has is shown of that one, with a sentence beside it. With
    // `options.controls` text keeps a size that can be read on the screen.
    CompareFigure(State a, State now, const MatrixRef& matrix, BoardOptions options,
                  FigureParts around = {});

    void paint(Canvas& canvas, const QRectF& rect, const Theme& theme) const override;
    QString title() const override;
    QString description() const override;
    ScenarioPtr scenario() const override;

    const MatrixRef& matrix() const { return m_matrix; }
    const MatrixComparison& comparison() const { return m_comparison; }

    // The cell that is marked in all three, and whose numbers are said.
    void select(const std::optional<CellRef>& cell);
    const std::optional<CellRef>& selected() const { return m_selected; }

    // "weights [A, C]: 0.045 → 0.187, by 0.142", or why there is no difference.
    QString largestSentence() const;
    // The three numbers of the selected cell; empty without one.
    QString selectedSentence() const;

    // Where the cells of a panel stand when it is painted into `rect`; empty when it has none.
    QRectF cellArea(Panel panel, const QRectF& rect, const Theme& theme) const;
    std::optional<CellRef> cellAt(const QPointF& point, const QRectF& rect,
                                  const Theme& theme) const;

private:
    struct Part { // one of the three
        CellGrid grid;
        QStringList rows, columns; // labels
        bool exists = false;
    };
    struct Places;

    Part partOf(const State& state) const;
    const Stage*
    stageIn(const State& state) const; // null for what is given, and where there is none
    const State& shownState() const;   // now, or A where only A has the matrix
    QString matrixName() const;        // "weights, head 2"
    QString caption() const;
    Places places(const QRectF& rect, const Theme& theme) const;
    Places arranged(const QRectF& rect, const Theme& theme, bool stacked) const;
    void paintLabels(Canvas& canvas, Panel panel, const Places& p, const Theme& theme) const;
    void paintWords(Canvas& canvas, const Places& p, const Theme& theme) const;
    void paintMark(Canvas& canvas, Panel panel, const Places& p, const Theme& theme) const;
    // A number in words: "0.187", "−∞ (blocked)", "?" where it is hidden.
    QString wordOf(const State& state, const CellRef& cell) const;
    bool hides() const; // some number of this matrix is to be predicted first

    State m_a, m_now;
    MatrixRef m_matrix;
    BoardOptions m_options;
    FigureParts m_around;
    MatrixComparison m_comparison;
    std::array<Part, 3> m_parts;
    std::optional<CellRef> m_selected;
};

} // namespace attention::ui
