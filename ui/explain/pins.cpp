// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/pins.h"

#include <algorithm>

namespace attention::ui {

bool Pins::contains(const CellRef& cell) const
{
    return std::find(m_cells.begin(), m_cells.end(), cell) != m_cells.end();
}

void Pins::toggle(const CellRef& cell)
{
    if (std::erase(m_cells, cell) == 0)
        m_cells.push_back(cell);
    emit changed();
}

void Pins::clear()
{
    if (m_cells.empty())
        return;
    m_cells.clear();
    emit changed();
}

void Pins::keepWithin(const Trace& trace)
{
    const auto outside = [&](const CellRef& cell) {
        Selection asked;
        asked.pinned = cell;
        return !within(asked, trace).pinned;
    };
    if (std::erase_if(m_cells, outside) > 0)
        emit changed();
}

} // namespace attention::ui
