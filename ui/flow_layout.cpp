// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/flow_layout.h"

#include <QtWidgets/QWidget>

#include <algorithm>
#include <vector>

namespace attention::ui {

namespace {

// What a label needs beside buttons before it is worth that; else it has a line of its own.
constexpr int leastLabel = 24; // in widths of a letter

bool isLabel(const QLayoutItem* item)
{
    return item->hasHeightForWidth();
}

} // namespace

FlowLayout::FlowLayout(QWidget* parent)
    : QLayout(parent)
{
}

FlowLayout::~FlowLayout()
{
    while (QLayoutItem* item = takeAt(0))
        delete item;
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

QSize FlowLayout::sizeHint() const
{
    return minimumSize();
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : m_items)
        if (!item->isEmpty())
            size = size.expandedTo(isLabel(item) ? QSize(0, item->minimumSize().height())
                                                 : item->sizeHint());
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

int FlowLayout::arrange(const QRect& rect, bool move) const
{
    const QMargins margins = contentsMargins();
    const QRect inside = rect.marginsRemoved(margins);
    const int gap = std::max(0, spacing());
    int others = 0; // the width of all that is no label
    for (const QLayoutItem* item : m_items)
        if (!item->isEmpty() && !isLabel(item))
            others += item->sizeHint().width() + gap;

    struct Placed {
        QLayoutItem* item;
        QSize size;
    };
    std::vector<Placed> line;
    int y = inside.top(), used = 0;
    const auto end = [&] {
        int height = 0;
        for (const Placed& p : line)
            height = std::max(height, p.size.height());
        int x = inside.left();
        for (const Placed& p : line) {
            if (move)
                p.item->setGeometry(QRect(QPoint(x, y + (height - p.size.height()) / 2), p.size));
            x += p.size.width() + gap;
        }
        if (!line.empty())
            y += height + gap;
        line.clear();
        used = 0;
    };
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        QSize size = item->sizeHint();
        if (isLabel(item)) {
            const int letter =
                item->widget() ? item->widget()->fontMetrics().averageCharWidth() : 8;
            const int left = inside.width() - others;
            size.setWidth(left >= leastLabel * letter ? left : inside.width());
            size.setHeight(item->heightForWidth(size.width()));
        }
        if (!line.empty() && used + size.width() > inside.width())
            end();
        size.setWidth(std::min(size.width(), inside.width()));
        used += size.width() + gap;
        line.push_back({item, size});
    }
    end();
    return y - gap - inside.top() + margins.top() + margins.bottom();
}

} // namespace attention::ui
