// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/number.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

#include <bit>
#include <charconv>
#include <clocale>
#include <cmath>
#include <limits>

using namespace attention;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

} // namespace

class TstNumber : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void shortestForms_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("expected");
        QTest::newRow("0") << 0.0 << "0";
        QTest::newRow("-0") << -0.0 << "-0.0";
        QTest::newRow("4") << 4.0 << "4";
        QTest::newRow("0.1") << 0.1 << "0.1";
        QTest::newRow("third") << 1.0 / 3 << "0.3333333333333333";
        QTest::newRow("100000") << 100000.0 << "100000";
        QTest::newRow("0.0001") << 0.0001 << "0.0001";
        QTest::newRow("-1e9") << -1e9 << "-1e9";
        QTest::newRow("-2e-30") << -2e-30 << "-2e-30";
        QTest::newRow("123456789") << 123456789.0 << "123456789";
        QTest::newRow("largest") << std::numeric_limits<double>::max() << "1.7976931348623157e308";
        QTest::newRow("smallest") << 5e-324 << "5e-324";
        QTest::newRow("NaN") << std::numeric_limits<double>::quiet_NaN() << "NaN";
        QTest::newRow("inf") << infinity << "Infinity";
        QTest::newRow("-inf") << -infinity << "-Infinity";
    }

    void shortestForms()
    {
        QFETCH(double, value);
        QFETCH(QString, expected);
        QCOMPARE(test::text(shortest(value)), expected);
    }

    void shortestReadsBackTheSame()
    {
        std::mt19937_64 random(4);
        for (int i = 0; i < 200000; ++i) {
            const double value = std::bit_cast<double>(random());
            if (!std::isfinite(value))
                continue;
            const std::string text = shortest(value);
            double back = 0;
            const auto end = std::from_chars(text.data(), text.data() + text.size(), back);
            QVERIFY2(end.ptr == text.data() + text.size() && back == value &&
                         std::signbit(back) == std::signbit(value),
                     text.c_str());
        }
    }

    void forPeopleAndFigures_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("decimals");
        QTest::addColumn<QString>("expected");
        QTest::newRow("whole") << 4.0 << 3 << "4";
        QTest::newRow("zero") << 0.0 << 3 << "0";
        QTest::newRow("minus zero") << -0.0 << 3 << "0";
        QTest::newRow("three decimals") << 0.18700001 << 3 << "0.187";
        QTest::newRow("rounded up") << 1.9996 << 3 << "2.000";
        QTest::newRow("whole but for rounding") << 1.9999999999999998 << 3 << "2";
        QTest::newRow("one but for rounding") << -0.9999999999999999 << 3 << "-1";
        QTest::newRow("nearly one") << 1 - 1e-14 << 3 << "1.000";
        QTest::newRow("nearly zero") << 1e-17 << 3 << "0.000";
        QTest::newRow("negative") << -2.5 << 1 << "-2.5";
        QTest::newRow("small stays fixed") << 1e-9 << 3 << "0.000";
        QTest::newRow("small and negative") << -1e-9 << 3 << "0.000";
        QTest::newRow("no decimals") << 2.6 << 0 << "3";
        QTest::newRow("ten million") << 1e7 << 3 << "10000000";
        QTest::newRow("large") << 1.2e9 << 3 << "1.2e9";
        QTest::newRow("fill") << -1e9 << 3 << "-1e9";
        QTest::newRow("larger") << 1.234e20 << 2 << "1.2e20";
        QTest::newRow("NaN") << std::nan("") << 3 << "NaN";
        QTest::newRow("inf") << infinity << 3 << "∞";
        QTest::newRow("-inf") << -infinity << 3 << "-∞";
    }

    void forPeopleAndFigures()
    {
        QFETCH(double, value);
        QFETCH(int, decimals);
        QFETCH(QString, expected);
        QCOMPARE(test::text(forPeople(value, decimals)), expected);
        QCOMPARE(test::text(forFigure(value, decimals)), expected.replace('-', QChar(0x2212)));
    }

    void nothingButZeroLooksLikeZero()
    {
        const auto said = [](double value) { return test::text(forPeopleNeverZero(value, 4)); };
        QCOMPARE(said(0.0003), "0.0003");
        QCOMPARE(said(0.00004), "4e-5");
        QCOMPARE(said(-1.26e-9), "-1.3e-9");
        QCOMPARE(said(0), "0");
        QCOMPARE(said(0.25), "0.2500");
        QCOMPARE(said(infinity), "∞");
    }

    void typedNumbers_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<double>("expected");
        QTest::newRow("point") << "1.5" << 1.5;
        QTest::newRow("comma") << "1,5" << 1.5;
        QTest::newRow("comma after zero") << "0,125" << 0.125;
        QTest::newRow("typed point and three") << "1.000" << 1.0;
        QTest::newRow("fraction") << "1/3" << 1.0 / 3;
        QTest::newRow("exponent") << "-2e-3" << -0.002;
        QTest::newRow("root") << "sqrt(2)" << std::sqrt(2.0);
        QTest::newRow("one over root") << "1/sqrt(64)" << 0.125;
        QTest::newRow("typographic minus") << "−3" << -3.0;
        QTest::newRow("minus in the exponent") << "2e−3" << 0.002;
        QTest::newRow("spaces") << "  4 " << 4.0;
        QTest::newRow("no digit before the point") << ".5" << 0.5;
        QTest::newRow("plus") << "+7" << 7.0;
        QTest::newRow("order of operations") << "1+2*3" << 7.0;
        QTest::newRow("parentheses") << "(1+2)*3" << 9.0;
        QTest::newRow("power") << "2^3^2" << 512.0;
        QTest::newRow("minus before a power") << "-2^2" << -4.0;
        QTest::newRow("power of a minus") << "2^-1" << 0.5;
        QTest::newRow("many minuses") << "--3" << 3.0;
        QTest::newRow("tiny") << "5e-324" << 5e-324;
    }

    void typedNumbers()
    {
        QFETCH(QString, typed);
        QFETCH(double, expected);
        const auto result = parseNumber(typed.toStdString());
        if (const auto* message = std::get_if<Message>(&result))
            QFAIL(english(*message).c_str());
        QCOMPARE(std::get<double>(result), expected);
    }

    void whatIsNoNumber_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("fragment");
        QTest::newRow("nothing") << ""
                                 << "a number is missing";
        QTest::newRow("spaces") << "  "
                                << "a number is missing";
        QTest::newRow("word") << "abc"
                              << "“abc” is not a number";
        QTest::newRow("nan") << "nan"
                             << "not a number";
        QTest::newRow("inf") << "inf"
                             << "not a number";
        QTest::newRow("hexadecimal") << "0x10"
                                     << "“x10” is not understood";
        QTest::newRow("underscore") << "1_000"
                                    << "“_000” is not understood";
        QTest::newRow("thousands or decimal") << "1,000"
                                              << "may be a decimal or thousands";
        QTest::newRow("thousands") << "12,345"
                                   << "may be a decimal or thousands";
        QTest::newRow("two commas") << "1,234,567"
                                    << "may be";
        QTest::newRow("both marks") << "1.234,5"
                                    << "more than one decimal mark";
        QTest::newRow("comma at the end") << "1,"
                                          << "is not a number";
        QTest::newRow("comma at the start") << ",5"
                                            << "is not a number";
        QTest::newRow("too large") << "1e400"
                                   << "outside the range";
        QTest::newRow("too small") << "1e-400"
                                   << "outside the range";
        QTest::newRow("division by zero") << "1/0"
                                          << "not a finite number";
        QTest::newRow("root of minus one") << "sqrt(-1)"
                                           << "not a finite number";
        QTest::newRow("overflow") << "1e308*10"
                                  << "not a finite number";
        QTest::newRow("open parenthesis") << "(1"
                                          << "“)” is missing";
        QTest::newRow("root without") << "sqrt 2"
                                      << "“(” is missing";
        QTest::newRow("half an exponent") << "1e"
                                          << "“exponent” is missing";
        QTest::newRow("operator alone") << "2*"
                                        << "a number is missing";
        QTest::newRow("two numbers") << "1 2"
                                     << "“2” is not understood";
        QTest::newRow("deep") << QString(500, '(') << "nested too deeply";
        QTest::newRow("long") << QString(5000, '1') << "too long";
    }

    void whatIsNoNumber()
    {
        QFETCH(QString, typed);
        QFETCH(QString, fragment);
        const auto result = parseNumber(typed.toStdString());
        const auto* message = std::get_if<Message>(&result);
        QVERIFY2(message, "it was taken for a number");
        QVERIFY2(test::text(english(*message)).contains(fragment), english(*message).c_str());
    }

    void aLocaleWithCommasChangesNothing()
    {
        const char* found = std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
        const std::string text = shortest(1.5) + forPeople(0.25, 2);
        const auto parsed = parseNumber("1.5");
        std::setlocale(LC_NUMERIC, "C");
        QCOMPARE(text, std::string("1.50.25"));
        QCOMPARE(std::get<double>(parsed), 1.5);
        if (!found)
            qInfo("de_DE.UTF-8 is not installed: tried with the C locale alone");
    }
};

ATTENTION_TEST(TstNumber)
#include "tst_number.moc"
