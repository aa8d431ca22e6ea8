// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/scenario/edits.h"
#include "tests/support/golden.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/document/document.h"
#include "ui/figures/sentence.h"
#include "ui/views/board_accessible.h"
#include "ui/views/board_view.h"

#include <QAccessible>
#include <QLineEdit>

using namespace attention;
using namespace attention::ui;

namespace {

struct Told {
    QAccessible::Event type;
    QString text; // of what it is about, at that moment
};

std::vector<Told>& told()
{
    static std::vector<Told> all;
    return all;
}

void remember(QAccessibleEvent* event)
{
    QAccessibleInterface* about = event->accessibleInterface();
    told().push_back({event->type(), about ? about->text(QAccessible::Name) : QString()});
}

bool wasTold(QAccessible::Event type, const QString& text)
{
    return std::any_of(told().begin(), told().end(),
                       [&](const Told& t) { return t.type == type && t.text == text; });
}

} // namespace

// What a screen reader finds on the board: it has nothing but these interfaces.
class TstBoardAccessible : public attention::test::TestCase {
    Q_OBJECT

    struct Board {
        Document document;
        std::unique_ptr<BoardView> view;

        explicit Board(Scenario scenario, QSize size = {1300, 620})
        {
            document.load(std::move(scenario), {});
            view = std::make_unique<BoardView>(document);
            view->resize(size);
            view->show();
        }
        QAccessibleInterface* board() { return QAccessible::queryAccessibleInterface(view.get()); }
        std::vector<QAccessibleInterface*> children(QAccessible::Role role)
        {
            std::vector<QAccessibleInterface*> found;
            for (int i = 0; i < board()->childCount(); ++i)
                if (QAccessibleInterface* child = board()->child(i); child->role() == role)
                    found.push_back(child);
            return found;
        }
        QAccessibleInterface* table(const MatrixRef& matrix)
        {
            const PlacedMatrix* placed = view->boardLayout().find(matrix);
            if (!placed)
                return nullptr;
            // Found as a person finds it: by what is under the middle of the matrix.
            const QPoint middle = view->mapToGlobal(placed->area.center().toPoint());
            QAccessibleInterface* table = board()->childAt(middle.x(), middle.y());
            return table && table->role() == QAccessible::Table ? table : nullptr;
        }
        QString cell(const MatrixRef& matrix, int row, int column)
        {
            QAccessibleInterface* found = table(matrix)->tableInterface()->cellAt(row, column);
            return found ? found->text(QAccessible::Name) : QString();
        }
        QAccessibleInterface* button(const QString& words)
        {
            for (QAccessibleInterface* child : children(QAccessible::Button))
                if (child->text(QAccessible::Name).contains(words))
                    return child;
            return nullptr;
        }
    };

    static constexpr MatrixRef weights{std::nullopt, StageId::Weights, 0};
    static constexpr MatrixRef queries{std::nullopt, StageId::HeadQueries, 0};
    static constexpr MatrixRef keys{std::nullopt, StageId::HeadKeys, 0};

