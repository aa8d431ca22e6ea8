// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the mouse, the keys and the editor of a cell do on the board.

#include "core/scenario/edits.h"
#include "core/text/number.h"
#include "ui/document/document.h"
#include "ui/editors/mask_painter.h"
#include "ui/editors/sequences.h"
#include "ui/figures/labels.h"
#include "ui/views/board_view.h"

#include <QtGui/QContextMenuEvent>
#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QStyle>
#include <QtWidgets/QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace attention::ui {

void BoardView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    setFocus(Qt::MouseFocusReason);
    if (m_editor->isVisible() && !commitEditor())
        return;
    const QPointF point = event->position();
    m_pressedHeading = headingAt(point);
    m_pressed = point;
    m_pressedButton.reset();
    if (const std::optional<CellRef> cell = cellAt(point)) {
        Selection selection = m_selection;
        selection.pinned = cell;
        selection.hovered.reset();
        followHead(selection);
        setSelection(selection);
        // On the wall a key reveals, so that a click cannot spoil the question.
        if (m_options.hidden.contains(*cell)) {
            if (!m_options.onTheWall)
                reveal(*cell);
            return;
        }
        if (paintableCellAt(point)) {
            m_maskPainter->begin(*cell);
        } else if (const std::optional<CellRef> input = inputOf(*cell)) {
            Scrub scrub;
            scrub.cell = *input;
            scrub.start = point;
            scrub.from =
                fieldMatrix(m_document.scenario(), *input->matrix.field)(input->row, input->column);
            scrub.key = QStringLiteral("scrub %1").arg(++m_gesture);
            m_scrub = scrub;
        }
        return;
    }
    if (const Hotspot* hotspot = hotspotAt(point)) {
        if (m_pressedHeading)
            m_pressedButton = *hotspot;
        else
            act(Hotspot(*hotspot)); // a copy: the layout may be made anew
        return;
    }
    if (m_pressedHeading) // it may be pulled out; what is asked stays
        return;
    Selection selection = m_selection;
    selection.pinned.reset();
    setSelection(selection);
}

void BoardView::scrubTo(const QPointF& point, Qt::KeyboardModifiers modifiers)
{
    const double step = modifiers & Qt::ShiftModifier     ? 0.01
                        : modifiers & Qt::ControlModifier ? 1
                                                          : 0.1;
    const double steps = std::round((point.x() - m_scrub->start.x()) / 4);
    // Along the grid of the step, so that a drag never leaves 0.30000000000000004 behind.
    const double value = std::round((m_scrub->from + steps * step) * 1000) / 1000;
    const Scenario& s = m_document.scenario();
    const MatrixField field = *m_scrub->cell.matrix.field;
    const Matrix now = fieldMatrix(s, field);
    if (m_scrub->cell.row >= now.rows() || m_scrub->cell.column >= now.cols()) {
        m_scrub.reset(); // it was removed meanwhile
        return;
    }
    if (steps == 0 && !m_scrub->moved)
        return;
    m_scrub->moved = true;
    if (now(m_scrub->cell.row, m_scrub->cell.column) == (steps == 0 ? m_scrub->from : value))
        return;
    const auto wrong =
        m_document.apply({withCell(s, field, m_scrub->cell.row, m_scrub->cell.column,
                                   steps == 0 ? m_scrub->from : value),
                          tr("Change %1").arg(QString::fromUtf8(fieldName(field))), m_scrub->key});
    say(wrong);
}

