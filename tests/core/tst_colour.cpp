// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/colour/colour.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <limits>

using namespace attention;

namespace {

QString hex(Rgb c)
{
    return QString("#%1%2%3")
        .arg(c.r, 2, 16, QChar('0'))
        .arg(c.g, 2, 16, QChar('0'))
        .arg(c.b, 2, 16, QChar('0'))
        .toUpper();
}

// Relative luminance as WCAG 2 defines it, written down anew.
double luminanceOf(Rgb c)
{
    const auto linear = [](double v) {
        v /= 255;
        return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

} // namespace

class TstColour : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void controlPointsAreMetExactly()
    {
        const Palette& light = palette("signed-light");
        const char* expected[] = {"#2F4459", "#8FA3B8", "#F7F6F2", "#D3B75F", "#5A4300"};
        for (int i = 0; i < 5; ++i)
            QCOMPARE(hex(colourAt(light, i / 4.0)), QString(expected[i]));
        QCOMPARE(hex(colourAt(palette("weights-dark"), 1)), QString("#FFD9FC"));
    }

    // Computed with NumPy from the formulas of CIE 15 (L*a*b*, D65) and sRGB.
    void betweenThePointsItIsMixedInLab_data()
    {
        QTest::addColumn<QString>("scale");
        QTest::addColumn<double>("place");
        QTest::addColumn<QString>("expected");
        QTest::newRow("white to pink") << "weights-light" << 0.125 << "#F5E9F3";
        QTest::newRow("slate") << "signed-light" << 0.125 << "#5E7287";
        QTest::newRow("ochre, a quarter") << "signed-light" << 0.8125 << "#B39847";
        QTest::newRow("dark") << "weights-dark" << 0.125 << "#372A3D";
    }

    void betweenThePointsItIsMixedInLab()
    {
        QFETCH(QString, scale);
        QFETCH(double, place);
        QFETCH(QString, expected);
        QCOMPARE(hex(colourAt(palette(scale.toStdString()), place)), expected);
    }

    void textIsReadableOnEveryStep()
    {
        double lowest = 21;
        for (const Palette& p : palettes()) {
            for (int step = 0; step <= 256; ++step) {
                const Rgb c = colourAt(p, step / 256.0);
                QVERIFY(std::abs(luminance(c) - luminanceOf(c)) < 1e-12);
                const double ratio = blackTextOn(c) ? (luminanceOf(c) + 0.05) / 0.05
                                                    : 1.05 / (luminanceOf(c) + 0.05);
                lowest = std::min(lowest, ratio);
            }
        }
        QVERIFY2(lowest >= 4.5, qPrintable(QString::number(lowest)));
    }

    void everyPaletteHasItsOwnName()
    {
        QStringList names;
        for (const Palette& p : palettes()) {
            names << QString::fromUtf8(p.id.data(), static_cast<qsizetype>(p.id.size()));
            QCOMPARE(&palette(p.id), &p);
        }
        QCOMPARE(names.removeDuplicates(), qsizetype(0));
        for (const char* theme : {"light", "dark", "projector"})
            for (const char* fill : {"signed-", "weights-"})
                QVERIFY(names.contains(QString(fill) + theme));
    }

    void placesOutsideAreHeld()
    {
        const Palette& p = palette("signed-dark");
        QCOMPARE(colourAt(p, -3), colourAt(p, 0));
        QCOMPARE(colourAt(p, 7), colourAt(p, 1));
        QCOMPARE(colourAt(p, std::nan("")), colourAt(p, 0));
    }

    void norms()
    {
        QCOMPARE(ColourNorm({0, 4})(1), 0.25);
        QCOMPARE(ColourNorm({0, 4})(9), 1.0);
        QCOMPARE(ColourNorm({3, 3})(3), 0.5);
        QCOMPARE(ColourNorm({0, 0})(0), 0.5);
        QCOMPARE(ColourNorm({-1e308, 1e308})(0), 0.5);
        QCOMPARE(ColourNorm({-1.7e308, 1.7e308})(1.7e308), 1.0);
        QCOMPARE(ColourNorm({0, 1})(std::nan("")), 0.0);
        QCOMPARE(ColourNorm::symmetric(4)(0), 0.5);
        QCOMPARE(ColourNorm::symmetric(4)(-4), 0.0);
        QCOMPARE(ColourNorm::symmetric(0)(1), 1.0);
        QCOMPARE(ColourNorm::symmetric(std::numeric_limits<double>::infinity())(1), 1.0);
    }
};

ATTENTION_TEST(TstColour)
#include "tst_colour.moc"
