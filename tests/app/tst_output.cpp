// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/program.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

using namespace attention::test;

// Results arrive whole, or the exit status is 3 and one line says why.
class TstOutput : public TestCase {
    Q_OBJECT

    // The program with a redirection of the shell.
    static Ran redirected(const QString& words, const QString& redirection)
    {
        return runCommand("sh", {"-c", QString("exec \"$0\" %1 %2").arg(words, redirection),
                                 ATTENTION_LAB_PROGRAM});
    }

    static void commandRows()
    {
        QTest::addColumn<QString>("words");
        for (const char* words :
             {"trace example:abc-scaled", "trace example:abc-scaled --format json",
              "check example:abc-scaled", "check example:abc-scaled example:abc-causal",
              "variance --d-k 4 --samples 100", "kv-cache", "examples", "--help", "--version",
              "trace --help"})
            QTest::newRow(words) << QString(words);
    }

private slots:
    void fullDiskIsAnError_data() { commandRows(); }
    void fullDiskIsAnError()
    {
        QFETCH(QString, words);
        const Ran ran = redirected(words, ">/dev/full");
        QVERIFY2(ran.errors.contains("standard output: No space left on device"),
                 ran.errors.constData());
        QVERIFY(isOneLine(ran.errors));
        QCOMPARE(ran.status, 3);
    }

    void closedOutputIsAnError_data() { commandRows(); }
    void closedOutputIsAnError()
    {
        QFETCH(QString, words);
        const Ran ran = redirected(words, ">&-");
        QVERIFY2(ran.errors.contains("standard output: Bad file descriptor"),
                 ran.errors.constData());
        QVERIFY(isOneLine(ran.errors));
        QCOMPARE(ran.status, 3);
    }

    void closedPipeIsAnError_data() { commandRows(); }
    void closedPipeIsAnError()
    {
        QFETCH(QString, words);
        // The reader has ended before the program starts to write.
        const Ran ran = runCommand(
            "bash", {"-c", QString("{ sleep 0.2; \"$0\" %1; echo $? >&2; } | true").arg(words),
                     ATTENTION_LAB_PROGRAM});
        QVERIFY2(ran.errors.contains("standard output: Broken pipe\n"), ran.errors.constData());
        QVERIFY2(ran.errors.endsWith("\n3\n"), ran.errors.constData());
        QCOMPARE(ran.errors.count('\n'), 2);
    }

