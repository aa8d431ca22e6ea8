// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editors/matrix_editor.h"

#include "core/scenario/rearrange.h"
#include "core/text/number.h"
#include "ui/dialogs/dialogs.h"
#include "ui/document/document.h"
#include "ui/editors/matrix_table.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QStyle>
#include <QtWidgets/QToolButton>

#include <algorithm>

namespace attention::ui {

namespace {

QToolButton* menuButton(QWidget* parent, const char* objectName, const QString& accessibleName)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(QLatin1String(objectName));
    button->setAccessibleName(accessibleName);
    button->setProperty("chip", true);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::StrongFocus);
    auto* menu = new QMenu(button);
    button->setMenu(menu);
    return button;
}

QString capitalised(std::string_view words)
{
    QString text = QString::fromUtf8(words);
    text[0] = text[0].toUpper();
    return text;
}

} // namespace

MatrixEditor::MatrixEditor(Document& document, const QList<QAction*>& shared, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_table(new MatrixTable(document, this))
    , m_choice(new QComboBox(this))
    , m_shape(new QLabel(this))
    , m_rows(menuButton(this, "rowsButton", tr("Add, remove, rename or move rows")))
    , m_columns(menuButton(this, "columnsButton", tr("Add, remove, rename or move columns")))
    , m_fill(menuButton(this, "fillButton", tr("Fill the matrix or the selected block")))
    , m_seed(new QSpinBox(this))
    , m_message(new QLabel(this))
    , m_resize(new QPushButton(this))
{
    setObjectName(QStringLiteral("matrixEditor"));
    setModal(false);
    addActions(shared);

    m_choice->setObjectName(QStringLiteral("matrixChoice"));
    m_choice->setAccessibleName(tr("Matrix"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_choice->setMinimumHeight(32);
    m_shape->setObjectName(QStringLiteral("secondary"));
    m_shape->setTextFormat(Qt::PlainText);
    m_fill->setText(tr("Fill ▾"));
    m_seed->setObjectName(QStringLiteral("fillSeed"));
    m_seed->setAccessibleName(tr("Seed of the random numbers"));
    m_seed->setToolTip(tr("The same seed fills a matrix with the same random numbers again"));
    m_seed->setRange(0, 999999999);
    m_seed->setValue(1);
    m_seed->setPrefix(tr("seed "));
    m_seed->setMinimumHeight(32);
    m_table->setAccessibleName(tr("Numbers of the matrix"));
    m_message->setObjectName(QStringLiteral("matrixMessage"));
    m_message->setAccessibleName(tr("Message"));
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_message->setMinimumHeight(32);
    m_resize->setObjectName(QStringLiteral("resizeButton"));
    m_resize->setAutoDefault(false);
    m_resize->setMinimumHeight(32);
    m_resize->hide();
    setMinimumSize(sizeHint() * 0.75);

    auto* top = new QHBoxLayout;
    top->setSpacing(8);
    top->addWidget(m_choice);
    top->addWidget(m_shape, 1);
    auto* tools = new QHBoxLayout;
    tools->setSpacing(8);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_rows, m_columns, m_fill, m_seed})
        tools->addWidget(widget);
    tools->addStretch(1);
    auto* bottom = new QHBoxLayout;
    bottom->setSpacing(8);
    bottom->addWidget(m_message, 1);
    bottom->addWidget(m_resize, 0, Qt::AlignTop);
    auto* column = new QVBoxLayout(this);
    column->setSizeConstraint(QLayout::SetNoConstraint); // a long message does not move the window
    column->setContentsMargins(16, 16, 16, 8);
    column->setSpacing(8);
    column->addLayout(top);
    column->addLayout(tools);
    column->addWidget(m_table, 1);
    column->addLayout(bottom);

    connect(m_choice, &QComboBox::activated, this, [this](int index) {
        setField(static_cast<MatrixField>(m_choice->itemData(index).toInt()));
        m_table->setFocus();
    });
    connect(m_fill->menu(), &QMenu::aboutToShow, this, &MatrixEditor::fillFillMenu);
    connect(m_table, &MatrixTable::said, this, &MatrixEditor::say);
    connect(m_table, &MatrixTable::tooLarge, this, &MatrixEditor::offerResize);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &MatrixEditor::sayPlace);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &MatrixEditor::sayPlace);
    connect(m_resize, &QPushButton::clicked, this, &MatrixEditor::resizeAndPaste);
    connect(&m_table->matrix(), &MatrixModel::vanished, this, [this] { setField(MatrixField::X); });
    connect(&m_document, &Document::scenarioChanged, this, [this] {
        fillChoice();
        showField();
        sayPlace();
    });
    fillChoice();
    showField();
    sayPlace();
    fillFillMenu();
    m_table->setFocus();
}

