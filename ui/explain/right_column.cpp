// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/right_column.h"

#include "ui/document/document.h"
#include "ui/explain/explanation_view.h"
#include "ui/explain/pin_card.h"
#include "ui/fitted_button.h"
#include "ui/flow_layout.h"
#include "ui/views/board_view.h"

#include <QtCore/QSettings>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtGui/QResizeEvent>
#include <QtGui/QTextCursor>
#include <QtGui/QTextDocument>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QTextEdit>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace attention::ui {

namespace {

constexpr int roomyWindow = 1000; // from this width on it is open unless closed
constexpr auto openKey = "rightColumn";
constexpr auto unfoldedKey = "computerForm";

} // namespace

RightColumn::RightColumn(Document& document, BoardView& board, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_board(board)
    , m_theme(Theme::make(ThemeKind::Light))
    , m_layout(new QVBoxLayout(this))
    , m_question(new QLabel(tr("Where does it come from?"), this))
    , m_close(new QToolButton(this))
    , m_explanation(new ExplanationView(this))
    , m_pin(new FittedButton(this))
    , m_copy(new FittedButton(this))
    , m_pinArea(new QScrollArea(this))
    , m_line(new QWidget(this))
    , m_scenario(new QTextEdit(this))
{
    setObjectName(QStringLiteral("rightColumn"));
    setAccessibleName(tr("Explanation"));
    setAttribute(Qt::WA_StyledBackground);
    if (const QVariant wanted = QSettings().value(QLatin1String(openKey)); wanted.isValid())
        m_wanted = wanted.toBool();
    m_unfolded = QSettings().value(QLatin1String(unfoldedKey), false).toBool();

    m_question->setObjectName(QStringLiteral("secondary"));
    m_question->setWordWrap(true);
    m_close->setObjectName(QStringLiteral("closeColumn"));
    m_close->setText(QStringLiteral("×"));
    m_close->setAccessibleName(tr("Close the explanation"));
    m_close->setToolTip(tr("Close; View > Where Does It Come From? opens it again"));
    connect(m_close, &QToolButton::clicked, this, [this] { setOpen(false); });
    auto* top = new QHBoxLayout;
    top->addWidget(m_question, 1);
    top->addWidget(m_close);
    m_layout->addLayout(top);

    m_explanation->setUnfolded(m_unfolded);
    connect(m_explanation, &ExplanationView::foldRequested, this,
            [this] { setUnfolded(!m_unfolded); });
    m_layout->addWidget(m_explanation, 1);

    m_pin->setObjectName(QStringLiteral("pinButton"));
    connect(m_pin, &QToolButton::clicked, this, &RightColumn::pinAsked);
    m_copy->setObjectName(QStringLiteral("copyButton"));
    m_copy->setText(tr("Copy"));
    m_copy->setAccessibleName(tr("Copy the explanation"));
    m_copy->setToolTip(tr("Copy the explanation as text"));
    connect(m_copy, &QToolButton::clicked, this, &RightColumn::copyAsked);
    auto* buttons = new QWidget(this);
    auto* flow = new FlowLayout(buttons);
    flow->setContentsMargins(0, 0, 0, 0);
    for (QToolButton* button : {m_pin, m_copy}) {
        button->setProperty("chip", true);
        flow->addWidget(button);
    }
    m_layout->addWidget(buttons);

    m_pinArea->setObjectName(QStringLiteral("pinArea"));
    m_pinArea->setAccessibleName(tr("Pinned explanations"));
    m_pinArea->setFrameShape(QFrame::NoFrame);
    m_pinArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_pinArea->setWidgetResizable(true);
    m_pinArea->setFocusPolicy(Qt::NoFocus); // its buttons have it
    auto* cards = new QWidget;
    m_cardLayout = new QVBoxLayout(cards);
    m_cardLayout->setContentsMargins(0, 0, 0, 0);
    m_cardLayout->addStretch(1);
    m_pinArea->setWidget(cards);
    m_pinArea->viewport()->setAutoFillBackground(false);
    cards->setAutoFillBackground(false);
    m_pinArea->hide();
    m_layout->addWidget(m_pinArea);

    m_line->setObjectName(QStringLiteral("railLine"));
    m_line->setAttribute(Qt::WA_StyledBackground);
    m_line->setFixedHeight(1);
    m_layout->addWidget(m_line);
    m_scenario->setObjectName(QStringLiteral("scenarioText"));
    m_scenario->setAccessibleName(tr("About this scenario"));
    m_scenario->setReadOnly(true);
    m_scenario->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_scenario->setTabChangesFocus(true);
    m_scenario->setFrameShape(QFrame::NoFrame);
    m_scenario->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scenario->document()->setDocumentMargin(0);
    m_layout->addWidget(m_scenario);

    // The board shows at once which number is asked; its arithmetic is written when that is done.
    m_afterTheBoard.setSingleShot(true);
    connect(&m_afterTheBoard, &QTimer::timeout, this, &RightColumn::refresh);
    connect(&m_board, &BoardView::selectionChanged, this, [this] {
        arrange();
        m_afterTheBoard.start(0);
    });
    connect(&m_board, &BoardView::optionsChanged, this, [this] {
        refresh(); // with other decimals
        refreshPins();
    });
    connect(&m_document, &Document::traceChanged, this, [this] {
        if (const TracePtr trace = m_document.trace())
            m_pins.keepWithin(*trace);
        refreshScenario();
        refresh();
        refreshPins();
    });
    connect(&m_document, &Document::mistakeTold, this, [this] {
        refresh();
        refreshPins();
    });
    connect(&m_document, &Document::scenarioChanged, this, &RightColumn::refreshScenario);
    connect(&m_document, &Document::loaded, this, [this] { m_pins.clear(); });
    connect(&m_pins, &Pins::changed, this, [this] {
        arrange();
        refresh();
        refreshPins();
    });
    window()->installEventFilter(this);
    hide(); // until it is known that there is room
    setTheme(m_theme);
}

void RightColumn::setTheme(const Theme& theme)
{
    m_theme = theme;
    const qreal unit = theme.base / 14;
    const int padding = qRound(14 * unit); // and 2 of the frame that shows the focus
    m_layout->setContentsMargins(padding, qRound(8 * unit), padding, padding);
    m_layout->setSpacing(qRound(8 * unit));
    m_cardLayout->setSpacing(qRound(6 * unit));
    QFont heading = theme.bold(12.0 / 14);
    heading.setCapitalization(QFont::AllUppercase);
    m_question->setFont(heading);
    m_question->setContentsMargins(2, 0, 0, 0);
    m_close->setFixedSize(qRound(32 * unit), qRound(32 * unit));
    m_explanation->setTheme(theme);
    for (PinCard* card : m_cards)
        card->setTheme(theme);
    m_shownScenario.clear(); // it is written in the old colours
    refreshScenario();
    arrange();
    fitHeights();
}

bool RightColumn::isOpen() const
{
    return m_wanted.value_or(window()->width() >= roomyWindow * m_theme.base / 14);
}

void RightColumn::setOpen(bool open)
{
    m_wanted = open;
    QSettings().setValue(QLatin1String(openKey), open);
    arrange();
    if (open && isEmpty())
        emit said(tr("Click a number to see where it comes from"));
    emit openChanged();
}

void RightColumn::setAside(bool aside)
{
    m_aside = aside;
    arrange();
}

void RightColumn::setUnfolded(bool unfolded)
{
    m_unfolded = unfolded;
    QSettings().setValue(QLatin1String(unfoldedKey), unfolded);
    m_explanation->setUnfolded(unfolded);
    fitHeights();
    emit openChanged();
}

// A number that is only passed over does not count: the column would open under the mouse, and the
// board would move away from it.
bool RightColumn::isEmpty() const
{
    return !m_board.selection().pinned && m_pins.cells().empty() &&
           m_document.scenario().description.empty();
}

void RightColumn::arrange()
{
    const int room = window()->width();
    const qreal width = (room <= 1024 ? 300 : 344) * m_theme.base / 14;
    // The board stays the larger part, and as large as it has to be.
    const auto* rail = window()->findChild<QWidget*>(QStringLiteral("rail"));
    const qreal spare = room - (rail ? rail->width() : 0) - m_board.minimumSizeHint().width();
    setFixedWidth(qRound(std::min({width, 0.42 * room, std::max(spare, 240.0)})));
    const bool shown = isOpen() && !m_aside && !isEmpty();
    if (shown != isHidden())
        return;
    if (!shown && focusWidget() && focusWidget()->hasFocus())
        m_board.setFocus();
    setVisible(shown);
    m_board.setArithmeticInTooltips(!shown); // it stands here
    refresh();
    refreshPins();
}

bool RightColumn::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == window() && event->type() == QEvent::Resize) {
        const bool was = !isHidden();
        arrange();
        if (was != !isHidden())
            emit openChanged();
    }
    return QWidget::eventFilter(watched, event);
}

