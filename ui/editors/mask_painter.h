// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/selection.h"

#include <QtCore/QObject>

#include <optional>

namespace attention::ui {

class Document;

// The mask tool: while it is on, a drag over scores, masked scores or weights blocks or allows
// their pairs. The first cell of a drag decides which; a drag is one undo step.
class MaskPainter : public QObject {
    Q_OBJECT

public:
    explicit MaskPainter(Document& document, QObject* parent = nullptr);

    bool isOn() const { return m_on; }
    void setOn(bool on);
    // Whether pairs can be painted on this matrix: a row is a query, a column a key.
    static bool canPaintOn(const MatrixRef& matrix);

    bool isPainting() const { return m_last.has_value(); }
    void begin(const CellRef& cell);
    void moveTo(const CellRef& cell); // and all cells on the way
    void end();
    void cancel();                    // back to where the drag began: no step is left
    void toggle(const CellRef& cell); // a step of its own

signals:
    void switched(bool on);
    void said(const QString& sentence);

private:
    void paint(const CellRef& from, const CellRef& to);

    Document& m_document;
    bool m_on = false;
    bool m_allows = false; // what this drag does
    int m_gesture = 0;
    std::optional<CellRef> m_last;
    ScenarioPtr m_before; // the drag
};

} // namespace attention::ui