    void setUp() override { told().clear(); }
    void tearDown() override { BoardAnnouncer::deliverTo(nullptr); }

private slots:
    void everyMatrixIsATable()
    {
        Board b(test::example("abc-scaled"));
        QCOMPARE(b.board()->role(), QAccessible::Grouping);
        QCOMPARE(b.board()->text(QAccessible::Name), "Board");
        std::size_t drawn = 0;
        for (const PlacedMatrix& m : b.view->boardLayout().matrices)
            drawn += !m.thumbnail;
        QVERIFY(drawn >= 5);
        const auto tables = b.children(QAccessible::Table);
        QCOMPARE(tables.size(), drawn);
        for (QAccessibleInterface* table : tables) {
            QVERIFY(!table->text(QAccessible::Name).isEmpty());
            QCOMPARE(table->parent(), b.board());
            QCOMPARE(b.board()->child(b.board()->indexOfChild(table)), table);
            const QAccessibleTableInterface* t = table->tableInterface();
            QVERIFY(t);
            QCOMPARE(table->childCount(), (t->rowCount() + 1) * (t->columnCount() + 1));
        }
        // The article's numbers, and who reads whom.
        QAccessibleInterface* table = b.table(weights);
        QVERIFY(table);
        QVERIFY2(table->text(QAccessible::Name).contains("(3, 3)"),
                 qPrintable(table->text(QAccessible::Name)));
        QCOMPARE(table->text(QAccessible::Description), "down: queries, across: keys");
        QCOMPARE(b.cell(weights, 0, 0), "0.768");
        QCOMPARE(b.cell(weights, 0, 1), "0.045");
        QCOMPARE(b.cell(weights, 0, 2), "0.187");
        QAccessibleTableInterface* t = table->tableInterface();
        QCOMPARE(t->rowDescription(1), "B");
        QCOMPARE(t->columnDescription(2), "C");
        QAccessibleInterface* cell = t->cellAt(0, 2);
        QCOMPARE(cell->role(), QAccessible::Cell);
        QCOMPARE(t->cellAt(0, 2), cell); // asked again, it is the same
        QAccessibleTableCellInterface* c = cell->tableCellInterface();
        QVERIFY(c);
        QCOMPARE(c->rowIndex(), 0);
        QCOMPARE(c->columnIndex(), 2);
        QCOMPARE(c->table(), table);
        QCOMPARE(c->rowHeaderCells().value(0)->text(QAccessible::Name), "A");
        QCOMPARE(c->columnHeaderCells().value(0)->text(QAccessible::Name), "C");
        QCOMPARE(c->columnHeaderCells().value(0)->role(), QAccessible::ColumnHeader);
        QVERIFY(cell->text(QAccessible::Description).contains("0.18"));
        QVERIFY(!t->cellAt(3, 0) && !t->cellAt(0, 3) && !t->cellAt(-1, 0));
    }

    // Kᵀ is drawn with its keys across, and so it is read.
    void aMatrixThatLiesOnItsSideIsReadAsItLies()
    {
        Board b(test::example("abc-scaled"));
        QAccessibleTableInterface* t = b.table(keys)->tableInterface();
        QCOMPARE(t->rowCount(), 2);
        QCOMPARE(t->columnCount(), 3);
        QCOMPARE(t->columnDescription(2), "C");
        // A = [2, 0], B = [0, 2], C = [1, 1].
        QCOMPARE(b.cell(keys, 0, 0), "2");
        QCOMPARE(b.cell(keys, 1, 0), "0");
        QCOMPARE(b.cell(keys, 1, 1), "2");
        QCOMPARE(b.cell(keys, 1, 2), "1");
    }

    void everythingStandsWhereItIsPainted()
    {
        Board b(test::example("cat-sat"));
        const QRect window(b.view->mapToGlobal(QPoint(0, 0)), b.view->size());
        for (QAccessibleInterface* table : b.children(QAccessible::Table)) {
            QVERIFY(window.contains(table->rect()));
            QAccessibleTableInterface* t = table->tableInterface();
            for (int row = 0; row < t->rowCount(); ++row)
                for (int column = 0; column < t->columnCount(); ++column) {
                    QAccessibleInterface* cell = t->cellAt(row, column);
                    const QPoint middle = cell->rect().center();
                    QVERIFY(window.contains(cell->rect()));
                    QCOMPARE(table->childAt(middle.x(), middle.y()), cell);
                    QCOMPARE(table->child(table->indexOfChild(cell)), cell);
                }
        }
        const PlacedMatrix& m = *b.view->boardLayout().find(weights);
        QCOMPARE(b.table(weights)->tableInterface()->cellAt(2, 1)->rect(),
                 QRect(b.view->mapToGlobal(m.cell(2, 1).toAlignedRect().topLeft()),
                       m.cell(2, 1).toAlignedRect().size()));
        for (const QAccessible::Role role : {QAccessible::StaticText, QAccessible::Button})
            for (QAccessibleInterface* child : b.children(role)) {
                QVERIFY(!child->text(QAccessible::Name).isEmpty());
                QVERIFY(window.adjusted(-1, -1, 1, 1).contains(child->rect()));
            }
    }

    void blockedAndStrangeNumbersHaveTheirWords()
    {
        Board b(test::example("abc-causal"));
        QCOMPARE(b.cell(weights, 0, 2), "0, blocked");
        QCOMPARE(b.cell(weights, 0, 0), "1");
        Board nan(test::goldenScenario("fully-blocked-row-infinite"));
        bool found = false;
        QAccessibleTableInterface* t = nan.table(weights)->tableInterface();
        for (int row = 0; row < t->rowCount(); ++row)
            found = found || t->cellAt(row, 0)->text(QAccessible::Name).startsWith("NaN");
        QVERIFY(found);
    }

