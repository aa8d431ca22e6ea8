// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/run.h"
#include "core/scenario/from_words.h"
#include "core/scenario/problems.h"
#include "tests/support/test_main.h"

using namespace attention;

// A typed sentence becomes a scenario.
class TstFromWords : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void wordsStandBetweenSpaces()
    {
        QCOMPARE(wordsOf("  the cat\tsat\n"), (std::vector<std::string>{"the", "cat", "sat"}));
        QCOMPARE(wordsOf("one"), (std::vector<std::string>{"one"}));
        QVERIFY(wordsOf(" \t ").empty());
        QCOMPARE(wordsOf("<b> 😀"), (std::vector<std::string>{"<b>", "😀"}));
    }

    void aColumnForEachDifferentWord()
    {
        const Scenario s = scenarioOfWords(wordsOf("the cat saw the dog"), WordVectors::OneHot);
        QVERIFY(!validate(s));
        Matrix expected(5, 4);
        expected << 1, 0, 0, 0, //
            0, 1, 0, 0,         //
            0, 0, 1, 0,         //
            1, 0, 0, 0,         //
            0, 0, 0, 1;
        QVERIFY(*s.X == expected);
        QCOMPARE(s.columns, (std::vector<std::string>{"the", "cat", "saw", "dog"}));
        QCOMPARE(s.tokens.size(), std::size_t(5));
        // Equal words read each other as they read themselves.
        const auto trace = run(std::make_shared<const Scenario>(s));
        const Matrix& p = *find(*trace, StageId::Weights, 0)->values;
        QCOMPARE(p(0, 0), p(0, 3));
        QVERIFY(p(0, 0) > p(0, 1));
    }

    void randomNumbersComeFromTheSeed()
    {
        const auto words = wordsOf("a b a c");
        const Scenario one = scenarioOfWords(words, WordVectors::Random, 1);
        QVERIFY(!validate(one));
        QCOMPARE(one.X->cols(), 4);
        QVERIFY(one.X->row(0) == one.X->row(2));
        QVERIFY(one.X->row(0) != one.X->row(1));
        for (Eigen::Index i = 0; i < one.X->size(); ++i) {
            const double value = one.X->data()[i];
            QCOMPARE(value, std::round(value * 10) / 10);
            QVERIFY(std::abs(value) < 6);
        }
        QVERIFY(*scenarioOfWords(words, WordVectors::Random, 1).X == *one.X);
        QVERIFY(*scenarioOfWords(words, WordVectors::Random, 2).X != *one.X);
    }
};

ATTENTION_TEST(TstFromWords)
#include "tst_from_words.moc"
