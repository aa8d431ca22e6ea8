// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/run.h"
#include "core/text/forms.h"
#include "tests/core/core_support.h"
#include "tests/support/test_main.h"

#include <limits>

using namespace attention;

namespace {

QString written(const Scenario& s, const char* form, const StageFilter& filter = {})
{
    return test::text(findTextForm(form)->write(*run(std::make_shared<Scenario>(s)), filter));
}

// A = [2, 0], B = [0, 2], C = [1, 1], causal.
Scenario threeCausal()
{
    Scenario s = test::scenarioOf(test::matrix({{2, 0}, {0, 2}, {1, 1}}));
    s.mask.causal = true;
    return s;
}

} // namespace

// A trace for a document: Markdown and LaTeX.
class TstDocumentForms : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void markdown()
    {
        Scenario s = threeCausal();
        s.title = "Price *list* <b> & `more`";
        s.tokens = {"a|b", "c\\d", "e\nf"};
        QCOMPARE(written(s, "markdown", {{StageId::MaskedScores, StageId::Output}, -1}),
                 QString(R"(# Price \*list\* \<b\> \& \`more\`

## 10. masked scores

`S + mask = S/√dₖ where allowed, else the fill` (3, 3)

| | a\|b | c\\d | e␊f |
| --- | ---: | ---: | ---: |
| a\|b | 2.828 | blocked | blocked |
| c\\d | 0.000 | 2.828 | blocked |
| e␊f | 1.414 | 1.414 | 1.414 |

## 14. output

`O = concatenated` (3, 2)

| | 1 | 2 |
| --- | ---: | ---: |
| a\|b | 2.000 | 0.000 |
| c\\d | 0.112 | 1.888 |
| e␊f | 1.000 | 1.000 |
)"));
    }

    void latex()
    {
        Scenario s = threeCausal();
        s.title = "100% & more\n\\input{x}";
        s.tokens = {"50%_&#$", "~^\\{}", "x\ty--z"};
        QCOMPARE(
            written(s, "latex", {{StageId::MaskedScores, StageId::Queries}, -1}),
            QString(
                R"(% For a document with \usepackage{amsmath}; letters beyond Latin need XeLaTeX or LuaLaTeX and a font that has them.
\section*{100\% \& more\textasciicircum{}J\textbackslash{}input\{x\}}

\paragraph{2. queries} Q = X, $3 \times 2$.
Rows: 50\%\_\&\#\$, \textasciitilde{}\textasciicircum{}\textbackslash{}\{\}, x\textasciicircum{}Iy-{}-z; columns: 1, 2.
\[
\text{Q} = \begin{bmatrix}
  2.000 & 0.000 \\
  0.000 & 2.000 \\
  1.000 & 1.000
\end{bmatrix}
\]

\paragraph{10. masked scores} S + mask = S/$\surd$d$_k$ where allowed, else the fill, $3 \times 3$.
Rows: 50\%\_\&\#\$, \textasciitilde{}\textasciicircum{}\textbackslash{}\{\}, x\textasciicircum{}Iy-{}-z; columns: 50\%\_\&\#\$, \textasciitilde{}\textasciicircum{}\textbackslash{}\{\}, x\textasciicircum{}Iy-{}-z. A dash is a blocked key, whose score is $-1 \cdot 10^{9}$.
\[
\text{S + mask} = \begin{bmatrix}
  2.828 & \text{--} & \text{--} \\
  0.000 & 2.828 & \text{--} \\
  1.414 & 1.414 & 1.414
\end{bmatrix}
\]
)"));
    }

    // -infinity is what stands there, NaN what becomes of a row of it.
    void latexOfInfinities()
    {
        Scenario s = test::bundled("blocked-row");
        s.mask.fill = -std::numeric_limits<double>::infinity();
        const QString text = written(s, "latex", {{StageId::MaskedScores, StageId::Weights}, -1});
        QVERIFY(text.contains("  -\\infty & -\\infty & -\\infty \\\\\n"));
        QVERIFY(text.contains("  \\text{NaN} & \\text{NaN} & \\text{NaN} \\\\\n"));
        QVERIFY(!text.contains("\\text{--}") && !text.contains("dash"));
    }

    void latexNamesTheIndices()
    {
        Scenario s = threeCausal();
        s.W_q.matrix = share(test::matrix({{1, 2}, {3, 4}}));
        const QString text = written(s, "latex", {{StageId::Queries, StageId::Scores}, -1});
        QVERIFY(text.contains("Q = X $\\cdot$ $W_{\\mathrm{q}}$, $3 \\times 2$."));
        QVERIFY(text.contains("S = Q $\\cdot$ K$^{\\mathsf{T}}$"));
    }

    // amsmath's matrices end at 10 columns unless one says more.
    void latexOfWideMatrices()
    {
        const auto wide = [](Eigen::Index n) {
            return written(test::scenarioOf(Matrix::Ones(n, 2)), "latex");
        };
        QVERIFY(!wide(10).contains("MaxMatrixCols"));
        QVERIFY(wide(11).contains("\n\\setcounter{MaxMatrixCols}{11} "));
    }

    void everyLatexIsBalanced()
    {
        for (const QString& path : test::bundledScenarios()) {
            const QString text =
                written(test::bundled(QFileInfo(path).completeBaseName()), "latex");
            QCOMPARE(text.count("\\begin{bmatrix}"), text.count("\\end{bmatrix}"));
            int depth = 0;
            for (qsizetype i = 0; i < text.size(); ++i) {
                const bool escaped = i > 0 && text[i - 1] == u'\\';
                depth += !escaped && text[i] == u'{' ? 1 : !escaped && text[i] == u'}' ? -1 : 0;
                QVERIFY2(depth >= 0, qPrintable(path));
            }
            QCOMPARE(depth, 0);
        }
    }

    void headsAreChosen_data()
    {
        QTest::addColumn<QString>("form");
        QTest::newRow("markdown") << "markdown";
        QTest::newRow("latex") << "latex";
    }

    void headsAreChosen()
    {
        QFETCH(QString, form);
        const Scenario s = test::bundled("cat-sat-two-heads");
        const QString one = written(s, qPrintable(form), {{StageId::Weights, StageId::Output}, 1});
        QVERIFY(one.contains(". weights, head 2 of 2") && !one.contains("head 1 of 2"));
        QVERIFY(!one.contains("--head")); // a word for the command line
        QVERIFY(one.contains(". output"));
        const QString all = written(s, qPrintable(form));
        for (const TracePtr trace = run(std::make_shared<Scenario>(s));
             const Stage& stage : trace->stages)
            QVERIFY(all.contains(". " + test::text(std::string(stageInfo(stage.id).title))));
    }

    // With the mask after the softmax the scores are not masked, and none of the forms says so.
    void nothingIsBlockedBeforeTheSoftmax()
    {
        Scenario s = threeCausal();
        s.mistakes = {Mistake::MaskAfterSoftmax};
        const StageFilter scores = {{StageId::MaskedScores}, -1};
        QVERIFY(!written(s, "text", scores).contains("  blocked"));
        QVERIFY(!written(s, "markdown", scores).contains("blocked"));
        QVERIFY(!written(s, "latex", scores).contains("\\text{--}"));
        QVERIFY(written(threeCausal(), "text", scores).contains("  blocked"));
    }

    void labelsAreHarmless()
    {
        Scenario s = threeCausal();
        s.tokens = {"\x1b[2J\x07", "", "\u202E\u2028[x](http://y) $1$ ![i](j)"};
        for (const char* form : {"markdown", "latex"}) {
            const QString text = written(s, form);
            for (const QChar c : text)
                QVERIFY(c == u'\n' || (c >= u' ' && c != QChar(0x7f) && c != QChar(0x202E)));
            QVERIFY(text.contains("(empty)"));
        }
        QVERIFY(written(s, "markdown").contains("\\[x\\](http\\://y) \\$1\\$"));
        QVERIFY(written(s, "latex").contains("\\textasciicircum{}[[2J\\textasciicircum{}G"));
    }
};

ATTENTION_TEST(TstDocumentForms)
#include "tst_document_forms.moc"
