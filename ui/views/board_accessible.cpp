// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/board_accessible.h"

#include "ui/document/document.h"
#include "ui/figures/board_figure.h"
#include "ui/figures/layout_parts.h"
#include "ui/views/board_view.h"

#include <QtCore/QEvent>
#include <QtCore/QHash>
#include <QtGui/QAccessible>
#include <QtWidgets/QAccessibleWidget>

#include <algorithm>
#include <cmath>
#include <utility>

namespace attention::ui {

namespace {

// Numbers that a reader has been given are kept so many a table, for 4096 tokens have millions.
constexpr qsizetype mostCells = 4096;

const PlacedMatrix* placed(const BoardView& view, const MatrixRef& ref)
{
    for (const PlacedMatrix& m : view.boardLayout().matrices)
        if (!m.thumbnail && m.ref == ref)
            return &m;
    return nullptr;
}

QRect onScreen(const BoardView& view, const QRectF& rect)
{
    const QRect r = rect.toAlignedRect();
    return {view.mapToGlobal(r.topLeft()), r.size()};
}

// Without the signs that say whether a heading is unfolded.
QString spoken(QString text)
{
    return text.remove(QChar(0x25b8)).remove(QChar(0x25be)).simplified();
}

QString along(Axis axis)
{
    return axis == Axis::Query ? BoardView::tr("queries")
           : axis == Axis::Key ? BoardView::tr("keys")
                               : BoardView::tr("columns");
}

class TableAccessible;

// The board itself. What it hands out belongs to Qt's cache, and goes with the view.
class BoardAccessible : public QAccessibleWidget {
public:
    explicit BoardAccessible(BoardView* view)
        : QAccessibleWidget(view, QAccessible::Grouping)
    {
    }
    ~BoardAccessible() override;

    // Null while the view is being destroyed: then nothing of it may be asked any more.
    BoardView* view() const { return qobject_cast<BoardView*>(object()); }

    int childCount() const override;
    QAccessibleInterface* child(int index) const override;
    int indexOfChild(const QAccessibleInterface* child) const override;
    QAccessibleInterface* childAt(int x, int y) const override;
    QAccessibleInterface* focusChild() const override;

    // Forgets the tables that are not shown any more; true when there were some, or when the number
    // of children is another one.
    bool forgetStale();
    // The tables that somebody has asked for.
    std::vector<TableAccessible*> tables() const;
    QAccessibleInterface* cell(const CellRef& cell) const;

private:
    enum class Kind { Line, Table, Sentence, Button };
    struct Part {
        Kind kind;
        int index = 0;
        MatrixRef matrix;
    };
    struct Line {
        QString text;
        QRectF rect;
    };
    class Item;

    std::vector<Part> parts() const;
    QAccessibleInterface* interfaceOf(const Part& part) const;
    TableAccessible* table(const MatrixRef& matrix) const;
    // The formula and the words around the matrices, joined line by line.
    std::vector<Line> lines() const;

    mutable std::vector<std::pair<MatrixRef, QAccessible::Id>> m_tables;
    mutable QHash<int, QAccessible::Id> m_items; // by kind and index
    int m_counted = -1;
};

// A number, or with row or column -1 the header of its column or row.
class CellAccessible : public QAccessibleInterface,
                       public QAccessibleTableCellInterface,
                       public QAccessibleActionInterface {
public:
    CellAccessible(TableAccessible& table, int row, int column)
        : m_table(table)
        , m_row(row)
        , m_column(column)
    {
    }

    bool isValid() const override;
    QObject* object() const override { return nullptr; }
    QWindow* window() const override;
    QAccessibleInterface* parent() const override;
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text which) const override;
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override;
    QAccessible::Role role() const override
    {
        return m_row >= 0 && m_column >= 0 ? QAccessible::Cell
               : m_row >= 0                ? QAccessible::RowHeader
               : m_column >= 0             ? QAccessible::ColumnHeader
                                           : QAccessible::StaticText;
    }
    QAccessible::State state() const override;
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::TableCellInterface && isNumber())
            return static_cast<QAccessibleTableCellInterface*>(this);
        if (type == QAccessible::ActionInterface && isNumber())
            return static_cast<QAccessibleActionInterface*>(this);
        return nullptr;
    }

    bool isSelected() const override;
    QList<QAccessibleInterface*> columnHeaderCells() const override;
    QList<QAccessibleInterface*> rowHeaderCells() const override;
    int columnIndex() const override { return m_column; }
    int rowIndex() const override { return m_row; }
    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QAccessibleInterface* table() const override { return parent(); }

    QStringList actionNames() const override
    {
        return {QAccessibleActionInterface::setFocusAction(),
                QAccessibleActionInterface::pressAction()};
    }
    void doAction(const QString& name) override;
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    bool isNumber() const { return m_row >= 0 && m_column >= 0; }

    TableAccessible& m_table;
    int m_row, m_column;
};

