// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/scenario/edits.h"
#include "core/scenario/rearrange.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "tests/support/window_session.h"
#include "ui/checks/checks_bar.h"
#include "ui/document/document.h"
#include "ui/editors/matrix_editor.h"
#include "ui/editors/matrix_table.h"
#include "ui/file_commands.h"
#include "ui/main_window.h"
#include "ui/table_commands.h"

#include <QAction>
#include <QLineEdit>
#include <QMenu>
#include <QUndoStack>

using namespace attention;
using namespace attention::ui;

// The window with the table of a matrix beside it.
class TstTables : public attention::test::TestCase {
    Q_OBJECT

    struct Session : test::WindowSession {
        using WindowSession::WindowSession;

        MatrixEditor* editor() { return window.findChild<MatrixEditor*>(); }
        void select(const MatrixRef& matrix, int row, int column)
        {
            Selection selection = window.board().selection();
            selection.pinned = CellRef{matrix, row, column};
            window.board().setSelection(selection);
        }
        void doubleClickHeading(const MatrixRef& matrix)
        {
            const PlacedMatrix* m = window.board().boardLayout().find(matrix);
            QVERIFY(m);
            const QPoint place = m->headingRect.center().toPoint();
            // As a mouse does it: the first click may fold something open.
            QTest::mouseClick(&window.board(), Qt::LeftButton, {}, place);
            QTest::mouseDClick(&window.board(), Qt::LeftButton, {}, place);
        }
    };

    static constexpr MatrixRef queries{std::nullopt, StageId::HeadQueries, 0};
    static constexpr MatrixRef weights{std::nullopt, StageId::Weights, 0};

private slots:
    void openedFromHeadingMenuAndAction()
    {
        Session s;
        s.doubleClickHeading(queries);
        QVERIFY(s.editor() && s.editor()->isVisible());
        QCOMPARE(s.editor()->field(), MatrixField::X); // Q is X here
        s.editor()->close();

        // What is computed says so, and opens nothing.
        s.doubleClickHeading(weights);
        QVERIFY(!s.editor()->isVisible());

        QMenu menu;
        s.window.tables().addTo(menu, weights);
        QVERIFY(menu.isEmpty());
        s.window.tables().addTo(menu, {MatrixField::W_v, {}, -1});
        menu.actions().first()->trigger();
        QCOMPARE(s.editor()->field(), MatrixField::W_v);
        s.editor()->close();

        s.trigger("edit.table");
        QVERIFY(s.editor()->isVisible());
        QCOMPARE(s.editor()->field(), MatrixField::X);

        Session projected("cat-sat");
        projected.doubleClickHeading(queries);
        QCOMPARE(projected.editor()->field(), MatrixField::W_q);
    }

    void boardAndTableAreOne()
    {
        Session s;
        s.trigger("edit.table");
        MatrixTable& table = s.editor()->table();
        // On the board …
        s.window.board().editCell({queries, 0, 1});
        auto* field = s.window.board().findChild<QLineEdit*>("cellEditor");
        field->setText("sqrt(2)");
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(table.matrix().index(0, 1).data(Qt::EditRole).toString(), "1.4142135623730951");
        // … in the table, where the trace follows, …
        table.setCurrentIndex(table.matrix().index(0, 1));
        QTest::keyClick(&table, Qt::Key_Delete);
        QCOMPARE((*find(*s.document.trace(), StageId::Scores, 0)->values)(0, 0), 4.0);
        // … and undone from within the table's window.
        for (const char* id : {"edit.undo", "edit.redo"})
            QVERIFY(s.editor()->actions().contains(s.window.findChild<QAction*>(id)));
        s.trigger("edit.undo");
        s.trigger("edit.undo");
        QCOMPARE(s.document.undoStack().index(), 0);
        QCOMPARE(table.matrix().index(0, 1).data().toString(), "0");
    }

    void openedOnTheBoardAndLeftAlone()
    {
        Session s("cat-sat-two-heads");
        s.document.load(test::threeTokens(), {});
        const ScenarioPtr before = s.document.scenarioPtr();
        BoardOptions options = s.window.board().options();
        options.unfoldQ = true; // the identity, written out to be edited
        s.window.board().setOptions(options);
        QVERIFY(s.window.board().editCell({{MatrixField::W_q, {}, -1}, 0, 1}));
        QTest::keyClick(s.window.board().findChild<QLineEdit*>("cellEditor"), Qt::Key_Return);
        QCOMPARE(s.document.scenarioPtr(), before);
        QVERIFY(s.document.scenario().W_q.isIdentity());
    }

    void tokensAndColumnsByActions()
    {
        Session s;
        s.select(queries, 0, 1);
        s.trigger("token.down");
        QCOMPARE(s.document.scenario().tokens, (std::vector<std::string>{"B", "A", "C"}));
        QCOMPARE(s.window.board().selection().pinned->row, 1); // still A
        s.trigger("token.down");
        QCOMPARE(s.document.scenario().tokens, (std::vector<std::string>{"B", "C", "A"}));
        s.trigger("token.down"); // no further
        QCOMPARE(s.document.undoStack().count(), 2);
        s.trigger("token.up");
        QCOMPARE(s.document.scenario().tokens, (std::vector<std::string>{"B", "A", "C"}));
        s.dialogs.text = "&amp;";
        s.trigger("token.rename");
        QCOMPARE(s.document.scenario().tokens[1], std::string("&amp;"));

        // A key's column stands for a token, too.
        s.select(weights, 0, 2);
        s.trigger("token.up"); // rows of weights are queries: B
        QCOMPARE(s.document.scenario().tokens[0], std::string("B"));

        s.select(queries, 0, 1);
        const Matrix before = *s.document.scenario().X;
        s.trigger("column.left");
        QVERIFY(s.document.scenario().X->col(0) == before.col(1));
        QCOMPARE(s.window.board().selection().pinned->column, 0);
        QVERIFY(s.document.scenario().W_q.isIdentity());
        s.trigger("column.add");
        QCOMPARE(s.document.scenario().modelWidth(), 3);
        QVERIFY(s.document.scenario().X->col(1).isZero());
        s.dialogs.text = "new one";
        s.trigger("column.rename");
        s.trigger("column.remove");
        s.trigger("column.remove");
        s.trigger("column.remove"); // the last one stays
        QCOMPARE(s.document.scenario().modelWidth(), 1);
    }

    void aTokensOwnMenu()
    {
        Session s;
        QMenu menu;
        QStringList refused;
        const auto entry = [&](const char* id) {
            menu.clear();
            fillSequenceMenu(menu, s.document, &s.window, {false, MatrixField::X}, 0,
                             [&](const QString& sentence) { refused += sentence; });
            return menu.findChild<QAction*>(QLatin1String(id));
        };
        entry("token.moveOn")->trigger();
        QCOMPARE(s.document.scenario().tokens, (std::vector<std::string>{"B", "A", "C"}));
        entry("token.addBefore")->trigger();
        QCOMPARE(s.document.scenario().tokens[0], std::string("new"));
        entry("token.moveBack")->trigger();
        QCOMPARE(refused, QStringList{"It is the first already"});
        for (int i = 0; i < 4; ++i)
            entry("token.remove")->trigger();
        QCOMPARE(s.document.scenario().tokenCount(), 1);
        QCOMPARE(refused.last(), "The last token stays: attention needs one");
    }
};

ATTENTION_TEST(TstTables)
#include "tst_tables.moc"