QSize MatrixEditor::sizeHint() const
{
    const QFontMetrics metrics(font());
    return {metrics.averageCharWidth() * 80, metrics.height() * 27};
}

void MatrixEditor::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    setMinimumSize(sizeHint() * 0.75); // larger text needs a larger window
    resize(size().expandedTo(minimumSize()));
}

MatrixField MatrixEditor::field() const
{
    return m_table->matrix().field();
}

void MatrixEditor::setField(MatrixField field)
{
    m_table->matrix().setField(field);
    m_table->setCurrentIndex(m_table->matrix().index(0, 0));
    fillChoice();
    showField();
    sayPlace();
}

void MatrixEditor::fillChoice()
{
    const std::vector<MatrixField> fields = givenMatrices(m_document.scenario());
    bool same = m_choice->count() == static_cast<int>(fields.size());
    for (std::size_t i = 0; same && i < fields.size(); ++i)
        same = m_choice->itemData(static_cast<int>(i)).toInt() == static_cast<int>(fields[i]);
    const QSignalBlocker quiet(m_choice);
    if (!same) {
        m_choice->clear();
        for (const MatrixField f : fields)
            m_choice->addItem(QString::fromUtf8(fieldName(f)), static_cast<int>(f));
    }
    m_choice->setCurrentIndex(m_choice->findData(static_cast<int>(field())));
}

void MatrixEditor::showField()
{
    const Scenario& s = m_document.scenario();
    MatrixModel& matrix = m_table->matrix();
    setWindowTitle(tr("%1 as a table").arg(matrix.fieldTitle()));
    const QString size = tr("%1 × %2").arg(matrix.rowCount()).arg(matrix.columnCount());
    const Projection* projection = projectionOf(s, matrix.field());
    m_shape->setText(projection && projection->isIdentity()
                         ? tr("%1, the identity until a number is changed").arg(size)
                         : size);
    for (QToolButton* button : {m_rows, m_columns}) {
        const auto orientation = button == m_rows ? Qt::Vertical : Qt::Horizontal;
        const std::optional<Sequence> sequence = m_table->sequence(orientation);
        button->setVisible(sequence.has_value());
        if (!sequence)
            continue;
        const bool ofContext = sequence->of == MatrixField::ContextX;
        button->setText(sequence->columns
                            ? ofContext ? tr("Columns of the context ▾") : tr("Columns of X ▾")
                        : ofContext ? tr("Tokens of the context ▾")
                                    : tr("Tokens ▾"));
        button->menu()->clear();
        button->menu()->addActions(m_table->sequenceActions(orientation));
    }
}

void MatrixEditor::fillFillMenu()
{
    QMenu& menu = *m_fill->menu();
    menu.clear();
    MatrixModel& matrix = m_table->matrix();
    const CellBlock block = m_table->blockToFill();
    const bool whole = block == CellBlock{0, 0, matrix.rowCount(), matrix.columnCount()};
    menu.addAction(whole ? tr("All of %1").arg(matrix.fieldTitle())
                         : tr("The selected block, %1 × %2").arg(block.rows).arg(block.columns))
        ->setEnabled(false);
    for (const Fill& fill : fillTable()) {
        QString text = capitalised(fill.title);
        if (fill.takes == FillTakes::Seed)
            text += tr(", seed %1").arg(m_seed->value());
        else if (fill.takes == FillTakes::Factor)
            text += QChar(0x2026);
        QAction* action = menu.addAction(text);
        action->setObjectName(QStringLiteral("fill.") + QString::fromUtf8(fill.id.data()));
        connect(action, &QAction::triggered, this, [this, &fill] {
            FillOptions options;
            options.seed = static_cast<std::uint64_t>(m_seed->value());
            if (fill.takes == FillTakes::Factor) {
                const auto typed = Dialogs::instance().askText(this, tr("Times a Factor"),
                                                               tr("Every number is multiplied by"),
                                                               QStringLiteral("0.5"));
                if (!typed)
                    return;
                const auto number = parseNumber(typed->toStdString());
                if (const auto* wrong = std::get_if<Message>(&number)) {
                    say(QString::fromStdString(english(*wrong)), true);
                    return;
                }
                options.factor = std::get<double>(number);
            }
            m_table->fill(fill, options);
        });
    }
}

