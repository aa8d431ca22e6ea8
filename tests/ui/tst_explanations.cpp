// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/run.h"
#include "core/scenario/edits.h"
#include "core/text/number.h"
#include "tests/support/program.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/explain/explanation_view.h"
#include "ui/explain/pin_card.h"
#include "ui/export/picture.h"
#include "ui/figures/labels.h"
#include "ui/figures/make_figure.h"

#include <QFontMetricsF>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTextDocument>

using namespace attention;
using namespace attention::ui;

namespace {

TracePtr traceOf(const Scenario& s)
{
    return run(std::make_shared<const Scenario>(s));
}

CellRef weight(int row, int column, int head = 0)
{
    return {{std::nullopt, StageId::Weights, head}, row, column};
}

// One line, without the marks that keep right-to-left labels to themselves.
QString flat(QString text)
{
    text.remove(QChar(0x2068)).remove(QChar(0x2069));
    return text.simplified();
}

QString wordsOf(const std::vector<ExplainStep>& steps)
{
    std::string text;
    for (const ExplainStep& step : steps)
        text += english(step.name) + ' ' + stepText(step, 3) + ' ';
    return QString::fromStdString(text);
}

// What has to stand there, from the trace and from what the core explains.
QString expectedText(const Trace& trace, const Stage& stage, int row, int column)
{
    const Explanation why = explain(trace, stage, row, column);
    const bool many = trace.scenario->heads > 1;
    QString title = QString::fromStdString(std::string(stageInfo(stage.id).title));
    if (!many)
        title.remove(" of the head");
    else if (stage.head >= 0)
        title += QString(", head %1").arg(stage.head + 1);
    const QString value = QString::fromStdString(forFigure((*stage.values)(row, column), 3));
    QString text = QString("%1 [%2, %3] = %4 ")
                       .arg(title, shownLabels(rowLabels(trace, stage))[row],
                            shownLabels(columnLabels(trace, stage))[column], value);
    text += wordsOf(why.plain);
    if (!why.exact.empty())
        text += "exactly " + QString::fromStdString(why.exact) + " = " + value + ' ';
    if (!why.computer.empty())
        text += QString::fromUtf8(why.plain.empty() ? "" : "▾ ") +
                "as the computer does it (maximum first) " + wordsOf(why.computer);
    for (const Message& note : why.notes)
        text += QString::fromStdString(english(note)) + ' ';
    return text.simplified();
}

QByteArray svgOf(const Figure& figure, QSize size = {1000, 800})
{
    PictureOptions options;
    options.size = size;
    options.textAsText = true;
    return formatFor("a.svg")->render(figure, options);
}

} // namespace

// Where a number comes from: in the panel, on the clipboard and under a picture.
class TstExplanations : public attention::test::TestCase {
    Q_OBJECT

private slots:
    // Where there is no room, a pin gives up what the number is before it gives up where it is.
    void aPinKeepsTheKey()
    {
        const QFont font = Theme::make(ThemeKind::Light).bold(13.0 / 14);
        const QFontMetricsF metrics(font);
        const QString name = QStringLiteral("masked scores, head 1 [the, sat]");
        const qreal whole = metrics.horizontalAdvance(name);
        QCOMPARE(fittedName(name, font, whole + 1), name);
        for (const qreal width : {0.9 * whole, 0.6 * whole}) {
            const QString fitted = fittedName(name, font, width);
            QVERIFY2(fitted.endsWith("… [the, sat]"), qPrintable(fitted));
            QVERIFY(metrics.horizontalAdvance(fitted) <= width + 1);
        }
    }

    void everyCellSaysWhatTheCoreSays_data()
    {
        QTest::addColumn<QString>("example");
        for (const char* name : {"abc-unscaled", "cat-sat-two-heads", "abc-causal", "block-pre",
                                 "rope-two-speeds", "translate-cross", "overflow", "blocked-row"})
            QTest::newRow(name) << name;
    }

    void everyCellSaysWhatTheCoreSays()
    {
        QFETCH(QString, example);
        const TracePtr trace = traceOf(test::example(example.toUtf8().constData()));
        ExplanationView view;
        view.setUnfolded(true);
        view.resize(312, 400);
        int cells = 0;
        for (const Stage& stage : trace->stages)
            for (int row = 0; row < stage.values->rows(); ++row)
                for (int column = 0; column < stage.values->cols(); ++column) {
                    view.setExplanation(explainCell(
                        *trace, {{std::nullopt, stage.id, stage.head}, row, column}, 3));
                    QCOMPARE(flat(view.toPlainText()), expectedText(*trace, stage, row, column));
                    ++cells;
                }
        QVERIFY(cells > 40);
    }

