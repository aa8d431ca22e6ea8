// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/heads_layout.h"

#include "ui/figures/labels.h"
#include "ui/figures/layout_parts.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <utility>

namespace attention::ui {

namespace {

using Heads = BoardOptions::Heads;

constexpr qreal between = 4; // tabs

QString tr(const char* text)
{
    return QCoreApplication::translate("Board", text);
}

// What a click on it does, and how it is called.
struct Tab {
    QString text;
    Hotspot hotspot;
    bool on = false;
};

Tab headTab(int head, const QString& text, bool on)
{
    Tab tab{text, {}, on};
    tab.hotspot.kind = Hotspot::Kind::Head;
    tab.hotspot.head = head;
    tab.hotspot.says = tr("Show head %1").arg(head + 1);
    return tab;
}

Tab otherTab(Hotspot::Kind kind, const QString& text, const QString& says, bool on)
{
    Tab tab{text, {}, on};
    tab.hotspot.kind = kind;
    tab.hotspot.says = says;
    return tab;
}

qreal widthOf(const QString& text, const LayoutInput& in, qreal scale)
{
    return QFontMetricsF(in.theme.body(scale * 0.93)).horizontalAdvance(text) + 16 * scale;
}

qreal widthOf(const std::vector<Tab>& tabs, const LayoutInput& in, qreal scale)
{
    qreal sum = 0;
    for (const Tab& tab : tabs)
        sum += widthOf(tab.text, in, scale) + between;
    return sum;
}

} // namespace

Heads headsShown(const LayoutInput& in, bool strip)
{
    const bool weights =
        !strip || (in.selection.focus == StageId::Weights && !in.selection.focusField);
    return in.trace.scenario->heads > 1 && weights ? in.options.heads : Heads::One;
}

qreal headTabsWidth(const LayoutInput& in, qreal scale, bool words)
{
    const int heads = in.trace.scenario->heads;
    if (heads < 2 || !in.options.controls)
        return 0;
    qreal width = 0;
    for (int head = 1; head <= heads; ++head)
        width +=
            widthOf(words ? tr("head %1").arg(head) : QString::number(head), in, scale) + between;
    for (const QString& word : {tr("all"), tr("mean")})
        width += widthOf(word, in, scale) + between;
    return width;
}

void placeHeadTabs(BoardLayout& layout, const LayoutInput& in, Heads on, const QRectF& place,
                   qreal scale)
{
    const int heads = in.trace.scenario->heads;
    if (heads < 2 || !in.options.controls)
        return;
    const auto isOn = [&](int head) { return on == Heads::One && head == in.selection.head; };
    const std::vector<Tab> ends = {
        otherTab(Hotspot::Kind::AllHeads, tr("all"),
                 tr("Show the weights of all heads beside each other"), on == Heads::All),
        otherTab(Hotspot::Kind::MeanOfHeads, tr("mean"),
                 tr("Show the mean of the heads' weights: what they read on average"),
                 on == Heads::Mean)};
    std::vector<Tab> tabs;
    for (int head = 0; head < heads; ++head)
        tabs.push_back(headTab(head, tr("head %1").arg(head + 1), isOn(head)));
    const qreal room = place.width() + between - widthOf(ends, in, scale);
    if (widthOf(tabs, in, scale) > room)
        for (int head = 0; head < heads; ++head)
            tabs[static_cast<std::size_t>(head)].text = QString::number(head + 1);
    if (widthOf(tabs, in, scale) > room) {
        // As many as fit, around the chosen one, and a menu of all of them.
        const Tab more = otherTab(Hotspot::Kind::HeadMenu, QStringLiteral("…"),
                                  tr("Choose one of all %1 heads").arg(heads), false);
        const qreal left = room - widthOf({more}, in, scale);
        const qreal widest = widthOf(QString::number(heads), in, scale) + between;
        const int count = std::clamp(static_cast<int>(left / widest), 1, heads - 1);
        const int first = std::clamp(in.selection.head - count / 2, 0, heads - count);
        tabs.erase(tabs.begin() + first + count, tabs.end());
        tabs.erase(tabs.begin(), tabs.begin() + first);
        tabs.push_back(more);
    }
    tabs.insert(tabs.end(), ends.begin(), ends.end());
    qreal x = place.left();
    for (Tab& tab : tabs) {
        PlacedText t;
        t.text = tab.text;
        t.rect = QRectF(x, place.top(), widthOf(tab.text, in, scale), place.height());
        t.tab = true;
        t.on = tab.on;
        t.scale = scale * 0.93;
        tab.hotspot.rect = t.rect;
        x += t.rect.width() + between;
        layout.texts.push_back(std::move(t));
        layout.hotspots.push_back(std::move(tab.hotspot));
    }
}

void labelHead(BoardLayout& layout, PlacedMatrix& m, const LayoutInput& in)
{
    const int head = m.ref.head;
    m.heading = firstFitting({tr("head %1").arg(head + 1), QString::number(head + 1)},
                             in.theme.bold(18.0 / 14 * m.scale), m.headingRect.width());
    m.caption.clear();
    m.focused = in.options.controls && head == in.selection.head;
    if (!in.options.controls)
        return;
    Hotspot h;
    h.rect = m.headingRect;
    h.kind = Hotspot::Kind::Head;
    h.head = head;
    h.says = tr("Show head %1 alone").arg(head + 1);
    layout.hotspots.push_back(h);
}

QRectF placeAllHeads(BoardLayout& layout, const LayoutInput& in, const QRectF& room, qreal scale)
{
    const Scenario& s = *in.trace.scenario;
    const qreal unit = in.theme.base / 14 * scale;
    const MatrixRef first{std::nullopt, StageId::Weights, 0};
    const bool turned = in.options.transposed;
    int rows = s.tokenCount();
    int columns = s.keyCount();
    QStringList rowLabels = rowLabelsFor(in.trace, first);
    QStringList columnLabels = columnLabelsFor(in.trace, first);
    if (turned) {
        std::swap(rows, columns);
        std::swap(rowLabels, columnLabels);
    }
    const qreal small = scale * 0.85;
    const QFontMetricsF metrics(in.theme.body(small * 12.5 / 14));
    const auto widest = [&](const QStringList& labels, qreal most) {
        qreal width = 0;
        for (const QString& label : labels)
            width = std::max(width, metrics.horizontalAdvance(label));
        return std::min(width, most) + 8 * unit;
    };
    const qreal labels = widest(rowLabels, 100 * unit) + 8 * unit;
    const qreal title = 25 * unit, gap = 20 * unit, edge = 8 * unit;

    // In as many lines as leave the largest cells; labels over the columns of the first line.
    int inLine = 1;
    QSizeF cell;
    qreal over = 17 * unit; // height of those labels
    const auto arrange = [&] {
        cell = {};
        for (int count = 1; count <= s.heads; ++count) {
            const int lines = (s.heads + count - 1) / count;
            const qreal width = (room.width() - labels - gap * (count - 1)) / count / columns;
            const qreal height =
                (room.height() - over - lines * (title + edge) - (lines - 1) * 10 * unit) / lines /
                rows;
            const qreal h = std::min({height, 48 * unit, width * 1.4});
            const qreal w = std::min({width, 60 * unit, h * 3.2});
            if (h > 0 && w * h > cell.width() * cell.height()) {
                cell = QSizeF(w, h);
                inLine = count;
            }
        }
    };
    arrange();
    if (widest(columnLabels, 1e6) - 4 * unit > cell.width()) {
        over = std::clamp(widest(columnLabels, 64 * unit), 26 * unit, 0.25 * room.height());
        arrange();
    }
    cell = cell.expandedTo(QSizeF(0.1, 0.1));
    const QSizeF size(cell.width() * columns, cell.height() * rows);
    const int lines = (s.heads + inLine - 1) / inLine;
    // In the middle of the room.
    const qreal all = labels + inLine * size.width() + (inLine - 1) * gap;
    const qreal left = room.left() + std::round(std::max(0.0, (room.width() - all) / 2)) + labels;
    layout.cell = cell;
    QRectF covered;
    for (int head = 0; head < s.heads; ++head) {
        const int line = head / inLine;
        const int place = head % inLine;
        PlacedMatrix m;
        m.ref = {std::nullopt, StageId::Weights, head};
        m.grid = gridFor(in, m.ref, turned, false);
        m.changed = changedCells(in, m.ref);
        m.role = Role::Weight;
        m.scale = small;
        m.left = m.rowLabelRole = turned ? Role::Key : Role::Query;
        m.top = m.columnLabelRole = turned ? Role::Query : Role::Key;
        const qreal lineTop =
            room.top() + line * (title + edge + size.height() + 10 * unit) + (line > 0 ? over : 0);
        const qreal x = left + place * (size.width() + gap);
        if (line == 0) {
            m.columnLabels = columnLabels;
            m.columnLabelHeight = over;
        }
        if (place == 0) {
            m.rowLabels = rowLabels;
            m.rowLabelWidth = labels;
        }
        m.headingRect = QRectF(x, lineTop, size.width() + gap - 4 * unit, title);
        m.area = QRectF(QPointF(x, lineTop + title + edge + (line == 0 ? over : 0)), size);
        labelHead(layout, m, in);
        covered |= m.area;
        layout.matrices.push_back(std::move(m));
    }
    covered.setHeight(std::min(covered.height(), size.height() * std::min(lines, 2)));
    return covered;
}

} // namespace attention::ui
