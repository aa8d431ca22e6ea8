// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/run.h"
#include "tests/support/program.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/export/picture.h"
#include "ui/figures/board_figure.h"
#include "ui/figures/heatmap_figure.h"
#include "ui/figures/make_figure.h"
#include "ui/figures/plot_figure.h"

#include <QFile>
#include <QImage>
#include <QTemporaryDir>

#include <cmath>

using namespace attention;
using namespace attention::ui;
using namespace attention::test;

namespace {

const std::initializer_list<double> zooms = {1, 2.37, 7};
const Theme light = Theme::make(ThemeKind::Light);

TracePtr traceOf(Scenario scenario)
{
    return run(std::make_shared<const Scenario>(std::move(scenario)));
}

// 1 and −1 in turns.
TracePtr checkerboard(int rows, int columns)
{
    Scenario s = threeTokens();
    s.tokens.clear();
    Matrix x(rows, columns);
    for (int i = 0; i < rows; ++i) {
        s.tokens.push_back("t" + QByteArray::number(i).toStdString());
        for (int j = 0; j < columns; ++j)
            x(i, j) = (i + j) % 2 == 0 ? 1 : -1;
    }
    s.X = share(std::move(x));
    return traceOf(std::move(s));
}

// What other programs show of a drawing, enlarged; `smoothed`: one that knows no crisp edges.
QImage shown(const QTemporaryDir& folder, const Figure& figure, const char* suffix, QSize size,
             double zoom, bool smoothed = false)
{
    PictureOptions options;
    options.size = size;
    const QString from = folder.filePath(QString("a.") + suffix), to = folder.filePath("shown");
    if (const auto reason = savePicture(figure, from, options))
        qFatal("%s", qPrintable(*reason));
    if (smoothed && suffix == QByteArray("svg")) {
        QFile file(from);
        if (!file.open(QFile::ReadOnly))
            qFatal("cannot read the drawing");
        writeFile(from, file.readAll().replace(" shape-rendering=\"crispEdges\"", ""));
    }
    const Ran ran =
        suffix == QByteArray("svg")
            ? runCommand("rsvg-convert", {"-z", QString::number(zoom), from, "-o", to + ".png"})
            : runCommand("pdftoppm",
                         {"-r", QString::number(72 * zoom), "-png", "-singlefile", from, to});
    return ran.status == 0 ? QImage(to + ".png").convertToFormat(QImage::Format_RGB32) : QImage();
}

// The pixel that lies at a point of the figure.
QRgb at(const QImage& image, double x, double y, double zoom)
{
    return image.pixel(static_cast<int>(std::floor(x * zoom)),
                       static_cast<int>(std::floor(y * zoom)));
}

// How many colours a part of an image has; `most` are enough to know.
QSet<QRgb> coloursIn(const QImage& image, const QRect& part, int most = 3)
{
    QSet<QRgb> colours;
    for (int y = part.top(); y <= part.bottom(); ++y)
        for (int x = part.left(); x <= part.right(); ++x) {
            colours.insert(image.pixel(x, y));
            if (colours.size() >= most)
                return colours;
        }
    return colours;
}

// The whole pixels inside a part of the figure, `margin` pixels from its edge.
QRect inside(const QRectF& part, double zoom, int margin)
{
    const QRectF large(part.topLeft() * zoom, part.size() * zoom);
    return QRect(QPoint(qCeil(large.left()), qCeil(large.top())),
                 QPoint(qFloor(large.right()) - 1, qFloor(large.bottom()) - 1))
        .adjusted(margin, margin, -margin, -margin);
}

const QStringList strangeLabels = {
    "😀😀😀😀😀😀😀😀", "مرحبا بالعالم", "", QString("long ").repeated(40), "<b>bold</b>", "\u202Etxet"};

const QRectF barPlace(20.3, 20.2, 9, 110.7);

class BarAlone : public Figure {
public:
    void paint(Canvas& canvas, const QRectF&, const Theme& theme) const override
    {
        paintColourBar(canvas, barPlace, {0, 1}, ValueKind::Weight, "", theme, 1);
    }
    QString title() const override { return "bar"; }
    QString description() const override { return "bar"; }
    ScenarioPtr scenario() const override { return nullptr; }
};

} // namespace

// Drawings as other programs show them, at several sizes.
class TstPictureQuality : public TestCase {
    Q_OBJECT

    static void formatRows(double most = 7)
    {
        QTest::addColumn<QByteArray>("suffix");
        QTest::addColumn<double>("zoom");
        for (const char* suffix : {"svg", "pdf"})
            for (const double zoom : zooms)
                if (zoom <= most)
                    QTest::newRow(qPrintable(QString("%1 %2").arg(suffix).arg(zoom)))
                        << QByteArray(suffix) << zoom;
    }

private slots:
    // Of cells without borders: no seam, and no mixture of two neighbours.
    void aCheckerboardHasTwoColours_data() { formatRows(); }

