// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editors/sequences.h"

#include <QtCore/QObject>

class QMenu;

namespace attention::ui {

class MainWindow;
class MatrixEditor;

// Everything that edits a matrix as a whole: its table, its tokens and its columns.
class TableCommands : public QObject {
    Q_OBJECT

public:
    explicit TableCommands(MainWindow& window);

    void open(MatrixField field);
    void openAsked(); // the matrix that is asked on the board, else X
    // The entry of a matrix' menu; nothing for what is computed from others.
    void addTo(QMenu& menu, const MatrixRef& matrix);
    void showTokenMenu(const QPoint& globalPosition, MatrixField of, int token);

    void addToken();
    // On the token or column that is asked on the board; else on the last.
    void changeToken(SequenceChange change);
    void changeColumn(SequenceChange change);

signals:
    void said(const QString& sentence);

private:
    bool hidesGivenNumbers() const;
    // `along`: the coordinate of the asked cell that counts them, null when none is asked.
    void change(const Sequence& sequence, SequenceChange change, int CellRef::*along, int first);

    MainWindow& m_window;
    MatrixEditor* m_editor = nullptr; // made when it is first opened
};

} // namespace attention::ui
