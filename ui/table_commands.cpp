// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table_commands.h"

#include "core/scenario/edits.h"
#include "ui/document/document.h"
#include "ui/editors/matrix_editor.h"
#include "ui/main_window.h"

#include <QtGui/QAction>
#include <QtWidgets/QMenu>

#include <algorithm>

namespace attention::ui {

TableCommands::TableCommands(MainWindow& window)
    : QObject(&window)
    , m_window(window)
{
}

// A table shows numbers, so there is none while given ones are to be predicted.
bool TableCommands::hidesGivenNumbers() const
{
    for (int i = 0; i < matrixFieldCount; ++i)
        if (m_window.board().options().hidden.touches(
                {static_cast<MatrixField>(i), StageId::Embeddings, -1}))
            return true;
    return false;
}

void TableCommands::open(MatrixField field)
{
    if (hidesGivenNumbers()) {
        emit said(tr("Some of the given numbers are hidden: reveal them first"));
        return;
    }
    if (!m_editor) {
        QList<QAction*> shared;
        for (const char* id : {"edit.undo", "edit.redo", "file.save"})
            shared += m_window.findChild<QAction*>(QLatin1String(id));
        m_editor = new MatrixEditor(m_window.document(), shared, &m_window);
        connect(&m_window.board(), &BoardView::optionsChanged, m_editor, [this] {
            if (hidesGivenNumbers())
                m_editor->close();
        });
    }
    m_editor->setField(field);
    if (m_editor->isVisible()) {
        m_editor->raise();
        m_editor->activateWindow();
    }
    m_editor->show();
}

void TableCommands::openAsked()
{
    const Selection& selection = m_window.board().selection();
    const std::optional<CellRef>& cell = selection.pinned;
    const std::optional<MatrixField> given =
        cell ? givenBehind(m_window.document().scenario(), cell->matrix) : std::nullopt;
    open(given.value_or(MatrixField::X));
}

void TableCommands::addTo(QMenu& menu, const MatrixRef& matrix)
{
    const std::optional<MatrixField> given = givenBehind(m_window.document().scenario(), matrix);
    if (!given)
        return;
    QAction* action =
        menu.addAction(tr("Edit %1 as a Table").arg(QString::fromUtf8(fieldName(*given))));
    action->setObjectName(QStringLiteral("matrix.table"));
    connect(action, &QAction::triggered, this, [this, field = *given] { open(field); });
}

void TableCommands::showTokenMenu(const QPoint& globalPosition, MatrixField of, int token)
{
    QMenu menu(&m_window);
    menu.setObjectName(QStringLiteral("tokenMenu"));
    fillSequenceMenu(menu, m_window.document(), &m_window, {false, of}, token,
                     [this](const QString& sentence) { emit said(sentence); });
    menu.addSeparator();
    addTo(menu, {of, {}, -1});
    menu.exec(globalPosition);
}

void TableCommands::change(const Sequence& sequence, SequenceChange change, int CellRef::*along,
                           int first)
{
    Selection selection = m_window.board().selection();
    const int last = lengthOf(m_window.document().scenario(), sequence) - 1;
    const int index = along ? std::clamp((*selection.pinned).*along + first, 0, last) : last;
    const SequenceResult result =
        changeSequence(m_window.document(), &m_window, sequence, change, index);
    if (!result.refused.isEmpty()) {
        emit said(result.refused);
        return;
    }
    // What was moved stays asked, so that it can be moved on.
    const bool moves = change == SequenceChange::MoveBack || change == SequenceChange::MoveOn;
    if (moves && along && result.index >= first) {
        (*selection.pinned).*along = result.index - first;
        m_window.board().setSelection(selection);
    }
}

void TableCommands::addToken()
{
    const Scenario& s = m_window.document().scenario();
    if (const auto wrong = m_window.document().apply(
            {withTokenAdded(s, tr("new").toStdString()), tr("Add Token"), {}}))
        emit said(QString::fromStdString(english(*wrong)));
}

void TableCommands::changeToken(SequenceChange what)
{
    const std::optional<CellRef>& asked = m_window.board().selection().pinned;
    if (asked && queryOf(*asked)) {
        change({false, MatrixField::X}, what, &CellRef::row, 0);
        return;
    }
    if (!asked || !keyOf(*asked)) {
        change({false, MatrixField::X}, what, nullptr, 0);
        return;
    }
    // A row of the context is a token of the context.
    const bool context = m_window.document().scenario().context.has_value();
    change({false, context ? MatrixField::ContextX : MatrixField::X}, what,
           columnAxis(asked->matrix) == Axis::Key ? &CellRef::column : &CellRef::row, 0);
}

void TableCommands::changeColumn(SequenceChange what)
{
    const Scenario& s = m_window.document().scenario();
    const std::optional<CellRef>& asked = m_window.board().selection().pinned;
    const std::optional<MatrixField> given = asked ? givenBehind(s, asked->matrix) : std::nullopt;
    const std::optional<Sequence> along = given ? columnSequence(s, *given) : std::nullopt;
    const std::optional<Sequence> down = given ? rowSequence(s, *given) : std::nullopt;
    if (along && along->columns) {
        // A copy of X shows the columns of its head alone.
        const MatrixRef& m = asked->matrix;
        const bool queries = m.stage == StageId::HeadQueries;
        const int width = m.stage == StageId::HeadValues ? valueWidth(s) : headWidth(s);
        const bool perHead = !m.field && m.head >= 0;
        const int first = perHead ? (queries ? m.head : kvHeadOf(s, m.head)) * width : 0;
        change(*along, what, &CellRef::column, first);
    } else if (down && down->columns && asked->matrix.field) {
        change(*down, what, &CellRef::row, 0);
    } else {
        change({true, MatrixField::X}, what, nullptr, 0);
    }
}

} // namespace attention::ui
