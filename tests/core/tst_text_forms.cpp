// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/run.h"
#include "core/text/forms.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <limits>

using namespace attention;

namespace {

QString written(const Scenario& s, const char* form, const StageFilter& filter = {})
{
    return test::text(findTextForm(form)->write(*run(std::make_shared<Scenario>(s)), filter));
}

} // namespace

class TstTextForms : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void theTable()
    {
        QCOMPARE(textForms().size(), std::size_t(8));
        for (const TextForm& form : textForms())
            QCOMPARE(findTextForm(form.id), &form);
        QVERIFY(!findTextForm("morse"));
    }

    void textForPeople()
    {
        Scenario s = test::scenarioOf(test::matrix({{2, 0}, {0, 2}, {1, 1}}));
        s.title = "By hand";
        s.mask.causal = true;
        QCOMPARE(written(s, "text",
                         {{StageId::ScaledScores, StageId::MaskedScores, StageId::Weights,
                           StageId::Output},
                          -1}),
                 QString(R"(By hand
3 × 2 embeddings, heads: 1, scale 1/√2 = 0.707, mask causal, fill -1e9

9. scaled scores  S/√dₖ = S · scale  (3, 3)  d_k = 2
          A      B      C
   A  2.828  0.000  1.414
   B  0.000  2.828  1.414
   C  1.414  1.414  1.414

10. masked scores  S + mask = S/√dₖ where allowed, else the fill  (3, 3)  d_k = 2
          A        B        C
   A  2.828  blocked  blocked
   B  0.000    2.828  blocked
   C  1.414    1.414    1.414

11. weights  P = softmax of each row  (3, 3)  d_k = 2
          A      B      C
   A  1.000  0.000  0.000
   B  0.056  0.944  0.000
   C  0.333  0.333  0.333

14. output  O = concatenated  (3, 2)  d_k = 2
          1      2
   A  2.000  0.000
   B  0.112  1.888
   C  1.000  1.000
)"));
    }

    // e^-700 is about 9.86e-305: hardly anything, but not the 0 of a blocked key.
    void hardlyAnythingIsNotNothing()
    {
        Scenario s = test::scenarioOf(test::matrix({{20}, {-15}}));
        s.scale.kind = ScaleKind::None;
        const QString text = written(s, "text", {{StageId::Weights}, -1});
        QVERIFY2(text.contains("A  1.000  1e-304\n"), qPrintable(text));
        s.mask.causal = true;
        const QString blocked = written(s, "text", {{StageId::Weights}, -1});
        QVERIFY2(blocked.contains("A  1.000  0.000\n"), qPrintable(blocked));
    }

    void headsAreChosen()
    {
        const Scenario s = test::bundled("cat-sat-two-heads");
        const QString one = written(s, "text", {{StageId::Weights, StageId::Output}, 1});
        QVERIFY(one.contains("  head 2 of 2 (--head 1)\n") && !one.contains("head 1 of 2"));
        QVERIFY(one.contains("output"));
        QCOMPARE(written(s, "text", {{StageId::Weights}, -1}).count("weights  P"), 2);
    }

    // A label of a foreign file may not drive the terminal or break the table.
    void labelsAreHarmless()
    {
        Scenario s = test::scenarioOf(Matrix::Ones(2, 1));
        s.title = "a\x1b[2Jb";
        s.tokens = {"x\ny\x07", ""};
        const QString text = written(s, "text");
        QVERIFY(!text.contains(QChar(0x1b)) && !text.contains(QChar(0x07)));
        QVERIFY(text.contains("x␊y␇") && text.contains("(empty)"));
    }

    void json()
    {
        Scenario s = test::bundled("blocked-row");
        s.mask.fill = -std::numeric_limits<double>::infinity();
        const QJsonObject trace = QJsonDocument::fromJson(written(s, "json").toUtf8()).object();
        QCOMPARE(trace["format"].toString(), QString("attention-lab/trace"));
        QCOMPARE(trace["version"].toInt(), 1);
        QCOMPARE(trace["title"].toString(), test::text(s.title));

        const QJsonArray stages = trace["stages"].toArray();
        QCOMPARE(stages.size(), 14);
        QStringList keys = stages[0].toObject().keys();
        QCOMPARE(keys,
                 (QStringList{"columns", "formula", "id", "rows", "shape", "symbol", "values"}));
        const QJsonObject masked = stages[9].toObject();
        QCOMPARE(masked["id"].toString(), QString("masked_scores"));
        QCOMPARE(masked["head"].toInt(-1), 0);
        QCOMPARE(masked["shape"].toArray(), (QJsonArray{3, 3}));
        QCOMPARE(masked["rows"].toObject()["axis"].toString(), QString("query"));
        QCOMPARE(masked["columns"].toObject()["axis"].toString(), QString("key"));
        QCOMPARE(masked["columns"].toObject()["labels"].toArray()[1].toString(),
                 test::text(s.tokens[1]));
        QCOMPARE(masked["values"].toArray()[0].toArray(),
                 (QJsonArray{"-Infinity", "-Infinity", "-Infinity"}));
        QCOMPARE(stages[10].toObject()["values"].toArray()[0].toArray(),
                 (QJsonArray{"NaN", "NaN", "NaN"}));

        const QJsonArray checks = trace["checks"].toArray();
        QCOMPARE(checks.size(), 13);
        const QJsonObject nan = checks[1].toObject();
        QCOMPARE(nan.keys(), (QStringList{"detail", "figure", "id", "status"}));
        QCOMPARE(nan["id"].toString(), QString("no_nan"));
        QCOMPARE(nan["status"].toString(), QString("fail"));
        QCOMPARE(nan["figure"].toDouble(), 9.0);
        QVERIFY(checks[6].toObject()["figure"].isNull());
        QCOMPARE(checks[0].toObject()["figure"].toString(), QString("NaN"));
    }

    void jsonOfTheChosenStages()
    {
        const QJsonArray stages =
            QJsonDocument::fromJson(
                written(test::bundled("heads-mixed"), "json", {{StageId::Weights}, 1}).toUtf8())
                .object()["stages"]
                .toArray();
        QCOMPARE(stages.size(), 1);
        QCOMPARE(stages[0].toObject()["head"].toInt(), 1);
    }

    // RFC 4180; a spreadsheet may not take a label for a formula.
    void csv()
    {
        Scenario s = test::scenarioOf(test::matrix({{-2, 0.5}, {0, 1e9}, {1, 1}, {0, 0}, {0, 0}}));
        s.tokens = {"=1+1", "a,b", "say \"hi\"", "two\nlines", "-x"};
        s.columns = {"@import", "+up"};
        QCOMPARE(written(s, "csv", {{StageId::Embeddings}, -1}),
                 QString("embeddings,'@import,'+up\r\n"
                         "'=1+1,-2,0.5\r\n"
                         "\"a,b\",0,1e9\r\n"
                         "\"say \"\"hi\"\"\",1,1\r\n"
                         "\"two\nlines\",0,0\r\n"
                         "'-x,0,0\r\n"));
    }

    void csvIsOneBlockAStage()
    {
        const QString csv = written(test::bundled("abc-causal"), "csv");
        QCOMPARE(csv.count("\r\n\r\n"), 13);
        QVERIFY(csv.contains("\r\n\r\nweights (head 0),A,B,C\r\nA,1,0,0\r\n"));
        QVERIFY(csv.contains("masked_scores (head 0),A,B,C\r\nA,2.82842712474619,-1e9,-1e9\r\n"));
    }
};

ATTENTION_TEST(TstTextForms)
#include "tst_text_forms.moc"
