// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"

#include <QCoreApplication>

#include <cstdio>

namespace {

// CTest lists a run that ends with this status as skipped.
constexpr int skipped = 77;

bool machineHas(const QByteArray& level)
{
#ifdef __x86_64__
    if (level == "v3")
        return __builtin_cpu_supports("x86-64-v3");
    if (level == "v4")
        return __builtin_cpu_supports("x86-64-v4");
#endif
    return level.isEmpty() || level == "baseline";
}

} // namespace

int main(int argc, char* argv[])
{
    const QByteArray level = qgetenv("ATTENTION_LEVEL");
    if (!machineHas(level)) {
        std::printf("not run: this machine has no x86-64-%s\n", level.constData());
        return skipped;
    }
    attention::test::prepareEnvironment();
    const QCoreApplication application(argc, argv);
    return attention::test::runTests(argc, argv);
}