// One matrix as it is drawn, Kᵀ with its keys across.
class TableAccessible : public QAccessibleInterface, public QAccessibleTableInterface {
public:
    TableAccessible(const BoardAccessible& board, const MatrixRef& matrix)
        : m_board(board)
        , m_matrix(matrix)
    {
    }
    ~TableAccessible() override { forgetCells(); }

    BoardView* view() const { return m_board.view(); }
    const PlacedMatrix* shown() const { return view() ? placed(*view(), m_matrix) : nullptr; }
    const MatrixRef& matrix() const { return m_matrix; }
    CellRef cellRef(int row, int column) const
    {
        const PlacedMatrix* m = shown();
        if (m && m->grid.transposed)
            std::swap(row, column);
        return {m_matrix, row, column + (m ? m->firstColumn : 0)};
    }
    // Its place among the drawn rows and columns; nothing when it is no cell of this table.
    std::optional<std::pair<int, int>> placeOf(const CellRef& cell) const;
    QString label(int row, int column) const; // of a header
    QAccessibleInterface* at(int row, int column) const;

    // Forgets its cells when the matrix has another shape than when they were asked for.
    bool forgetWhenReshaped() const;
    bool isReshaped() const { return m_shape != QSize(columnCount(), rowCount()); }

    bool isValid() const override { return shown() != nullptr; }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_board.window(); }
    QAccessibleInterface* parent() const override
    {
        return view() ? QAccessible::queryAccessibleInterface(view()) : nullptr;
    }
    // Row by row, headers first, as Qt's own tables.
    QAccessibleInterface* child(int index) const override
    {
        const int across = columnCount() + 1;
        if (index < 0 || index >= childCount())
            return nullptr;
        return at(index / across - 1, index % across - 1);
    }
    int childCount() const override { return shown() ? (rowCount() + 1) * (columnCount() + 1) : 0; }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        const auto* cell = dynamic_cast<const CellAccessible*>(child);
        return cell && cell->parent() == this
                   ? (cell->rowIndex() + 1) * (columnCount() + 1) + cell->columnIndex() + 1
                   : -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override;
    QString text(QAccessible::Text which) const override;
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override;
    QAccessible::Role role() const override { return QAccessible::Table; }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.invisible = !view() || !view()->isVisible();
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TableInterface ? static_cast<QAccessibleTableInterface*>(this)
                                                   : nullptr;
    }

    QAccessibleInterface* caption() const override { return nullptr; }
    QAccessibleInterface* summary() const override { return nullptr; }
    QAccessibleInterface* cellAt(int row, int column) const override
    {
        return row >= 0 && column >= 0 ? at(row, column) : nullptr;
    }
    int rowCount() const override { return shown() ? shown()->grid.drawnRows() : 0; }
    int columnCount() const override { return shown() ? shown()->grid.drawnColumns() : 0; }
    QString rowDescription(int row) const override { return label(row, -1); }
    QString columnDescription(int column) const override { return label(-1, column); }
    int selectedCellCount() const override { return selected() ? 1 : 0; }
    QList<QAccessibleInterface*> selectedCells() const override
    {
        const auto place = selected();
        return place ? QList<QAccessibleInterface*>{at(place->first, place->second)}
                     : QList<QAccessibleInterface*>{};
    }
    // A number is selected, never a whole row or column.
    int selectedColumnCount() const override { return 0; }
    int selectedRowCount() const override { return 0; }
    QList<int> selectedColumns() const override { return {}; }
    QList<int> selectedRows() const override { return {}; }
    bool isColumnSelected(int) const override { return false; }
    bool isRowSelected(int) const override { return false; }
    bool selectRow(int) override { return false; }
    bool selectColumn(int) override { return false; }
    bool unselectRow(int) override { return false; }
    bool unselectColumn(int) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent*) override { forgetWhenReshaped(); }

