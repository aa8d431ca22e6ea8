// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/board_layout.h"
#include "ui/figures/figure.h"

namespace attention::ui {

// One matrix as a picture for a slide: title, formula and shape, labels, cells with values, colour
// bar.
class HeatmapFigure : public Figure {
public:
    // Pre: the trace has the matrix.
    HeatmapFigure(TracePtr trace, const MatrixRef& matrix, BoardOptions options);
    HeatmapFigure(TracePtr trace, StageId id, int head, BoardOptions options)
        : HeatmapFigure(std::move(trace), MatrixRef{std::nullopt, id, head}, std::move(options))
    {
    }

    void paint(Canvas& canvas, const QRectF& rect, const Theme& theme) const override;
    QString title() const override;
    QString description() const override;

    // Where the cells stand when it is painted into `rect`.
    QRectF cellArea(const QRectF& rect, const Theme& theme) const;

private:
    struct Places;
    Places places(const QRectF& rect, const Theme& theme) const;
    QString name() const;
    QString caption() const;
    QString rowWord() const;
    QString columnWord() const;

    TracePtr m_trace;
    MatrixRef m_ref;
    const Stage* m_stage; // null for what is given
    BoardOptions m_options;
    CellGrid m_grid;
    QStringList m_rows, m_columns;
};

} // namespace attention::ui
