// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/explain/cell_explanation.h"
#include "ui/theme/theme.h"

#include <QtWidgets/QFrame>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace attention::ui {

// A dark note over the window that says one thing, with buttons for what can be answered. It takes
// no focus and blocks nothing.
class Callout : public QFrame {
    Q_OBJECT

public:
    explicit Callout(QWidget* window);

    void setTheme(const Theme& theme);
    // Plain text; `arithmetic` stands below it in columns. Buttons and widgets are gone.
    void say(const QString& title, const QString& text,
             const std::vector<ExplanationLine>& arithmetic = {});
    QToolButton* addButton(const QString& text, const QString& objectName);
    void addWidget(QWidget* widget); // below the text; goes with the next `say`
    void setWidth(int width);        // a narrow one piles its buttons up

private:
    QLabel* m_title;
    QLabel* m_text;
    QLabel* m_arithmetic;
    QWidget* m_row;
    QHBoxLayout* m_buttons;
    QList<QWidget*> m_added;
    Theme m_theme;
};

// A frame around the place that is meant; clicks go through it.
class Ring : public QWidget {
    Q_OBJECT

public:
    explicit Ring(QWidget* window);
    void setTheme(const Theme& theme);
    void setAround(const QRect& place); // in the window; empty: nowhere

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme m_theme;
};

} // namespace attention::ui
