// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/board_layout.h"
#include "ui/figures/figure.h"
#include "ui/figures/figure_parts.h"

namespace attention::ui {

// One matrix as a picture for a slide: title, formula and shape, labels, cells with values, colour
// bar.
class HeatmapFigure : public Figure {
public:
    // How it stands as one of several in a picture.
    struct Panel {
        qreal textScale = 1;                       // one for all of them
        QSizeF largestCell = QSizeF(10000, 10000); // one for all, too
        qreal numberScale = 100;                   // and the largest that its numbers may have
        bool bar = true;                           // its own, below it
        bool ofOneHead = false;                    // all are, and the title of the picture says so
    };

    // Pre: the trace has the matrix. `ranges`: where they are known already.
    HeatmapFigure(TracePtr trace, const MatrixRef& matrix, BoardOptions options,
                  FigureParts parts = {}, const Ranges* ranges = nullptr);
    HeatmapFigure(TracePtr trace, StageId id, int head, BoardOptions options)
        : HeatmapFigure(std::move(trace), MatrixRef{std::nullopt, id, head}, std::move(options))
    {
    }

    void paint(Canvas& canvas, const QRectF& rect, const Theme& theme) const override;
    QString title() const override;
    QString description() const override;
    ScenarioPtr scenario() const override;

    // Where the cells stand when it is painted into `rect`.
    QRectF cellArea(const QRectF& rect, const Theme& theme, const Panel* panel = nullptr) const;
    // Of its numbers there, so that they keep all their decimals; nothing where none is written.
    std::optional<qreal> numberScale(const QRectF& rect, const Theme& theme,
                                     const Panel* panel = nullptr) const;
    void paintPanel(Canvas& canvas, const QRectF& rect, const Theme& theme,
                    const Panel& panel) const;

    const CellGrid& grid() const { return m_grid; }
    QString name(bool ofOneHead = false) const; // "Weights, head 2"
    bool barTellsHidden() const;                // how large numbers are that stay hidden
    QString rangeText() const; // of what its colours are the range; empty: it goes without saying

private:
    struct Places;
    Places places(const QRectF& rect, const Theme& theme, const Panel* panel) const;
    std::optional<qreal> numbersAt(const Places& p, const Theme& theme) const;
    void paint(Canvas& canvas, const QRectF& rect, const Theme& theme, const Panel* panel) const;
    QStringList captions() const; // from the longest to the shortest
    QString rowWord() const;
    QString columnWord() const;

    TracePtr m_trace;
    MatrixRef m_ref;
    const Stage* m_stage; // null for what is given
    BoardOptions m_options;
    FigureParts m_parts;
    CellGrid m_grid;
    QStringList m_rows, m_columns;
};

} // namespace attention::ui
