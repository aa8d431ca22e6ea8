// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/run.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/document/document.h"
#include "ui/explain/cell_explanation.h"
#include "ui/figures/board_layout.h"
#include "ui/figures/sentence.h"
#include "ui/views/board_view.h"

#include <QMenu>
#include <QSignalSpy>

#include <set>

using namespace attention;
using namespace attention::ui;

namespace {

using Heads = BoardOptions::Heads;

TracePtr traceOf(const Scenario& s)
{
    return run(std::make_shared<const Scenario>(s));
}

BoardLayout layout(const Trace& trace, QSizeF size, Heads heads, int head = 0,
                   BoardOptions options = {})
{
    static const Theme theme = Theme::make(ThemeKind::Light);
    options.heads = heads;
    Selection selection;
    selection.head = head;
    return layoutBoardOrStrip(
        {trace, Ranges(trace), options, selection, QRectF(QPointF(0, 0), size), theme});
}

std::vector<const PlacedText*> tabsOf(const BoardLayout& l)
{
    std::vector<const PlacedText*> tabs;
    for (const PlacedText& t : l.texts)
        if (t.tab)
            tabs.push_back(&t);
    return tabs;
}

const Hotspot* hotspotOf(const BoardLayout& l, Hotspot::Kind kind, int head = 0)
{
    for (const Hotspot& h : l.hotspots)
        if (h.kind == kind && h.head == head)
            return &h;
    return nullptr;
}

// The weights that are shown large.
std::vector<const PlacedMatrix*> weightsOf(const BoardLayout& l)
{
    std::vector<const PlacedMatrix*> found;
    for (const PlacedMatrix& m : l.matrices)
        if (!m.thumbnail && !m.ref.field && m.ref.stage == StageId::Weights)
            found.push_back(&m);
    return found;
}

struct Shown {
    Document document;
    BoardView view{document};

    explicit Shown(Scenario scenario, QSize size = {1300, 640})
    {
        document.load(std::move(scenario), {});
        view.resize(size);
        view.show();
    }
    void click(const Hotspot* h)
    {
        QVERIFY(h);
        QTest::mouseClick(&view, Qt::LeftButton, {}, h->rect.center().toPoint());
    }
};

} // namespace

class TstHeads : public attention::test::TestCase {
    Q_OBJECT

private slots:
    // Of W_q only the columns of one head stand there: the asked number goes with the head, and one
    // that does not stand there is neither framed nor edited.
    void aProjectionShowsOneHead()
    {
        Shown s(test::example("cat-sat-two-heads"), {1840, 950});
        BoardOptions options = s.view.options();
        options.unfoldQ = true;
        s.view.setOptions(options);
        const MatrixRef W_q{MatrixField::W_q, {}, -1};
        s.view.showHead(0);
        const PlacedMatrix* m = s.view.boardLayout().find(W_q);
        QVERIFY(m);
        const int width = m->grid.columns();
        QCOMPARE(width, 2); // 4 columns, 2 heads
        Selection selection = s.view.selection();
        selection.pinned = CellRef{W_q, 0, 1};
        s.view.setSelection(selection);
        s.view.showHead(1);
        QVERIFY(*s.view.selection().pinned == (CellRef{W_q, 0, 1 + width}));
        m = s.view.boardLayout().find(W_q);
        QVERIFY(m->shows(0, 2) && m->shows(3, 3));
        QVERIFY(!m->shows(0, 1) && !m->shows(0, 4) && !m->shows(4, 2));
        QVERIFY(s.view.editCell({W_q, 0, 3}));
        QVERIFY(!s.view.editCell({W_q, 0, 1}));
        QSignalSpy problems(&s.view, &BoardView::problem);
        QVERIFY(!s.view.editCell({{std::nullopt, StageId::Weights, 1}, 0, 0}));
        QCOMPARE(problems.count(), 1); // it is computed, and that is said
    }

    // While the weights are those of several heads, what belongs to one stands back; the heading of
    // the mean is a word, not a piece of one.
    void otherHeadsStandBack()
    {
        const TracePtr trace =
            run(std::make_shared<const Scenario>(test::example("cat-sat-two-heads")));
        const Ranges ranges(*trace);
        const Theme theme = Theme::make(ThemeKind::Light);
        using Heads = BoardOptions::Heads;
        for (const Heads heads : {Heads::One, Heads::All, Heads::Mean})
            for (const QSizeF size : {QSizeF(1300, 620), QSizeF(960, 600), QSizeF(720, 480)}) {
                BoardOptions options;
                options.heads = heads;
                const BoardLayout layout = layoutBoardOrStrip(
                    {*trace, ranges, options, {}, QRectF(QPointF(0, 0), size), theme});
                if (layout.strip)
                    continue;
                for (const PlacedMatrix& m : layout.matrices) {
                    const bool ofOne =
                        !m.ref.field && m.ref.head >= 0 && m.ref.stage != StageId::Weights;
                    QCOMPARE(m.pale, heads != Heads::One && ofOne);
                    if (m.ref.head == meanOfHeads)
                        QVERIFY2(!m.heading.contains(QChar(0x2026)), qPrintable(m.heading));
                }
            }
    }

