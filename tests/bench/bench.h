// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QString>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

// What benchmarks share: they check first, then time, and print figures; they judge nothing.
namespace attention::bench {

inline void require(bool holds, const char* what)
{
    if (holds)
        return;
    std::fprintf(stderr, "wrong before it is fast: %s\n", what);
    std::exit(1);
}

// Of unsorted times; `share` 0.5 is the median.
inline double quantile(std::vector<double> times, double share)
{
    if (times.empty())
        return 0;
    std::sort(times.begin(), times.end());
    const auto index =
        static_cast<std::size_t>(share * static_cast<double>(times.size() - 1) + 0.5);
    return times[index];
}

// Times mean little on a machine that is busy with something else: the load is said with them.
inline void printMachine()
{
    double load[1] = {0};
    if (getloadavg(load, 1) == 1)
        std::printf("%u processors, load %.1f before the start\n",
                    std::thread::hardware_concurrency(), load[0]);
}

// "3 tokens            1.23 ms median    1.90 ms p95   0.15 of 8 ms"
inline void print(const QString& what, const std::vector<double>& milliseconds, double target)
{
    const double most = quantile(milliseconds, 0.95);
    std::printf("%-44s %9.2f ms median %9.2f ms p95", qPrintable(what), quantile(milliseconds, 0.5),
                most);
    if (target > 0)
        std::printf("   %5.2f of the %g ms aimed at", most / target, target);
    std::printf("\n");
    std::fflush(stdout);
}

} // namespace attention::bench
