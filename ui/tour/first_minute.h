// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"
#include "ui/document/selection.h"
#include "ui/theme/theme.h"

#include <QtCore/QObject>

#include <optional>

class QWidget;

namespace attention::ui {

class Callout;
class MainWindow;
class Ring;
class StartHere;

// The tour of the first minute. A note stands at the place where something is to be done; what the
// person really does to the document and the selection leads on. Nothing is blocked meanwhile, and
// Esc ends it. It comes by itself once in a lifetime.
class FirstMinute : public QObject {
    Q_OBJECT

public:
    // Answer and Verdict say what came of Ask and Guess.
    enum class Step { Drag, Ask, Answer, Guess, Verdict, Hide, Doors };

    explicit FirstMinute(MainWindow& window);

    static bool wasSeen(); // at an earlier start, or skipped
    void start();
    void finish(); // everything is there from now on
    bool isOpen() const { return m_step.has_value() || m_words; }
    std::optional<Step> step() const { return m_step; }
    void setTheme(const Theme& theme);

    // Only the way into a sentence of one's own, as an action of the menu.
    void askForWords();

    StartHere* lines() { return m_lines; } // to be put right of the board

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void go(Step step);
    void lookAgain(); // whether what the step asks for was done
    void place();     // note and frame, at the window's present size
    QRect target() const;
    void backToTheStart(); // by undo, as far as that goes
    void guess(int answer);
    void showRest(bool shown); // what only comes after the first minute

    MainWindow& m_window;
    Callout* m_callout;
    Ring* m_ring;
    StartHere* m_lines;
    std::optional<Step> m_step;
    bool m_words = false; // the note asks for a sentence
    ScenarioPtr m_start;
    std::optional<CellRef> m_pinnedBefore;
    int m_answer = 0;
};

} // namespace attention::ui
