// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/run.h"
#include "core/scenario/scenario_json.h"
#include "tests/support/program.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/export/picture_request.h"
#include "ui/figures/heatmap_figure.h"
#include "ui/figures/panels_figure.h"

#include <QTemporaryDir>

#include <cmath>

using namespace attention;
using namespace attention::ui;
using namespace attention::test;

namespace {

PictureSource sourceOf(Scenario scenario)
{
    PictureSource source;
    source.scenario = std::make_shared<const Scenario>(std::move(scenario));
    source.trace = run(source.scenario);
    source.nameNow = QString::fromStdString(source.scenario->title);
    return source;
}

PictureRequest requestFor(StageId id, int head = 0)
{
    PictureRequest request;
    request.kind = PictureKind::Stage;
    request.matrix = {std::nullopt, id, stageInfo(id).perHead ? head : -1};
    return request;
}

QImage painted(const PictureRequest& request, const PictureSource& source)
{
    const auto figure = makePicture(request, source);
    return figure ? renderImage(*figure, pictureOptions(request)) : QImage();
}

// Whether anything but the colour of its corner stands in that part of a picture.
bool hasInk(const QImage& image, const QRectF& part)
{
    const QRect r(int(part.left() * image.width()), int(part.top() * image.height()),
                  int(part.width() * image.width()), int(part.height() * image.height()));
    for (int y = r.top(); y < r.bottom(); ++y)
        for (int x = r.left(); x < r.right(); ++x)
            if (image.pixel(x, y) != image.pixel(0, 0))
                return true;
    return false;
}

double largestOf(const Trace& trace)
{
    double largest = 0;
    for (const Stage& stage : trace.stages)
        if (stageInfo(stage.id).kind != ValueKind::Weight)
            largest = std::max(largest, stage.values->cwiseAbs().maxCoeff());
    return largest;
}

// The colour that a number has when `largest` is the end of the scale.
QColor signedColour(double value, double largest, const char* scale = "signed-light")
{
    const Rgb c = colourAt(palette(scale), (value / largest + 1) / 2);
    return QColor(c.r, c.g, c.b);
}

// A point of a cell where no letter stands.
QColor fillAt(const QImage& image, const QRectF& cells, int rows, int columns, int row, int column)
{
    return image.pixelColor(int(cells.left() + cells.width() * (column + 0.12) / columns),
                            int(cells.top() + cells.height() * (row + 0.15) / rows));
}

} // namespace

