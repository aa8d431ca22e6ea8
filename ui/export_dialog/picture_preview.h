// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/picture.h"
#include "ui/theme/theme.h"

#include <QtWidgets/QWidget>

#include <memory>

namespace attention::ui {

// A picture as it will be, as large as there is room: painted by the same function as its file.
class PicturePreview : public QWidget {
    Q_OBJECT

public:
    PicturePreview(const Theme& theme, QWidget* parent = nullptr);

    // Null, or options without a usable size: nothing to be seen.
    void show(std::shared_ptr<const Figure> figure, const PictureOptions& options);
    QRectF pictureRect() const; // at its true proportions

    QSize sizeHint() const override { return QSize(560, 360); }
    QSize minimumSizeHint() const override { return QSize(240, 160); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme m_theme; // of the window around it
    std::shared_ptr<const Figure> m_figure;
    PictureOptions m_options;
};

} // namespace attention::ui
