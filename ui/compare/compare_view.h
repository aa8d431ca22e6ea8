// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/comparison.h"
#include "ui/figures/compare_figure.h"

#include <QtWidgets/QWidget>

#include <optional>
#include <vector>

class QTabBar;

namespace attention::ui {

class BoardView;
class Document;

// Stands where the board would be while a comparison is shown: the stages as tabs, marked by
// whether they differ, and one of them as A, now and difference. What is selected, and how numbers
// are shown, is the board's, and so are the menu of a matrix and the line that says why not.
class CompareView : public QWidget {
    Q_OBJECT

public:
    CompareView(Document& document, BoardView& board, QWidget* parent = nullptr);

    Comparison& comparison() { return m_comparison; }
    const Comparison& comparison() const { return m_comparison; }
    bool isShown() const { return m_comparison.isShown(); }
    void setTheme(const Theme& theme);

    // Asks for a file that becomes A, and says why it cannot.
    void openFile();
    void open(const QString& path); // the same for a given file, or "example:NAME"
    void pin();
    void toggle(); // shows A or the board; without an A what is seen now becomes it
    void back();   // to the A before

    // Of the stage that is chosen; null while none is shown.
    const CompareFigure* figure() const { return m_figure ? &*m_figure : nullptr; }
    QRectF figureRect() const; // where it is painted

    QSize minimumSizeHint() const override { return QSize(480, 320); }

signals:
    void shownChanged(); // A is there or not, shown or not

protected:
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    CompareFigure makeFigure() const;
    void refresh();         // A, the document or the way of looking has changed
    void refreshTabs();     // what there is to compare
    void followSelection(); // of the board
    void choose(int tab);
    void select(const std::optional<CellRef>& cell, bool pinned);
    void moveSelection(int rows, int columns);
    int tabOf(const Selection& selection) const;
    void retell(); // to screen readers

    Document& m_document;
    BoardView& m_board;
    Comparison m_comparison;
    Theme m_theme;
    QTabBar* m_stages;
    QTabBar* m_heads;
    std::vector<MatrixRef> m_matrices; // a tab each
    int m_tab = 0;
    std::optional<CompareFigure> m_figure;
    bool m_following = false; // the tabs are set by us
    bool m_focusByKey = false;
};

} // namespace attention::ui
