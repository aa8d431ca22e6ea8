// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/program.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtEndian>

#include <unistd.h>

using namespace attention::test;

// The pictures themselves are tested in tests/ui/tst_export.cpp.
class TstExportCommand : public TestCase {
    Q_OBJECT

    QTemporaryDir m_folder;

    Ran exported(const QString& words) const
    {
        return runProgram(QStringList{"export"} + words.split(u' ', Qt::SkipEmptyParts), here(),
                          m_folder.path());
    }

    QByteArray file(const QString& name) const { return contentOf(m_folder.filePath(name)); }

    // Without what it says of itself: scenarios with different views are different texts.
    QByteArray pixels(const QString& name) const
    {
        const QByteArray png = file(name);
        return png.sliced(png.indexOf("IDAT"));
    }

    static QList<int> sizeOfPng(const QByteArray& png)
    {
        if (!png.startsWith("\x89PNG\r\n\x1a\n") || png.size() < 24)
            return {};
        return {qFromBigEndian<int>(png.constData() + 16),
                qFromBigEndian<int>(png.constData() + 20)};
    }

private slots:
    void makesThePictureThatIsAsked_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QList<int>>("size");
        QTest::newRow("as it comes") << "" << QList<int>{800, 600};
        QTest::newRow("size") << "--size 321x123" << QList<int>{321, 123};
        QTest::newRow("scale") << "--scale 2" << QList<int>{1600, 1200};
        QTest::newRow("both") << "--size 101x77 --scale 1.5" << QList<int>{152, 116};
        QTest::newRow("small") << "--scale 0.25" << QList<int>{200, 150};
        QTest::newRow("one pixel") << "--size 1x1" << QList<int>{1, 1};
        QTest::newRow("slide") << "--size 1920x1080 --scale 2" << QList<int>{3840, 2160};
    }

    void makesThePictureThatIsAsked()
    {
        QFETCH(QString, words);
        QFETCH(QList<int>, size);
        const Ran png = exported("example:abc-scaled -o a.png " + words);
        QCOMPARE(png.errors + png.output, QByteArray());
        QCOMPARE(png.status, 0);
        QCOMPARE(sizeOfPng(file("a.png")), size);

        QCOMPARE(exported("example:abc-scaled -o a.svg " + words).status, 0);
        QVERIFY(file("a.svg").contains(
            QString("<svg width=\"%1\" height=\"%2\"").arg(size[0]).arg(size[1]).toUtf8()));
        QCOMPARE(exported("example:abc-scaled -o a.PDF " + words).status, 0);
        QVERIFY(file("a.PDF").startsWith("%PDF-1.4"));
        QVERIFY(file("a.PDF").contains(
            QString("/MediaBox [0 0 %1.000000 %2.000000]").arg(size[0]).arg(size[1]).toUtf8()));
    }

    // Each of these words makes another picture.
    void everyOptionCounts()
    {
        QHash<QByteArray, QString> seen;
        for (const char* words : {"",
                                  "--theme dark",
                                  "--theme projector",
                                  "--transparent",
                                  "--stage queries",
                                  "--stage weights",
                                  "--stage weights --head 1",
                                  "--head 1",
                                  "--plot memory",
                                  "--plot scaling",
                                  "--plot memory --theme dark",
                                  "--explain weights,0:0,1",
                                  "--explain weights,1:0,1",
                                  "--explain output:2,3",
                                  "--explain output:2,3 --explain weights,0:0,1",
                                  "--stage weights --explain weights,0:0,1",
                                  "--compare example:cat-sat",
                                  "--compare example:cat-sat-two-heads",
                                  "--compare example:cat-sat --stage queries",
                                  "--compare example:cat-sat-two-heads --head 1"}) {
            const Ran ran = exported(QString("example:cat-sat-two-heads -o b.png ") + words);
            QCOMPARE(ran.errors, QByteArray());
            const QByteArray png = file("b.png");
            QVERIFY2(!seen.contains(png), words);
            seen.insert(png, words);
        }
        // The defaults, said aloud, change nothing.
        for (const char* words : {"--theme light", "--head 0", "--size 800x600 --scale 1"}) {
            QCOMPARE(exported(QString("example:cat-sat-two-heads -o c.png ") + words).status, 0);
            QCOMPARE(seen.value(file("c.png"), "none"), QString());
        }
    }

    void explainsOnlyWhatThePictureShows_data()
    {
        QTest::addColumn<QString>("words");
        QTest::newRow("no cell") << "--explain weights";
        QTest::newRow("no stage") << "--explain nothing:0,0";
        QTest::newRow("no head") << "--explain weights:0,0";
        QTest::newRow("outside") << "--explain output:3,0";
        QTest::newRow("the second outside") << "--explain output:0,0 --explain output:0,4";
        QTest::newRow("another stage") << "--stage scores --explain weights,0:0,0";
        QTest::newRow("another head") << "--stage weights --head 1 --explain weights,0:0,0";
        QTest::newRow("plot") << "--plot memory --explain output:0,0";
        QTest::newRow("all") << "--all --explain output:0,0";
    }

    void explainsOnlyWhatThePictureShows()
    {
        QFETCH(QString, words);
        const Ran ran = exported("example:cat-sat-two-heads -o refused.png " + words);
        QCOMPARE(ran.status, 2);
        QVERIFY2(isOneLine(ran.errors) && ran.errors.contains("--explain"), ran.errors.constData());
        QVERIFY(!QFile::exists(m_folder.filePath("refused.png")));
    }

    // A scenario keeps how it was last looked at, and its picture shows it so.
    void viewOfTheFileCounts()
    {
        const QByteArray start =
            R"({"format": "attention-lab/scenario", "version": 1, "X": [[2, 0], [0, 2], [1, 1]])";
        writeFile(m_folder.filePath("plain.json"), start + "}");
        writeFile(m_folder.filePath("rough.json"), start + R"(, "view": {"decimals": 1}})");
        QCOMPARE(exported("plain.json --stage weights -o plain.png").status, 0);
        QCOMPARE(exported("rough.json --stage weights -o rough.png").status, 0);
        QVERIFY(pixels("plain.png") != pixels("rough.png"));
        writeFile(m_folder.filePath("green.json"), start + R"(, "view": {"palette": "viridis"}})");
        QCOMPARE(exported("green.json --stage weights -o green.png").status, 0);
        QVERIFY(pixels("plain.png") != pixels("green.png"));
        QCOMPARE(exported("plain.json --stage weights --palette viridis -o asked.png").status, 0);
        QCOMPARE(pixels("asked.png"), pixels("green.png"));
        QCOMPARE(exported("green.json --stage weights --palette theme -o asked.png").status, 0);
        QCOMPARE(pixels("asked.png"), pixels("plain.png"));
        writeFile(m_folder.filePath("turned.json"), start + R"(, "view": {"transposed": true}})");
        for (const char* what : {"", " --stage scores"}) {
            QCOMPARE(exported(QString("turned.json -o turned.png") + what).status, 0);
            QCOMPARE(exported(QString("plain.json -o asked.png") + what).status, 0);
            QVERIFY(pixels("asked.png") != pixels("turned.png"));
            QCOMPARE(exported(QString("plain.json --transposed -o asked.png") + what).status, 0);
            QCOMPARE(pixels("asked.png"), pixels("turned.png"));
        }
        const Ran unknown = exported("plain.json --palette jet -o asked.png");
        QCOMPARE(unknown.status, 2);
        QVERIFY(unknown.errors.contains("cividis"));
    }

    void allWritesEverything()
    {
        writeFile(m_folder.filePath("ü 测.json"),
                  R"({"format": "attention-lab/scenario", "version": 1, "X": [[2, 0], [0, 2]],
 "labs": {"scaling": {"samples": 100, "repeats": 2}}})");
        const Ran ran = runProgram({"export", "ü 测.json", "example:cat-sat-two-heads", "--all",
                                    "-o", "new/folder", "--size", "160x120"},
                                   here(), m_folder.path());
        QCOMPARE(ran.errors, QByteArray());
        QCOMPARE(ran.status, 0);
        QStringList expected = {"board",       "embeddings",    "queries",       "keys",
                                "values",      "head-queries",  "head-keys",     "head-values",
                                "scores",      "scaled-scores", "masked-scores", "weights",
                                "head-output", "concatenated",  "output",        "plot-scaling",
                                "plot-memory"};
        expected.replaceInStrings(QRegularExpression("^(.*)$"), "ü 测-\\1.png");
        for (const char* shared : {"embeddings", "queries", "keys", "values", "concatenated",
                                   "output", "plot-scaling", "plot-memory"})
            expected << QString("cat-sat-two-heads-%1.png").arg(shared);
        for (const char* own : {"board", "head-queries", "head-keys", "head-values", "scores",
                                "scaled-scores", "masked-scores", "weights", "head-output"})
            for (const int head : {0, 1})
                expected << QString("cat-sat-two-heads-head-%1-%2.png").arg(head).arg(own);
        expected.sort();
        const QDir folder(m_folder.filePath("new/folder"));
        QStringList found = folder.entryList(QDir::Files);
        found.sort();
        QCOMPARE(found, expected);
        // The names are printed, a line each.
        QStringList printed = QString::fromUtf8(ran.output).split(u'\n', Qt::SkipEmptyParts);
        printed.replaceInStrings("new/folder/", "");
        printed.sort();
        QCOMPARE(printed, expected);
        for (const QString& name : found)
            QCOMPARE(sizeOfPng(contentOf(folder.filePath(name))), (QList<int>{160, 120}));
    }

    void allWritesNothingWhenAFileIsBad()
    {
        const Ran ran = exported("example:abc-scaled nowhere.json --all -o untouched");
        QCOMPARE(ran.status, 2);
        QVERIFY(isOneLine(ran.errors));
        QVERIFY(!QDir(m_folder.filePath("untouched")).exists());

        writeFile(m_folder.filePath("file"), "old");
        const Ran intoFile = exported("example:abc-scaled --all -o file");
        QCOMPARE(intoFile.status, 3);
        QVERIFY2(intoFile.errors.contains("file: it is no folder"), intoFile.errors.constData());
        QCOMPARE(file("file"), QByteArray("old"));
        QCOMPARE(exported("example:abc-scaled --all -o /proc/nowhere").status, 3);
    }

    void needsNothingAround()
    {
        QCOMPARE(exported("example:abc-scaled -o whole.png").status, 0);
        Environment bare; // no display, no home, no PATH
        bare.insert("HOME", "/proc/nowhere");
        bare.insert("QT_DEBUG_PLUGINS", "1");
        bare.insert("QT_FATAL_WARNINGS", "1"); // and without a runtime folder Qt warns
        bare.insert("QT_LOGGING_RULES", "*=true");
        bare.insert("QT_QPA_PLATFORM", "xcb");
        bare.insert("QT_QPA_PLATFORMTHEME", "gtk3");
        bare.insert("QT_STYLE_OVERRIDE", "nothing");
        bare.insert("DISPLAY", ":987");
        const Ran ran =
            runProgram({"export", "example:abc-scaled", "-o", "bare.png"}, bare, m_folder.path());
        QCOMPARE(ran.errors + ran.output, QByteArray());
        QCOMPARE(ran.status, 0);
        QCOMPARE(file("bare.png"), file("whole.png"));

        // A home that cannot be written to.
        const QString home = m_folder.filePath("home");
        QVERIFY(QDir().mkpath(home));
        QVERIFY(QFile::setPermissions(m_folder.path(), QFile::Permissions(0x7777)));
        QVERIFY(QFile::setPermissions(home, QFile::Permissions(0x5555)));
        for (const char* variable : {"HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"})
            qputenv(variable, home.toUtf8());
        const Ran readOnly =
            runAsOrdinaryUser({"export", "example:abc-scaled", "-o", "home.png"}, m_folder.path());
        QCOMPARE(readOnly.errors + readOnly.output, QByteArray());
        QCOMPARE(file("home.png"), file("whole.png"));
    }
};

ATTENTION_TEST(TstExportCommand)
#include "tst_export_command.moc"
