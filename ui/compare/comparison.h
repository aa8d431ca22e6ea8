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

    const TracePtr& a() const { return m_a; }      // null: there is none
    const QString& name() const { return m_name; } // its title
    // The file, or "example:NAME", that it was opened from; empty for what was pinned.
    const QString& source() const { return m_source; }
    // Whether A, now and the difference stand where the board would be.
    bool isShown() const { return m_shown && m_a; }
    void setShown(bool shown); // without A nothing is shown

    // What is seen now becomes A, and is shown. The answer is why not.
    std::optional<QString> pin();
    // So does a file, or "example:NAME"; a large one when it is computed.
    std::optional<QString> open(const QString& path);
    void letGo();

signals:
    void changed();
    void said(const QString& sentence);

private:
    std::optional<QString> roomProblem(const Scenario& a) const;
    void take(TracePtr a);

    Document& m_document;
    Computation* m_computation;
    TracePtr m_a;
    QString m_name;
    QString m_source;
    bool m_shown = false;
};

} // namespace attention::ui
