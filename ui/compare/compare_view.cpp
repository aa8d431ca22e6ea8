// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/compare/compare_view.h"

#include "ui/dialogs/dialogs.h"
#include "ui/document/document.h"
#include "ui/editors/mask_painter.h"
#include "ui/figures/canvas.h"
#include "ui/figures/labels.h"
#include "ui/figures/layout_parts.h"
#include "ui/file_commands.h"
#include "ui/views/board_view.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtCore/QScopedValueRollback>
#include <QtGui/QContextMenuEvent>
#include <QtGui/QHelpEvent>
#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QTabBar>
#include <QtWidgets/QToolTip>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace attention::ui {

namespace {

// What a state has to compare, in the order of computation.
std::vector<MatrixRef> matricesOf(const Trace& trace, const BoardOptions& options, int head,
                                  const Theme& theme)
{
    Selection selection;
    selection.head = head;
    const Ranges ranges;
    return stripMatrices({trace, ranges, options, selection, QRectF(), theme});
}

// Now's matrices, and those that only A has after what stands before them in A.
std::vector<MatrixRef> together(std::vector<MatrixRef> now, const std::vector<MatrixRef>& a)
{
    auto at = now.begin();
    for (const MatrixRef& matrix : a) {
        const auto found = std::find(now.begin(), now.end(), matrix);
        at = found == now.end() ? now.insert(at, matrix) : found;
        ++at;
    }
    return now;
}

QString symbolOf(const MatrixRef& matrix, const Trace& trace)
{
    return matrix.field ? fieldSymbol(*matrix.field) : symbolFor(trace, matrix.stage, matrix.head);
}

} // namespace

