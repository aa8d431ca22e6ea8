// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QSize>
#include <QtCore/QString>

namespace attention::ui {

struct WindowOptions {
    QString file;  // a path or "example:NAME"; empty: what was open last
    QString theme; // "system", "light", "dark", "projector"; empty: as it was last
    QSize size;    // of the window; invalid: as it was last
    bool present = false;
};

class MainWindow;

// What a start shows: the file that is asked for, else what was open last, else the first example.
void openFirst(MainWindow& window, const WindowOptions& options);

// Opens the window and runs until it is closed; the program's exit status. Makes the QApplication.
int openWindow(int& argc, char** argv, const WindowOptions& options);

} // namespace attention::ui
