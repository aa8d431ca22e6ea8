// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/run.h"
#include "core/labs/memory.h"
#include "core/scenario/scenario_json.h"
#include "tests/support/program.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/document/document.h"
#include "ui/document/examples.h"
#include "ui/document/read_file.h"
#include "ui/export/picture.h"
#include "ui/export/scenario_in_picture.h"
#include "ui/figures/compare_figure.h"
#include "ui/figures/make_figure.h"
#include "ui/figures/plot_figure.h"

#include <QBuffer>
#include <QImage>
#include <QTemporaryDir>
#include <QtEndian>

using namespace attention;
using namespace attention::ui;
using namespace attention::test;

namespace {

// No raw string: moc stumbles over its quotation marks.
constexpr char strangeText[] =
    "{\"format\": \"attention-lab/scenario\", \"version\": 1,"
    " \"title\": \"]]> & <b> \\\"c\\\" </scenario> 测试 😀 \\ufffe\\uffff\\u0001\","
    " \"tokens\": [\"<scenario>\", \"&amp;\", \"\\u001b[2J\", \"\", \"مرحبا\", \"\\u2028\"],"
    " \"X\": [[1, 0.1], [0, 1e-300], [1, -1], [2, 3], [0, 0], [1e300, 0]]}";

QByteArray rendered(const Figure& figure, const char* suffix, const PictureOptions& options = {})
{
    return formatFor(QString("x.") + suffix)->render(figure, options);
}

TracePtr traceOf(Scenario scenario)
{
    return run(std::make_shared<const Scenario>(std::move(scenario)));
}

// "x refused: why", or the text.
QString answerOf(const QByteArray& file)
{
    const auto answer = scenarioTextIn(file);
    if (const auto* reason = std::get_if<QString>(&answer))
        return "refused: " + *reason;
    return QString::fromUtf8(std::get<QByteArray>(answer));
}

// As the standard says, bit by bit.
quint32 checksum(const QByteArray& bytes)
{
    quint32 crc = 0xffffffff;
    for (const char byte : bytes) {
        crc ^= static_cast<uchar>(byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = crc & 1 ? (crc >> 1) ^ 0xedb88320 : crc >> 1;
    }
    return ~crc;
}

QByteArray bigEndian(quint32 number)
{
    QByteArray bytes(4, Qt::Uninitialized);
    qToBigEndian(number, bytes.data());
    return bytes;
}

QByteArray chunk(const QByteArray& type, const QByteArray& data)
{
    return bigEndian(static_cast<quint32>(data.size())) + type + data +
           bigEndian(checksum(type + data));
}

const QByteArray signature("\x89PNG\r\n\x1a\n", 8);
const QByteArray keyword("Attention Lab scenario");

// A file with nothing but a text, after its keyword.
QByteArray pngWith(const QByteArray& afterKeyword)
{
    return signature + chunk("iTXt", keyword + afterKeyword) + chunk("IEND", {});
}

QByteArray compressed(const QByteArray& text)
{
    return QByteArray("\0\1\0\0\0", 5) + qCompress(text).sliced(4); // its own length in front
}

std::string withoutView(Scenario scenario)
{
    scenario.view = {};
    return writeScenario(scenario);
}

} // namespace

class TstScenarioInPicture : public TestCase {
    Q_OBJECT

private slots:
    void bringsEveryExampleBack()
    {
        const QTemporaryDir folder;
        PictureOptions small;
        small.size = QSize(60, 40);
        int count = 0;
        for (const QString& name : exampleNames()) {
            const Scenario made = example(qPrintable(name));
            const TracePtr trace = traceOf(made);
            std::vector<std::unique_ptr<Figure>> figures;
            figures.push_back(boardFigure(trace, 0));
            if (name == "cat-sat") { // the others are of the same kinds
                figures.push_back(stageFigure(trace, StageId::Weights, 0));
                figures.push_back(headsFigure(trace, StageId::Weights));
                figures.push_back(stagesFigure(trace, tellingStages(*trace, 0), true));
                figures.push_back(compareFigure({traceOf(threeTokens()), "A"}, {trace, "B"},
                                                {std::nullopt, StageId::Weights, 0}));
                FigureOptions more;
                more.parts.title = "A title";
                more.explained = {{{std::nullopt, StageId::Weights, 0}, 0, 0}};
                figures.push_back(boardFigure(trace, 0, more));
            }
            for (const auto& figure : figures)
                for (const char* suffix : {"png", "svg"}) {
                    const QString path = folder.filePath(QString("a.") + suffix);
                    writeFile(path, rendered(*figure, suffix, small));
                    const auto read = readScenarioFile(path);
                    QVERIFY2(std::holds_alternative<OpenedScenario>(read), qPrintable(name));
                    const OpenedScenario& opened = std::get<OpenedScenario>(read);
                    QVERIFY(opened.fromPicture);
                    QCOMPARE(writeScenario(opened.scenario), withoutView(made));
                    ++count;
                }
        }
        QVERIFY(count >= 58 * 2 + 5 * 2);
    }

