// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/selection.h"

#include <QtCore/QObject>

class QAccessibleEvent;

namespace attention::ui {

class BoardView;
class Document;

// Makes the board walkable by a screen reader: a group whose children are one table for each matrix
// that is shown, with headers and cells, the formula and the sentence as texts, and what can be
// clicked as buttons. This object tells the reader when another cell is selected and when numbers
// change.
class BoardAnnouncer : public QObject {
public:
    // Before anything is said of a view: the first that asks decides what Qt keeps for it.
    static void install();

    BoardAnnouncer(Document& document, BoardView& view); // a child of the view

    // Takes each event; null, the usual state, is Qt's own way, which asks whether a reader
    // listens.
    using Deliver = void (*)(QAccessibleEvent*);
    static void deliverTo(Deliver deliver);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void selectionMoved();
    void numbersChanged();
    void announceCell(bool alsoSelected);

    BoardView& m_view;
    std::optional<CellRef> m_told;
};

} // namespace attention::ui
