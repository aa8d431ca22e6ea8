// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "ui/figures/canvas.h"

#include <QImage>
#include <QPainter>
#include <QWidget>

#include <cmath>

using namespace attention::ui;

class TstCanvas : public attention::test::TestCase {
    Q_OBJECT

    static bool isWhole(qreal x) { return std::abs(x - std::round(x)) < 1e-9; }

private slots:
    void edgesFallOnDevicePixels_data()
    {
        QTest::addColumn<double>("ratio");
        QTest::addColumn<double>("scale");
        QTest::addColumn<double>("offset");
        for (const double ratio : {1.0, 1.25, 1.5, 2.0})
            for (const double scale : {1.0, 0.3, 1.7})
                for (const double offset : {0.0, 0.4, -13.7})
                    QTest::addRow("%g %g %g", ratio, scale, offset) << ratio << scale << offset;
    }

    void edgesFallOnDevicePixels()
    {
        QFETCH(double, ratio);
        QFETCH(double, scale);
        QFETCH(double, offset);
        QImage image(200, 200, QImage::Format_RGB32);
        image.setDevicePixelRatio(ratio);
        CanvasPainter painter(&image);
        QVERIFY(painter.isActive());
        const Canvas& canvas = painter.canvas();
        canvas.painter.translate(offset, -offset);
        canvas.painter.scale(scale, scale);
        const QTransform toDevice = canvas.painter.deviceTransform();
        qreal before = -1e9;
        for (int i = 0; i < 60; ++i) {
            const QPointF point(i * 0.37, i * 0.61);
            const QPointF snapped(canvas.snapX(point.x()), canvas.snapY(point.y()));
            const QPointF device = toDevice.map(snapped);
            QVERIFY(isWhole(device.x()) && isWhole(device.y()));
            const QPointF moved = device - toDevice.map(point);
            QVERIFY(std::abs(moved.x()) <= 0.5 + 1e-9 && std::abs(moved.y()) <= 0.5 + 1e-9);
            QVERIFY(snapped.x() >= before); // in order
            before = snapped.x();
        }
        // Neighbours that share an edge still do.
        const QRectF left = canvas.snap(QRectF(3.3, 4, 7.77, 5));
        const QRectF right = canvas.snap(QRectF(3.3 + 7.77, 4, 7.77, 5));
        QCOMPARE(left.right(), right.left());
    }

    // A widget inside a window paints at an offset of its own.
    void edgesFallOnDevicePixelsInAWidget()
    {
        class Inner : public QWidget {
        public:
            using QWidget::QWidget;
            bool painted = false, whole = false;

        protected:
            void paintEvent(QPaintEvent*) override
            {
                CanvasPainter painter(this);
                const Canvas& canvas = painter.canvas();
                const qreal ratio = devicePixelRatioF();
                const qreal x = (canvas.snapX(10.3) + mapTo(window(), QPoint()).x()) * ratio;
                painted = true;
                whole = isWhole(x);
            }
        };
        QWidget window;
        Inner inner(&window);
        inner.setGeometry(33, 17, 100, 100);
        window.resize(200, 200);
        window.show();
        QTRY_VERIFY(inner.painted);
        QVERIFY(inner.whole);
    }

    void cellsLeaveNoSeam()
    {
        QImage image(301, 203, QImage::Format_RGB32);
        image.fill(Qt::white);
        {
            CanvasPainter painter(&image);
            Canvas& canvas = painter.canvas();
            canvas.painter.scale(1.3, 1.3);
            for (int row = 0; row < 7; ++row)
                for (int column = 0; column < 11; ++column)
                    canvas.painter.fillRect(
                        canvas.snap(QRectF(5.1 + column * 17.3, 3.7 + row * 19.1, 17.3, 19.1)),
                        QColor(10 + column, 20 + row, 99));
            QVERIFY(painter.end());
        }
        const int y = qRound((3.7 + 19.1 / 2) * 1.3);
        for (int x = qRound(5.1 * 1.3); x < qRound((5.1 + 11 * 17.3) * 1.3); ++x)
            QCOMPARE(image.pixelColor(x, y).blue(), 99);
    }

    void drawingsAreNotSnapped()
    {
        QImage image(10, 10, QImage::Format_RGB32);
        CanvasPainter vector(&image, true);
        QVERIFY(vector.canvas().vector);
        QCOMPARE(vector.canvas().snap(QRectF(1.2, 3.4, 5.6, 7.8)), QRectF(1.2, 3.4, 5.6, 7.8));
    }

    void turnedPicturesAreNotSnapped()
    {
        QImage image(10, 10, QImage::Format_RGB32);
        CanvasPainter painter(&image);
        painter.canvas().painter.rotate(30);
        QCOMPARE(painter.canvas().snapX(1.2), 1.2);
        painter.canvas().painter.resetTransform();
        painter.canvas().painter.scale(0, 1);
        QCOMPARE(painter.canvas().snapX(1.2), 1.2);
        QCOMPARE(painter.canvas().snapY(1.2), 1.2);
    }

    // Painters are made in one place, or a plot would meet one that is not QCustomPlot's.
    void bothPaintersAreOne()
    {
        QImage image(10, 10, QImage::Format_RGB32);
        CanvasPainter painter(&image);
        QCOMPARE(static_cast<void*>(&painter.canvas().painter),
                 static_cast<void*>(&painter.canvas().plotPainter));
        QVERIFY(painter.canvas().painter.testRenderHint(QPainter::LosslessImageRendering));
    }
};

ATTENTION_TEST(TstCanvas)
#include "tst_canvas.moc"