class TstPictureRequest : public TestCase {
    Q_OBJECT

private slots:
    void everyOptionChangesWhatItSays()
    {
        const PictureSource source = sourceOf(example("cat-sat"));
        const PictureRequest usual = requestFor(StageId::Scores);
        const QImage before = painted(usual, source);
        const QRectF titleLine(0.02, 0.03, 0.9, 0.05), formulaLine(0.02, 0.085, 0.9, 0.05),
            bar(0.89, 0.2, 0.1, 0.7), below(0.03, 0.9, 0.9, 0.08);
        for (const QRectF& part : {titleLine, formulaLine, bar})
            QVERIFY(hasInk(before, part));
        QVERIFY(!hasInk(before, QRectF(0.03, 0.97, 0.9, 0.02)));

        PictureRequest r = usual;
        r.look.parts.title = QString();
        r.look.parts.formula = false;
        r.look.parts.labels = false;
        r.look.parts.bar = false;
        const auto figure = makePicture(r, source);
        const auto* heatmap = dynamic_cast<const HeatmapFigure*>(figure.get());
        const QRectF cells = heatmap->cellArea(QRectF(0, 0, 800, 600), Theme::make(r.theme));
        QVERIFY(cells.width() > 700 && cells.height() > 540); // all the room is theirs

        // One at a time: something goes, and the cells take its room.
        const auto without = [&](auto leaveOut) {
            PictureRequest one = usual;
            leaveOut(one.look);
            return painted(one, source);
        };
        const auto areaOf = [&](FigureParts parts) {
            return HeatmapFigure(source.trace, usual.matrix, {}, parts)
                .cellArea(QRectF(0, 0, 800, 600), Theme::make(usual.theme));
        };
        FigureParts parts;
        const QRectF whole = areaOf(parts);
        parts.labels = false;
        QVERIFY(areaOf(parts).left() < whole.left() - 20 && areaOf(parts).top() < whole.top() - 20);
        QVERIFY(without([](FigureOptions& o) { o.parts.labels = false; }) != before);
        parts.labels = true;
        parts.bar = false;
        QVERIFY(areaOf(parts).right() > whole.right() + 60);
        QVERIFY(!hasInk(without([](FigureOptions& o) { o.parts.bar = false; }),
                        QRectF(0.975, 0.2, 0.02, 0.7)));
        QVERIFY(without([](FigureOptions& o) { o.parts.title = QString(); }) != before);
        QVERIFY(without([](FigureOptions& o) { o.parts.formula = false; }) != before);
        PictureRequest rough = requestFor(StageId::Weights);
        const QImage fine = painted(rough, source);
        rough.look.decimals = 1;
        QVERIFY(painted(rough, source) != fine);

        r = usual;
        r.look.parts.title = "Who reads whom";
        QCOMPARE(makePicture(r, source)->title(), "Who reads whom");
        QVERIFY(painted(r, source) != before);

        // Without numbers every cell is of one colour.
        r = usual;
        r.look.values = false;
        const QImage plain = painted(r, source);
        const QRectF area = HeatmapFigure(source.trace, r.matrix, {})
                                .cellArea(QRectF(0, 0, 800, 600), Theme::make(r.theme));
        const MatrixPtr scores = find(*source.trace, StageId::Scores, 0)->values;
        const int n = static_cast<int>(scores->rows());
        const double own = scores->cwiseAbs().maxCoeff();
        for (int row = 0; row < n; ++row)
            for (int column = 0; column < n; ++column) {
                const QRectF cell(area.left() + area.width() * column / n + 2,
                                  area.top() + area.height() * row / n + 2, area.width() / n - 4,
                                  area.height() / n - 4);
                const QColor colour = signedColour((*scores)(row, column), own);
                for (const QPointF& point : {cell.topLeft(), cell.center(), cell.bottomRight()})
                    QCOMPARE(plain.pixelColor(point.toPoint()), colour);
            }

        // Colours of all stages together, of another palette, turned on its side.
        PictureRequest output = requestFor(StageId::HeadOutput);
        output.look.range = ColourRange::All;
        const MatrixPtr mixed = find(*source.trace, StageId::HeadOutput, 0)->values;
        const double all = largestOf(*source.trace);
        QVERIFY(all > 1.5 * mixed->cwiseAbs().maxCoeff());
        const int width = static_cast<int>(mixed->cols());
        const QRectF mixedArea = HeatmapFigure(source.trace, output.matrix, {})
                                     .cellArea(QRectF(0, 0, 800, 600), Theme::make(r.theme));
        QCOMPARE(fillAt(painted(output, source), mixedArea, n, width, 0, 1),
                 signedColour((*mixed)(0, 1), all));
        r = usual;
        r.look.transposed = true;
        QCOMPARE(fillAt(painted(r, source), area, n, n, 2, 0), signedColour((*scores)(0, 2), own));
        r.look.palette = findPaletteChoice("RdBu");
        QCOMPARE(fillAt(painted(r, source), area, n, n, 2, 0),
                 signedColour((*scores)(0, 2), own, "RdBu"));

        // Under it the arithmetic.
        r = usual;
        r.look.explained = {{r.matrix, 0, 1}};
        QVERIFY(hasInk(painted(r, source), below));
        QVERIFY(makePicture(r, source)->description().contains("scores"));
    }

    void grounds()
    {
        const PictureSource source = sourceOf(example("abc-scaled"));
        PictureRequest r = requestFor(StageId::Weights);
        QCOMPARE(painted(r, source).pixelColor(1, 1), Theme::make(ThemeKind::Light).window);
        r.background = Background::White;
        QCOMPARE(painted(r, source).pixelColor(1, 1), QColor(Qt::white));
        r.background = Background::Transparent;
        QCOMPARE(painted(r, source).pixelColor(1, 1).alpha(), 0);
        r.background = Background::Theme;
        r.theme = ThemeKind::Dark;
        QCOMPARE(painted(r, source).pixelColor(1, 1), Theme::make(ThemeKind::Dark).window);
        QCOMPARE(requestProblem(r), std::nullopt);
        r.background = Background::White; // light letters on it
        QVERIFY(requestProblem(r));
    }

