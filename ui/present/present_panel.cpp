// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/present/present_panel.h"

#include <QtCore/QRegularExpression>
#include <QtGui/QPainter>
#include <QtWidgets/QLabel>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

namespace attention::ui {

PresentPanel::PresentPanel(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_text(new QLabel(this))
    , m_counter(new QLabel(this))
    , m_previous(new QToolButton(this))
    , m_next(new QToolButton(this))
    , m_theme(Theme::make(ThemeKind::Light))
{
    setObjectName(QStringLiteral("presentPanel"));
    setAccessibleName(tr("Step"));
    auto* column = new QVBoxLayout(this);
    for (QLabel* label : {m_title, m_text}) {
        label->setTextFormat(Qt::PlainText); // labels of tokens may look like markup
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        column->addWidget(label);
    }
    m_title->setObjectName(QStringLiteral("presentTitle"));
    m_text->setObjectName(QStringLiteral("presentText"));
    column->addStretch(1);
    auto* row = new QHBoxLayout;
    const auto arrow = [this](QToolButton* button, const QString& text, const char* name,
                              const QString& says) {
        button->setText(text);
        button->setObjectName(QLatin1String(name));
        button->setAccessibleName(says);
        button->setToolTip(says);
        button->setFocusPolicy(Qt::NoFocus); // Space is the next step, wherever the focus is
        button->setProperty("chip", true);
    };
    arrow(m_previous, QStringLiteral("◂"), "presentPrevious", tr("The step before (Page Up)"));
    arrow(m_next, QStringLiteral("▸"), "presentNext", tr("The next step (Page Down)"));
    m_counter->setObjectName(QStringLiteral("presentCounter"));
    m_counter->setAlignment(Qt::AlignCenter);
    row->addWidget(m_previous);
    row->addWidget(m_counter);
    row->addWidget(m_next);
    row->addStretch(1);
    column->addLayout(row);
    connect(m_previous, &QToolButton::clicked, this, &PresentPanel::previous);
    connect(m_next, &QToolButton::clicked, this, &PresentPanel::next);
}

void PresentPanel::setTheme(const Theme& theme)
{
    m_theme = theme;
    const int unit = qRound(theme.base);
    layout()->setContentsMargins(unit, unit, unit, unit);
    layout()->setSpacing(unit);
    fit();
    update();
}

// As large as the step allows: in a low window, or in a longer language, all of it is seen, and
// nothing below what can be read from the last row.
void PresentPanel::fit()
{
    const int room = width() - 2 * qRound(m_theme.base);
    const auto wordsFit = [room](const QLabel* label) {
        const QFontMetrics metrics = label->fontMetrics();
        for (const QString& word : label->text().split(QLatin1Char(' ')))
            if (metrics.horizontalAdvance(word) > room)
                return false;
        return true;
    };
    const qreal least = 0.86 * std::max(16.0, window()->height() / 42.0) / m_theme.base;
    for (qreal scale = 1; scale > 0.2; scale -= 0.08) {
        const auto sized = [&](qreal size) { return std::max(least, size * scale); };
        m_title->setFont(m_theme.bold(sized(1.6)));
        m_text->setFont(m_theme.body(sized(1.45)));
        m_counter->setFont(m_theme.body(sized(1.1)));
        m_counter->setMinimumWidth(
            m_counter->fontMetrics().horizontalAdvance(QStringLiteral(" 99 / 99 ")));
        const int target = std::max(44, qRound(sized(1.8) * m_theme.base));
        for (QToolButton* button : {m_previous, m_next}) {
            button->setFont(m_theme.body(sized(1.1)));
            button->setMinimumSize(0, 0); // else it would be its hint
            button->setMinimumSize(button->sizeHint().expandedTo(QSize(target, target)));
        }
        layout()->invalidate();
        if (layout()->heightForWidth(width()) <= height() &&
            layout()->minimumSize().width() <= width() && wordsFit(m_title) &&
            (m_text->textFormat() == Qt::RichText || wordsFit(m_text)))
            break;
    }
}

void PresentPanel::resizeEvent(QResizeEvent*)
{
    fit();
}

void PresentPanel::setStep(const QString& title, const QString& text, int number, int count)
{
    m_title->setText(title);
    // A shape stays on one line.
    static const QRegularExpression inside(QStringLiteral(", (?=[^ (]+\\))"));
    QString shown = text;
    shown.replace(inside, QStringLiteral(",") + QChar::Nbsp);
    shown.replace(QStringLiteral(" = "), QChar::Nbsp + QStringLiteral("= "));
    // The projections as the board draws them; a token's label stands between marks of its own.
    static const QRegularExpression letter(QStringLiteral("(^|[ ·\u00a0])W_([a-z0-9])"));
    const bool drawn = shown.contains(letter);
    m_text->setTextFormat(drawn ? Qt::RichText : Qt::PlainText);
    m_text->setText(
        drawn ? shown.toHtmlEscaped().replace(letter, QStringLiteral("\\1W<sub>\\2</sub>"))
              : shown);
    m_counter->setText(QStringLiteral("%1 / %2").arg(number).arg(count));
    m_previous->setEnabled(number > 1);
    m_next->setEnabled(number < count);
    setAccessibleDescription(QStringLiteral("%1. %2").arg(title, text));
    fit();
}

void PresentPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.window);
    const int line = std::max(2, qRound(m_theme.base / 8));
    painter.fillRect(QRect(0, qRound(m_theme.base), line, height() - 2 * qRound(m_theme.base)),
                     m_theme.border);
}

} // namespace attention::ui
