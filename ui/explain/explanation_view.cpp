// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/explanation_view.h"

#include <QtGui/QFontMetricsF>
#include <QtGui/QTextBlockFormat>
#include <QtGui/QTextCursor>
#include <QtGui/QTextDocument>
#include <QtWidgets/QScrollBar>

#include <algorithm>
#include <cmath>

namespace attention::ui {

namespace {

QTextCharFormat charFormat(const QFont& font, const QColor& colour)
{
    QTextCharFormat format;
    format.setFont(font);
    format.setForeground(colour);
    return format;
}

// Labels may be written from right to left; the lines are not.
QTextBlockFormat blockFormat(qreal above)
{
    QTextBlockFormat format;
    format.setLayoutDirection(Qt::LeftToRight);
    format.setTopMargin(above);
    return format;
}

// Lines break before a sign, not after it.
QString kept(QString text)
{
    if (text.size() > 2 && text.startsWith(u' ') && text.endsWith(u' '))
        text.back() = QChar::Nbsp;
    return text;
}

} // namespace

ExplanationView::ExplanationView(QWidget* parent)
    : QTextBrowser(parent)
    , m_theme(Theme::make(ThemeKind::Light))
{
    setObjectName(QStringLiteral("explanation"));
    setAccessibleName(tr("Where does it come from?"));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
    setOpenLinks(false);
    setUndoRedoEnabled(false);
    document()->setDocumentMargin(0);
    connect(this, &QTextBrowser::anchorClicked, this, &ExplanationView::foldRequested);
}

void ExplanationView::setTheme(const Theme& theme)
{
    m_theme = theme;
    write();
}

void ExplanationView::setExplanation(const std::optional<CellExplanation>& explanation)
{
    const bool sameCell = explanation && m_explanation && explanation->cell == m_explanation->cell;
    const int scrolled = verticalScrollBar()->value();
    m_explanation = explanation;
    write();
    verticalScrollBar()->setValue(sameCell ? scrolled : 0); // its number changed, not the question
}

void ExplanationView::setUnfolded(bool unfolded)
{
    if (unfolded == m_unfolded)
        return;
    const int scrolled = verticalScrollBar()->value();
    m_unfolded = unfolded;
    write();
    verticalScrollBar()->setValue(scrolled);
}

int ExplanationView::neededHeight() const
{
    return static_cast<int>(std::ceil(document()->size().height())) + 2 * frameWidth();
}

void ExplanationView::startBlock(QTextCursor& cursor, const QTextBlockFormat& format)
{
    if (m_firstBlock)
        cursor.setBlockFormat(format);
    else
        cursor.insertBlock(format);
    m_firstBlock = false;
}

void ExplanationView::writeLines(QTextCursor& cursor, const std::vector<ExplanationLine>& lines,
                                 qreal column)
{
    const qreal unit = m_theme.base / 14;
    const QFont mono = m_theme.mono(13.0 / 14);
    const QFontMetricsF metrics(mono);
    const QTextCharFormat plain = charFormat(mono, m_theme.text);
    // What does not fit beside its word goes on under the arithmetic.
    QTextBlockFormat hanging = blockFormat(5 * unit);
    hanging.setLeftMargin(column);
    hanging.setTextIndent(-column);
    hanging.setTabPositions({QTextOption::Tab(column, QTextOption::LeftTab)});
    QTextBlockFormat below = blockFormat(1 * unit);
    below.setLeftMargin(column);
    for (const ExplanationLine& line : lines) {
        const bool beside = metrics.horizontalAdvance(line.word) < column;
        startBlock(cursor, beside ? hanging : blockFormat(5 * unit));
        cursor.insertText(line.word, plain);
        if (beside)
            cursor.insertText(QStringLiteral("\t"), plain);
        else
            startBlock(cursor, below);
        for (const ColouredText& piece : line.arithmetic)
            cursor.insertText(kept(piece.text), charFormat(mono, roleColour(m_theme, piece.role)));
    }
}

void ExplanationView::write()
{
    const qreal unit = m_theme.base / 14;
    const QTextCharFormat small = charFormat(m_theme.body(12.5 / 14), m_theme.secondary);
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    cursor.select(QTextCursor::Document);
    cursor.removeSelectedText();
    m_firstBlock = true;
    if (!m_explanation) {
        startBlock(cursor, blockFormat(0));
        cursor.insertText(tr("Point at a number, or click it."), small);
        cursor.endEditBlock();
        moveCursor(QTextCursor::Start);
        return;
    }
    const CellExplanation& e = *m_explanation;
    startBlock(cursor, blockFormat(0));
    // "weights, head 1" and "[the, cat] = 0.187" stay together as long as they fit.
    const qsizetype place = e.name.indexOf(u'[');
    cursor.insertText(
        e.name.left(place) +
            QStringLiteral("%1 = %2").arg(e.name.mid(place), e.value).replace(u' ', QChar::Nbsp),
        charFormat(m_theme.bold(20.0 / 14), roleColour(m_theme, e.role)));

    // The column of words is as wide as the longest short one; longer ones stand over their line.
    const QFontMetricsF mono(m_theme.mono(13.0 / 14));
    const qreal digit = mono.horizontalAdvance(QLatin1Char('0'));
    qreal column = 4 * digit;
    const bool unfolded = m_unfolded || e.plain.empty();
    const auto widen = [&](const ExplanationLine& line) {
        const qreal width = mono.horizontalAdvance(line.word);
        if (width <= 10 * digit)
            column = std::max(column, width + 1.5 * digit);
    };
    std::for_each(e.plain.begin(), e.plain.end(), widen);
    if (unfolded)
        std::for_each(e.computer.begin(), e.computer.end(), widen);
    if (!e.exact.arithmetic.empty())
        widen(e.exact);

    writeLines(cursor, e.plain, column);
    if (!e.exact.arithmetic.empty())
        writeLines(cursor, {e.exact}, column);
    if (!e.computer.empty()) {
        startBlock(cursor, blockFormat(9 * unit));
        if (e.plain.empty()) { // nothing to fold it under
            cursor.insertText(computerHeading(), small);
        } else {
            QTextCharFormat fold = small;
            fold.setAnchor(true);
            fold.setAnchorHref(QStringLiteral("#computer"));
            cursor.insertText((m_unfolded ? QStringLiteral("▾ ") : QStringLiteral("▸ ")) +
                                  computerHeading(),
                              fold);
        }
        if (unfolded)
            writeLines(cursor, e.computer, column);
    }
    for (const QString& note : e.notes) {
        startBlock(cursor, blockFormat(9 * unit));
        cursor.insertText(note, small);
    }
    cursor.endEditBlock();
    moveCursor(QTextCursor::Start); // else the view follows it to the end
}

} // namespace attention::ui
