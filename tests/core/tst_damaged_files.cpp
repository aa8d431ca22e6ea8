// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/core_support.h"
#include "tests/support/reader_properties.h"
#include "tests/support/test_main.h"

#include <QFileInfo>

using namespace attention;

// Every bundled example cut at every byte and with every byte changed: refused with a place and a
// reason, or it loads, validates and comes back the same.
class TstDamagedFiles : public attention::test::TestCase {
    Q_OBJECT

    int m_refused = 0, m_loaded = 0;

    QString judged(const std::string& json)
    {
        bool loaded = false;
        const std::string complaint = test::scenarioComplaint(json, &loaded);
        ++(loaded ? m_loaded : m_refused);
        return test::text(complaint);
    }

private slots:
    void cutAndChanged_data()
    {
        QTest::addColumn<QString>("path");
        for (const QString& path : test::bundledScenarios())
            QTest::newRow(qPrintable(QFileInfo(path).baseName())) << path;
    }

    void cutAndChanged()
    {
        QFETCH(QString, path);
        const std::string json = test::readFile(path);
        for (std::size_t i = 0; i + 1 < json.size(); ++i) {
            const QString complaint = judged(json.substr(0, i));
            QVERIFY2(complaint.isEmpty(),
                     qPrintable(QString("cut after %1 bytes: %2").arg(i).arg(complaint)));
        }
        for (std::size_t i = 0; i < json.size(); ++i) {
            for (const unsigned char change : {0x01, 0xFF}) {
                std::string damaged = json;
                damaged[i] = static_cast<char>(static_cast<unsigned char>(damaged[i]) ^ change);
                const QString complaint = judged(damaged);
                QVERIFY2(complaint.isEmpty(),
                         qPrintable(QString("byte %1 changed: %2").arg(i).arg(complaint)));
            }
        }
    }

    void cleanupTestCase()
    {
        qInfo("%d damaged files refused with place and reason, %d loaded and came back the same",
              m_refused, m_loaded);
        QVERIFY(m_refused + m_loaded > 10000);
    }
};

ATTENTION_TEST(TstDamagedFiles)
#include "tst_damaged_files.moc"