    // A window that saved another view since then writes the same picture as the command line.
    void theViewHasNoSay()
    {
        Scenario other = example("cat-sat");
        other.view.decimals = 1;
        other.view.palette = "magma";
        other.view.transposed = true;
        for (const char* suffix : {"png", "svg"})
            QCOMPARE(
                rendered(*stageFigure(traceOf(other), StageId::Weights, 0), suffix),
                rendered(*stageFigure(traceOf(example("cat-sat")), StageId::Weights, 0), suffix));
    }

    void bringsStrangeTextsBack()
    {
        const Scenario strange = std::get<Scenario>(readScenario(strangeText));
        const TracePtr trace = traceOf(strange);
        const QTemporaryDir folder;
        for (const char* suffix : {"png", "svg"}) {
            const QByteArray file = rendered(*stageFigure(trace, StageId::Weights, 0), suffix);
            const std::string text = answerOf(file).toStdString();
            const auto read = readScenario(text);
            QVERIFY2(std::holds_alternative<Scenario>(read), text.c_str());
            QCOMPARE(writeScenario(std::get<Scenario>(read)), withoutView(strange));
            if (suffix == QByteArray("svg")) {
                writeFile(folder.filePath("a.svg"), file);
                const Ran lint =
                    runCommand("xmllint", {"--noout", "--nonet", folder.filePath("a.svg")});
                QCOMPARE(lint.errors, QByteArray());
                // Another program's reader of XML finds the same text.
                const Ran found =
                    runCommand("xmllint", {"--xpath", "string(//*[local-name()='scenario'])",
                                           folder.filePath("a.svg")});
                QCOMPARE(QString::fromUtf8(found.output).trimmed().toStdString(),
                         QString::fromStdString(text).trimmed().toStdString());
            } else {
                QCOMPARE(QImage::fromData(file).text(keyword).toStdString(), text);
            }
        }
    }

    void pdfHasItAttached()
    {
        const Scenario made = example("cat-sat");
        PictureOptions options;
        options.theme = ThemeKind::Dark;
        options.size = QSize(400, 300);
        options.scale = 1.5;
        const QTemporaryDir folder;
        const QString path = folder.filePath("a.pdf");
        writeFile(path, rendered(*boardFigure(traceOf(made), 0), "pdf", options));
        const Ran detach = runCommand("pdfdetach", {"-saveall", "-o", folder.path(), path});
        QVERIFY2(detach.status == 0, detach.errors.constData());
        QCOMPARE(contentOf(folder.filePath("scenario.json")).toStdString(), writeScenario(made));
        const Ran said = runCommand("pdfinfo", {"-meta", path});
        QVERIFY2(said.output.contains("Attention Lab " ATTENTION_VERSION), said.output.constData());
        QVERIFY(said.output.contains("--size 400x300 --scale 1.5 --theme dark --background theme"));
        QCOMPARE(answerOf(contentOf(path)).left(20), QString("refused: is a PDF: i"));
    }

    void saysWhatMadeIt()
    {
        PictureOptions options;
        options.scale = 3.125;
        options.background = Background::Transparent;
        const auto figure = stageFigure(traceOf(threeTokens()), StageId::Weights, 0);
        const QImage png = QImage::fromData(rendered(*figure, "png", options));
        QCOMPARE(png.text("Title"), "Weights — Three tokens");
        QCOMPARE(png.text("Description"), figure->description());
        QCOMPARE(png.text("Software"), "Attention Lab " ATTENTION_VERSION);
        const QString settings =
            "--size 800x600 --scale 3.125 --theme light --background transparent";
        QCOMPARE(png.text("Settings"), settings);
        const QByteArray svg = rendered(*figure, "svg", options);
        QVERIFY(svg.contains('>' + settings.toUtf8() + '<'));
        QVERIFY(svg.contains(">Attention Lab " ATTENTION_VERSION "<"));
    }

    void someHaveNone()
    {
        const TracePtr trace = traceOf(threeTokens());
        const PlotFigure plot(memoryPlot(MemoryParameters()));
        FigureOptions hidden;
        hidden.hidden.hideCell(*trace, {{std::nullopt, StageId::Output, -1}, 0, 0});
        // What is to be predicted must not stand in the file, in whichever matrix it is.
        const std::unique_ptr<Figure> questions[] = {
            boardFigure(trace, 0, hidden), stageFigure(trace, StageId::Output, -1, hidden),
            stageFigure(trace, StageId::Weights, 0, hidden),
            compareFigure({trace, "A"}, {trace, "B"}, {std::nullopt, StageId::Output, -1}, hidden)};
        std::vector<const Figure*> figures = {&plot};
        for (const auto& figure : questions)
            figures.push_back(figure.get());
        for (const Figure* figure : figures)
            for (const char* suffix : {"png", "svg"})
                QVERIFY2(answerOf(rendered(*figure, suffix))
                             .startsWith("refused: is a picture by Attention Lab, but holds no"),
                         suffix);
        QVERIFY(!rendered(*questions[0], "pdf").contains("scenario.json"));
    }

