// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/run.h"
#include "core/labs/memory.h"
#include "core/labs/scaling.h"
#include "core/scenario/scenario_json.h"
#include "tests/support/program.h"
#include "tests/support/test_main.h"
#include "ui/export/picture.h"
#include "ui/figures/canvas.h"
#include "ui/figures/cells.h"
#include "ui/figures/heatmap_figure.h"
#include "ui/figures/make_figure.h"
#include "ui/figures/plot_figure.h"

#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QDir>
#include <QPainter>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <cmath>
#include <limits>

using namespace attention;
using namespace attention::ui;
using namespace attention::test;

namespace {

constexpr int rows = 7, columns = 9;

// Cells of plain colours that end between pixels, a text, and a line that is clipped.
class Swatches : public Figure {
public:
    QString said = "0.187 √dₖ";
    QString name = "Swatches";

    static QColor colour(int row, int column)
    {
        return QColor(20 + 25 * column, 30 + 30 * row, 77);
    }

    static QRectF cell(const QRectF& rect, int row, int column)
    {
        const qreal w = rect.width() / (columns + 2), h = rect.height() / (rows + 2);
        return QRectF(rect.x() + w * (column + 1), rect.y() + h * (row + 1), w, h);
    }
    static QRectF clipped(const QRectF& rect)
    {
        return QRectF(rect.x() + 10, rect.bottom() - 30, 40, 20);
    }

    void paint(Canvas& canvas, const QRectF& rect, const Theme& theme) const override
    {
        QPainter& painter = canvas.painter;
        painter.save();
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column)
                painter.fillRect(canvas.snap(cell(rect, row, column)), colour(row, column));
        painter.setFont(theme.body());
        painter.setPen(theme.text);
        painter.drawText(QPointF(rect.x() + 5, rect.y() + 16), said);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setClipRect(clipped(rect));
        painter.fillRect(rect, Qt::red);
        painter.setClipRect(clipped(rect).adjusted(20, 0, 0, 0), Qt::IntersectClip);
        painter.setPen(QPen(Qt::blue, 100));
        painter.drawLine(rect.topLeft(), rect.bottomRight());
        painter.drawPolyline(QPolygonF(QList<QPointF>{rect.bottomLeft(), rect.bottomRight()}));
        painter.restore();
        painter.save();
        painter.setClipRect(clipped(rect).translated(60, 0));
        painter.setClipping(false);
        painter.fillRect(clipped(rect).translated(50, 0), Qt::green);
        painter.restore();
    }
    QString title() const override { return name; }
    QString description() const override { return "Rows & columns of <colours>"; }
};

// Puts bytes into a file of their format and gives its path.
QString inFile(const QTemporaryDir& folder, const QByteArray& bytes, const char* suffix)
{
    const QString path = folder.filePath(QString("picture.") + suffix);
    writeFile(path, bytes);
    return path;
}

QByteArray rendered(const Figure& figure, const char* suffix, const PictureOptions& options = {})
{
    return formatFor(QString("x.") + suffix)->render(figure, options);
}

// What other programs make of our drawings.
QImage drawnByRsvg(const QTemporaryDir& folder, const QByteArray& svg)
{
    const QString to = folder.filePath("rsvg.png");
    const Ran ran = runCommand("rsvg-convert", {inFile(folder, svg, "svg"), "-o", to});
    return ran.status == 0 ? QImage(to) : QImage();
}

QImage drawnByPoppler(const QTemporaryDir& folder, const QByteArray& pdf)
{
    const QString to = folder.filePath("poppler");
    const Ran ran =
        runCommand("pdftoppm", {"-r", "72", "-png", "-singlefile", inFile(folder, pdf, "pdf"), to});
    return ran.status == 0 ? QImage(to + ".png") : QImage();
}

// The pictures of a scenario, under the names that "export --all" gives them.
struct Named {
    QString name;       // "weights"
    QStringList asking; // the options of "export" for this one
    std::unique_ptr<Figure> figure;
};

constexpr const char* scenarioText = R"({
  "format": "attention-lab/scenario", "version": 1, "title": "Bytes & <pixels> 测试 😀",
  "tokens": ["the", "<b>", "ñ", ""],
  "X": [[1, 0.5, -1, 0], [0, 2, 0.25, 2], [1, 1, 1e-3, 1], [-3, 1e7, 2, 1]],
  "heads": 2, "mask": {"causal": true},
  "labs": {"scaling": {"d_k": [4, 16], "samples": 500, "repeats": 3}}
})";