void BoardView::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF point = event->position();
    if (m_scrub && event->buttons() & Qt::LeftButton) {
        scrubTo(point, event->modifiers());
        return;
    }
    if (m_maskPainter->isPainting() && event->buttons() & Qt::LeftButton) {
        if (const std::optional<CellRef> cell = paintableCellAt(point))
            m_maskPainter->moveTo(*cell);
        return;
    }
    if (m_pressedHeading && event->buttons() & Qt::LeftButton) {
        if ((point - m_pressed).manhattanLength() < QApplication::startDragDistance())
            return;
        const MatrixRef matrix = *std::exchange(m_pressedHeading, std::nullopt);
        m_pressedButton.reset();
        emit dragRequested(matrix);
        return;
    }
    Selection selection = m_selection;
    selection.hovered = cellAt(point);
    const bool editable = selection.hovered && inputOf(*selection.hovered);
    const Hotspot* hotspot = selection.hovered ? nullptr : hotspotAt(point);
    const bool clickable = hotspot && hotspot->kind != Hotspot::Kind::Note;
    setCursor(paintableCellAt(point) ? Qt::CrossCursor
              : editable             ? Qt::SizeHorCursor
              : clickable            ? Qt::PointingHandCursor
              : tokenAt(point)       ? Qt::IBeamCursor
              : headingAt(point)     ? Qt::OpenHandCursor
                                     : Qt::ArrowCursor);
    setSelection(selection);
}

void BoardView::mouseReleaseEvent(QMouseEvent*)
{
    m_maskPainter->end();
    endScrub();
    if (const auto button = std::exchange(m_pressedButton, std::nullopt))
        act(*button);
}

void BoardView::endScrub()
{
    if (!m_scrub)
        return;
    const bool traced = m_scrub->traced;
    m_scrub.reset();
    if (!traced) // a click: no colour kept its range
        return;
    m_ranges = Ranges(*m_shownTrace);
    invalidate();
}

void BoardView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_scrub.reset();
    const bool again = (event->position() - m_pressed).manhattanLength() < 8;
    if (const auto heading = again ? m_pressedHeading : headingAt(event->position())) {
        if (const auto given = givenBehind(m_document.scenario(), *heading))
            emit tableRequested(*given);
        else
            emit problem(tr("This matrix is computed from the others: edit those"));
        return;
    }
    if (paintableCellAt(event->position())) { // two quick strokes
        mousePressEvent(event);
        return;
    }
    if (const std::optional<CellRef> cell = cellAt(event->position())) {
        editCell(*cell);
        return;
    }
    if (const std::optional<Token> token = tokenAt(event->position())) {
        editToken(token->index, token->of);
        return;
    }
    mousePressEvent(event);
}

void BoardView::leaveEvent(QEvent*)
{
    Selection selection = m_selection;
    selection.hovered.reset();
    setSelection(selection);
}

void BoardView::focusInEvent(QFocusEvent* event)
{
    m_focusByKey =
        event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    update();
}

void BoardView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    if (const auto token = byMouse ? tokenAt(event->pos()) : std::nullopt) {
        emit tokenMenuRequested(event->globalPos(), token->of, token->index);
        return;
    }
    const PlacedMatrix* m = byMouse ? matrixAt(event->pos()) : nullptr;
    // The menu is about the number under the mouse.
    if (const auto cell = byMouse ? cellAt(event->pos()) : std::nullopt) {
        Selection selection = m_selection;
        selection.pinned = cell;
        setSelection(selection);
    }
    if (m)
        emit menuRequested(event->globalPos(), m->ref);
    else if (m_selection.pinned)
        emit menuRequested(event->globalPos(), m_selection.pinned->matrix);
    else
        emit menuRequested(event->globalPos(), {std::nullopt, m_selection.focus, m_selection.head});
}