void RightColumn::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitHeights();
}

// The explanation has what the pins and the scenario leave, and they leave it the greater part.
void RightColumn::fitHeights()
{
    const QMargins margins = m_layout->contentsMargins();
    const int inside = width() - margins.left() - margins.right();
    const int gap = m_layout->spacing();
    // In a low window the explanation comes first: what the menus have as well gives way to it.
    int rest = height() - margins.top() - margins.bottom() - qRound(5 * m_theme.base);
    const int question = m_question->heightForWidth(inside - m_close->width() - gap);
    m_question->setVisible(question + gap <= rest);
    rest -= std::max(m_question->isHidden() ? 0 : question, m_close->height()) + gap;
    QWidget* buttons = m_pin->parentWidget();
    const int forButtons = buttons->layout()->heightForWidth(inside) + gap;
    buttons->setVisible(forButtons <= rest);
    rest -= buttons->isHidden() ? 0 : forButtons;
    int cards = 0;
    for (const PinCard* card : m_cards)
        cards += card->height() + m_cardLayout->spacing();
    cards = std::min({cards, std::max(height() * 27 / 100, 1), std::max(rest - gap, 1)});
    m_pinArea->setFixedHeight(cards);
    rest -= m_cards.empty() ? 0 : cards + gap;

    QTextDocument& text = *m_scenario->document();
    text.setTextWidth(inside - 4);
    // What the explanation does not need is the scenario's, and at least a share of the whole.
    const int share = height() * (m_cards.empty() ? 38 : 28) / 100;
    const int left = rest - 2 * gap - 1;
    const int room = std::min(std::max(share, left - m_explanation->neededHeight()), left);
    const bool told =
        !m_document.scenario().description.empty() && room >= qRound(2.5 * m_theme.base);
    m_scenario->setVisible(told);
    m_line->setVisible(told);
    m_scenario->setFixedHeight(
        std::clamp(static_cast<int>(std::ceil(text.size().height())) + 4, 0, std::max(room, 0)));
}

