// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/run.h"
#include "tests/support/program.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/export/batch.h"

#include <QFile>
#include <QImage>
#include <QTemporaryDir>

#include <unistd.h>

using namespace attention;
using namespace attention::ui;
using namespace attention::test;

namespace {

PictureSource sourceOf(Scenario scenario)
{
    // Experiments of a moment.
    scenario.scaling.d_k = {4};
    scenario.scaling.samples = 100;
    scenario.scaling.repeats = 1;
    PictureSource source;
    source.scenario = std::make_shared<const Scenario>(std::move(scenario));
    source.trace = run(source.scenario);
    return source;
}

PictureRequest small()
{
    PictureRequest like;
    like.size.width = 40;
    like.size.height = 30;
    return like;
}

QStringList namesOf(const std::vector<BatchFile>& files)
{
    QStringList names;
    for (const BatchFile& file : files)
        names << file.name;
    return names;
}

QStringList in(const QTemporaryDir& folder)
{
    return QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
}

// Megabytes that this process holds.
double resident()
{
    const QList<QByteArray> pages = contentOf("/proc/self/statm").split(' ');
    return pages[1].toDouble() * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e6;
}

} // namespace

class TstBatch : public TestCase {
    Q_OBJECT

private slots:
    void namesSayWhatIsInThem()
    {
        const PictureSource one = sourceOf(threeTokens());
        QCOMPARE(namesOf(batchFiles(*one.trace, "three", small(), {"png", "pdf"})).join(' '),
                 QString("three-board.png three-board.pdf "
                         "three-embeddings.png three-embeddings.pdf "
                         "three-queries.png three-queries.pdf three-keys.png three-keys.pdf "
                         "three-values.png three-values.pdf "
                         "three-head-queries.png three-head-queries.pdf "
                         "three-head-keys.png three-head-keys.pdf "
                         "three-head-values.png three-head-values.pdf "
                         "three-scores.png three-scores.pdf "
                         "three-scaled-scores.png three-scaled-scores.pdf "
                         "three-masked-scores.png three-masked-scores.pdf "
                         "three-weights.png three-weights.pdf "
                         "three-head-output.png three-head-output.pdf "
                         "three-concatenated.png three-concatenated.pdf "
                         "three-output.png three-output.pdf "
                         "three-plot-scaling.png three-plot-scaling.pdf "
                         "three-plot-memory.png three-plot-memory.pdf"));
        const PictureSource two = sourceOf(example("cat-sat-two-heads"));
        const QStringList names = namesOf(batchFiles(*two.trace, "cat", small(), {"svg"}));
        for (const char* name : {"cat-head-0-board.svg", "cat-head-1-board.svg",
                                 "cat-head-1-weights.svg", "cat-output.svg"})
            QVERIFY2(names.contains(name), name);
        QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), names.size());
    }

    void stemsAreNamesOfFiles_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("stem");
        QTest::newRow("plain") << "Three tokens by hand"
                               << "Three tokens by hand";
        QTest::newRow("folders") << "../a/b"
                                 << "-a-b";
        QTest::newRow("control") << QString("a\nb\t") + QChar(0) << "a-b--";
        QTest::newRow("hidden") << "..bashrc"
                                << "bashrc";
        QTest::newRow("nothing") << " "
                                 << "scenario";
        QTest::newRow("dots") << "..."
                              << "scenario";
        QTest::newRow("any language") << "测试 ñ 😀"
                                      << "测试 ñ 😀";
        QTest::newRow("long") << QString("x").repeated(300) << QString("x").repeated(120);
        QTest::newRow("long, of four bytes")
            << QString("😀").repeated(100) << QString("😀").repeated(30);
    }

    void stemsAreNamesOfFiles()
    {
        QFETCH(QString, name);
        QFETCH(QString, stem);
        QCOMPARE(batchStem(name), stem);
    }

    // Each file is what "export" of that one picture writes.
    void everyFileIsItsPicture()
    {
        const QTemporaryDir folder;
        const PictureSource source = sourceOf(example("cat-sat-two-heads"));
        const QStringList formats = {"png", "svg", "pdf"};
        Batch batch(source, QDir(folder.path()),
                    batchFiles(*source.trace, "cat", small(), formats));
        const std::size_t count = batch.count();
        QCOMPARE(count % 3, std::size_t(0));
        while (!batch.atEnd())
            QCOMPARE(batch.writeNext(), std::nullopt);
        QCOMPARE(batch.position(), count);
        QCOMPARE(static_cast<std::size_t>(batch.written().size()), count);
        QCOMPARE(static_cast<std::size_t>(in(folder).size()), count);
        for (const BatchFile& file : batchFiles(*source.trace, "cat", small(), formats)) {
            const QByteArray bytes = contentOf(folder.filePath(file.name));
            if (file.request.format == "pdf") {
                QVERIFY(bytes.startsWith("%PDF-"));
                continue;
            }
            const auto figure = makePicture(file.request, source);
            const QByteArray alone =
                formatFor(file.name)->render(*figure, pictureOptions(file.request));
            QVERIFY2(!bytes.isEmpty() && bytes == alone, qPrintable(file.name));
        }
    }

    void existingFilesCanBeKept()
    {
        const QTemporaryDir folder;
        writeFile(folder.filePath("three-board.png"), "old");
        writeFile(folder.filePath("three-weights.svg"), "old");
        writeFile(folder.filePath("other.png"), "old");
        const PictureSource source = sourceOf(threeTokens());
        const auto files = batchFiles(*source.trace, "three", small(), {"png", "svg"});
        Batch batch(source, QDir(folder.path()), files);
        const QStringList existing = batch.existing();
        QCOMPARE(existing, (QStringList{"three-board.png", "three-weights.svg"}));
        batch.leaveOut(existing);
        QCOMPARE(batch.count(), files.size() - 2);
        while (!batch.atEnd())
            QCOMPARE(batch.writeNext(), std::nullopt);
        for (const QString& name : existing)
            QCOMPARE(contentOf(folder.filePath(name)), QByteArray("old"));
        QCOMPARE(contentOf(folder.filePath("other.png")), QByteArray("old"));
        QVERIFY(contentOf(folder.filePath("three-board.svg")).startsWith("<?xml"));
    }

    // The drive goes, or a folder has a file's name: one sentence, and no step further.
    void whatFailsEndsIt_data()
    {
        QTest::addColumn<bool>("driveGoes");
        QTest::addColumn<QString>("said");
        QTest::newRow("drive") << true << "No such file or directory";
        QTest::newRow("folder") << false << "it is a folder";
    }

    void whatFailsEndsIt()
    {
        QFETCH(bool, driveGoes);
        QFETCH(QString, said);
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("drive"));
        const QString drive = folder.filePath("drive");
        writeFile(drive + "/three-output.png", "old");
        const PictureSource source = sourceOf(threeTokens());
        Batch batch(source, QDir(drive), batchFiles(*source.trace, "three", small(), {"png"}));
        for (int i = 0; i < 3; ++i)
            QCOMPARE(batch.writeNext(), std::nullopt);
        const QString elsewhere = folder.filePath("elsewhere");
        if (driveGoes)
            QVERIFY(QFile::rename(drive, elsewhere));
        else
            QVERIFY(QDir(drive).mkdir("three-keys.png"));
        QCOMPARE(batch.writeNext().value_or(""),
                 "Cannot write " + drive + "/three-keys.png: " + said);
        QVERIFY(batch.atEnd());
        QCOMPARE(batch.position(), std::size_t(3));
        const QDir left(driveGoes ? elsewhere : drive);
        QCOMPARE(left.entryList(QDir::Files | QDir::Hidden),
                 (QStringList{"three-board.png", "three-embeddings.png", "three-output.png",
                              "three-queries.png"}));
        QCOMPARE(contentOf(left.filePath("three-output.png")), QByteArray("old"));
        for (const QString& path : batch.written())
            QVERIFY(!QImage(left.filePath(QFileInfo(path).fileName())).isNull());
        QVERIFY(!driveGoes || !QFileInfo::exists(drive)); // it is not made anew
    }

    void foldersAreMade()
    {
        const QTemporaryDir folder;
        QCOMPARE(makeFolder(folder.filePath("a/b")), std::nullopt);
        QVERIFY(QFileInfo(folder.filePath("a/b")).isDir());
        QCOMPARE(makeFolder(folder.filePath("a/b")), std::nullopt);
        writeFile(folder.filePath("file"), "x");
        QCOMPARE(makeFolder(folder.filePath("file")).value_or(""),
                 "Cannot make the folder " + folder.filePath("file") + ": it is no folder");
        QCOMPARE(makeFolder("").value_or(""), QString("Cannot make the folder : no name is given"));
    }

    // More than 200 pictures and nothing stays behind.
    void memoryDoesNotGrow()
    {
        const PictureSource source = sourceOf(threeTokens());
        const QTemporaryDir folder;
        int pictures = 0;
        const auto once = [&] {
            Batch batch(source, QDir(folder.path()),
                        batchFiles(*source.trace, "cat", small(), {"png", "svg"}));
            while (!batch.atEnd()) {
                QCOMPARE(batch.writeNext(), std::nullopt);
                ++pictures;
            }
        };
        once(); // fonts and glyphs
        const double before = resident();
        pictures = 0;
        while (pictures < 200)
            once();
#if !defined(__SANITIZE_ADDRESS__) // it keeps what is freed, so that its size says nothing
        const double more = resident() - before;
        QVERIFY2(more < 12, qPrintable(QString("%1 MB more").arg(more)));
#else
        Q_UNUSED(before);
#endif
    }
};

ATTENTION_TEST(TstBatch)
#include "tst_batch.moc"
