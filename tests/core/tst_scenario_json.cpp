// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/problems.h"
#include "core/scenario/scenario_json.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

#include <QElapsedTimer>

#include <clocale>
#include <limits>

using namespace attention;

namespace {

// A file with the three keys it needs and `rest` after them.
std::string file(const std::string& rest, const std::string& X = "[[1, 2], [3, 4]]")
{
    return R"({"format": "attention-lab/scenario", "version": 1, "X": )" + X +
           (rest.empty() ? "" : ", " + rest) + "}";
}

std::string repeated(const std::string& piece, int count)
{
    std::string result;
    for (int i = 0; i < count; ++i)
        result += piece;
    return result;
}

std::string utf16(const std::string& ascii, bool bigEndian, bool mark)
{
    std::string result = mark ? (bigEndian ? "\xFE\xFF" : "\xFF\xFE") : "";
    for (const char c : ascii)
        result += bigEndian ? std::string{'\0', c} : std::string{c, '\0'};
    return result;
}

QString refusal(const std::string& json)
{
    const auto read = readScenario(json);
    const auto* problem = std::get_if<Problem>(&read);
    return problem ? test::text(english(*problem)) : "it was read";
}

Scenario readBack(const std::string& json)
{
    const auto read = readScenario(json);
    if (const auto* problem = std::get_if<Problem>(&read))
        qFatal("%s", english(*problem).c_str());
    return std::get<Scenario>(read);
}

} // namespace

