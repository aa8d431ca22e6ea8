// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace.h"

#include <QtCore/QObject>
#include <QtCore/QString>

#include <optional>

namespace attention::ui {

class Computation;
class Document;

// A second state beside the document, called A: what it was when somebody pinned it, or another
// scenario. Only this session knows it: it is neither saved nor a step of undo, and it stays when
// another document is opened.
class Comparison : public QObject {
    Q_OBJECT

public:
    explicit Comparison(Document& document, QObject* parent = nullptr);
    ~Comparison() override;

    const TracePtr& a() const { return m_now.trace; }  // null: there is none
    const QString& name() const { return m_now.name; } // its title
    // The file, or "example:NAME", that it was opened from; empty for what was pinned.
    const QString& source() const { return m_now.source; }
    // Whether A, now and the difference stand where the board would be.
    bool isShown() const { return m_shown && m_now.trace; }
    void setShown(bool shown); // without A nothing is shown

    // What is seen now becomes A, and is shown. The answer is why not. The A before is kept where
    // there is room for it.
    std::optional<QString> pin();
    // The A before takes the place of A, and the other way round.
    void back();
    const QString* nameBefore() const { return m_before.trace ? &m_before.name : nullptr; }
    // So does a file, or "example:NAME"; a large one when it is computed.
    std::optional<QString> open(const QString& path);
    void letGo();

signals:
    void changed();
    void said(const QString& sentence);

private:
    struct State {
        TracePtr trace;
        QString name, source;
    };

    std::optional<QString> roomProblem(const Scenario& a) const;
    void keep(const Scenario& next); // A as the one before, where there is room beside the next
    void take(TracePtr a);
    void countBytes();

    Document& m_document;
    Computation* m_computation;
    State m_now, m_before;
    State m_coming; // what is computed
    bool m_shown = false;
};

} // namespace attention::ui
