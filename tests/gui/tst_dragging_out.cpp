// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "tests/support/window_session.h"
#include "ui/export/picture.h"
#include "ui/picture_commands.h"
#include "ui/views/board_view.h"

#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QMimeData>
#include <QSignalSpy>

using namespace attention;
using namespace attention::ui;
using namespace attention::test;

// A matrix pulled out of the window by its heading, onto a desktop or a slide.
class TstDraggingOut : public TestCase {
    Q_OBJECT

    static constexpr MatrixRef weights = {std::nullopt, StageId::Weights, 0};

    // Presses on a heading, pulls it so far, lets go.
    static void pull(BoardView& view, const MatrixRef& matrix, int pixels)
    {
        const PlacedMatrix* placed = view.boardLayout().find(matrix);
        QVERIFY(placed);
        const QPoint from = placed->headingRect.topLeft().toPoint() + QPoint(6, 6);
        QTest::mousePress(&view, Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, QPointF(from + QPoint(pixels, 0)),
                         view.mapToGlobal(QPointF(from + QPoint(pixels, 0))), Qt::LeftButton,
                         Qt::LeftButton, {});
        QCoreApplication::sendEvent(&view, &move);
        QTest::mouseRelease(&view, Qt::LeftButton, {}, from + QPoint(pixels, 0));
    }

private slots:
    void aHeadingThatIsPulledIsADrag()
    {
        Document document;
        document.load(example("cat-sat"), {});
        BoardView view(document);
        view.resize(1366, 740);
        view.show();
        const CellRef asked{weights, 0, 1};
        view.ask(asked);
        QSignalSpy drags(&view, &BoardView::dragRequested);
        pull(view, weights, 2); // a hand that trembles
        QCOMPARE(drags.count(), 0);
        pull(view, weights, 60);
        QCOMPARE(drags.count(), 1);
        QVERIFY(drags.takeFirst().front().value<MatrixRef>() == weights);
        QVERIFY(view.selection().pinned == asked);

        // A heading that is a button, too, is one or the other.
        const MatrixRef queries = {std::nullopt, StageId::HeadQueries, 0};
        const bool unfolded = view.options().unfoldQ;
        pull(view, queries, 60);
        QCOMPARE(drags.count(), 1);
        QCOMPARE(view.options().unfoldQ, unfolded);
        pull(view, queries, 0);
        QCOMPARE(drags.count(), 1);
        QCOMPARE(view.options().unfoldQ, !unfolded);
    }

    void bringsAFileAnImageAndADrawing()
    {
        WindowSession s("cat-sat");
        PictureCommands& pictures = s.window.pictures();
        const auto data = pictures.dragged(weights);
        QVERIFY(data);
        QCOMPARE(data->urls().size(), 1);
        const QString path = data->urls().front().toLocalFile();
        QVERIFY2(QFileInfo(path).fileName().contains("weights"), qPrintable(path));
        QVERIFY(path.endsWith(".png"));

        PictureRequest request = pictures.stageRequest(weights);
        const auto figure = makePicture(request, pictures.source());
        const auto bytes = [&](const char* suffix) {
            return formatFor(QLatin1String(".") + suffix)->render(*figure, pictureOptions(request));
        };
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), bytes("png"));
        QCOMPARE(data->imageData().value<QImage>().convertToFormat(QImage::Format_RGB32),
                 QImage::fromData(bytes("png")).convertToFormat(QImage::Format_RGB32));
        QCOMPARE(data->data("image/svg+xml"), bytes("svg"));
    }

    void aHiddenMistakeStaysInTheWindow()
    {
        WindowSession s("cat-sat");
        s.document.hideMistake(Mistake::SoftmaxOverQueries);
        QVERIFY(s.document.hiddenMistake());
        QTRY_VERIFY(!s.document.isComputing());
        QSignalSpy said(&s.window.pictures(), &PictureCommands::said);
        QVERIFY(!s.window.pictures().dragged(weights));
        QCOMPARE(said.count(), 1);
    }
};

ATTENTION_TEST(TstDraggingOut)
#include "tst_dragging_out.moc"
