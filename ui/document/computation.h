// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace.h"

#include <QtCore/QObject>

#include <functional>
#include <stop_token>

namespace attention::ui {

// Computes traces: small ones at once, large ones on a worker thread. One computation runs, the
// newest wish waits, and only the newest answer is told; older wishes in between are dropped.
class Computation : public QObject {
    Q_OBJECT

public:
    // What computes; replaced in tests by one that finishes when it is told to.
    using Run = std::function<TracePtr(ScenarioPtr, std::stop_token)>;

    explicit Computation(QObject* parent = nullptr, Run run = {});
    ~Computation() override;

    // The trace of the scenario, when it is small; otherwise null, and `finished` tells it later.
    TracePtr request(ScenarioPtr scenario);
    void cancel(); // the running and the waiting one; the answer stays away
    bool isRunning() const;

    // Scenarios with less work than this are computed at once: about a millisecond.
    static bool isSmall(const Scenario& scenario);

signals:
    void finished(attention::TracePtr trace);
    void busyChanged(bool busy); // true 100 ms after a start that has not ended yet

private:
    void start(ScenarioPtr scenario);
    void end(quint64 revision, TracePtr trace);

    class Worker;
    Run m_run;
    std::unique_ptr<Worker> m_worker;
    ScenarioPtr m_waiting;
    quint64 m_newest = 0;  // revision of the newest wish
    quint64 m_running = 0; // revision that the worker computes; 0: none
    bool m_busy = false;
};

} // namespace attention::ui
