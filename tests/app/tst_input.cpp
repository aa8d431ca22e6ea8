// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/program.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <sys/stat.h>

using namespace attention::test;

// What stands where a FILE is expected: each bad one is refused at once, by one line that names it.
class TstInput : public TestCase {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString path(const QString& name) const { return m_folder.filePath(name); }

    void refused(const Ran& ran, const QByteArray& error)
    {
        QVERIFY2(ran.errors.contains(error), ran.errors.constData());
        QVERIFY2(isOneLine(ran.errors), ran.errors.constData());
        QCOMPARE(ran.output, QByteArray());
        QCOMPARE(ran.status, 2);
    }

private slots:
    void initTestCase()
    {
        // Also for the ordinary user.
        QVERIFY(QFile::setPermissions(m_folder.path(), QFile::Permissions(0x7755)));
        writeFile(path("empty.json"), "");
        writeFile(path("cut.json"), "{\"format\": \"attention-lab/scenario\",\n \"version\"");
        writeFile(path("picture.json"), QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16));
        writeFile(path("utf16.json"), QByteArray("\xff\xfe{\0\"\0", 6));
        writeFile(path("ragged.json"),
                  R"({"format": "attention-lab/scenario", "version": 1, "X": [[1, 2], [3]]})");
        writeFile(path("shapes.json"), R"({"format": "attention-lab/scenario", "version": 1,
 "X": [[1, 2]], "W_k": [[1], [2], [3], [4]]})");
        writeFile(path("later.json"), R"({"format": "attention-lab/scenario", "version": 2,
 "X": [[1, 2]], "context": {"X": [[1, 2]]}})");
        writeFile(path("deep.json"), QByteArray(1 << 20, '['));
        QFile large(path("large.json"));
        QVERIFY(large.open(QFile::WriteOnly) && large.resize((64LL << 20) + 1));
        QFile huge(path("huge.json"));
        QVERIFY(huge.open(QFile::WriteOnly) && huge.resize(1LL << 40)); // no byte of it is there
        QVERIFY(::mkfifo(qPrintable(path("pipe.json")), 0644) == 0);
        QVERIFY(QDir(m_folder.path()).mkdir("folder.json"));
        QVERIFY(QFile::link(path("nowhere"), path("dangling.json")));
        QVERIFY(QFile::link(path("loop.json"), path("loop.json")));
        writeFile(path("secret.json"), "{}");
        QVERIFY(QFile::setPermissions(path("secret.json"), QFile::Permissions()));
    }

    void badFilesAreRefused_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("error");
        const auto row = [&](const char* name, const char* error) {
            QTest::newRow(name) << (name[0] == '/' ? QString(name) : path(name))
                                << QByteArray(error);
        };
        row("missing.json", "No such file");
        row("empty.json", "line 1, column 1");
        row("cut.json", "line 2, column");
        row("picture.json", "picture.json: ");
        row("utf16.json", "UTF-16");
        row("ragged.json", "X[1]: ");
        row("shapes.json", "W_k: 4 rows");
        row("later.json", "version: 2 is newer");
        row("deep.json", "nested too deeply");
        row("large.json", "64 MiB");
        row("huge.json", "64 MiB");
        row("pipe.json", "is not a regular file");
        row("folder.json", "is a folder");
        row("dangling.json", "No such file");
        row("loop.json", "symbolic links");
        row("secret.json", "Permission denied");
        row("empty.json/x", "Not a directory");
        row("/dev/zero", "is not a regular file");
        row("/dev/full", "is not a regular file");
        row("/", "is a folder");
    }

    void badFilesAreRefused()
    {
        QFETCH(QString, file);
        QFETCH(QByteArray, error);
        for (const QStringList& words :
             {QStringList{"trace", file}, QStringList{"check", file},
              QStringList{"export", file, "-o", "/nowhere/x.png"},
              QStringList{"export", file, "--all", "-o", "/nowhere/x"}}) {
            QElapsedTimer timer;
            timer.start();
            const Ran ran = runAsOrdinaryUser(words);
            QVERIFY2(timer.elapsed() < 5000, "it took its time");
            refused(ran, error);
            QVERIFY(ran.errors.contains(QFile::encodeName(file)));
        }
    }

    void namesAreUnicode()
    {
        const QByteArray good =
            R"({"format": "attention-lab/scenario", "version": 1, "X": [[2, 0], [0, 2]]})";
        for (const char* name : {"测试 ñ 😀.json", "a%20b#1.json", "-dash.json", "with space.json",
                                 "example:not.json", "noending"}) {
            writeFile(path(name), good);
            const Ran whole = runProgram({"trace", path(name)});
            QCOMPARE(whole.errors, QByteArray());
            QCOMPARE(whole.status, 0);
        }
        const Ran dash = runProgram({"trace", "--", "-dash.json"}, here(), m_folder.path());
        QCOMPARE(dash.status, 0);

        // A name that is no UTF-8 is no reason to crash.
        const Ran bytes = runCommand(
            "sh", {"-c", R"sh(exec "$0" trace "$(printf 'a\377\376')")sh", ATTENTION_LAB_PROGRAM});
        refused(bytes, "No such file");
    }

    void checkGoesOnAfterABadFile()
    {
        const Ran ran = runProgram({"check", "example:abc-scaled", path("ragged.json"),
                                    path("missing.json"), "example:abc-causal"});
        QCOMPARE(ran.status, 2);
        QCOMPARE(ran.errors.count('\n'), 2);
        QVERIFY(ran.output.startsWith("example:abc-scaled\n"));
        QVERIFY(ran.output.contains("\nexample:abc-causal\n"));
        QCOMPARE(ran.output.count("weights_rows_sum_to_one"), 2);
    }

    void checkSaysWhatFails()
    {
        // Every key of the first row is blocked, by minus infinity: 0 / 0.
        writeFile(path("nan.json"), R"({"format": "attention-lab/scenario", "version": 1,
 "X": [[1, 2], [3, 4]], "mask": {"allowed": [[false, false], [true, true]], "fill": "-inf"}})");
        const Ran ran = runProgram({"check", path("nan.json")});
        QCOMPARE(ran.errors, QByteArray());
        QCOMPARE(ran.status, 1);
        QVERIFY2(ran.output.contains("\nfail "), ran.output.constData());
        QVERIFY(ran.output.contains("no_nan"));

        QCOMPARE(runProgram({"check", "example:abc-scaled", path("nan.json")}).status, 1);
        QCOMPARE(runProgram({"check", path("nan.json"), path("missing.json")}).status, 2);
        QCOMPARE(runProgram({"check", path("missing.json"), path("nan.json")}).status, 2);

        const Ran good = runProgram({"check", "example:abc-causal"});
        QCOMPARE(good.status, 0);
        QVERIFY(!good.output.contains("fail"));
        QVERIFY(good.output.contains("by_design"));
        QVERIFY(good.output.contains("not_applicable"));
        // A column of its own for each part: the names start below each other.
        const QList<QByteArray> lines = good.output.trimmed().split('\n');
        const qsizetype column = lines[0].indexOf("weights_rows_sum_to_one");
        for (const QByteArray& line : lines)
            QVERIFY2(line[column - 1] == ' ' && line[column] != ' ', line.constData());
    }
};

ATTENTION_TEST(TstInput)
#include "tst_input.moc"
