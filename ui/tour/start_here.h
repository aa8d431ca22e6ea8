// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QtWidgets/QWidget>

class QLabel;

namespace attention::ui {

// The lines at the right of the first minute: what there is to do, and what is done.
class StartHere : public QWidget {
    Q_OBJECT

public:
    StartHere(const QStringList& lines, QWidget* parent);

    void setTheme(const Theme& theme);
    void setCurrent(int line); // those before it are done
    // Only the line that is told; the note stands under it. Answers where that may begin.
    int setCompact(bool compact);

private:
    void update();

    QStringList m_lines;
    QLabel* m_title;
    QList<QLabel*> m_labels;
    QLabel* m_note;
    Theme m_theme;
    int m_current = 0;
};

} // namespace attention::ui
