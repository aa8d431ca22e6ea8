// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/selection.h"

#include <QtCore/QObject>

#include <vector>

namespace attention::ui {

// The numbers whose explanations are kept: shown beside the board and in its pictures, always with
// what they are now. Cells of stages, each once, in the order in which they were pinned.
class Pins : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    const std::vector<CellRef>& cells() const { return m_cells; }
    bool contains(const CellRef& cell) const;
    void toggle(const CellRef& cell); // a pinned one is let go
    void clear();
    void keepWithin(const Trace& trace); // what lies outside is dropped

signals:
    void changed();

private:
    std::vector<CellRef> m_cells;
};

} // namespace attention::ui