    void unitsAreExact_data()
    {
        QTest::addColumn<int>("unit");
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("height");
        QTest::addColumn<double>("fine"); // scale or dpi
        QTest::addColumn<QSize>("pixels");
        QTest::addColumn<int>("dpi");
        QTest::addColumn<QByteArray>("svg");
        QTest::addColumn<QSize>("page"); // points
        const auto row = [](const char* name, SizeUnit unit, double w, double h, double fine,
                            QSize pixels, int dpi, const char* svg, QSize page) {
            QTest::newRow(name) << static_cast<int>(unit) << w << h << fine << pixels << dpi
                                << QByteArray(svg) << page;
        };
        row("pixels", SizeUnit::Pixels, 800, 600, 1, {800, 600}, 96,
            "width=\"800\" height=\"600\" viewBox=\"0 0 800 600\"", {800, 600});
        row("slide", SizeUnit::Pixels, 1920, 1080, 2, {3840, 2160}, 192,
            "width=\"3840\" height=\"2160\" viewBox=\"0 0 1920 1080\"", {3840, 2160});
        // 8.5 / 2.54 · 300 = 1003.9; 6.4 / 2.54 · 300 = 755.9; in points 240.9 and 181.4
        row("column", SizeUnit::Centimetres, 8.5, 6.4, 300, {1004, 756}, 300,
            "width=\"8.5cm\" height=\"6.4cm\"", {241, 181});
        row("inch", SizeUnit::Centimetres, 2.54, 5.08, 600, {600, 1200}, 600,
            "width=\"2.54cm\" height=\"5.08cm\" viewBox=\"0 0 96 192\"", {72, 144});
        row("points", SizeUnit::Points, 360, 216, 150, {750, 450}, 150,
            "width=\"12.7cm\" height=\"7.62cm\" viewBox=\"0 0 480 288\"", {360, 216});
    }

    void unitsAreExact()
    {
        QFETCH(double, width);
        QFETCH(double, height);
        QFETCH(double, fine);
        QFETCH(QSize, pixels);
        QFETCH(int, dpi);
        QFETCH(QByteArray, svg);
        QFETCH(QSize, page);
        const PictureSource source = sourceOf(threeTokens());
        PictureRequest r = requestFor(StageId::Weights);
        QFETCH(int, unit);
        r.size = {width, height, static_cast<SizeUnit>(unit), fine, fine};
        QCOMPARE(requestProblem(r), std::nullopt);
        const PictureOptions options = pictureOptions(r);
        const auto figure = makePicture(r, source);
        const QImage png = QImage::fromData(formatFor("x.png")->render(*figure, options));
        QCOMPARE(png.size(), pixels);
        QCOMPARE(png.dotsPerMeterX(), qRound(dpi / 0.0254));
        const QByteArray drawing = formatFor("x.svg")->render(*figure, options);
        QVERIFY2(drawing.contains(svg), drawing.left(300).constData());
        const QByteArray pdf = formatFor("x.pdf")->render(*figure, options);
        QVERIFY(pdf.contains(QString("/MediaBox [0 0 %1.000000 %2.000000]")
                                 .arg(page.width())
                                 .arg(page.height())
                                 .toUtf8()));
    }

    // In a column of a paper a label is large enough to be read, and a slide is as it was.
    void lettersOnPaperCanBeRead()
    {
        PictureRequest r = requestFor(StageId::Weights);
        r.size = {8.5, 6.4, SizeUnit::Centimetres, 1, 300};
        QVERIFY(pictureOptions(r).letters > 1.4);
        r.size = {17, 12, SizeUnit::Centimetres, 1, 300};
        QCOMPARE(pictureOptions(r).letters, 1.0);
        r.size = {320, 240, SizeUnit::Pixels, 2, 300};
        QCOMPARE(pictureOptions(r).letters, 1.0);
        r.size = {1, 1, SizeUnit::Points, 1, 72};
        QCOMPARE(pictureOptions(r).letters, 1.5);
        QVERIFY(!painted(r, sourceOf(threeTokens())).isNull());
    }

    void oneRowAndOneColumn_data()
    {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("columns");
        QTest::newRow("1 × 1") << 1 << 1;
        QTest::newRow("1 × 7") << 1 << 7;
        QTest::newRow("9 × 1") << 9 << 1;
    }

