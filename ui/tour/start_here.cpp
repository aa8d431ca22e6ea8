// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/tour/start_here.h"

#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

namespace attention::ui {

StartHere::StartHere(const QStringList& lines, QWidget* parent)
    : QWidget(parent)
    , m_lines(lines)
    , m_title(new QLabel(tr("Start here"), this))
    , m_note(new QLabel(tr("about a minute · Esc skips"), this))
    , m_theme(Theme::make(ThemeKind::Light))
{
    setObjectName(QStringLiteral("startHere"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 64, 16, 16);
    column->setSpacing(14);
    m_title->setWordWrap(true);
    column->addWidget(m_title);
    for (qsizetype i = 0; i < lines.size(); ++i) {
        m_labels += new QLabel(this);
        m_labels.back()->setWordWrap(true);
        column->addWidget(m_labels.back());
    }
    column->addSpacing(12);
    m_note->setWordWrap(true);
    column->addWidget(m_note);
    column->addStretch(1);
    update();
}

void StartHere::setTheme(const Theme& theme)
{
    m_theme = theme;
    const int most = window()->width() * 2 / 5; // the board stays the larger part
    setFixedWidth(std::min(qRound(270 * theme.base / 14), std::max(270, most)));
    update();
}

void StartHere::setCurrent(int line)
{
    m_current = line;
    update();
}

int StartHere::setCompact(bool compact)
{
    m_note->setVisible(!compact);
    for (int i = 0; i < m_labels.size(); ++i)
        m_labels[i]->setVisible(!compact || i == m_current);
    layout()->setContentsMargins(16, compact ? 16 : 64, 16, 16);
    layout()->activate();
    const QWidget* last = m_current < m_labels.size() ? m_labels[m_current] : m_title;
    return last->geometry().bottom() + 1;
}

void StartHere::update()
{
    m_title->setFont(m_theme.bold(20.0 / 14));
    m_note->setFont(m_theme.body(12.5 / 14));
    QPalette grey = palette();
    grey.setColor(QPalette::WindowText, m_theme.secondary);
    m_note->setPalette(grey);
    for (int i = 0; i < m_labels.size(); ++i) {
        const bool done = i < m_current;
        m_labels[i]->setText(QStringLiteral("%1  %2").arg(
            done ? QStringLiteral("✓") : QString::number(i + 1), m_lines[i]));
        m_labels[i]->setFont(i == m_current ? m_theme.bold(15.0 / 14) : m_theme.body(15.0 / 14));
        QPalette colours = grey;
        if (i == m_current)
            colours.setColor(QPalette::WindowText, m_theme.text);
        m_labels[i]->setPalette(colours);
    }
}

} // namespace attention::ui
