// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/run.h"
#include "tests/support/program.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/export/picture.h"
#include "ui/export/png_file.h"
#include "ui/figures/make_figure.h"

#include <QImage>
#include <QRandomGenerator>
#include <QTemporaryDir>

using namespace attention;
using namespace attention::ui;
using namespace attention::test;

// What our own writer writes is read by libpng, through Qt and by another program.
class TstPngFile : public TestCase {
    Q_OBJECT

    // As IHDR says: 2 red, green, blue; 3 a palette; 6 with alpha.
    static int colourType(const QByteArray& png) { return png.size() > 25 ? png[25] : -1; }

    // `colours` of them, in no order; the first pixels have one each.
    static QImage image(QSize size, int colours, bool transparent)
    {
        QImage made(size, transparent ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
        QRandomGenerator random(7);
        std::vector<QRgb> list;
        for (int i = 0; i < colours; ++i)
            list.push_back(qPremultiply(qRgba(i % 251, (i / 251) % 256, 255 - i % 256,
                                              transparent ? 255 - i / 256 * 16 % 256 : 255)));
        if (transparent)
            list[0] = 0;
        int next = 0;
        for (int y = 0; y < size.height(); ++y)
            for (int x = 0; x < size.width(); ++x, ++next)
                reinterpret_cast<QRgb*>(made.scanLine(y))[x] =
                    list[next < colours ? static_cast<std::size_t>(next) : random.bounded(colours)];
        made.setDotsPerMeterX(3780);
        made.setDotsPerMeterY(7559);
        return made;
    }

    static void compare(const QImage& read, const QImage& written)
    {
        QCOMPARE(read.size(), written.size());
        QCOMPARE(read.hasAlphaChannel(), written.hasAlphaChannel());
        const QImage same = read.convertToFormat(written.format());
        for (int y = 0; y < written.height(); ++y)
            for (int x = 0; x < written.width(); ++x)
                if (same.pixel(x, y) != written.pixel(x, y))
                    QFAIL(qPrintable(QString("pixel %1, %2").arg(x).arg(y)));
    }

private slots:
    void everyPixelComesBack_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("colours");
        QTest::addColumn<bool>("transparent");
        QTest::addColumn<int>("type");
        for (const bool transparent : {false, true}) {
            const auto row = [&](const char* name, QSize size, int colours, int type) {
                QTest::newRow(qPrintable(QString(name) + (transparent ? ", transparent" : "")))
                    << size << colours << transparent << type;
            };
            const int many = transparent ? 6 : 2;
            row("one pixel", {1, 1}, 1, 3);
            row("one colour", {30, 20}, 1, 3);
            row("two", {31, 17}, 2, 3);
            row("as many as a palette has", {40, 40}, 256, 3);
            row("one more", {40, 40}, 257, many);
            row("thousands", {201, 99}, 4000, many);
            row("one more in the last pixel", {257, 1}, 257, many);
            row("a column", {1, 3000}, 3, 3);
            row("a row", {40000, 2}, 700, many);
        }
    }

    void everyPixelComesBack()
    {
        QFETCH(QSize, size);
        QFETCH(int, colours);
        QFETCH(bool, transparent);
        QFETCH(int, type);
        const QImage written = image(size, colours, transparent);
        const QByteArray png = pngFile(written, {});
        QCOMPARE(colourType(png), type);
        const QImage read = QImage::fromData(png);
        compare(read, written);
        QCOMPARE(read.dotsPerMeterX(), 3780);
        QCOMPARE(read.dotsPerMeterY(), 7559);
    }

    void picturesComeBack()
    {
        const TracePtr trace = run(std::make_shared<const Scenario>(example("sixty-four-words")));
        const auto figure = stageFigure(trace, StageId::Weights, 0);
        for (const bool transparent : {false, true}) {
            PictureOptions options;
            options.background = transparent ? Background::Transparent : Background::Theme;
            const QByteArray png = formatFor("x.png")->render(*figure, options);
            compare(QImage::fromData(png), renderImage(*figure, options));
        }
    }

    // Rows that repeat the one above, and rows that do not.
    void rowsLikeTheOneAboveComeBack()
    {
        QImage written = image({120, 90}, 3000, false);
        for (int y = 10; y < 60; ++y)
            std::copy_n(written.constScanLine(9), 4 * 120, written.scanLine(y));
        for (int y = 30; y < 50; ++y)
            written.setPixel(y, y, qRgb(y, 1, 2));
        const QByteArray png = pngFile(written, {});
        compare(QImage::fromData(png), written);
        // Fifty of ninety rows cost next to nothing.
        QVERIFY(png.size() < 45 * 120 * 3);
    }

    void textsComeBack()
    {
        const QByteArray much = QByteArray("much, ").repeated(20000);
        const QByteArray png =
            pngFile(image({9, 9}, 3, false), {{"Title", "Übung 测试 😀", false},
                                              {"Much", much, true},
                                              {"Nothing", "", false},
                                              {"Nothing, compressed", "", true}});
        const QImage read = QImage::fromData(png);
        QCOMPARE(read.text("Title"), QString("Übung 测试 😀"));
        QCOMPARE(read.text("Much").toUtf8(), much);
        QVERIFY(png.size() < 3000);
        QCOMPARE(read.textKeys(), (QStringList{"Much", "Nothing", "Nothing, compressed", "Title"}));
    }

    // By a reader that forgives less than libpng.
    void anotherReaderTakesThem()
    {
        const QTemporaryDir folder;
        for (const int colours : {5, 4000})
            for (const bool transparent : {false, true}) {
                const QByteArray png =
                    pngFile(image({64, 48}, colours, transparent), {{"Title", "t", true}});
                writeFile(folder.filePath("a.png"), png);
                const Ran ran = runCommand("/usr/bin/python3", {"-c", R"py(
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
assert data[:8] == b"\x89PNG\r\n\x1a\n"
at, names, pixels = 8, [], b""
while at < len(data):
    (length,) = struct.unpack(">I", data[at:at + 4])
    name, body = data[at + 4:at + 8], data[at + 8:at + 8 + length]
    assert struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0] == zlib.crc32(name + body)
    names.append(name.decode())
    if name == b"IHDR":
        width, height, depth, colours = struct.unpack(">IIBB", body[:10])
    if name == b"IDAT":
        pixels = zlib.decompress(body)
    at += 12 + length
assert len(pixels) == height * (1 + width * {2: 3, 3: 1, 6: 4}[colours])
print(" ".join(names))
)py",
                                                                folder.filePath("a.png")});
                QCOMPARE(ran.errors, QByteArray());
                const bool palette = colours == 5;
                QCOMPARE(ran.output, QByteArray("IHDR ") + (palette ? "PLTE " : "") +
                                         (palette && transparent ? "tRNS " : "") +
                                         "pHYs iTXt IDAT IEND\n");
            }
    }
};

ATTENTION_TEST(TstPngFile)
#include "tst_png_file.moc"
