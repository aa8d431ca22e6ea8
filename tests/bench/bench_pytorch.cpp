// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The exported PyTorch programs, run and compared stage by stage with the golden cases. Here and
// not in the tests, because PyTorch is large; those for NumPy and Python run there.

#include "tests/bench/bench.h"
#include "tests/support/programs.h"

using namespace attention;

int main()
{
    QProcess torch;
    torch.start(test::Programs::python(), {"-c", "import torch; print(torch.__version__)"});
    if (!torch.waitForFinished(120000) || torch.exitCode() != 0) {
        std::printf("PyTorch: not there (python3-torch)\n");
        return 0;
    }
    test::Programs programs;
    for (const QString& name : test::goldenNames())
        programs.addGolden(name, "pytorch");
    const QString wrong = programs.wrong(), unnoticed = [] {
        test::Programs some;
        for (const char* name : {"cat-sat-causal", "grouped-query", "rope-adjacent"})
            some.addGolden(name, "pytorch");
        return some.wrong({"--change"});
    }();
    bench::require(wrong.isEmpty(), qPrintable(wrong));
    bench::require(unnoticed.isEmpty(), qPrintable(unnoticed));
    std::printf("PyTorch %s: %d exported programs compute every stage of their golden case\n",
                torch.readAllStandardOutput().trimmed().constData(), programs.count());
    return 0;
}
