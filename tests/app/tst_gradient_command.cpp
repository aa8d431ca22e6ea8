// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/program.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <cmath>

using namespace attention::test;

namespace {

const QByteArray twoHeads = R"({
  "format": "attention-lab/scenario", "version": 1,
  "X": [[0.5, -1, 2, 0.25], [1, 0.75, -0.5, 1.5], [-1.25, 0.5, 1, 2]],
  "W_o": [[1, 0.5, 0, 2], [-0.5, 2, 1, 0], [0.25, 1, -1, 1], [1, -1, 0.5, 0]],
  "b_q": [0.1, 0, -0.2, 0.3],
  "heads": 2,
  "mask": {"causal": true}
})";

QJsonObject objectOf(const QByteArray& json)
{
    return QJsonDocument::fromJson(json).object();
}

} // namespace

// `trace --gradient-of`, and that anyone can check it by editing the file.
class TstGradientCommand : public TestCase {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString fileOf(const QByteArray& json)
    {
        const QString path = m_folder.filePath("scenario.json");
        writeFile(path, json);
        return path;
    }

    static QJsonObject gradientsOf(const QString& file, const QString& cell,
                                   const QStringList& more = {})
    {
        const Ran ran = runProgram(QStringList{"trace", file, "--gradient-of", cell} + more);
        return ran.status == 0 && ran.errors.isEmpty() ? objectOf(ran.output) : QJsonObject();
    }

    static QJsonArray valuesOf(const QJsonObject& gradients, const QString& id, int head = -1)
    {
        for (const QJsonValue& value : gradients["gradients"].toArray()) {
            const QJsonObject one = value.toObject();
            if (one["id"].toString() == id && one["head"].toInt(-1) == head)
                return one["values"].toArray();
        }
        return {};
    }

private slots:
    void hasEveryMatrix()
    {
        const QString file = fileOf(twoHeads);
        const QJsonObject gradients = gradientsOf(file, "output:2,1", {"--format", "json"});
        QCOMPARE(gradients.keys(), (QStringList{"gradients", "of"}));
        QCOMPARE(gradients["of"].toString(), "output:2,1");
        const QList<std::tuple<QString, int, int, int>> expected = {
            {"scores", 0, 3, 3}, {"scores", 1, 3, 3},  {"queries", -1, 3, 4},
            {"keys", -1, 3, 4},  {"values", -1, 3, 4}, {"embeddings", -1, 3, 4},
            {"W_q", -1, 4, 4},   {"W_k", -1, 4, 4},    {"W_v", -1, 4, 4},
            {"W_o", -1, 4, 4},   {"b_q", -1, 1, 4},
        };
        const QJsonArray list = gradients["gradients"].toArray();
        QCOMPARE(list.size(), expected.size());
        for (qsizetype i = 0; i < list.size(); ++i) {
            const QJsonObject one = list[i].toObject();
            const auto& [id, head, rows, columns] = expected[i];
            QCOMPARE(one["id"].toString(), id);
            QCOMPARE(one.contains("head"), head >= 0);
            QCOMPARE(one["head"].toInt(-1), head);
            QCOMPARE(one["shape"].toArray(), (QJsonArray{rows, columns}));
            QCOMPARE(one["values"].toArray().size(), rows);
            for (const QJsonValue& row : one["values"].toArray())
                QCOMPARE(row.toArray().size(), columns);
        }
    }

    void isJsonByDefault()
    {
        const QStringList words = {"trace", fileOf(twoHeads), "--gradient-of", "output:0,0"};
        const Ran ran = runProgram(words);
        QCOMPARE(ran.status, 0);
        QVERIFY(ran.output.endsWith("}\n"));
        QCOMPARE(ran.output, runProgram(words + QStringList{"--format", "json"}).output);
        const QString path = m_folder.filePath("out.json");
        QCOMPARE(runProgram(words + QStringList{"-o", path}).output, QByteArray());
        QCOMPARE(contentOf(path), ran.output);
    }