    void oneRowAndOneColumn()
    {
        QFETCH(int, tokens);
        QFETCH(int, columns);
        Scenario s = randomScenario(tokens, columns, 1, 3);
        s.columns.clear();
        for (int i = 0; i < columns; ++i)
            s.columns.push_back("rather a long label");
        const PictureSource source = sourceOf(s);
        const HeatmapFigure figure(source.trace, StageId::Embeddings, -1, {});
        for (const QSize size : {QSize(800, 600), QSize(300, 900), QSize(900, 240)}) {
            const QRectF rect(QPointF(), size);
            const QRectF cells = figure.cellArea(rect, Theme::make(ThemeKind::Light));
            QVERIFY(rect.adjusted(5, 5, -5, -5).contains(cells));
            QVERIFY(cells.width() / columns >= 20 && cells.height() / tokens >= 12);
        }
        for (const PictureKind kind : {PictureKind::Stage, PictureKind::Strip, PictureKind::Sheet,
                                       PictureKind::Heads, PictureKind::Board}) {
            PictureRequest r = requestFor(StageId::Weights);
            r.kind = kind;
            QVERIFY(hasInk(painted(r, source), QRectF(0.1, 0.1, 0.8, 0.8)));
        }
    }

    void zerosWidenTheirRangeAndSaySo()
    {
        Scenario s = threeTokens();
        s.X = share(Matrix::Zero(3, 2));
        const PictureSource source = sourceOf(s);
        const HeatmapFigure zeros(source.trace, StageId::Scores, 0, {});
        QCOMPARE(zeros.grid().norm.lowest, -1.0);
        QCOMPARE(zeros.grid().norm.highest, 1.0);
        QVERIFY(zeros.rangeText().contains("all 0"));
        const HeatmapFigure others(sourceOf(threeTokens()).trace, StageId::Scores, 0, {});
        QVERIFY(!others.rangeText().contains("all 0"));
    }

