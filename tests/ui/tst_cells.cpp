// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/run.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/figures/canvas.h"
#include "ui/figures/cells.h"
#include "ui/figures/heatmap_figure.h"

#include <QImage>
#include <QPainter>
#include <QRegularExpression>

#include <cmath>
#include <limits>

using namespace attention;
using namespace attention::ui;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

CellGrid gridOf(Matrix m, double largest, ValueKind kind = ValueKind::Signed)
{
    CellGrid grid;
    grid.values = share(std::move(m));
    grid.kind = kind;
    grid.norm = kind == ValueKind::Weight ? ColourNorm{0, 1} : ColourNorm::symmetric(largest);
    return grid;
}

QImage painted(const CellGrid& grid, QSize size, qreal scale = 1, bool values = false,
               const Theme& theme = Theme::make(ThemeKind::Light))
{
    QImage image(size * scale, QImage::Format_RGB32);
    image.fill(Qt::magenta);
    CanvasPainter painter(&image);
    painter.canvas().painter.scale(scale, scale);
    CellStyle style;
    style.values = values;
    paintCells(painter.canvas(), QRectF(QPointF(0, 0), size), grid, style, theme);
    painter.end();
    return image;
}

} // namespace

class TstCells : public attention::test::TestCase {
    Q_OBJECT

private slots:
    // The control points of the colour table, at values where nothing is interpolated.
    void valuesHaveTheColoursOfTheTable()
    {
        Matrix m(1, 5);
        m << -4, -2, 0, 2, 4;
        const QImage image = painted(gridOf(m, 4), QSize(100, 20));
        const QStringList expected = {"#2f4459", "#8fa3b8", "#f7f6f2", "#d3b75f", "#5a4300"};
        for (int c = 0; c < 5; ++c)
            QCOMPARE(image.pixelColor(20 * c + 10, 10).name(), expected[c]);
        Matrix p(1, 3);
        p << 0, 0.5, 1;
        const QImage weights = painted(gridOf(p, 1, ValueKind::Weight), QSize(60, 20));
        QCOMPARE(weights.pixelColor(10, 10).name(), "#ffffff");
        QCOMPARE(weights.pixelColor(30, 10).name(), "#cf97c9");
        QCOMPARE(weights.pixelColor(50, 10).name(), "#5e0a4f");
    }

