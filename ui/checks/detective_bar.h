// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <QtWidgets/QWidget>

class QComboBox;
class QLabel;
class QToolButton;

namespace attention::ui {

class BoardView;
class Document;

// The line over the board while a class looks for a hidden mistake: a random one of those that
// change a number here. Nothing names it until it is found or revealed.
class DetectiveBar : public QWidget {
    Q_OBJECT

public:
    DetectiveBar(Document& document, BoardView& board, QWidget* parent = nullptr);

    // False, and said why, when no mistake would change a number.
    bool start();
    void accuse(); // the chosen suspect
    void reveal();
    void end();

signals:
    void said(const QString& sentence);

private:
    void say(const QString& sentence, bool solved);
    // Selects the first number that is off, and says where it is; solved, all of them are marked.
    QString lookAt(bool solved);

    Document& m_document;
    BoardView& m_board;
    std::optional<Mistake> m_last;
    QLabel* m_says;
    QComboBox* m_suspects;
    QToolButton* m_accuse;
    QToolButton* m_reveal;
};

} // namespace attention::ui
