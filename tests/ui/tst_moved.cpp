// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/run.h"
#include "core/scenario/edits.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/document/document.h"
#include "ui/figures/board_figure.h"
#include "ui/figures/canvas.h"
#include "ui/views/board_view.h"

#include <QImage>
#include <QMouseEvent>
#include <QSettings>

#include <cmath>
#include <limits>

using namespace attention;
using namespace attention::ui;

namespace {

constexpr MatrixRef queries{std::nullopt, StageId::HeadQueries, 0};

// A board of a document that is shown without a window around it.
struct Shown {
    Document document;
    BoardView view{document};

    explicit Shown(Scenario scenario, QSize size = {1300, 640})
    {
        document.load(std::move(scenario), {});
        view.resize(size);
        view.setSelection({});
    }
    void change(int row, int column, double value)
    {
        QVERIFY(!document.apply(
            {withCell(document.scenario(), MatrixField::X, row, column, value), "Change", {}}));
    }
    QImage picture() { return view.grab().toImage(); }
};

// Whether the pixels at the two right corners of a cell are those of a mark: black or white.
struct Corners {
    bool upper, lower;
};

Corners cornersOf(const QImage& image, const QRectF& cell)
{
    const int x = qRound(cell.right()) - 2;
    const QColor up = image.pixelColor(x, qRound(cell.top()) + 2);
    const QColor down = image.pixelColor(x, qRound(cell.bottom()) - 3);
    const QColor middle = image.pixelColor(x, qRound(cell.center().y()));
    return {up != middle, down != middle};
}

} // namespace

