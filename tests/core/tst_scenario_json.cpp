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
            "context": {"tokens": ["u", "v", "w"], "X": [[1], [2], [3]]},
            "W_q": [[1, 2, 3, 4], [3, 4, 5, 6]], "W_k": [[1, 2]], "W_v": [[5]],
            "W_o": [[7, 8], [9, 10]],
            "b_q": [1, 2, 3, 4], "b_k": [5, 6], "b_v": [7], "b_o": [8, 9],
            "heads": 2, "kv_heads": 1, "scale": 0.25, "score_softcap": 50,
            "mask": {"causal": true, "window": 3, "padding": [true, false, true],
                     "allowed": ["101", [true, true, false]],
                     "bias": [[1, 2, 3], [4, 5, 6]],
                     "fill": "-inf", "alignment": "top_left", "empty_rows": "zeros"},
            "positions": {"kind": "rope", "pairing": "halves", "base": 100, "offset": -7},
            "block": {"placement": "post", "norm": "rms_norm", "epsilon": 0.5,
                      "gamma_1": [1, 2], "beta_1": [3, 4], "gamma_2": [5, 6], "beta_2": [7, 8],
                      "W_1": [[1], [2]], "b_1": [3], "W_2": [[4, 5]], "b_2": [6, 7],
                      "activation": "silu"},
            "readout": {"labels": ["yes", "no"], "as": "logits", "targets": [1, null]},
            "mistakes": ["tiled_kv_heads", "mask_after_softmax"],
            "labs": {"plane": {}, "heads": {}, "order": {}, "decode": {}, "tiles": {}, "block": {},
                     "scaling": {"d_k": [2, 8], "samples": 50, "repeats": 3,
                                 "seed": 18446744073709551615},
                     "memory": {"layers": 2, "heads": 4, "kv_heads": 2, "head_dim": 8, "seq_len": 16,
                                "batch": 3, "bytes_per_element": 0.5, "window": 4096,
                                "full_every": 6, "memory_gib": 24, "weights_gib": 7,
                                "usable": 0.8}},
            "view": {"place": "board", "stage": "weights", "head": 0, "palette": "grey",
                     "decimals": 2, "transposed": true, "shared_range": false})"));
        QCOMPARE(s.title, std::string("T"));
        QCOMPARE(s.description, std::string("D"));
        QCOMPARE(s.tokens, (std::vector<std::string>{"a", ""}));
        QCOMPARE(s.columns, (std::vector<std::string>{"p", "q"}));
        const std::vector<std::pair<MatrixField, Matrix>> matrices = {
            {MatrixField::ContextX, test::matrix({{1}, {2}, {3}})},
            {MatrixField::W_q, test::matrix({{1, 2, 3, 4}, {3, 4, 5, 6}})},
            {MatrixField::W_k, test::matrix({{1, 2}})},
            {MatrixField::W_v, test::matrix({{5}})},
            {MatrixField::W_o, test::matrix({{7, 8}, {9, 10}})},
            {MatrixField::b_q, test::matrix({{1, 2, 3, 4}})},
            {MatrixField::b_k, test::matrix({{5, 6}})},
            {MatrixField::b_v, test::matrix({{7}})},
            {MatrixField::b_o, test::matrix({{8, 9}})},
            {MatrixField::MaskBias, test::matrix({{1, 2, 3}, {4, 5, 6}})},
            {MatrixField::gamma_1, test::matrix({{1, 2}})},
            {MatrixField::beta_1, test::matrix({{3, 4}})},
            {MatrixField::gamma_2, test::matrix({{5, 6}})},
            {MatrixField::beta_2, test::matrix({{7, 8}})},
            {MatrixField::W_1, test::matrix({{1}, {2}})},
            {MatrixField::b_1, test::matrix({{3}})},
            {MatrixField::W_2, test::matrix({{4, 5}})},
            {MatrixField::b_2, test::matrix({{6, 7}})},
        };
        for (const auto& [field, expected] : matrices)
            QVERIFY2(test::difference(fieldMatrix(s, field), expected).isEmpty(), fieldName(field));
        QCOMPARE(s.context->tokens, (std::vector<std::string>{"u", "v", "w"}));
        QVERIFY(s.heads == 2 && s.kvHeads == 1 && s.softcap == 50);
        QVERIFY(s.mask.window == 3);
        QVERIFY(s.positions.kind == PositionKind::Rope && s.positions.pairing == Pairing::Halves &&
                s.positions.base == 100 && s.positions.offset == -7);
        QVERIFY(s.block->placement == Placement::Post && s.block->norm == Norm::RmsNorm &&
                s.block->epsilon == 0.5 && s.block->activation == Activation::Silu);
        const Readout readout{{"yes", "no"}, true, {1, -1}};
        QVERIFY(*s.readout == readout);
        QCOMPARE(s.mistakes, (std::set<Mistake>{Mistake::MaskAfterSoftmax, Mistake::TiledKvHeads}));
        QVERIFY(s.scale.kind == ScaleKind::Custom && s.scale.multiplier == 0.25);
        QVERIFY(s.mask.causal && s.mask.alignment == Alignment::TopLeft &&
                s.mask.emptyRows == EmptyRows::Zeros);
        QCOMPARE(s.mask.padding, (std::vector<bool>{true, false, true}));
        QVERIFY((*s.mask.allowed)(0, 0) && !(*s.mask.allowed)(0, 1) && (*s.mask.allowed)(1, 1));
        QCOMPARE(s.mask.fill, -std::numeric_limits<double>::infinity());
        QCOMPARE(s.scaling.d_k, (std::vector<int>{2, 8}));
        QVERIFY(s.scaling.samples == 50 && s.scaling.repeats == 3);
        QCOMPARE(s.scaling.seed, std::numeric_limits<std::uint64_t>::max());
        const MemoryParameters memory{2, 4, 2, 8, 16, 3, 0.5, 4096, 6, 24, 7, 0.8};
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
        row("{\"X\": [[1]]}\n" + std::string(1, '\0') + "{]",
            "line 2, column 1: not valid JSON: a null byte");
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

        // --- what belongs together
        row(file("\"context\": {}"), "context.X: missing");
        row(file("\"context\": {\"X\": [[1, 2]], \"Y\": 1}"), "context.Y: unknown key");
        row(file("\"context\": {\"X\": [[1, 2]], \"tokens\": [\"a\", \"b\"]}"),
            "context.tokens: 2 labels, but context.X has 1 row");
        row(file("\"context\": {\"X\": [[1], [2, 3]]}"), "context.X[1]: 2 numbers, expected 1");
        row(file("\"context\": {\"X\": [[1]]}"), "W_q: 2 columns, but the keys have 1 column");
        row(file("\"b_q\": [1]"), "b_q: 1 number, but the queries have 2 columns");
        row(file("\"b_k\": [[1, 2]]"), "b_k[0]: expected a number, found a list");
        row(file("\"b_v\": \"x\""), "b_v: expected a list of numbers, found the text “x”");
        row(file("\"b_o\": [1, 2]"), "b_o: there is no W_o that it could be added to");
        row(file("\"W_o\": \"identity\", \"b_o\": [1]"), "b_o: 1 number, but X has 2 columns");
        row(file("\"heads\": 2, \"kv_heads\": 1"),
            "W_k: 2 columns a head, but the queries have 1 column a head");
        row(file("\"heads\": 2, \"kv_heads\": 3"), "kv_heads: 3, expected 1 to 2");
        row(file("\"heads\": 2, \"kv_heads\": 0"), "kv_heads: 0, expected 1 to 2");
        row(file("\"score_softcap\": 0"), "score_softcap: 0, expected a number above 0");
        row(file("\"score_softcap\": null"), "score_softcap: expected a number, found null");
        row(file("\"mask\": {\"window\": 0}"), "mask.window: 0, expected at least 1");
        row(file("\"mask\": {\"window\": 1.5}"), "mask.window: expected a whole number, found 1.5");
        row(file("\"mask\": {\"bias\": [[0, 0]]}"), "mask.bias: 1 row, but X has 2 rows");
        row(file("\"mask\": {\"bias\": [[0], [1]]}"), "mask.bias[0]: 1 number, expected 2");
        row(file("\"positions\": {\"kind\": \"spiral\"}"),
            "positions.kind: expected \"none\" or \"sinusoidal\" or \"learned\" or \"rope\", found "
            "the "
            "text “spiral”");
        row(file("\"positions\": {}"), "positions.kind: missing");
        row(file("\"positions\": {\"kin\": 1}"), "positions.kin: unknown key");
        row(file("\"positions\": {\"kind\": \"learned\"}"), "positions.table: missing");
        row(file("\"positions\": {\"kind\": \"learned\", \"table\": [[1, 2]]}"),
            "positions.table: the table of 1 row has no position 1");
        row(file("\"positions\": {\"kind\": \"learned\", \"table\": [[1], [2]]}"),
            "positions.table: 1 column, but X has 2 columns");
        row(file("\"positions\": {\"kind\": \"learned\", \"table\": [[1, 2]], \"ids\": [0, 4]}"),
            "positions.ids[1]: the table of 1 row has no position 4");
        row(file("\"positions\": {\"kind\": \"rope\", \"ids\": [0]}"),
            "positions.ids: 1 position, but X has 2 rows");
        row(file("\"positions\": {\"kind\": \"rope\", \"ids\": [0, 0.5]}"),
            "positions.ids[1]: expected a whole number, found 0.5");
        row(file("\"context\": {\"X\": [[1, 2]]}, \"positions\": {\"kind\": \"rope\", \"ids\": [0, "
                 "1]}"),
            "positions.ids: one position a token cannot serve 2 queries and 1 key");
        row(file("\"positions\": {\"kind\": \"rope\", \"base\": 0}"),
            "positions.base: 0, expected a number above 0");
        row(file("\"heads\": 2, \"positions\": {\"kind\": \"rope\"}"),
            "positions.kind: rope turns pairs of columns, but a head has 1 column");
        row(file("\"W_v\": [[1], [2]], \"mistakes\": [\"rotated_values\"],"
                 "\"positions\": {\"kind\": \"rope\"}"),
            "mistakes: rotated_values turns pairs of columns, but the values of a head have 1 "
            "column");
        row(file("\"block\": {}"), "block.W_1: missing");
        row(file("\"block\": {\"W_1\": [[1], [2]]}"), "block.W_2: missing");
        row(file("\"block\": {\"W_1\": [[1]], \"W_2\": [[1, 2]]}"),
            "block.W_1: 1 row, but X has 2 columns");
        row(file("\"block\": {\"W_1\": [[1], [2]], \"W_2\": [[1]]}"),
            "block.W_2: 1 column, but X has 2 columns");
        row(file("\"block\": {\"W_1\": [[1], [2]], \"W_2\": [[1, 2]], \"b_1\": [1, 2]}"),
            "block.b_1: 2 numbers, but block.W_1 has 1 column");
        row(file("\"block\": {\"W_1\": [[1], [2]], \"W_2\": [[1, 2]], \"epsilon\": -1}"),
            "block.epsilon: -1, expected a number from 0");
        row(file("\"block\": {\"W_1\": [[1], [2]], \"W_2\": [[1, 2]], \"gamma_2\": [1]}"),
            "block.gamma_2: 1 number, but X has 2 columns");
        row(file("\"block\": {\"norm\": \"batch\"}"),
            "block.norm: expected \"layer_norm\" or \"rms_norm\", found the text “batch”");
        row(file("\"W_v\": [[1], [2]], \"block\": {\"W_1\": [[1], [2]], \"W_2\": [[1, 2]]}"),
            "block: the heads side by side have 1 column, but X, to which they are added, has 2 "
            "columns");
        row(file("\"readout\": {\"labels\": [\"a\"]}"),
            "readout.labels: 1 label, but the last stage has 2 columns");
        row(file("\"readout\": {\"targets\": [0]}"), "readout.targets: 1 entry, but X has 2 rows");
        row(file("\"readout\": {\"targets\": [0, 2]}"),
            "readout.targets[1]: 2, but the last stage has 2 columns, counted from 0");
        row(file("\"readout\": {\"targets\": [0, -1]}"),
            "readout.targets[1]: -1, expected the index");
        row(file("\"readout\": {\"targets\": [null, \"x\"]}"),
            "readout.targets[1]: expected a whole number or null, found the text “x”");
        row(file("\"readout\": {\"as\": \"words\"}"),
            "readout.as: expected \"probabilities\" or \"logits\", found the text “words”");
        row(file("\"mistakes\": [\"wrong\"]"), "mistakes[0]: expected the name of a mistake");
        row(file("\"mistakes\": [\"rotated_values\", \"rotated_values\"]"),
            "mistakes[1]: rotated_values is listed twice");
        row(file("\"mistakes\": \"rotated_values\""), "mistakes: expected a list of texts");
        row(file("\"labs\": {\"plane\": {\"x\": 1}}"), "labs.plane.x: unknown key");
        row(file("\"labs\": {\"tiles\": 1}"), "labs.tiles: expected an object");
        row(file("\"labs\": {\"memory\": {\"window\": 0}}"), "labs.memory.window: 0");
        row(file("\"labs\": {\"memory\": {\"window\": \"x\"}}"),
            "labs.memory.window: expected a whole number");

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
            const Scenario s =
                i % 2 == 0 ? test::randomScenario(random) : test::randomMixture(random, 8);
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