std::vector<Named> allPictures()
{
    std::vector<Named> all;
    auto scenario =
        std::make_shared<const Scenario>(std::get<Scenario>(readScenario(scenarioText)));
    const TracePtr trace = run(scenario);
    for (int head = 0; head < scenario->heads; ++head) {
        const QString number = QString::number(head);
        all.push_back({"head-" + number + "-board", {"--head", number}, boardFigure(trace, head)});
    }
    for (const Stage& stage : trace->stages) {
        const QString id = QString::fromStdString(std::string(stageInfo(stage.id).name));
        Named one = {QString(id).replace('_', '-'), {"--stage", id}, {}};
        if (stage.head >= 0) {
            one.name.prepend(QString("head-%1-").arg(stage.head));
            one.asking << "--head" << QString::number(stage.head);
        }
        one.figure = stageFigure(trace, stage.id, stage.head);
        all.push_back(std::move(one));
    }
    std::vector<VarianceRun> runs;
    for (int repeat = 0; repeat < scenario->scaling.repeats; ++repeat)
        runs.push_back(*varianceRun(scenario->scaling, repeat));
    all.push_back({"plot-scaling",
                   {"--plot", "scaling"},
                   std::make_unique<PlotFigure>(variancePlot(scenario->scaling, runs))});
    all.push_back({"plot-memory",
                   {"--plot", "memory"},
                   std::make_unique<PlotFigure>(memoryPlot(scenario->memory))});
    return all;
}

// Settings of a desktop that has nothing in common with ours.
std::vector<Environment> otherDesktops(const QTemporaryDir& folder)
{
    const QString config = folder.filePath("config");
    QDir().mkpath(config + "/fontconfig");
    writeFile(config + "/fontconfig/fonts.conf", R"(<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<match target="font">
<edit name="rgba" mode="assign"><const>rgb</const></edit>
<edit name="hinting" mode="assign"><bool>true</bool></edit>
<edit name="autohint" mode="assign"><bool>true</bool></edit>
<edit name="hintstyle" mode="assign"><const>hintfull</const></edit>
<edit name="embolden" mode="assign"><bool>true</bool></edit>
</match>
<match target="pattern"><edit name="family" mode="assign" binding="strong"><string>DejaVu Serif</string></edit></match>
</fontconfig>
)");
    const auto desktop = [](std::initializer_list<std::pair<QString, QString>> variables) {
        Environment environment = here();
        for (const auto& [name, value] : variables)
            environment.insert(name, value);
        return environment;
    };
    return {
        desktop({{"LC_ALL", "de_DE.UTF-8"}, {"LANG", "de_DE.UTF-8"}, {"LANGUAGE", "de"}}),
        desktop({{"QT_FONT_DPI", "144"}, {"QT_SCALE_FACTOR", "2"}, {"QT_USE_PHYSICAL_DPI", "1"}}),
        desktop({{"QT_QPA_PLATFORM", "xcb"}, {"DISPLAY", ""}, {"QT_STYLE_OVERRIDE", "Windows"}}),
        desktop({{"QT_QPA_PLATFORM", "minimal"}, {"QT_QPA_PLATFORMTHEME", "gtk3"}}),
        desktop({{"XDG_CONFIG_HOME", config},
                 {"XDG_CACHE_HOME", folder.filePath("cache")},
                 {"XDG_DATA_HOME", folder.filePath("data")},
                 {"HOME", folder.path()}}),
        desktop({{"LC_ALL", "C"}, {"HOME", "/proc/nowhere"}, {"XDG_RUNTIME_DIR", ""}}),
        desktop({{"QT_ENABLE_HIGHDPI_SCALING", "0"},
                 {"QT_SCREEN_SCALE_FACTORS", "1.75"},
                 {"TZ", "Asia/Tokyo"}}),
    };
}

} // namespace