class TstMoved : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void aMoveIsMoreThanAThousandth()
    {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const double infinity = std::numeric_limits<double>::infinity();
        QVERIFY(!isMoved(1, 1) && !isMoved(1, 1.0009) && isMoved(1, 1.0011) && isMoved(1, 0.9989));
        QVERIFY(!isMoved(nan, nan) && isMoved(nan, 1) && isMoved(1, nan));
        QVERIFY(!isMoved(-infinity, -infinity) && isMoved(-infinity, 3) &&
                isMoved(infinity, -infinity));
    }

    void everyCellThatMovedHasACorner_data()
    {
        QTest::addColumn<bool>("strip");
        QTest::newRow("board") << false;
        QTest::newRow("strip") << true;
    }

    void everyCellThatMovedHasACorner()
    {
        QFETCH(bool, strip);
        Shown s(test::threeTokens());
        BoardOptions options = s.view.options();
        options.form = strip ? BoardOptions::Form::Strip : BoardOptions::Form::Board;
        options.values = false; // no digits near the corners
        s.view.setOptions(options);
        const TracePtr before = s.document.trace();
        s.change(0, 1, 1.5);
        const TracePtr now = s.document.trace();
        const QImage image = s.picture();
        int moved = 0, stood = 0;
        for (const PlacedMatrix& m : s.view.boardLayout().matrices) {
            if (m.thumbnail)
                continue;
            const Matrix& old = *find(*before, m.ref.stage, m.ref.head)->values;
            const Matrix& values = *find(*now, m.ref.stage, m.ref.head)->values;
            for (int r = 0; r < values.rows(); ++r)
                for (int c = 0; c < values.cols(); ++c) {
                    const double difference = values(r, c) - old(r, c);
                    const Corners corners = cornersOf(image, m.cell(r, c));
                    const QString where = QString("%1 %2 %3").arg(m.heading).arg(r).arg(c);
                    QVERIFY2(corners.upper == (difference > 0.001), qPrintable(where));
                    QVERIFY2(corners.lower == (difference < -0.001), qPrintable(where));
                    ++(std::abs(difference) > 0.001 ? moved : stood);
                }
        }
        QVERIFY(moved > 3 && stood >= (strip ? 0 : 9));
    }

    void theOldNumberStaysPaleForASecond()
    {
        Shown s(test::threeTokens());
        QCOMPARE(s.view.moved().ghost, 0.0);
        s.change(0, 1, 1);
        QCOMPARE(s.view.moved().ghost, 1.0);
        const QImage fresh = s.picture();
        // The weights of row C stay what they were, and so does their picture.
        const auto cell = [&](const QImage& image, int row, int column) {
            const PlacedMatrix* m = s.view.boardLayout().find({std::nullopt, StageId::Weights, 0});
            return image.copy(m->cell(row, column).toRect());
        };
        QSettings().setValue("animations", false);
        s.view.fadeGhosts();
        QCOMPARE(s.view.moved().ghost, 0.0);
        const QImage later = s.picture();
        QVERIFY(cell(fresh, 0, 1) != cell(later, 0, 1));
        // What stood there is said in the same digits: a cell without it is that of a view that has
        // no past, but for the corner.
        QVERIFY(s.view.moved().before);
        BoardOptions options = s.view.options();
        options.moved = false;
        s.view.setOptions(options);
        QVERIFY(cell(later, 0, 1) != cell(s.picture(), 0, 1));
        Shown without(s.document.scenario());
        without.view.setOptions(options);
        QCOMPARE(s.picture(), without.picture());
        QSettings().remove("animations");
    }

    void theGhostFades()
    {
        Shown s(test::threeTokens());
        s.change(0, 1, 1);
        s.view.show();
        s.view.fadeGhosts();
        QTRY_COMPARE(s.view.moved().ghost, 0.0);
        QVERIFY(s.view.moved().before); // the corners stay
    }

    void theNextChangeTakesTheMarksOfTheLast()
    {
        Shown s(test::threeTokens());
        s.change(0, 1, 1);
        s.change(2, 0, 3); // row B of the queries did not move, nor did that of A this time
        QCOMPARE((*find(*s.view.moved().before, StageId::HeadQueries, 0)->values)(0, 1), 1.0);
        QVERIFY(!valueBefore(s.view.moved(), *s.document.trace(), {queries, 0, 1}));
        QCOMPARE(valueBefore(s.view.moved(), *s.document.trace(), {queries, 2, 0}).value_or(0),
                 1.0);
    }

    void aDragIsOneChange()
    {
        Shown s(test::threeTokens());
        s.view.show();
        const QPoint zero = s.view.boardLayout().find(queries)->cell(0, 1).center().toPoint();
        const auto drag = [&](int x) {
            QMouseEvent move(QEvent::MouseMove, zero + QPoint(x, 0),
                             s.view.mapToGlobal(zero + QPoint(x, 0)), Qt::NoButton, Qt::LeftButton,
                             Qt::NoModifier);
            QCoreApplication::sendEvent(&s.view, &move);
        };
        QTest::mousePress(&s.view, Qt::LeftButton, {}, zero);
        for (int x = 4; x <= 40; x += 4)
            drag(x);
        QCOMPARE((*s.document.scenario().X)(0, 1), 1.0);
        QCOMPARE(valueBefore(s.view.moved(), *s.document.trace(), {queries, 0, 1}).value_or(9),
                 0.0);
        QTest::mouseRelease(&s.view, Qt::LeftButton, {}, zero + QPoint(40, 0));
        QCOMPARE(valueBefore(s.view.moved(), *s.document.trace(), {queries, 0, 1}).value_or(9),
                 0.0);
        // The next drag begins where this one ended.
        QTest::mousePress(&s.view, Qt::LeftButton, {}, zero);
        drag(8);
        QCOMPARE(valueBefore(s.view.moved(), *s.document.trace(), {queries, 0, 1}).value_or(9),
                 1.0);
        QTest::mouseRelease(&s.view, Qt::LeftButton, {}, zero + QPoint(8, 0));
    }

    void nothingMovedIntoAnotherDocument()
    {
        Shown s(test::threeTokens());
        s.change(0, 1, 1);
        s.document.load(test::example("abc-causal"), {});
        QVERIFY(!s.view.moved().before);
        // Another number of tokens: only what has the shape it had can have moved.
        QVERIFY(!s.document.apply({withTokenAdded(s.document.scenario(), "D"), "Add", {}}));
        QVERIFY(s.view.moved().before);
        QVERIFY(!valueBefore(s.view.moved(), *s.document.trace(), {queries, 0, 0}));
        s.picture();
    }

    void picturesHaveNoPast()
    {
        Shown s(test::threeTokens());
        s.change(0, 1, 1);
        const Theme theme = Theme::make(ThemeKind::Light);
        const auto painted = [&](TracePtr trace) {
            QImage image(1200, 700, QImage::Format_RGB32);
            image.fill(theme.window);
            CanvasPainter painter(&image);
            BoardFigure(std::move(trace), s.view.options(), {})
                .paint(painter.canvas(), QRectF(QPointF(0, 0), image.size()), theme);
            return image;
        };
        QCOMPARE(painted(s.document.trace()), painted(run(s.document.scenarioPtr())));
    }
};

ATTENTION_TEST(TstMoved)
#include "tst_moved.moc"
