// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/tour/first_minute.h"

#include "core/scenario/edits.h"
#include "core/text/number.h"
#include "ui/compare/compare_view.h"
#include "ui/document/document.h"
#include "ui/explain/cell_explanation.h"
#include "ui/explain/right_column.h"
#include "ui/file_commands.h"
#include "ui/main_window.h"
#include "ui/top_bar.h"
#include "ui/tour/callout.h"
#include "ui/tour/start_here.h"
#include "ui/tour/words_entry.h"

#include <QtCore/QSettings>
#include <QtGui/QUndoStack>
#include <QtWidgets/QApplication>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QToolButton>

#include <array>
#include <cmath>

namespace attention::ui {

namespace {

const auto seenKey = QStringLiteral("firstMinuteSeen");

// What stands in the top bar from the first second; the rest comes later.
constexpr std::array first = {"undoButton", "redoButton",   "scaleChip",
                              "maskChip",   "examplesChip", "presentChip"};

constexpr std::array answers = {0.87, 0.50, 0.33};

// The line at the right that a step belongs to.
int lineOf(FirstMinute::Step step)
{
    using Step = FirstMinute::Step;
    switch (step) {
    case Step::Drag:
        return 0;
    case Step::Ask:
    case Step::Answer:
        return 1;
    case Step::Guess:
    case Step::Verdict:
        return 2;
    case Step::Hide:
        return 3;
    case Step::Doors:
        break;
    }
    return 4;
}

double share(const Document& document, int key)
{
    const Stage* weights = find(*document.trace(), StageId::Weights, 0);
    return (*weights->values)(0, key);
}

QString threeDecimals(double value)
{
    return QString::fromStdString(forFigure(value, 3));
}

} // namespace

FirstMinute::FirstMinute(MainWindow& window)
    : QObject(&window)
    , m_window(window)
    , m_callout(new Callout(&window))
    , m_ring(new Ring(&window))
    , m_lines(new StartHere({tr("Drag a number"), tr("Ask a number where it comes from"),
                             tr("Guess, then look"), tr("Hide the future")},
                            &window))
{
    m_lines->hide();
    window.installEventFilter(this);
    window.board().installEventFilter(this);
    connect(&window.document(), &Document::scenarioChanged, this, &FirstMinute::lookAgain);
    connect(&window.document(), &Document::traceChanged, this, &FirstMinute::lookAgain);
    connect(&window.board(), &BoardView::selectionChanged, this, &FirstMinute::lookAgain);
    connect(&window.document(), &Document::loaded, this, [this] {
        if (m_step && !m_start)
            return; // by the tour itself
        finish();
    });
    connect(&window.board(), &BoardView::optionsChanged, this, &FirstMinute::place);
    // The tour is one of the board.
    connect(window.findChild<QStackedWidget*>(QStringLiteral("pages")),
            &QStackedWidget::currentChanged, this, &FirstMinute::finish);
}

bool FirstMinute::wasSeen()
{
    return QSettings().value(seenKey, false).toBool();
}

void FirstMinute::start()
{
    finish();
    m_window.compare().comparison().setShown(false); // it is the board that is toured
    m_step = Step::Drag; // what is loaded now is not the end of the tour
    if (!m_window.files().openPath(QStringLiteral("example:abc-unscaled"))) {
        m_step.reset();
        return;
    }
    QSettings().setValue(seenKey, true);
    m_start = m_window.document().scenarioPtr();
    showRest(false);
    m_lines->show();
    go(Step::Drag);
}

void FirstMinute::finish()
{
    const bool ran = m_step.has_value();
    m_step.reset();
    m_start.reset();
    m_words = false;
    m_callout->hide();
    m_callout->say({}, {}); // its buttons go
    m_window.board().setContentsMargins(0, 0, 0, 0);
    m_ring->setAround({});
    m_lines->hide();
    if (!ran)
        return;
    showRest(true);
}

void FirstMinute::showRest(bool shown)
{
    m_window.findChild<QWidget*>(QStringLiteral("rail"))->setVisible(shown);
    m_window.column().setAside(!shown); // the note itself says where a number comes from
    auto* bar = m_window.findChild<QWidget*>(QStringLiteral("topBar"));
    for (QToolButton* button : bar->findChildren<QToolButton*>())
        if (std::find(first.begin(), first.end(), button->objectName()) == first.end())
            button->setProperty("away", !shown);
    static_cast<TopBar*>(bar)->update();
}

void FirstMinute::setTheme(const Theme& theme)
{
    m_callout->setTheme(theme);
    m_ring->setTheme(theme);
    m_lines->setTheme(theme);
    place();
}

void FirstMinute::backToTheStart()
{
    Document& document = m_window.document();
    while (document.undoStack().canUndo() && !sameContent(document.scenario(), *m_start))
        document.undoStack().undo();
    if (!sameContent(document.scenario(), *m_start))
        document.apply({*m_start, tr("Back to the Start"), {}});
}

void FirstMinute::go(Step step)
{
    m_step = step;
    m_pinnedBefore = m_window.board().selection().pinned;
    m_lines->setCurrent(lineOf(step));
    const auto next = [this](Step then) {
        connect(m_callout->addButton(tr("Next"), QStringLiteral("tourNext")), &QToolButton::clicked,
                this, [this, then] { go(then); });
    };
    switch (step) {
    case Step::Drag:
        m_callout->say(tr("Drag the 0 of A to the right."), tr("Everything else follows."));
        break;
    case Step::Ask:
        m_callout->say(tr("Ask a number where it comes from."), tr("Click one of the weights."));
        break;
    case Step::Answer: {
        const CellRef cell = *m_window.board().selection().pinned;
        const TracePtr trace = m_window.document().trace();
        const CellExplanation why = *explainCell(*trace, cell, 3);
        m_callout->say(QStringLiteral("%1 = %2").arg(why.name, why.value),
                       tr("Its query, its key and its value are lit. This is how it is computed:"),
                       why.exact.arithmetic.empty() ? why.plain
                                                    : std::vector{why.plain.front(), why.exact});
        next(Step::Guess);
        break;
    }
    case Step::Guess:
        backToTheStart();
        m_callout->say(tr("Guess: if C becomes equal to A, what share does A keep?"),
                       tr("A is [2, 0] again and gives itself %1.")
                           .arg(threeDecimals(share(m_window.document(), 0))));
        for (std::size_t i = 0; i < answers.size(); ++i)
            connect(m_callout->addButton(QString::number(answers[i], 'f', 2),
                                         QStringLiteral("tourGuess%1").arg(i)),
                    &QToolButton::clicked, this, [this, i] { guess(static_cast<int>(i)); });
        break;
    case Step::Verdict: {
        const double kept = share(m_window.document(), 0);
        const QString crumb =
            tr("B still takes a crumb: %1.").arg(threeDecimals(share(m_window.document(), 1)));
        const bool right = std::abs(answers[static_cast<std::size_t>(m_answer)] - kept) < 0.01;
        m_callout->say(
            right ? tr("Yes: %1.").arg(threeDecimals(kept))
                  : tr("Not %1: it is %2.")
                        .arg(QString::number(answers[static_cast<std::size_t>(m_answer)], 'f', 2),
                             threeDecimals(kept)),
            right           ? tr("Equal scores get equal shares. %1").arg(crumb)
            : m_answer == 0 ? tr("C fits as well as A does now, so they share. %1").arg(crumb)
                            : tr("Only A and C share evenly; B does not fit. %1").arg(crumb));
        next(Step::Hide);
        break;
    }
    case Step::Hide:
        backToTheStart();
        m_callout->say(tr("Hide the future."),
                       tr("Click the chip “mask” and choose “Causal”: then A reads nothing that "
                          "comes after it."));
        break;
    case Step::Doors:
        m_callout->say(
            tr("That was all of attention."),
            tr("A reads %1 of itself now, and nothing of B and C. Where do you want to go?")
                .arg(threeDecimals(share(m_window.document(), 0))));
        connect(m_callout->addButton(tr("Examples"), QStringLiteral("tourExamples")),
                &QToolButton::clicked, this, [this] {
                    finish();
                    m_window.findChild<QToolButton*>(QStringLiteral("examplesChip"))->click();
                });
        connect(m_callout->addButton(tr("My own sentence"), QStringLiteral("tourWords")),
                &QToolButton::clicked, this, [this] {
                    finish();
                    askForWords();
                });
        connect(m_callout->addButton(tr("Stay here"), QStringLiteral("tourStay")),
                &QToolButton::clicked, this, &FirstMinute::finish);
        showRest(true);
        break;
    }
    m_callout->show();
    place();
}

void FirstMinute::askForWords()
{
    if (m_step)
        finish();
    m_words = true;
    m_callout->say(tr("My own sentence"), tr("Type a few words; every word becomes a token."));
    auto* entry = new WordsEntry(m_callout);
    connect(entry, &WordsEntry::made, this, [this](const Scenario& scenario) {
        if (m_window.files().openScenario(scenario))
            finish();
    });
    m_callout->addWidget(entry);
    connect(m_callout->addButton(tr("Cancel"), QStringLiteral("wordsCancel")),
            &QToolButton::clicked, this, &FirstMinute::finish);
    m_callout->show();
    place();
    entry->setFocus();
}

void FirstMinute::guess(int answer)
{
    m_answer = answer;
    const Scenario& s = m_window.document().scenario();
    const Matrix& x = *s.X;
    Scenario after = s;
    for (int column = 0; column < x.cols(); ++column)
        after = withCell(after, MatrixField::X, 2, column, x(0, column));
    m_window.document().apply({after, tr("Make C Equal to A"), {}});
    go(Step::Verdict);
}

void FirstMinute::lookAgain()
{
    if (!m_step || !m_start)
        return;
    const Scenario& s = m_window.document().scenario();
    if (!m_window.document().trace() || s.tokenCount() != m_start->tokenCount() ||
        s.modelWidth() != m_start->modelWidth())
        return finish(); // the person has gone a way of their own
    switch (*m_step) {
    case Step::Drag:
        // Not before the number is let go.
        if ((*s.X)(0, 1) != (*m_start->X)(0, 1) &&
            !(QGuiApplication::mouseButtons() & Qt::LeftButton))
            go(Step::Ask);
        break;
    case Step::Ask: {
        const auto& pinned = m_window.board().selection().pinned;
        if (pinned && !pinned->matrix.field && pinned->matrix.stage == StageId::Weights &&
            pinned != m_pinnedBefore)
            go(Step::Answer);
        break;
    }
    case Step::Hide:
        if (s.mask.causal)
            go(Step::Doors);
        break;
    case Step::Answer:
    case Step::Guess:
    case Step::Verdict:
    case Step::Doors:
        break;
    }
    place();
}

QRect FirstMinute::target() const
{
    if (!m_step)
        return {};
    const BoardView& board = m_window.board();
    const auto onBoard = [&](const QRectF& rect) {
        return QRect(board.mapTo(&m_window, rect.topLeft().toPoint()), rect.size().toSize());
    };
    const auto matrix = [&](StageId id) { return board.boardLayout().find({std::nullopt, id, 0}); };
    switch (*m_step) {
    case Step::Drag:
        if (const PlacedMatrix* m = matrix(StageId::HeadQueries))
            return onBoard(m->cell(0, 1));
        break;
    case Step::Ask:
        if (const PlacedMatrix* m = matrix(StageId::Weights))
            return onBoard(m->area);
        break;
    case Step::Guess:
        if (const PlacedMatrix* m = matrix(StageId::Weights))
            return onBoard(m->cell(0, 0));
        break;
    case Step::Hide: {
        const auto* chip = m_window.findChild<QWidget*>(QStringLiteral("maskChip"));
        if (chip->isHidden()) // no room for it: the menu and the formula have it, too
            break;
        return QRect(chip->mapTo(&m_window, QPoint(0, 0)), chip->size());
    }
    case Step::Answer:
    case Step::Verdict:
    case Step::Doors:
        break;
    }
    return {};
}

void FirstMinute::place()
{
    if (m_callout->isHidden())
        return;
    const BoardView& board = m_window.board();
    const QPoint corner = board.mapTo(&m_window, QPoint(0, 0));
    const qreal unit = board.theme().base / 14;
    m_callout->setWidth(std::min(qRound(480 * unit), board.width() - 32));
    m_lines->setCompact(false);
    // The board makes room for a note of two lines, unless it would be no board any more.
    int room = std::min(m_callout->height() + qRound(20 * unit), qRound(116 * unit));
    if (const TracePtr& trace = board.trace()) {
        const Ranges ranges(*trace);
        const QRectF left(0, 0, board.width(), board.height() - room);
        if (layoutBoardOrStrip(
                {*trace, ranges, board.options(), board.selection(), left, board.theme()})
                .strip)
            room = 0;
    }
    m_window.board().setContentsMargins(0, 0, 0, room);
    // Below the board; where there is no room for it, in the place of the lines beside it, so that
    // it never covers what it speaks of.
    const QRectF content = board.boardLayout().content;
    const int lowest = corner.y() + board.height() - m_callout->height() - 12;
    QPoint at(corner.x() + std::max(16, qRound(content.left())),
              corner.y() + qRound(content.bottom()) + 14);
    if (at.y() > lowest && m_lines->isVisible()) {
        m_callout->setWidth(m_lines->width() - 16);
        const QPoint beside = m_lines->mapTo(&m_window, QPoint(8, m_lines->setCompact(true) + 12));
        const int end =
            m_window.mapFromGlobal(m_lines->mapToGlobal(QPoint(0, m_lines->height()))).y() -
            m_callout->height() - 8;
        at = QPoint(beside.x(), std::max(corner.y() + 8, std::min(beside.y(), end)));
    } else {
        at.setY(std::min(at.y(), lowest));
    }
    m_callout->move(at);
    const QRect around = target();
    m_ring->setAround(around);
    m_callout->raise();
}

bool FirstMinute::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
        QMetaObject::invokeMethod(this, &FirstMinute::place, Qt::QueuedConnection);
    // A drag is over when the button is up; the step is looked at after the board knows.
    if (watched == &m_window.board() && event->type() == QEvent::MouseButtonRelease)
        QMetaObject::invokeMethod(this, &FirstMinute::lookAgain, Qt::QueuedConnection);
    return false;
}

} // namespace attention::ui
