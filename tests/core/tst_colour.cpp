// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/colour/colour.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

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

    // The published tables of 256 colours, and how far each scale may be off in a channel.
    void publishedTablesAreMet_data()
    {
        QTest::addColumn<double>("allowed");
        QTest::newRow("viridis") << 2.0;
        QTest::newRow("magma") << 2.5;
        QTest::newRow("cividis") << 2.5;
        QTest::newRow("RdBu") << 4.0;
    }

    void publishedTablesAreMet()
    {
        QFETCH(double, allowed);
        QFile file(ATTENTION_SOURCE_DIR "/tests/golden/palettes.json");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray published =
            QJsonDocument::fromJson(file.readAll())[QTest::currentDataTag()].toArray();
        QCOMPARE(published.size(), qsizetype(256));
        const Palette& scale = palette(QTest::currentDataTag());
        double worst = 0;
        for (int step = 0; step <= 256; ++step) {
            // Between two colours of the table, as far along as this step is.
            const int first = std::min(255 * step / 256, 254);
            const double part = 255.0 * step / 256 - first;
            const int below = published[first].toString().toInt(nullptr, 16);
            const int above = published[first + 1].toString().toInt(nullptr, 16);
            const Rgb c = colourAt(scale, step / 256.0);
            const int got = c.r << 16 | c.g << 8 | c.b;
            for (const int shift : {16, 8, 0}) {
                const double from = below >> shift & 255, to = above >> shift & 255;
                worst = std::max(worst, std::abs(from + part * (to - from) - (got >> shift & 255)));
            }
        }
        QVERIFY2(worst <= allowed, qPrintable(QString::number(worst)));
        QCOMPARE(hex(colourAt(scale, 0)), "#" + published.first().toString());
        QCOMPARE(hex(colourAt(scale, 1)), "#" + published.last().toString());
    }

    void everyChoiceHasItsScales()
    {
        QStringList ids;
        for (const PaletteChoice& choice : paletteChoices()) {
            ids << test::text(std::string(choice.id));
            QCOMPARE(findPaletteChoice(choice.id), &choice);
            for (const std::string_view fill : {choice.signedFill, choice.weightFill})
                QVERIFY(fill.empty() == (choice.id == "theme") &&
                        (fill.empty() || palette(fill).id == fill));
        }
        QCOMPARE(ids.join(' '), QString("theme viridis cividis magma grey RdBu"));
        QVERIFY(!findPaletteChoice("jet"));
        QVERIFY(!findPaletteChoice(""));
        // A weight of 0 has the colour of a score of 0.
        QCOMPARE(colourAt(palette("RdBu-upper"), 0), colourAt(palette("RdBu"), 0.5));
        QCOMPARE(colourAt(palette("RdBu-upper"), 0.5), colourAt(palette("RdBu"), 0.75));
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
