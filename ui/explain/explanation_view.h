// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/explain/cell_explanation.h"
#include "ui/theme/theme.h"

#include <QtGui/QTextCharFormat>
#include <QtWidgets/QTextBrowser>

namespace attention::ui {

// An explanation as text that can be selected: the number, a list of words and arithmetic, and the
// computer's form folded under a line that a click or Enter unfolds. One document, written anew in
// place, so that it can follow the mouse.
class ExplanationView : public QTextBrowser {
    Q_OBJECT

public:
    explicit ExplanationView(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setExplanation(const std::optional<CellExplanation>& explanation);
    const std::optional<CellExplanation>& explanation() const { return m_explanation; }
    void setUnfolded(bool unfolded);
    int neededHeight() const; // to be seen without scrolling, in its present width

signals:
    void foldRequested(); // the line over the computer's form was clicked

private:
    void write();
    void writeLines(QTextCursor& cursor, const std::vector<ExplanationLine>& lines, qreal column);
    void startBlock(QTextCursor& cursor, const QTextBlockFormat& format);

    Theme m_theme;
    std::optional<CellExplanation> m_explanation;
    bool m_unfolded = false;
    bool m_firstBlock = true;
};

} // namespace attention::ui
