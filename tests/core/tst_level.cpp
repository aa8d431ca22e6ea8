// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/level.h"
#include "tests/support/test_main.h"

class TstLevel : public attention::test::TestCase {
    Q_OBJECT

private slots:
    // CTest runs this class once for each level, and says which one the loader has to pick.
    void isTheOneThatWasAskedFor()
    {
        const QByteArray expected = qgetenv("ATTENTION_LEVEL");
        if (expected.isEmpty())
            QVERIFY(QByteArrayList({"baseline", "v3", "v4"}).contains(attention::level()));
        else
            QCOMPARE(QByteArray(attention::level()), expected);
    }
};

ATTENTION_TEST(TstLevel)
#include "tst_level.moc"
