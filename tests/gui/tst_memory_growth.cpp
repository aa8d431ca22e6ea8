// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/scenario/edits.h"
#include "tests/support/fake_dialogs.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/document/document.h"
#include "ui/main_window.h"

#include <QFile>
#include <QUndoStack>

#include <random>
#include <unistd.h>

using namespace attention;
using namespace attention::ui;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool keepsWhatIsFreed = true; // so that its size says nothing; the edits are still made
constexpr int edits = 2500;
#else
constexpr bool keepsWhatIsFreed = false;
constexpr int edits = 10000;
#endif

// Bytes of this process that are in memory.
double resident()
{
    QFile file("/proc/self/statm");
    if (!file.open(QFile::ReadOnly))
        qFatal("no /proc/self/statm");
    return file.readAll().split(' ').value(1).toDouble() * double(sysconf(_SC_PAGESIZE));
}

} // namespace

// An afternoon of small changes costs next to nothing: an undo step keeps what differs.
class TstMemoryGrowth : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void tenThousandEditsAreSmall()
    {
        test::FakeDialogs dialogs;
        Document document;
        MainWindow window(document);
        document.load(test::randomScenario(64, 64, 4, 7), {});
        window.resize(1366, 740);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const Scenario before = document.scenario();

        std::mt19937 engine(11);
        double at2000 = 0;
        for (int edit = 1; edit <= edits; ++edit) {
            const int row = static_cast<int>(engine() % 64);
            const int column = static_cast<int>(engine() % 64);
            const double now = (*document.scenario().X)(row, column);
            const auto wrong =
                document.apply({withCell(document.scenario(), MatrixField::X, row, column,
                                         now + 0.1 + static_cast<double>(engine() % 9)),
                                "Change X",
                                {}});
            QVERIFY(!wrong);
            if (edit % 20 == 0)
                QCoreApplication::processEvents();
            if (edit == 2000)
                at2000 = resident();
        }
        const double growth = resident() - at2000;
        QCOMPARE(document.undoStack().count(), edits);
        while (document.undoStack().canUndo())
            document.undoStack().undo();
        QVERIFY(sameContent(document.scenario(), before));
        QVERIFY(!document.isModified());
        const double bottom = resident() - at2000;
        qInfo("from edit 2,000 to 10,000: %.2f MB; after undo to the bottom: %.2f MB", growth / 1e6,
              bottom / 1e6);
        if (!keepsWhatIsFreed)
            QVERIFY2(growth < 5e6, qPrintable(QString::number(growth)));
    }
};

ATTENTION_TEST(TstMemoryGrowth)
#include "tst_memory_growth.moc"
