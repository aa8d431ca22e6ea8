// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/checks/detective_bar.h"

#include "core/attention/mistake_effects.h"
#include "core/attention/run.h"
#include "core/scenario/problems.h"
#include "ui/document/document.h"
#include "ui/editors/mask_painter.h"
#include "ui/figures/labels.h"
#include "ui/fitted_button.h"
#include "ui/flow_layout.h"
#include "ui/views/board_view.h"

#include <QtCore/QRandomGenerator>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QToolButton>

#include <algorithm>

namespace attention::ui {

namespace {

// Each mistake is tried on the whole scenario before one is hidden.
constexpr int mostTokens = 1024;

QString capitalised(QString words)
{
    words[0] = words[0].toUpper();
    return words;
}

} // namespace

DetectiveBar::DetectiveBar(Document& document, BoardView& board, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_board(board)
    , m_says(new QLabel(this))
    , m_suspects(new QComboBox(this))
{
    setObjectName(QStringLiteral("detectiveBar"));
    setAccessibleName(tr("Detective"));
    setAttribute(Qt::WA_StyledBackground);
    auto* row = new FlowLayout(this);
    row->setContentsMargins(16, 3, 16, 3);
    row->setSpacing(8);
    m_says->setObjectName(QStringLiteral("detectiveText"));
    m_says->setTextFormat(Qt::PlainText);
    m_says->setWordWrap(true);
    row->addWidget(m_says);
    m_suspects->setObjectName(QStringLiteral("detectiveSuspects"));
    m_suspects->setAccessibleName(tr("Which mistake is it?"));
    m_suspects->setMinimumHeight(32);
    row->addWidget(m_suspects);
    const auto button = [&](const char* name, const QString& words, const QString& tip) {
        auto* b = new FittedButton(this);
        b->setObjectName(QLatin1String(name));
        b->setProperty("chip", true);
        b->setText(words);
        b->setAccessibleName(tip);
        b->setToolTip(tip);
        b->setFocusPolicy(Qt::StrongFocus);
        row->addWidget(b);
        return b;
    };
    m_accuse = button("detectiveAccuse", tr("It is this one"), tr("Accuse the chosen mistake"));
    m_reveal = button("detectiveReveal", tr("Reveal"), tr("Say which mistake it is"));
    auto* done = button("detectiveEnd", tr("End"), tr("End the search and correct the mistake"));
    connect(m_accuse, &QToolButton::clicked, this, &DetectiveBar::accuse);
    connect(m_reveal, &QToolButton::clicked, this, &DetectiveBar::reveal);
    connect(done, &QToolButton::clicked, this, &DetectiveBar::end);
    // One bar at a time: while the mask is painted this one waits.
    const auto follow = [this] {
        setVisible(m_document.hiddenMistake() && !m_board.maskPainter().isOn());
    };
    connect(&m_document, &Document::hiddenMistakeChanged, this, follow);
    connect(&m_board.maskPainter(), &MaskPainter::switched, this, follow);
    hide();
}

bool DetectiveBar::start()
{
    end();
    const Scenario& s = m_document.scenario();
    if (s.tokenCount() > mostTokens) {
        emit said(tr("Detective takes at most %1 tokens").arg(mostTokens));
        return false;
    }
    // A stage that is not kept would be made again by the right rules.
    if (!keepsEveryStage(s)) {
        emit said(tr("Detective cannot search matrices that take more than 256 MiB"));
        return false;
    }
    const TracePtr right = run(m_document.scenarioPtr());
    std::vector<Mistake> possible = mistakesThatShow(*right);
    if (possible.empty()) {
        emit said(tr("No further mistake would change a number here: try another example"));
        return false;
    }
    if (possible.size() > 1 && m_last) // the last answer would be right again
        std::erase(possible, *m_last);
    m_board.maskPainter().setOn(false);
    m_suspects->clear();
    for (const MistakeInfo& info : mistakeTable())
        if (!s.has(info.mistake))
            m_suspects->addItem(QString::fromUtf8(info.title), static_cast<int>(info.mistake));
    m_suspects->setCurrentIndex(-1);
    m_suspects->setPlaceholderText(tr("Which mistake is it?"));
    const auto chosen = QRandomGenerator::global()->bounded(static_cast<int>(possible.size()));
    m_last = possible[static_cast<std::size_t>(chosen)];
    m_document.hideMistake(m_last);
    say(tr("Detective: something is wrong. The numbers are off, the formulas are not."), false);
    return true;
}

void DetectiveBar::accuse()
{
    if (!m_document.hiddenMistake())
        return;
    if (m_suspects->currentIndex() < 0) {
        say(tr("Detective: choose one of the mistakes first."), false);
        return;
    }
    const MistakeInfo& hidden = mistakeInfo(*m_document.hiddenMistake());
    if (m_suspects->currentData().toInt() == static_cast<int>(hidden.mistake))
        say(tr("Right: %1. %2. %3")
                .arg(QString::fromUtf8(hidden.title), capitalised(QString::fromUtf8(hidden.breaks)),
                     lookAt(true)),
            true);
    else
        say(tr("Not “%1”. %2").arg(m_suspects->currentText(), lookAt(false)), false);
}

void DetectiveBar::reveal()
{
    if (!m_document.hiddenMistake())
        return;
    const MistakeInfo& hidden = mistakeInfo(*m_document.hiddenMistake());
    say(tr("It was: %1. %2. %3")
            .arg(QString::fromUtf8(hidden.title), capitalised(QString::fromUtf8(hidden.breaks)),
                 lookAt(true)),
        true);
}

void DetectiveBar::end()
{
    m_document.hideMistake(std::nullopt);
}

QString DetectiveBar::lookAt(bool solved)
{
    if (m_document.isComputing())
        return tr("The numbers are still being computed.");
    const TracePtr right = run(m_document.scenarioPtr());
    const std::vector<StageChange> changes = changesBetween(*m_document.trace(), *right);
    if (solved)
        m_board.setEffects({{}, changes});
    if (changes.empty())
        return tr("Since the last change of yours it changes no number.");
    // The first number that is off and seen: a folded stage is not on the board, one that changes
    // nothing in the right code not on the strip.
    const auto seen = std::find_if(changes.begin(), changes.end(), [&](const StageChange& change) {
        const MatrixRef matrix{std::nullopt, change.id, change.head};
        m_board.ask({matrix, change.row, change.column});
        return m_board.boardLayout().find(matrix) != nullptr;
    });
    const StageChange& first = seen == changes.end() ? changes.front() : *seen;
    const Stage* stage = attention::find(*right, first.id, first.head);
    const QString row = shownLabels(rowLabels(*right, *stage)).value(first.row);
    return tr("Look at the %1 of %2.")
        .arg(QString::fromUtf8(stageInfo(first.id).title), quoted(row));
}

void DetectiveBar::say(const QString& sentence, bool solved)
{
    if (solved)
        m_document.tellMistake();
    m_says->setText(sentence);
    m_suspects->setVisible(!solved);
    m_accuse->setVisible(!solved);
    m_reveal->setVisible(!solved);
}

} // namespace attention::ui
