// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/explained_figure.h"

#include "ui/figures/canvas.h"
#include "ui/figures/labels.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QFontMetricsF>
#include <QtGui/QPainter>

#include <algorithm>

namespace attention::ui {

namespace {

// Puts pieces of text one after the other, and on to the next line where one does not fit.
class Flow {
public:
    struct Run {
        QPointF at; // of the text's baseline
        QString text;
        QFont font;
        QColor colour;
    };

    Flow(qreal left, qreal right, qreal lineHeight)
        : m_left(left)
        , m_right(right)
        , m_lineHeight(lineHeight)
        , m_x(left)
    {
    }

    // A line that goes on from the one before is indented.
    void startLine(qreal indent)
    {
        if (m_lines > 0)
            m_baseline += m_lineHeight;
        ++m_lines;
        m_x = m_left;
        m_indent = indent;
    }
    void gap(qreal width) { m_x += width; }

    // What comes next is to stand on one line.
    void keepTogether(qreal width)
    {
        if (m_x + width <= m_right || m_x <= m_left + m_indent)
            return;
        startLine(m_indent);
        m_x = m_left + m_indent;
        m_atStart = true;
    }

    void add(QString text, const QFont& font, const QColor& colour)
    {
        while (m_atStart && text.startsWith(u' '))
            text.remove(0, 1);
        m_atStart = false;
        text = elided(text, font, m_right - m_x); // longer than a whole line
        m_runs.push_back({{m_x, m_baseline}, text, font, colour});
        m_x += QFontMetricsF(font).horizontalAdvance(text);
    }

    const std::vector<Run>& runs() const { return m_runs; }
    qreal height() const { return m_lines * m_lineHeight; }

private:
    qreal m_left, m_right, m_lineHeight;
    qreal m_x, m_indent = 0, m_baseline = 0;
    int m_lines = 0;
    bool m_atStart = false; // of a line that goes on: a space there would be seen
    std::vector<Run> m_runs;
};

// Breaks before signs and after commas alone.
void addLine(Flow& flow, const ColouredLine& line, const QFont& font, const Theme& theme)
{
    const QFontMetricsF metrics(font);
    const auto mayBreakAt = [&](std::size_t i) {
        return i == 0 || i == line.size() || line[i].text.startsWith(u' ') ||
               line[i - 1].text == QLatin1String(", ");
    };
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (mayBreakAt(i)) {
            qreal width = metrics.horizontalAdvance(line[i].text);
            for (std::size_t next = i + 1; !mayBreakAt(next); ++next)
                width += metrics.horizontalAdvance(line[next].text);
            flow.keepTogether(width);
        }
        flow.add(line[i].text, font, roleColour(theme, line[i].role));
    }
}

} // namespace

struct ExplainedFigure::Lines {
    std::vector<Flow::Run> runs;
    qreal height = 0;
    qreal padding = 0;
    qreal ascent = 0;
};

ExplainedFigure::ExplainedFigure(std::unique_ptr<Figure> figure, const Trace& trace,
                                 const std::vector<CellRef>& cells, int decimals)
    : m_figure(std::move(figure))
{
    for (const CellRef& cell : cells)
        if (std::optional<CellExplanation> explanation = explainCell(trace, cell, decimals))
            m_explanations.push_back(std::move(*explanation));
}

ExplainedFigure::Lines ExplainedFigure::place(qreal width, qreal scale, std::size_t count,
                                              const Theme& theme) const
{
    const qreal unit = scale * theme.base / 14;
    const QFont bold = theme.bold(scale);
    const QFont mono = theme.mono(scale * 13.0 / 14);
    const QFontMetricsF metrics(bold);
    Lines lines;
    lines.padding = 10 * unit;
    lines.ascent = metrics.ascent();
    Flow flow(24 * unit, width - 20 * unit, metrics.height() * 1.15);
    for (std::size_t i = 0; i < count; ++i) {
        const CellExplanation& e = m_explanations[i];
        flow.startLine(20 * unit);
        flow.add(QStringLiteral("%1 = %2").arg(e.name, e.value), bold, roleColour(theme, e.role));
        std::vector<ColouredLine> steps = allArithmetic(e);
        if (!e.exact.arithmetic.empty())
            steps.push_back(e.exact.arithmetic);
        for (std::size_t step = 0; step < steps.size(); ++step) {
            if (step + 1 < steps.size())
                steps[step].back().text += u';';
            flow.gap(12 * unit);
            addLine(flow, steps[step], mono, theme);
        }
    }
    if (const auto left = static_cast<int>(m_explanations.size() - count); left > 0) {
        flow.startLine(0);
        flow.add(QCoreApplication::translate("Explain", "and %n more", nullptr, left),
                 theme.body(scale), theme.secondary);
    }
    lines.runs = flow.runs();
    lines.height = flow.height() + 2 * lines.padding;
    return lines;
}

// At most two fifths of the picture: smaller letters at first, then fewer explanations.
ExplainedFigure::Lines ExplainedFigure::linesFor(const QSizeF& size, const Theme& theme) const
{
    const qreal most = 0.4 * size.height();
    const qreal whole = std::clamp(std::min(size.width() / 800, size.height() / 600), 0.35, 6.0);
    for (const qreal smaller : {1.0, 0.9, 0.8, 0.7}) {
        Lines lines = place(size.width(), whole * smaller, m_explanations.size(), theme);
        if (lines.height <= most)
            return lines;
    }
    for (std::size_t count = m_explanations.size() - 1; count > 0; --count) {
        Lines lines = place(size.width(), whole * 0.7, count, theme);
        if (lines.height <= most)
            return lines;
    }
    return place(size.width(), whole * 0.7, 0, theme);
}

void ExplainedFigure::paint(Canvas& canvas, const QRectF& rect, const Theme& theme) const
{
    const Lines lines = linesFor(rect.size(), theme);
    if (lines.height > 0.5 * rect.height()) // a stamp: no letter would be read
        return m_figure->paint(canvas, rect, theme);
    const QRectF upper = rect.adjusted(0, 0, 0, -lines.height);
    m_figure->paint(canvas, upper, theme);
    QPainter& painter = canvas.painter;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.translate(upper.bottomLeft());
    painter.fillRect(QRectF(2 * lines.padding, 0, rect.width() - 4 * lines.padding, 1),
                     theme.border);
    painter.translate(0, lines.padding + lines.ascent);
    for (const Flow::Run& run : lines.runs) {
        painter.setFont(run.font);
        painter.setPen(run.colour);
        painter.drawText(run.at, run.text);
    }
    painter.restore();
}

QString ExplainedFigure::title() const
{
    return m_figure->title();
}

QString ExplainedFigure::description() const
{
    QString text = m_figure->description();
    for (const CellExplanation& e : m_explanations)
        text += QStringLiteral(" %1 = %2: %3.").arg(e.name, e.value, plainText(shortArithmetic(e)));
    return text;
}

ScenarioPtr ExplainedFigure::scenario() const
{
    return m_figure->scenario();
}

} // namespace attention::ui
