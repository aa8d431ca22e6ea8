// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/program.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/document/document.h"
#include "ui/export/save_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QTemporaryDir>

#include <cerrno>
#include <cstring>

#include <unistd.h>

using namespace attention::test;
using attention::ui::saveFile;

namespace {

// Runs in a mount namespace of its own, so that nobody else sees the small disk: $1 its folder,
// then the command that saves (its next word is the target). The disk gets the good file $OLD, is
// filled up but for $FREE bytes, and the file is saved over. Exit status, whether the old file is
// whole, what stands there and what was said are printed; then another disk has room.
constexpr const char* fullDisk = R"sh(
set -eu
disk=$1; shift
mount -t tmpfs -o size=64k,mode=777 tmpfs "$disk"
cp "$OLD" "$disk"; chmod 666 "$disk"/*
name=$(basename "$OLD")
cat /dev/zero >"$disk/filler" 2>/dev/null || true
[ "$(wc -c <"$disk/filler")" -gt 40000 ]
[ "$FREE" = 0 ] || truncate -s -"$FREE" "$disk/filler"

status=0
"$@" "$disk/$name" 2>"$OLD.errors" >/dev/null || status=$?
cmp -s "$OLD" "$disk/$name" && same=same || same=changed
echo "$status, $same, left: $(ls -A "$disk" | tr '\n' ' ')"
sed "s|$disk|DISK|" "$OLD.errors"

mount -t tmpfs -o size=4m,mode=777 tmpfs "$disk"
cp "$OLD" "$disk"; chmod 666 "$disk"/*
status=0
"$@" "$disk/$name" >/dev/null 2>&1 || status=$?
cmp -s "$OLD" "$disk/$name" && same=same || same=changed
echo "$status, $same"
umount "$disk" "$disk"
)sh";

// "unshare" as far as we may, and as root the saving itself as somebody to whom the disk's size
// matters no less and permissions do.
Ran onFullDisk(const QString& oldFile, int freeBytes, const QStringList& saving)
{
    QTemporaryDir disk;
    Environment environment = here();
    environment.insert("OLD", oldFile);
    environment.insert("FREE", QString::number(freeBytes));
    const bool root = ::geteuid() == 0;
    QStringList words = {root ? "-m" : "-Urm"};
    // In a changed root that is no mount point nothing can be made private, and need not be.
    if (runCommand("unshare", words + QStringList{"true"}).status != 0)
        words << "--propagation=unchanged";
    words << QStringList{"sh", "-c", fullDisk, "sh", disk.path()};
    QStringList program = saving;
    if (root) {
        words << QStringList{"setpriv", "--reuid=65534", "--clear-groups"};
        for (QString& word : program)
            if (word.startsWith('/'))
                word = forEverybody(word, environment);
    }
    return runCommand("unshare", words + program, environment);
}

} // namespace

class TstSaveFile : public TestCase {
    Q_OBJECT

private slots:
    // Another way to write a file would not keep the rule.
    void isTheOnlyWay()
    {
        QStringList users;
        for (const char* room : {"app", "core", "ui"}) {
            QDirIterator files(QString(ATTENTION_SOURCE_DIR "/") + room, {"*.h", "*.cpp"},
                               QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                const QString path = files.next();
                const QByteArray source = contentOf(path);
                if (source.contains("QSaveFile"))
                    users << path;
                if (source.contains("QIODevice::WriteOnly") || source.contains("QFile::WriteOnly"))
                    QVERIFY2(source.contains("QBuffer") || users.contains(path), qPrintable(path));
            }
        }
        QCOMPARE(users, QStringList{ATTENTION_SOURCE_DIR "/ui/export/save_file.cpp"});
    }

    void writesAllBytes_data()
    {
        QTest::addColumn<int>("size");
        for (const int size : {0, 1, 4095, 4096, 16384, 16385, 100'000, 3'000'000})
            QTest::addRow("%d", size) << size;
    }

    void writesAllBytes()
    {
        QFETCH(int, size);
        QTemporaryDir folder;
        const QString path = folder.filePath("测试 ñ 😀 file%20#1.json");
        for (int round = 0; round < 2; ++round) { // a new file, then over it
            QByteArray bytes(size, char('a' + round));
            QCOMPARE(saveFile(path, bytes), std::nullopt);
            QCOMPARE(contentOf(path), bytes);
            QCOMPARE(QDir(folder.path())
                         .entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden),
                     QStringList{"测试 ñ 😀 file%20#1.json"});
        }
    }

    void followsLinks()
    {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("there"));
        const QString target = folder.filePath("there/file");
        writeFile(target, "old");
        QVERIFY(QFile::link("there/file", folder.filePath("link")));
        QVERIFY(QFile::link("link", folder.filePath("second")));
        QCOMPARE(saveFile(folder.filePath("second"), "new"), std::nullopt);
        QCOMPARE(contentOf(target), QByteArray("new"));
        for (const char* link : {"link", "second"})
            QVERIFY(QFileInfo(folder.filePath(link)).isSymLink());

        QVERIFY(QFile::link("there/none", folder.filePath("dangling")));
        QCOMPARE(saveFile(folder.filePath("dangling"), "made"), std::nullopt);
        QCOMPARE(contentOf(folder.filePath("there/none")), QByteArray("made"));

        QVERIFY(QFile::link("loop", folder.filePath("loop")));
        const auto reason = saveFile(folder.filePath("loop"), "new");
        QVERIFY(reason && reason->contains("symbolic links"));
        QVERIFY(QFileInfo(folder.filePath("loop")).isSymLink());
    }

    void keepsPermissions()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("file");
        for (const int mode : {0x6600, 0x6644, 0x7755, 0x6666}) {
            writeFile(path, "old");
            const auto permissions = QFile::Permissions(mode);
            QVERIFY(QFile::setPermissions(path, permissions));
            QCOMPARE(saveFile(path, "new"), std::nullopt);
            const auto shown =
                ~QFile::Permissions(QFile::ReadUser | QFile::WriteUser | QFile::ExeUser);
            QCOMPARE(QFile::permissions(path) & shown, permissions & shown);
        }
    }

    void refusesWhatIsNoFile()
    {
        QTemporaryDir folder;
        const auto reasonFor = [](const QString& path) {
            return saveFile(path, "new").value_or("saved");
        };
        QCOMPARE(reasonFor(folder.path()), "Cannot write " + folder.path() + ": it is a folder");
        QCOMPARE(reasonFor("/dev/full"), "Cannot write /dev/full: it is no ordinary file");
        QCOMPARE(reasonFor(folder.filePath("a/b")),
                 "Cannot write " + folder.filePath("a/b") + ": No such file or directory");
        QVERIFY(reasonFor(folder.filePath(QString(256, 'n'))).endsWith(": File name too long"));
        QVERIFY(reasonFor("").contains("no file name"));
        QVERIFY(QDir(folder.path()).isEmpty());
        // The longest name there is.
        QCOMPARE(saveFile(folder.filePath(QString(255, 'n')), "new"), std::nullopt);
    }

    void closedFolderIsAnError()
    {
        QTemporaryDir folder;
        QVERIFY(QFile::setPermissions(folder.path(), QFile::Permissions(0x7777)));
        writeFile(folder.filePath("old.txt"), "old");
        QVERIFY(QFile::setPermissions(folder.filePath("old.txt"), QFile::Permissions(0x6666)));
        QVERIFY(QFile::setPermissions(folder.path(), QFile::Permissions(0x5555)));
        for (const char* name : {"old.txt", "new.txt"}) {
            const Ran ran =
                runAsOrdinaryUser({"trace", "example:abc-scaled", "-o", folder.filePath(name)});
            QCOMPARE(ran.status, 3);
            QCOMPARE(ran.errors, "attention-lab: Cannot write " + folder.filePath(name).toUtf8() +
                                     ": Permission denied\n");
        }
        QCOMPARE(contentOf(folder.filePath("old.txt")), QByteArray("old"));
        QVERIFY(QFile::setPermissions(folder.path(), QFile::Permissions(0x7777)));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"old.txt"});
    }

    // Whatever fails on the way, and however: the old file stays, the reason is said, nothing is
    // left.
    void everyFaultKeepsTheOldFile()
    {
        int faults = 0;
        for (const char* call : {"open", "write", "fsync", "linkat", "rename"})
            for (const int number : {ENOSPC, EIO, EDQUOT, EACCES, EROFS})
                for (const bool always : {false, true})
                    for (const bool exists : {false, true}) {
                        QTemporaryDir folder;
                        const QString path = folder.filePath("out.json");
                        if (exists)
                            writeFile(path, "old");
                        Environment environment = here();
                        environment.insert("LD_PRELOAD", FAILING_CALLS);
                        environment.insert("ASAN_OPTIONS", "verify_asan_link_order=0");
                        environment.insert("FAIL_CALL", call);
                        environment.insert("FAIL_ERRNO", QString::number(number));
                        if (always)
                            environment.insert("FAIL_ALWAYS", "1");
                        const Ran ran =
                            runProgram({"trace", "example:cat-sat", "--format", "json", "-o", path},
                                       environment);
                        const QByteArray what = QByteArray(call) + ": " + std::strerror(number) +
                                                (always ? ", always: " : ", once: ") + ran.errors;
                        const QStringList left =
                            QDir(folder.path())
                                .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
                        // Qt may not need the call, or know a second way: then all is saved.
                        if (ran.status == 0) {
                            QVERIFY2(contentOf(path).endsWith("}\n"), what.constData());
                            QCOMPARE(left, QStringList{"out.json"});
                            continue;
                        }
                        QVERIFY2(ran.status == 3, what.constData());
                        QVERIFY2(isOneLine(ran.errors) && ran.errors.contains("out.json: ") &&
                                     ran.errors.contains(std::strerror(number)),
                                 what.constData());
                        QCOMPARE(contentOf(path), exists ? QByteArray("old") : QByteArray());
                        QVERIFY2(left == (exists ? QStringList{"out.json"} : QStringList()),
                                 what + left.join(' ').toUtf8());
                        ++faults;
                    }
        QVERIFY2(faults >= 80, QByteArray::number(faults));
        qInfo("%d faults, the old file kept and the reason said for each", faults);
    }

    // Runs in a process of its own, called by the next test: saves a document over the file of the
    // environment, as the window does.
    void savesADocument()
    {
        const QString path = qEnvironmentVariable("ATTENTION_TEST_SAVES_TO");
        if (path.isEmpty())
            return;
        attention::ui::Document document;
        document.load(threeTokens(), {}); // files of the project may be closed to this user
        attention::Scenario changed = document.scenario();
        changed.title = "changed";
        QVERIFY(!document.apply({changed, "Title", {}}));
        QVERIFY(document.isModified());
        const auto reason = document.save(path);
        QCOMPARE(document.isModified(), reason.has_value());
        QCOMPARE(document.path(), reason ? QString() : path);
        if (reason) {
            std::fprintf(stderr, "%s\n", qPrintable(*reason));
            std::fflush(stderr);
            ::_exit(3);
        }
    }

    // On a disk that is full or nearly so, a real one of 64 KiB.
    void fullDiskKeepsTheOldFile_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("saving");
        const QString program = ATTENTION_LAB_PROGRAM;
        QTest::newRow("trace") << "old.txt"
                               << QStringList{program,    "trace", "example:sixty-four-words",
                                              "--format", "json",  "-o"};
        for (const char* picture : {"old.png", "old.svg", "old.pdf"})
            QTest::newRow(picture)
                << picture << QStringList{program, "export", "example:abc-causal", "-o"};
        QTest::newRow("document")
            << "old.json"
            << QStringList{
                   "sh", "-c",
                   R"sh(export ATTENTION_TEST_SAVES_TO="$1"; exec "$0" save_file savesADocument)sh",
                   QCoreApplication::applicationFilePath()};
    }

    void fullDiskKeepsTheOldFile()
    {
        QFETCH(QString, name);
        QFETCH(QStringList, saving);
        QTemporaryDir scratch;
        const QString old = scratch.filePath(name);
        writeFile(old, QByteArray("good ").repeated(200));
        // What is saved is larger than what is free; the first pages of it may find room.
        for (const int free : {0, 4096, 8192}) {
            if (name == "old.json" && free > 0)
                continue; // a document of less than a page
            const Ran ran = onFullDisk(old, free, saving);
            QCOMPARE(ran.errors, QByteArray());
            const QString program = saving.contains("export") || saving.contains("trace")
                                        ? QString("attention-lab: ")
                                        : QString();
            QCOMPARE(QString(ran.output),
                     QString("3, same, left: filler %1 \n"
                             "%2Cannot write DISK/%1: No space left on device\n"
                             "0, changed\n")
                         .arg(name, program));
            QCOMPARE(ran.status, 0);
        }
    }
};

ATTENTION_TEST(TstSaveFile)
#include "tst_save_file.moc"
