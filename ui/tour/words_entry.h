// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <QtWidgets/QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace attention::ui {

// A line for words and what they are to be made of; Enter makes a scenario of them.
class WordsEntry : public QWidget {
    Q_OBJECT

public:
    explicit WordsEntry(QWidget* parent = nullptr);

signals:
    void made(const attention::Scenario& scenario);

private:
    void make();

    QLineEdit* m_words;
    QToolButton* m_oneHot;
    QToolButton* m_random;
    QLabel* m_says;
    std::uint64_t m_seed = 1;
};

} // namespace attention::ui
