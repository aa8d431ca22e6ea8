// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/mistakes.h"
#include "core/attention/run.h"
#include "core/trace/checks.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <limits>
#include <map>

using namespace attention;

namespace {

std::map<std::string, Check> checked(const Trace& trace)
{
    std::map<std::string, Check> result;
    for (const Check& row : check(trace))
        result[std::string(row.id)] = row;
    return result;
}

std::map<std::string, Check> checked(const Scenario& s)
{
    return checked(*run(std::make_shared<Scenario>(s)));
}

QString status(const Check& row)
{
    const std::string_view name = statusName(row.status);
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

// A trace with one stage replaced, as a bug would leave it.
Trace tampered(const Scenario& s, StageId id, int head, const Matrix& values)
{
    Trace trace = *run(std::make_shared<Scenario>(s));
    for (Stage& stage : trace.stages)
        if (stage.id == id && stage.head == head)
            stage.values = share(values);
    return trace;
}

} // namespace

class TstChecks : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void namesAndOrder()
    {
        const std::vector<std::string_view> expected = {
            "weights_rows_sum_to_one",       "no_nan",
            "blocked_keys_get_no_weight",    "future_is_ignored",
            "first_token_returns_its_value", "order_blind",
            "position_shift_is_ignored",     "scale_fits_head_size",
            "heads_read_their_group",        "head_count_keeps_parameters",
            "cached_decoding_matches",       "tiled_matches",
            "output_shape_matches_input"};
        QCOMPARE(checkIds(), expected);
        std::size_t i = 0;
        for (const Check& row : check(*run(std::make_shared<Scenario>(test::bundled("cat-sat")))))
            QCOMPARE(row.id, expected[i++]);
        QCOMPARE(i, expected.size());
    }

    // One letter a check, in the order of the table: p pass, f fail, d by design, - not applicable.
    void onTheExamples_data()
    {
        QTest::addColumn<QString>("statuses");
        QTest::newRow("abc-unscaled") << "pp-d-p-d-pdpp";
        QTest::newRow("abc-scaled") << "pp-d-p-p-pdpp";
        QTest::newRow("abc-causal") << "ppppp"
                                       "d-p-pppp";
        QTest::newRow("cat-sat-causal") << "ppppp"
                                           "d-p-pppp";
        QTest::newRow("cat-sat-two-heads") << "pp-d-p-pppdpp";
        QTest::newRow("heads-mixed") << "pp-d-p-pppdpp";
        QTest::newRow("bank-two-sentences")
            << "pppd-p-p-ddpp"; // the mask reads alike from both ends
        QTest::newRow("padding") << "pppd-d-p-pdpp";
        QTest::newRow("mask-with-zero") << "ppfff"
                                           "d-p-pfpp";
        QTest::newRow("blocked-row") << "pppf-d-p-pfpp";
        QTest::newRow("sink") << "ppppp"
                                 "d-p-dppd";
    }

    void onTheExamples()
    {
        QFETCH(QString, statuses);
        const Scenario s = test::bundled(QTest::currentDataTag());
        QString found;
        QStringList details;
        for (const Check& row : check(*run(std::make_shared<Scenario>(s)))) {
            const QString name = status(row);
            found += name == "pass" ? 'p' : name == "fail" ? 'f' : name == "by_design" ? 'd' : '-';
            details << name + ": " + test::text(english(row.detail));
            QCOMPARE(row.figure.has_value(), row.status != CheckStatus::NotApplicable);
            QVERIFY(!row.detail.key.empty());
        }
        QVERIFY2(found == statuses, qPrintable(found + "\n" + details.join('\n')));
    }