class TstScenarioJson : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void theShortestFile()
    {
        const Scenario s = readBack(file(""));
        QCOMPARE(test::difference(*s.X, test::matrix({{1, 2}, {3, 4}})), QString());
        QCOMPARE(s.tokens, (std::vector<std::string>{"t0", "t1"}));
        QVERIFY(sameContent(s, [] {
            Scenario expected = test::scenarioOf(test::matrix({{1, 2}, {3, 4}}));
            expected.tokens = {"t0", "t1"};
            return expected;
        }()));
    }

    void everyKeyIsRead()
    {
        const Scenario s = readBack(file(R"(
            "title": "T", "description": "D", "tokens": ["a", ""], "columns": ["p", "q"],
            "W_q": [[1, 2], [3, 4]], "W_k": "identity", "W_v": [[5], [6]], "W_o": [[7, 8]],
            "heads": 1, "kv_heads": 1, "scale": 0.25,
            "mask": {"causal": true, "padding": [true, false], "allowed": ["10", [true, true]],
                     "fill": "-inf", "alignment": "top_left", "empty_rows": "zeros"},
            "positions": {"kind": "none"}, "mistakes": [],
            "labs": {"scaling": {"d_k": [2, 8], "samples": 50, "repeats": 3,
                                 "seed": 18446744073709551615},
                     "memory": {"layers": 2, "heads": 4, "kv_heads": 2, "head_dim": 8, "seq_len": 16,
                                "batch": 3, "bytes_per_element": 0.5, "window": null,
                                "full_every": null, "memory_gib": 24, "weights_gib": 7,
                                "usable": 0.8}},
            "view": {"place": "board", "stage": "weights", "head": 0, "palette": "grey",
                     "decimals": 2, "transposed": true, "shared_range": false})"));
        QCOMPARE(s.title, std::string("T"));
        QCOMPARE(s.description, std::string("D"));
        QCOMPARE(s.tokens, (std::vector<std::string>{"a", ""}));
        QCOMPARE(s.columns, (std::vector<std::string>{"p", "q"}));
        QCOMPARE(test::difference(*s.W_q.matrix, test::matrix({{1, 2}, {3, 4}})), QString());
        QVERIFY(s.W_k.isIdentity());
        QCOMPARE(test::difference(*s.W_v.matrix, test::matrix({{5}, {6}})), QString());
        QCOMPARE(test::difference(*s.W_o->matrix, test::matrix({{7, 8}})), QString());
        QVERIFY(s.scale.kind == ScaleKind::Custom && s.scale.multiplier == 0.25);
        QVERIFY(s.mask.causal && s.mask.alignment == Alignment::TopLeft &&
                s.mask.emptyRows == EmptyRows::Zeros);
        QCOMPARE(s.mask.padding, (std::vector<bool>{true, false}));
        QVERIFY((*s.mask.allowed)(0, 0) && !(*s.mask.allowed)(0, 1) && (*s.mask.allowed)(1, 1));
        QCOMPARE(s.mask.fill, -std::numeric_limits<double>::infinity());
        QCOMPARE(s.scaling.d_k, (std::vector<int>{2, 8}));
        QVERIFY(s.scaling.samples == 50 && s.scaling.repeats == 3);
        QCOMPARE(s.scaling.seed, std::numeric_limits<std::uint64_t>::max());
        const MemoryParameters memory{2, 4, 2, 8, 16, 3, 0.5, 24, 7, 0.8};
        QVERIFY(s.memory == memory);
        const View view{"board", "weights", "grey", 0, 2, true, false};
        QVERIFY(s.view == view);

        const Scenario back = readBack(writeScenario(s));
        QVERIFY(sameContent(back, s) && back.view == s.view);
    }

    // What the file is, the beginning of the message. In order of the format's own list.
    void refused_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("message");
        int number = 0;
        const auto row = [&](const std::string& json, const char* message) {
            const QByteArray name = QByteArray::number(++number) + " " + message;
            QTest::newRow(name.constData()) << QByteArray::fromStdString(json) << QString(message);
        };

        // --- syntax errors, with line and column
        row("", "line 1, column 1: not valid JSON: unexpected end of input");
        row(" \n", "line 2, column 1: not valid JSON: unexpected end of input");
        row("hello", "line 1, column 1: not valid JSON: invalid literal");
        row("{]", "line 1, column 2: not valid JSON: unexpected ']'");
        row("{\n\"title\":\n \"é😀x\",,", "line 3, column 8: not valid JSON: unexpected ','");
        row("{\"X\": [[1, 2], ", "line 1, column 16: not valid JSON: unexpected end of input");
        row("{\"X\": [[1,]]}", "line 1, column 11: not valid JSON: unexpected ']'");
        row("{\"X\": [nan]}", "line 1, column 9: not valid JSON: invalid literal");
        row("{\"X\": [NaN]}", "line 1, column 8: not valid JSON: invalid literal");
        row("{\"X\": [Infinity]}", "line 1, column 8: not valid JSON: invalid literal");
        row("{\"X\": [-inf]}", "line 1, column 9: not valid JSON: invalid number");
        row("{\"X\": [0x10]}", "line 1, column 9: not valid JSON: invalid literal");
        row("{\"X\": [1_000]}", "line 1, column 9: not valid JSON: invalid literal");
        row("{\"X\": [.5]}", "line 1, column 8: not valid JSON: invalid literal");
        row("{\"X\": [1.]}", "line 1, column 10: not valid JSON: invalid number");
        row("{\"X\": [+1]}", "line 1, column 8: not valid JSON: invalid literal");
        row("{\"X\": [01]}", "line 1, column 9: not valid JSON: unexpected number literal");
        row("{'X': 1}", "line 1, column 2: not valid JSON: invalid literal");
        row("// hello\n{}", "line 1, column 1: not valid JSON: invalid literal");
        row(file("") + "x", "line 1, column 74: not valid JSON: invalid literal");
        row("{\"title\": \"\xFF\"}", "line 1, column 12: not valid JSON: invalid string");
        row("{\"title\": \"a\nb\"}", "line 1, column 13: not valid JSON: invalid string");
        row("{\"title\": \"\\ud800\"}", "line 1, column 18: not valid JSON: invalid string");
        row(file("", "[[1, 2],\n [1e400, 4]]"),
            "line 2, column 3: X[1][0]: 1e400 is outside the range of numbers here");
        row(file("\"heads\": -1e999"), "line 1, column 84: heads: -1e999 is outside the range");

        // --- other encodings, other files
        row(utf16(file(""), false, true), "the text is UTF-16, expected UTF-8");
        row(utf16(file(""), true, true), "the text is UTF-16, expected UTF-8");
        row(utf16(file(""), false, false), "the text is UTF-16, expected UTF-8");
        row(utf16(file(""), true, false), "the text is UTF-16, expected UTF-8");
        row(std::string("\xFF\xFE\0\0{\0\0\0", 8), "the text is UTF-32, expected UTF-8");
        row(std::string("\0\0\xFE\xFF\0\0\0{", 8), "the text is UTF-32, expected UTF-8");
        row("\x89PNG\r\n\x1a\n", "line 1, column 1: not valid JSON: invalid literal");
        row("[1, 2]", "expected an object, found a list");
        row("3", "expected an object, found 3");
        row("null", "expected an object, found null");
        row("{}", "format: missing, expected \"attention-lab/scenario\"");
        row(R"({"format": "attention-lab/trace", "version": 1})",
            "format: expected \"attention-lab/scenario\", found the text “attention-lab/trace”");
        row(R"({"format": 1})", "format: expected \"attention-lab/scenario\", found 1");
        row(R"({"format": "attention-lab/scenario"})", "version: missing, expected 1");
        row(R"({"format": "attention-lab/scenario", "version": 2, "new": 3})",
            "version: 2 is newer than this edition, which reads versions up to 1");
        row(R"({"format": "attention-lab/scenario", "version": 0})", "version: 0, expected 1");
        row(R"({"format": "attention-lab/scenario", "version": "1"})",
            "version: expected a whole number, found the text “1”");
        row(R"({"format": "attention-lab/scenario", "version": 1.5})",
            "version: expected a whole number, found 1.5");
        row(R"({"format": "attention-lab/scenario", "version": 1})", "X: missing");

        // --- keys
        row(file("\"colour\": 1"), "colour: unknown key");
        row(file("\"x\": 1"), "x: unknown key");
        row(file("\"mask\": {\"casual\": true}"), "mask.casual: unknown key");
        row(file("\"view\": {\"zoom\": 2}"), "view.zoom: unknown key");
        row(file("\"labs\": {\"magic\": {}}"), "labs.magic: unknown key");
        row(file("\"labs\": {\"scaling\": {\"n\": 1}}"), "labs.scaling.n: unknown key");
        row(file("\"X\": [[1]]"), "X: given twice");
        row(file("\"mask\": {\"causal\": true, \"causal\": true}"), "mask.causal: given twice");
        row(file("\"labs\": {\"memory\": {\"batch\": 1, \"batch\": 1}}"),
            "labs.memory.batch: given twice");

        // --- what the format has, but not this edition
        row(file("\"context\": {\"X\": [[1, 2]]}"), "context: not supported in this edition");
        for (const char* bias : {"b_q", "b_k", "b_v", "b_o"})
            row(file("\"" + std::string(bias) + "\": [1, 2]"),
                (std::string(bias) + ": not supported in this edition").c_str());
        row(file("\"heads\": 2, \"kv_heads\": 1"),
            "kv_heads: 1 with 2 heads is not supported in this edition");
        row(file("\"kv_heads\": 1, \"heads\": 2"),
            "kv_heads: 1 with 2 heads is not supported in this edition");
        row(file("\"score_softcap\": 50"), "score_softcap: not supported in this edition");
        row(file("\"mask\": {\"window\": 3}"), "mask.window: not supported in this edition");
        row(file("\"mask\": {\"bias\": [[0, 0], [0, 0]]}"),
            "mask.bias: not supported in this edition");
        row(file("\"positions\": {\"kind\": \"rope\", \"offset\": 2}"),
            "positions: rope is not supported in this edition");
        row(file("\"positions\": {\"kind\": \"sinusoidal\"}"),
            "positions: sinusoidal is not supported in this edition");
        row(file("\"positions\": {\"table\": [[1, 2]], \"kind\": \"learned\"}"),
            "positions: learned is not supported in this edition");
        row(file("\"positions\": {\"kind\": \"none\", \"base\": 3}"),
            "positions.base: not supported in this edition");
        row(file("\"positions\": {\"kind\": \"spiral\"}"),
            "positions.kind: expected \"none\", found the text “spiral”");
        row(file("\"positions\": {}"), "positions.kind: missing");
        row(file("\"positions\": {\"kin\": 1}"), "positions.kin: unknown key");
        row(file("\"block\": {}"), "block: not supported in this edition");
        row(file("\"readout\": {}"), "readout: not supported in this edition");
        row(file("\"mistakes\": [\"wrong\"]"), "mistakes[0]: expected the name of a mistake");
        row(file("\"mistakes\": [\"rotated_values\"]"),
            "mistakes: rotated_values is not supported in this edition");
        row(file("\"mistakes\": \"rotated_values\""), "mistakes: expected a list of texts");
        row(file("\"labs\": {\"plane\": {}}"), "labs.plane: not supported in this edition");
        row(file("\"labs\": {\"tiles\": {}}"), "labs.tiles: not supported in this edition");
        row(file("\"labs\": {\"memory\": {\"window\": 4096}}"),
            "labs.memory.window: not supported in this edition");
        row(file("\"labs\": {\"memory\": {\"full_every\": 6}}"),
            "labs.memory.full_every: not supported in this edition");

        // --- types
        row(file("\"title\": null"), "title: expected a text, found null");
        row(file("\"title\": 3"), "title: expected a text, found 3");
        row(file("\"tokens\": \"ab\""), "tokens: expected a list of texts, found the text “ab”");
        row(file("\"tokens\": [\"a\", 2]"), "tokens[1]: expected a text, found 2");
        row(file("\"tokens\": [1, 2]"), "tokens[0]: expected a text, found 1");
        row(file("\"tokens\": []"), "tokens: an empty list, expected a list of texts");
        row(file("\"columns\": [\"a\", null]"), "columns[1]: expected a text, found null");
        row(file("\"heads\": null"), "heads: expected a whole number, found null");
        row(file("\"heads\": \"2\""), "heads: expected a whole number, found the text “2”");
        row(file("\"heads\": 1.5"), "heads: expected a whole number, found 1.5");
        row(file("\"heads\": 1e30"), "heads: expected a whole number, found 1e30");
        row(file("\"heads\": true"), "heads: expected a whole number, found true");
        row(file("\"scale\": null"),
            "scale: expected \"inverse_sqrt_d_k\", \"none\" or a number, found null");
        row(file("\"scale\": \"sqrt\""), "scale: expected \"inverse_sqrt_d_k\", \"none\"");
        row(file("\"mask\": null"), "mask: expected an object, found null");
        row(file("\"mask\": [true]"), "mask: expected an object, found a list");
        row(file("\"mask\": {\"causal\": 1}"), "mask.causal: expected true or false, found 1");
        row(file("\"mask\": {\"padding\": [1, 0]}"),
            "mask.padding[0]: expected true or false, found 1");
        row(file("\"mask\": {\"padding\": [true, 0]}"),
            "mask.padding[1]: expected true or false, found 0");
        row(file("\"mask\": {\"padding\": []}"), "mask.padding: an empty list");
        row(file("\"mask\": {\"fill\": \"inf\"}"),
            "mask.fill: expected a number or \"-inf\", found the text “inf”");
        row(file("\"mask\": {\"fill\": null}"),
            "mask.fill: expected a number or \"-inf\", found null");
        row(file("\"mask\": {\"alignment\": \"centre\"}"),
            "mask.alignment: expected \"bottom_right\" or \"top_left\"");
        row(file("\"mask\": {\"empty_rows\": \"nan\"}"),
            "mask.empty_rows: expected \"computed\" or \"zeros\"");
        row(file("\"mask\": {\"allowed\": [true, false]}"),
            "mask.allowed[0]: expected a row of true and false, found true");
        row(file("\"mask\": {\"allowed\": [\"10\", \"1x\"]}"),
            "mask.allowed[1]: expected a text of 0 and 1, found the text “1x”");
        row(file("\"mask\": {\"allowed\": [\"\", \"\"]}"), "mask.allowed[0]: an empty text");
        row(file("\"mask\": {\"allowed\": [[true, 1], [true, true]]}"),
            "mask.allowed[0][1]: expected true or false, found 1");
        row(file("\"mask\": {\"allowed\": [[1, 1], [1, 1]]}"),
            "mask.allowed[0][0]: expected true or false, found 1");
        row(file("\"view\": {\"decimals\": \"3\"}"), "view.decimals: expected a whole number");
        row(file("\"view\": {\"transposed\": 1}"), "view.transposed: expected true or false");
        row(file("\"labs\": []"), "labs: expected an object, found a list");
        row(file("\"labs\": {\"scaling\": {\"d_k\": 4}}"),
            "labs.scaling.d_k: expected a list of whole numbers, found 4");
        row(file("\"labs\": {\"scaling\": {\"d_k\": [4, 2.5]}}"),
            "labs.scaling.d_k[1]: expected a whole number, found 2.5");
        row(file("\"labs\": {\"scaling\": {\"seed\": -1}}"),
            "labs.scaling.seed: expected a whole number from 0");
        row(file("\"labs\": {\"scaling\": {\"seed\": 18446744073709551616}}"),
            "labs.scaling.seed: expected a whole number from 0");
        row(file("\"labs\": {\"memory\": {\"layers\": 1e17}}"),
            "labs.memory.layers: expected a whole number");

        // --- matrices
        row(file("", "[]"), "X: an empty list, expected a list of rows of numbers");
        row(file("", "[[]]"), "X[0]: an empty list, expected a row of numbers");
        row(file("", "[[1], []]"), "X[1]: an empty list, expected a row of numbers");
        row(file("", "[1, 2]"), "X[0]: expected a row of numbers, found 1");
        row(file("", "3"), "X: expected a list of rows of numbers, found 3");
        row(file("", "null"), "X: expected a list of rows of numbers, found null");
        row(file("", "{}"), "X: expected a list of rows of numbers, found an object");
        row(file("", "\"identity\""), "X: expected a list of rows of numbers, found the text");
        row(file("", "[[1, null]]"), "X[0][1]: expected a number, found null");
        row(file("", "[[1, \"2\"]]"), "X[0][1]: expected a number, found the text “2”");
        row(file("", "[[true, 2]]"), "X[0][0]: expected a number, found true");
        row(file("", "[[true]]"), "X[0][0]: expected a number, found true");
        row(file("", "[[1, 2], 3]"), "X[1]: expected a row of numbers, found 3");
        row(file("", "[[1, [2]]]"), "X[0][1]: expected a number, found a list");
        row(file("", "[[1, 2], [3]]"), "X[1]: 1 number, expected 2");
        row(file("\"W_q\": [[1, 2], [3, 4, 5]]"), "W_q[1]: 3 numbers, expected 2");
        row(file("\"W_q\": \"unit\""), "W_q: expected a matrix or \"identity\"");
        row(file("\"W_q\": null"), "W_q: expected a list of rows of numbers, found null");
        row(file("\"W_k\": [[1, 2], [3, 4], [5, 6], [7, 8]]"), "W_k: 4 rows, but X has 2 columns");
        row(file("\"W_o\": [[1, 2]]"), "W_o: 1 row, but the heads side by side have 2 columns");
        row(file("\"W_v\": [[1], [2]], \"W_o\": \"identity\""), "W_o: the identity needs a square");
        row(file("\"tokens\": [\"a\"]"), "tokens: 1 label, but X has 2 rows");
        row(file("\"columns\": [\"a\"]"), "columns: 1 label, but X has 2 columns");
        row(file("\"heads\": 0"), "heads: 0, expected 1 to 64");
        row(file("\"heads\": 3"), "heads: 3 heads do not divide the 2 columns");
        row(file("\"mask\": {\"padding\": [true]}"), "mask.padding: 1 entry, but X has 2 rows");
        row(file("\"mask\": {\"allowed\": [\"111\", \"111\"]}"),
            "mask.allowed[0]: 3 entries, expected 2");
        row(file("\"mask\": {\"allowed\": [\"11\"]}"), "mask.allowed: 1 row, but X has 2 rows");
        row(file("\"mask\": {\"allowed\": [\"11\", \"1\"]}"),
            "mask.allowed[1]: 1 entry, expected 2");
        row(file("\"view\": {\"decimals\": 7}"), "view.decimals: 7, expected 0 to 6");

        // --- limits
        row(file("", "[" + repeated("[1],", 4096) + "[1]]"), "X: more than 4096 entries");
        row(file("", "[[" + repeated("1,", 4096) + "1]]"), "X[0]: more than 4096 entries");
        row(file("\"tokens\": [" + repeated("\"\",", 4096) + "\"\"]"),
            "tokens: more than 4096 entries");
        row(file("\"mask\": {\"allowed\": [\"" + repeated("1", 4097) + "\"]}"),
            "mask.allowed[0]: more than 4096 entries");
        row(std::string(100, '['), "[0][0][0]");
        row(repeated("{\"a\":", 100), "a.a.a.a");
        row(std::string(64 << 20, ' ') + "{}", "larger than the limit of 64 MiB");
        row("{\"X\": [" + repeated("[" + repeated("[],", 4000) + "[]],", 100) + "[]]}", "X[49][");
        row("{" + repeated("\"a\": 1, ", 2) + "\"a\": 1}", "a: given twice");
    }

    void refused()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, message);
        const QString found = refusal(json.toStdString());
        QVERIFY2(found.startsWith(message), qPrintable(found));
        QVERIFY2(!found.contains('\n'), qPrintable(found));
    }

    // A hostile file may not cost seconds or gigabytes.
    void quickly_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("64 MiB of [") << QByteArray(64 << 20, '[');
        QTest::newRow("deep objects") << QByteArray::fromStdString(repeated("{\"a\":", 10000000));
        QTest::newRow("empty lists")
            << QByteArray::fromStdString("{\"X\": [" + repeated("[],", 20000000));
        QTest::newRow("short rows")
            << QByteArray::fromStdString("{\"X\": [" + repeated("[1],", 16000000));
        QTest::newRow("one long row")
            << QByteArray::fromStdString("{\"X\": [[" + repeated("1,", 30000000));
        std::string keys = "{";
        for (int i = 0; i < 3000000; ++i)
            keys += "\"k" + std::to_string(i) + "\":1,";
        QTest::newRow("many keys") << QByteArray::fromStdString(keys);
    }

    void quickly()
    {
        QFETCH(QByteArray, json);
        QElapsedTimer timer;
        timer.start();
        const QString found = refusal(json.toStdString());
        QVERIFY(found != "it was read");
        QVERIFY2(timer.elapsed() < 5000, // tens of milliseconds on an idle machine
                 qPrintable(QString::number(timer.elapsed())));
    }

    void whatIsAllowed_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF") + file("").c_str();
        QTest::newRow("white space") << QByteArray("\r\n\t ") + file("").c_str() + "\n\n";
        QTest::newRow("kv_heads = heads")
            << QByteArray(file("\"heads\": 2, \"kv_heads\": 2").c_str());
        QTest::newRow("no positions")
            << QByteArray(file("\"positions\": {\"kind\": \"none\"}").c_str());
        QTest::newRow("no mistakes") << QByteArray(file("\"mistakes\": []").c_str());
        QTest::newRow("empty objects")
            << QByteArray(file("\"mask\": {}, \"labs\": {}, \"view\": {}").c_str());
        QTest::newRow("whole number with a point") << QByteArray(file("\"heads\": 2.0").c_str());
        QTest::newRow("escapes") << QByteArray(
            file("\"title\": \"\\u00e9\\ud83d\\ude00\\u0000\"").c_str());
    }

    void whatIsAllowed()
    {
        QFETCH(QByteArray, json);
        const Scenario s = readBack(json.toStdString());
        const Scenario again = readBack(writeScenario(s));
        QVERIFY(sameContent(s, again));
    }

    void layout()
    {
        Scenario s = test::scenarioOf(test::matrix({{2, 0.5}, {0, -1e9}}));
        s.title = "Two “tokens”";
        s.W_o = Projection{};
        s.scale = {ScaleKind::Custom, 0.125};
        s.mask.causal = true;
        s.mask.padding = {true, false};
        s.scaling.d_k = {8};
        s.view.decimals = 2;
        QCOMPARE(test::text(writeScenario(s)), QString(R"({
  "format": "attention-lab/scenario",
  "version": 1,
  "title": "Two “tokens”",
  "tokens": ["A", "B"],
  "X": [
    [2, 0.5],
    [0, -1e9]
  ],
  "W_o": "identity",
  "scale": 0.125,
  "mask": {
    "causal": true,
    "padding": [true, false]
  },
  "labs": {
    "scaling": {
      "d_k": [8]
    }
  },
  "view": {
    "decimals": 2
  }
}
)"));
    }

    void longAllowedRowsAreTexts()
    {
        Scenario s = test::scenarioOf(Matrix::Ones(17, 1));
        BoolMatrix allowed = BoolMatrix::Constant(17, 17, true);
        allowed(0, 1) = false;
        s.mask.allowed = std::make_shared<const BoolMatrix>(allowed);
        const std::string json = writeScenario(s);
        QVERIFY(json.find("\n      \"10111111111111111\",\n") != std::string::npos);
        QVERIFY(sameContent(readBack(json), s));
    }

    void tenThousandRandomRoundTrips()
    {
        std::mt19937_64 random(11);
        for (int i = 0; i < 10000; ++i) {
            const Scenario s = test::randomScenario(random);
            const std::string json = writeScenario(s);
            const Scenario back = readBack(json);
            QVERIFY(sameContent(back, s) && back.view == s.view);
            QCOMPARE(writeScenario(back), json);
        }
    }

    // 4096 × 4096 numbers: what the limits allow, the memory has to bear.
    void theLargestMatrix()
    {
        const std::string row = "[" + repeated("1,", 4095) + "2]";
        std::string X = "[" + row;
        for (int i = 1; i < 4096; ++i)
            X += "," + row;
        const Scenario s = readBack(file("\"W_q\": " + X + "]", "[" + row + "]"));
        QCOMPARE((*s.W_q.matrix)(4095, 4095), 2.0);
        QCOMPARE(s.W_q.matrix->sum(), 4096.0 * 4097);
    }

    void aLocaleWithCommasChangesNothing()
    {
        const char* found = std::setlocale(LC_ALL, "de_DE.UTF-8");
        const Scenario s = readBack(file("", "[[1.5, -2.25e-1]]"));
        const std::string json = writeScenario(s);
        std::setlocale(LC_ALL, "C.UTF-8");
        QCOMPARE(test::difference(*s.X, test::matrix({{1.5, -0.225}}), 0), QString());
        QVERIFY(json.find("[1.5, -0.225]") != std::string::npos);
        if (!found)
            qInfo("de_DE.UTF-8 is not installed: tried with the C locale alone");
    }
};

ATTENTION_TEST(TstScenarioJson)
#include "tst_scenario_json.moc"
