// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/board_layout.h"
#include "ui/figures/figure.h"
#include "ui/figures/moved.h"

class QPixmap;

namespace attention::ui {

// Paints a layout with what is asked; the window and BoardFigure both come here. `still`: what
// paintStill has painted of it, to be laid on top of the bands; null: it is painted now.
void paintBoard(Canvas& canvas, const BoardLayout& layout, const Trace& trace,
                const BoardOptions& options, const Selection& selection, const Theme& theme,
                const Moved& moved = {}, const QPixmap* still = nullptr);
// All that stays as it is when another cell is asked.
void paintStill(Canvas& canvas, const BoardLayout& layout, const BoardOptions& options,
                const Theme& theme, const Moved& moved = {});

// The sentence under a board as long as it is, for those who do not see it.
QString boardSentence(const BoardLayout& layout, const Trace& trace, const BoardOptions& options,
                      const Selection& selection);

// The whole board (or strip) of one head as a picture, without selection and controls.
class BoardFigure : public Figure {
public:
    BoardFigure(TracePtr trace, BoardOptions options, Selection selection);

    void paint(Canvas& canvas, const QRectF& rect, const Theme& theme) const override;
    QString title() const override;
    QString description() const override;
    ScenarioPtr scenario() const override;

private:
    TracePtr m_trace;
    Ranges m_ranges;
    MistakeEffects m_effects;
    BoardOptions m_options;
    Selection m_selection;
};

// A scale from the lowest to the highest colour with its numbers at the right, or below where it
// lies on its side; the words say of what they are the range.
void paintColourBar(Canvas& canvas, const QRectF& rect, const ColourNorm& norm, ValueKind kind,
                    const QString& words, const Theme& theme, qreal fontScale);

} // namespace attention::ui
