// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/heatmap_figure.h"

#include <memory>
#include <vector>

namespace attention::ui {

// Several matrices in one picture, their numbers of one size: in one row with arrows between, as
// what follows from what, or on a sheet. Where they share their colours, one bar for all stands
// below them; weights, whose colours are always 0 … 1, have a second one.
class PanelsFigure : public Figure {
public:
    enum class Form { Strip, Sheet };

    // Pre: there is a matrix.
    PanelsFigure(std::vector<std::unique_ptr<HeatmapFigure>> matrices, Form form, QString title,
                 FigureParts parts, const PaletteChoice* palette);

    void paint(Canvas& canvas, const QRectF& rect, const Theme& theme) const override;
    QString title() const override;
    QString description() const override;
    ScenarioPtr scenario() const override;

    std::size_t count() const { return m_matrices.size(); }
    // Where the cells of each stand when it is painted into `rect`.
    std::vector<QRectF> cellAreas(const QRectF& rect, const Theme& theme) const;

private:
    struct Places;
    Places places(const QRectF& rect, const Theme& theme) const;

    // A bar that several share.
    struct Bar {
        ColourNorm norm;
        ValueKind kind;
        QString words;
    };

    std::vector<std::unique_ptr<HeatmapFigure>> m_matrices;
    Form m_form;
    QString m_title; // what it is called without another one
    FigureParts m_parts;
    const PaletteChoice* m_palette;
    std::vector<Bar> m_bars; // empty: each has its own
    bool m_ofOneHead = true; // what is of a head at all
};

} // namespace attention::ui
