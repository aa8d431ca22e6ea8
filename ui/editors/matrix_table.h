// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/blocks.h"
#include "ui/editors/matrix_model.h"
#include "ui/editors/sequences.h"

#include <QtWidgets/QTableView>

namespace attention::ui {

// The cells of a matrix with the keys of a spreadsheet. What is asked for is done at once; what
// cannot be done is said in one sentence.
class MatrixTable : public QTableView {
    Q_OBJECT

public:
    explicit MatrixTable(Document& document, QWidget* parent = nullptr);

    MatrixModel& matrix() { return *m_model; }
    CellBlock selectedBlock() const; // the one cell that is current when nothing is selected
    void selectBlock(const CellBlock& block);

    void copy();
    void cut();
    void paste();
    void pasteValues(const Matrix& values, const QString& how = {});
    void clearBlock();
    void fill(const Fill& fill, const FillOptions& options);
    // The block, or the whole matrix when only one cell is selected.
    CellBlock blockToFill() const;

    // Of the tokens or columns that the rows (the columns) stand for; null where they are none.
    std::optional<Sequence> sequence(Qt::Orientation orientation) const;
    // The entries of the menu of a header, with their keys.
    QList<QAction*> sequenceActions(Qt::Orientation orientation) const;

signals:
    void said(const QString& sentence, bool wrong);
    // A block that does not fit from the current cell on.
    void tooLarge(const attention::Matrix& values);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void makeSequenceActions(Qt::Orientation orientation);
    void change(Qt::Orientation orientation, SequenceChange change);
    void updateActions();
    void updateSizes();
    void step(int rows, int columns);
    bool apply(Scenario after, const QString& text);

    MatrixModel* m_model;
    QList<QAction*> m_rowActions, m_columnActions;
    int m_keptRow = 0, m_keptColumn = 0; // where the person is while the shape changes
};

} // namespace attention::ui