private:
    std::optional<std::pair<int, int>> selected() const
    {
        const auto& pinned = view() ? view()->selection().pinned : std::nullopt;
        return pinned ? placeOf(*pinned) : std::nullopt;
    }
    void forgetCells() const
    {
        for (QHash<qint64, QAccessible::Id>* ids : {&m_headers, &m_cells}) {
            const QHash<qint64, QAccessible::Id> gone = std::exchange(*ids, {});
            for (const QAccessible::Id id : gone)
                QAccessible::deleteAccessibleInterface(id);
        }
    }

    const BoardAccessible& m_board;
    MatrixRef m_matrix;
    mutable QSize m_shape; // that the cells below were asked for
    mutable QHash<qint64, QAccessible::Id> m_headers, m_cells;
};

std::optional<std::pair<int, int>> TableAccessible::placeOf(const CellRef& cell) const
{
    const PlacedMatrix* m = shown();
    if (!m || !(cell.matrix == m_matrix))
        return std::nullopt;
    int row = cell.row;
    int column = cell.column - m->firstColumn;
    if (m->grid.transposed)
        std::swap(row, column);
    if (row < 0 || column < 0 || row >= rowCount() || column >= columnCount())
        return std::nullopt;
    return std::pair(row, column);
}

QString TableAccessible::label(int row, int column) const
{
    const PlacedMatrix* m = shown();
    if (!m || !view()->trace())
        return {};
    const Trace& trace = *view()->trace();
    const CellRef cell = cellRef(std::max(row, 0), std::max(column, 0));
    const bool ofRows = (column < 0) != m->grid.transposed; // of the matrix itself
    const int index = ofRows ? cell.row : cell.column;
    const QString text =
        (ofRows ? rowLabelsFor(trace, m_matrix) : columnLabelsFor(trace, m_matrix)).value(index);
    return text.isEmpty() ? QString::number(index + 1) : text;
}

bool TableAccessible::forgetWhenReshaped() const
{
    if (!isReshaped())
        return false;
    const bool had = !m_headers.isEmpty() || !m_cells.isEmpty();
    forgetCells();
    m_shape = QSize(columnCount(), rowCount());
    return had;
}

QAccessibleInterface* TableAccessible::at(int row, int column) const
{
    if (row >= rowCount() || column >= columnCount())
        return nullptr;
    forgetWhenReshaped();
    const bool header = row < 0 || column < 0;
    QHash<qint64, QAccessible::Id>& ids = header ? m_headers : m_cells;
    const qint64 key = (static_cast<qint64>(row) + 1) * (columnCount() + 1) + column + 1;
    if (const auto known = ids.constFind(key); known != ids.constEnd())
        if (QAccessibleInterface* cell = QAccessible::accessibleInterface(*known))
            return cell;
    if (!header && ids.size() >= mostCells) {
        const QHash<qint64, QAccessible::Id> gone = std::exchange(ids, {});
        for (const QAccessible::Id id : gone)
            QAccessible::deleteAccessibleInterface(id);
    }
    auto* cell = new CellAccessible(const_cast<TableAccessible&>(*this), row, column);
    ids.insert(key, QAccessible::registerAccessibleInterface(cell));
    return cell;
}

QAccessibleInterface* TableAccessible::childAt(int x, int y) const
{
    const PlacedMatrix* m = shown();
    if (!m)
        return nullptr;
    const QPointF point = view()->mapFromGlobal(QPointF(x, y));
    if (const std::optional<CellRef> cell = m->cellAt(point)) {
        const auto place = placeOf(*cell);
        return place ? at(place->first, place->second) : nullptr;
    }
    for (const bool rows : {true, false})
        for (int i = 0; i < (rows ? rowCount() : columnCount()); ++i) {
            QAccessibleInterface* header = rows ? at(i, -1) : at(-1, i);
            if (header->rect().contains(x, y))
                return header;
        }
    return nullptr;
}

QString TableAccessible::text(QAccessible::Text which) const
{
    const PlacedMatrix* m = shown();
    if (!m)
        return {};
    if (which == QAccessible::Name)
        return m->caption.isEmpty() ? spoken(m->heading)
                                    : spoken(m->heading) + QStringLiteral(", ") + m->caption;
    if (which == QAccessible::Description) {
        Axis down = rowAxis(m_matrix);
        Axis across = columnAxis(m_matrix);
        if (m->grid.transposed)
            std::swap(down, across);
        return BoardView::tr("down: %1, across: %2").arg(along(down), along(across));
    }
    return {};
}

