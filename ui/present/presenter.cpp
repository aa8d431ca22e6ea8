// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/present/presenter.h"

#include "ui/document/document.h"
#include "ui/figures/layout_parts.h"
#include "ui/figures/step_layout.h"
#include "ui/present/hide_commands.h"
#include "ui/present/present_panel.h"
#include "ui/views/board_view.h"

#include <QtGui/QKeyEvent>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QAbstractSpinBox>
#include <QtWidgets/QApplication>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QTextEdit>

#include <algorithm>
#include <utility>

namespace attention::ui {

namespace {

// What takes letters itself: single keys mean nothing else there.
bool isEditor(const QWidget* widget)
{
    return widget && widget->isVisible() &&
           (qobject_cast<const QLineEdit*>(widget) ||
            qobject_cast<const QAbstractSpinBox*>(widget) ||
            qobject_cast<const QTextEdit*>(widget) || qobject_cast<const QPlainTextEdit*>(widget) ||
            qobject_cast<const QAbstractItemView*>(widget));
}

} // namespace

Presenter::Presenter(Document& document, BoardView& board, QWidget& window)
    : QObject(&window)
    , m_document(document)
    , m_board(board)
    , m_window(window)
    , m_panel(new PresentPanel(&window))
    , m_blank(new QWidget(&window))
    , m_typing(new QLabel(tr("typing — Esc leaves"), &board))
{
    m_panel->hide();
    m_blank->setObjectName(QStringLiteral("blankScreen"));
    m_blank->setAccessibleName(tr("Blank screen"));
    m_blank->setAutoFillBackground(true);
    QPalette black;
    black.setColor(QPalette::Window, Qt::black);
    m_blank->setPalette(black);
    m_blank->setCursor(Qt::BlankCursor);
    m_blank->hide();
    m_typing->setObjectName(QStringLiteral("typingBadge"));
    m_typing->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_typing->hide();
    connect(m_panel, &PresentPanel::previous, this, [this] { goTo(m_step - 1); });
    connect(m_panel, &PresentPanel::next, this, [this] { goTo(m_step + 1); });
    connect(&m_document, &Document::traceChanged, this, [this] {
        if (m_on)
            makeSteps();
    });
    // Another lesson, from its first step, after the board knows what it is about.
    connect(
        &m_document, &Document::loaded, this,
        [this] {
            if (!m_on)
                return;
            m_story = m_board.selection().pinned.value_or(CellRef{});
            m_story.matrix.head = m_board.selection().head;
            m_steps.clear();
            makeSteps();
        },
        Qt::QueuedConnection);
    connect(&m_board, &BoardView::optionsChanged, this, [this] {
        if (m_on && !m_steps.empty())
            write();
    });
    connect(&m_board, &BoardView::selectionChanged, this, [this] {
        // Another head has another lesson.
        if (m_on && !m_steps.empty() && m_board.selection().head != m_story.matrix.head) {
            m_story.matrix.head = m_board.selection().head;
            makeSteps();
        }
    });
}

qreal Presenter::textSize(int height) const
{
    return std::max(16.0, height / 42.0) * m_enlarged;
}

void Presenter::setOn(bool on)
{
    if (on == m_on)
        return;
    m_on = on;
    BoardOptions options = m_board.options();
    options.onTheWall = on;
    if (on) {
        m_before = options;
        m_enlarged = 1;
        m_step = 0;
        m_story = m_board.selection().pinned.value_or(CellRef{});
        m_story.matrix.head = m_board.selection().head;
        m_board.setOptions(options);
        qApp->installEventFilter(this);
        connect(qApp, &QApplication::focusChanged, this, &Presenter::updateBadge);
    } else {
        qApp->removeEventFilter(this);
        disconnect(qApp, &QApplication::focusChanged, this, &Presenter::updateBadge);
        setBlank(false);
        m_typing->hide();
        options.unfoldQ = m_before.unfoldQ;
        options.unfoldK = m_before.unfoldK;
        options.unfoldV = m_before.unfoldV;
        options.unfoldO = m_before.unfoldO;
        options.scaled = m_before.scaled;
        options.masked = m_before.masked;
        options.step.reset();
        options.form = m_before.form;
        m_board.setOptions(options);
    }
    m_panel->setVisible(m_on && m_boardShown);
    place();
    if (on)
        makeSteps();
}

void Presenter::setBoardShown(bool shown)
{
    m_boardShown = shown;
    m_panel->setVisible(m_on && m_boardShown);
}

void Presenter::setTheme(const Theme& theme)
{
    m_panel->setTheme(theme);
    m_typing->setFont(theme.bold());
    m_typing->setStyleSheet(
        QStringLiteral("background: %1; color: %2; padding: 6px 12px; border-radius: 4px;")
            .arg(theme.text.name(), theme.panel.name()));
    place();
    // Another size, another room; the board has it when this event is over.
    QMetaObject::invokeMethod(this, &Presenter::show, Qt::QueuedConnection);
}

void Presenter::place()
{
    m_panel->setFixedWidth(qRound(m_window.width() * 0.3));
    m_blank->setGeometry(m_window.rect());
    m_typing->adjustSize();
    m_typing->move(16, m_board.height() - m_typing->height() - 16);
}

void Presenter::makeSteps()
{
    const TracePtr trace = m_document.trace();
    if (!trace)
        return;
    const int head = std::clamp(m_story.matrix.head, 0, trace->scenario->heads - 1);
    m_story.matrix.head = head;
    const bool tells = !m_steps.empty();
    const StageId told =
        tells ? m_steps[static_cast<std::size_t>(m_step)].stage : StageId::Embeddings;
    m_steps = walkTheBoard(*trace, head, m_story, m_board.options().decimals);
    m_step = 0;
    for (std::size_t i = 0; tells && i < m_steps.size(); ++i)
        if (m_steps[i].stage <= told)
            m_step = static_cast<int>(i);
    // While a number is dragged the board keeps what is asked there; only the words follow.
    if (tells && m_steps[static_cast<std::size_t>(m_step)].stage == told) {
        write();
        return;
    }
    show();
}

void Presenter::write()
{
    const WalkStep& step = m_steps[static_cast<std::size_t>(m_step)];
    // Words about hidden numbers come when these are revealed.
    const bool ask =
        m_board.options().hidden.givesAwayStage(*m_document.trace(), step.names, step.head);
    m_panel->setStep(step.title,
                     ask ? tr("What stands at “?”  Predict it, then press R.") : step.text,
                     m_step + 1, static_cast<int>(m_steps.size()));
}

void Presenter::goTo(int step)
{
    if (m_steps.empty())
        return;
    m_step = std::clamp(step, 0, static_cast<int>(m_steps.size()) - 1);
    show();
}

void Presenter::unfold()
{
    const WalkStep& step = m_steps[static_cast<std::size_t>(m_step)];
    const TracePtr trace = m_document.trace();
    const Scenario& s = *trace->scenario;
    BoardOptions options = m_board.options();
    options.unfoldQ = options.unfoldK = options.unfoldV = options.unfoldO = false;
    options.scaled = m_before.scaled;
    options.masked = m_before.masked;
    options.step.reset();
    // What is no plain attention takes more than one board, or cells too small for the wall.
    options.form = goesStepByStep(s) ? m_before.form : BoardOptions::Form::Strip;
    options.unfoldQ = (step.stage == StageId::Embeddings || step.stage == StageId::HeadQueries) &&
                      !s.W_q.isIdentity();
    options.unfoldK = step.stage == StageId::HeadKeys && !s.W_k.isIdentity();
    options.unfoldV = step.stage == StageId::HeadValues && !s.W_v.isIdentity();
    options.unfoldO = step.stage == StageId::Output && s.W_o.has_value();
    if (step.stage == StageId::ScaledScores)
        options.scaled = BoardOptions::Shown::Yes;
    if (step.stage == StageId::MaskedScores)
        options.masked = BoardOptions::Shown::Yes;
    // All of the board where it can be read from the last row, else what makes this stage alone; a
    // strip shows one matrix at a time anyway.
    const Ranges ranges(*trace);
    const auto laid = [&](const BoardOptions& wished) {
        const LayoutInput in{
            *trace,         ranges, wished, m_board.selection(), QRectF(m_board.contentsRect()),
            m_board.theme()};
        const BoardLayout layout = layoutBoardOrStrip(in);
        // A board without room for the scores on their way says them as a word.
        const bool told =
            (step.stage != StageId::ScaledScores && step.stage != StageId::MaskedScores) ||
            layout.find(step.cell.matrix);
        return std::pair(layout.strip, told && isReadableAfar(layout, in));
    };
    BoardOptions alone = options;
    alone.step = step.stage;
    alone.unfoldQ = alone.unfoldK = alone.unfoldV = alone.unfoldO = false;
    alone.scaled = m_before.scaled;
    alone.masked = m_before.masked;
    const bool strip = laid(alone).first;
    if (!strip && !laid(options).second)
        options = alone;
    m_board.setOptions(options);
}

void Presenter::show()
{
    if (!m_on || m_steps.empty())
        return;
    const WalkStep& step = m_steps[static_cast<std::size_t>(m_step)];
    write();
    unfold();

    Selection selection = m_board.selection();
    selection.hovered.reset();
    selection.focusField = step.cell.matrix.field;
    if (!step.cell.matrix.field)
        selection.focus = step.stage;
    selection.pinned = step.cell;
    m_board.setSelection(selection);
    // What stands on the board under another name: X as the queries, an enlarged stage as the one
    // it is the same as.
    selection = m_board.selection();
    if (selection.pinned && !m_board.boardLayout().find(selection.pinned->matrix)) {
        const MatrixRef queries{std::nullopt, StageId::HeadQueries, selection.head};
        if (step.stage == StageId::Embeddings && m_board.boardLayout().find(queries))
            selection.pinned->matrix = queries;
        for (const PlacedMatrix& m : m_board.boardLayout().matrices)
            if (m_board.boardLayout().strip && !m.thumbnail)
                selection.pinned->matrix = m.ref;
        m_board.setSelection(selection);
    }
}

bool Presenter::isBlank() const
{
    return !m_blank->isHidden();
}

void Presenter::setBlank(bool blank)
{
    place();
    m_blank->setVisible(blank);
    if (blank)
        m_blank->raise();
}

void Presenter::updateBadge()
{
    place();
    m_typing->setVisible(m_on && isEditor(m_window.focusWidget()));
    m_typing->raise();
}

bool Presenter::act(int key)
{
    switch (key) {
    case Qt::Key_PageDown:
    case Qt::Key_Space:
    case Qt::Key_Right:
    case Qt::Key_Down:
        setBlank(false);
        goTo(m_step + 1);
        return m_boardShown;
    case Qt::Key_PageUp:
    case Qt::Key_Left:
    case Qt::Key_Up:
        setBlank(false);
        goTo(m_step - 1);
        return m_boardShown;
    case Qt::Key_R:
        revealNext(m_board);
        return true;
    case Qt::Key_B:
    case Qt::Key_Period:
        setBlank(!isBlank());
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Minus:
        // Never below what the last row of the room can read.
        m_enlarged =
            std::clamp(key == Qt::Key_Minus ? m_enlarged / 1.1 : m_enlarged * 1.1, 1.0, 2.0);
        emit textSizeChanged();
        return true;
    default:
        return false;
    }
}

bool Presenter::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_blank && event->type() == QEvent::MouseButtonPress) {
        setBlank(false);
        return true;
    }
    if (watched == &m_window && event->type() == QEvent::Resize)
        place();
    if (event->type() != QEvent::KeyPress)
        return false;
    const auto* widget = qobject_cast<QWidget*>(watched);
    const auto* pressed = static_cast<QKeyEvent*>(event);
    if (!widget || widget->window() != &m_window || QApplication::activePopupWidget() ||
        (pressed->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) ||
        isEditor(m_window.focusWidget()))
        return false;
    return act(pressed->key());
}

} // namespace attention::ui
