// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QToolButton>

namespace attention::ui {

// A button that may become narrower than its text: then the text ends in "…", and the tooltip says
// the whole.
class FittedButton : public QToolButton {
    Q_OBJECT

public:
    explicit FittedButton(QWidget* parent = nullptr);

    QString shownText() const; // as it is painted
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
};

} // namespace attention::ui
