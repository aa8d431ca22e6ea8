// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/labels.h"

#include <QtCore/QHash>
#include <QtCore/QSet>
#include <QtCore/QTextBoundaryFinder>
#include <QtGui/QFontMetricsF>

#include <algorithm>

namespace attention::ui {

namespace {

bool isSubscript(QChar c)
{
    return c.unicode() >= 0x2080 && c.unicode() <= 0x2089;
}

// The small number at the end of a label, which tells it apart from its likes.
QString numberOf(const QString& label)
{
    qsizetype from = label.size();
    while (from > 0 && isSubscript(label[from - 1]))
        --from;
    return label.mid(from);
}

// Marks that are not seen, or that turn the direction of all that follows. Emoji and some scripts
// need the joiners.
bool isInvisible(QChar c)
{
    return c.category() == QChar::Other_Format && c.unicode() != 0x200c && c.unicode() != 0x200d;
}

QString visible(const QString& label)
{
    if (label.isEmpty())
        return QStringLiteral("∅");
    QString shown;
    for (const QChar c : label) {
        const ushort code = c.unicode();
        if (code < 0x20)
            shown += QChar(0x2400 + code); // the "symbol for" block: ␀ … ␟
        else if (code == 0x7f)
            shown += QChar(0x2421);
        else if (isInvisible(c) || c.category() == QChar::Other_Control ||
                 c.category() == QChar::Separator_Line ||
                 c.category() == QChar::Separator_Paragraph)
            shown += QChar(0xfffd);
        else
            shown += c;
    }
    if (shown.trimmed().isEmpty())
        shown.fill(QChar(0x2423)); // ␣
    return shown;
}

} // namespace

QString subscript(int number)
{
    QString text;
    for (const QChar digit : QString::number(number))
        text += QChar(0x2080 + digit.digitValue());
    return text;
}

QStringList shownLabels(const std::vector<std::string>& labels)
{
    QStringList shown;
    shown.reserve(static_cast<qsizetype>(labels.size()));
    QHash<QString, int> seen;
    QSet<QString> taken; // a label may be "the₂" by itself
    for (const std::string& label : labels) {
        const QString text = visible(QString::fromStdString(label));
        int count = ++seen[text];
        QString apart = count > 1 ? text + subscript(count) : text;
        while (taken.contains(apart))
            apart = text + subscript(++count);
        taken.insert(apart);
        shown += apart;
    }
    return shown;
}

QString shownLabel(const std::vector<std::string>& labels, int index)
{
    const std::string& label = labels[static_cast<std::size_t>(index)];
    const QString text = visible(QString::fromStdString(label));
    const auto standsForAnother = [](QChar c) {
        return (c.unicode() >= 0x2400 && c.unicode() <= 0x2423) || c == QChar(0xfffd) ||
               c == QChar(0x2205);
    };
    // Labels that differ look alike only where a mark stands for something, or where one ends in
    // a small number by itself.
    const auto isNumbered = [](const std::string& other) {
        return other.size() >= 3 && other.compare(other.size() - 3, 2, "\xe2\x82") == 0;
    };
    if (std::any_of(text.begin(), text.end(), standsForAnother) ||
        std::any_of(labels.begin(), labels.end(), isNumbered))
        return shownLabels(labels)[index];
    const auto before = std::count(labels.begin(), labels.begin() + index, label);
    return before > 0 ? text + subscript(static_cast<int>(before) + 1) : text;
}

QString elided(const QString& text, const QFont& font, qreal width)
{
    const QFontMetricsF metrics(font);
    if (metrics.horizontalAdvance(text) <= width)
        return text;
    // What tells it apart stays.
    const QString number = numberOf(text);
    const qreal rest = width - metrics.horizontalAdvance(number);
    if (number.isEmpty() || rest < metrics.horizontalAdvance(QChar(0x2026)))
        return metrics.elidedText(text, Qt::ElideRight, width);
    return metrics.elidedText(text.chopped(number.size()), Qt::ElideRight, rest) + number;
}

QString shortened(const QString& label)
{
    constexpr qsizetype most = 24;
    if (label.size() <= most)
        return label;
    // Never between the halves of one character.
    QTextBoundaryFinder graphemes(QTextBoundaryFinder::Grapheme, label);
    graphemes.setPosition(most);
    if (!graphemes.isAtBoundary())
        graphemes.toPreviousBoundary();
    return label.left(graphemes.position()) + QChar(0x2026) + numberOf(label);
}

QString isolated(const QString& label)
{
    return QChar(0x2068) + label + QChar(0x2069);
}

QString quoted(const QString& label)
{
    return QChar(0x201c) + isolated(shortened(label)) + QChar(0x201d);
}

QString toolTipOf(const QString& plain)
{
    return QStringLiteral("<p style=\"white-space: pre-wrap\">") + plain.toHtmlEscaped() +
           QStringLiteral("</p>");
}

} // namespace attention::ui
