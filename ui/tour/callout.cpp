// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/tour/callout.h"

#include <QtCore/QRegularExpression>
#include <QtGui/QPainter>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QToolButton>

namespace attention::ui {

namespace {

// Words at the left, arithmetic at the right; what follows an underscore in a word stands lower.
QString inColumns(const std::vector<ExplanationLine>& lines)
{
    static const QRegularExpression lower(QStringLiteral("_(\\w+)"));
    QString rows;
    for (const ExplanationLine& line : lines)
        rows += QStringLiteral("<tr><td style=\"white-space: nowrap; padding-right: 14px\">%1</td>"
                               "<td>%2</td></tr>")
                    .arg(line.word.toHtmlEscaped().replace(lower, QStringLiteral("<sub>\\1</sub>")),
                         plainText(line.arithmetic).toHtmlEscaped());
    return QStringLiteral("<table cellspacing=\"0\" cellpadding=\"0\">%1</table>").arg(rows);
}

} // namespace

Callout::Callout(QWidget* window)
    : QFrame(window)
    , m_title(new QLabel(this))
    , m_text(new QLabel(this))
    , m_arithmetic(new QLabel(this))
    , m_row(new QWidget(this))
    , m_buttons(new QHBoxLayout(m_row))
    , m_theme(Theme::make(ThemeKind::Light))
{
    setObjectName(QStringLiteral("callout"));
    setAccessibleName(tr("Tour"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(18, 14, 18, 14);
    column->setSpacing(6);
    m_title->setObjectName(QStringLiteral("calloutTitle"));
    m_text->setObjectName(QStringLiteral("calloutText"));
    m_arithmetic->setObjectName(QStringLiteral("calloutArithmetic"));
    for (QLabel* label : {m_title, m_text, m_arithmetic}) {
        label->setTextFormat(label == m_arithmetic ? Qt::RichText : Qt::PlainText);
        label->setWordWrap(true);
        column->addWidget(label);
    }
    m_buttons->setContentsMargins(0, 4, 0, 0);
    m_buttons->setSpacing(8);
    column->addWidget(m_row);
    hide();
}

void Callout::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_title->setFont(theme.bold(16.0 / 14));
    m_text->setFont(theme.body());
    m_arithmetic->setFont(theme.body(13.0 / 14));
    // The opposite of the window, so that nobody takes it for a part of the board.
    setStyleSheet(
        QStringLiteral("QFrame#callout { background: %1; border-radius: 4px; }"
                       "QLabel { color: %2; background: transparent; }"
                       "QToolButton { color: %2; background: %1; border: 1px solid %2; "
                       "border-radius: 4px; padding: 0 12px; min-height: 32px; }"
                       "QToolButton:hover, QToolButton:checked { background: %2; color: %1; }"
                       "QToolButton:focus { border: 2px solid %3; }"
                       "QLineEdit { color: %1; background: %2; border: 1px solid %2; "
                       "border-radius: 4px; padding: 0 8px; min-height: 32px; }")
            .arg(theme.text.name(), theme.panel.name(), theme.accent.name()));
    for (QToolButton* button : findChildren<QToolButton*>())
        button->setFont(theme.body());
}

void Callout::say(const QString& title, const QString& text,
                  const std::vector<ExplanationLine>& arithmetic)
{
    for (QWidget* widget : m_added) {
        widget->hide(); // at once; it may be what was just clicked
        widget->setObjectName({});
        widget->deleteLater();
    }
    m_added.clear();
    m_title->setText(title);
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    m_arithmetic->setText(inColumns(arithmetic));
    m_arithmetic->setVisible(!arithmetic.empty());
    m_row->hide();
    setAccessibleDescription(QStringLiteral("%1 %2").arg(title, text));
}

QToolButton* Callout::addButton(const QString& text, const QString& objectName)
{
    auto* button = new QToolButton(m_row);
    button->setText(text);
    button->setAccessibleName(text);
    button->setObjectName(objectName);
    button->setFont(m_theme.body());
    m_buttons->addWidget(button);
    m_added += button;
    m_row->show();
    button->show();
    return button;
}

void Callout::addWidget(QWidget* widget)
{
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->insertWidget(column->indexOf(m_row), widget); // the buttons stand below
    m_added += widget;
}

void Callout::setWidth(int width)
{
    setFixedWidth(width);
    const bool narrow = width < 24 * m_theme.base;
    m_buttons->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_buttons->activate();
    layout()->invalidate();
    layout()->activate();
    resize(width, layout()->hasHeightForWidth() ? layout()->heightForWidth(width)
                                                : layout()->sizeHint().height());
}

Ring::Ring(QWidget* window)
    : QWidget(window)
    , m_theme(Theme::make(ThemeKind::Light))
{
    setObjectName(QStringLiteral("tourRing"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void Ring::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void Ring::setAround(const QRect& place)
{
    setGeometry(place.adjusted(-6, -6, 6, 6));
    setVisible(!place.isEmpty());
    raise();
}

void Ring::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.accent, 3));
    painter.drawRoundedRect(QRectF(rect()).adjusted(2, 2, -2, -2), 6, 6);
}

} // namespace attention::ui
