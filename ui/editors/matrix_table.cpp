// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editors/matrix_table.h"

#include "core/text/block_text.h"
#include "ui/document/document.h"
#include "ui/figures/labels.h"

#include <QtCore/QMimeData>
#include <QtGui/QAction>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QStyle>
#include <QtWidgets/QStyledItemDelegate>
#include <QtWidgets/QToolTip>

#include <algorithm>
#include <utility>

namespace attention::ui {

namespace {

// Beside the plain text: numbers that we wrote ourselves have points, so 1.125 is no riddle.
constexpr auto ownFormat = "application/x-attention-lab-numbers";

// Types a number where it stands. While it cannot be read the field stays open, marked, with the
// reason below it.
class NumberDelegate : public QStyledItemDelegate {
public:
    NumberDelegate(MatrixTable& table, std::function<void(int, int)> step)
        : QStyledItemDelegate(&table)
        , m_table(table)
        , m_step(std::move(step))
    {
    }

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem&,
                          const QModelIndex&) const override
    {
        auto* field = new QLineEdit(parent);
        field->setObjectName(QStringLiteral("cellEditor")); // looks as on the board
        field->setAccessibleName(MatrixTable::tr("New value"));
        field->setAlignment(Qt::AlignRight);
        return field;
    }
    void setEditorData(QWidget* editor, const QModelIndex& index) const override
    {
        auto* field = static_cast<QLineEdit*>(editor);
        if (!field->isModified()) // what is being typed stays when the number changes elsewhere
            field->setText(index.data(Qt::EditRole).toString());
    }
    void setModelData(QWidget* editor, QAbstractItemModel* model,
                      const QModelIndex& index) const override
    {
        // Looked at and left alone: no edit, not even of an identity to the same numbers.
        auto* field = static_cast<QLineEdit*>(editor);
        if (field->text() != index.data(Qt::EditRole).toString())
            model->setData(index, field->text());
    }
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex&) const override
    {
        editor->setGeometry(option.rect);
    }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::KeyPress) {
            const auto* key = static_cast<QKeyEvent*>(event);
            const bool back = key->modifiers() & Qt::ShiftModifier;
            const bool enters = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
            if (enters || key->key() == Qt::Key_Tab || key->key() == Qt::Key_Backtab) {
                auto* field = static_cast<QLineEdit*>(watched);
                if (!accepts(*field))
                    return true;
                emit commitData(field);
                emit closeEditor(field, QAbstractItemDelegate::NoHint);
                if (enters)
                    m_step(back ? -1 : 1, 0);
                else
                    m_step(0, key->key() == Qt::Key_Backtab ? -1 : 1);
                return true;
            }
        }
        return QStyledItemDelegate::eventFilter(watched, event);
    }

private:
    bool accepts(QLineEdit& field)
    {
        const QString problem = m_table.matrix().problemWith(field.text());
        field.setProperty("wrong", !problem.isEmpty());
        field.style()->polish(&field);
        if (problem.isEmpty()) {
            QToolTip::hideText();
            return true;
        }
        field.setToolTip(toolTipOf(problem));
        field.setAccessibleDescription(problem); // else a reader gets the markup
        QToolTip::showText(field.mapToGlobal(QPoint(0, field.height())), toolTipOf(problem),
                           &field);
        emit m_table.said(problem, true);
        return false;
    }

    MatrixTable& m_table;
    std::function<void(int, int)> m_step;
};

// Labels end in "…" where they do not fit.
class LabelHeader : public QHeaderView {
public:
    using QHeaderView::QHeaderView;

protected:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override
    {
        QHeaderView::initStyleOptionForIndex(option, section);
        QFont bold = font(); // where the current cell is
        bold.setBold(true);
        const int room = orientation() == Qt::Vertical ? width() : sectionSize(section);
        option->text = elided(option->text, bold, room - 20);
    }
};

QString sizeText(const CellBlock& block)
{
    return QStringLiteral("%1 × %2").arg(block.rows).arg(block.columns);
}

} // namespace