    void theFormulaAndTheSentenceAreTexts()
    {
        Board b(test::example("abc-causal"));
        Selection selection = b.view->selection();
        selection.pinned = CellRef{weights, 1, 0};
        b.view->setSelection(selection);
        QStringList texts;
        for (QAccessibleInterface* child : b.children(QAccessible::StaticText))
            texts += child->text(QAccessible::Name);
        const QString all = texts.join('\n');
        QVERIFY2(all.contains("softmax( X Xᵀ ÷ √dₖ + mask ) X"), qPrintable(all));
        QVERIFY2(all.contains(rowSentence(*b.document.trace(), 0, 1, 3)), qPrintable(all));
    }

    void aClickedPlaceIsAButton()
    {
        Board b(test::example("abc-unscaled"));
        QVERIFY(!b.document.scenario().mask.causal);
        const Hotspot* toggle = nullptr;
        for (const Hotspot& h : b.view->boardLayout().hotspots)
            if (h.kind == Hotspot::Kind::ToggleMask)
                toggle = &h;
        QVERIFY(toggle);
        QAccessibleInterface* button = b.button(toggle->says);
        QVERIFY(button && button->actionInterface());
        button->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QVERIFY(b.document.scenario().mask.causal);
    }

    void aPressSelectsANumberAndOpensItsEditor()
    {
        Board b(test::example("abc-unscaled"));
        QAccessibleInterface* cell = b.table(queries)->tableInterface()->cellAt(0, 1);
        QVERIFY(cell->state().editable && !cell->state().selected);
        cell->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QVERIFY(b.view->selection().pinned == (CellRef{queries, 0, 1}));
        QVERIFY(cell->state().selected);
        QCOMPARE(b.table(queries)->tableInterface()->selectedCells().value(0), cell);
        QVERIFY(b.view->findChild<QLineEdit*>("cellEditor")->isVisible());
        // A weight can be asked, not edited.
        QAccessibleInterface* weight = b.table(weights)->tableInterface()->cellAt(0, 1);
        QVERIFY(weight->state().readOnly);
        weight->actionInterface()->doAction(QAccessibleActionInterface::setFocusAction());
        QVERIFY(b.view->selection().pinned == (CellRef{weights, 0, 1}));
        QVERIFY(!cell->state().selected);
    }

    void anEditIsReadInTheSameCells()
    {
        Board b(test::example("abc-unscaled"));
        QAccessibleInterface* cell = b.table(weights)->tableInterface()->cellAt(0, 0);
        QCOMPARE(cell->text(QAccessible::Name), "0.867"); // e⁴ / (e⁴ + 1 + e²)
        Selection selection = b.view->selection();
        selection.pinned = CellRef{weights, 0, 0};
        b.view->setSelection(selection);
        BoardAnnouncer::deliverTo(remember);
        b.document.apply(
            {withCell(b.document.scenario(), MatrixField::X, 0, 1, 2), "Change X", {}});
        QCOMPARE(b.table(weights)->tableInterface()->cellAt(0, 0), cell);
        QCOMPARE(cell->text(QAccessible::Name), "0.965"); // e⁸ / (e⁸ + 2 e⁴)
        QVERIFY(wasTold(QAccessible::NameChanged, "0.965"));
        QVERIFY(std::any_of(told().begin(), told().end(), [](const Told& t) {
            return t.type == QAccessible::TableModelChanged;
        }));
        // Another shape: what was handed out before is gone, the new cells are there.
        const QAccessible::Id old = QAccessible::uniqueId(cell);
        b.document.apply({withTokenAdded(b.document.scenario(), "D"), "Add Token", {}});
        QVERIFY(!QAccessible::accessibleInterface(old));
        QCOMPARE(b.table(weights)->tableInterface()->rowCount(), 4);
        QCOMPARE(b.table(weights)->tableInterface()->columnDescription(3), "D");
        QVERIFY(!b.cell(weights, 3, 3).isEmpty());
    }

