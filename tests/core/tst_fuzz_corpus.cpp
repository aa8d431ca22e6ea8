// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/core_support.h"
#include "tests/support/reader_properties.h"
#include "tests/support/test_main.h"

#include <QDir>

using namespace attention;

// The seeds of the fuzzers, and every input that they kept, once more.
class TstFuzzCorpus : public attention::test::TestCase {
    Q_OBJECT

    using Complaint = std::string (*)(std::string_view);
    void replay(const QString& name, Complaint complaint)
    {
        const QDir folder(test::sourcePath("tests/fuzz/corpus/" + name));
        const QStringList files = folder.entryList(QDir::Files, QDir::Name);
        QVERIFY(files.size() > 20);
        for (const QString& file : files) {
            const std::string said = complaint(test::readFile(folder.filePath(file)));
            QVERIFY2(said.empty(), qPrintable(file + ": " + test::text(said)));
        }
    }

private slots:
    void scenario() { replay("scenario", test::everythingComplaint); }
    void number() { replay("number", test::numberComplaint); }
};

ATTENTION_TEST(TstFuzzCorpus)
#include "tst_fuzz_corpus.moc"