    void tabsNeverOverflow_data()
    {
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<QSizeF>("size");
        for (const int heads : {2, 3, 8, 16, 64})
            for (const int tokens : {2, 3, 5, 20})
                for (const QSizeF size : {QSizeF(660, 420), QSizeF(950, 470), QSizeF(1840, 950)})
                    QTest::newRow(qPrintable(
                        QString("%1 heads %2 tokens %3").arg(heads).arg(tokens).arg(size.width())))
                        << heads << tokens << size;
    }

    void tabsNeverOverflow()
    {
        QFETCH(int, heads);
        QFETCH(int, tokens);
        QFETCH(QSizeF, size);
        const TracePtr trace = traceOf(test::randomScenario(tokens, heads, heads, 5));
        for (const Heads shown : {Heads::One, Heads::All, Heads::Mean})
            for (const int head : {0, heads / 2, heads - 1}) {
                const BoardLayout l = layout(*trace, size, shown, head);
                const auto tabs = tabsOf(l);
                QVERIFY(tabs.size() >= 3);
                int on = 0;
                for (std::size_t i = 0; i < tabs.size(); ++i) {
                    QVERIFY2(QRectF(QPointF(0, 0), size).contains(tabs[i]->rect),
                             qPrintable(tabs[i]->text));
                    if (i > 0)
                        QVERIFY(tabs[i]->rect.left() > tabs[i - 1]->rect.right());
                    on += tabs[i]->on;
                }
                QCOMPARE(on, 1);
                for (const PlacedMatrix& m : l.matrices)
                    for (const PlacedText* tab : tabs)
                        QVERIFY2(!m.area.intersects(tab->rect), qPrintable(m.heading));
                // Every head can be reached: by its own tab, or by the menu of all.
                std::set<int> ways;
                for (const Hotspot& h : l.hotspots)
                    if (h.kind == Hotspot::Kind::Head)
                        ways.insert(h.head);
                QVERIFY(ways.contains(head) || shown != Heads::One);
                QVERIFY(hotspotOf(l, Hotspot::Kind::HeadMenu) ||
                        ways.size() == static_cast<std::size_t>(heads));
                QVERIFY(hotspotOf(l, Hotspot::Kind::AllHeads) &&
                        hotspotOf(l, Hotspot::Kind::MeanOfHeads));
            }
    }

    void allHeadsStandBesideEachOther_data() { tabsNeverOverflow_data(); }
    void allHeadsStandBesideEachOther()
    {
        QFETCH(int, heads);
        QFETCH(int, tokens);
        QFETCH(QSizeF, size);
        const TracePtr trace = traceOf(test::randomScenario(tokens, heads, heads, 5));
        const BoardLayout l = layout(*trace, size, Heads::All, heads - 1);
        const auto weights = weightsOf(l);
        QCOMPARE(weights.size(), static_cast<std::size_t>(heads));
        const QRectF window(QPointF(0, 0), size);
        for (int i = 0; i < heads; ++i) {
            const PlacedMatrix& m = *weights[static_cast<std::size_t>(i)];
            QCOMPARE(m.ref.head, i);
            QCOMPARE(m.grid.values, find(*trace, StageId::Weights, i)->values);
            QVERIFY(m.heading.contains(QString::number(i + 1)) || m.area.width() < 24);
            QCOMPARE(m.focused, i == heads - 1);
            QVERIFY(m.area.top() >= m.headingRect.bottom());
            if (size.height() > 450)
                QVERIFY(window.contains(m.area));
            for (int k = 0; k < i; ++k)
                QVERIFY(!m.area.intersects(weights[static_cast<std::size_t>(k)]->area));
            QVERIFY(hotspotOf(l, Hotspot::Kind::Head, i));
        }
    }

    void aBoardOfTwoHeadsKeepsItsBand()
    {
        const TracePtr trace = traceOf(test::example("cat-sat-two-heads"));
        const BoardLayout l = layout(*trace, {1840, 950}, Heads::All);
        QVERIFY(!l.strip);
        const PlacedMatrix* q = l.find({std::nullopt, StageId::HeadQueries, 0});
        for (const PlacedMatrix* m : weightsOf(l))
            QCOMPARE(m->cell(1, 0).top(), q->cell(1, 0).top());
        for (const PlacedMatrix& a : l.matrices)
            for (const PlacedMatrix& b : l.matrices)
                QVERIFY(&a == &b || !a.area.intersects(b.area));
    }

