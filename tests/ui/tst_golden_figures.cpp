// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/run.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/export/picture.h"
#include "ui/figures/make_figure.h"

#include <QDir>
#include <QImage>

using namespace attention;
using namespace attention::ui;

// Whole figures against pictures that somebody has looked at. On a mismatch NAME.actual.png and
// NAME.diff.png stand in the working folder; a wanted change is accepted by copying the first to
// tests/golden/figures/NAME.png.
class TstGoldenFigures : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void looksAsItDid_data()
    {
        QTest::addColumn<QString>("scenario");
        // -1: the board, -2: transposed, -3: all stages as a strip, -4: the weights of all heads
        QTest::addColumn<int>("stage");
        QTest::addColumn<int>("theme");
        QTest::addColumn<QSize>("size");
        const auto row = [](const char* name, const char* scenario, int stage, ThemeKind theme,
                            QSize size) {
            QTest::newRow(name) << scenario << stage << static_cast<int>(theme) << size;
        };
        const auto id = [](StageId stage) { return static_cast<int>(stage); };
        row("board-cat-sat-dark", "cat-sat", -1, ThemeKind::Dark, {1000, 640});
        row("board-causal-light", "abc-causal", -1, ThemeKind::Light, {1100, 640});
        row("board-two-heads-projector", "cat-sat-two-heads", -1, ThemeKind::Projector,
            {1200, 640});
        row("board-transposed-light", "abc-causal", -2, ThemeKind::Light, {1000, 800});
        row("strip-light", "sixty-four-words", -1, ThemeKind::Light, {1000, 640});
        row("weights-light", "cat-sat", id(StageId::Weights), ThemeKind::Light, {400, 300});
        row("masked-dark", "cat-sat-causal", id(StageId::MaskedScores), ThemeKind::Dark,
            {400, 300});
        row("one-row", "running-average", id(StageId::HeadQueries), ThemeKind::Light, {300, 400});
        row("stages-light", "cat-sat-causal", -3, ThemeKind::Light, {1100, 260});
        row("heads-dark", "cat-sat-two-heads", -4, ThemeKind::Dark, {640, 360});
        row("large-weights", "sixty-four-words", id(StageId::Weights), ThemeKind::Light,
            {500, 400});
    }

    void looksAsItDid()
    {
        QFETCH(QString, scenario);
        QFETCH(int, stage);
        QFETCH(int, theme);
        QFETCH(QSize, size);
        const TracePtr trace =
            run(std::make_shared<const Scenario>(test::example(qPrintable(scenario))));
        FigureOptions look;
        look.transposed = stage == -2;
        const std::unique_ptr<Figure> figure =
            stage == -3   ? stagesFigure(trace, tellingStages(*trace, 0), false, look)
            : stage == -4 ? headsFigure(trace, StageId::Weights, look)
            : stage < 0   ? boardFigure(trace, 0, look)
                          : stageFigure(trace, static_cast<StageId>(stage), 0, look);
        PictureOptions options;
        options.size = size;
        options.theme = static_cast<ThemeKind>(theme);
        const QImage actual = renderImage(*figure, options).convertToFormat(QImage::Format_RGB32);

        const QString name = QString::fromLatin1(QTest::currentDataTag());
        const QString path =
            QStringLiteral(ATTENTION_SOURCE_DIR "/tests/golden/figures/%1.png").arg(name);
        const QImage golden = QImage(path).convertToFormat(QImage::Format_RGB32);
        if (golden.size() != actual.size()) {
            actual.save(name + ".actual.png");
            QFAIL(qPrintable(path + " is missing or of another size"));
        }
        // Glyph edges may differ by a shade; a cell, a line or a label that moved differs by more.
        int different = 0;
        QImage diff(actual.size(), QImage::Format_RGB32);
        for (int y = 0; y < actual.height(); ++y)
            for (int x = 0; x < actual.width(); ++x) {
                const QRgb a = actual.pixel(x, y), b = golden.pixel(x, y);
                const bool same = std::abs(qRed(a) - qRed(b)) <= 24 &&
                                  std::abs(qGreen(a) - qGreen(b)) <= 24 &&
                                  std::abs(qBlue(a) - qBlue(b)) <= 24;
                different += !same;
                diff.setPixel(x, y, same ? qRgb(255, 255, 255) : qRgb(200, 0, 0));
            }
        if (different > actual.width() * actual.height() / 20000) {
            actual.save(name + ".actual.png");
            diff.save(name + ".diff.png");
            QFAIL(qPrintable(QString("%1 pixels differ; see %2.actual.png in %3")
                                 .arg(different)
                                 .arg(name, QDir::currentPath())));
        }
    }
};

ATTENTION_TEST(TstGoldenFigures)
#include "tst_golden_figures.moc"
