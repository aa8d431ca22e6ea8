// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/scenario/edits.h"
#include "core/scenario/rearrange.h"
#include "tests/support/fake_dialogs.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/document/document.h"
#include "ui/editors/matrix_editor.h"
#include "ui/editors/matrix_table.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QUndoStack>

using namespace attention;
using namespace attention::ui;

class TstMatrixEditor : public attention::test::TestCase {
    Q_OBJECT

    struct Session {
        test::FakeDialogs dialogs;
        Document document;
        MatrixEditor editor{document, {}};

        explicit Session(Scenario s = test::threeTokens())
        {
            document.load(std::move(s), {});
            editor.show();
            QVERIFY(QTest::qWaitForWindowExposed(&editor));
        }
        MatrixTable& table() { return editor.table(); }
        void go(int row, int column)
        {
            table().setCurrentIndex(table().matrix().index(row, column));
        }
        void key(int key, Qt::KeyboardModifiers modifiers = {})
        {
            QTest::keyClick(field() ? static_cast<QWidget*>(field()) : &table(),
                            static_cast<Qt::Key>(key), modifiers);
        }
        void type(const QString& text)
        {
            for (const QChar c : text)
                QTest::keyClick(field() ? static_cast<QWidget*>(field()) : &table(), c.toLatin1());
        }
        QLineEdit* field()
        {
            for (auto* f : table().findChildren<QLineEdit*>("cellEditor"))
                if (f->isVisible())
                    return f;
            return nullptr;
        }
        QString message() { return editor.findChild<QLabel*>("matrixMessage")->text(); }
        bool isWrong()
        {
            return editor.findChild<QLabel*>("matrixMessage")->property("wrong").toBool();
        }
        void paste(const QString& text)
        {
            QGuiApplication::clipboard()->setText(text);
            table().paste();
        }
        void trigger(const char* id)
        {
            auto* action = table().findChild<QAction*>(QLatin1String(id));
            QVERIFY2(action, id);
            action->trigger();
        }
        void fill(const char* id)
        {
            auto* menu = editor.findChild<QToolButton*>("fillButton")->menu();
            emit menu->aboutToShow();
            auto* action = menu->findChild<QAction*>(QLatin1String(id));
            QVERIFY2(action, id);
            action->trigger();
        }
        double x(int row, int column) { return (*document.scenario().X)(row, column); }
        int steps() { return document.undoStack().count(); }
        QString undoText() { return document.undoStack().undoText(); }
    };

private slots:
    void bothSidesAreLive()
    {
        Session s;
        // What is changed elsewhere stands in the table …
        s.document.apply({withCell(s.document.scenario(), MatrixField::X, 1, 0, -0.5), "x", {}});
        QCOMPARE(s.table().matrix().index(1, 0).data().toString(), "−0.5");
        // … and the reverse; undo within.
        s.go(0, 1);
        s.type("1/3");
        s.key(Qt::Key_Return);
        QCOMPARE(s.x(0, 1), 1.0 / 3);
        QCOMPARE(s.table().matrix().index(0, 1).data(Qt::EditRole).toString(),
                 "0.3333333333333333");
        QCOMPARE(s.undoText(), "Change X");
        s.document.undoStack().undo();
        QCOMPARE(s.table().matrix().index(0, 1).data().toString(), "0");
        // Tokens come and go, and the person stays where she is.
        s.go(2, 1);
        s.document.apply({withTokenAdded(s.document.scenario(), "D"), "x", {}});
        QCOMPARE(s.table().matrix().rowCount(), 4);
        QCOMPARE(s.table().currentIndex().row(), 2);
        QCOMPARE(s.table().matrix().headerData(3, Qt::Vertical).toString(), "D");
    }