    void othersHaveNone()
    {
        QByteArray png;
        QBuffer buffer(&png);
        buffer.open(QIODevice::WriteOnly);
        QImage image(9, 9, QImage::Format_RGB32);
        image.fill(Qt::red);
        image.setText("Software", "Paint");
        QVERIFY(image.save(&buffer, "png"));
        const QString other = "refused: is a picture that holds no scenario of Attention Lab";
        for (const QByteArray& file :
             {png, QByteArray("<?xml version=\"1.0\"?>\n<svg width=\"9\"/>"),
              QByteArray("\xEF\xBB\xBF\n<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>")})
            QVERIFY2(answerOf(file).startsWith(other), qPrintable(answerOf(file)));
        // What is no picture is for somebody else to judge.
        for (const char* text : {"", "{}", " {\"<svg\": 1}", "GIF89a", "\x89PN", "<html></html>"}) {
            QCOMPARE(answerOf(text), QString::fromUtf8(text));
            QVERIFY(!isPicture(text));
        }
    }

    // A picture of another size, painted once more by an editor, is asked for its text alone.
    void readsWhatEditorsMakeOfIt()
    {
        const std::string text = writeScenario(threeTokens());
        QByteArray svg = rendered(*boardFigure(traceOf(threeTokens()), 0), "svg");
        svg.replace("<scenario xmlns", "<ns1:scenario\n   id=\"x\"\n   xmlns")
            .replace("</scenario>", "</ns1:scenario>")
            .replace("<metadata>", "<defs/>\n<metadata id=\"m\">");
        QCOMPARE(answerOf(svg).toStdString(), text);
        QCOMPARE(answerOf(pngWith(QByteArray("\0\0\0\0\0", 5) + text.c_str())).toStdString(), text);
        QCOMPARE(
            answerOf(pngWith(QByteArray("\0\0\0de\0Szenario\0", 15) + text.c_str())).toStdString(),
            text);
        QCOMPARE(answerOf(pngWith(compressed(QByteArray::fromStdString(text)))).toStdString(),
                 text);
    }

    void hostileTextsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("said");
        const QByteArray text = QByteArray::fromStdString(writeScenario(threeTokens()));
        const QByteArray good = pngWith(compressed(text));
        const QString damaged = "is a damaged picture: no scenario can be read from it";
        const QString large = "is a picture whose scenario is larger than 7.9 MB";
        const auto row = [](const char* name, const QByteArray& file, const QString& said) {
            QTest::newRow(name) << file << said;
        };
        row("nothing after the signature", signature, damaged);
        row("no end", signature + chunk("IHDR", QByteArray(13, 0)), damaged);
        row("longer than the file", signature + bigEndian(0xffffffff) + "iTXt" + keyword, damaged);
        row("longer by one",
            QByteArray(good).replace(8, 4, bigEndian(static_cast<quint32>(good.size()) - 31)),
            damaged);
        QByteArray wrong = good;
        wrong[signature.size() + 8 + keyword.size() + 9] ^= 1;
        row("wrong checksum", wrong, damaged);
        row("no flags", pngWith(QByteArray("\0", 1)), damaged);
        row("no language", pngWith(QByteArray("\0\0\0xx", 5)), damaged);
        row("no keyword in it", pngWith(QByteArray("\0\0\0de\0xx", 8)), damaged);
        row("another compression", pngWith(QByteArray("\0\1\7\0\0xx", 7)), damaged);
        row("another flag", pngWith(QByteArray("\0\2\0\0\0xx", 7)), damaged);
        row("nothing compressed", pngWith(QByteArray("\0\1\0\0\0", 5)), damaged);
        row("not compressed", pngWith(QByteArray("\0\1\0\0\0hello", 10)), damaged);
        row("compressed, cut", pngWith(compressed(text).chopped(9)), damaged);
        row("unfolds to 100 MB", pngWith(compressed(QByteArray(100'000'000, ' '))), large);
        row("just too large", pngWith(compressed(QByteArray(7'900'001, ' '))), large);
        row("too large as it is", pngWith(QByteArray("\0\0\0\0\0", 5) + QByteArray(7'900'001, ' ')),
            large);
        const QByteArray tag = "<svg><scenario xmlns=\"urn:attention-lab:scenario\"";
        row("no end of the tag", tag, damaged);
        row("no end of the text", tag + ">{}", damaged);
        row("elements in the text", tag + ">{<b>}</b></scenario></svg>", damaged);
        row("unknown entity", tag + ">&bomb;</scenario></svg>", damaged);
        row("half an entity", tag + ">&amp</scenario></svg>", damaged);
        row("control characters", tag + ">\x01</scenario></svg>", damaged);
        row("not UTF-8", tag + ">\xff\xfe</scenario></svg>", damaged);
        row("too large text", tag + '>' + QByteArray(16'000'000, ' ') + "</scenario>", large);
    }

