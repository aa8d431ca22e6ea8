// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/message.h"
#include "core/scenario/scenario.h"
#include "core/trace/checks.h"
#include "core/trace/trace.h"

#include <QtCore/QObject>
#include <QtCore/QString>

#include <cstdint>
#include <memory>
#include <optional>

class QUndoStack;

namespace attention::ui {

class Computation;

// A wished change: the scenario afterwards, its name in the Edit menu, and a key: changes with the
// same key that follow each other (one scrub, one slider drag) are one undo step. An empty key
// never merges.
struct Edit {
    Scenario after;
    QString text;
    QString mergeKey;
};

// The scenario that is open, what follows from it, and how to undo. The only place where a scenario
// changes; everything else gets const data and asks by `apply`.
class Document : public QObject {
    Q_OBJECT

public:
    explicit Document(QObject* parent = nullptr);
    ~Document() override;

    const Scenario& scenario() const { return *m_scenario; }
    ScenarioPtr scenarioPtr() const { return m_scenario; }
    // Of the newest revision that is computed; follows the scenario within `apply` when it is
    // small.
    TracePtr trace() const { return m_trace; }
    // The same, where a mistake is hidden with its scenario as it was run: for the checks alone.
    TracePtr checkedTrace() const { return m_runTrace; }

    // A mistake that is run, but stands neither in the scenario nor in the undo steps nor in a
    // file: for a class that is to find it. Loading another document ends it.
    void hideMistake(std::optional<Mistake> mistake);
    const std::optional<Mistake>& hiddenMistake() const { return m_hidden; }
    // It was found, or given up: from now on it may be spoken of, and its arithmetic told.
    void tellMistake();
    bool isMistakeTold() const { return m_hidden && m_told; }
    QUndoStack& undoStack() { return *m_undoStack; }

    // Validates, then changes the scenario by one undo step. The answer is what is wrong with the
    // wish; then nothing has changed. A wish that changes nothing makes no step.
    std::optional<Problem> apply(Edit edit);

    // How it is looked at: saved with the file, not undoable, never makes the document modified.
    void setView(const View& view);

    // Replaces the document: nothing to undo, not modified. `path` is empty for an example.
    void load(Scenario scenario, const QString& path);

    // Why the trace of a scenario finds no room beside those that are alive, if it finds none.
    std::optional<Problem> roomProblem(const Scenario& next) const;

    // Bytes that are alive beside the document and what follows from it: the state that it is
    // compared with.
    void setBytesBeside(std::int64_t bytes) { m_bytesBeside = bytes; }

    // The reason why a file cannot be opened (then nothing has changed), or nothing.
    std::optional<QString> open(const QString& path);
    // The reason why it was not saved (then the document stays modified), or nothing.
    std::optional<QString> save(const QString& path);

    // Back to what was loaded, whatever was saved since, as an undo step.
    void revert();

    const QString& path() const { return m_path; } // empty: never saved
    bool isModified() const;                       // not equal to what was last loaded or saved
    bool isComputing() const;
    void cancelComputation();

signals:
    void scenarioChanged();
    void traceChanged();
    void modifiedChanged(bool modified);
    void pathChanged();
    void hiddenMistakeChanged();
    void mistakeTold();
    void loaded(); // another document, not only another name
    void
    computingChanged(bool computing); // after 100 ms of a computation on the worker, and at its end

private:
    friend class ChangeScenario;
    void setScenario(ScenarioPtr scenario); // by the undo command and by load alone
    void compute();
    void take(TracePtr trace);
    void updateModified();

    ScenarioPtr m_scenario;
    ScenarioPtr m_loaded;
    ScenarioPtr m_saved;
    TracePtr m_trace;
    TracePtr m_runTrace;
    std::optional<Mistake> m_hidden;
    bool m_told = false;
    QUndoStack* m_undoStack;
    Computation* m_computation;
    QString m_path;
    std::int64_t m_bytesBeside = 0;
    bool m_modified = false;
};

} // namespace attention::ui
