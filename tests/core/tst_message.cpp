// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/message.h"
#include "core/text/json_text.h"
#include "core/text/utf8.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

using namespace attention;

class TstMessage : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void argumentsTakeTheirPlaces()
    {
        QCOMPARE(english(Message{"%1 rows, but X has %2 columns", {"4", "2"}}),
                 std::string("4 rows, but X has 2 columns"));
        QCOMPARE(english(Message{"%2 before %1", {"a", "b"}}), std::string("b before a"));
        QCOMPARE(english(Message{"%1 and %1", {"%2", "x"}}), std::string("%2 and %2"));
        QCOMPARE(english(Message{"100% of %3", {"a"}}), std::string("100% of %3"));
    }

    void oneOfAThing()
    {
        QCOMPARE(english(counted("%1 rows, but X has %2 columns", {1, 1})),
                 std::string("1 row, but X has 1 column"));
        QCOMPARE(english(counted("%1 numbers, expected %2", {7, 1})),
                 std::string("7 numbers, expected 1"));
        QCOMPARE(english(counted("%1 entries", {1})), std::string("1 entry"));
    }

    void problemsNameTheirPlace()
    {
        QCOMPARE(english(Problem{"W_k", {"%1 rows", {"4"}}}), std::string("W_k: 4 rows"));
        QCOMPARE(english(Problem{"", {"too large", {}}}), std::string("too large"));
        QCOMPARE(english(Problem{"X[0]", {"odd", {}}, 3, 7}),
                 std::string("line 3, column 7: X[0]: odd"));
    }

    // A key of a foreign file must not break the line or drive a terminal.
    void problemsAreOneHarmlessLine()
    {
        const std::string line = english(Problem{"a\nb\x1b[2J", {"%1", {"\xFF\xE2\x80\xAE"}}});
        QCOMPARE(line, std::string("a␊b␛[2J: ��"));
    }

    void utf8_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("good");
        QTest::newRow("ascii") << QByteArray("abc") << true;
        QTest::newRow("two") << QByteArray("é") << true;
        QTest::newRow("four") << QByteArray("😀") << true;
        QTest::newRow("last") << QByteArray("\xF4\x8F\xBF\xBF") << true;
        QTest::newRow("beyond the last") << QByteArray("\xF4\x90\x80\x80") << false;
        QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << false;
        QTest::newRow("overlong two") << QByteArray("\xC0\x80") << false;
        QTest::newRow("overlong three") << QByteArray("\xE0\x80\x80") << false;
        QTest::newRow("overlong four") << QByteArray("\xF0\x80\x80\x80") << false;
        QTest::newRow("cut") << QByteArray("\xE2\x82") << false;
        QTest::newRow("alone") << QByteArray("\x80") << false;
        QTest::newRow("never") << QByteArray("\xFF") << false;
    }

    void utf8()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, good);
        QCOMPARE(isUtf8(bytes.toStdString()), good);
    }

    void shortenedBetweenCharacters()
    {
        QCOMPARE(shortened("abc", 3), std::string("abc"));
        QCOMPARE(shortened("abcd", 3), std::string("abc…"));
        QCOMPARE(shortened("aééé", 4), std::string("aé…"));
        QCOMPARE(shortened("😀😀", 5), std::string("😀…"));
    }

    void jsonTexts()
    {
        QCOMPARE(jsonText("a\"b\\\n\t\x01é😀"), std::string("\"a\\\"b\\\\\\n\\t\\u0001é😀\""));
        QCOMPARE(jsonText("\xFF"), std::string("\"\xEF\xBF\xBD\""));
        QCOMPARE(jsonList({"a", ""}), std::string("[\"a\", \"\"]"));
    }
};

ATTENTION_TEST(TstMessage)
#include "tst_message.moc"
