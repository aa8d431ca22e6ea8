// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QtWidgets/QDialog>

class QLabel;
class QRadioButton;

namespace attention::ui {

class Document;

// The three rules for a row whose keys are all blocked, beside each other: one sentence each, and
// the weights that each gives the row. A choice is an edit; the dialog stays and follows.
class EmptyRowsDialog : public QDialog {
    Q_OBJECT

public:
    EmptyRowsDialog(Document& document, int head, const Theme& theme, QWidget* parent = nullptr);

private:
    class RowPreview;
    void follow();

    Document& m_document;
    int m_head;
    Theme m_theme;
    QLabel* m_which;
    std::vector<QRadioButton*> m_choices;
    std::vector<RowPreview*> m_rows;
};

} // namespace attention::ui