    void theMeanIsShownAndSaysThatItIsOne_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("board") << QSize(1840, 950);
        QTest::newRow("strip") << QSize(700, 460);
    }

    void theMeanIsShownAndSaysThatItIsOne()
    {
        QFETCH(QSize, size);
        Shown s(test::example("cat-sat-two-heads"), size);
        s.click(hotspotOf(s.view.boardLayout(), Hotspot::Kind::MeanOfHeads));
        const BoardLayout& l = s.view.boardLayout();
        QCOMPARE(l.strip, size.width() < 1000);
        const auto weights = weightsOf(l);
        QCOMPARE(weights.size(), 1u);
        const PlacedMatrix& m = *weights.front();
        QVERIFY(m.heading.contains("mean"));
        const Trace& trace = *s.document.trace();
        const Matrix& first = *find(trace, StageId::Weights, 0)->values;
        const Matrix& second = *find(trace, StageId::Weights, 1)->values;
        for (int i = 0; i < first.rows(); ++i)
            for (int k = 0; k < first.cols(); ++k)
                QVERIFY(std::abs((*m.grid.values)(i, k) - (first(i, k) + second(i, k)) / 2) <
                        1e-15);
        // A number of it can be asked.
        QTest::mouseClick(&s.view, Qt::LeftButton, {}, m.cell(1, 2).center().toPoint());
        QVERIFY(s.view.selection().pinned);
        const CellRef cell = *s.view.selection().pinned;
        QCOMPARE(cell.matrix.head, meanOfHeads);
        QVERIFY(cellSentence(trace, cell).startsWith("mean of the heads' weights ["));
        const QString why = cellArithmetic(trace, cell, 3);
        for (const Matrix* head : {&first, &second})
            QVERIFY2(why.contains(QString::number((*head)(1, 2), 'f', 3)), qPrintable(why));
        QVERIFY(why.contains("no head mixes values with it"));
        QVERIFY(rowSentence(trace, meanOfHeads, 1, 3).startsWith("On average over 2 heads, "));
        s.view.grab();
        // Gone with its heads.
        Scenario one = s.document.scenario();
        one.heads = 1;
        QVERIFY(!s.document.apply({one, "One", {}}));
        QVERIFY(!s.view.selection().pinned ||
                s.view.selection().pinned->matrix.head != meanOfHeads);
        QCOMPARE(weightsOf(s.view.boardLayout()).front()->ref.head, 0);
    }

    void aClickMakesAHeadTheOneThatIsShown()
    {
        Shown s(test::randomScenario(12, 8, 4, 3));
        s.click(hotspotOf(s.view.boardLayout(), Hotspot::Kind::AllHeads));
        QCOMPARE(weightsOf(s.view.boardLayout()).size(), 4u);
        // A number of another head: what else is shown follows it.
        const PlacedMatrix& third = *weightsOf(s.view.boardLayout())[2];
        QTest::mouseClick(&s.view, Qt::LeftButton, {}, third.cell(3, 5).center().toPoint());
        QCOMPARE(s.view.selection().head, 2);
        QCOMPARE(weightsOf(s.view.boardLayout()).size(), 4u);
        // Its label shows it alone.
        const PlacedMatrix& second = *weightsOf(s.view.boardLayout())[1];
        QTest::mouseClick(&s.view, Qt::LeftButton, {},
                          (second.headingRect.topLeft() + QPointF(6, 6)).toPoint());
        QCOMPARE(s.view.options().heads, Heads::One);
        QCOMPARE(s.view.selection().head, 1);
        QCOMPARE(weightsOf(s.view.boardLayout()).size(), 1u);
        QCOMPARE(s.view.selection().pinned->matrix.head, 1);
    }

    void theMenuHasEveryHead()
    {
        Shown s(test::randomScenario(3, 64, 64, 3));
        expectWarning("This plugin does not support raise");
        expectWarning("This plugin does not support grabbing the keyboard");
        s.click(hotspotOf(s.view.boardLayout(), Hotspot::Kind::HeadMenu));
        auto* menu = s.view.findChild<QMenu*>("headMenu");
        QVERIFY(menu);
        QCOMPARE(menu->actions().size(), 64);
        menu->actions()[40]->trigger();
        menu->close();
        QCOMPARE(s.view.selection().head, 40);
    }
};

ATTENTION_TEST(TstHeads)
#include "tst_heads.moc"