    // The file that is saved must not become what is printed on.
    void closedStreamsSpoilNoFile()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("out.json");
        const QString words = "trace example:abc-scaled --format json -o '" + path + "'";
        const QByteArray good =
            runProgram({"trace", "example:abc-scaled", "--format", "json"}).output;
        for (const char* closed : {">&-", "2>&-", "<&-", "<&- >&- 2>&-"}) {
            QFile::remove(path);
            const Ran ran = redirected(words, closed);
            QCOMPARE(ran.status, 0);
            QCOMPARE(contentOf(path), good);
        }
        // Names of pictures are printed while Qt has files of its own open.
        const Ran all = redirected("export example:abc-scaled --all --size 40x30 -o '" +
                                       folder.filePath("all") + "'",
                                   ">&-");
        QVERIFY2(all.errors.contains("standard output: Bad file descriptor"),
                 all.errors.constData());
        QCOMPARE(all.status, 3);
        QCOMPARE(redirected("trace nowhere.json", "2>&-").status, 2);
        QCOMPARE(redirected("trace nowhere.json", "2>/dev/full").status, 2);
    }

    void slowReaderGetsAll()
    {
        // A pipe that does not wait, and holds less than the text.
        int ends[2];
        QVERIFY(::pipe2(ends, O_NONBLOCK | O_CLOEXEC) == 0);
        QProcess program;
        program.setChildProcessModifier([writing = ends[1]] { ::dup2(writing, STDOUT_FILENO); });
        const QStringList words = {"trace", "example:sixty-four-words", "--format", "json"};
        program.start(ATTENTION_LAB_PROGRAM, words);
        QVERIFY(program.waitForStarted());
        ::close(ends[1]);
        QByteArray all, part(20000, '\0');
        for (;;) {
            QTest::qSleep(2);
            const ssize_t count =
                ::read(ends[0], part.data(), static_cast<std::size_t>(part.size()));
            if (count > 0)
                all += part.first(count);
            else if (count == 0 || errno != EAGAIN)
                break;
        }
        ::close(ends[0]);
        QVERIFY(program.waitForFinished());
        QCOMPARE(program.exitCode(), 0);
        QVERIFY(all.size() > 70000);
        QCOMPARE(all, runProgram(words).output);
    }

    void badTargetsAreNamed_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("no folder") << "none/out" << QByteArray("No such file or directory");
        QTest::newRow("a folder") << "folder" << QByteArray("it is a folder");
        QTest::newRow("in a file") << "file/out" << QByteArray("Not a directory");
        QTest::newRow("read-only folder") << "closed/out" << QByteArray("Permission denied");
        QTest::newRow("read-only file") << "locked" << QByteArray("Permission denied");
        QTest::newRow("a device") << "/dev/full" << QByteArray("it is no ordinary file");
        QTest::newRow("too long") << QString(300, 'n') << QByteArray("File name too long");
    }

    void badTargetsAreNamed()
    {
        QFETCH(QString, target);
        QFETCH(QByteArray, reason);
        QTemporaryDir folder;
        const auto anybody = QFile::Permissions(0x7777);
        QVERIFY(QFile::setPermissions(folder.path(), anybody));
        for (const char* ending : {"", ".png", ".svg", ".pdf"}) {
            const QDir dir(folder.path());
            for (const char* name : {"folder", "closed"})
                QVERIFY(dir.mkpath(QString(name) + (QByteArray(name) == "folder" ? ending : "")));
            for (const char* name : {"file", "locked"})
                writeFile(
                    dir.filePath(QString(name) + (QByteArray(name) == "locked" ? ending : "")),
                    "old");
            QVERIFY(QFile::setPermissions(dir.filePath("closed"), QFile::Permissions(0x5555)));
            QVERIFY(QFile::setPermissions(dir.filePath(QString("locked") + ending),
                                          QFile::Permissions(0x4444)));
            if (target == "/dev/full" && *ending)
                continue;
            const QString path = target + ending;
            const QStringList words = *ending
                                          ? QStringList{"export", "example:abc-scaled", "-o", path}
                                          : QStringList{"trace", "example:abc-scaled", "-o", path};
            const QStringList before = dir.entryList(QDir::AllEntries | QDir::Hidden);
            const Ran ran = runAsOrdinaryUser(words, folder.path());
            QVERIFY2(ran.errors.contains(reason), ran.errors.constData());
            QVERIFY2(ran.errors.contains(path.toUtf8()), ran.errors.constData());
            QVERIFY(isOneLine(ran.errors));
            QCOMPARE(ran.output, QByteArray());
            QCOMPARE(ran.status, 3);
            QCOMPARE(dir.entryList(QDir::AllEntries | QDir::Hidden), before);
            QCOMPARE(contentOf(dir.filePath(QString("locked") + ending)), QByteArray("old"));
            QFile::setPermissions(dir.filePath("closed"), anybody);
        }
    }

    // No display, no home to write to, hardly an environment.
    void needsNothingAround_data() { commandRows(); }
    void needsNothingAround()
    {
        QFETCH(QString, words);
        Environment bare;
        bare.insert("HOME", "/proc/nowhere");
        bare.insert("XDG_RUNTIME_DIR", "/proc/nowhere");
        bare.insert("QT_DEBUG_PLUGINS", "1");
        bare.insert("LC_ALL", "C");
        const QStringList list = words.split(u' ');
        const Ran ran = runProgram(list, bare);
        QCOMPARE(ran.errors, QByteArray());
        QCOMPARE(ran.status, 0);
        QCOMPARE(ran.output, runProgram(list).output);
    }

    void windowNeedsADisplay()
    {
        const Ran ran = runProgram({}, Environment());
        QVERIFY2(ran.errors.contains("no display"), ran.errors.constData());
        QVERIFY(isOneLine(ran.errors));
        QCOMPARE(ran.status, 2);
    }
};

ATTENTION_TEST(TstOutput)
#include "tst_output.moc"
