// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/labs/words_box.h"

#include <QtGui/QPainter>
#include <QtGui/QPainterPath>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>

#include <algorithm>

namespace attention::ui {

namespace {

QLabel* wordsLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

WordsBox::WordsBox(QWidget* parent)
    : QWidget(parent)
    , m_row(new QHBoxLayout(this))
    , m_sentence(wordsLabel(this))
    , m_detail(wordsLabel(this))
{
    m_sentence->setObjectName(QStringLiteral("sentence"));
    m_detail->setForegroundRole(QPalette::PlaceholderText); // secondary
    m_detail->setObjectName(QStringLiteral("detail"));
    auto* texts = new QVBoxLayout;
    texts->addWidget(m_sentence);
    texts->addWidget(m_detail);
    m_row->addLayout(texts, 1);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
}

void WordsBox::setTheme(const Theme& theme)
{
    m_theme = theme;
    const qreal unit = theme.base / 14;
    m_row->setContentsMargins(qRound(20 * unit), qRound(10 * unit), qRound(16 * unit),
                              qRound(12 * unit));
    m_row->setSpacing(qRound(8 * unit));
    fitSentence();
    update();
}

void WordsBox::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitSentence();
}

// The largest of three sizes that takes one line; in a low window all of it as large as it can
// stand under the plot.
void WordsBox::fitSentence()
{
    qreal size = 15;
    for (const qreal wished : {19.0, 17.0, 15.0}) {
        size = wished;
        if (QFontMetricsF(m_theme.bold(size / 14)).horizontalAdvance(m_sentence->text()) <
            width() - m_row->contentsMargins().left() - m_row->contentsMargins().right())
            break;
    }
    const int most = parentWidget() ? std::max(60, parentWidget()->height() - 220) : height();
    for (qreal smaller = 1; smaller > 0.3; smaller *= 0.9) {
        m_sentence->setFont(m_theme.bold(smaller * size / 14));
        m_detail->setFont(m_theme.body(smaller));
        m_row->invalidate();
        if (!isVisible() || m_row->heightForWidth(width()) <= most)
            break;
    }
}

void WordsBox::setWords(const QString& sentence, const QString& detail)
{
    m_sentence->setText(sentence);
    m_detail->setText(detail);
    m_detail->setVisible(!detail.isEmpty());
    fitSentence();
    setAccessibleName(words());
}

QString WordsBox::words() const
{
    return m_detail->text().isEmpty() ? m_sentence->text()
                                      : m_sentence->text() + u'\n' + m_detail->text();
}

void WordsBox::setBar(const QColor& colour)
{
    m_bar = colour;
    update();
}

void WordsBox::setProgress(double done)
{
    m_progress = done;
    update();
}

void WordsBox::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal unit = m_theme.base / 14;
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(QPen(m_theme.border, 1));
    painter.setBrush(m_theme.panel);
    painter.drawRoundedRect(frame, 4, 4);

    QPainterPath inside;
    inside.addRoundedRect(frame, 4, 4);
    painter.setClipPath(inside);
    if (m_bar.isValid())
        painter.fillRect(QRectF(0, 0, 6 * unit, height()), m_bar);
    if (m_progress >= 0)
        painter.fillRect(
            QRectF(0, height() - 4 * unit, width() * std::min(1.0, m_progress), 4 * unit),
            m_theme.accent);
}

} // namespace attention::ui