// The arithmetic of a number, but for what it would tell of hidden ones.
std::optional<CellExplanation> RightColumn::told(const Trace& trace, const CellRef& cell) const
{
    // A mistake that is known is told as it was run.
    const bool known = m_document.isMistakeTold();
    std::optional<CellExplanation> e =
        explainCell(known ? *m_document.checkedTrace() : trace, cell, m_board.options().decimals);
    const bool hidden = m_board.options().hidden.givesAway(trace, cell);
    // The right arithmetic beside a wrong number would be false.
    const bool searched = m_document.hiddenMistake() && !known && e && asStage(cell.matrix);
    if (!e || !(hidden || searched))
        return e;
    if (m_board.options().hidden.contains(cell))
        e->value = QStringLiteral("?");
    e->plain = {{QString(),
                 {{hidden ? tr("would name hidden numbers")
                          : tr("How should it come about? A mistake is hidden somewhere."),
                   OperandRole::Plain}}}};
    e->computer.clear();
    e->exact = {};
    e->notes.clear();
    return e;
}

void RightColumn::refresh()
{
    m_afterTheBoard.stop();
    arrange();
    const TracePtr trace = m_document.trace();
    if (!trace || isHidden())
        return;
    const std::optional<CellRef>& asked = m_board.selection().asked();
    m_explanation->setExplanation(asked ? told(*trace, *asked) : std::nullopt);
    fitHeights();
    const std::optional<CellExplanation>& shown = m_explanation->explanation();
    const bool isStage = shown && !shown->cell.matrix.field;
    const bool pinned = isStage && m_pins.contains(shown->cell);
    m_pin->setText(pinned ? tr("Unpin") : tr("Pin"));
    m_pin->setAccessibleName(pinned ? tr("Let go of this explanation")
                                    : tr("Pin this explanation"));
    m_pin->setToolTip(pinned ? tr("Let go of this explanation")
                             : tr("Keep this explanation; pictures of the board show it, too"));
    m_pin->setEnabled(isStage);
    m_copy->setEnabled(shown.has_value());
}

