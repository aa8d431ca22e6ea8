// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/program.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

using namespace attention::test;

namespace {

using Numbers = std::vector<std::vector<double>>;
using Key = std::pair<QString, int>; // stage, head; -1 for none

Numbers columns(const Numbers& m, std::size_t first, std::size_t count)
{
    Numbers part;
    for (const auto& row : m)
        part.emplace_back(row.begin() + static_cast<std::ptrdiff_t>(first),
                          row.begin() + static_cast<std::ptrdiff_t>(first + count));
    return part;
}

// The whole of attention in plain loops, from Q, K and V that were worked out on paper.
std::map<Key, Numbers> attentionByHand(const Numbers& x, const Numbers& q, const Numbers& k,
                                       const Numbers& v, std::size_t heads, bool causal,
                                       double fill)
{
    std::map<Key, Numbers> stages;
    stages[{"embeddings", -1}] = x;
    stages[{"queries", -1}] = q;
    stages[{"keys", -1}] = k;
    stages[{"values", -1}] = v;
    const std::size_t n = x.size(), width = q[0].size() / heads, valueWidth = v[0].size() / heads;
    Numbers all(n);
    for (std::size_t h = 0; h < heads; ++h) {
        const Numbers qh = columns(q, h * width, width), kh = columns(k, h * width, width),
                      vh = columns(v, h * valueWidth, valueWidth);
        Numbers scores(n), scaled(n), masked(n), weights(n), output(n);
        for (std::size_t i = 0; i < n; ++i) {
            double sum = 0;
            for (std::size_t j = 0; j < n; ++j) {
                double dot = 0;
                for (std::size_t c = 0; c < width; ++c)
                    dot += qh[i][c] * kh[j][c];
                scores[i].push_back(dot);
                scaled[i].push_back(dot / std::sqrt(static_cast<double>(width)));
                const bool blocked = causal && j > i;
                masked[i].push_back(blocked ? fill : scaled[i][j]);
                weights[i].push_back(blocked ? 0 : std::exp(scaled[i][j]));
                sum += weights[i][j];
            }
            output[i].assign(valueWidth, 0);
            for (std::size_t j = 0; j < n; ++j) {
                weights[i][j] /= sum;
                for (std::size_t c = 0; c < valueWidth; ++c)
                    output[i][c] += weights[i][j] * vh[j][c];
            }
            all[i].insert(all[i].end(), output[i].begin(), output[i].end());
        }
        const int head = static_cast<int>(h);
        stages[{"head_queries", head}] = qh;
        stages[{"head_keys", head}] = kh;
        stages[{"head_values", head}] = vh;
        stages[{"scores", head}] = scores;
        stages[{"scaled_scores", head}] = scaled;
        stages[{"masked_scores", head}] = masked;
        stages[{"weights", head}] = weights;
        stages[{"head_output", head}] = output;
    }
    stages[{"concatenated", -1}] = all;
    stages[{"output", -1}] = all;
    return stages;
}

constexpr double infinity = std::numeric_limits<double>::infinity();

const Numbers abc = {{2, 0}, {0, 2}, {1, 1}};
const Numbers catX = {{1, 0, 1, 0}, {0, 2, 0, 2}, {1, 1, 1, 1}};
const Numbers catQ = {{2, 0, 0, 0}, {0, 2, 0, 2}, {2, 1, 0, 1}};
const Numbers catK = {{0, 1, 1, 0}, {2, 2, 0, 2}, {1, 2, 1, 1}};
const Numbers catV = {{1, 1, 0, 0}, {0, 0, 2, 2}, {1, 1, 1, 1}};

Numbers numbersOf(const QJsonArray& rows)
{
    Numbers numbers;
    for (const QJsonValue& row : rows) {
        numbers.emplace_back();
        for (const QJsonValue& value : row.toArray())
            numbers.back().push_back(
                value.toString() == "-Infinity" ? -infinity : value.toDouble(std::nan("")));
    }
    return numbers;
}

} // namespace

class TstTraceCommand : public TestCase {
    Q_OBJECT

    static QJsonObject jsonOf(const QStringList& words)
    {
        const Ran ran = runProgram(QStringList{"trace", "--format", "json"} + words);
        return ran.status == 0 ? QJsonDocument::fromJson(ran.output).object() : QJsonObject();
    }

private slots:
    void everyStageIsRight_data()
    {
        QTest::addColumn<int>("heads");
        QTest::addColumn<bool>("causal");
        QTest::newRow("abc-scaled") << 1 << false;
        QTest::newRow("abc-causal") << 1 << true;
        QTest::newRow("cat-sat") << 1 << false;
        QTest::newRow("cat-sat-causal") << 1 << true;
        QTest::newRow("cat-sat-two-heads") << 2 << false;
    }