    void namesTheCellInFull_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("cell");
        QTest::addColumn<QString>("of");
        const QString one = "example:abc-scaled", two = "example:cat-sat-two-heads";
        QTest::newRow("shared") << one << "output:2,1"
                                << "output:2,1";
        QTest::newRow("the only head") << one << "weights:0,2"
                                       << "weights,0:0,2";
        QTest::newRow("head 0") << one << "weights,0:0,2"
                                << "weights,0:0,2";
        QTest::newRow("head 1") << two << "head_output,1:1,0"
                                << "head_output,1:1,0";
        QTest::newRow("shared of two") << two << "concatenated:1,3"
                                       << "concatenated:1,3";
    }

    void namesTheCellInFull()
    {
        QFETCH(QString, file);
        QFETCH(QString, cell);
        QFETCH(QString, of);
        QCOMPARE(gradientsOf(file, cell)["of"].toString(), of);
    }

    // The softmax of scores 4, 0, 2, in a stage of its own head: p_i(δ_ij − p_j).
    void ofAWeight()
    {
        const double e4 = std::exp(4), e2 = std::exp(2), sum = e4 + 1 + e2;
        const double p[] = {e4 / sum, 1 / sum, e2 / sum};
        const QJsonObject gradients = gradientsOf("example:abc-unscaled", "weights:0,2");
        const QJsonArray row = valuesOf(gradients, "scores", 0)[0].toArray();
        for (int j = 0; j < 3; ++j)
            QVERIFY(std::abs(row[j].toDouble() - p[2] * ((j == 2 ? 1 : 0) - p[j])) < 1e-15);
    }

    // From outside: one number of the file is edited, the output is read.
    void isTheDifferenceOfTwoRuns()
    {
        const QJsonArray found =
            valuesOf(gradientsOf(fileOf(twoHeads), "output:2,1"), "embeddings");
        QCOMPARE(found.size(), 3);
        const auto output = [&](int row, int column, double by) {
            QJsonObject scenario = objectOf(twoHeads);
            QJsonArray X = scenario["X"].toArray(), numbers = X[row].toArray();
            numbers[column] = numbers[column].toDouble() + by;
            X[row] = numbers;
            scenario["X"] = X;
            const Ran ran = runProgram({"trace", fileOf(QJsonDocument(scenario).toJson()),
                                        "--stage", "output", "--format", "json"});
            const QJsonArray stages = objectOf(ran.output)["stages"].toArray();
            if (stages.size() != 1)
                return std::nan("");
            return stages[0].toObject()["values"].toArray()[2].toArray()[1].toDouble(std::nan(""));
        };
        for (const auto& [row, column] : {std::pair(0, 1), {1, 2}, {2, 3}}) {
            constexpr double step = 1e-5;
            const double expected =
                (output(row, column, step) - output(row, column, -step)) / (2 * step);
            QVERIFY(std::abs(found[row].toArray()[column].toDouble() - expected) < 1e-8);
            QVERIFY(std::abs(expected) > 1e-3);
        }
    }

    void whatIsNoNumberIsAText()
    {
        const QString file = fileOf(R"({"format": "attention-lab/scenario", "version": 1,
            "X": [[1, 2], [3, 4]], "mask": {"padding": [false, false], "fill": "-inf"}})");
        const QJsonArray dV = valuesOf(gradientsOf(file, "output:0,0"), "values");
        QCOMPARE(dV[0].toArray()[0].toString(), "NaN");
    }

    void areRefused_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("error");
        const auto row = [](const char* words, const char* error) {
            QTest::newRow(words) << QString(words).split(u' ') << QByteArray(error);
        };
        const char* form = "is not STAGE[,head]:row,column, such as output:0,1";
        for (const char* cell :
             {"output", "output:", "output:0", "output:0,", "output:,0", "output:0,0,0",
              "output:a,0", "output:0.0,0", "output:+1,0", ":0,0", ",0:0,0", "weights,:0,0",
              "weights,x:0,0", "weights,0,0:0,0", "output:0:0", "0,0", ","})
            row(qPrintable(QString("abc-scaled %1").arg(cell)), form);
        row("abc-scaled outputs:0,0", "there is no stage \"outputs\"; did you mean output?");
        row("abc-scaled score:0,0", "did you mean scores");
        row("abc-scaled zzzzzzzzz:0,0", "\"zzzzzzzzz\" is not embeddings, queries");
        row("abc-scaled norm_1:0,0", "norm_1");
        row("abc-scaled mlp_hidden:0,0", "this scenario has no stage \"mlp_hidden\"");
        row("abc-scaled weights,1:0,0", "no head 1; this scenario has head 0 alone");
        row("cat-sat-two-heads weights,2:0,0", "no head 2; this scenario has heads 0 to 1");
        row("cat-sat-two-heads weights,-1:0,0", "there is no head -1");
        row("cat-sat-two-heads weights:0,0", "is one matrix a head; write weights,0:0,0");
        row("cat-sat-two-heads output,0:0,0", "all heads together; write output:0,0");
        row("abc-scaled output:3,0", "output has no row 3, column 0; it has rows 0 to 2 and "
                                     "columns 0 to 1");
        row("abc-scaled output:0,2", "no row 0, column 2");
        row("abc-scaled output:-1,0", "no row -1");
        row("abc-scaled output:0,99999999999999999999", "column 99999999999999999999");
        row("abc-scaled output:0,0 --format text", "--gradient-of writes json alone");
        row("abc-scaled output:0,0 --format csv", "--gradient-of writes json alone");
        row("abc-scaled output:0,0 --stage output", "--gradient-of and --stage exclude");
        row("abc-scaled output:0,0 --head 0", "--gradient-of and --head exclude");
        row("abc-scaled output:0,0 --gradient-of output:0,1", "--gradient-of is given twice");
    }

    void areRefused()
    {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, error);
        const QString file = "example:" + words.takeFirst();
        const Ran ran = runProgram(QStringList{"trace", file, "--gradient-of"} + words);
        QCOMPARE(ran.status, 2);
        QCOMPARE(ran.output, QByteArray());
        QVERIFY2(isOneLine(ran.errors), ran.errors.constData());
        QVERIFY2(ran.errors.contains(error), ran.errors.constData());
    }
};

ATTENTION_TEST(TstGradientCommand)
#include "tst_gradient_command.moc"
