// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/math_text.h"

#include <QtCore/QRegularExpression>
#include <QtGui/QFontMetricsF>
#include <QtGui/QPainter>

#include <vector>

namespace attention::ui {

namespace {

constexpr qreal smaller = 0.72; // a subscript
constexpr qreal lower = 0.2;    // of the letter's size

struct Piece {
    QString text;
    bool subscript;
};

std::vector<Piece> piecesOf(const QString& text)
{
    // One letter before the underscore: "kv_heads" is a word of its own.
    static const QRegularExpression pattern(QStringLiteral("(?<![\\p{L}_])(\\p{L})_([a-z0-9]+)"));
    std::vector<Piece> pieces;
    qsizetype from = 0;
    for (auto match = pattern.globalMatch(text); match.hasNext();) {
        const QRegularExpressionMatch found = match.next();
        pieces.push_back({text.mid(from, found.capturedEnd(1) - from), false});
        pieces.push_back({found.captured(2), true});
        from = found.capturedEnd(0);
    }
    if (from < text.size())
        pieces.push_back({text.mid(from), false});
    return pieces;
}

QFont subscriptOf(QFont font)
{
    font.setPixelSize(std::max(1, qRound(font.pixelSize() * smaller)));
    return font;
}

} // namespace

qreal mathWidth(const QString& text, const QFont& font)
{
    qreal width = 0;
    for (const Piece& piece : piecesOf(text))
        width +=
            QFontMetricsF(piece.subscript ? subscriptOf(font) : font).horizontalAdvance(piece.text);
    return width;
}

void drawMath(QPainter& painter, const QRectF& rect, Qt::Alignment alignment, const QString& text,
              const QFont& font, const QColor& colour)
{
    painter.setPen(colour);
    painter.setFont(font);
    if (!text.contains(QLatin1Char('_'))) {
        painter.drawText(rect, static_cast<int>(alignment) | Qt::TextSingleLine | Qt::TextDontClip,
                         text);
        return;
    }
    const qreal width = mathWidth(text, font);
    const QFontMetricsF metrics(font);
    qreal x = alignment & Qt::AlignRight     ? rect.right() - width
              : alignment & Qt::AlignHCenter ? rect.center().x() - width / 2
                                             : rect.left();
    const qreal baseline = rect.center().y() + (metrics.ascent() - metrics.descent()) / 2;
    for (const Piece& piece : piecesOf(text)) {
        const QFont own = piece.subscript ? subscriptOf(font) : font;
        painter.setFont(own);
        painter.drawText(QPointF(x, baseline + (piece.subscript ? lower * font.pixelSize() : 0)),
                         piece.text);
        x += QFontMetricsF(own).horizontalAdvance(piece.text);
    }
}

} // namespace attention::ui
