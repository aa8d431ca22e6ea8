// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/block_text.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <cstring>

using namespace attention;

class TstBlockText : public attention::test::TestCase {
    Q_OBJECT

    static QString readAs(const char* text, const Matrix& expected)
    {
        const auto read = readBlock(text);
        if (const auto* wrong = std::get_if<Message>(&read))
            return QString::fromStdString(english(*wrong));
        return test::difference(std::get<ReadBlock>(read).values, expected, 1e-15);
    }
    static QString refusal(std::string_view text)
    {
        const auto read = readBlock(text);
        const auto* wrong = std::get_if<Message>(&read);
        return wrong ? QString::fromStdString(english(*wrong)) : QString("read");
    }

private slots:
    void blocks_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("tabs") << "1\t2.5\n-3\t4e-3";
        QTest::newRow("tabs, as spreadsheets end") << "1\t2.5\r\n-3\t4e-3\r\n";
        QTest::newRow("old line ends") << "1\t2.5\r-3\t4e-3";
        QTest::newRow("tabs, decimal comma") << "1\t2,5\n-3\t0,004";
        QTest::newRow("tabs, typographic minus") << "1\t2.5\n\xE2\x88\x92"
                                                    "3\t4e-3";
        QTest::newRow("semicolons") << "1;2,5\n-3;0,004\n";
        QTest::newRow("semicolons and points") << "1;2.5\n-3;.004\n";
        QTest::newRow("semicolons and quotes") << "\"1\";\"2,5\"\n\"-3\";\"0,004\"\n";
        QTest::newRow("commas") << "1,2.5\n-3,0.004\n";
        QTest::newRow("commas and blanks") << "1, 2.5\n-3, 0.004\n";
        QTest::newRow("commas and quotes") << "\"1\",\"2.5\"\n-3,4e-3\n";
        QTest::newRow("blanks") << "1 2.5\n  -3   0.004 ";
        QTest::newRow("blanks, decimal comma") << "1 2,5\n-3 0,004";
        QTest::newRow("blank lines around") << "\n\n1\t2.5\n-3\t0.004\n \n";
        QTest::newRow("byte order mark") << "\xEF\xBB\xBF"
                                            "1\t2.5\n-3\t4e-3";
        QTest::newRow("NumPy print") << "[[ 1.     2.5  ]\n [-3.     0.004]]";
        QTest::newRow("NumPy print, powers") << "[[ 1.0e+00  2.5e+00]\n [-3.0e+00  4.0e-03]]";
        QTest::newRow("NumPy repr") << "array([[ 1.   ,  2.5  ],\n       [-3.   ,  0.004]])";
        QTest::newRow("NumPy repr, type") << "array([[1, 2.5], [-3, 0.004]], dtype=float32)";
        QTest::newRow("assignment") << "X = np.array([[1, 2.5], [-3, .004]])\n";
        QTest::newRow("PyTorch") << "tensor([[ 1.0000e+00,  2.5000e+00],\n"
                                    "        [-3.0000e+00,  4.0000e-03]])";
        QTest::newRow("Python lists") << "[[1, 2.5], [-3, 0.004],]";
    }
    void blocks()
    {
        QFETCH(QString, text);
        QCOMPARE(readAs(text.toUtf8().constData(), test::matrix({{1, 2.5}, {-3, 0.004}})),
                 QString());
    }

    void expressionsAndShapes()
    {
        QCOMPARE(readAs("1/3\tsqrt(2)\n-2e-3\t(1+1)^3",
                        test::matrix({{1.0 / 3, std::sqrt(2.0)}, {-0.002, 8}})),
                 QString());
        QCOMPARE(readAs("7", test::matrix({{7}})), QString());
        QCOMPARE(readAs("1.5", test::matrix({{1.5}})), QString());
        QCOMPARE(readAs("1\n2\n3\n", test::matrix({{1}, {2}, {3}})), QString());
        QCOMPARE(readAs("[1, 2, 3]", test::matrix({{1, 2, 3}})), QString());
        QCOMPARE(readAs("[[1.000 2.000]]", test::matrix({{1, 2}})), QString());
        QCOMPARE(readAs("2,0\n0,2\n1,1", test::matrix({{2, 0}, {0, 2}, {1, 1}})), QString());
        QCOMPARE(readAs("1,2,3", test::matrix({{1, 2, 3}})), QString());
    }

    // Read only when another cell says which mark is which.
    void thousandsOrDecimals()
    {
        QCOMPARE(refusal("1,000\t2"), QString("row 1, column 1: “1,000” may be a decimal or "
                                              "thousands: write one digit more, or no mark"));
        QCOMPARE(refusal("1\t2\n3\t1.000"),
                 QString("row 2, column 2: “1.000” may be a decimal or thousands: write one digit "
                         "more, or no mark"));
        QCOMPARE(readAs("0.5\t1.125", test::matrix({{0.5, 1.125}})), QString());
        QCOMPARE(readAs("0,5\t1,125", test::matrix({{0.5, 1.125}})), QString());
        QCOMPARE(readAs("1,1250", test::matrix({{1.125}})).contains("one number or two"), true);
        for (const char* text :
             {"1,000",        "1.000",      "-1.000",      "1,000\n2,000", "1,000,000",
              "1,000;2",      "1.000;2",    "1.000 2",     "1,000 2",      "1 000",
              "1.000,2.000",  "1,000\t0.5", "1.000\t0,5",  "\"1,000\"",    "\"1,000\",2",
              "1.000/3",      "1,5",        "1.234,56\t1", "1,234.56\t1",  "1.000.000\t1",
              "1,000, 2,000", "12,000\t1",  "123,456\t7"}) {
            const QString said = refusal(text);
            QVERIFY2(said.startsWith("row 1, column "), qPrintable(text + (": " + said)));
        }
    }

    void aKnownAuthorWritesPoints()
    {
        const auto read = readBlock("1.125\t1.000", DecimalMark::Point);
        QCOMPARE(test::difference(std::get<ReadBlock>(read).values, test::matrix({{1.125, 1}})),
                 QString());
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("said");
        QTest::newRow("nothing") << ""
                                 << "there is nothing to paste";
        QTest::newRow("blanks") << " \n \n"
                                << "there is nothing to paste";
        QTest::newRow("word") << "1\t2\n3\tcat"
                              << "row 2, column 2: “cat” is not a number";
        QTest::newRow("nan") << "1\tnan"
                             << "row 1, column 2: “nan” is not a finite number";
        QTest::newRow("-inf") << "[[1. -inf]]"
                              << "row 1, column 2: “-inf” is not a finite number";
        QTest::newRow("infinite") << "1e400"
                                  << "row 1, column 1: 1e400 is outside the range of "
                                     "numbers here";
        QTest::newRow("ragged") << "1\t2\n3"
                                << "row 2: 1 cell, but the rows above have 2";
        QTest::newRow("ragged print") << "[[1, 2], [3, 4, 5]]"
                                      << "row 2: 3 cells, but the rows above have 2";
        QTest::newRow("empty cell") << "1\t\t3"
                                    << "row 1, column 2: empty";
        QTest::newRow("empty first") << "\t2\n3\t4"
                                     << "row 1, column 1: empty";
        QTest::newRow("empty last") << "1\t2\n3\t"
                                    << "row 2, column 2: empty";
        QTest::newRow("empty in a list") << "[1, , 3]"
                                         << "row 1, column 2: empty";
        QTest::newRow("blank line") << "1\t2\n\n3\t4"
                                    << "row 2: 1 cell, but the rows above have 2";
        QTest::newRow("dots")
            << "[[1. 2. ... 3.]]"
            << "row 1, column 3: the print is shortened: “...” stands for numbers "
               "that are not there";
        QTest::newRow("three deep") << "[[[1]]]"
                                    << "more than two brackets inside each other: a matrix has "
                                       "rows and columns alone";
        QTest::newRow("open") << "[[1, 2], [3, 4]"
                              << "a bracket is not closed";
        QTest::newRow("mixed") << "[1, [2]]"
                               << "numbers and rows stand side by side in the first bracket";
        QTest::newRow("mixed later") << "[[1], 2]"
                                     << "numbers and rows stand side by side in the first bracket";
        QTest::newRow("two prints") << "[1 2] [3 4]"
                                    << "“[3 4]” is not understood after the last bracket";
        QTest::newRow("no rows") << "[]"
                                 << "there is nothing to paste";
        QTest::newRow("underscores") << "1_000\t2"
                                     << "row 1, column 1: “_000” is not understood here";
    }
    void refusals()
    {
        QFETCH(QString, text);
        QFETCH(QString, said);
        QCOMPARE(refusal(text.toStdString()), said);
    }

    void hostileText()
    {
        // None of it crashes, and a sentence stays one line.
        for (const std::string& text :
             {std::string(100000, '['), std::string(100000, '('), std::string(100000, '"'),
              std::string("\0\0", 2), std::string("\xff\xfe[1]"), std::string("]"),
              std::string(5000, '\n') + "x", "1\t" + std::string(2000, '9')})
            QVERIFY(refusal(text) != "read" && !refusal(text).contains('\n'));
        std::string tall;
        for (int i = 0; i < 5000; ++i)
            tall += "1\n";
        QCOMPARE(refusal(tall), QString("5000 rows, the limit is 4096"));
    }

    void writtenAndReadAgain()
    {
        std::mt19937_64 random(9);
        for (int round = 0; round < 50; ++round) {
            Matrix m = test::randomMatrix(random, 1 + round % 5, 1 + round % 3);
            if (round % 2 == 0)
                m = (m.array() * 1000).round() / 1000; // 1.125 is a decimal here
            m(0, 0) = -0.0;
            const auto read = readBlock(writeBlock(m), DecimalMark::Point);
            const auto* block = std::get_if<ReadBlock>(&read);
            QVERIFY(block);
            QCOMPARE(block->values.size(), m.size());
            QVERIFY(std::memcmp(block->values.data(), m.data(),
                                sizeof(double) * static_cast<std::size_t>(m.size())) == 0);
        }
        QCOMPARE(QString::fromStdString(writeBlock(test::matrix({{1, 0.1}, {-2e-30, 4}}))),
                 QString("1\t0.1\n-2e-30\t4\n"));
    }
};

ATTENTION_TEST(TstBlockText)
#include "tst_block_text.moc"