CompareView::CompareView(Document& document, BoardView& board, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_board(board)
    , m_comparison(document)
    , m_theme(Theme::make(ThemeKind::Light))
    , m_stages(new QTabBar(this))
    , m_heads(new QTabBar(this))
{
    setObjectName(QStringLiteral("compare"));
    setAccessibleName(tr("Comparison"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 6, 12, 0);
    column->setSpacing(2);
    const auto bar = [&](QTabBar* tabs, const char* name, const QString& says) {
        tabs->setObjectName(QLatin1String(name));
        tabs->setAccessibleName(says);
        tabs->setExpanding(false);
        tabs->setDrawBase(false);
        tabs->setUsesScrollButtons(true);
        tabs->setElideMode(Qt::ElideNone);
        tabs->setFocusPolicy(Qt::StrongFocus);
        column->addWidget(tabs);
    };
    bar(m_stages, "compareStages", tr("Stages that are compared"));
    bar(m_heads, "compareHeads", tr("Head"));
    column->addStretch(1);
    connect(m_stages, &QTabBar::currentChanged, this, &CompareView::choose);
    connect(m_heads, &QTabBar::currentChanged, this, [this](int head) {
        if (m_following || head < 0)
            return;
        Selection selection = m_board.selection();
        selection.head = head;
        for (std::optional<CellRef>* cell : {&selection.pinned, &selection.hovered})
            if (*cell && (*cell)->matrix.head >= 0)
                (*cell)->matrix.head = head;
        m_board.setSelection(selection);
    });
    connect(&m_comparison, &Comparison::changed, this, [this] {
        refresh();
        emit shownChanged();
    });
    // The mask is painted on the board.
    connect(&m_board.maskPainter(), &MaskPainter::switched, this, [this](bool on) {
        if (on)
            m_comparison.setShown(false);
    });
    connect(&m_comparison, &Comparison::said, &m_board, &BoardView::problem);
    connect(&m_board, &BoardView::optionsChanged, this, &CompareView::refresh);
    connect(&m_board, &BoardView::selectionChanged, this, &CompareView::followSelection);
    // After the board, which drops what is selected outside the new trace.
    connect(&m_document, &Document::traceChanged, this, &CompareView::refresh);
}

void CompareView::setTheme(const Theme& theme)
{
    m_theme = theme;
    refresh();
}

void CompareView::pin()
{
    const bool had = m_comparison.a() != nullptr;
    if (const std::optional<QString> reason = m_comparison.pin())
        emit m_board.problem(*reason);
    else if (const QString* before = m_comparison.nameBefore(); had && before)
        emit m_board.problem(
            tr("This is A now, in place of “%1”; Compare > Back to the A Before takes it back")
                .arg(*before));
    else
        emit m_board.problem(tr("This is A now: whatever you change is compared with it"));
}

void CompareView::toggle()
{
    if (m_comparison.a())
        m_comparison.setShown(!isShown());
    else
        pin();
}

void CompareView::back()
{
    m_comparison.back();
    if (m_comparison.a())
        emit m_board.problem(tr("A is “%1” again").arg(m_comparison.name()));
}

void CompareView::openFile()
{
    const QString folder = m_document.path().isEmpty()
                               ? QDir::homePath()
                               : QFileInfo(m_document.path()).absolutePath();
    const QString path =
        Dialogs::instance().openFile(this, tr("Compare with"), folder, FileCommands::filter());
    if (!path.isEmpty())
        open(path);
}

void CompareView::open(const QString& path)
{
    if (const std::optional<QString> reason = m_comparison.open(path))
        Dialogs::instance().showProblem(this, tr("This cannot be compared with"), *reason);
}

CompareFigure CompareView::makeFigure() const
{
    BoardOptions options = m_board.options();
    options.controls = true;
    const TracePtr now = m_document.trace();
    return CompareFigure({m_comparison.a(), m_comparison.name()},
                         {now, QString::fromStdString(now->scenario->title)},
                         m_matrices[static_cast<std::size_t>(m_tab)], options);
}

QRectF CompareView::figureRect() const
{
    const int top = (m_heads->isVisibleTo(this) ? m_heads : m_stages)->geometry().bottom() + 1;
    return QRectF(0, top, width(), height() - top);
}

void CompareView::refresh()
{
    if (!isShown() || !m_document.trace()) {
        m_figure.reset();
        return;
    }
    refreshTabs();
    m_figure.emplace(makeFigure());
    m_figure->select(m_board.selection().asked());
    retell();
    update();
}

void CompareView::refreshTabs()
{
    const QScopedValueRollback<bool> following(m_following, true);
    const Trace& a = *m_comparison.a();
    const Trace& now = *m_document.trace();
    const int head = m_board.selection().head;
    const int headOfA = std::min(head, a.scenario->heads - 1);
    std::vector<MatrixRef> ofA = matricesOf(a, m_board.options(), headOfA, m_theme);
    if (headOfA != head) // it has no such head: what only A has is not shown for that one
        std::erase_if(ofA, [](const MatrixRef& matrix) { return matrix.head >= 0; });
    m_matrices = together(matricesOf(now, m_board.options(), head, m_theme), ofA);
    m_tab = tabOf(m_board.selection());

    while (m_stages->count() > static_cast<int>(m_matrices.size()))
        m_stages->removeTab(m_stages->count() - 1);
    while (m_stages->count() < static_cast<int>(m_matrices.size()))
        m_stages->addTab(QString());
    for (int i = 0; i < m_stages->count(); ++i) {
        const MatrixRef& matrix = m_matrices[static_cast<std::size_t>(i)];
        std::optional<Message> problem;
        bool same = false;
        if (matrix.field) {
            const MatrixComparison c = compareInputs(*a.scenario, *now.scenario, *matrix.field);
            problem = c.problem;
            same = c.changed == 0;
        } else {
            same = sameStages(a, now, matrix.stage, matrix.head);
            if (!same)
                problem = comparisonProblem(a, now, matrix.stage, matrix.head);
        }
        const bool inNow = matrix.field || attention::find(now, matrix.stage, matrix.head);
        const QString symbol = symbolOf(matrix, inNow ? now : a);
        m_stages->setTabText(
            i, (problem ? tr("%1  –")
                : same  ? tr("%1  =")
                        : tr("%1  ≠"))
                   .arg(QString(symbol).replace(QLatin1Char('&'), QStringLiteral("&&"))));
        m_stages->setTabTextColor(i, same || problem ? m_theme.secondary : m_theme.text);
        m_stages->setTabToolTip(i, problem ? QString::fromStdString(english(*problem))
                                   : same  ? tr("%1: the same in A and now").arg(symbol)
                                           : tr("%1: not the same in A and now").arg(symbol));
        m_stages->setAccessibleTabName(i, m_stages->tabToolTip(i));
    }
    m_stages->setCurrentIndex(m_tab);

    const int heads = now.scenario->heads;
    m_heads->setVisible(heads > 1);
    while (m_heads->count() > heads)
        m_heads->removeTab(m_heads->count() - 1);
    while (m_heads->count() < heads)
        m_heads->addTab(tr("head %1").arg(m_heads->count() + 1));
    m_heads->setCurrentIndex(head);
    for (QTabBar* bar : {m_stages, m_heads}) // its tabs may have come before it was shown
        bar->updateGeometry();
    layout()->invalidate();
    layout()->activate();
}

void CompareView::showEvent(QShowEvent*)
{
    refresh(); // only now do the tabs have a size
}

int CompareView::tabOf(const Selection& selection) const
{
    const auto index = [&](auto fits) {
        const auto found = std::find_if(m_matrices.begin(), m_matrices.end(), fits);
        return found == m_matrices.end() ? -1 : static_cast<int>(found - m_matrices.begin());
    };
    const auto ofFigure = [&] {
        return m_figure ? index([&](const MatrixRef& m) { return m == m_figure->matrix(); }) : -1;
    };
    if (selection.pinned)
        if (const int tab =
                index([&](const MatrixRef& m) { return m == selection.pinned->matrix; });
            tab >= 0)
            return tab;
    // The board has nowhere to follow to what only A has: that stays until another is chosen.
    if (m_figure && !m_figure->matrix().field && !selection.pinned &&
        !attention::find(*m_document.trace(), m_figure->matrix().stage, m_figure->matrix().head))
        if (const int tab = ofFigure(); tab >= 0)
            return tab;
    std::optional<MatrixField> field = selection.focusField;
    if (!field && selection.focus == StageId::Embeddings)
        field = MatrixField::X;
    if (!field && selection.focus == StageId::Context)
        field = MatrixField::ContextX;
    const int focused = index([&](const MatrixRef& m) {
        return field ? m.field == field : !m.field && m.stage == selection.focus;
    });
    if (focused >= 0)
        return focused;
    if (const int tab = ofFigure(); tab >= 0)
        return tab;
    return std::max(
        0, index([](const MatrixRef& m) { return !m.field && m.stage == StageId::Weights; }));
}

void CompareView::choose(int tab)
{
    if (m_following || tab < 0 || !m_figure)
        return;
    m_tab = tab;
    m_figure.emplace(makeFigure());
    // The board follows, and is asked where the numbers differ most.
    const MatrixRef& matrix = m_figure->matrix();
    Selection selection = m_board.selection();
    selection.focusField = matrix.field;
    if (!matrix.field)
        selection.focus = matrix.stage;
    selection.hovered.reset();
    const auto& most = m_figure->comparison().largest;
    selection.pinned = CellRef{matrix, most ? most->row : 0, most ? most->column : 0};
    {
        const QScopedValueRollback<bool> following(m_following, true);
        m_board.setSelection(selection);
    }
    m_figure->select(m_board.selection().asked());
    retell();
    update();
}

void CompareView::followSelection()
{
    if (!m_figure || m_following)
        return;
    const Selection& selection = m_board.selection();
    const bool otherHead =
        m_heads->currentIndex() != selection.head ||
        (m_figure->matrix().head >= 0 && m_figure->matrix().head != selection.head);
    if (otherHead || tabOf(selection) != m_tab) {
        refresh();
        return;
    }
    m_figure->select(selection.asked());
    retell();
    update();
}

void CompareView::select(const std::optional<CellRef>& cell, bool pinned)
{
    Selection selection = m_board.selection();
    selection.hovered = pinned ? std::nullopt : cell;
    if (pinned && cell) {
        selection.pinned = cell;
        selection.focusField = cell->matrix.field;
        if (!cell->matrix.field)
            selection.focus = cell->matrix.stage;
    } else if (pinned) {
        selection.pinned.reset();
    }
    m_board.setSelection(selection);
}

void CompareView::retell()
{
    setAccessibleDescription(m_figure->title() + QStringLiteral(". ") + m_figure->description() +
                             QLatin1Char(' ') + m_figure->selectedSentence());
}

void CompareView::paintEvent(QPaintEvent* event)
{
    CanvasPainter painter(this);
    painter.canvas().painter.fillRect(event->rect(), m_theme.window);
    if (m_figure)
        m_figure->paint(painter.canvas(), figureRect(), m_theme);
    if (hasFocus() && m_focusByKey && !m_board.selection().pinned) {
        painter.canvas().painter.setPen(QPen(m_theme.focus, 2));
        painter.canvas().painter.drawRect(figureRect().adjusted(1, 1, -1, -1));
    }
}

void CompareView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_figure)
        select(m_figure->cellAt(event->position(), figureRect(), m_theme), false);
}