    void aCheckerboardHasTwoColours()
    {
        QFETCH(QByteArray, suffix);
        QFETCH(double, zoom);
        constexpr int rows = 21, columns = 23;
        const QSize size(240, 180);
        const HeatmapFigure figure(checkerboard(rows, columns), StageId::Embeddings, -1, {});
        const QRectF cells = figure.cellArea(QRectF(QPointF(), size), light);
        const QTemporaryDir folder;
        const QImage image = shown(folder, figure, suffix, size, zoom);
        QVERIFY(!image.isNull());
        const QRect board = inside(cells, zoom, 1);
        QCOMPARE(coloursIn(image, board).size(), 2);
        // Every boundary lies within a pixel of where it belongs.
        const double width = cells.width() / columns * zoom, left = cells.left() * zoom;
        const double height = cells.height() / rows * zoom, top = cells.top() * zoom;
        const int y = qFloor(top + height / 2), x = qFloor(left + width / 2);
        for (int i = 1; i < columns; ++i) {
            const double edge = left + width * i;
            QVERIFY(image.pixel(qFloor(edge - 1.01), y) != image.pixel(qCeil(edge + 0.01), y));
            QCOMPARE(image.pixel(qFloor(edge - 1.01), y),
                     image.pixel(x, qFloor(top + height * ((i - 1) % 2 + 0.5))));
        }
        for (int i = 1; i < rows; ++i) {
            const double edge = top + height * i;
            QVERIFY(image.pixel(x, qFloor(edge - 1.01)) != image.pixel(x, qCeil(edge + 0.01)));
        }
    }

    // With borders, and labels that would like to be elsewhere.
    // Its colours are many bands side by side; the ground must not shine through between them.
    void aColourBarHasNoSeam_data() { formatRows(); }

    void aColourBarHasNoSeam()
    {
        QFETCH(QByteArray, suffix);
        QFETCH(double, zoom);
        const QTemporaryDir folder;
        const QImage image = shown(folder, BarAlone(), suffix, QSize(100, 150), zoom, true);
        QVERIFY(!image.isNull());
        const QRect bar = inside(barPlace, zoom, qCeil(zoom));
        QVERIFY(bar.height() > 90 * zoom);
        for (int y = bar.top() + 1; y <= bar.bottom(); ++y)
            QVERIFY(qGray(image.pixel(bar.center().x(), y)) >=
                    qGray(image.pixel(bar.center().x(), y - 1)));
    }

    void theMiddleOfACellIsOneColour_data() { formatRows(); }

    void theMiddleOfACellIsOneColour()
    {
        QFETCH(QByteArray, suffix);
        QFETCH(double, zoom);
        Scenario s = randomScenario(static_cast<int>(strangeLabels.size()), 3, 1, 5);
        for (std::size_t i = 0; i < s.tokens.size(); ++i)
            s.tokens[i] = strangeLabels[static_cast<qsizetype>(i)].toStdString();
        BoardOptions options;
        options.values = false;
        const QSize size(280, 210);
        const HeatmapFigure figure(traceOf(std::move(s)), StageId::Weights, 0, options);
        const QRectF cells = figure.cellArea(QRectF(QPointF(), size), light);
        const QTemporaryDir folder;
        const QImage image = shown(folder, figure, suffix, size, zoom);
        QVERIFY(!image.isNull());
        PictureOptions picture;
        picture.size = size;
        const QImage png = renderImage(figure, picture);
        const int n = static_cast<int>(strangeLabels.size());
        for (int row = 0; row < n; ++row)
            for (int column = 0; column < n; ++column) {
                const QRectF cell = cellRect(cells, n, n, row, column);
                const QRectF middle = cell.adjusted(cell.width() * 0.2, cell.height() * 0.2,
                                                    -cell.width() * 0.2, -cell.height() * 0.2);
                const QSet<QRgb> colours = coloursIn(image, inside(middle, zoom, 0));
                QCOMPARE(colours.size(), 1);
                QCOMPARE(*colours.begin(), at(png, cell.center().x(), cell.center().y(), 1));
            }
        // Nothing reaches the edge of the picture.
        const QRgb ground = light.window.rgb();
        for (int x = 0; x < image.width(); ++x)
            for (const int y : {0, 1, image.height() - 2, image.height() - 1})
                QCOMPARE(image.pixel(x, y), ground);
        for (int y = 0; y < image.height(); ++y)
            for (const int x : {0, 1, image.width() - 2, image.width() - 1})
                QCOMPARE(image.pixel(x, y), ground);
    }

    // A curve that leaves its axes is cut there: outside, nothing differs from one that does not.
    // At 7× it is the same paths, and the slowest picture.
    void noInkLeavesTheAxes_data() { formatRows(2.37); }

