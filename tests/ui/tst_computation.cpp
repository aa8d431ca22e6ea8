// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/run.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/document/computation.h"

#include <QSignalSpy>

#include <mutex>
#include <semaphore>
#include <vector>

using namespace attention;
using attention::ui::Computation;

namespace {

// A computation that starts when it is asked and ends when the test says so.
struct Held {
    std::mutex mutex;
    std::vector<ScenarioPtr> started;
    std::counting_semaphore<> go{0};

    Computation::Run run()
    {
        return [this](ScenarioPtr scenario, std::stop_token stop) -> TracePtr {
            {
                const std::scoped_lock lock(mutex);
                started.push_back(scenario);
            }
            if (!Computation::isSmall(*scenario))
                go.acquire();
            if (stop.stop_requested())
                return nullptr;
            auto trace = std::make_shared<Trace>();
            trace->scenario = scenario;
            return trace;
        };
    }

    std::size_t count()
    {
        const std::scoped_lock lock(mutex);
        return started.size();
    }
};

ScenarioPtr large(unsigned seed, int tokens = 200)
{
    return std::make_shared<const Scenario>(test::randomScenario(tokens, 64, 1, seed));
}

} // namespace

class TstComputation : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void smallOnesAreThereAtOnce()
    {
        Computation c;
        const auto scenario = std::make_shared<const Scenario>(test::threeTokens());
        const TracePtr trace = c.request(scenario);
        QVERIFY(trace);
        QCOMPARE(trace->scenario, scenario);
        QVERIFY(!c.isRunning());
    }

    void newestWins()
    {
        Held held;
        Computation c(nullptr, held.run());
        std::vector<TracePtr> told;
        connect(&c, &Computation::finished, this, [&](TracePtr trace) { told.push_back(trace); });
        const ScenarioPtr first = large(1), second = large(2), third = large(3);
        QVERIFY(!c.request(first));
        QTRY_COMPARE(held.count(), 1u);
        QVERIFY(!c.request(second));
        QVERIFY(!c.request(third));
        held.go.release(2);
        QTRY_VERIFY(!c.isRunning());
        // The second was never computed; the last picture is that of the third.
        QCOMPARE(held.started, (std::vector<ScenarioPtr>{first, third}));
        QCOMPARE(told.back()->scenario, third);
        for (const TracePtr& trace : told)
            QVERIFY(trace->scenario != second);
    }

    void aSmallOneOvertakesALargeOne()
    {
        Held held;
        Computation c(nullptr, held.run());
        QSignalSpy told(&c, &Computation::finished);
        QVERIFY(!c.request(large(1)));
        QTRY_COMPARE(held.count(), 1u);
        QVERIFY(c.request(std::make_shared<const Scenario>(test::threeTokens())));
        held.go.release();
        QTRY_VERIFY(!c.isRunning());
        QCoreApplication::processEvents();
        QCOMPARE(told.count(), 0);
    }

    void anotherShapeStopsTheRunningOne()
    {
        Held held;
        Computation c(nullptr, held.run());
        std::vector<TracePtr> told;
        connect(&c, &Computation::finished, this, [&](TracePtr trace) { told.push_back(trace); });
        const ScenarioPtr wider = large(2, 220);
        c.request(large(1));
        QTRY_COMPARE(held.count(), 1u);
        c.request(wider);
        held.go.release(2);
        QTRY_VERIFY(!c.isRunning());
        QCOMPARE(told.size(), 1u);
        QCOMPARE(told[0]->scenario, wider);
    }

    void cancelledOnesAreNotTold()
    {
        Held held;
        Computation c(nullptr, held.run());
        QSignalSpy told(&c, &Computation::finished);
        QSignalSpy busy(&c, &Computation::busyChanged);
        c.request(large(1));
        QTRY_COMPARE(busy.count(), 1); // after a tenth of a second
        c.cancel();
        held.go.release();
        QTRY_COMPARE(busy.count(), 2);
        QVERIFY(!c.isRunning());
        QCOMPARE(told.count(), 0);
    }
};

ATTENTION_TEST(TstComputation)
#include "tst_computation.moc"
