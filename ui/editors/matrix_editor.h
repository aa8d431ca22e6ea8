// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/scenario/scenario.h"

#include <QtWidgets/QDialog>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace attention::ui {

class Document;
class MatrixTable;

// A window beside the board in which any given matrix is a table. Both show every change at once.
class MatrixEditor : public QDialog {
    Q_OBJECT

public:
    // `shared`: actions of the main window, such as Undo, whose keys work here too.
    MatrixEditor(Document& document, const QList<QAction*>& shared, QWidget* parent = nullptr);

    void setField(MatrixField field); // one that the scenario has
    MatrixField field() const;
    MatrixTable& table() { return *m_table; }

    QSize sizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void fillChoice();
    void showField();
    void fillFillMenu();
    void say(const QString& sentence, bool wrong);
    void sayPlace(); // what is current or selected
    void offerResize(const Matrix& values);
    void resizeAndPaste();

    Document& m_document;
    MatrixTable* m_table;
    QComboBox* m_choice;
    QLabel* m_shape;
    QToolButton *m_rows, *m_columns, *m_fill;
    QSpinBox* m_seed;
    QLabel* m_message;
    QPushButton* m_resize;
    Matrix m_waiting; // to be pasted after resizing
};

} // namespace attention::ui
