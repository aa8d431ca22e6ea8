// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/labels.h"

#include <QtCore/QHash>
#include <QtCore/QTextBoundaryFinder>
#include <QtGui/QFontMetricsF>

#include <algorithm>

namespace attention::ui {

namespace {

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
        else if (c.category() == QChar::Other_Control || c.category() == QChar::Separator_Line ||
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
    for (const std::string& label : labels) {
        QString text = visible(QString::fromStdString(label));
        if (const int count = ++seen[text]; count > 1)
            text += subscript(count);
        shown += text;
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
    // Labels that differ look alike only where a mark stands for something.
    if (std::any_of(text.begin(), text.end(), standsForAnother))
        return shownLabels(labels)[index];
    const auto before = std::count(labels.begin(), labels.begin() + index, label);
    return before > 0 ? text + subscript(static_cast<int>(before) + 1) : text;
}

QString elided(const QString& text, const QFont& font, qreal width)
{
    const QFontMetricsF metrics(font);
    return metrics.horizontalAdvance(text) <= width
               ? text
               : metrics.elidedText(text, Qt::ElideRight, width);
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
    return label.left(graphemes.position()) + QChar(0x2026);
}

QString isolated(const QString& label)
{
    return QChar(0x2068) + label + QChar(0x2069);
}

} // namespace attention::ui
