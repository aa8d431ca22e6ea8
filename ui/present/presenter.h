// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/board_layout.h"
#include "ui/present/walk.h"

#include <QtCore/QObject>

class QLabel;
class QWidget;

namespace attention::ui {

class BoardView;
class Document;
class PresentPanel;

// Shows the board to a class: the steps of "walk the board" at the right, the keys of a remote, the
// blank screen and the size of the text. Lives as long as its window, and does nothing until it is
// switched on.
class Presenter : public QObject {
    Q_OBJECT

public:
    // The window is where the keys are listened to, and what a blank screen covers.
    Presenter(Document& document, BoardView& board, QWidget& window);

    PresentPanel* panel() { return m_panel; } // to be put right of the board
    void setOn(bool on);
    void setBoardShown(bool shown); // false where a lab stands in its place
    void setTheme(const Theme& theme);
    // The size of text on the wall: nothing is smaller than a fiftieth of the screen's height.
    qreal textSize(int height) const;

    const std::vector<WalkStep>& steps() const { return m_steps; }
    int step() const { return m_step; }
    void goTo(int step);
    bool isBlank() const;
    void setBlank(bool blank);

signals:
    void textSizeChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool act(int key);
    void makeSteps(); // those of the present trace; the step that is told stays where it is
    void write();     // the step in the panel
    void show();      // and on the board
    void unfold();    // the projection that the step tells, where there is room
    void place();     // panel, blank screen and badge in the window's present size
    void updateBadge();

    Document& m_document;
    BoardView& m_board;
    QWidget& m_window;
    PresentPanel* m_panel;
    QWidget* m_blank;
    QLabel* m_typing;
    std::vector<WalkStep> m_steps;
    int m_step = 0;
    CellRef m_story;
    qreal m_enlarged = 1;
    bool m_on = false;
    bool m_boardShown = true;
    BoardOptions m_before; // how the board was folded
};

} // namespace attention::ui