QRect TableAccessible::rect() const
{
    const PlacedMatrix* m = shown();
    if (!m)
        return {};
    QRectF all = m->area.adjusted(-m->rowLabelWidth, -m->columnLabelHeight, 0, 0);
    if (!m->headingRect.isEmpty())
        all |= m->headingRect;
    return onScreen(*view(), all & QRectF(view()->rect()));
}

bool CellAccessible::isValid() const
{
    return m_table.shown() && !m_table.isReshaped();
}

QWindow* CellAccessible::window() const
{
    return m_table.window();
}

QAccessibleInterface* CellAccessible::parent() const
{
    return &m_table;
}

QString CellAccessible::text(QAccessible::Text which) const
{
    if (!isValid())
        return {};
    const PlacedMatrix& m = *m_table.shown();
    const BoardView& view = *m_table.view();
    if (m_row < 0 && m_column < 0)
        return m_table.text(which);
    if (!isNumber()) {
        if (which == QAccessible::Name)
            return m_table.label(m_row, m_column);
        const int row = m.grid.transposed ? m_column : m_row; // of the matrix
        if (which == QAccessible::Description && row >= 0 &&
            row < static_cast<int>(m.rowEnds.size()))
            return m.rowEnds[static_cast<std::size_t>(row)].says;
        return {};
    }
    const CellRef cell = m_table.cellRef(m_row, m_column);
    switch (which) {
    case QAccessible::Name:
    case QAccessible::Value: {
        if (view.options().hidden.contains(cell))
            return BoardView::tr("hidden");
        const int decimals = view.options().decimals;
        const QString number = cellText(m.grid.value(m_row, m_column), decimals, decimals);
        return m.grid.blocked(m_row, m_column) ? BoardView::tr("%1, blocked").arg(number) : number;
    }
    case QAccessible::Description:
        return view.sentenceOf(cell);
    case QAccessible::Help:
        return state().editable ? BoardView::tr("Enter: another number") : QString();
    default:
        return {};
    }
}

QRect CellAccessible::rect() const
{
    if (!isValid())
        return {};
    const PlacedMatrix& m = *m_table.shown();
    const BoardView& view = *m_table.view();
    if (m_row < 0 && m_column < 0)
        return m.headingRect.isEmpty() ? QRect() : onScreen(view, m.headingRect);
    const CellRef first = m_table.cellRef(std::max(m_row, 0), std::max(m_column, 0));
    QRectF place = m.cell(first.row, first.column);
    // A header stands where its label is written, or would be.
    if (m_column < 0) {
        place.setLeft(m.area.left() - std::max(m.rowLabelWidth, 1.0));
        place.setRight(m.area.left());
    } else if (m_row < 0) {
        place.setTop(m.area.top() - std::max(m.columnLabelHeight, 1.0));
        place.setBottom(m.area.top());
    }
    return onScreen(view, place);
}

QAccessible::State CellAccessible::state() const
{
    QAccessible::State state;
    if (!isValid()) {
        state.invalid = true;
        return state;
    }
    const BoardView& view = *m_table.view();
    state.invisible = !view.isVisible();
    if (!isNumber())
        return state;
    state.selectable = state.focusable = true;
    state.selected = isSelected();
    state.focused = state.selected && view.hasFocus();
    const CellRef cell = m_table.cellRef(m_row, m_column);
    state.editable = m_table.shown()->editable.has_value() && !view.options().hidden.contains(cell);
    state.readOnly = !state.editable;
    return state;
}

bool CellAccessible::isSelected() const
{
    return isValid() && isNumber() &&
           m_table.view()->selection().pinned == m_table.cellRef(m_row, m_column);
}

QList<QAccessibleInterface*> CellAccessible::columnHeaderCells() const
{
    return isValid() && isNumber() ? QList<QAccessibleInterface*>{m_table.at(-1, m_column)}
                                   : QList<QAccessibleInterface*>{};
}

QList<QAccessibleInterface*> CellAccessible::rowHeaderCells() const
{
    return isValid() && isNumber() ? QList<QAccessibleInterface*>{m_table.at(m_row, -1)}
                                   : QList<QAccessibleInterface*>{};
}

