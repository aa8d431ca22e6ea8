// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QtWidgets/QWidget>

class QHBoxLayout;
class QLabel;

namespace attention::ui {

// A sentence in large letters with a smaller one below it, in a frame; a bar at its left says good
// or bad in colour, and the sentence says it in words.
class WordsBox : public QWidget {
    Q_OBJECT

public:
    explicit WordsBox(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setWords(const QString& sentence, const QString& detail);
    void setBar(const QColor& colour); // invalid: none
    void setProgress(double done);     // 0 … 1 along the lower edge; below 0: none

    QString words() const;
    QHBoxLayout& row() const { return *m_row; } // the right end is for buttons

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitSentence();

    Theme m_theme;
    QHBoxLayout* m_row;
    QLabel* m_sentence;
    QLabel* m_detail;
    QColor m_bar;
    double m_progress = -1;
};

} // namespace attention::ui
