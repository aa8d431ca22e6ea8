// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/checks/checks_bar.h"

#include "core/attention/empty_rows.h"
#include "ui/checks/check_words.h"
#include "ui/document/computation.h"
#include "ui/document/document.h"
#include "ui/figures/labels.h"

#include <QtConcurrent/QtConcurrent>
#include <QtGui/QPainter>
#include <QtWidgets/QMenu>
#include <QtWidgets/QStyle>
#include <QtWidgets/QToolButton>

#include <algorithm>
#include <array>

namespace attention::ui {

namespace {

constexpr std::size_t mostSentences = 5;
constexpr int onlyInTheList = 99;

// Broken ones first; of the others, what a class asks about first.
int rank(const Check& check)
{
    if (check.status == CheckStatus::Fail)
        return -1;
    static constexpr std::array<std::string_view, 7> order = {
        "weights_rows_sum_to_one",    "no_nan",      "future_is_ignored",
        "blocked_keys_get_no_weight", "order_blind", "position_shift_is_ignored",
        "output_shape_matches_input"};
    const auto found = std::find(order.begin(), order.end(), check.id);
    return check.status == CheckStatus::NotApplicable || found == order.end()
               ? onlyInTheList
               : static_cast<int>(found - order.begin());
}

QString nameOf(CheckStatus status)
{
    return QString::fromUtf8(statusName(status));
}

// & is no mnemonic.
QString literally(QString words)
{
    return words.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

} // namespace

ChecksBar::ChecksBar(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_theme(Theme::make(ThemeKind::Light))
    , m_timer(new QTimer(this))
    , m_all(new QToolButton(this))
{
    setObjectName(QStringLiteral("checksBar"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedHeight(32);
    m_all->setObjectName(QStringLiteral("allChecks"));
    m_all->setText(QStringLiteral("…"));
    m_all->setAccessibleName(tr("All checks"));
    m_all->setToolTip(tr("All checks, with what was measured"));
    m_all->hide();
    auto* list = new QMenu(m_all);
    list->setObjectName(QStringLiteral("checksList"));
    connect(list, &QMenu::aboutToShow, this, [this, list] { fillList(*list); });
    connect(m_all, &QToolButton::clicked, list, [this, list] {
        fillList(*list); // its size is needed first
        list->popup(m_all->mapToGlobal(QPoint(0, -list->sizeHint().height() - 2)));
    });
    m_timer->setSingleShot(true);
    m_timer->setInterval(40); // after the picture is painted
    connect(m_timer, &QTimer::timeout, this, &ChecksBar::start);
    // What is measured now is no longer asked, and would hold up what is.
    connect(&m_document, &Document::scenarioChanged, this, [this] { m_stop.request_stop(); });
    connect(&m_document, &Document::traceChanged, this, [this] {
        m_stop.request_stop();
        // While a number is dragged small ones are checked now and then; large ones when it rests.
        if (!m_timer->isActive() || !Computation::isSmall(m_document.scenario()))
            m_timer->start();
    });
    connect(&m_document, &Document::computingChanged, this, [this](bool computing) {
        if (!computing) // it may have been given up
            m_timer->start();
    });
    connect(&m_watcher, &QFutureWatcherBase::finished, this, [this] {
        // Newest wins: an answer for an older trace is dropped, and the newest is checked.
        if (m_stop.stop_requested() || m_checkedTrace != m_document.checkedTrace()) {
            if (!m_document.isComputing() && !m_timer->isActive()) // else a newer one is checked
                m_timer->start();
            return;
        }
        m_shownTrace = m_document.trace();
        m_answer = m_watcher.result();
        makeLines();
        QStringList words;
        for (const CheckLine& line : m_lines)
            if (line.status != CheckStatus::NotApplicable)
                words += checkSign(line.status) + QLatin1Char(' ') + line.words;
        setAccessibleName(tr("Checks"));
        setAccessibleDescription(words.join(QStringLiteral(", ")));
        arrange();
        emit checked();
    });
    if (m_document.trace())
        m_timer->start();
}

ChecksBar::~ChecksBar()
{
    m_stop.request_stop();
    m_watcher.waitForFinished();
}

void ChecksBar::start()
{
    if (m_watcher.isRunning() || !m_document.trace())
        return;
    m_checkedTrace = m_document.checkedTrace();
    m_stop = std::stop_source();
    // A hidden mistake is among those that were run, and is not to be told.
    const bool tells = m_document.trace() == m_checkedTrace;
    m_watcher.setFuture(QtConcurrent::run([trace = m_checkedTrace, tells,
                                           stop = m_stop.get_token()] {
        return Answer{check(*trace, stop), tells ? mistakeEffects(*trace, stop) : MistakeEffects()};
    }));
}

void ChecksBar::makeLines()
{
    m_lines.clear();
    const Trace& trace = *m_shownTrace;
    for (const MistakeEffect& effect : m_answer.effects.each) {
        const MistakeInfo& info = mistakeInfo(effect.mistake);
        CheckLine line;
        line.id = QStringLiteral("mistake.") + QString::fromUtf8(info.id);
        line.rank = -3;
        if (effect.changes.empty()) {
            line.status = CheckStatus::ByDesign;
            line.words = tr("%1: no effect on these numbers").arg(QString::fromUtf8(info.title));
            line.detail = tr("without this mistake every number of every stage is the same");
        } else {
            const StageChange& first = effect.changes.front();
            line.status = CheckStatus::Fail;
            line.words = tr("%1: other numbers from %2 on")
                             .arg(QString::fromUtf8(info.title),
                                  QString::fromUtf8(stageInfo(first.id).title));
            line.detail = QString::fromUtf8(info.breaks);
            line.cell = CellRef{{std::nullopt, first.id, first.head}, first.row, first.column};
        }
        m_lines.push_back(line);
    }
    const int empty = firstEmptyRow(trace);
    if (empty >= 0) {
        CheckLine line;
        line.id = QStringLiteral("emptyRow");
        line.status = CheckStatus::ByDesign;
        line.rank = -2;
        const QString label = quoted(shownLabels(trace.scenario->tokens).value(empty));
        line.words = tr("%1 may read nothing").arg(label);
        line.detail = tr("every key of %1 is blocked: that is allowed, and the mask menu says what "
                         "stands in such a row")
                          .arg(label);
        line.cell = CellRef{{std::nullopt, StageId::Weights, 0}, empty, 0};
        m_lines.push_back(line);
    }
    for (const Check& check : m_answer.checks) {
        CheckLine line{QString::fromUtf8(check.id),
                       check.status,
                       checkWords(check),
                       QString::fromStdString(english(check.detail)),
                       {},
                       rank(check)};
        // Where a row has no key left, that blocked keys get nothing holds for the other rows
        // alone: a green sign beside such a row would read as false.
        if (empty >= 0 && check.id == "blocked_keys_get_no_weight" &&
            check.status == CheckStatus::Pass)
            line.rank = onlyInTheList;
        if (check.cell)
            line.cell = CellRef{{std::nullopt, check.cell->stage, check.cell->head},
                                check.cell->row,
                                check.cell->column};
        // Only a mistake has such a stage, and it is not shown while it is hidden.
        if (check.cell && !attention::find(trace, check.cell->stage, check.cell->head))
            line.cell.reset();
        m_lines.push_back(line);
    }
    std::stable_sort(m_lines.begin(), m_lines.end(),
                     [](const CheckLine& a, const CheckLine& b) { return a.rank < b.rank; });
}

void ChecksBar::setTheme(const Theme& theme)
{
    m_theme = theme;
    setFixedHeight(qRound(32 * std::max(1.0, theme.base / 14)));
    arrange();
}

void ChecksBar::setStatus(const QString& text)
{
    if (text == m_status)
        return;
    m_status = text;
    setToolTip(text.isEmpty() ? QString() : toolTipOf(text)); // it may end in "…"
    arrange();
}

void ChecksBar::setMeasured(bool told)
{
    if (told == m_measured)
        return;
    m_measured = told;
    arrange();
}

QString ChecksBar::detailOf(const CheckLine& line) const
{
    return m_measured ? line.detail : tr("what was measured is told when every number is revealed");
}

void ChecksBar::setSentences(bool shown)
{
    if (shown == m_sentences)
        return;
    m_sentences = shown;
    arrange();
}

void ChecksBar::arrange()
{
    const QFont font = m_theme.body(12.5 / 14);
    const QFontMetricsF metrics(font);
    m_all->setFont(font);
    const qreal all = std::max(40, m_all->sizeHint().width());
    const qreal most =
        width() - 24 - all -
        (m_status.isEmpty() ? 0
                            : std::min(metrics.horizontalAdvance(m_status) + 32, width() * 0.45));
    std::size_t used = 0;
    qreal x = 8;
    for (const CheckLine& line : m_lines) {
        if (!m_sentences || used == mostSentences || line.rank == onlyInTheList)
            break;
        const QString words = checkSign(line.status) + QStringLiteral("  ") + line.words;
        if (used == m_buttons.size()) {
            auto* button = new QToolButton(this);
            button->setFocusPolicy(Qt::StrongFocus);
            connect(button, &QToolButton::clicked, this, [this, used] {
                if (used < m_lines.size() && m_lines[used].cell)
                    emit offends(*m_lines[used].cell);
            });
            m_buttons.push_back(button);
            setTabOrder(button, m_all); // which stands behind them
        }
        QToolButton* button = m_buttons[used];
        button->setFont(font);
        button->setText(literally(words));
        const qreal w = button->sizeHint().width();
        if (x + w > most)
            break;
        ++used;
        button->setObjectName(QStringLiteral("check.") + line.id);
        if (button->property("status").toString() != nameOf(line.status)) {
            button->setProperty("status", nameOf(line.status));
            button->style()->polish(button);
        }
        button->setAccessibleName(line.words);
        button->setAccessibleDescription(detailOf(line));
        button->setToolTip(toolTipOf(detailOf(line)));
        button->setCursor(line.cell ? Qt::PointingHandCursor : Qt::ArrowCursor);
        button->setGeometry(QRectF(x, 2, w, height() - 3).toRect());
        button->show();
        x += w + 6;
    }
    for (std::size_t i = used; i < m_buttons.size(); ++i)
        m_buttons[i]->hide();
    m_all->setVisible(m_sentences && used < m_lines.size());
    m_all->setGeometry(QRectF(x, 2, all, height() - 3).toRect());
    m_end = m_all->isHidden() ? x : x + all;
    update();
}

void ChecksBar::fillList(QMenu& menu)
{
    menu.clear();
    for (const CheckLine& line : m_lines) {
        const QString words = line.words.isEmpty() ? QString() : line.words + QStringLiteral(" — ");
        QAction* action = menu.addAction(
            literally(checkSign(line.status) + QStringLiteral("  ") + words + detailOf(line)));
        action->setObjectName(QStringLiteral("all.") + line.id);
        if (line.cell)
            connect(action, &QAction::triggered, this,
                    [this, cell = *line.cell] { emit offends(cell); });
    }
}

void ChecksBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.panel);
    painter.fillRect(QRect(0, 0, width(), 1), m_theme.border);
    if (m_status.isEmpty())
        return;
    const QFont font = m_theme.body(12.5 / 14);
    painter.setFont(font);
    painter.setPen(m_theme.text);
    const QRectF place(m_end + 16, 0, width() - m_end - 32, height());
    painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter,
                     elided(m_status, font, place.width()));
}

void ChecksBar::resizeEvent(QResizeEvent*)
{
    arrange();
}

} // namespace attention::ui