    // By hand: e² of 54.598 + 1 + 7.389, and with 4 subtracted from each score.
    void theComputersFormIsFolded()
    {
        const TracePtr trace = traceOf(test::example("abc-unscaled"));
        ExplanationView view;
        view.setExplanation(explainCell(*trace, weight(0, 2), 3));
        QCOMPARE(
            flat(view.toPlainText()),
            QString::fromUtf8("weights [A, C] = 0.117 q_A · k_C 2·1 + 0·1 = 2 e^ e^2 = 7.389 "
                              "row sum 54.598 + 1 + 7.389 = 62.987 share 7.389 / 62.987 = 0.117 "
                              "exactly e² / (e⁴ + 1 + e²) = 0.117 "
                              "▸ as the computer does it (maximum first) "
                              "slope w(1 − w) = 0.1035"));
        view.setUnfolded(true);
        const QString unfolded = flat(view.toPlainText());
        for (const char* line : {"max(4, 0, 2) = 4", "2 − 4 = −2", "1 + 0.018 + 0.135 = 1.154"})
            QVERIFY2(unfolded.contains(QString::fromUtf8(line)), qPrintable(unfolded));
        view.setExplanation(std::nullopt);
        QCOMPARE(view.toPlainText(), "Point at a number, or click it.");
    }

    void aKeyUnfoldsIt()
    {
        const TracePtr trace = traceOf(test::example("abc-unscaled"));
        ExplanationView view;
        view.setExplanation(explainCell(*trace, weight(0, 2), 3));
        view.resize(312, 400);
        view.show();
        view.setFocus();
        const QSignalSpy asked(&view, &ExplanationView::foldRequested);
        QTest::keyClick(&view, Qt::Key_Tab);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(asked.count(), 1);
    }