MatrixTable::MatrixTable(Document& document, QWidget* parent)
    : QTableView(parent)
    , m_model(new MatrixModel(document, this))
{
    setObjectName(QStringLiteral("matrixTable"));
    setModel(m_model);
    setItemDelegate(new NumberDelegate(*this, [this](int rows, int columns) {
        setFocus();
        step(rows, columns);
    }));
    setSelectionMode(QAbstractItemView::ContiguousSelection);
    setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                    QAbstractItemView::AnyKeyPressed);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setCornerButtonEnabled(true);
    setHorizontalHeader(new LabelHeader(Qt::Horizontal, this));
    setVerticalHeader(new LabelHeader(Qt::Vertical, this));
    horizontalHeader()->setAccessibleName(tr("Columns"));
    verticalHeader()->setAccessibleName(tr("Rows"));
    for (QHeaderView* header : {horizontalHeader(), verticalHeader()}) {
        header->setSectionsClickable(true);
        header->setHighlightSections(true);
        header->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(header, &QWidget::customContextMenuRequested, this, [this, header](QPoint point) {
            const int section = header->logicalIndexAt(point);
            if (section < 0 || sequenceActions(header->orientation()).isEmpty())
                return;
            const bool rows = header->orientation() == Qt::Vertical;
            rows ? selectRow(section) : selectColumn(section);
            setCurrentIndex(rows ? m_model->index(section, std::max(0, currentIndex().column()))
                                 : m_model->index(std::max(0, currentIndex().row()), section));
            QMenu menu(this);
            menu.addActions(sequenceActions(header->orientation()));
            menu.exec(header->viewport()->mapToGlobal(point));
        });
    }
    makeSequenceActions(Qt::Vertical);
    makeSequenceActions(Qt::Horizontal);
    connect(m_model, &MatrixModel::refused, this,
            [this](const QString& why) { emit said(why, true); });
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        m_keptRow = std::max(0, currentIndex().row());
        m_keptColumn = std::max(0, currentIndex().column());
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        setCurrentIndex(m_model->index(std::min(m_keptRow, m_model->rowCount() - 1),
                                       std::min(m_keptColumn, m_model->columnCount() - 1)));
        updateActions();
    });
    connect(&document, &Document::scenarioChanged, this, &MatrixTable::updateActions);
    setCurrentIndex(m_model->index(0, 0));
    updateActions();
    updateSizes();
}

void MatrixTable::makeSequenceActions(Qt::Orientation orientation)
{
    const bool rows = orientation == Qt::Vertical;
    for (const SequenceChangeInfo& info : sequenceChanges()) {
        auto* action = new QAction(this);
        action->setObjectName(QStringLiteral("%1.%2").arg(
            rows ? QLatin1String("row") : QLatin1String("column"), QLatin1String(info.id)));
        if (const char* keys = rows ? info.tokenKeys : info.columnKeys)
            action->setShortcut(QKeySequence(QLatin1String(keys)));
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this,
                [this, orientation, what = info.change] { change(orientation, what); });
        addAction(action);
        (rows ? m_rowActions : m_columnActions) += action;
    }
}

void MatrixTable::updateActions()
{
    for (const Qt::Orientation orientation : {Qt::Vertical, Qt::Horizontal}) {
        const std::optional<Sequence> here = sequence(orientation);
        const QList<QAction*>& actions =
            orientation == Qt::Vertical ? m_rowActions : m_columnActions;
        for (qsizetype i = 0; i < actions.size(); ++i) {
            actions[i]->setEnabled(here.has_value());
            if (here)
                actions[i]->setText(textOf(sequenceChanges()[static_cast<std::size_t>(i)], *here));
        }
    }
}

std::optional<Sequence> MatrixTable::sequence(Qt::Orientation orientation) const
{
    const Scenario& s = m_model->document().scenario();
    return orientation == Qt::Vertical ? rowSequence(s, m_model->field())
                                       : columnSequence(s, m_model->field());
}

QList<QAction*> MatrixTable::sequenceActions(Qt::Orientation orientation) const
{
    if (!sequence(orientation))
        return {};
    return orientation == Qt::Vertical ? m_rowActions : m_columnActions;
}

void MatrixTable::change(Qt::Orientation orientation, SequenceChange change)
{
    const std::optional<Sequence> here = sequence(orientation);
    if (!here)
        return;
    const bool rows = orientation == Qt::Vertical;
    const int column = currentIndex().column(), row = currentIndex().row();
    const SequenceResult result =
        changeSequence(m_model->document(), this, *here, change, rows ? row : column);
    if (!result.refused.isEmpty()) {
        emit said(result.refused, true);
        return;
    }
    setCurrentIndex(rows ? m_model->index(result.index, column)
                         : m_model->index(row, result.index));
}

void MatrixTable::updateSizes()
{
    const QFontMetrics metrics(font());
    const int cell = metrics.horizontalAdvance(QStringLiteral("−0.0000000")) + 12;
    horizontalHeader()->setMinimumSectionSize(cell / 2);
    horizontalHeader()->setDefaultSectionSize(cell);
    verticalHeader()->setDefaultSectionSize(std::max(32, metrics.height() + 12));
    // A label of 200 characters leaves room for the numbers.
    verticalHeader()->setMaximumWidth(2 * cell);
}

void MatrixTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_model)
        updateSizes();
}

CellBlock MatrixTable::selectedBlock() const
{
    const QItemSelection selection = selectionModel()->selection();
    if (selection.isEmpty()) {
        const QModelIndex current = currentIndex();
        return {std::max(0, current.row()), std::max(0, current.column()), 1, 1};
    }
    const QItemSelectionRange& range = selection.first();
    return {range.top(), range.left(), range.height(), range.width()};
}

void MatrixTable::selectBlock(const CellBlock& block)
{
    const QModelIndex first = m_model->index(block.row, block.column);
    selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    selectionModel()->select(
        QItemSelection(
            first, m_model->index(block.row + block.rows - 1, block.column + block.columns - 1)),
        QItemSelectionModel::ClearAndSelect);
}

