// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QtWidgets/QWidget>

class QLabel;
class QToolButton;

namespace attention::ui {

// The right side of the wall: one step with its title, its text, and where it stands among all.
class PresentPanel : public QWidget {
    Q_OBJECT

public:
    explicit PresentPanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setStep(const QString& title, const QString& text, int number, int count);

signals:
    void previous();
    void next();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    QLabel* m_title;
    QLabel* m_text;
    QLabel* m_counter;
    QToolButton* m_previous;
    QToolButton* m_next;
    Theme m_theme;
};

} // namespace attention::ui
