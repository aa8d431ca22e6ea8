// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/present/hide_commands.h"

#include "ui/document/document.h"
#include "ui/views/board_view.h"

#include <QtCore/QCoreApplication>
#include <QtWidgets/QMenu>

namespace attention::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Hide", text);
}

template <typename Change>
void change(BoardView& board, Change how)
{
    BoardOptions options = board.options();
    if (!board.trace())
        return;
    how(options.hidden, *board.trace());
    if (options == board.options())
        return;
    board.setOptions(options);
}

// What is hidden is what is pinned; without that there is nothing that could be meant.
template <typename Change>
void changePinned(BoardView& board, Change how)
{
    if (const std::optional<CellRef> cell = board.selection().pinned)
        change(board, [&](Hidden& hidden, const Trace& trace) { how(hidden, trace, *cell); });
    else
        emit board.problem(tr("Click a number first"));
}

} // namespace

void hideNumber(BoardView& board)
{
    changePinned(board, [](Hidden& hidden, const Trace& trace, const CellRef& cell) {
        hidden.hideCell(trace, cell);
    });
}

void hideRow(BoardView& board)
{
    changePinned(board, [](Hidden& hidden, const Trace& trace, const CellRef& cell) {
        hidden.hideRow(trace, cell);
    });
}

void hideMatrix(BoardView& board)
{
    changePinned(board, [](Hidden& hidden, const Trace& trace, const CellRef& cell) {
        hidden.hideAll(trace, cell.matrix);
    });
}

void revealNext(BoardView& board)
{
    std::optional<CellRef> shown;
    change(board, [&](Hidden& hidden, const Trace& trace) { shown = hidden.revealNext(trace); });
    if (!shown)
        return emit board.problem(tr("Nothing is hidden"));
    if (!board.boardLayout().find(shown->matrix))
        return;
    Selection selection = board.selection();
    selection.pinned = shown;
    selection.hovered.reset();
    board.setSelection(selection);
}

void revealAll(BoardView& board)
{
    change(board, [](Hidden& hidden, const Trace&) { hidden.revealAll(); });
}

void addHideActions(QMenu& menu, BoardView& board, const MatrixRef& matrix)
{
    const auto add = [&](const QString& text, const char* name, auto call) {
        QAction* action = menu.addAction(text);
        action->setObjectName(QLatin1String(name));
        QObject::connect(action, &QAction::triggered, &board, call);
    };
    const std::optional<CellRef> cell = board.selection().pinned;
    if (cell && cell->matrix == matrix) {
        add(tr("Hide This Number"), "menu.hideNumber", [&board] { hideNumber(board); });
        add(tr("Hide This Row"), "menu.hideRow", [&board] { hideRow(board); });
    }
    add(tr("Hide All of This Stage"), "menu.hideMatrix", [&board, matrix] {
        change(board, [&](Hidden& hidden, const Trace& trace) { hidden.hideAll(trace, matrix); });
    });
    if (!board.options().hidden.isEmpty())
        add(tr("Reveal All"), "menu.revealAll", [&board] { revealAll(board); });
}

} // namespace attention::ui
