// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace.h"
#include "ui/explain/cell_explanation.h"
#include "ui/figures/figure.h"

#include <memory>
#include <vector>

namespace attention::ui {

// A figure with explanations of some of its numbers as lines under it.
class ExplainedFigure : public Figure {
public:
    // Pre: there is a cell, and each lies in the trace.
    ExplainedFigure(std::unique_ptr<Figure> figure, const Trace& trace,
                    const std::vector<CellRef>& cells, int decimals);

    void paint(Canvas& canvas, const QRectF& rect, const Theme& theme) const override;
    QString title() const override;
    QString description() const override;
    ScenarioPtr scenario() const override;

private:
    struct Lines;
    Lines linesFor(const QSizeF& size, const Theme& theme) const;
    Lines place(qreal width, qreal scale, std::size_t count, const Theme& theme) const;

    std::unique_ptr<Figure> m_figure;
    std::vector<CellExplanation> m_explanations;
};

} // namespace attention::ui