void RightColumn::refreshPins()
{
    const TracePtr trace = m_document.trace();
    if (!trace || isHidden())
        return;
    const std::vector<CellRef>& cells = m_pins.cells();
    const bool another = m_cards.size() != cells.size();
    while (m_cards.size() > cells.size()) {
        m_cards.back()->deleteLater(); // it may be its own button that asked
        m_cards.back()->hide();
        m_cards.pop_back();
    }
    while (m_cards.size() < cells.size()) {
        auto* card = new PinCard;
        card->setTheme(m_theme);
        connect(card, &PinCard::removeRequested, this,
                [this, card] { m_pins.toggle(card->cell()); });
        m_cardLayout->insertWidget(static_cast<int>(m_cards.size()), card);
        m_cards.push_back(card);
    }
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (const auto explanation = told(*trace, cells[i]))
            m_cards[i]->setExplanation(*explanation);
    if (another) {
        m_pinArea->setVisible(!cells.empty());
        fitHeights();
    }
}

void RightColumn::refreshScenario()
{
    const Scenario& s = m_document.scenario();
    const QString title = QString::fromStdString(s.title);
    const QString description = QString::fromStdString(s.description);
    const QString both = title + u'\n' + description;
    if (both == m_shownScenario)
        return;
    m_shownScenario = both;
    m_line->setVisible(!description.isEmpty());
    m_scenario->setVisible(!description.isEmpty());
    QTextCharFormat format;
    format.setFont(m_theme.bold(18.0 / 14));
    format.setForeground(m_theme.text);
    m_scenario->clear();
    QTextCursor cursor(m_scenario->document());
    cursor.insertText(title, format);
    format.setFont(m_theme.body(15.0 / 14));
    QTextBlockFormat block;
    block.setTopMargin(6 * m_theme.base / 14);
    if (!title.isEmpty())
        cursor.insertBlock(block);
    cursor.insertText(description, format);
    m_scenario->moveCursor(QTextCursor::Start);
    arrange();
    fitHeights();
}

void RightColumn::pinAsked()
{
    const TracePtr trace = m_document.trace();
    const std::optional<CellRef>& asked = m_board.selection().asked();
    const std::optional<CellExplanation> e = trace && asked ? told(*trace, *asked) : std::nullopt;
    if (!e || e->cell.matrix.field) {
        emit said(e ? tr("This number is given: there is nothing to pin")
                    : tr("Click a number to pin where it comes from"));
        return;
    }
    m_pins.toggle(e->cell);
    const QString what = QStringLiteral("%1 = %2").arg(e->name, e->value);
    emit said(m_pins.contains(e->cell) ? tr("Pinned: %1").arg(what) : tr("Let go: %1").arg(what));
}

void RightColumn::copyAsked()
{
    const TracePtr trace = m_document.trace();
    const std::optional<CellRef>& asked = m_board.selection().asked();
    const std::optional<CellExplanation> e = trace && asked ? told(*trace, *asked) : std::nullopt;
    if (!e) {
        emit said(tr("Click a number to copy where it comes from"));
        return;
    }
    // Pasted elsewhere, nobody could tell that the number is wrong.
    const QString warning =
        m_document.hiddenMistake() ? tr("(with a hidden mistake)\n") : QString();
    QGuiApplication::clipboard()->setText(warning + plainText(*e));
    emit said(tr("Copied: %1 = %2").arg(e->name, e->value));
}

} // namespace attention::ui
