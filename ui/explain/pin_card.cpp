// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/pin_card.h"

#include "ui/figures/labels.h"

#include <QtGui/QFontMetricsF>
#include <QtGui/QPainter>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QToolButton>

#include <algorithm>

namespace attention::ui {

namespace {

// The line in its colours. Where it is too long it ends in "…" and, after that, in its result.
void drawLine(QPainter& painter, const QRectF& rect, const ColouredLine& line, const QFont& font,
              const Theme& theme)
{
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    const auto widthOf = [&](ColouredLine::const_iterator from, ColouredLine::const_iterator to) {
        qreal width = 0;
        for (; from != to; ++from)
            width += metrics.horizontalAdvance(from->text);
        return width;
    };
    qreal x = rect.left();
    const auto draw = [&](const QString& text, const QColor& colour) {
        painter.setPen(colour);
        painter.drawText(QRectF(x, rect.top(), rect.right() - x + 1, rect.height()),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
        x += metrics.horizontalAdvance(text);
    };
    auto result = line.end();
    for (auto piece = line.begin(); piece != line.end(); ++piece)
        if (piece->text == QLatin1String(" = "))
            result = piece;
    const QString dots = QStringLiteral("…");
    qreal room = rect.width() - widthOf(line.begin(), line.end());
    const bool whole = room >= 0;
    if (!whole)
        room = rect.width() - widthOf(result, line.end()) - metrics.horizontalAdvance(dots);
    for (auto piece = line.begin(); piece != line.end(); ++piece) {
        if (!whole && piece < result) {
            room -= metrics.horizontalAdvance(piece->text);
            if (room < 0) {
                draw(dots, theme.text);
                piece = result;
                if (piece == line.end())
                    break;
            }
        }
        draw(piece->text, roleColour(theme, piece->role));
    }
}

} // namespace

// "weights, head 1 [the, sat]" gives up what it is before where it is: "weigh… [the, sat]".
QString fittedName(const QString& name, const QFont& font, qreal width)
{
    const qsizetype place = name.indexOf(u'[');
    const QFontMetricsF metrics(font);
    if (place <= 0 || metrics.horizontalAdvance(name) <= width)
        return elided(name, font, width);
    const QString where = u' ' + name.mid(place);
    const qreal rest = width - metrics.horizontalAdvance(where);
    if (rest < metrics.horizontalAdvance(QStringLiteral("ww…")))
        return elided(name, font, width);
    return elided(name.left(place).trimmed(), font, rest) + where;
}

PinCard::PinCard(QWidget* parent)
    : QWidget(parent)
    , m_theme(Theme::make(ThemeKind::Light))
    , m_remove(new QToolButton(this))
{
    setObjectName(QStringLiteral("pinCard"));
    m_remove->setObjectName(QStringLiteral("removePin"));
    m_remove->setText(QStringLiteral("×"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 4, 0);
    row->addStretch(1);
    row->addWidget(m_remove, 0, Qt::AlignVCenter);
    connect(m_remove, &QToolButton::clicked, this, &PinCard::removeRequested);
}

void PinCard::setTheme(const Theme& theme)
{
    m_theme = theme;
    const int side = qRound(32 * theme.base / 14);
    m_remove->setFixedSize(side, side);
    setFixedHeight(qRound(54 * theme.base / 14));
    update();
}

void PinCard::setExplanation(const CellExplanation& explanation)
{
    m_explanation = explanation;
    setAccessibleName(text());
    setToolTip(toolTipOf(plainText(explanation).trimmed()));
    setAccessibleDescription(plainText(explanation).trimmed());
    const QString remove = tr("Let go of %1").arg(explanation.name);
    m_remove->setAccessibleName(remove);
    m_remove->setToolTip(toolTipOf(remove));
    m_remove->setAccessibleDescription(remove); // else a reader gets the tooltip's markup
    update();
}

QString PinCard::text() const
{
    return QStringLiteral("%1 = %2\n%3")
        .arg(m_explanation.name, m_explanation.value, plainText(shortArithmetic(m_explanation)));
}

void PinCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal unit = m_theme.base / 14;
    painter.setPen(m_theme.border);
    painter.setBrush(m_theme.window);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    if (m_explanation.name.isEmpty())
        return;
    const QColor colour = roleColour(m_theme, m_explanation.role);
    painter.fillRect(QRectF(0, 4, 4 * unit, height() - 8), colour);
    const QRectF text(12 * unit, 6 * unit, m_remove->x() - 16 * unit, height() - 12 * unit);
    const QRectF upper(text.left(), text.top(), text.width(), text.height() / 2);

    // The name gives way to the number.
    const QFont bold = m_theme.bold(13.0 / 14);
    const QString value = QStringLiteral(" = ") + m_explanation.value;
    const qreal valueWidth = QFontMetricsF(bold).horizontalAdvance(value);
    const QString name =
        fittedName(m_explanation.name, bold, std::max(0.0, text.width() - valueWidth));
    painter.setFont(bold);
    painter.setPen(colour);
    painter.drawText(upper, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, name + value);
    drawLine(painter, upper.translated(0, upper.height()), shortArithmetic(m_explanation),
             m_theme.mono(12.0 / 14), m_theme);
}

} // namespace attention::ui