    // Several matrices in one picture: none over another, each with its own numbers' colours.
    void panels_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QSize>("size");
        QTest::newRow("strip") << static_cast<int>(PictureKind::Strip) << QSize(1920, 1080);
        QTest::newRow("long strip") << static_cast<int>(PictureKind::Strip) << QSize(1900, 300);
        QTest::newRow("sheet") << static_cast<int>(PictureKind::Sheet) << QSize(1280, 960);
        QTest::newRow("high sheet") << static_cast<int>(PictureKind::Sheet) << QSize(700, 1400);
        QTest::newRow("heads") << static_cast<int>(PictureKind::Heads) << QSize(1000, 600);
    }

    void panels()
    {
        QFETCH(int, kind);
        QFETCH(QSize, size);
        const PictureSource source = sourceOf(example("cat-sat-two-heads"));
        PictureRequest r = requestFor(StageId::Scores);
        r.kind = static_cast<PictureKind>(kind);
        r.head = 1;
        r.size.width = size.width();
        r.size.height = size.height();
        const std::vector<MatrixRef> matrices = matricesOf(r, *source.trace);
        const auto figure = makePicture(r, source);
        const auto* several = dynamic_cast<const PanelsFigure*>(figure.get());
        QVERIFY(several);
        QCOMPARE(several->count(), matrices.size());
        QVERIFY(matrices.size() >= 2);
        const QRectF rect(QPointF(), size);
        const std::vector<QRectF> areas = several->cellAreas(rect, Theme::make(r.theme));
        const QImage image = painted(r, source);
        // Scores of both heads share a range of their own, stages that of all.
        double heads = 0;
        for (int head = 0; head < 2; ++head)
            heads = std::max(
                heads, find(*source.trace, StageId::Scores, head)->values->cwiseAbs().maxCoeff());
        const double largest = r.kind == PictureKind::Heads ? heads : largestOf(*source.trace);
        for (std::size_t i = 0; i < areas.size(); ++i) {
            QVERIFY(rect.contains(areas[i]));
            for (std::size_t other = 0; other < i; ++other)
                QVERIFY(!areas[i].intersects(areas[other]));
            const Stage* stage = find(*source.trace, matrices[i].stage, matrices[i].head);
            const Matrix& values = *stage->values;
            const int rows = static_cast<int>(values.rows());
            const int columns = static_cast<int>(values.cols());
            const bool weights = stageInfo(stage->id).kind == ValueKind::Weight;
            const Rgb w = colourAt(palette("weights-light"), values(rows - 1, 0));
            QCOMPARE(fillAt(image, areas[i], rows, columns, rows - 1, 0),
                     weights ? QColor(w.r, w.g, w.b) : signedColour(values(rows - 1, 0), largest));
        }
        // The bar goes with them, and away with its option.
        QVERIFY(hasInk(image, QRectF(0.03, 0.9, 0.3, 0.08)));
        r.look.parts.bar = false;
        const auto bare = makePicture(r, source);
        const auto* wider = dynamic_cast<const PanelsFigure*>(bare.get());
        QVERIFY(wider->cellAreas(rect, Theme::make(r.theme)).back().bottom() >
                areas.back().bottom() + 4);
    }

    // The window's bytes are those of the command line, for one request of each kind and option.
    void theCommandLineMakesTheSame()
    {
        const QTemporaryDir folder;
        Scenario scenario = example("cat-sat-two-heads");
        scenario.title = "It's \"one\" $HOME `x` — 测试";
        scenario.view.transposed = true; // of a file that somebody saved, which must have no say
        scenario.view.decimals = 1;
        scenario.view.palette = "magma";
        scenario.view.sharedRange = true;
        scenario.view.head = 1;
        const std::string json = writeScenario(scenario);
        writeFile(folder.filePath("it's.json"), QByteArray::fromStdString(json));
        const PictureSource source = sourceOf(std::get<Scenario>(readScenario(json)));
        PictureSource compared = source;
        const PictureSource other = sourceOf(example("cat-sat"));
        compared.a = {other.trace, other.nameNow};

        std::vector<std::pair<PictureRequest, const char*>> requests;
        const auto add = [&](const char* format, auto change) {
            PictureRequest r = requestFor(StageId::Weights);
            r.size.width = 400;
            r.size.height = 300;
            r.look.palette = &paletteChoices()[0];
            change(r);
            requests.emplace_back(r, format);
        };
        add("png", [](PictureRequest& r) { r.kind = PictureKind::Board; });
        add("svg", [](PictureRequest& r) {
            r.kind = PictureKind::Board;
            r.head = 1;
            r.look.parts.title = "--it's a <title> & 'quoted'";
            r.look.explained = {{{std::nullopt, StageId::Weights, 1}, 0, 2},
                                {{std::nullopt, StageId::Output, -1}, 1, 0}};
        });
        add("png", [](PictureRequest& r) {
            r.kind = PictureKind::Board;
            r.look.board.unfoldK = r.look.board.sums = true;
            r.look.board.scaled = BoardFolds::Shown::No;
            r.look.board.heads = BoardFolds::Heads::Mean;
        });
        add("png", [](PictureRequest& r) {
            r.matrix = {std::nullopt, StageId::Output, -1};
            r.look.transposed = true;
            r.look.decimals = 0;
            r.look.palette = findPaletteChoice("viridis");
        });
        add("png", [](PictureRequest& r) { r.matrix = {MatrixField::W_q, {}, -1}; });
        add("png", [](PictureRequest& r) { r.matrix.head = meanOfHeads; });
        add("svg", [](PictureRequest& r) {
            r.kind = PictureKind::Strip;
            r.look.range = ColourRange::Matrix;
            r.textAsText = true;
            r.format = "svg";
        });
        add("png", [](PictureRequest& r) {
            r.kind = PictureKind::Sheet;
            r.head = 1;
            r.stages = {StageId::Scores, StageId::Weights, StageId::Output};
            r.look.parts.labels = r.look.parts.formula = false;
            r.look.explained = {{{std::nullopt, StageId::Scores, 1}, 0, 2}};
        });
        add("png", [](PictureRequest& r) {
            r.kind = PictureKind::Heads;
            r.matrix.stage = StageId::Scores;
            r.look.values = r.look.parts.bar = false;
            r.theme = ThemeKind::Projector;
        });
        add("png", [](PictureRequest& r) {
            r.kind = PictureKind::Plot;
            r.plot = "memory";
            r.look.parts.title = QString();
            r.background = Background::Transparent;
        });
        add("png", [](PictureRequest& r) {
            r.kind = PictureKind::Compare;
            r.look.parts.labels = false;
            r.theme = ThemeKind::Dark;
        });
        add("png", [](PictureRequest& r) {
            r.size = {7.5, 5.25, SizeUnit::Centimetres, 1, 150};
            r.background = Background::White;
            r.look.range = ColourRange::Heads;
        });
        add("svg", [](PictureRequest& r) { r.size = {200, 150.5, SizeUnit::Points, 1, 72}; });

        for (const auto& [request, format] : requests) {
            const bool comparing = request.kind == PictureKind::Compare;
            const auto figure = makePicture(request, comparing ? compared : source);
            QVERIFY(figure);
            const QByteArray here =
                formatFor(QString("x.") + format)->render(*figure, pictureOptions(request));
            QStringList words = {"export", "it's.json"};
            if (comparing)
                words << "--compare"
                      << "example:cat-sat";
            words << commandWords(request, *source.scenario) << "-o" << QString("x.") + format;
            const Ran ran = runProgram(words, test::here(), folder.path());
            QCOMPARE(ran.errors, QByteArray());
            QVERIFY2(contentOf(folder.filePath(QString("x.") + format)) == here,
                     qPrintable(words.join(' ')));
        }
    }

    void everyFoldHasItsWord()
    {
        using Shown = BoardFolds::Shown;
        const Scenario scenario = example("cat-sat-two-heads");
        const auto said = [&](const BoardFolds& folds) {
            PictureRequest request;
            request.look.board = folds;
            const QStringList words = commandWords(request, scenario);
            const qsizetype at = words.indexOf("--board");
            return at < 0 ? QString() : words[at + 1];
        };
        QCOMPARE(said({}), QString());
        const std::vector<std::string> words = boardWords();
        for (const std::string& one : words) {
            QVERIFY(boardFolds(one) && *boardFolds(one) != BoardFolds());
            QCOMPARE(said(*boardFolds(one)), QString::fromStdString(one));
            for (const std::string& other : words) { // the later word wins
                const BoardFolds both = *boardFolds(one + ',' + other);
                QCOMPARE(*boardFolds(said(both).toStdString()), both);
            }
        }
        const BoardFolds all{true,
                             true,
                             true,
                             true,
                             Shown::Yes,
                             Shown::No,
                             Shown::Yes,
                             Shown::No,
                             Shown::Yes,
                             true,
                             true,
                             BoardFolds::Form::Board,
                             BoardFolds::Heads::All};
        QCOMPARE(*boardFolds(said(all).toStdString()), all);
        for (const char* wrong : {"", "querys", "queries,", ",sums", "queries, sums"})
            QVERIFY(!boardFolds(wrong));
    }

    // What is unfolded makes the board of a small picture smaller, not a strip.
    void unfoldedBoardsStayBoards()
    {
        const PictureSource source = sourceOf(example("cat-sat-two-heads"));
        PictureRequest request;
        const QImage folded = painted(request, source);
        request.look.board = *boardFolds("queries,keys,values,output,all-heads");
        const QImage unfolded = painted(request, source);
        request.look.board.form = BoardFolds::Form::Strip;
        const QImage strip = painted(request, source);
        QVERIFY(unfolded != folded && unfolded != strip && folded != strip);
    }

    void shellsReadTheWordsAsTheyAre()
    {
        QCOMPARE(shellQuoted({"a-b", "/x/y.json", "--size", "8.5x6", ""}),
                 "a-b /x/y.json --size 8.5x6 ''");
        const QStringList strange = {"it's", "$HOME `id`", "a\"b\\n", "*", "— 测试", "--title=a b"};
        const Ran ran = runCommand("sh", {"-c", "printf '%s\\n' " + shellQuoted(strange)});
        QCOMPARE(QString::fromUtf8(ran.output), strange.join('\n') + '\n');
    }

    void whatThereIsNotIsNoPicture()
    {
        const PictureSource source = sourceOf(example("abc-scaled"));
        QVERIFY(!makePicture(requestFor(StageId::MlpHidden), source));
        PictureRequest r = requestFor(StageId::Weights);
        r.kind = PictureKind::Compare;
        QVERIFY(!makePicture(r, source));
        r.kind = PictureKind::Plot;
        r.plot = "nothing";
        QVERIFY(!makePicture(r, source));
        PictureSource plots;
        plots.scenario = source.scenario;
        r.plot = "memory";
        QVERIFY(makePicture(r, plots));
        QVERIFY(!makePicture(requestFor(StageId::Weights), plots));
    }
};

ATTENTION_TEST(TstPictureRequest)
#include "tst_picture_request.moc"