void BoardView::moveSelection(int rows, int columns)
{
    const BoardLayout& layout = boardLayout();
    Selection selection = m_selection;
    const PlacedMatrix* m = selection.pinned ? layout.find(selection.pinned->matrix) : nullptr;
    if (!m || m->thumbnail) {
        jumpTo({std::nullopt, StageId::Weights, m_selection.head});
        return;
    }
    // Steps are those on the screen; at an edge the selection goes on into the neighbour in the
    // band.
    if (m->grid.transposed)
        std::swap(rows, columns);
    CellRef next = *selection.pinned;
    next.row += rows;
    next.column += columns;
    const int firstColumn = m->firstColumn;
    const int columnCount = m->grid.columns();
    const bool outside = next.row < 0 || next.column < firstColumn || next.row >= m->grid.rows() ||
                         next.column >= firstColumn + columnCount;
    if (outside) {
        const QRectF here = m->cell(selection.pinned->row, selection.pinned->column);
        if (m->grid.transposed)
            std::swap(rows, columns);
        // The nearest matrix in that direction that this cell's row or column meets.
        const PlacedMatrix* best = nullptr;
        qreal nearest = 1e9;
        for (const PlacedMatrix& other : layout.matrices) {
            if (other.thumbnail || &other == m)
                continue;
            const qreal distance = columns > 0   ? other.area.left() - here.right()
                                   : columns < 0 ? here.left() - other.area.right()
                                   : rows > 0    ? other.area.top() - here.bottom()
                                                 : here.top() - other.area.bottom();
            const bool meets = columns != 0 ? other.area.top() < here.center().y() &&
                                                  other.area.bottom() > here.center().y()
                                            : other.area.left() < here.center().x() &&
                                                  other.area.right() > here.center().x();
            if (meets && distance > -1 && distance < nearest) {
                nearest = distance;
                best = &other;
            }
        }
        if (!best)
            return;
        const QPointF target(columns > 0   ? best->area.left() + 2
                             : columns < 0 ? best->area.right() - 2
                                           : here.center().x(),
                             rows > 0   ? best->area.top() + 2
                             : rows < 0 ? best->area.bottom() - 2
                                        : here.center().y());
        const std::optional<CellRef> cell = best->cellAt(target);
        if (!cell)
            return;
        next = *cell;
    }
    selection.pinned = next;
    selection.hovered.reset();
    followHead(selection);
    setSelection(selection);
}

void BoardView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return moveSelection(0, -1);
    case Qt::Key_Right:
        return moveSelection(0, 1);
    case Qt::Key_Up:
        return moveSelection(-1, 0);
    case Qt::Key_Down:
        return moveSelection(1, 0);
    case Qt::Key_Escape: {
        if (m_scrub) { // back to where the drag began, and no step is left
            scrubTo(m_scrub->start, {});
            endScrub();
            return;
        }
        if (m_maskPainter->isOn()) {
            m_maskPainter->isPainting() ? m_maskPainter->cancel() : m_maskPainter->setOn(false);
            return;
        }
        Selection selection = m_selection;
        selection.pinned.reset();
        selection.hovered.reset();
        setSelection(selection);
        event->ignore(); // the window may have something to leave, too
        return;
    }
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_maskPainter->isOn() && m_selection.pinned &&
            MaskPainter::canPaintOn(m_selection.pinned->matrix)) {
            m_maskPainter->toggle(*m_selection.pinned);
            return;
        }
        if (event->key() == Qt::Key_Space)
            break;
        [[fallthrough]];
    case Qt::Key_F2:
        if (m_selection.pinned && editCell(*m_selection.pinned))
            return;
        break;
    default: {
        const QString text = event->text();
        const bool begins =
            !text.isEmpty() && (text[0].isDigit() || QStringLiteral("-+.,−(s").contains(text[0]));
        if (begins && !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) &&
            m_selection.pinned && editCell(*m_selection.pinned, text))
            return;
    }
    }
    QWidget::keyPressEvent(event);
}

bool BoardView::editCell(const CellRef& cell, const QString& typed)
{
    const std::optional<CellRef> input = inputOf(cell);
    if (!input) {
        emit problem(tr("This number is computed: change one that is given"));
        return false;
    }
    const PlacedMatrix* m = boardLayout().find(cell.matrix);
    if (!m || m->thumbnail || !m->shows(cell.row, cell.column))
        return false;
    m_editedCell = input;
    m_editedToken.reset();
    const double value =
        fieldMatrix(m_document.scenario(), *input->matrix.field)(input->row, input->column);
    openEditor(m->cell(cell.row, cell.column),
               typed.isEmpty() ? QString::fromStdString(shortest(value)) : typed, typed.isEmpty());
    return true;
}