    void everyStageIsRight()
    {
        QFETCH(int, heads);
        QFETCH(bool, causal);
        const QString name = QTest::currentDataTag();
        const auto count = static_cast<std::size_t>(heads);
        const auto expected =
            name.startsWith("abc")
                ? attentionByHand(abc, abc, abc, abc, count, causal, -1e9)
                : attentionByHand(catX, catQ, catK, catV, count, causal, -infinity);

        const QJsonObject trace = jsonOf({"example:" + name});
        QCOMPARE(trace["format"].toString(), "attention-lab/trace");
        QCOMPARE(trace["version"].toInt(), 1);
        const QJsonArray stages = trace["stages"].toArray();
        QCOMPARE(static_cast<std::size_t>(stages.size()), expected.size());
        for (const QJsonValue& value : stages) {
            const QJsonObject stage = value.toObject();
            const Key key = {stage["id"].toString(), stage["head"].toInt(-1)};
            const QByteArray what =
                (key.first + " of head " + QString::number(key.second)).toUtf8();
            QVERIFY2(expected.contains(key), what.constData());
            const Numbers numbers = numbersOf(stage["values"].toArray());
            const Numbers& wanted = expected.at(key);
            QVERIFY2(numbers.size() == wanted.size(), what.constData());
            QCOMPARE(stage["shape"].toArray(), (QJsonArray{static_cast<int>(wanted.size()),
                                                           static_cast<int>(wanted[0].size())}));
            for (std::size_t i = 0; i < wanted.size(); ++i)
                for (std::size_t j = 0; j < wanted[i].size(); ++j) {
                    QVERIFY2(numbers[i][j] == wanted[i][j] ||
                                 std::abs(numbers[i][j] - wanted[i][j]) <= 1e-12,
                             what.constData());
                    if (key.first == "weights" && wanted[i][j] == 0)
                        QCOMPARE(numbers[i][j], 0.0); // a blocked key gets nothing at all
                }
        }
        QVERIFY(!trace["checks"].toArray().isEmpty());
    }

    void filtersStages()
    {
        const auto idsOf = [](const QStringList& words) {
            QStringList ids;
            for (const QJsonValue& stage : jsonOf(words)["stages"].toArray())
                ids << stage["id"].toString() + (stage.toObject().contains("head")
                                                     ? QString::number(stage["head"].toInt())
                                                     : QString());
            return ids;
        };
        const QString file = "example:cat-sat-two-heads";
        QCOMPARE(idsOf({file, "--stage", "weights"}), (QStringList{"weights0", "weights1"}));
        QCOMPARE(idsOf({file, "--stage", "weights", "--head", "1"}), QStringList{"weights1"});
        QCOMPARE(idsOf({file, "--stage", "output", "--stage", "scores", "--head", "0"}),
                 (QStringList{"scores0", "output"}));
        QCOMPARE(idsOf({file, "--head", "1"}).filter(QRegularExpression("0$")), QStringList());
        QCOMPARE(idsOf({file, "--head", "1"}).filter("1").size(), 8);
    }

    void writesTheSameIntoAFile()
    {
        QTemporaryDir folder;
        for (const char* form :
             {"text", "json", "csv", "markdown", "latex", "numpy", "pytorch", "python"}) {
            const QString path = folder.filePath(QString("ü 测 😀 %1.txt").arg(form));
            const QStringList words = {"trace", "example:cat-sat", "--format", form};
            const Ran onOutput = runProgram(words);
            const Ran intoFile = runProgram(words + QStringList{"-o", path});
            QCOMPARE(intoFile.status, 0);
            QCOMPARE(intoFile.output + intoFile.errors, QByteArray());
            QVERIFY(!onOutput.output.isEmpty());
            QCOMPARE(contentOf(path), onOutput.output);
        }
    }

    // What the command prints is a program that runs, and that notices another X.
    void programsRun_data()
    {
        QTest::addColumn<QString>("form");
        QTest::newRow("numpy") << "numpy";
        QTest::newRow("python") << "python";
    }

    void programsRun()
    {
        QFETCH(QString, form);
        QTemporaryDir folder;
        const QString path = folder.filePath("program.py");
        QCOMPARE(
            runProgram({"trace", "example:cat-sat-causal", "--format", form, "-o", path}).status,
            0);
        const QString python = qEnvironmentVariable("ATTENTION_PYTHON", "/usr/bin/python3");
        const Ran ran = runCommand(python, {path});
        QCOMPARE(ran.errors, QByteArray());
        QCOMPARE(ran.status, 0);
        QCOMPARE(ran.output, QByteArray("output is what Attention Lab computed\n"));

        QByteArray source = contentOf(path);
        const QByteArray row =
            form == "numpy" ? "[0, 2, 0, 2],  # cat" : "[0.0, 2.0, 0.0, 2.0],  # cat";
        QCOMPARE(source.count(row), 1);
        writeFile(path, source.replace(row, QByteArray(row).replace(1, 1, "3")));
        const Ran changed = runCommand(python, {path});
        QCOMPARE(changed.status, 1);
        QVERIFY(changed.errors.contains("ValueError: output is not what Attention Lab computed"));
    }

    void textHasThreeDecimals()
    {
        const QByteArray text = runProgram({"trace", "example:abc-causal", "--stage",
                                            "masked_scores", "--stage", "weights"})
                                    .output;
        for (const char* word : {"2.828", "blocked", "0.056", "0.944"})
            QVERIFY2(text.contains(word), word);
        QCOMPARE(text.count("blocked"), 3);
    }
};

ATTENTION_TEST(TstTraceCommand)
#include "tst_trace_command.moc"
