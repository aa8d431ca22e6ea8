// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"

#include <QProcess>

class TstVersion : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void isPrinted()
    {
        QProcess program;
        program.start(ATTENTION_LAB_PROGRAM, {"--version"});
        QVERIFY(program.waitForFinished());
        QCOMPARE(program.exitCode(), 0);
        QVERIFY(program.readAllStandardOutput().startsWith("attention-lab " ATTENTION_VERSION));
        QCOMPARE(program.readAllStandardError(), QByteArray());
    }
};

ATTENTION_TEST(TstVersion)
#include "tst_version.moc"
