// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/fitted_button.h"

#include "ui/figures/labels.h"

#include <QtGui/QHelpEvent>
#include <QtWidgets/QStyleOptionToolButton>
#include <QtWidgets/QStylePainter>
#include <QtWidgets/QToolTip>

namespace attention::ui {

FittedButton::FittedButton(QWidget* parent)
    : QToolButton(parent)
{
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

QString FittedButton::shownText() const
{
    const QFontMetrics metrics = fontMetrics();
    const int around = sizeHint().width() - metrics.size(Qt::TextShowMnemonic, text()).width();
    return sizeHint().width() <= width()
               ? text()
               : metrics.elidedText(text(), Qt::ElideRight, width() - around, Qt::TextShowMnemonic);
}

QSize FittedButton::minimumSizeHint() const
{
    const QSize whole = sizeHint();
    return {std::min(whole.width(), 5 * fontMetrics().height()), whole.height()};
}

void FittedButton::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionToolButton option;
    initStyleOption(&option);
    option.text = shownText();
    painter.drawComplexControl(QStyle::CC_ToolButton, option);
}

bool FittedButton::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && shownText() != text()) {
        const QString whole = toolTip().isEmpty() || toolTip() == text()
                                  ? text()
                                  : text() + QLatin1Char('\n') + toolTip();
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), toolTipOf(whole), this);
        return true;
    }
    return QToolButton::event(event);
}

} // namespace attention::ui