void CellAccessible::doAction(const QString& name)
{
    if (!isValid() || !isNumber())
        return;
    BoardView& view = *m_table.view();
    const CellRef cell = m_table.cellRef(m_row, m_column);
    view.setFocus(Qt::OtherFocusReason);
    view.ask(cell);
    if (name == QAccessibleActionInterface::pressAction())
        view.editCell(cell); // does nothing where nothing can be edited
}

// A line of text, the sentence, or a button.
class BoardAccessible::Item : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    Item(const BoardAccessible& board, Kind kind, int index)
        : m_board(board)
        , m_kind(kind)
        , m_index(index)
    {
    }

    bool isValid() const override
    {
        return m_kind == Kind::Button     ? hotspot() != nullptr
               : m_kind == Kind::Sentence ? m_board.view() != nullptr
                                          : m_index < static_cast<int>(m_board.lines().size());
    }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_board.window(); }
    QAccessibleInterface* parent() const override
    {
        return m_board.view() ? QAccessible::queryAccessibleInterface(m_board.view()) : nullptr;
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    void setText(QAccessible::Text, const QString&) override {}
    QString text(QAccessible::Text which) const override
    {
        if (which != QAccessible::Name || !isValid())
            return {};
        if (m_kind == Kind::Button)
            return hotspot()->says;
        if (m_kind == Kind::Line)
            return m_board.lines()[static_cast<std::size_t>(m_index)].text;
        const BoardView& view = *m_board.view();
        return view.trace() ? boardSentence(view.boardLayout(), *view.trace(), view.options(),
                                            view.selection())
                            : QString();
    }
    QRect rect() const override
    {
        if (!isValid())
            return {};
        const BoardView& view = *m_board.view();
        return onScreen(view, m_kind == Kind::Button ? hotspot()->rect
                              : m_kind == Kind::Sentence
                                  ? view.boardLayout().sentence
                                  : m_board.lines()[std::size_t(m_index)].rect);
    }
    QAccessible::Role role() const override
    {
        return m_kind == Kind::Button && isValid() && hotspot()->kind != Hotspot::Kind::Note
                   ? QAccessible::Button
                   : QAccessible::StaticText;
    }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.readOnly = role() == QAccessible::StaticText;
        state.invisible = !m_board.view() || !m_board.view()->isVisible();
        if (role() != QAccessible::Button)
            return state;
        // One of several: a tab over the weights.
        for (const PlacedText& text : m_board.view()->boardLayout().texts)
            if (text.tab && hotspot()->rect.contains(text.rect.center())) {
                state.checkable = true;
                state.checked = text.on;
            }
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface && role() == QAccessible::Button
                   ? static_cast<QAccessibleActionInterface*>(this)
                   : nullptr;
    }
    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& name) override
    {
        if (name == pressAction() && role() == QAccessible::Button)
            m_board.view()->act(Hotspot(*hotspot())); // a copy: the layout may be made anew
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    const Hotspot* hotspot() const
    {
        if (!m_board.view())
            return nullptr;
        const std::vector<Hotspot>& all = m_board.view()->boardLayout().hotspots;
        return m_index < static_cast<int>(all.size()) ? &all[static_cast<std::size_t>(m_index)]
                                                      : nullptr;
    }

    const BoardAccessible& m_board;
    Kind m_kind;
    int m_index;
};

BoardAccessible::~BoardAccessible()
{
    const auto tables = std::exchange(m_tables, {});
    for (const auto& [matrix, id] : tables)
        QAccessible::deleteAccessibleInterface(id);
    const auto items = std::exchange(m_items, {});
    for (const QAccessible::Id id : items)
        QAccessible::deleteAccessibleInterface(id);
}

std::vector<BoardAccessible::Line> BoardAccessible::lines() const
{
    std::vector<Line> lines;
    if (!view())
        return lines;
    std::vector<const PlacedText*> texts;
    for (const PlacedText& text : view()->boardLayout().texts)
        if (!text.tab && !text.struck && !text.text.trimmed().isEmpty())
            texts.push_back(&text);
    // A line is what has its middle at one height, from left to right.
    std::stable_sort(texts.begin(), texts.end(), [](const PlacedText* a, const PlacedText* b) {
        const qreal above = std::round(a->rect.center().y());
        const qreal below = std::round(b->rect.center().y());
        return above != below ? above < below : a->rect.left() < b->rect.left();
    });
    qreal height = -1;
    for (const PlacedText* text : texts) {
        const qreal middle = std::round(text->rect.center().y());
        if (!lines.empty() && middle == height) {
            lines.back().text += QLatin1Char(' ') + spoken(text->text);
            lines.back().rect |= text->rect;
        } else {
            lines.push_back({spoken(text->text), text->rect});
        }
        height = middle;
    }
    return lines;
}

