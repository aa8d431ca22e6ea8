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
    m_title->setFont(theme.bold(1.6));
    m_text->setFont(theme.body(1.45));
    m_counter->setFont(theme.body(1.1));
    m_counter->setMinimumWidth(qRound(4.2 * theme.base));
    const int target = std::max(44, qRound(1.8 * theme.base));
    for (QToolButton* button : {m_previous, m_next}) {
        button->setFont(theme.body(1.1));
        button->setMinimumSize(target, target);
    }
    update();
}

void PresentPanel::setStep(const QString& title, const QString& text, int number, int count)
{
    m_title->setText(title);
    // A shape stays on one line.
    static const QRegularExpression inside(QStringLiteral(", (?=[^ (]+\\))"));
    QString shown = text;
    shown.replace(inside, QStringLiteral(",") + QChar::Nbsp);
    m_text->setText(shown.replace(QStringLiteral(" = "), QChar::Nbsp + QStringLiteral("= ")));
    m_counter->setText(QStringLiteral("%1 / %2").arg(number).arg(count));
    m_previous->setEnabled(number > 1);
    m_next->setEnabled(number < count);
    setAccessibleDescription(QStringLiteral("%1. %2").arg(title, text));
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