void CompareView::mousePressEvent(QMouseEvent* event)
{
    if (!m_figure || event->button() != Qt::LeftButton)
        return;
    m_focusByKey = false;
    select(m_figure->cellAt(event->position(), figureRect(), m_theme), true);
}

void CompareView::leaveEvent(QEvent*)
{
    if (m_figure)
        select(std::nullopt, false);
}

void CompareView::moveSelection(int rows, int columns)
{
    const MatrixRef& matrix = m_figure->matrix();
    const Selection& selection = m_board.selection();
    const MatrixPtr& difference = m_figure->comparison().difference;
    CellRef cell{matrix, 0, 0};
    if (selection.pinned && selection.pinned->matrix == matrix) {
        cell = *selection.pinned;
        cell.row += rows;
        cell.column += columns;
    } else if (const auto& most = m_figure->comparison().largest) {
        cell = {matrix, most->row, most->column};
    }
    if (difference) {
        cell.row = std::clamp(cell.row, 0, static_cast<int>(difference->rows()) - 1);
        cell.column = std::clamp(cell.column, 0, static_cast<int>(difference->cols()) - 1);
    }
    if (cell.row >= 0 && cell.column >= 0)
        select(cell, true);
}

void CompareView::keyPressEvent(QKeyEvent* event)
{
    m_focusByKey = true;
    const bool stages = event->modifiers().testFlag(Qt::ControlModifier);
    const bool turned = m_board.options().transposed;
    switch (m_figure ? event->key() : Qt::Key_unknown) {
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const int step = event->key() == Qt::Key_Left ? -1 : 1;
        if (stages)
            m_stages->setCurrentIndex(
                std::clamp(m_stages->currentIndex() + step, 0, m_stages->count() - 1));
        else
            moveSelection(turned ? step : 0, turned ? 0 : step);
        return;
    }
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const int step = event->key() == Qt::Key_Up ? -1 : 1;
        moveSelection(turned ? 0 : step, turned ? step : 0);
        return;
    }
    case Qt::Key_Escape:
        select(std::nullopt, true);
        event->ignore(); // the window may have something to leave, too
        return;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void CompareView::focusInEvent(QFocusEvent* event)
{
    m_focusByKey = event->reason() != Qt::MouseFocusReason;
    update();
}

void CompareView::focusOutEvent(QFocusEvent*)
{
    update();
}

void CompareView::contextMenuEvent(QContextMenuEvent* event)
{
    if (m_figure)
        emit m_board.menuRequested(event->globalPos(), m_figure->matrix());
}

bool CompareView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && m_figure) {
        auto* help = static_cast<QHelpEvent*>(event);
        if (m_figure->cellAt(help->pos(), figureRect(), m_theme))
            QToolTip::showText(help->globalPos(), toolTipOf(m_figure->selectedSentence()), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace attention::ui