    // The fills are the chosen ones in every theme; what is blocked or no number looks as always.
    void aChosenPaletteFillsTheCells()
    {
        Matrix m(1, 4);
        m << -4, 4, std::nan(""), 0;
        for (const PaletteChoice& choice : paletteChoices())
            for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark, ThemeKind::Projector}) {
                const Theme own = Theme::make(kind);
                const Theme theme = own.coloured(&choice);
                const bool isTheme = choice.id == "theme";
                const Palette& fill = isTheme ? *own.signedFill : palette(choice.signedFill);
                const auto expected = [&](double t) {
                    const Rgb c = colourAt(fill, t);
                    return QColor(c.r, c.g, c.b);
                };
                const QImage image = painted(gridOf(m, 4), QSize(80, 20), 1, false, theme);
                QCOMPARE(image.pixelColor(10, 10), expected(0));
                QCOMPARE(image.pixelColor(30, 10), expected(1));
                QCOMPARE(image.pixelColor(50, 10), own.notFinite);
                QCOMPARE(image.pixelColor(70, 10), expected(0.5));
                QCOMPARE(theme.coloured(nullptr).signedFill, theme.signedFill);
            }
    }

    void rowNoughtIsAtTheTopAndNoCellIsCut()
    {
        Matrix m(3, 4);
        m << 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -4;
        for (const qreal scale : {1.0, 1.25, 1.5, 2.0, 2.37}) {
            const QImage image = painted(gridOf(m, 4), QSize(203, 151), scale);
            QCOMPARE(image.pixelColor(int(20 * scale), int(20 * scale)).name(), "#5a4300");
            QCOMPARE(image.pixelColor(int(180 * scale), int(130 * scale)).name(), "#2f4459");
            // Every pixel belongs to a cell or a border: no seam shows what lies below.
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    QVERIFY2(image.pixelColor(x, y) != QColor(Qt::magenta),
                             qPrintable(QString("%1 %2 at %3").arg(x).arg(y).arg(scale)));
        }
    }

    void aTransposedMatrixIsTurned()
    {
        Matrix m(2, 3);
        m << 4, 0, 0, 0, 0, -4;
        CellGrid grid = gridOf(m, 4);
        grid.transposed = true;
        QCOMPARE(grid.drawnRows(), 3);
        const QImage image = painted(grid, QSize(40, 60));
        QCOMPARE(image.pixelColor(10, 10).name(), "#5a4300");
        QCOMPARE(image.pixelColor(30, 50).name(), "#2f4459");
    }

    void whatIsNoNumberIsYellow()
    {
        Matrix m(1, 3);
        m << std::nan(""), infinity, -infinity;
        const QImage image = painted(gridOf(m, 4), QSize(90, 30));
        for (const int x : {15, 45, 75})
            QCOMPARE(image.pixelColor(x, 15).name(), "#ffd400");
    }

    void largeMatricesShowTheLargestMagnitudeOfAPixel()
    {
        Matrix m = Matrix::Zero(400, 400);
        m(100, 200) = -4;
        m(300, 41) = std::nan("");
        const QImage image = painted(gridOf(m, 4), QSize(100, 100));
        QCOMPARE(image.pixelColor(50, 25).name(), "#2f4459");
        QCOMPARE(image.pixelColor(10, 75).name(), "#ffd400");
        QCOMPARE(image.pixelColor(60, 60).name(), "#f7f6f2");
    }

    void blockedCellsAreHatchedAndTakeNoPart()
    {
        const TracePtr trace = run(std::make_shared<const Scenario>(test::example("abc-causal")));
        const Stage* masked = find(*trace, StageId::MaskedScores, 0);
        QCOMPARE(largestMagnitude(*trace, *masked), 4 / std::sqrt(2.0)); // not 1e9
        CellGrid grid = gridOf(*masked->values, 4);
        grid.trace = trace.get();
        grid.stage = masked;
        const QImage image = painted(grid, QSize(180, 180));
        int ground = 0, line = 0;
        for (int y = 5; y < 55; ++y)
            for (int x = 125; x < 175; ++x) {
                ground += image.pixelColor(x, y).name() == "#e3e6eb";
                line += image.pixelColor(x, y).lightness() < 200;
            }
        QVERIFY(ground > 800 && line > 100);
    }

    void numbersAsTheyArePainted_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("decimals");
        QTest::addColumn<int>("wanted");
        QTest::addColumn<QString>("expected");
        const auto row = [](double value, int decimals, int wanted, const char* expected) {
            QTest::addRow("%g %d %d", value, decimals, wanted)
                << value << decimals << wanted << QString::fromUtf8(expected);
        };
        row(0.187, 3, 3, "0.187");
        row(-0.0005, 3, 3, "−0.001");
        row(0.000499, 3, 3, "5e−4");
        row(-1.23e-9, 3, 3, "−1.2e−9");
        row(1e-305, 3, 3, "1e−305"); // no blocked 0
        row(5e-324, 6, 6, "4.9e−324");
        row(4e-7, 6, 6, "4e−7");
        row(0, 3, 3, "0");
        row(999999, 3, 3, "999999");
        row(1e6, 3, 3, "1e6");
        row(-1e9, 3, 3, "−1e9");
        row(1234567.8, 3, 3, "1.2e6");
        row(0.045, 1, 3, "0.0"); // two decimals were dropped for want of room
        row(0.045, 1, 1, "4.5e−2");
        row(0.3, 0, 0, "0"); // none were wanted
        row(0.0001, 1, 3, "1e−4");
        row(infinity, 3, 3, "∞");
        row(-infinity, 3, 3, "−∞");
    }

    void numbersAsTheyArePainted()
    {
        QFETCH(double, value);
        QFETCH(int, decimals);
        QFETCH(int, wanted);
        QFETCH(QString, expected);
        QCOMPARE(cellText(value, decimals, wanted), expected);
        // Short, it has one digit before the e, and is the same where there is none.
        QString brief = expected;
        brief.replace(QRegularExpression("\\..e"), "e");
        QVERIFY(expected.contains("4.9e") || cellText(value, decimals, wanted, true) == brief);
    }

    void textKeepsItsDecimalsOrDropsThemTogether()
    {
        Matrix m(1, 2);
        m << 0.1234, -1.5;
        const CellGrid grid = gridOf(m, 2);
        const Theme theme = Theme::make(ThemeKind::Light);
        QCOMPARE(fittingDecimals(grid, theme, 1, 3, QSizeF(66, 54)), 3);
        int last = 3;
        for (int width = 66; width > 8; --width) {
            const int decimals = fittingDecimals(grid, theme, 1, 3, QSizeF(width, 54));
            QVERIFY(decimals <= last);
            last = decimals;
        }
        QCOMPARE(last, -1);
        // Never to none: 0.1234 is no 0. Unless none is what somebody wants.
        int fewest = 3, none = -1;
        for (int width = 66; width > 8; --width) {
            const int decimals = fittingDecimals(grid, theme, 1, 3, QSizeF(width, 54));
            fewest = decimals < 0 ? fewest : decimals;
            none = std::max(none, fittingDecimals(grid, theme, 1, 0, QSizeF(width, 54)));
        }
        QCOMPARE(fewest, 1);
        QCOMPARE(none, 0);
        // A tiny number takes no decimals from the others.
        m << 0.1234, 1.2e-10;
        QCOMPARE(fittingDecimals(gridOf(m, 2), theme, 1, 3, QSizeF(58, 54)), 3);
        QCOMPARE(fittingDecimals(grid, theme, 1, 3, QSizeF(66, 8)), -1);
    }

    void textOnCellsIsPainted()
    {
        Matrix m(1, 1);
        m << 4;
        const QImage with = painted(gridOf(m, 4), QSize(60, 50), 1, true);
        const QImage without = painted(gridOf(m, 4), QSize(60, 50), 1, false);
        QVERIFY(with != without);
        // White on the darkest colour, and nothing at the place that tests look at.
        int white = 0;
        for (int y = 0; y < 50; ++y)
            for (int x = 0; x < 60; ++x)
                white += with.pixelColor(x, y).lightness() > 240;
        QVERIFY(white > 5);
        QCOMPARE(with.pixel(15, 3), without.pixel(15, 3));
    }

    void aPictureOfAStageShowsEveryCell_data()
    {
        QTest::addColumn<bool>("transposed");
        QTest::newRow("rows are queries") << false;
        QTest::newRow("columns are queries") << true;
    }

    void aPictureOfAStageShowsEveryCell()
    {
        QFETCH(bool, transposed);
        const TracePtr trace = run(std::make_shared<const Scenario>(test::example("cat-sat")));
        const Theme theme = Theme::make(ThemeKind::Light);
        BoardOptions options;
        options.palette = findPaletteChoice("cividis");
        options.transposed = transposed;
        const HeatmapFigure figure(trace, {std::nullopt, StageId::Weights, 0}, options);
        QImage image(800, 600, QImage::Format_RGB32);
        image.fill(theme.window);
        CanvasPainter painter(&image);
        const QRectF rect(0, 0, 800, 600);
        figure.paint(painter.canvas(), rect, theme);
        painter.end();
        const QRectF cells = figure.cellArea(rect, theme);
        QVERIFY(rect.contains(cells) && cells.width() > 250 && cells.height() > 250);
        const Matrix& p = *find(*trace, StageId::Weights, 0)->values;
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 3; ++c) {
                const QRectF cell = cellRect(cells, 3, 3, r, c);
                const Rgb expected = colourAt(palette("cividis"), transposed ? p(c, r) : p(r, c));
                QCOMPARE(image.pixelColor(
                             QPointF(cell.left() + cell.width() / 4, cell.top() + 5).toPoint()),
                         QColor(expected.r, expected.g, expected.b));
            }
    }
};

ATTENTION_TEST(TstCells)
#include "tst_cells.moc"