    void hostileTextsAreRefused()
    {
        QFETCH(QByteArray, file);
        QFETCH(QString, said);
        QCOMPARE(answerOf(file), "refused: " + said);
    }

    // Cut anywhere, and with any byte turned: the text comes back whole, or it is refused.
    void damageIsNoticed()
    {
        PictureOptions small;
        small.size = QSize(8, 6);
        const auto figure = stageFigure(traceOf(threeTokens()), StageId::Weights, 0);
        const QByteArray png = rendered(*figure, "png", small);
        const QString text = QString::fromStdString(writeScenario(threeTokens()));
        QCOMPARE(answerOf(png), text);
        int refused = 0;
        for (qsizetype i = 8; i < png.size(); ++i) {
            QByteArray turned = png;
            turned[i] = static_cast<char>(turned[i] ^ (1 << i % 8));
            for (const QByteArray& file : {png.first(i), turned}) {
                const QString answer = answerOf(file);
                QVERIFY2(answer == text || answer.startsWith("refused: "), qPrintable(answer));
                refused += answer != text;
            }
        }
        QVERIFY2(refused > png.size() / 2, QByteArray::number(refused));

        const QByteArray svg = rendered(*figure, "svg", small);
        const qsizetype end = svg.indexOf("</metadata>");
        for (qsizetype i = 0; i < end; ++i)
            answerOf(svg.first(i)); // comes back
    }

    void whatIsNoScenarioIsRefusedByItsPlace()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("a.png");
        const auto said = [&](const QByteArray& text) {
            writeFile(path, pngWith(compressed(text)));
            Document document;
            const Scenario before = document.scenario();
            const std::optional<QString> reason = document.open(path);
            if (!sameContent(before, document.scenario()) || document.isModified())
                return QString("changed");
            return reason.value_or("opened");
        };
        QVERIFY(said("no JSON").startsWith(path + ": line 1, column 2: "));
        QVERIFY(said("{}").startsWith(path + ": "));
        QVERIFY(said(R"({"format": "attention-lab/scenario", "version": 1, "X": [[1], [2, 3]]})")
                    .startsWith(path + ": X[1]: "));
        // The window and the command line say the same.
        const Ran ran = runProgram({"trace", path});
        QCOMPARE(ran.status, 2);
        QVERIFY2(ran.errors.startsWith("attention-lab: " + path.toUtf8() + ": X[1]: ") &&
                     isOneLine(ran.errors),
                 ran.errors.constData());
    }

    void everyCommandReadsPictures()
    {
        const QTemporaryDir folder;
        for (const char* suffix : {"png", "svg"}) {
            const QString path = folder.filePath(QString("a.") + suffix);
            writeFile(path, rendered(*boardFigure(traceOf(example("cat-sat")), 0), suffix));
            for (const char* command : {"trace", "check"}) {
                const Ran picture = runProgram({command, path});
                QCOMPARE(picture.errors, QByteArray());
                QCOMPARE(QString(picture.output).replace(path, "example:cat-sat"),
                         QString(runProgram({command, "example:cat-sat"}).output));
            }
        }
        writeFile(folder.filePath("plot.png"),
                  rendered(PlotFigure(memoryPlot(MemoryParameters())), "png"));
        const Ran plot = runProgram({"check", folder.filePath("plot.png")});
        QCOMPARE(plot.status, 2);
        QVERIFY(isOneLine(plot.errors));
        QVERIFY(plot.errors.contains("it shows a plot"));
    }

    // A picture is no file to save the scenario in.
    void aPictureOpensAsAnUnsavedDocument()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("a.png");
        const QByteArray png = rendered(*boardFigure(traceOf(example("cat-sat")), 0), "png");
        writeFile(path, png);
        Document document;
        QCOMPARE(document.open(path), std::nullopt);
        QVERIFY(sameContent(document.scenario(), example("cat-sat")));
        QCOMPARE(document.path(), QString());
        QVERIFY(!document.isModified());
        QCOMPARE(contentOf(path), png);
    }
};

ATTENTION_TEST(TstScenarioInPicture)
#include "tst_scenario_in_picture.moc"