    void figuresAreMeasured()
    {
        const auto leaking = checked(test::bundled("mask-with-zero"));
        const auto near = [](const Check& row, double figure) {
            return std::abs(*row.figure - figure) < 0.005;
        };
        // The last line of the table of measured figures.
        QVERIFY(near(leaking.at("blocked_keys_get_no_weight"), 0.053));
        QVERIFY(near(leaking.at("first_token_returns_its_value"), 0.16));
        QVERIFY(near(leaking.at("cached_decoding_matches"), 0.16));
        QCOMPARE(leaking.at("blocked_keys_get_no_weight").row, 0);
        const auto four = checked(test::bundled("decode-four"));
        QCOMPARE(*four.at("cached_decoding_matches").figure, 0.0);
        QCOMPARE(*four.at("scale_fits_head_size").figure, 1 / std::sqrt(2.0));
        QCOMPARE(*checked(test::bundled("cat-sat")).at("head_count_keeps_parameters").figure, 48.0);
    }

    void rowsThatDoNotAddToOne()
    {
        const Scenario s = test::bundled("abc-causal");
        const Matrix P = test::matrix({{1, 0, 0}, {0.3, 0.6, 0}, {0.5, 0.5, 0}});
        const auto rows = checked(tampered(s, StageId::Weights, 0, P));
        const Check& row = rows.at("weights_rows_sum_to_one");
        QCOMPARE(status(row), QString("fail"));
        QVERIFY(std::abs(*row.figure - 0.1) < 1e-12);
        QCOMPARE(row.row, 1);
        QCOMPARE(english(row.detail), std::string("the weights of “B” add to 0.900, not to 1"));
    }

    // Beside NaN nothing can be told of order, tiles or the future: it fails, and says why.
    void whatCannotBeDecidedSaysSo()
    {
        Scenario s = test::bundled("blocked-row");
        s.mask.fill = -std::numeric_limits<double>::infinity();
        int undecided = 0;
        for (const Check& row : check(*run(std::make_shared<Scenario>(s)))) {
            const std::string said = english(row.detail);
            const bool lost = row.id == "tiled_matches" || row.id == "cached_decoding_matches" ||
                              row.id == "order_blind";
            if (lost) {
                QVERIFY2(row.undecided, said.c_str());
                QVERIFY(std::isnan(*row.figure));
                QVERIFY2(said.find("cannot be decided") == 0 &&
                             said.find("“<pad>”") != std::string::npos,
                         said.c_str());
                ++undecided;
            }
            QVERIFY(!row.undecided || row.status == CheckStatus::Fail ||
                    row.status == CheckStatus::ByDesign);
        }
        QCOMPARE(undecided, 3);

        // What differs in numbers, differs, whatever is NaN beside it.
        const Scenario right = test::bundled("abc-causal");
        Matrix P = *find(*run(std::make_shared<Scenario>(right)), StageId::Weights, 0)->values;
        P(1, 2) = std::nan("");
        auto rows = checked(tampered(right, StageId::Weights, 0, P));
        QVERIFY(rows.at("blocked_keys_get_no_weight").undecided);
        QCOMPARE(status(rows.at("blocked_keys_get_no_weight")), QString("fail"));
        P(0, 1) = 0.25;
        rows = checked(tampered(right, StageId::Weights, 0, P));
        QVERIFY(!rows.at("blocked_keys_get_no_weight").undecided);
        QCOMPARE(*rows.at("blocked_keys_get_no_weight").figure, 0.25);

        // Scores that overflow say nothing about their scale.
        Scenario huge = test::scenarioOf(test::matrix({{1e200, 1e200}, {1e200, -1e200}}));
        const auto scale = checked(huge).at("scale_fits_head_size");
        QVERIFY2(scale.undecided, english(scale.detail).c_str());
        QCOMPARE(status(scale), QString("fail"));
        huge.scale.kind = ScaleKind::None;
        QCOMPARE(status(checked(huge).at("scale_fits_head_size")), QString("by_design"));

        // Nor do those of which no twelve digits are left.
        Scenario tiny = test::scenarioOf(test::matrix({{1e-157, 0}, {0, 1e-157}}));
        tiny.scale = {ScaleKind::Custom, 100};
        QCOMPARE(status(checked(tiny).at("scale_fits_head_size")), QString("not_applicable"));
        tiny.X = share(test::matrix({{1e-140, 0}, {0, 1e-140}}));
        QCOMPARE(status(checked(tiny).at("scale_fits_head_size")), QString("by_design"));
    }

