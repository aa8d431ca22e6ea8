// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The variance experiment against the same in NumPy, in the same minute.

#include "core/labs/scaling.h"
#include "tests/bench/bench.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QProcess>

#include <cmath>

using namespace attention;

namespace {

constexpr int repeats = 10;

// As one would write it; a line a size, then the milliseconds of each run.
const char* numpyProgram = R"(
import time, numpy as np
rng = np.random.default_rng(0)
times = []
for run in range(11):
    start = time.perf_counter()
    variances = []
    for d_k in (4, 64, 512):
        q = rng.standard_normal((20000, d_k))
        k = rng.standard_normal((20000, d_k))
        dots = np.einsum('ij,ij->i', q, k)
        variances.append((d_k, dots.var(ddof=1), (dots / np.sqrt(d_k)).var(ddof=1)))
    times.append((time.perf_counter() - start) * 1000)
for row in variances:
    print(*row)
print(*times[1:])
)";

} // namespace

int main()
{
    const ScalingParameters parameters; // 4, 64, 512; 20,000 samples
    std::vector<double> one, all;
    for (int i = 0; i <= repeats; ++i) {
        for (const int threads : {1, 0}) {
            QElapsedTimer timer;
            timer.start();
            const auto run = varianceRun(parameters, i, {}, threads);
            const double milliseconds = static_cast<double>(timer.nsecsElapsed()) / 1e6;
            for (const VarianceRow& row : run->rows)
                bench::require(std::abs(row.variance - row.d_k) < 5 * row.standardError,
                               "variance is d_k");
            if (i > 0)
                (threads == 1 ? one : all).push_back(milliseconds);
        }
    }
    bench::printMachine();
    std::printf("Variance of q·k for d_k 4, 64, 512, 20,000 samples each\n");
    bench::print(QStringLiteral("one thread"), one, 0);
    bench::print(QStringLiteral("all threads"), all, 0);

    QProcess numpy;
    bool compared = false;
    // The system's first: it has the package, another one in the path may not.
    for (const char* python : {"/usr/bin/python3", "python3"}) {
        numpy.start(QLatin1String(python), {QStringLiteral("-c"), QLatin1String(numpyProgram)});
        compared = numpy.waitForFinished(120000) && numpy.exitCode() == 0;
        if (compared)
            break;
    }
    if (!compared) {
        std::printf("NumPy: not there to compare with\n");
        return 0;
    }
    const QList<QByteArray> lines = numpy.readAllStandardOutput().trimmed().split('\n');
    const auto run = varianceRun(parameters);
    for (int i = 0; i < 3; ++i) {
        const VarianceRow& row = run->rows[static_cast<std::size_t>(i)];
        const double theirs = lines[i].split(' ')[1].toDouble();
        bench::require(std::abs(row.variance - theirs) < 7 * row.standardError,
                       "NumPy finds the same variance");
    }
    std::vector<double> theirs;
    for (const QByteArray& time : lines.last().split(' '))
        theirs.push_back(time.toDouble());
    bench::print(QStringLiteral("NumPy"), theirs, 0);
    const double median = bench::quantile(theirs, 0.5);
    std::printf(
        "NumPy (one thread) takes %.2f times as long as one thread, %.2f times as long as all\n",
        median / bench::quantile(one, 0.5), median / bench::quantile(all, 0.5));
    return 0;
}
