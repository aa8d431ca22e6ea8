// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/run.h"
#include "tests/core/core_support.h"
#include "tests/support/golden.h"
#include "tests/support/test_main.h"

#include <QJsonArray>

#include <cmath>
#include <limits>

using namespace attention;

namespace {

double number(const QJsonValue& value)
{
    if (value.isDouble())
        return value.toDouble();
    const double infinity = std::numeric_limits<double>::infinity();
    if (value.toString() == "Infinity" || value.toString() == "-Infinity")
        return value.toString() == "Infinity" ? infinity : -infinity;
    return std::numeric_limits<double>::quiet_NaN();
}

Matrix matrixOf(const QJsonObject& stage)
{
    const QJsonArray shape = stage["shape"].toArray(), rows = stage["values"].toArray();
    Matrix m(shape[0].toInt(), shape[1].toInt());
    for (int i = 0; i < m.rows(); ++i)
        for (int j = 0; j < m.cols(); ++j)
            m(i, j) = number(rows[i].toArray()[j]);
    return m;
}

} // namespace

// Scenarios whose stages were computed with NumPy and compared with PyTorch.
class TstGolden : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void stageByStage_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString& name : test::goldenNames())
            QTest::newRow(qPrintable(name)) << name;
    }

    void stageByStage()
    {
        QFETCH(QString, name);
        const TracePtr trace = run(std::make_shared<Scenario>(test::goldenScenario(name)));

        const QJsonArray stages = test::goldenFile(name)["stages"].toArray();
        QVERIFY(stages.size() >= 14);
        for (const QJsonValue& value : stages) {
            const QJsonObject stage = value.toObject();
            const std::string id = stage["id"].toString().toStdString();
            const int head = stage["head"].toInt(-1);
            const StageInfo* info = findStage(id);
            QVERIFY2(info, id.c_str());
            const Stage* found = find(*trace, info->id, head);
            QVERIFY2(found,
                     qPrintable(QString("%1 of head %2 is missing").arg(test::text(id)).arg(head)));
            const Matrix expected = matrixOf(stage);
            const QString moved = test::difference(*found->values, expected);
            QVERIFY2(moved.isEmpty(), qPrintable(QString("first stage that moved: %1 (head %2): %3")
                                                     .arg(test::text(id))
                                                     .arg(head)
                                                     .arg(moved)));
            if (info->id != StageId::Weights)
                continue;
            for (Eigen::Index i = 0; i < expected.size(); ++i)
                QVERIFY2(expected.data()[i] != 0 || found->values->data()[i] == 0,
                         "a weight that is exactly 0 is not");
        }
        QCOMPARE(trace->stages.size(), static_cast<std::size_t>(stages.size()));
    }

    // The test data of the ONNX project's Attention operator, in single precision.
    void publishedByOnnx_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString& name : test::goldenNames("onnx"))
            QTest::newRow(qPrintable(name)) << name;
    }

    void publishedByOnnx()
    {
        QFETCH(QString, name);
        const QJsonObject file = test::goldenFile(name, "onnx");
        const TracePtr trace = run(std::make_shared<Scenario>(test::goldenScenario(name, "onnx")));
        const QJsonArray rows = file["concatenated"].toArray();
        const Matrix& found = test::values(*trace, StageId::Concatenated);
        QCOMPARE(found.rows(), rows.size());
        for (int i = 0; i < found.rows(); ++i) {
            const QJsonArray row = rows[i].toArray();
            QCOMPARE(found.cols(), row.size());
            for (int j = 0; j < found.cols(); ++j)
                QVERIFY2(std::abs(found(i, j) - row[j].toDouble()) <= file["tolerance"].toDouble(),
                         qPrintable(QString("[%1, %2] is %3").arg(i).arg(j).arg(found(i, j))));
        }
    }
};

ATTENTION_TEST(TstGolden)
#include "tst_golden.moc"