void MatrixEditor::say(const QString& sentence, bool wrong)
{
    m_resize->hide();
    m_message->setText(sentence);
    m_message->setProperty("wrong", wrong);
    m_message->style()->polish(m_message);
}

void MatrixEditor::sayPlace()
{
    const CellBlock block = m_table->selectedBlock();
    const MatrixModel& matrix = m_table->matrix();
    if (block.rows * block.columns > 1)
        say(tr("%1 × %2 selected").arg(block.rows).arg(block.columns), false);
    else if (block.row < matrix.rowCount() && block.column < matrix.columnCount())
        say(QStringLiteral("%1 [%2] = %3")
                .arg(matrix.fieldTitle(), matrix.placeOf(block.row, block.column),
                     QString::fromStdString(shortest(matrix.values()(block.row, block.column)))
                         .replace(QLatin1Char('-'), QChar(0x2212))),
            false);
}

void MatrixEditor::offerResize(const Matrix& values)
{
    const MatrixModel& matrix = m_table->matrix();
    const CellBlock at = m_table->selectedBlock();
    const bool ofTokens = field() == MatrixField::X || field() == MatrixField::ContextX;
    const auto size = [](auto rows, auto columns) {
        return QStringLiteral("%1 × %2").arg(rows).arg(columns);
    };
    const QString block = size(values.rows(), values.cols());
    if (!ofTokens || at.row > 0 || at.column > 0) {
        say(tr("Not pasted: the block is %1, but from here on there are %2 cells")
                .arg(block, size(matrix.rowCount() - at.row, matrix.columnCount() - at.column)),
            true);
        return;
    }
    say(tr("Not pasted: the block is %1, but %2 is %3")
            .arg(block, matrix.fieldTitle(), size(matrix.rowCount(), matrix.columnCount())),
        true);
    m_waiting = values;
    m_resize->setText(tr("Resize to %1 and paste")
                          .arg(size(std::max<Eigen::Index>(values.rows(), matrix.rowCount()),
                                    std::max<Eigen::Index>(values.cols(), matrix.columnCount()))));
    m_resize->setToolTip(tr("New tokens and columns begin with zeros; the projections follow"));
    m_resize->show();
}

void MatrixEditor::resizeAndPaste()
{
    const Scenario& s = m_document.scenario();
    const MatrixField of = field();
    const MatrixModel& matrix = m_table->matrix();
    const int rows = std::max(matrix.rowCount(), static_cast<int>(m_waiting.rows()));
    const int columns = std::max(matrix.columnCount(), static_cast<int>(m_waiting.cols()));
    const std::string label = tr("new").toStdString();
    Scenario after = s;
    if (rows > matrix.rowCount())
        after = withTokenOrder(after, of, orderOfSize(matrix.rowCount(), rows), label);
    if (columns > matrix.columnCount())
        after = withColumnOrder(after, of, orderOfSize(matrix.columnCount(), columns), label);
    after = withValues(after, of, 0, 0, m_waiting);
    if (const auto wrong = m_document.apply(
            {std::move(after),
             tr("Paste into %1, %2 × %3").arg(matrix.fieldTitle()).arg(rows).arg(columns),
             {}})) {
        say(QString::fromStdString(english(*wrong)), true);
        return;
    }
    m_table->selectBlock(
        {0, 0, static_cast<int>(m_waiting.rows()), static_cast<int>(m_waiting.cols())});
    say(tr("Pasted, and resized to %1 × %2").arg(rows).arg(columns), false);
    m_table->setFocus();
}

} // namespace attention::ui
