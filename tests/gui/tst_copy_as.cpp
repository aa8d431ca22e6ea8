// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "tests/support/window_session.h"
#include "ui/checks/checks_bar.h"
#include "ui/copy_commands.h"
#include "ui/picture_commands.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QSignalSpy>

using namespace attention;
using namespace attention::ui;
using namespace attention::test;

// What is asked on the board, as text for other programs.
class TstCopyAs : public TestCase {
    Q_OBJECT

    struct Session : WindowSession {
        Session()
            : WindowSession("abc-causal")
        {
            QGuiApplication::clipboard()->setText("before");
            ask(StageId::Weights, 1, 0);
        }
        void ask(StageId id, int row, int column, int head = 0)
        {
            Selection selection;
            selection.pinned = CellRef{{std::nullopt, id, head}, row, column};
            window.board().setSelection(selection);
        }
        static QString copied() { return QGuiApplication::clipboard()->text(); }
        void option(bool BoardOptions::*which, bool on)
        {
            BoardOptions options = window.board().options();
            options.*which = on;
            window.board().setOptions(options);
        }
    };

private slots:
    // abc-causal: B reads A by 1 / (1 + e^2.828) = 0.056; of masked scores two digits stand.
    void everyFormIsAnAction()
    {
        Session s;
        s.trigger("copy.markdown");
        QCOMPARE(s.copied(), QString("| | A | B | C |\n"
                                     "| --- | ---: | ---: | ---: |\n"
                                     "| A | 1.000 | 0.000 | 0.000 |\n"
                                     "| B | 0.056 | 0.944 | 0.000 |\n"
                                     "| C | 0.333 | 0.333 | 0.333 |\n"));
        s.trigger("copy.latex");
        QVERIFY2(s.copied().contains("  0.056 & 0.944 & 0.000 \\\\\n"), qPrintable(s.copied()));
        s.trigger("copy.numpy");
        QVERIFY2(s.copied().startsWith("np.array([[1, 0, 0],\n          [0.05580"),
                 qPrintable(s.copied()));
        s.trigger("copy.tsv");
        QVERIFY2(s.copied().startsWith("\tA\tB\tC\nA\t1\t0\t0\nB\t0.05580"),
                 qPrintable(s.copied()));
        s.trigger("copy.altText");
        QCOMPARE(s.copied(),
                 QString("Heatmap of attention weights, 3 queries by 3 keys; token A attends to "
                         "itself alone (1), B mostly to itself (0.94), C evenly to A, B and itself "
                         "(0.33 each); 3 of 9 are masked."));
        s.trigger("copy.explanation");
        QVERIFY2(s.copied().contains("\\begin{align*}\n\\text{weights [B, A]} &= 0.056"),
                 qPrintable(s.copied()));
    }

    void theAltTextIsThatOfThePicture()
    {
        Session s;
        s.trigger("copy.altText");
        QCOMPARE(s.copied(), s.window.pictures().stagePicture()->description());
        s.option(&BoardOptions::transposed, true);
        s.trigger("copy.altText");
        QVERIFY(s.copied().startsWith("Heatmap of attention weights, 3 keys by 3 queries; "));
        QCOMPARE(s.copied(), s.window.pictures().stagePicture()->description());
    }

    void whatIsShownTurnedIsCopiedTurned()
    {
        Session s;
        s.option(&BoardOptions::transposed, true);
        s.trigger("copy.markdown");
        QVERIFY(s.copied().contains("| A | 1.000 | 0.056 | 0.333 |\n"));
        s.trigger("copy.latex");
        QVERIFY(s.copied().contains("\\text{P$^{\\mathsf{T}}$} = "));
    }

    void theMenuOfAMatrixCopiesThatMatrix()
    {
        Session s;
        for (const MatrixRef& matrix : {MatrixRef{std::nullopt, StageId::Embeddings, -1},
                                        MatrixRef{MatrixField::X, {}, -1}}) {
            QMenu menu;
            s.window.copies().addTo(menu, matrix);
            const auto action = [&](const char* id) {
                return menu.findChild<QAction*>(QString("copyAs.") + id);
            };
            action("numpy")->trigger();
            QCOMPARE(s.copied(), QString("np.array([[2, 0],\n          [0, 2],\n          [1, 1]], "
                                         "dtype=float)\n"));
            action("altText")->trigger();
            QVERIFY2(s.copied().contains(" by 2 columns; from 0 ("), qPrintable(s.copied()));
            action("markdown")->trigger();
            QVERIFY2(s.copied().contains("| C | 1.000 | 1.000 |"), qPrintable(s.copied()));
        }
    }

    void hiddenNumbersAreNotCopied()
    {
        Session s;
        BoardOptions options = s.window.board().options();
        options.hidden.hideCell(*s.document.trace(), {{std::nullopt, StageId::Weights, 0}, 1, 0});
        s.window.board().setOptions(options);
        for (const char* id :
             {"copy.tsv", "copy.markdown", "copy.latex", "copy.numpy", "copy.explanation"}) {
            s.trigger(id);
            QCOMPARE(s.copied(), QString("before"));
        }
        s.trigger("copy.altText");
        QCOMPARE(s.copied(), QString("Heatmap of attention weights, 3 queries by 3 keys; some "
                                     "numbers are to be predicted."));
        QCOMPARE(s.copied(), s.window.pictures().stagePicture()->description());
        s.ask(StageId::Values, 0, 0, -1); // another matrix may be copied
        s.trigger("copy.markdown");
        QVERIFY(s.copied().startsWith("| |"));
    }

    void aHiddenMistakeIsNotCopied()
    {
        Session s;
        s.document.hideMistake(Mistake::ScaleBySqrtDModel);
        QSignalSpy said(&s.window.copies(), &CopyCommands::said);
        for (const char* id : {"copy.tsv", "copy.latex", "copy.altText", "copy.explanation"})
            s.trigger(id);
        QCOMPARE(s.copied(), QString("before"));
        QCOMPARE(said.size(), 4);
        for (const QList<QVariant>& one : said)
            QVERIFY(one[0].toString().startsWith("Detective: "));
    }

    void aPlotHasADescriptionAndNoMatrix()
    {
        Session s;
        s.window.setPlace(Place::Memory);
        s.trigger("copy.tsv");
        QCOMPARE(s.copied(), QString("before"));
        s.trigger("copy.altText");
        QCOMPARE(s.copied(), s.window.labPicture()->description());
    }
};

ATTENTION_TEST(TstCopyAs)
#include "tst_copy_as.moc"
