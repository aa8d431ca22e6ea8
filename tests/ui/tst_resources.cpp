// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QFontInfo>

class TstResources : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void areAllCompiledIn_data()
    {
        QTest::addColumn<QString>("folder");
        for (const char* folder : {"fonts", "icons", "scenarios"})
            QTest::newRow(folder) << folder;
    }

    void areAllCompiledIn()
    {
        QFETCH(QString, folder);
        const QDir onDisk(QString(ATTENTION_SOURCE_DIR "/resources/") + folder);
        const QStringList names = onDisk.entryList({"*.ttf", "*.svg", "*.json"}, QDir::Files);
        QCOMPARE(QDir(":/" + folder).entryList(QDir::Files), names);
        for (const QString& name : names) {
            QFile compiled(":/" + folder + "/" + name);
            QFile file(onDisk.filePath(name));
            QVERIFY(compiled.open(QFile::ReadOnly) && file.open(QFile::ReadOnly));
            QVERIFY2(compiled.readAll() == file.readAll(), qPrintable(name));
        }
    }

    // Qt replaces a family that is missing without a word.
    void fontsAreTheBundledOnes()
    {
        QVERIFY(QFontInfo(QFont("DejaVu Sans")).exactMatch());
        QVERIFY(QFontInfo(QFont("DejaVu Sans Mono")).exactMatch());
        QVERIFY(QFontInfo(QFont("DejaVu Sans Mono")).fixedPitch());
    }
};

ATTENTION_TEST(TstResources)
#include "tst_resources.moc"