    void keysOfASpreadsheet()
    {
        Session s;
        s.go(0, 0);
        s.type("7");
        s.key(Qt::Key_Return); // down
        QCOMPARE(s.x(0, 0), 7.0);
        QCOMPARE(s.table().currentIndex(), s.table().matrix().index(1, 0));
        s.type("8");
        s.key(Qt::Key_Tab); // right
        QCOMPARE(s.x(1, 0), 8.0);
        QCOMPARE(s.table().currentIndex(), s.table().matrix().index(1, 1));
        s.key(Qt::Key_F2);
        QVERIFY(s.field());
        QCOMPARE(s.field()->text(), "2");
        s.key(Qt::Key_End);
        s.type("5");
        s.key(Qt::Key_Return, Qt::ShiftModifier); // up
        QCOMPARE(s.x(1, 1), 25.0);
        QCOMPARE(s.table().currentIndex(), s.table().matrix().index(0, 1));
        s.key(Qt::Key_F2);
        s.type("9");
        s.key(Qt::Key_Escape); // never mind
        QCOMPARE(s.x(0, 1), 0.0);
        s.key(Qt::Key_Down);
        s.key(Qt::Key_Left);
        QCOMPARE(s.table().currentIndex(), s.table().matrix().index(1, 0));
        s.key(Qt::Key_Down, Qt::ShiftModifier);
        s.key(Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(s.table().selectedBlock() == (CellBlock{1, 0, 2, 2}));
        const int steps = s.steps();
        s.key(Qt::Key_Delete);
        QCOMPARE(s.x(1, 0) + s.x(1, 1) + s.x(2, 0) + s.x(2, 1), 0.0);
        QCOMPARE(s.x(0, 0), 7.0);
        QCOMPARE(s.steps(), steps + 1);
        s.key(Qt::Key_A, Qt::ControlModifier);
        QVERIFY(s.table().selectedBlock() == (CellBlock{0, 0, 3, 2}));
    }

    void copyCutAndPasteKeepEveryDigit()
    {
        Session s;
        s.document.apply(
            {withCell(s.document.scenario(), MatrixField::X, 0, 0, 0.1 + 0.2), "", {}});
        s.document.apply({withCell(s.document.scenario(), MatrixField::X, 0, 1, 1.125), "", {}});
        s.table().selectBlock({0, 0, 2, 2});
        s.key(Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), "0.30000000000000004\t1.125\n0\t2\n");
        s.key(Qt::Key_X, Qt::ControlModifier);
        QCOMPARE(s.x(0, 0), 0.0);
        s.go(1, 0);
        s.key(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(s.x(1, 0), 0.1 + 0.2);
        QCOMPARE(s.x(1, 1), 1.125);
        QCOMPARE(s.x(2, 1), 2.0);
        QCOMPARE(s.undoText(), "Paste into X");
        // One number of ours, which would be a riddle from elsewhere.
        s.go(1, 1);
        s.table().copy();
        s.table().selectBlock({0, 0, 1, 2});
        s.table().paste();
        QCOMPARE(s.x(0, 0), 1.125);
        QCOMPARE(s.x(0, 1), 1.125);
        s.paste("1.125");
        QVERIFY(s.isWrong() && s.message().contains("thousands"));
    }

    void whatCannotBeReadIsRefusedAtItsPlace()
    {
        Session s;
        s.go(0, 0);
        expectWarning("raise"); // the tooltip, on a platform without a window manager
        s.type("2x");
        s.key(Qt::Key_Return);
        QVERIFY(s.field()); // still open, marked
        QVERIFY(s.field()->property("wrong").toBool());
        QVERIFY(s.isWrong() && s.message().contains("“x”"));
        QCOMPARE(s.x(0, 0), 2.0);
        s.key(Qt::Key_Backspace);
        s.key(Qt::Key_Return);
        QVERIFY(!s.field());
        QCOMPARE(s.x(0, 0), 2.0);
        QCOMPARE(s.steps(), 0);

        // All or nothing.
        s.go(0, 0);
        s.paste("5\t6\n7\tcat");
        QVERIFY(s.isWrong());
        QCOMPARE(s.message(), "Not pasted: row 2, column 2: “cat” is not a number");
        QCOMPARE(s.x(0, 0), 2.0);
        s.paste("1,000\t6");
        QVERIFY(s.message().contains("row 1, column 1"));
        QCOMPARE(s.steps(), 0);
    }

    void pastedBlocks()
    {
        Session s;
        s.go(0, 0);
        s.paste("array([[1.5, 2.5],\n       [3.5, 4.5]])");
        QCOMPARE(s.x(1, 1), 4.5);
        QCOMPARE(s.steps(), 1);
        QCOMPARE(s.message(), "Pasted: 2 × 2, a print in brackets");
        s.go(2, 1);
        s.paste("1\t2");
        QCOMPARE(s.message(),
                 "Not pasted: the block is 1 × 2, but from here on there are 1 × 1 cells");
        QVERIFY(!s.editor.findChild<QPushButton*>("resizeButton")->isVisible());
        QCOMPARE(s.steps(), 1);
    }

    void aLargerBlockOffersToResize()
    {
        Session s;
        const Scenario before = s.document.scenario();
        auto* resize = s.editor.findChild<QPushButton*>("resizeButton");
        s.go(0, 0);
        s.paste("1\t2\t3\n4\t5\t6\n7\t8\t9\n10\t11\t12");
        QVERIFY(s.isWrong() && resize->isVisible());
        QCOMPARE(resize->text(), "Resize to 4 × 3 and paste");
        QCOMPARE(s.steps(), 0);
        resize->click();
        QVERIFY(!resize->isVisible());
        QCOMPARE(s.document.scenario().tokenCount(), 4);
        QCOMPARE(s.x(3, 2), 12.0);
        QCOMPARE(s.steps(), 1); // one step
        s.document.undoStack().undo();
        QVERIFY(sameContent(s.document.scenario(), before));
        // Projections have the shape that the others give them.
        s.editor.setField(MatrixField::W_q);
        s.paste("1\t2\t3\n4\t5\t6\n7\t8\t9");
        QVERIFY(s.isWrong() && !resize->isVisible());
    }

    void fills()
    {
        Session s;
        s.editor.setField(MatrixField::W_k);
        s.fill("fill.ones");
        QCOMPARE(s.undoText(), "Fill W_k: ones");
        QCOMPARE(s.document.scenario().W_k.matrix->sum(), 4.0);
        s.fill("fill.identity");
        QVERIFY(s.document.scenario().W_k.isIdentity());
        s.editor.findChild<QSpinBox*>("fillSeed")->setValue(42);
        s.fill("fill.random_normal");
        QCOMPARE(s.undoText(), "Fill W_k: random normal, seed 42");
        const Matrix first = *s.document.scenario().W_k.matrix;
        s.fill("fill.zeros");
        s.fill("fill.random_normal");
        QVERIFY(*s.document.scenario().W_k.matrix == first);
        s.dialogs.text = "2/4";
        s.fill("fill.scale");
        QVERIFY(*s.document.scenario().W_k.matrix == 0.5 * first);
        QCOMPARE(s.undoText(), "Fill W_k: times a factor 0.5");
        // A block alone.
        s.table().selectBlock({0, 0, 2, 1});
        s.fill("fill.zeros");
        QCOMPARE(s.document.scenario().W_k.matrix->col(0).norm(), 0.0);
        QCOMPARE((*s.document.scenario().W_k.matrix)(1, 1), 0.5 * first(1, 1));
        const int steps = s.steps();
        s.fill("fill.zeros"); // nothing to do
        QCOMPARE(s.steps(), steps);
    }

    void tokensAndColumnsFromTheHeaders()
    {
        Session s;
        s.go(0, 1);
        s.trigger("row.moveOn");
        QCOMPARE(s.document.scenario().tokens, (std::vector<std::string>{"B", "A", "C"}));
        QCOMPARE(s.table().currentIndex(), s.table().matrix().index(1, 1)); // went along
        QCOMPARE(s.undoText(), "Move Token Down");
        s.trigger("row.addAfter");
        QCOMPARE(s.document.scenario().tokens, (std::vector<std::string>{"B", "A", "new", "C"}));
        QCOMPARE(s.table().currentIndex().row(), 2);
        s.dialogs.text = "<b>";
        s.trigger("row.rename");
        QCOMPARE(s.document.scenario().tokens[2], std::string("<b>"));
        s.trigger("row.remove");
        QCOMPARE(s.document.scenario().tokenCount(), 3);
        s.go(0, 0);
        s.trigger("row.moveBack");
        QVERIFY(s.isWrong());
        QCOMPARE(s.message(), "It is the first already");

        s.trigger("column.addBefore");
        QCOMPARE(s.document.scenario().modelWidth(), 3);
        QCOMPARE(s.x(0, 0), 0.0);
        s.dialogs.text = "size";
        s.trigger("column.rename");
        QCOMPARE(s.document.scenario().columns, (std::vector<std::string>{"size", "2", "3"}));
        s.trigger("column.moveOn");
        QCOMPARE(s.document.scenario().columns, (std::vector<std::string>{"2", "size", "3"}));
        for (int i = 0; i < 3; ++i)
            s.trigger("column.remove");
        QCOMPARE(s.document.scenario().modelWidth(), 1);
        QCOMPARE(s.message(), "The last column stays: a token needs one number");
        for (int i = 0; i < 3; ++i)
            s.trigger("row.remove");
        QCOMPARE(s.document.scenario().tokenCount(), 1);
        QCOMPARE(s.message(), "The last token stays: attention needs one");
        // Rows of W_q are columns of X.
        s.document.undoStack().undo();
        s.editor.setField(MatrixField::W_q);
        QCOMPARE(s.table().findChild<QAction*>("row.remove")->text(), "Remove Column");
    }

    void lookingChangesNothing()
    {
        for (const char* name : {"abc-unscaled", "cat-sat", "block-pre", "translate-cross",
                                 "learned-places", "heads-mixed", "bias-by-distance"}) {
            Scenario scenario = test::example(name);
            Session s(scenario);
            const ScenarioPtr before = s.document.scenarioPtr();
            for (const MatrixField field : givenMatrices(*before)) {
                s.editor.setField(field);
                s.go(0, 0);
                for (int i = 0; i < std::min(20, s.table().matrix().rowCount()); ++i) {
                    s.key(Qt::Key_F2);
                    QVERIFY(s.field());
                    s.key(i % 2 == 0 ? Qt::Key_Return : Qt::Key_Tab);
                    s.key(Qt::Key_Right);
                }
                s.key(Qt::Key_A, Qt::ControlModifier);
                s.key(Qt::Key_C, Qt::ControlModifier);
                s.table().selectBlock({0, 0, 1, 1});
                s.key(Qt::Key_C, Qt::ControlModifier);
                s.key(Qt::Key_V, Qt::ControlModifier);
            }
            s.editor.close();
            QCOMPARE(s.document.scenarioPtr(), before); // not one new value was made
            QCOMPARE(s.steps(), 0);
            QVERIFY(!s.document.isModified());
        }
    }

    void everyGivenMatrixHasATable()
    {
        Scenario scenario = test::randomScenario(3, 4, 1, 5);
        scenario.block.emplace();
        scenario.block->W_1 = share(Matrix::Ones(4, 5));
        scenario.block->W_2 = share(Matrix::Ones(5, 4));
        scenario.block->gamma_1 = share(Matrix::Ones(1, 4));
        scenario.b_q = share(Matrix::Ones(1, 4));
        scenario.mask.bias = share(Matrix::Zero(3, 3));
        Session s(scenario);
        auto* choice = s.editor.findChild<QComboBox*>("matrixChoice");
        QStringList names;
        for (int i = 0; i < choice->count(); ++i)
            names += choice->itemText(i);
        QCOMPARE(names, (QStringList{"X", "W_q", "W_k", "W_v", "b_q", "mask.bias", "block.gamma_1",
                                     "block.W_1", "block.W_2"}));
        for (const MatrixField field : givenMatrices(scenario)) {
            s.editor.setField(field);
            s.go(0, 1);
            s.type("4");
            s.key(Qt::Key_Return);
            QCOMPARE(fieldMatrix(s.document.scenario(), field)(0, 1), 4.0);
        }
        // A matrix that goes takes its table with it.
        s.editor.setField(MatrixField::b_q);
        Scenario without = s.document.scenario();
        without.b_q.reset();
        s.document.apply({without, "x", {}});
        QCOMPARE(s.editor.field(), MatrixField::X);
        QCOMPARE(choice->currentText(), "X");
    }

    void labelsStandLiterally()
    {
        Scenario scenario = test::randomScenario(9, 2, 1, 6);
        const std::string longOne(200, 'w');
        scenario.tokens = {"<s>", "&amp;", "😀", "שלום", "", longOne, "the", "the", "the"};
        scenario.columns = {"<img src=x>", "R&D"};
        Session s(scenario);
        QStringList rows;
        for (int i = 0; i < 9; ++i)
            rows += s.table().matrix().headerData(i, Qt::Vertical).toString();
        QCOMPARE(rows, (QStringList{"<s>", "&amp;", "😀", "שלום", "∅",
                                    QString::fromStdString(longOne), "the", "the₂", "the₃"}));
        QCOMPARE(s.table().matrix().headerData(1, Qt::Horizontal).toString(), "R&D");
        // Tooltips are rich text: there the signs are escaped.
        QVERIFY(s.table()
                    .matrix()
                    .headerData(0, Qt::Vertical, Qt::ToolTipRole)
                    .toString()
                    .contains("&lt;s&gt;"));
        QVERIFY(s.table().matrix().index(0, 0).data(Qt::ToolTipRole).toString().contains("&lt;s"));
        QVERIFY(s.editor.minimumSizeHint().width() < 900);
    }

    void everythingHasAName()
    {
        Session s;
        for (QWidget* widget : s.editor.findChildren<QWidget*>())
            if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible() &&
                !widget->objectName().startsWith("qt_"))
                QVERIFY2(!widget->accessibleName().isEmpty() || widget->parent() != &s.editor,
                         qPrintable(widget->objectName()));
    }
};

ATTENTION_TEST(TstMatrixEditor)
#include "tst_matrix_editor.moc"
