// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/run.h"
#include "core/explain/explain.h"
#include "core/text/block_text.h"
#include "core/text/explanation_latex.h"
#include "core/text/matrix_forms.h"
#include "tests/core/core_support.h"
#include "tests/support/programs.h"
#include "tests/support/test_main.h"

#include <QProcess>

#include <limits>

using namespace attention;

namespace {

LabelledMatrix labelledOf(const Scenario& s, StageId id, int head = -1)
{
    const TracePtr trace = run(std::make_shared<Scenario>(s));
    return labelled(*trace, *find(*trace, id, head));
}

QString written(const LabelledMatrix& matrix, const char* form)
{
    return test::text(findMatrixForm(form)->write(matrix));
}

Scenario causal()
{
    Scenario s = test::scenarioOf(test::matrix({{2, 0}, {0, 2}}));
    s.tokens = {"=1+1", "a|b\t_"};
    s.mask.causal = true;
    return s;
}

} // namespace

class TstMatrixForms : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void theTable()
    {
        QCOMPARE(matrixForms().size(), std::size_t(4));
        for (const MatrixForm& form : matrixForms())
            QCOMPARE(findMatrixForm(form.id), &form);
        QVERIFY(!findMatrixForm("morse"));
    }

    void tabsForASpreadsheet()
    {
        Scenario s = causal();
        s.scale.kind = ScaleKind::None;
        QCOMPARE(written(labelledOf(s, StageId::MaskedScores, 0), "tsv"),
                 QString("\t'=1+1\ta|b␉_\n'=1+1\t4\t-1e9\na|b␉_\t0\t4\n"));
        // All digits, and they can be pasted back.
        LabelledMatrix m = labelledOf(s, StageId::Weights, 0);
        m.rows.clear();
        m.columns.clear();
        const auto read = readBlock(findMatrixForm("tsv")->write(m));
        QVERIFY(std::holds_alternative<ReadBlock>(read));
        QCOMPARE(test::difference(std::get<ReadBlock>(read).values, *m.values, 0), QString());
    }

    void markdownForADocument()
    {
        QCOMPARE(written(labelledOf(causal(), StageId::MaskedScores, 0), "markdown"),
                 QString("| | =1+1 | a\\|b␉\\_ |\n"
                         "| --- | ---: | ---: |\n"
                         "| =1+1 | 2.828 | blocked |\n"
                         "| a\\|b␉\\_ | 0.000 | 2.828 |\n"));
    }

    void latexForAPaper()
    {
        QCOMPARE(written(labelledOf(causal(), StageId::MaskedScores, 0), "latex"),
                 QString("\\[\n\\text{S + mask} = \\begin{bmatrix}\n"
                         "  2.828 & \\text{--} \\\\\n"
                         "  0.000 & 2.828\n"
                         "\\end{bmatrix}\n\\]\n"));
        Scenario wide = test::scenarioOf(Matrix::Ones(1, 11));
        QVERIFY(written(labelledOf(wide, StageId::Embeddings), "latex")
                    .startsWith("\\setcounter{MaxMatrixCols}{11}"));
        QVERIFY(
            written(turned(labelledOf(wide, StageId::Embeddings)), "latex")
                .startsWith("\\[\n\\text{X$^{\\mathsf{T}}$} = \\begin{bmatrix}\n  1.000 \\\\\n"));
    }

    // Python itself reads the array.
    void numpyForAProgram()
    {
        LabelledMatrix m = labelledOf(causal(), StageId::Weights, 0);
        constexpr double infinity = std::numeric_limits<double>::infinity();
        m.values = share(test::matrix({{0.1, -2e-300, 3}, {std::nan(""), infinity, -infinity}}));
        const QString array = written(m, "numpy");
        QCOMPARE(array, QString("np.array([[0.1, -2e-300, 3],\n"
                                "          [np.nan, np.inf, -np.inf]], dtype=float)\n"));
        QProcess python;
        python.start(test::Programs::python(),
                     {"-c", "import numpy as np\nprint((" + array.trimmed() + ").tolist())"});
        QVERIFY(python.waitForFinished());
        QCOMPARE(python.readAllStandardOutput().trimmed(),
                 QByteArray("[[0.1, -2e-300, 3.0], [nan, inf, -inf]]"));
    }

    void turningSwapsEverything()
    {
        const LabelledMatrix m = labelledOf(causal(), StageId::MaskedScores, 0);
        const LabelledMatrix t = turned(m);
        QCOMPARE(written(t, "markdown"), QString("| | =1+1 | a\\|b␉\\_ |\n"
                                                 "| --- | ---: | ---: |\n"
                                                 "| =1+1 | 2.828 | 0.000 |\n"
                                                 "| a\\|b␉\\_ | blocked | 2.828 |\n"));
        QCOMPARE(QString::fromStdString(t.symbol), QString("(S + mask)ᵀ"));
        QCOMPARE(t.rowWord, std::string("key"));
    }

    void explanationsAsLatex()
    {
        Scenario s = test::scenarioOf(test::matrix({{2, 0}, {0, 2}, {1, 1}}));
        s.tokens[0] = "a_b";
        const TracePtr trace = run(std::make_shared<Scenario>(s));
        const auto latex = [&](StageId id, int row, int column) {
            return test::text(explanationLatex(
                explain(*trace, *find(*trace, id, stageInfo(id).perHead ? 0 : -1), row, column),
                3));
        };
        QCOMPARE(latex(StageId::Scores, 0, 2),
                 QString("% For a document with \\usepackage{amsmath}\n"
                         "\\begin{align*}\n"
                         "\\text{scores [a\\_b, C]} &= 2 \\\\\n"
                         "\\text{q\\_a\\_b $\\cdot$ k\\_C} &= 2 \\cdot 1 + 0 \\cdot 1 = 2\n"
                         "\\end{align*}\n"));
        const QString weights = latex(StageId::Weights, 0, 2);
        QVERIFY2(weights.contains("e^{1.414} = 4.113"), qPrintable(weights));
        QVERIFY2(weights.contains("16.919 + 1 + 4.113 = 22.032"), qPrintable(weights));
        QVERIFY2(weights.contains("4.113 / 22.032 = 0.187"), qPrintable(weights));
        QVERIFY2(weights.contains("\\intertext{as the computer does it:}"), qPrintable(weights));
        QVERIFY2(weights.contains("\\max(2.828, 0, 1.414) = 2.828"), qPrintable(weights));
        QVERIFY2(weights.contains("e^{-1.414}"), qPrintable(weights));
    }

    // Every sign that an explanation can have, in an exact form made by hand.
    void everySignOfArithmetic()
    {
        Explanation e;
        e.title = "50 % of {x}";
        e.value = -1.5;
        const auto exact = [&](const char* text) {
            e.exact = text;
            return test::text(explanationLatex(e, 3)).section("\\quad ", 1).section("\n", 0, 0);
        };
        QCOMPARE(exact("e⁴ / (e⁴ + 1 + e⁻¹²)"), QString("e^{4} / (e^{4} + 1 + e^{-12})"));
        QCOMPARE(exact("√2 · 3 − (−1) → 1.2e−9"),
                 QString("\\sqrt{2}  \\cdot  3 - (-1) \\to 1.2 \\cdot 10^{-9}"));
        QCOMPARE(exact("√(1 + (2 − 3)²)"), QString("\\sqrt{1 + (2 - 3)^{2}}"));
        QCOMPARE(exact("e^−(−0.5) e^(−0.5) 10^0.5 √"),
                 QString("e^{-(-0.5)} e^{-0.5} 10^{0.5} \\sqrt{}"));
        QCOMPARE(exact("tanh(1) cos(∞) sin(NaN) erf(0) max(1, …"),
                 QString("\\tanh(1) \\cos(\\infty) \\sin(\\text{NaN}) \\operatorname{erf}(0) "
                         "\\max(1, \\cdots"));
        QVERIFY(test::text(explanationLatex(e, 3))
                    .contains("\\text{50 \\% of \\{x\\}} &= -1.500 \\\\\n"));
    }
};

ATTENTION_TEST(TstMatrixForms)
#include "tst_matrix_forms.moc"