    void noInkLeavesTheAxes()
    {
        QFETCH(QByteArray, suffix);
        QFETCH(double, zoom);
        const auto plot = [](double peak) {
            PlotData data;
            data.title = "مرحبا 😀";
            data.caption = "A curve";
            data.x.label = "x 😀";
            data.y.label = "مرحبا";
            data.x.maximum = 4;
            data.series.resize(1);
            data.series[0].name = "😀 مرحبا";
            data.series[0].x = {0, 1, 2, 3, 4};
            data.series[0].y = {0.2, 0.4, peak, 0.4, 0.2};
            data.series[0].emphasised = true;
            return data;
        };
        const QSize size(400, 300);
        const PlotFigure inner(plot(0.9)), cut(plot(50)), below(plot(-50));
        const QRectF axes = inner.axesRect(QRectF(QPointF(), size), light);
        const QTemporaryDir folder;
        const QImage expected = shown(folder, inner, suffix, size, zoom);
        QVERIFY(!expected.isNull());
        for (const PlotFigure* figure : {&cut, &below}) {
            const QImage image = shown(folder, *figure, suffix, size, zoom);
            QCOMPARE(image.size(), expected.size());
            const QRectF large(axes.topLeft() * zoom, axes.size() * zoom);
            const QRect within = large.toAlignedRect().adjusted(-1, -1, 1, 1);
            bool differs = false;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) {
                    if (image.pixel(x, y) == expected.pixel(x, y))
                        continue;
                    differs = true;
                    if (!within.contains(x, y))
                        QFAIL(qPrintable(QString("ink at %1, %2").arg(x).arg(y)));
                }
            QVERIFY(differs);
        }
    }

    void everyDrawingIsValidAndBringsItsFonts()
    {
        Scenario s = example("cat-sat-two-heads");
        for (std::size_t i = 0; i < s.tokens.size(); ++i)
            s.tokens[i] =
                strangeLabels[static_cast<qsizetype>(i) % strangeLabels.size()].toStdString();
        const TracePtr trace = traceOf(std::move(s));
        const std::unique_ptr<Figure> figures[] = {boardFigure(trace, 1),
                                                   stageFigure(trace, StageId::Weights, 0)};
        const QTemporaryDir folder;
        for (const auto& figure : figures) {
            QCOMPARE(savePicture(*figure, folder.filePath("a.svg"), {}), std::nullopt);
            const Ran lint =
                runCommand("xmllint", {"--noout", "--nonet", folder.filePath("a.svg")});
            QCOMPARE(lint.errors, QByteArray());
            QCOMPARE(savePicture(*figure, folder.filePath("a.pdf"), {}), std::nullopt);
            const Ran fonts = runCommand("pdffonts", {folder.filePath("a.pdf")});
            QCOMPARE(fonts.errors, QByteArray());
            const QList<QByteArray> lines = fonts.output.trimmed().split('\n');
            QVERIFY(lines.size() >= 3);
            const qsizetype embedded = lines[0].indexOf("emb");
            for (const QByteArray& line : lines.sliced(2))
                QCOMPARE(line.sliced(embedded, 3), QByteArray("yes"));
        }
    }

    // More cells than a drawing can hold as shapes: an image, without loss and small.
    void manyCellsAreAnImage()
    {
        const HeatmapFigure figure(checkerboard(210, 210), StageId::Embeddings, -1, {});
        const QSize size(400, 300);
        const QRectF cells = figure.cellArea(QRectF(QPointF(), size), light);
        const QTemporaryDir folder;
        for (const char* suffix : {"svg", "pdf"}) {
            const QImage image = shown(folder, figure, suffix, size, 7);
            QVERIFY(!image.isNull());
            QVERIFY(contentOf(folder.filePath(QString("a.") + suffix)).size() < 1'000'000);
            const double width = cells.width() / 210, height = cells.height() / 210;
            int right = 0;
            for (int i = 0; i < 200; ++i) {
                const QRgb here = at(image, cells.left() + width * (i + 5.5),
                                     cells.top() + height * (i % 7 + 5.5), 7);
                const QRgb next = at(image, cells.left() + width * (i + 6.5),
                                     cells.top() + height * (i % 7 + 5.5), 7);
                right += here != next;
            }
            QVERIFY2(right >= 190, QByteArray::number(right)); // a viewer may smooth an image
            if (suffix == QByteArray("pdf")) {
                const Ran text = runCommand("pdftotext", {folder.filePath("a.pdf"), "-"});
                QVERIFY2(text.output.contains("210 × 210 numbers as an image"),
                         text.output.constData());
            }
        }
    }
};

ATTENTION_TEST(TstPictureQuality)
#include "tst_picture_quality.moc"
