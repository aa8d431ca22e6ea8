// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QtWidgets/QWidget>

class QAction;
class QLineEdit;
class QMenu;
class QToolButton;

namespace attention::ui {

class Document;

// Title, undo and redo, what can be switched on the scenario as chips, and the ways out at the
// right.
class TopBar : public QWidget {
    Q_OBJECT

public:
    // The actions are the window's own; the menus are those of the menu bar.
    TopBar(Document& document, QAction* undo, QAction* redo, QMenu* examples, QMenu* comparing,
           QAction* present, QAction* exporting, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    // Titles, and as many chips as there is room for; those with the property "away" stay away.
    void update();
    // Elsewhere the switches of the scenario would change what nobody sees.
    void setBoardShown(bool shown);

protected:
    void resizeEvent(QResizeEvent*) override { update(); }

private:
    QToolButton* chip(const QString& objectName, const QString& text, const QString& says);

    Document& m_document;
    bool m_boardShown = true;
    QLineEdit* m_title;
    QToolButton* m_scale;
    QToolButton* m_mask;
    QToolButton* m_heads;
};

} // namespace attention::ui