    void aSingleNan()
    {
        Scenario s = test::bundled("blocked-row");
        s.mask.fill = -std::numeric_limits<double>::infinity();
        const auto rows = checked(s);
        QCOMPARE(status(rows.at("no_nan")), QString("fail"));
        // three weights, two numbers of its output, three times: head, concatenated, output
        QCOMPARE(*rows.at("no_nan").figure, 3.0 + 3 * 2);
        QVERIFY(english(rows.at("no_nan").detail).find("“<pad>” may read nothing") !=
                std::string::npos);
        QCOMPARE(status(rows.at("weights_rows_sum_to_one")), QString("fail"));
        QVERIFY(std::isnan(*rows.at("weights_rows_sum_to_one").figure));
        QCOMPARE(status(rows.at("tiled_matches")), QString("fail"));

        s.mask.emptyRows = EmptyRows::Zeros; // -∞ alone in masked scores is as it should be
        const auto zeros = checked(s);
        QCOMPARE(status(zeros.at("no_nan")), QString("pass"));
        QCOMPARE(status(zeros.at("weights_rows_sum_to_one")), QString("pass"));
        QCOMPARE(status(zeros.at("tiled_matches")), QString("pass"));
        QCOMPARE(status(zeros.at("cached_decoding_matches")), QString("pass"));
    }

    void aStageOfAnotherHead()
    {
        const Scenario s = test::bundled("cat-sat-two-heads");
        const TracePtr trace = run(std::make_shared<Scenario>(s));
        const Matrix other = test::values(*trace, StageId::HeadOutput, 0);
        const auto rows = checked(tampered(s, StageId::HeadOutput, 1, other));
        QCOMPARE(status(rows.at("heads_read_their_group")), QString("fail"));
        QVERIFY(english(rows.at("heads_read_their_group").detail).find("head 2") !=
                std::string::npos);
    }

    void aWrongScale()
    {
        const Scenario s = test::bundled("abc-scaled");
        const Matrix raw = test::matrix({{4, 0, 2}, {0, 4, 2}, {2, 2, 2}});
        const auto rows = checked(tampered(s, StageId::ScaledScores, 0, raw * 0.5));
        QCOMPARE(status(rows.at("scale_fits_head_size")), QString("fail"));
        QCOMPARE(*rows.at("scale_fits_head_size").figure, 0.5);
    }

    void anOutputThatMoved()
    {
        const Scenario s = test::bundled("abc-causal");
        const Matrix moved = test::outputOf(s) + Matrix::Constant(3, 2, 1e-9);
        const auto rows = checked(tampered(s, StageId::Output, -1, moved));
        for (const char* id : {"future_is_ignored", "cached_decoding_matches", "tiled_matches"})
            QCOMPARE(status(rows.at(id)), QString("fail"));
    }

    void parametersOfTheArticle()
    {
        std::mt19937_64 random(17);
        for (const int heads : {1, 8}) {
            Scenario s = test::scenarioOf(test::randomMatrix(random, 1, 512));
            s.heads = heads;
            s.W_o = Projection{};
            const auto rows = checked(s);
            QCOMPARE(*rows.at("head_count_keeps_parameters").figure, 1048576.0);
            QCOMPARE(status(rows.at("head_count_keeps_parameters")), QString("pass"));
        }
    }

