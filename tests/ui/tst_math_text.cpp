// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_main.h"
#include "ui/figures/math_text.h"
#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPainter>

using namespace attention::ui;

namespace {

// The rows of pixels that a text inks, seen from the middle of its rectangle.
struct Inked {
    int top = 1000, bottom = -1000, right = -1;
};

Inked inked(const QString& text)
{
    const Theme theme = Theme::make(ThemeKind::Light);
    QImage image(400, 60, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    drawMath(painter, QRectF(10, 0, 380, 60), Qt::AlignLeft | Qt::AlignVCenter, text,
             theme.bold(18.0 / 14), Qt::black);
    painter.end();
    Inked found;
    for (int y = 0; y < 60; ++y)
        for (int x = 0; x < 400; ++x)
            if (qGray(image.pixel(x, y)) < 100) {
                found.top = std::min(found.top, y - 30);
                found.bottom = std::max(found.bottom, y - 30);
                found.right = std::max(found.right, x);
            }
    return found;
}

} // namespace

class TstMathText : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void aSubscriptStandsLower()
    {
        const Inked letter = inked("W");
        const Inked whole = inked("W_v");
        QVERIFY(whole.bottom > letter.bottom); // v hangs below the line on which W stands
        QVERIFY(whole.right > letter.right + 4);
        // There is no underscore: a real one would reach further right and down.
        QVERIFY(inked("W_v").right < inked("Wv").right);
        QCOMPARE(inked("W").top, inked("W_v").top);
    }

    void widths()
    {
        const QFont font = Theme::make(ThemeKind::Light).bold();
        const QFontMetricsF metrics(font);
        for (const char* plain : {"S = QKᵀ", "", "kv_heads", "_", "a_", "S ÷ √dₖ", "W__q"})
            QCOMPARE(mathWidth(plain, font), metrics.horizontalAdvance(plain));
        QVERIFY(mathWidth("W_q", font) < metrics.horizontalAdvance("Wq"));
        QVERIFY(mathWidth("(n, d_model)", font) < metrics.horizontalAdvance("(n, dmodel)"));
        QVERIFY(mathWidth("X·W_q + b_q", font) > metrics.horizontalAdvance("X·W + b"));
    }
};

ATTENTION_TEST(TstMathText)
#include "tst_math_text.moc"