    void aSelectionIsAnnounced()
    {
        Board b(test::example("abc-scaled"));
        b.view->activateWindow();
        b.view->setFocus();
        QTRY_VERIFY(b.view->hasFocus());
        BoardAnnouncer::deliverTo(remember);
        Selection selection = b.view->selection();
        selection.pinned = CellRef{weights, 0, 2};
        b.view->setSelection(selection);
        QVERIFY(wasTold(QAccessible::Focus, "0.187"));
        QVERIFY(wasTold(QAccessible::Selection, "0.187"));
        QCOMPARE(b.board()->focusChild(), b.table(weights)->tableInterface()->cellAt(0, 2));
        QVERIFY(b.board()->focusChild()->state().focused);
        // What the mouse only passes over is not announced.
        told().clear();
        selection.hovered = CellRef{weights, 1, 1};
        b.view->setSelection(selection);
        QVERIFY(told().empty());
        QTest::keyClick(b.view.get(), Qt::Key_Left);
        QVERIFY(wasTold(QAccessible::Focus, "0.045"));
    }

    void aHiddenNumberStaysASecret()
    {
        Board b(test::example("abc-scaled"));
        BoardOptions options = b.view->options();
        options.hidden.hideCell(*b.document.trace(), {weights, 0, 2});
        b.view->setOptions(options);
        QAccessibleInterface* cell = b.table(weights)->tableInterface()->cellAt(0, 2);
        for (const QAccessible::Text text :
             {QAccessible::Name, QAccessible::Description, QAccessible::Value, QAccessible::Help})
            QVERIFY2(!cell->text(text).contains("187"), qPrintable(cell->text(text)));
        QCOMPARE(cell->text(QAccessible::Name), "hidden");
        for (QAccessibleInterface* child : b.children(QAccessible::StaticText))
            QVERIFY(!child->text(QAccessible::Name).contains("18.7"));
        QCOMPARE(b.cell(weights, 0, 1), "0.045");
    }

    // Every number of a long sentence can be walked to; no more of them is kept than fits.
    void aStripIsWalkedWithoutKeepingAll()
    {
        const int n = 70;
        std::vector<QAccessible::Id> ids;
        {
            Board b(test::randomScenario(n, 6, 1, 3));
            QVERIFY(b.view->boardLayout().strip);
            QAccessibleInterface* table = b.table(weights);
            QVERIFY(table);
            QAccessibleTableInterface* t = table->tableInterface();
            QCOMPARE(t->rowCount(), n);
            QCOMPARE(t->columnCount(), n);
            const Matrix& p = *find(*b.document.trace(), StageId::Weights, 0)->values;
            int alive = 0;
            for (int row = 0; row < n; ++row)
                for (int column = 0; column < n; ++column) {
                    QAccessibleInterface* cell = t->cellAt(row, column);
                    ids.push_back(QAccessible::uniqueId(cell));
                    const double said =
                        cell->text(QAccessible::Value).replace(QChar(0x2212), '-').toDouble();
                    QVERIFY(std::abs(said - p(row, column)) < 0.000501);
                }
            for (const QAccessible::Id id : ids)
                alive += QAccessible::accessibleInterface(id) != nullptr;
            QVERIFY2(alive > 0 && alive <= 4096, qPrintable(QString::number(alive)));
            QCOMPARE(t->cellAt(69, 3)->tableCellInterface()->rowHeaderCells().value(0)->text(
                         QAccessible::Name),
                     "t69");
            ids.push_back(QAccessible::uniqueId(table));
            ids.push_back(QAccessible::uniqueId(b.board()));
        }
        for (const QAccessible::Id id : ids)
            QVERIFY(!QAccessible::accessibleInterface(id));
    }

    // Of several heads another is chosen: the old tables go, the new ones come.
    void anotherHeadIsAnotherTable()
    {
        Board b(test::example("cat-sat-two-heads"));
        const QAccessible::Id old = QAccessible::uniqueId(b.table(weights));
        BoardAnnouncer::deliverTo(remember);
        Selection selection = b.view->selection();
        selection.head = 1;
        selection.pinned = CellRef{{std::nullopt, StageId::Weights, 1}, 0, 0};
        b.view->setSelection(selection);
        QVERIFY(!QAccessible::accessibleInterface(old));
        const MatrixRef second{std::nullopt, StageId::Weights, 1};
        const double value = (*find(*b.document.trace(), StageId::Weights, 1)->values)(0, 1);
        QVERIFY(std::abs(b.cell(second, 0, 1).toDouble() - value) < 0.000501);
    }
};

ATTENTION_TEST(TstBoardAccessible)
#include "tst_board_accessible.moc"
