// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGui/QKeySequence>

#include <span>

class QAction;
class QMainWindow;

namespace attention::ui {

class MainWindow;

// One action of the program: menus, shortcuts and the list in Help are made from this table.
struct ActionRow {
    const char* id;   // also the object name
    const char* menu; // "File", "View/Theme", …
    const char* text; // nullptr: a line between groups
    const char* keys; // a portable key sequence, or the name of a standard key such as "Save"
    void (*call)(MainWindow&);
    bool (*checked)(const MainWindow&) = nullptr; // only for what is on or off
    bool (*enabled)(const MainWindow&) = nullptr; // only for what is not always possible
};

std::span<const ActionRow> actionTable();
QKeySequence shortcutOf(const ActionRow& row);

// Puts every row into the window's menu bar; the window keeps the actions by object name.
void makeActions(MainWindow& window);
// Check marks, and what is possible now.
void updateActions(MainWindow& window);

} // namespace attention::ui