    // A score is q·k: the operands in the colours of queries and keys, in every theme.
    void operandsHaveTheColourOfTheirRole()
    {
        const TracePtr trace = traceOf(test::example("abc-unscaled"));
        for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark, ThemeKind::Projector}) {
            const Theme theme = Theme::make(kind);
            ExplanationView view;
            view.setTheme(theme);
            view.setExplanation(explainCell(*trace, weight(0, 2), 3));
            const QString text = view.document()->toPlainText();
            const auto colourAt = [&](const char* line, int offset) {
                QTextCursor cursor(view.document());
                cursor.setPosition(static_cast<int>(text.indexOf(QString::fromUtf8(line))) +
                                   offset + 1);
                return cursor.charFormat().foreground().color();
            };
            QCOMPARE(colourAt("weights", 0), theme.weight);
            QCOMPARE(colourAt("2·1", 0), theme.query);
            QCOMPARE(colourAt("2·1", 2), theme.key);
            QCOMPARE(colourAt("7.389 / 62.987", 0), theme.weight);
        }
    }

    // It begins at its beginning, and an edit does not scroll what is read.
    void scrollsOnlyForAnotherCell()
    {
        Scenario s = test::example("abc-unscaled");
        const TracePtr before = traceOf(s);
        const TracePtr after = traceOf(withCell(s, MatrixField::X, 0, 1, 2));
        ExplanationView view;
        view.setUnfolded(true);
        view.resize(268, 100);
        view.show();
        view.setExplanation(explainCell(*before, weight(0, 2), 3));
        QVERIFY(view.verticalScrollBar()->maximum() > 40);
        QCOMPARE(view.verticalScrollBar()->value(), 0);
        view.resize(268, 90);
        QCOMPARE(view.verticalScrollBar()->value(), 0);
        view.verticalScrollBar()->setValue(30);
        view.setExplanation(explainCell(*after, weight(0, 2), 3));
        QCOMPARE(view.verticalScrollBar()->value(), 30);
        view.setExplanation(explainCell(*after, weight(0, 1), 3));
        QCOMPARE(view.verticalScrollBar()->value(), 0);
    }

    void aLongRowStaysNarrow()
    {
        const TracePtr trace = traceOf(test::example("sixty-four-words"));
        ExplanationView view;
        view.setUnfolded(true);
        view.resize(268, 200);
        view.show();
        for (const StageId id : {StageId::Weights, StageId::Scores, StageId::HeadOutput}) {
            view.setExplanation(explainCell(*trace, {{std::nullopt, id, 0}, 63, 5}, 3));
            QVERIFY(view.document()->size().width() <= view.viewport()->width());
            QCOMPARE(view.horizontalScrollBar()->maximum(), 0);
            QCOMPARE(view.toPlainText().contains(QString::fromUtf8("… 56 more …")),
                     id != StageId::Scores); // of 8 columns
        }
        Scenario s = test::threeTokens();
        s.tokens = {QString(200, u'x').toStdString(), "<b>B</b>",
                    QString::fromUtf8("שלום").toStdString()};
        const TracePtr odd = traceOf(s);
        view.setExplanation(explainCell(*odd, weight(0, 2), 3));
        QVERIFY(view.document()->size().width() <= view.viewport()->width());
        view.setExplanation(explainCell(*odd, weight(1, 1), 3));
        QVERIFY(view.toPlainText().contains("<b>B</b>"));
    }

    void oneLabelIsTheSameAsAmongAll()
    {
        const std::vector<std::string> labels = {
            "the", "cat",      "the",          "",    "∅",   "the", " ", "␣", "a\nb", "a␊b", "\x7f",
            "␡",   "\xff\xfe", "\xef\xbf\xbd", "<b>", "<b>", "",    "😀", "😀", "the₂"};
        const QStringList all = shownLabels(labels);
        for (int i = 0; i < all.size(); ++i)
            QCOMPARE(shownLabel(labels, i), all[i]);
    }

    void inputsAndPlacesOutside()
    {
        const TracePtr trace = traceOf(test::example("abc-unscaled"));
        // X is the stage Embeddings, whichever of the two is clicked.
        const auto x = explainCell(*trace, {{MatrixField::X, {}, -1}, 2, 1}, 3);
        QVERIFY(x && x->cell == (CellRef{{std::nullopt, StageId::Embeddings, -1}, 2, 1}));
        QCOMPARE(flat(plainText(*x)), "X [C, 2] = 1 given 1");
        const auto w = explainCell(*trace, {{MatrixField::W_q, {}, -1}, 0, 0}, 3);
        QVERIFY(w && w->cell.matrix.field == MatrixField::W_q);
        QCOMPARE(flat(plainText(*w)), "W_q [1, 1] = 1 given 1");
        QVERIFY(!explainCell(*trace, weight(0, 3), 3));
        QVERIFY(!explainCell(*trace, weight(0, 0, 1), 3));
    }

    void theClipboardHasTwoColumns()
    {
        const TracePtr trace = traceOf(test::example("abc-scaled"));
        const QString text = plainText(*explainCell(*trace, weight(0, 2), 3));
        QVERIFY2(text.startsWith(QString::fromUtf8("weights [A, C] = 0.187\n"
                                                   "q_A · k_C        2·1 + 0·1 = 2\n"
                                                   "÷ √2             2 / 1.414 = 1.414\n")),
                 qPrintable(text));
        QVERIFY(text.contains("score − largest  1.414 − 2.828 = −1.414\n"));
        QVERIFY(!text.contains(QChar(0x2068)));
    }

    void picturesSayItUnderThem()
    {
        const TracePtr trace = traceOf(test::example("cat-sat-two-heads"));
        const CellRef output{{std::nullopt, StageId::HeadOutput, 1}, 2, 0};
        FigureOptions options;
        const QByteArray bare = svgOf(*boardFigure(trace, 0, options));
        options.explained = {weight(0, 2), output};
        const auto board = boardFigure(trace, 0, options);
        const QByteArray drawn = svgOf(*board);
        for (const char* piece : {"22.032", "16.919"}) { // of the weight's row alone
            QVERIFY(!bare.contains(piece));
            QVERIFY(drawn.contains(piece));
        }
        QVERIFY(flat(board->description())
                    .contains("weights, head 1 [the, sat] = 0.187: 4.113 / 22.032 = 0.187."));
        QVERIFY(board->description().contains("head 2"));
        // A matrix says its own, and of its own head.
        QVERIFY(svgOf(*stageFigure(trace, StageId::Weights, 0, options)).contains("22.032"));
        for (const auto& [id, head] :
             {std::pair(StageId::Weights, 1), std::pair(StageId::Scores, 0)}) {
            QCOMPARE(svgOf(*stageFigure(trace, id, head, options)),
                     svgOf(*stageFigure(trace, id, head)));
        }
    }

    // However many there are and however small it is, the figure keeps the larger part.
    void manyPinsLeaveThePictureItsPlace()
    {
        const TracePtr trace = traceOf(test::example("sixty-four-words"));
        FigureOptions options;
        for (int key = 0; key < 60; ++key)
            options.explained.push_back(weight(63, key));
        const auto figure = stageFigure(trace, StageId::Weights, 0, options);
        const QString svg = QString::fromUtf8(svgOf(*figure, {800, 600}));
        QVERIFY(QRegularExpression("and \\d+ more").match(svg).hasMatch());
        for (const QSize& size : {QSize(1, 1), QSize(40, 30), QSize(300, 200)}) {
            PictureOptions picture;
            picture.size = size;
            QCOMPARE(renderImage(*figure, picture).size(), size);
        }
    }

    void theCommandLineMakesTheSamePicture()
    {
        QTemporaryDir folder;
        const TracePtr trace = traceOf(test::example("abc-scaled"));
        FigureOptions options;
        options.explained = {weight(0, 2), {{std::nullopt, StageId::Output, -1}, 0, 1}};
        const PictureOptions picture;
        QVERIFY(
            !savePicture(*boardFigure(trace, 0, options), folder.filePath("here.png"), picture));
        const test::Ran ran =
            test::runProgram({"export", "example:abc-scaled", "-o", "there.png", "--explain",
                              "weights:0,2", "--explain", "output,0,1"},
                             test::here(), folder.path());
        QCOMPARE(ran.status, 2); // a comma for a colon
        const test::Ran right =
            test::runProgram({"export", "example:abc-scaled", "-o", "there.png", "--explain",
                              "weights:0,2", "--explain", "output:0,1"},
                             test::here(), folder.path());
        QCOMPARE(right.errors, QByteArray());
        QVERIFY(test::contentOf(folder.filePath("here.png")) ==
                test::contentOf(folder.filePath("there.png")));
    }
};

ATTENTION_TEST(TstExplanations)
#include "tst_explanations.moc"