CellBlock MatrixTable::blockToFill() const
{
    const CellBlock block = selectedBlock();
    if (block.rows * block.columns > 1)
        return block;
    return {0, 0, m_model->rowCount(), m_model->columnCount()};
}

void MatrixTable::step(int rows, int columns)
{
    const QModelIndex current = currentIndex();
    const QModelIndex next =
        m_model->index(std::clamp(current.row() + rows, 0, m_model->rowCount() - 1),
                       std::clamp(current.column() + columns, 0, m_model->columnCount() - 1));
    setCurrentIndex(next);
}

bool MatrixTable::apply(Scenario after, const QString& text)
{
    const auto wrong = m_model->document().apply({std::move(after), text, {}});
    if (wrong)
        emit said(QString::fromStdString(english(*wrong)), true);
    return !wrong;
}

void MatrixTable::copy()
{
    const CellBlock block = selectedBlock();
    const Matrix values =
        m_model->values().block(block.row, block.column, block.rows, block.columns);
    const QByteArray text = QByteArray::fromStdString(writeBlock(values));
    auto* mime = new QMimeData;
    mime->setText(QString::fromUtf8(text));
    mime->setData(QLatin1String(ownFormat), text);
    QGuiApplication::clipboard()->setMimeData(mime);
    emit said(tr("Copied: %1").arg(sizeText(block)), false);
}

void MatrixTable::cut()
{
    copy();
    clearBlock();
}

void MatrixTable::clearBlock()
{
    const CellBlock block = selectedBlock();
    apply(withValues(m_model->document().scenario(), m_model->field(), block.row, block.column,
                     Matrix::Zero(block.rows, block.columns)),
          tr("Clear Cells of %1").arg(m_model->fieldTitle()));
}

void MatrixTable::paste()
{
    const QMimeData* mime = QGuiApplication::clipboard()->mimeData();
    if (!mime || !mime->hasText()) {
        emit said(tr("The clipboard holds no text"), true);
        return;
    }
    const bool own = mime->hasFormat(QLatin1String(ownFormat));
    const auto read =
        readBlock(mime->text().toStdString(), own ? DecimalMark::Point : DecimalMark::Unknown);
    if (const auto* wrong = std::get_if<Message>(&read)) {
        emit said(tr("Not pasted: %1").arg(QString::fromStdString(english(*wrong))), true);
        return;
    }
    const ReadBlock& block = std::get<ReadBlock>(read);
    pasteValues(block.values,
                block.values.size() > 1 ? QString::fromStdString(english(block.how)) : QString());
}

void MatrixTable::pasteValues(const Matrix& values, const QString& how)
{
    CellBlock block = selectedBlock();
    Matrix wanted = values;
    if (values.size() == 1) // one number for every selected cell
        wanted = Matrix::Constant(block.rows, block.columns, values(0, 0));
    block.rows = static_cast<int>(wanted.rows());
    block.columns = static_cast<int>(wanted.cols());
    if (block.row + block.rows > m_model->rowCount() ||
        block.column + block.columns > m_model->columnCount()) {
        emit tooLarge(values);
        return;
    }
    if (!apply(withValues(m_model->document().scenario(), m_model->field(), block.row, block.column,
                          wanted),
               tr("Paste into %1").arg(m_model->fieldTitle())))
        return;
    selectBlock(block);
    emit said(how.isEmpty() ? tr("Pasted: %1").arg(sizeText(block))
                            : tr("Pasted: %1, %2").arg(sizeText(block), how),
              false);
}

void MatrixTable::fill(const Fill& fill, const FillOptions& options)
{
    const QString what =
        QString::fromUtf8(fill.title.data(), static_cast<qsizetype>(fill.title.size()));
    QString text = tr("Fill %1: %2").arg(m_model->fieldTitle(), what);
    if (fill.takes == FillTakes::Seed)
        text += tr(", seed %1").arg(options.seed);
    else if (fill.takes == FillTakes::Factor)
        text += QStringLiteral(" %1").arg(options.factor);
    if (apply(withFill(m_model->document().scenario(), m_model->field(), blockToFill(), fill,
                       options),
              text))
        emit said(text, false);
}

void MatrixTable::keyPressEvent(QKeyEvent* event)
{
    const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
    if (event->matches(QKeySequence::Copy))
        copy();
    else if (event->matches(QKeySequence::Cut))
        cut();
    else if (event->matches(QKeySequence::Paste))
        paste();
    else if (plain && (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace))
        clearBlock();
    else if (plain && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        step(event->modifiers() & Qt::ShiftModifier ? -1 : 1, 0);
    else if (event->key() == Qt::Key_Tab && (event->modifiers() & Qt::ControlModifier))
        focusNextChild(); // Tab itself goes from cell to cell
    else if (event->key() == Qt::Key_Backtab && (event->modifiers() & Qt::ControlModifier))
        focusPreviousChild();
    else
        QTableView::keyPressEvent(event);
}

} // namespace attention::ui