class TstExport : public TestCase {
    Q_OBJECT

private slots:
    void sizesAreExact_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("scale");
        QTest::addColumn<QSize>("pixels");
        QTest::newRow("default") << QSize(800, 600) << 1.0 << QSize(800, 600);
        QTest::newRow("odd") << QSize(641, 359) << 1.0 << QSize(641, 359);
        QTest::newRow("double") << QSize(333, 222) << 2.0 << QSize(666, 444);
        QTest::newRow("one and a half") << QSize(101, 77) << 1.5 << QSize(152, 116);
        QTest::newRow("300 dpi") << QSize(336, 200) << 3.125 << QSize(1050, 625);
        QTest::newRow("smaller") << QSize(800, 600) << 0.3 << QSize(240, 180);
        QTest::newRow("one") << QSize(1, 1) << 1.0 << QSize(1, 1);
        QTest::newRow("long") << QSize(40000, 20) << 1.0 << QSize(40000, 20);
    }

    void sizesAreExact()
    {
        QFETCH(QSize, size);
        QFETCH(double, scale);
        QFETCH(QSize, pixels);
        const Swatches figure;
        PictureOptions options;
        options.size = size;
        options.scale = scale;
        QCOMPARE(sizeProblem(options), std::nullopt);
        const QTemporaryDir folder;

        const QImage png = QImage::fromData(rendered(figure, "png", options));
        QCOMPARE(png.size(), pixels);
        QCOMPARE(png.dotsPerMeterX(), qRound(96 * scale / 0.0254));
        QCOMPARE(png.dotsPerMeterY(), qRound(96 * scale / 0.0254));
        // The figure reaches the far corner: it is laid out for `size`, whatever the scale.
        const QRectF last = Swatches::cell(QRectF(QPointF(), size), rows - 1, columns - 1);
        if (pixels.height() >= 150)
            QCOMPARE(png.pixelColor(qFloor(last.center().x() * pixels.width() / size.width()),
                                    qFloor(last.center().y() * pixels.height() / size.height())),
                     Swatches::colour(rows - 1, columns - 1));

        const QByteArray svg = rendered(figure, "svg", options);
        QVERIFY(svg.contains(QString("<svg width=\"%1\" height=\"%2\" viewBox=\"0 0 %3 %4\"")
                                 .arg(pixels.width())
                                 .arg(pixels.height())
                                 .arg(size.width())
                                 .arg(size.height())
                                 .toUtf8()));
        if (pixels.width() < 30000) // Cairo draws no more
            QCOMPARE(drawnByRsvg(folder, svg).size(), pixels);

        const Ran info =
            runCommand("pdfinfo", {inFile(folder, rendered(figure, "pdf", options), "pdf")});
        QVERIFY2(info.output.contains(QString("Page size:       %1 x %2 pts")
                                          .arg(pixels.width())
                                          .arg(pixels.height())
                                          .toUtf8()),
                 info.output.constData());
        QVERIFY(info.output.contains(
            QRegularExpression("Pages: +1\n").match(QString(info.output)).captured().toUtf8()));
    }

    void sizesAreRefused_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("scale");
        QTest::addColumn<QString>("said");
        QTest::newRow("no width") << QSize(0, 600) << 1.0 << "0 × 600";
        QTest::newRow("no height") << QSize(800, 0) << 1.0 << "800 × 0";
        QTest::newRow("negative") << QSize(-800, -600) << 1.0 << "-800 × -600";
        QTest::newRow("no scale") << QSize(800, 600) << 0.0 << "scale 0";
        QTest::newRow("negative scale") << QSize(800, 600) << -2.0 << "scale -2";
        QTest::newRow("not a number")
            << QSize(800, 600) << std::numeric_limits<double>::quiet_NaN() << "scale nan";
        QTest::newRow("infinite") << QSize(800, 600) << std::numeric_limits<double>::infinity()
                                  << "scale inf";
        QTest::newRow("nothing left") << QSize(800, 600) << 0.0001 << "no pixel left";
        QTest::newRow("too large") << QSize(10001, 10000) << 1.0 << "the limit is 100 megapixels";
        QTest::newRow("too large by scale") << QSize(5000, 5001) << 2.0 << "100 megapixels";
        QTest::newRow("past 32 bits") << QSize(2000000000, 2000000000) << 1e6 << "100 megapixels";
    }

    void sizesAreRefused()
    {
        QFETCH(QSize, size);
        QFETCH(double, scale);
        QFETCH(QString, said);
        PictureOptions options;
        options.size = size;
        options.scale = scale;
        const auto problem = sizeProblem(options);
        QVERIFY(problem);
        QVERIFY2(problem->contains(said), qPrintable(*problem));
        const QTemporaryDir folder;
        for (const char* name : {"a.png", "a.svg", "a.pdf"}) {
            QCOMPARE(savePicture(Swatches(), folder.filePath(name), options), problem);
            QVERIFY(!QFile::exists(folder.filePath(name)));
        }
        options.size = QSize(10000, 10000);
        options.scale = 1;
        QCOMPARE(sizeProblem(options), std::nullopt);
    }

    void formatFollowsFromTheName()
    {
        QStringList suffixes;
        for (const ImageFormat& format : imageFormats())
            suffixes << format.suffix;
        QCOMPARE(suffixes, (QStringList{"png", "svg", "pdf"}));
        QCOMPARE(formatFor("/a.b/x.PNG"), &imageFormats()[0]);
        QCOMPARE(formatFor("x.tar.svg"), &imageFormats()[1]);
        for (const char* name : {"", "png", "x", "x.", "x.gif", "x.png.bak", "/a.png/x"})
            QVERIFY2(!formatFor(name), name);
        const auto problem = savePicture(Swatches(), "/nowhere/x.gif", {});
        QCOMPARE(problem.value_or(""),
                 "/nowhere/x.gif: the name of a picture ends in .png, .svg or .pdf");
    }

    void backgroundIsTheThemes()
    {
        for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark, ThemeKind::Projector}) {
            PictureOptions options;
            options.theme = kind;
            const QImage opaque = QImage::fromData(rendered(Swatches(), "png", options));
            QVERIFY(!opaque.hasAlphaChannel());
            QCOMPARE(opaque.pixelColor(799, 599), Theme::make(kind).window);
            options.background = Background::Transparent;
            const QImage clear = QImage::fromData(rendered(Swatches(), "png", options));
            QCOMPARE(clear.pixelColor(799, 599).alpha(), 0);
            QCOMPARE(clear.pixelColor(400, 300), opaque.pixelColor(400, 300));
        }
    }

    void clipboardIsOpaque()
    {
        PictureOptions options;
        options.background = Background::Transparent;
        options.size = QSize(320, 200);
        copyPicture(Swatches(), options);
        const QImage copied = QGuiApplication::clipboard()->image();
        QCOMPARE(copied.size(), QSize(320, 200));
        QVERIFY(!copied.hasAlphaChannel());
        QCOMPARE(copied.pixelColor(319, 199), Theme::make(ThemeKind::Light).window);
    }

    void coloursAreExactInEveryFormat()
    {
        const Swatches figure;
        PictureOptions options;
        options.size = QSize(503, 307);
        const QTemporaryDir folder;
        const QImage png = QImage::fromData(rendered(figure, "png", options));
        const QImage svg = drawnByRsvg(folder, rendered(figure, "svg", options));
        const QImage pdf = drawnByPoppler(folder, rendered(figure, "pdf", options));
        const QRectF all(QPointF(), options.size);
        for (const QImage& image : {png, svg, pdf}) {
            QCOMPARE(image.size(), options.size);
            for (int row = 0; row < rows; ++row)
                for (int column = 0; column < columns; ++column)
                    QCOMPARE(image.pixelColor(Swatches::cell(all, row, column).center().toPoint()),
                             Swatches::colour(row, column));
        }
        // No seam of the background between cells that touch: along a row, only their colours.
        for (const QImage& image : {png, svg}) {
            const QRectF first = Swatches::cell(all, 3, 0);
            for (int x = qCeil(first.left()) + 1; x < first.left() + columns * first.width() - 1;
                 ++x) {
                const QColor colour = image.pixelColor(x, qRound(first.center().y()));
                bool known = false;
                for (int column = 0; column < columns; ++column)
                    known = known || colour == Swatches::colour(3, column);
                QVERIFY2(known, qPrintable(QString("%1 at %2").arg(colour.name()).arg(x)));
            }
        }
    }

    // QSvgGenerator by itself ignores it.
    void clippingHoldsInEveryFormat()
    {
        const Swatches figure;
        PictureOptions options;
        options.size = QSize(400, 300);
        const QTemporaryDir folder;
        const QRect clip = Swatches::clipped(QRectF(0, 0, 400, 300)).toRect();
        for (const QImage& image : {QImage::fromData(rendered(figure, "png", options)),
                                    drawnByRsvg(folder, rendered(figure, "svg", options)),
                                    drawnByPoppler(folder, rendered(figure, "pdf", options))}) {
            const auto at = [&](int dx, int dy) {
                return image.pixelColor(clip.topLeft() + QPoint(dx, dy));
            };
            const QColor ground = Theme::make(ThemeKind::Light).window;
            QCOMPARE(at(10, 10), QColor(Qt::red));
            QCOMPARE(at(30, 10), QColor(Qt::blue)); // under both clips
            QCOMPARE(at(-5, 10), ground);
            QCOMPARE(at(45, 10), ground);
            QCOMPARE(at(10, 25), ground);
            QCOMPARE(at(55, 10), QColor(Qt::green)); // clipping switched off
            QCOMPARE(image.pixelColor(399, 299), ground);
        }
    }

    void svgIsValidWhateverItSays()
    {
        Swatches figure;
        figure.name = QString("A & <b> \"c\" 'd' ]]> --> ") + QChar(1) + QChar(0x1b) +
                      QChar(0xd800) + QChar(0xffff) + QChar(0) + "\n\ttitle 😀";
        figure.said = QString("<s>&amp; ") + QChar(2) + QChar(0xdc00) + " 测试 مرحبا 😀";
        const QTemporaryDir folder;
        for (const bool asText : {false, true}) {
            PictureOptions options;
            options.textAsText = asText;
            const QByteArray svg = rendered(figure, "svg", options);
            const QString path = inFile(folder, svg, "svg");
            const Ran lint = runCommand("xmllint", {"--noout", "--nonet", path});
            QCOMPARE(lint.errors, QByteArray());
            QCOMPARE(lint.status, 0);
            const Ran title =
                runCommand("xmllint", {"--xpath", "string(/*/*[local-name()='title'])", path});
            QCOMPARE(QString::fromUtf8(title.output).trimmed(),
                     QString("A & <b> \"c\" 'd' ]]> --> %1%1  title 😀").arg(QChar(0xfffd)));
            const Ran text =
                runCommand("xmllint", {"--xpath", "string(/*/*[local-name()='desc'])", path});
            QCOMPARE(text.output.trimmed(), QByteArray("Rows & columns of <colours>"));
            QCOMPARE(svg.contains("<text "), asText);
            QCOMPARE(svg.contains("&lt;s&gt;&amp;amp;"), asText);
            QVERIFY(!drawnByRsvg(folder, svg).isNull());
        }
        const QImage png = QImage::fromData(rendered(figure, "png"));
        QCOMPARE(png.text("Title"),
                 QString("A & <b> \"c\" 'd' ]]> --> %1%1  title 😀").arg(QChar(0xfffd)));
        QCOMPARE(png.text("Description"), "Rows & columns of <colours>");
    }

    // Outlines and text look alike where the reader has the font.
    void svgTextIsDrawn()
    {
        Swatches figure;
        figure.said = "Text";
        PictureOptions options;
        options.size = QSize(200, 150);
        const QTemporaryDir folder;
        const QRect area(5, 3, 40, 15);
        const auto ink = [&](const QImage& image) {
            double sum = 0;
            for (int y = area.top(); y <= area.bottom(); ++y)
                for (int x = area.left(); x <= area.right(); ++x)
                    sum += 1 - image.pixelColor(x, y).lightness() / 255.0;
            return sum;
        };
        figure.said.clear();
        const double nothing = ink(QImage::fromData(rendered(figure, "png", options)));
        figure.said = "Text";
        const double png = ink(QImage::fromData(rendered(figure, "png", options))) - nothing;
        QVERIFY(png > 40);
        for (const bool asText : {false, true}) {
            options.textAsText = asText;
            const double svg = ink(drawnByRsvg(folder, rendered(figure, "svg", options))) - nothing;
            QVERIFY2(std::abs(svg - png) < 0.15 * png,
                     qPrintable(QString("%1 %2").arg(svg).arg(png)));
        }
        const double pdf = ink(drawnByPoppler(folder, rendered(figure, "pdf", options))) - nothing;
        QVERIFY2(std::abs(pdf - png) < 0.25 * png, qPrintable(QString("%1 %2").arg(pdf).arg(png)));
    }

    void pdfHasItsFontsAndTitle()
    {
        Swatches figure;
        figure.name = "Weights — Übung";
        const QTemporaryDir folder;
        const QString path = inFile(folder, rendered(figure, "pdf"), "pdf");
        const Ran info = runCommand("pdfinfo", {path});
        QVERIFY2(info.output.contains("Title:           Weights — Übung\n"),
                 info.output.constData());
        const Ran fonts = runCommand("pdffonts", {path});
        const QList<QByteArray> lines = fonts.output.trimmed().split('\n');
        QVERIFY(lines.size() >= 3);
        QVERIFY(fonts.output.contains("DejaVuSans"));
        const qsizetype embedded = lines[0].indexOf("emb");
        for (const QByteArray& line : lines.sliced(2))
            QCOMPARE(line.sliced(embedded, 3), QByteArray("yes"));
        const Ran text = runCommand("pdftotext", {path, "-"});
        QVERIFY2(text.output.contains("0.187"), text.output.constData());
    }

    // What is drawn as an image stays as it is; by itself Qt would make it a JPEG.
    void pdfImagesAreLossless()
    {
        class Pixels : public Figure {
        public:
            void paint(Canvas& canvas, const QRectF&, const Theme&) const override
            {
                QImage image(64, 64, QImage::Format_RGB32);
                for (int y = 0; y < 64; ++y)
                    for (int x = 0; x < 64; ++x)
                        image.setPixel(x, y, qRgb(x * 4, y * 4, (x * y) % 256));
                canvas.painter.drawImage(QRectF(0, 0, 64, 64), image);
            }
            QString title() const override { return "Pixels"; }
            QString description() const override { return {}; }
        };
        PictureOptions options;
        options.size = QSize(64, 64);
        const QByteArray pdf = rendered(Pixels(), "pdf", options);
        QVERIFY(!pdf.contains("DCTDecode"));
        const QTemporaryDir folder;
        const QString prefix = folder.filePath("image");
        runCommand("pdfimages", {"-png", inFile(folder, pdf, "pdf"), prefix});
        const QImage drawn(prefix + "-000.png");
        const QImage png = QImage::fromData(rendered(Pixels(), "png", options));
        QCOMPARE(drawn.size(), png.size());
        for (int y = 0; y < 64; ++y)
            for (int x = 0; x < 64; ++x)
                QCOMPARE(drawn.pixelColor(x, y), png.pixelColor(x, y));
    }

    // Every stage: the colours of the cells agree in all formats.
    void stagesAgreeInEveryFormat()
    {
        const auto scenario =
            std::make_shared<const Scenario>(std::get<Scenario>(readScenario(scenarioText)));
        const TracePtr trace = run(scenario);
        const Theme theme = Theme::make(ThemeKind::Light);
        const QRectF all(0, 0, 800, 600);
        const QTemporaryDir folder;
        int cells = 0;
        for (const Stage& stage : trace->stages) {
            const HeatmapFigure figure(trace, {std::nullopt, stage.id, stage.head}, {});
            const QImage png = QImage::fromData(rendered(figure, "png"));
            const QImage svg = drawnByRsvg(folder, rendered(figure, "svg"));
            const QImage pdf = drawnByPoppler(folder, rendered(figure, "pdf"));
            const QRectF area = figure.cellArea(all, theme);
            const int n = static_cast<int>(stage.values->rows());
            const int m = static_cast<int>(stage.values->cols());
            for (int row = 0; row < n; ++row)
                for (int column = 0; column < m; ++column) {
                    if (isBlocked(*trace, stage, row, column))
                        continue; // hatched
                    // Where no digit is drawn.
                    const QRectF cell = cellRect(area, n, m, row, column);
                    const QPoint point(qRound(cell.left() + cell.width() / 4),
                                       qRound(cell.top()) + 3);
                    QCOMPARE(svg.pixelColor(point), png.pixelColor(point));
                    QCOMPARE(pdf.pixelColor(point), png.pixelColor(point));
                    ++cells;
                }
        }
        QVERIFY(cells > 100);
    }

    void differsNeitherByFontNorByPalette()
    {
        const std::vector<Named> pictures = allPictures();
        std::vector<QByteArray> before;
        for (const Named& one : pictures)
            for (const char* format : {"png", "svg"})
                before.push_back(rendered(*one.figure, format));
        const QFont font = QApplication::font();
        const QPalette palette = QApplication::palette();
        QFont other("DejaVu Sans Mono", 27, QFont::Black, true);
        QApplication::setFont(other);
        QApplication::setPalette(
            QPalette(Qt::black, Qt::red, Qt::red, Qt::red, Qt::red, Qt::red, Qt::red));
        const std::vector<Named> again = allPictures();
        std::size_t next = 0;
        QStringList changed;
        for (const Named& one : again)
            for (const char* format : {"png", "svg"})
                if (rendered(*one.figure, format) != before[next++])
                    changed << one.name + '.' + format;
        QApplication::setFont(font);
        QApplication::setPalette(palette);
        QCOMPARE(changed, QStringList());
    }

    // Runs in a process of its own, called by the next test: what a window on another screen
    // writes.
    void writesAll()
    {
        const QString folder = qEnvironmentVariable("ATTENTION_TEST_WRITES_TO");
        if (folder.isEmpty())
            return;
        QApplication::setFont(QFont("DejaVu Serif", 20, QFont::Bold));
        QWidget window;
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        for (const Named& one : allPictures())
            for (const char* format : {"png", "svg"})
                QCOMPARE(savePicture(*one.figure, folder + '/' + one.name + '.' + format, {}),
                         std::nullopt);
        writeFile(folder + "/ratio", QByteArray::number(window.devicePixelRatioF()));
    }

    void bytesAreTheSameEverywhere()
    {
        const QTemporaryDir folder;
        const auto at = [&](const QString& name) { return folder.filePath(name); };
        writeFile(at("bytes.json"), scenarioText);
        const std::vector<Named> pictures = allPictures();
        for (const char* made : {"here", "window", "all"})
            QVERIFY(QDir().mkpath(at(made)));
        for (const Named& one : pictures)
            for (const char* format : {"png", "svg"})
                QCOMPARE(savePicture(*one.figure, at("here/" + one.name + '.' + format), {}),
                         std::nullopt);

        // Another window, on a screen with another scale and resolution.
        Environment screen = here();
        screen.insert("ATTENTION_TEST_WRITES_TO", at("window"));
        screen.insert("QT_QPA_PLATFORM", "xcb");
        screen.insert("QT_SCALE_FACTOR", "1.5");
        screen.insert("QT_FONT_DPI", "144");
        const Ran window = runCommand(
            "xvfb-run", {"-a", QCoreApplication::applicationFilePath(), "export", "writesAll"},
            screen);
        QVERIFY2(window.status == 0, window.output + window.errors);
        QCOMPARE(contentOf(at("window/ratio")), QByteArray("2.25"));

        // The program, on every desktop; all pictures at once, and each alone.
        const std::vector<Environment> desktops = otherDesktops(folder);
        int compared = 0;
        for (std::size_t i = 0; i < desktops.size(); ++i) {
            const QString to = at(QString("all/%1").arg(i));
            const Ran all =
                runProgram({"export", "bytes.json", "--all", "-o", to}, desktops[i], folder.path());
            QCOMPARE(all.errors, QByteArray());
            QCOMPARE(all.status, 0);
            QCOMPARE(static_cast<std::size_t>(all.output.count('\n')), pictures.size());
            for (const Named& one : pictures) {
                const QByteArray bytes = contentOf(to + "/bytes-" + one.name + ".png");
                QVERIFY2(!bytes.isEmpty() && bytes == contentOf(at("here/" + one.name + ".png")),
                         qPrintable(QString("%1.png on desktop %2").arg(one.name).arg(i)));
                ++compared;
            }
        }
        std::size_t desktop = 0;
        for (const Named& one : pictures)
            for (const char* format : {"png", "svg"}) {
                const QString name = one.name + '.' + format;
                const QByteArray bytes = contentOf(at("here/" + name));
                QVERIFY(!bytes.isEmpty());
                QVERIFY2(contentOf(at("window/" + name)) == bytes,
                         qPrintable(name + " of the window"));
                const Ran ran =
                    runProgram(QStringList{"export", "bytes.json", "-o", name} + one.asking,
                               desktops[desktop], folder.path());
                QCOMPARE(ran.errors, QByteArray());
                QVERIFY2(contentOf(at(name)) == bytes,
                         qPrintable(QString("%1 on desktop %2").arg(name).arg(desktop)));
                desktop = (desktop + 1) % desktops.size();
                compared += 2;
            }
        qInfo("%d pictures compared byte by byte", compared);
    }
};

ATTENTION_TEST(TstExport)
#include "tst_export.moc"
