// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/run.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/document/document.h"
#include "ui/views/board_view.h"

using namespace attention;
using namespace attention::ui;

// Both projections of a score beside each other.
class TstUnfolding : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void queriesAndKeysUnfoldTogether_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"abc-unscaled", "abc-causal", "cat-sat", "cat-sat-causal",
                                 "cat-sat-two-heads", "bank-river", "heads-mixed"})
            QTest::newRow(name) << name;
    }

    void queriesAndKeysUnfoldTogether()
    {
        QFETCH(QString, name);
        Document document;
        document.load(test::example(qPrintable(name)), {});
        BoardView view(document);
        view.resize(1840, 950);
        view.show();
        for (const Hotspot::Kind kind : {Hotspot::Kind::UnfoldQ, Hotspot::Kind::UnfoldK})
            for (const Hotspot& h : view.boardLayout().hotspots)
                if (h.kind == kind) {
                    const QPoint place = h.rect.topLeft().toPoint() + QPoint(6, 6);
                    QTest::mouseClick(&view, Qt::LeftButton, {}, place);
                    break;
                }
        QVERIFY(view.options().unfoldQ && view.options().unfoldK);
        const BoardLayout& l = view.boardLayout();
        QVERIFY(!l.strip);
        const PlacedMatrix* q = l.find({std::nullopt, StageId::HeadQueries, 0});
        const PlacedMatrix* k = l.find({std::nullopt, StageId::HeadKeys, 0});
        const PlacedMatrix* wq = l.find({MatrixField::W_q, {}, -1});
        const PlacedMatrix* wk = l.find({MatrixField::W_k, {}, -1});
        QVERIFY(q && k && wq && wk);
        // Each product is still a crossing: W_q over the columns of Q, W_kᵀ beside the rows of Kᵀ.
        QCOMPARE(wq->area.left(), q->area.left());
        QCOMPARE(wq->area.width(), q->area.width());
        QCOMPARE(wk->area.top(), k->area.top());
        QCOMPARE(wk->area.height(), k->area.height());
        QVERIFY(wk->area.right() < wq->area.left() && wq->area.right() < k->area.left());
        const auto labels = [](const PlacedMatrix& m) {
            return m.rowLabels.isEmpty() ? QRectF()
                                         : QRectF(m.area.left() - m.rowLabelWidth, m.area.top(),
                                                  m.rowLabelWidth, m.area.height());
        };
        for (const PlacedMatrix& a : l.matrices) {
            QVERIFY2(QRectF(view.rect()).contains(a.area), qPrintable(a.heading));
            for (const PlacedMatrix& b : l.matrices) {
                const QString both = a.heading + " / " + b.heading;
                QVERIFY2(&a == &b || !a.area.intersects(b.area), qPrintable(both));
                QVERIFY2(&a == &b || !labels(a).intersects(b.area), qPrintable(both));
            }
        }
    }
};

ATTENTION_TEST(TstUnfolding)
#include "tst_unfolding.moc"