std::vector<BoardAccessible::Part> BoardAccessible::parts() const
{
    std::vector<Part> parts;
    if (!view() || !view()->trace())
        return parts;
    const BoardLayout& layout = view()->boardLayout();
    const int lineCount = static_cast<int>(lines().size());
    for (int i = 0; i < lineCount; ++i)
        parts.push_back({Kind::Line, i, {}});
    for (const PlacedMatrix& m : layout.matrices)
        if (!m.thumbnail)
            parts.push_back({Kind::Table, 0, m.ref});
    if (!layout.sentence.isEmpty())
        parts.push_back({Kind::Sentence, 0, {}});
    for (std::size_t i = 0; i < layout.hotspots.size(); ++i)
        parts.push_back({Kind::Button, static_cast<int>(i), {}});
    return parts;
}

TableAccessible* BoardAccessible::table(const MatrixRef& matrix) const
{
    for (const auto& [known, id] : m_tables)
        if (known == matrix)
            if (QAccessibleInterface* found = QAccessible::accessibleInterface(id))
                return static_cast<TableAccessible*>(found);
    std::erase_if(m_tables, [&](const auto& entry) { return entry.first == matrix; });
    auto* table = new TableAccessible(*this, matrix);
    m_tables.emplace_back(matrix, QAccessible::registerAccessibleInterface(table));
    return table;
}

QAccessibleInterface* BoardAccessible::interfaceOf(const Part& part) const
{
    if (part.kind == Kind::Table)
        return table(part.matrix);
    const int key = part.index * 4 + static_cast<int>(part.kind);
    if (QAccessibleInterface* known = QAccessible::accessibleInterface(m_items.value(key)))
        return known;
    auto* item = new Item(*this, part.kind, part.index);
    m_items.insert(key, QAccessible::registerAccessibleInterface(item));
    return item;
}

int BoardAccessible::childCount() const
{
    return static_cast<int>(parts().size()) + QAccessibleWidget::childCount();
}

QAccessibleInterface* BoardAccessible::child(int index) const
{
    const std::vector<Part> all = parts();
    const int count = static_cast<int>(all.size());
    if (index < 0)
        return nullptr;
    return index < count ? interfaceOf(all[static_cast<std::size_t>(index)])
                         : QAccessibleWidget::child(index - count);
}

int BoardAccessible::indexOfChild(const QAccessibleInterface* child) const
{
    const std::vector<Part> all = parts();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (interfaceOf(all[i]) == child)
            return static_cast<int>(i);
    const int index = QAccessibleWidget::indexOfChild(child);
    return index < 0 ? index : index + static_cast<int>(all.size());
}

QAccessibleInterface* BoardAccessible::childAt(int x, int y) const
{
    if (!view())
        return nullptr;
    if (QWidget* editor = view()->childAt(view()->mapFromGlobal(QPoint(x, y))))
        return QAccessible::queryAccessibleInterface(editor);
    const std::vector<Part> all = parts();
    for (const Kind kind : {Kind::Table, Kind::Button, Kind::Line, Kind::Sentence})
        for (const Part& part : all)
            if (part.kind == kind)
                if (QAccessibleInterface* found = interfaceOf(part); found->rect().contains(x, y))
                    return found;
    return nullptr;
}

QAccessibleInterface* BoardAccessible::cell(const CellRef& cell) const
{
    if (!view() || !placed(*view(), cell.matrix))
        return nullptr;
    const TableAccessible* within = table(cell.matrix);
    const auto place = within->placeOf(cell);
    return place ? within->at(place->first, place->second) : nullptr;
}

QAccessibleInterface* BoardAccessible::focusChild() const
{
    if (view() && view()->hasFocus() && view()->selection().pinned)
        if (QAccessibleInterface* focused = cell(*view()->selection().pinned))
            return focused;
    return QAccessibleWidget::focusChild();
}

bool BoardAccessible::forgetStale()
{
    bool changed = std::exchange(m_counted, childCount()) != m_counted;
    std::vector<QAccessible::Id> gone;
    std::erase_if(m_tables, [&](const auto& entry) {
        const bool stale = !view() || !placed(*view(), entry.first);
        if (stale)
            gone.push_back(entry.second);
        return stale;
    });
    for (const QAccessible::Id id : gone)
        QAccessible::deleteAccessibleInterface(id);
    return changed || !gone.empty();
}

