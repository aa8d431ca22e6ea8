// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/checks/checks_bar.h"

#include "ui/checks/check_words.h"
#include "ui/document/computation.h"
#include "ui/document/document.h"
#include "ui/figures/labels.h"

#include <QtConcurrent/QtConcurrent>
#include <QtGui/QHelpEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QToolTip>

#include <algorithm>

namespace attention::ui {

namespace {

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
    return found == order.end() ? 99 : static_cast<int>(found - order.begin());
}

} // namespace

ChecksBar::ChecksBar(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_theme(Theme::make(ThemeKind::Light))
    , m_timer(new QTimer(this))
{
    setObjectName(QStringLiteral("checksBar"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedHeight(32);
    m_timer->setSingleShot(true);
    m_timer->setInterval(40); // after the picture is painted, once for many edits
    connect(m_timer, &QTimer::timeout, this, &ChecksBar::start);
    connect(&m_document, &Document::traceChanged, this, [this] {
        m_stop.request_stop(); // what is measured now is no longer asked
        m_timer->start();
    });
    connect(&m_watcher, &QFutureWatcherBase::finished, this, [this] {
        // Newest wins: an answer for an older trace is dropped, and the newest is checked.
        if (m_checkedTrace != m_document.trace()) {
            start();
            return;
        }
        m_checks = m_watcher.result();
        QStringList words;
        for (const Check& check : m_checks)
            if (const QString text = checkWords(check); !text.isEmpty())
                words += checkSign(check.status) + QLatin1Char(' ') + text;
        setAccessibleName(tr("Checks"));
        setAccessibleDescription(words.join(QStringLiteral(", ")));
        update();
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
    m_checkedTrace = m_document.trace();
    m_stop = std::stop_source();
    m_watcher.setFuture(QtConcurrent::run(
        [trace = m_checkedTrace, stop = m_stop.get_token()] { return check(*trace, stop); }));
}

void ChecksBar::setTheme(const Theme& theme)
{
    m_theme = theme;
    setFixedHeight(qRound(32 * std::max(1.0, theme.base / 14)));
    update();
}

void ChecksBar::setStatus(const QString& text)
{
    if (text == m_status)
        return;
    m_status = text;
    update();
}

std::vector<ChecksBar::Item> ChecksBar::items() const
{
    // Where a row has no key left, that blocked keys get nothing holds for the other rows alone: a
    // green sign beside such a row would read as false.
    const bool emptyRow = m_checkedTrace && m_checkedTrace->allowed &&
                          !m_checkedTrace->allowed->rowwise().any().all();
    const auto misleading = [&](const Check& check) {
        return emptyRow && check.id == "blocked_keys_get_no_weight" &&
               check.status == CheckStatus::Pass;
    };
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < m_checks.size(); ++i)
        if (!checkWords(m_checks[i]).isEmpty() && rank(m_checks[i]) < 99 &&
            !misleading(m_checks[i]))
            order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return rank(m_checks[a]) < rank(m_checks[b]);
    });
    const QFontMetricsF metrics(m_theme.body(12.5 / 14));
    std::vector<Item> items;
    qreal x = 16;
    const qreal most =
        width() - 24 -
        (m_status.isEmpty() ? 0
                            : std::min(metrics.horizontalAdvance(m_status) + 32, width() * 0.45));
    for (const std::size_t i : order) {
        const QString text =
            checkSign(m_checks[i].status) + QStringLiteral("  ") + checkWords(m_checks[i]);
        const qreal w = metrics.horizontalAdvance(text);
        if (items.size() == 5 || x + w > most)
            break;
        items.push_back({i, text, QRectF(x, 0, w, height())});
        x += w + 26;
    }
    return items;
}

void ChecksBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.panel);
    painter.fillRect(QRect(0, 0, width(), 1), m_theme.border);
    const QFont font = m_theme.body(12.5 / 14);
    painter.setFont(font);
    qreal end = 16;
    for (const Item& item : items()) {
        painter.setPen(checkColour(m_theme, m_checks[item.check].status));
        painter.drawText(item.rect, Qt::AlignLeft | Qt::AlignVCenter, item.text);
        end = item.rect.right();
    }
    if (!m_status.isEmpty()) {
        painter.setPen(m_theme.text);
        const QRectF place(end + 24, 0, width() - end - 40, height());
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter,
                         elided(m_status, font, place.width()));
    }
}

void ChecksBar::mousePressEvent(QMouseEvent* event)
{
    for (const Item& item : items())
        if (item.rect.contains(event->position()) && m_checks[item.check].row >= 0)
            emit rowOffends(m_checks[item.check].row);
}

bool ChecksBar::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        for (const Item& item : items())
            if (item.rect.contains(help->pos())) {
                QToolTip::showText(
                    help->globalPos(),
                    QString::fromStdString(english(m_checks[item.check].detail)).toHtmlEscaped(),
                    this);
                return true;
            }
        QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace attention::ui
