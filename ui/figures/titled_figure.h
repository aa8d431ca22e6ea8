// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/figure.h"

#include <memory>

namespace attention::ui {

// A figure that has no title of its own, under one.
class TitledFigure : public Figure {
public:
    TitledFigure(std::unique_ptr<Figure> figure, QString title);

    void paint(Canvas& canvas, const QRectF& rect, const Theme& theme) const override;
    QString title() const override { return m_title; }
    QString description() const override { return m_figure->description(); }
    std::shared_ptr<const Scenario> scenario() const override { return m_figure->scenario(); }

private:
    std::unique_ptr<Figure> m_figure;
    QString m_title;
};

} // namespace attention::ui