bool BoardView::editToken(int token, MatrixField of)
{
    const Scenario& s = m_document.scenario();
    const std::vector<std::string>& labels = of == MatrixField::X ? s.tokens : s.keyTokens();
    for (const PlacedMatrix& m : boardLayout().matrices) {
        if (m.tokensOf != of || token < 0 || token >= static_cast<int>(labels.size()))
            continue;
        m_editedToken = Token{of, token};
        m_editedCell.reset();
        openEditor(m.rowLabel(token),
                   QString::fromStdString(labels[static_cast<std::size_t>(token)]), true);
        return true;
    }
    return false;
}

void BoardView::openEditor(const QRectF& place, const QString& text, bool selectAll)
{
    // As the cell it stands on, unless that is too small to type in.
    const QSizeF size = place.size().expandedTo(QSizeF(72, 32) * m_theme.base / 14);
    QRectF box(QPointF(0, 0), size);
    box.moveCenter(place.center());
    box.moveLeft(std::clamp(box.left(), 2.0, std::max(2.0, width() - box.width() - 2)));
    m_editor->setFont(m_theme.body(boardLayout().valueScale));
    m_editor->setGeometry(box.toRect());
    m_editor->setProperty("wrong", false);
    m_editor->style()->polish(m_editor);
    m_editor->setText(text);
    m_editor->setToolTip({});
    m_editor->setAccessibleDescription({});
    m_editor->show();
    m_editor->setFocus();
    if (selectAll)
        m_editor->selectAll();
}

void BoardView::closeEditor()
{
    if (m_editor->isHidden())
        return;
    m_editedCell.reset();
    m_editedToken.reset();
    m_editor->hide();
    QToolTip::hideText();
    setFocus();
}

bool BoardView::commitEditor()
{
    const Scenario& s = m_document.scenario();
    QString reason;
    if (m_editedToken) {
        const Sequence tokens{false, m_editedToken->of};
        if (const auto wrong = m_document.apply(
                {renamed(s, tokens, m_editedToken->index, m_editor->text().toStdString()),
                 tr("Rename Token"),
                 {}}))
            reason = QString::fromStdString(english(*wrong));
    } else if (m_editedCell) {
        const auto parsed = parseNumber(m_editor->text().toStdString());
        if (const auto* message = std::get_if<Message>(&parsed)) {
            reason = QString::fromStdString(english(*message));
        } else {
            const MatrixField field = *m_editedCell->matrix.field;
            const auto wrong =
                m_document.apply({withCell(s, field, m_editedCell->row, m_editedCell->column,
                                           std::get<double>(parsed)),
                                  tr("Change %1").arg(QString::fromUtf8(fieldName(field))),
                                  {}});
            if (wrong)
                reason = QString::fromStdString(english(*wrong));
        }
    }
    if (reason.isEmpty()) {
        closeEditor();
        return true;
    }
    // Marked at its place; the old value stays until something readable stands here.
    m_editor->setProperty("wrong", true);
    m_editor->style()->polish(m_editor);
    m_editor->setToolTip(toolTipOf(reason));
    m_editor->setAccessibleDescription(reason);
    QToolTip::showText(m_editor->mapToGlobal(QPoint(0, m_editor->height())), toolTipOf(reason),
                       m_editor);
    emit problem(reason);
    return false;
}

bool BoardView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_editor)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const std::optional<CellRef> edited = m_selection.pinned;
        switch (key->key()) {
        case Qt::Key_Escape:
            closeEditor();
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            commitEditor();
            return true;
        case Qt::Key_Tab:
        case Qt::Key_Backtab:
            // On to the next number, as in a table.
            if (m_editedCell && commitEditor()) {
                moveSelection(0, key->key() == Qt::Key_Tab ? 1 : -1);
                if (m_selection.pinned && m_selection.pinned != edited)
                    editCell(*m_selection.pinned);
            }
            return true;
        default:
            break;
        }
    }
    if (event->type() == QEvent::FocusOut && m_editor->isVisible() &&
        static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason) {
        if (!commitEditor())
            closeEditor();
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace attention::ui