std::vector<TableAccessible*> BoardAccessible::tables() const
{
    std::vector<TableAccessible*> tables;
    for (const auto& [matrix, id] : m_tables)
        if (QAccessibleInterface* found = QAccessible::accessibleInterface(id))
            tables.push_back(static_cast<TableAccessible*>(found));
    return tables;
}

QAccessibleInterface* make(const QString&, QObject* object)
{
    auto* view = qobject_cast<BoardView*>(object);
    return view ? new BoardAccessible(view) : nullptr;
}

BoardAnnouncer::Deliver otherDelivery = nullptr;

bool somebodyListens()
{
    return otherDelivery || QAccessible::isActive();
}

void send(QAccessibleEvent& event)
{
    otherDelivery ? otherDelivery(&event) : QAccessible::updateAccessibility(&event);
}

BoardAccessible* accessible(BoardView& view)
{
    return dynamic_cast<BoardAccessible*>(QAccessible::queryAccessibleInterface(&view));
}

} // namespace

void BoardAnnouncer::install()
{
    static const bool installed = (QAccessible::installFactory(make), true);
    Q_UNUSED(installed)
}

BoardAnnouncer::BoardAnnouncer(Document& document, BoardView& view)
    : QObject(&view)
    , m_view(view)
{
    connect(&view, &BoardView::selectionChanged, this, &BoardAnnouncer::selectionMoved);
    connect(&view, &BoardView::optionsChanged, this, &BoardAnnouncer::numbersChanged);
    connect(&document, &Document::traceChanged, this, &BoardAnnouncer::numbersChanged);
    view.installEventFilter(this);
}

void BoardAnnouncer::deliverTo(Deliver deliver)
{
    otherDelivery = deliver;
}

bool BoardAnnouncer::eventFilter(QObject* watched, QEvent* event)
{
    // Qt has told of the board itself by then; what matters there is the cell.
    if (event->type() == QEvent::FocusIn && somebodyListens())
        QMetaObject::invokeMethod(
            this, [this] { announceCell(false); }, Qt::QueuedConnection);
    if (event->type() == QEvent::Resize && somebodyListens())
        QMetaObject::invokeMethod(
            this, [this] { numbersChanged(); }, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

void BoardAnnouncer::selectionMoved()
{
    if (!somebodyListens() || m_view.selection().pinned == m_told)
        return;
    m_told = m_view.selection().pinned;
    if (BoardAccessible* board = accessible(m_view))
        board->forgetStale(); // on a strip another matrix may be the large one now
    announceCell(true);
}

void BoardAnnouncer::announceCell(bool alsoSelected)
{
    BoardAccessible* board = accessible(m_view);
    if (!board || !m_view.selection().pinned)
        return;
    QAccessibleInterface* cell = board->cell(*m_view.selection().pinned);
    if (!cell)
        return;
    if (m_view.hasFocus()) {
        QAccessibleEvent focus(cell, QAccessible::Focus);
        send(focus);
    }
    if (alsoSelected) {
        QAccessibleEvent selection(cell, QAccessible::Selection);
        send(selection);
    }
}

void BoardAnnouncer::numbersChanged()
{
    if (!somebodyListens())
        return;
    BoardAccessible* board = accessible(m_view);
    if (!board)
        return;
    if (board->forgetStale()) {
        QAccessibleEvent children(&m_view, QAccessible::ObjectReorder);
        send(children);
    }
    for (TableAccessible* table : board->tables()) {
        const bool reshaped = table->forgetWhenReshaped();
        QAccessibleTableModelChangeEvent change(
            table, reshaped ? QAccessibleTableModelChangeEvent::ModelReset
                            : QAccessibleTableModelChangeEvent::DataChanged);
        change.setFirstRow(0);
        change.setLastRow(table->rowCount() - 1);
        change.setFirstColumn(0);
        change.setLastColumn(table->columnCount() - 1);
        send(change);
    }
    // The number where somebody is: it is read out again.
    if (m_view.selection().pinned)
        if (QAccessibleInterface* cell = board->cell(*m_view.selection().pinned)) {
            QAccessibleEvent name(cell, QAccessible::NameChanged);
            send(name);
        }
}

} // namespace attention::ui