    void details_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("detail");
        QTest::newRow("abc-scaled") << "future_is_ignored"
                                    << "reads the future: no mask, as in an encoder";
        QTest::newRow("padding") << "future_is_ignored"
                                 << "reads the future: the mask is not causal";
        QTest::newRow("cat-sat") << "scale_fits_head_size"
                                 << "scores are multiplied by 0.500 = 1/√4";
        QTest::newRow("abc-unscaled") << "scale_fits_head_size"
                                      << "scores are multiplied by 1; 1/√2 would be 0.707";
        QTest::newRow("blocked-row") << "cached_decoding_matches"
                                     << "token by token the output of “<pad>” differs:"
                                        " it depends on later tokens";
        QTest::newRow("sink") << "output_shape_matches_input"
                              << "the output has 3 columns, X has 4:"
                                 " there is no W_o to bring it back";
    }

    void details()
    {
        QFETCH(QString, id);
        QFETCH(QString, detail);
        const auto rows = checked(test::bundled(QTest::currentDataTag()));
        QCOMPARE(test::text(english(rows.at(id.toStdString()).detail)), detail);
    }

    // Nobody says "row 0"; words that come twice get their number.
    void rowsAreNamedForPeople()
    {
        Scenario s = test::scenarioOf(Matrix::Ones(3, 1));
        const Matrix half = Matrix::Constant(3, 3, 0.5);
        const auto detail = [&](const std::vector<std::string>& tokens) {
            s.tokens = tokens;
            return english(checked(tampered(s, StageId::Weights, 0, half))
                               .at("weights_rows_sum_to_one")
                               .detail);
        };
        QVERIFY(detail({"the", "cat", "sat"}).starts_with("the weights of “the” add"));
        QVERIFY(detail({"the", "the", "sat"}).starts_with("the weights of “the” (row 1) add"));
        QVERIFY(detail({"", "cat", "sat"}).starts_with("the weights of row 1 add"));
    }

    // Which check catches which mistake, on one scenario with everything in it that can go wrong:
    // six tokens, four heads on two key/value heads, causal, RoPE. Without a mistake all pass.
    void everyMistakeIsCaught_data()
    {
        QTest::addColumn<int>("mistake");
        QTest::addColumn<QStringList>("failing");
        const auto row = [](Mistake mistake, const QStringList& failing) {
            QTest::newRow(mistakeInfo(mistake).id.data()) << static_cast<int>(mistake) << failing;
        };
        QTest::newRow("none") << -1 << QStringList();
        row(Mistake::MaskAfterSoftmax,
            {"weights_rows_sum_to_one", "future_is_ignored", "first_token_returns_its_value",
             "cached_decoding_matches"});
        row(Mistake::SoftmaxOverQueries,
            {"weights_rows_sum_to_one", "future_is_ignored", "first_token_returns_its_value",
             "cached_decoding_matches"});
        row(Mistake::ScaleBySqrtDModel, {"scale_fits_head_size"});
        row(Mistake::ReshapeWithoutTranspose,
            {"future_is_ignored", "first_token_returns_its_value", "heads_read_their_group",
             "cached_decoding_matches"});
        row(Mistake::TiledKvHeads, {"first_token_returns_its_value", "heads_read_their_group"});
        row(Mistake::RotatedValues, {"position_shift_is_ignored"});
        row(Mistake::NoMaxSubtraction, {"no_nan"});
    }

    void everyMistakeIsCaught()
    {
        QFETCH(int, mistake);
        QFETCH(QStringList, failing);
        std::mt19937 random(4);
        const auto whole = [&](int rows, int columns) {
            Matrix m(rows, columns);
            for (Eigen::Index i = 0; i < m.size(); ++i)
                m.data()[i] = static_cast<double>(random() % 5) - 2;
            return m;
        };
        Scenario s = test::scenarioOf(whole(6, 8));
        s.heads = 4;
        s.kvHeads = 2;
        s.W_q.matrix = share(whole(8, 8));
        s.W_k.matrix = share(whole(8, 4));
        s.W_v.matrix = share(whole(8, 4));
        s.mask.causal = true;
        s.positions.kind = PositionKind::Rope;
        if (mistake >= 0)
            s.mistakes = {static_cast<Mistake>(mistake)};
        if (mistake == static_cast<int>(Mistake::NoMaxSubtraction)) {
            QVERIFY(status(checked(s).at("no_nan")) == "pass"); // small scores do not show it
            s.X = share(*s.X * 40);
        }
        QStringList found;
        for (const auto& [id, row] : checked(s))
            if (status(row) == "fail" &&
                (id == "no_nan" || status(checked(s).at("no_nan")) == "pass"))
                found << test::text(id);
        failing.sort();
        found.sort();
        QCOMPARE(found, failing);
    }

    // The key/value head, the bias and the input of each head alone, with everything that can stand
    // around it; and all other checks on scenarios of every kind: right code fails none of them.
    void nothingFailsWithoutAMistake()
    {
        std::mt19937_64 random(23);
        for (int i = 0; i < 200; ++i) {
            Scenario s = test::randomMixture(random, 6);
            s.mask.fill = -1e9;
            s.mask.emptyRows = EmptyRows::Zeros;
            for (const auto& [id, row] : checked(s))
                QVERIFY2(row.status != CheckStatus::Fail,
                         qPrintable(QString("%1, %2: %3")
                                        .arg(i)
                                        .arg(test::text(id))
                                        .arg(test::text(english(row.detail)))));
        }
    }

    void positionsThatShift()
    {
        Scenario s = test::bundled("cat-sat");
        QCOMPARE(status(checked(s).at("position_shift_is_ignored")), QString("not_applicable"));
        s.positions.kind = PositionKind::Rope;
        const auto turned = checked(s);
        QCOMPARE(status(turned.at("position_shift_is_ignored")), QString("pass"));
        QCOMPARE(status(turned.at("order_blind")), QString("by_design"));
        s.positions.kind = PositionKind::Sinusoidal;
        QCOMPARE(status(checked(s).at("position_shift_is_ignored")), QString("by_design"));
        s.positions.kind = PositionKind::Learned;
        s.positions.table = share(test::matrix({{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}));
        const auto learned = checked(s);
        QCOMPARE(status(learned.at("position_shift_is_ignored")), QString("by_design"));
        QVERIFY(*learned.at("position_shift_is_ignored").figure > 0.01);
    }

    void anotherSequenceIsNotJudged()
    {
        Scenario s = test::scenarioOf(test::matrix({{1, 2}, {3, -1}}));
        s.context = Context{{"c0", "c1", "c2"}, share(test::matrix({{1, 0}, {0, 1}, {2, 2}}))};
        const auto rows = checked(s);
        for (const char* id : {"future_is_ignored", "first_token_returns_its_value", "order_blind",
                               "position_shift_is_ignored", "cached_decoding_matches"})
            QCOMPARE(status(rows.at(id)), QString("not_applicable"));
        QCOMPARE(status(rows.at("tiled_matches")), QString("pass"));
        QCOMPARE(status(rows.at("weights_rows_sum_to_one")), QString("pass"));
        // Row 2 of three keys, though there are two queries, cannot be a row to jump to.
        s.W_k.matrix = share(test::matrix({{0, 1e308}, {0, 1e308}}));
        s.context->X = share(test::matrix({{1, 0}, {0, 1}, {9, 9}}));
        const auto overflown = checked(s);
        QCOMPARE(status(overflown.at("no_nan")), QString("fail"));
        QVERIFY(english(overflown.at("no_nan").detail).find("“c2”") != std::string::npos);
        QCOMPARE(overflown.at("no_nan").row, -1);
    }

    void manyTokensAreCheckedInSeconds()
    {
        std::mt19937_64 random(18);
        Scenario s = test::scenarioOf(test::randomMatrix(random, 300, 32));
        s.mask.causal = true;
        const auto rows = checked(s);
        QCOMPARE(status(rows.at("future_is_ignored")), QString("pass"));
    }

    void stopsWhenAsked()
    {
        std::stop_source source;
        source.request_stop();
        QVERIFY(
            check(*run(std::make_shared<Scenario>(test::bundled("cat-sat"))), source.get_token())
                .empty());
    }
};

ATTENTION_TEST(TstChecks)
#include "tst_checks.moc"
