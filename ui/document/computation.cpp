// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/document/computation.h"

#include "core/attention/run.h"

#include <QtCore/QMetaObject>
#include <QtCore/QPointer>
#include <QtCore/QTimer>

#include <thread>

namespace attention::ui {

// One thread a computation: large ones are rare and take longer than a thread's start.
class Computation::Worker {
public:
    std::jthread thread;
    bool sameShape = true;
    ScenarioPtr scenario;
};

Computation::Computation(QObject* parent, Run run)
    : QObject(parent)
    , m_run(std::move(run))
    , m_worker(std::make_unique<Worker>())
{
    if (!m_run)
        m_run = [](ScenarioPtr scenario, std::stop_token stop) {
            return attention::run(std::move(scenario), stop);
        };
}

Computation::~Computation()
{
    m_worker->thread.request_stop();
}

bool Computation::isSmall(const Scenario& s)
{
    const double n = s.tokenCount();
    const double d = s.modelWidth();
    return n * n * (d + 20.0 * s.heads) + 4 * n * d * d < 2e6;
}

bool Computation::isRunning() const
{
    return m_running != 0;
}

TracePtr Computation::request(ScenarioPtr scenario)
{
    ++m_newest;
    if (isSmall(*scenario)) {
        m_waiting.reset();
        if (m_running)
            m_worker->thread.request_stop();
        return m_run(std::move(scenario), {});
    }
    if (!m_running) {
        start(std::move(scenario));
        return nullptr;
    }
    // A drag keeps showing pictures of the way; another shape would only be in the way.
    const Scenario& old = *m_worker->scenario;
    if (old.tokenCount() != scenario->tokenCount() || old.modelWidth() != scenario->modelWidth() ||
        old.heads != scenario->heads)
        m_worker->thread.request_stop();
    m_waiting = std::move(scenario);
    return nullptr;
}

void Computation::start(ScenarioPtr scenario)
{
    const quint64 revision = m_newest;
    m_running = revision;
    m_worker->scenario = scenario;
    const QPointer<Computation> self(this);
    m_worker->thread = std::jthread([this, scenario, revision](std::stop_token stop) {
        TracePtr trace = m_run(scenario, stop);
        // The destructor joins this thread, so `this` is alive here; the call is dropped with it.
        QMetaObject::invokeMethod(
            this, [this, revision, trace = std::move(trace)] { end(revision, trace); },
            Qt::QueuedConnection);
    });
    QTimer::singleShot(100, this, [this, revision] {
        if (m_running && m_running <= revision && !m_busy) {
            m_busy = true;
            emit busyChanged(true);
        }
    });
}

void Computation::end(quint64 revision, TracePtr trace)
{
    if (revision != m_running)
        return;
    m_running = 0;
    if (m_waiting) {
        // A picture of the way: older than the newest wish, newer than what is shown.
        if (trace)
            emit finished(trace);
        start(std::exchange(m_waiting, nullptr));
        return;
    }
    if (m_busy) {
        m_busy = false;
        emit busyChanged(false);
    }
    if (trace && revision == m_newest)
        emit finished(trace);
}

void Computation::cancel()
{
    m_waiting.reset();
    ++m_newest;
    if (m_running)
        m_worker->thread.request_stop();
}

} // namespace attention::ui
