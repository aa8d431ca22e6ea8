// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/run.h"
#include "core/scenario/edits.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/actions.h"
#include "ui/checks/check_words.h"
#include "ui/document/examples.h"
#include "ui/explain/cell_explanation.h"
#include "ui/figures/labels.h"
#include "ui/figures/sentence.h"
#include "ui/views/board_view.h"

#include <QSet>

#include <limits>

using namespace attention;
using namespace attention::ui;

namespace {

TracePtr traceOf(const Scenario& s)
{
    return run(std::make_shared<const Scenario>(s));
}

// Without the marks that keep right-to-left labels to themselves.
QString bare(QString text)
{
    return text.remove(QChar(0x2068)).remove(QChar(0x2069));
}

} // namespace

// Sentences, labels, names: what people read.
class TstWords : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void aRowIsASentence()
    {
        const TracePtr trace = traceOf(test::example("abc-scaled"));
        QCOMPARE(
            bare(rowSentence(*trace, 0, 0, 3)),
            QString::fromUtf8("“A” reads  “A” 76.8 %  ·  “C” 18.7 %  ·  “B” 4.5 %  and becomes  "
                              "[1.723, 0.277]"));
        QCOMPARE(bare(rowSentence(*trace, 0, 2, 3)),
                 QString::fromUtf8(
                     "“C” reads  “A” 33.3 %  ·  “B” 33.3 %  ·  “C” 33.3 %  and becomes  [1, 1]"));
        const TracePtr causal = traceOf(test::example("abc-causal"));
        QCOMPARE(bare(rowSentence(*causal, 0, 0, 3)), "“A” reads  “A” 100 %  and becomes  [2, 0]");
    }

    void aRowWithNothingToReadSaysSo()
    {
        Scenario s = test::example("blocked-row");
        QVERIFY(rowSentence(*traceOf(s), 0, 0, 3).contains("finite fill shares evenly"));
        Mask mask = s.mask;
        mask.fill = -std::numeric_limits<double>::infinity();
        QVERIFY(rowSentence(*traceOf(withMask(s, mask)), 0, 0, 3).contains("NaN"));
        mask.emptyRows = EmptyRows::Zeros;
        QVERIFY(rowSentence(*traceOf(withMask(s, mask)), 0, 0, 3).contains("zeros"));
    }

    void labelsAreShownAsTheyAreAndToldApart_data()
    {
        QTest::addColumn<QStringList>("labels");
        QTest::addColumn<QStringList>("shown");
        QTest::newRow("tags") << QStringList{"<s>", "&amp;", "<b>x</b>"}
                              << QStringList{"<s>", "&amp;", "<b>x</b>"};
        QTest::newRow("empty") << QStringList{"", " ", "\t"} << QStringList{"∅", "␣", "␉"};
        QTest::newRow("repeated") << QStringList{"the", "cat", "the", "the"}
                                  << QStringList{"the", "cat", "the₂", "the₃"};
        QTest::newRow("emoji") << QStringList{"😀", "😀"} << QStringList{"😀", "😀₂"};
        QTest::newRow("control") << QStringList{"a\nb", QString(QChar(0x7f))}
                                 << QStringList{"a␊b", "␡"};
    }

    void labelsAreShownAsTheyAreAndToldApart()
    {
        QFETCH(QStringList, labels);
        QFETCH(QStringList, shown);
        std::vector<std::string> given;
        for (const QString& label : labels)
            given.push_back(label.toStdString());
        QCOMPARE(shownLabels(given), shown);
    }

    void aCellIsNamedByItsTokens()
    {
        const TracePtr trace = traceOf(test::example("abc-unscaled"));
        QCOMPARE(bare(cellSentence(*trace, {{std::nullopt, StageId::Scores, 0}, 0, 2})),
                 "scores [A, C] = 2");
        const TracePtr causal = traceOf(test::example("abc-causal"));
        QVERIFY(
            cellSentence(*causal, {{std::nullopt, StageId::Weights, 0}, 0, 2}).contains("blocked"));
        QCOMPARE(bare(cellSentence(*trace, {{MatrixField::W_q, {}, -1}, 0, 1})), "W_q [1, 2] = 0");
    }

    void aNumberSaysWhereItComesFrom()
    {
        const TracePtr trace = traceOf(test::example("abc-scaled"));
        const QString why = cellArithmetic(*trace, {{std::nullopt, StageId::Weights, 0}, 0, 2}, 3);
        // 2·1 + 0·1 = 2, divided by √2, its share of e^2.828 + e^0 + e^1.414: by hand.
        for (const char* line : {"2·1 + 0·1 = 2", "2 / 1.414 = 1.414",
                                 "16.919 + 1 + 4.113 = 22.032", "4.113 / 22.032 = 0.187"})
            QVERIFY2(why.contains(QString::fromUtf8(line)), qPrintable(why));
        QVERIFY(cellArithmetic(*trace, {{MatrixField::W_q, {}, -1}, 0, 0}, 3).isEmpty());
    }

    void everyCheckHasWords()
    {
        const TracePtr trace = traceOf(test::example("cat-sat-causal"));
        for (const Check& check : check(*trace)) {
            if (check.status == CheckStatus::NotApplicable)
                continue;
            QVERIFY2(!checkWords(check).isEmpty(), std::string(check.id).c_str());
        }
        Check failed{"weights_rows_sum_to_one", CheckStatus::Fail, 1.0, {}, 0};
        QCOMPARE(checkWords(failed), "rows do not add to 1");
        QCOMPARE(checkSign(CheckStatus::Fail), QString::fromUtf8("✗"));
    }

    void noShortcutAndNoNameStandsTwice()
    {
        QSet<QString> keys, ids;
        for (const ActionRow& row : actionTable()) {
            QVERIFY2(!ids.contains(row.id), row.id);
            ids.insert(row.id);
            if (row.keys) {
                const QString sequence = shortcutOf(row).toString();
                QVERIFY2(!sequence.isEmpty(), row.id);
                QVERIFY2(!keys.contains(sequence), row.id);
                keys.insert(sequence);
            }
            QVERIFY2(!row.text || row.call, row.id);
        }
    }

    void everyExampleIsListedOnce()
    {
        const QStringList names = exampleNames();
        QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), names.size());
        QVERIFY(names.size() >= 20);
        QCOMPARE(names.first(), "abc-unscaled");
    }
};

ATTENTION_TEST(TstWords)
#include "tst_words.moc"
