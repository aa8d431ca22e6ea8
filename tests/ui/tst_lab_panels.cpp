// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labs/memory.h"
#include "core/labs/scaling.h"
#include "tests/support/test_main.h"
#include "ui/document/document.h"
#include "ui/editors/parameter_field.h"
#include "ui/editors/parameter_form.h"
#include "ui/export/picture.h"
#include "ui/labs/memory_panel.h"
#include "ui/labs/plot_view.h"
#include "ui/labs/scaling_panel.h"
#include "ui/labs/words_box.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSlider>
#include <QTableWidget>
#include <QThread>
#include <QUndoStack>

using namespace attention;
using namespace attention::ui;

namespace {

ParameterField& field(QWidget& panel, const char* name)
{
    auto* found = panel.findChild<ParameterField*>(QLatin1String(name));
    if (!found)
        qFatal("no field %s", name);
    return *found;
}

void type(QWidget& panel, const char* name, const QString& text, bool enter = true)
{
    ParameterField& f = field(panel, name);
    f.setFocus();
    f.selectAll();
    QTest::keyClicks(&f, text);
    if (enter)
        QTest::keyClick(&f, Qt::Key_Return);
}

QString reason(QWidget& panel, const char* name)
{
    return panel.findChild<ParameterForm*>()->reason(QLatin1String(name));
}

QString sentence(QWidget& panel)
{
    return panel.findChild<QLabel*>(QStringLiteral("sentence"))->text();
}

QByteArray png(const Figure& figure)
{
    return formatFor(QStringLiteral("a.png"))->render(figure, {});
}

template <class Panel>
struct Shown {
    Document document;
    QWidget window; // as in the program: the panel is no window itself
    Panel panel;

    explicit Shown(const QSize& size = {1000, 640})
        : panel(document, &window)
    {
        panel.setTheme(Theme::make(ThemeKind::Light));
        window.resize(size);
        panel.resize(size);
        window.show();
        window.activateWindow();
        if (!QTest::qWaitForWindowActive(&window))
            qWarning("the window does not become active");
    }
};

Scenario quickScaling(const Document& document)
{
    Scenario s = document.scenario();
    s.scaling.samples = 200;
    s.scaling.repeats = 3;
    return s;
}

} // namespace

class TstLabPanels : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(loadFonts()); }

    void typingChangesTheDocument()
    {
        Shown<MemoryPanel> s;
        type(s.panel, "memory.seqLen", "32768");
        QCOMPARE(s.document.scenario().memory.seqLen, std::int64_t{32768});
        QCOMPARE(s.document.undoStack().count(), 1);
        QCOMPARE(s.document.undoStack().undoText(), "Change Tokens in each");
        QVERIFY(sentence(s.panel).contains("64 GiB for 524,288 tokens"));
        QVERIFY(sentence(s.panel).contains("64 + 15 = 79 of 80 GiB"));
        QVERIFY(sentence(s.panel).contains("too much for the usable 72 GiB"));

        s.document.undoStack().undo();
        QCOMPARE(field(s.panel, "memory.seqLen").typed(), "8192");
        QCOMPARE(sentence(s.panel), "16 GiB for 131,072 tokens; 16 + 15 = 31 of 80 GiB: fits");
        s.document.undoStack().redo();
        QCOMPARE(field(s.panel, "memory.seqLen").typed(), "32768");
    }

    void everyFieldOfMemory_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("shown");
        QTest::newRow("layers") << QByteArray("memory.layers") << "80"
                                << "80";
        QTest::newRow("heads") << QByteArray("memory.heads") << "64"
                               << "64";
        QTest::newRow("kvHeads") << QByteArray("memory.kvHeads") << "1"
                                 << "1";
        QTest::newRow("headDim") << QByteArray("memory.headDim") << "2^8"
                                 << "256";
        QTest::newRow("bytes") << QByteArray("memory.bytesPerElement") << "1/2"
                               << "0.5";
        QTest::newRow("seqLen") << QByteArray("memory.seqLen") << "128 Ki"
                                << "131072";
        QTest::newRow("seqLen grouped") << QByteArray("memory.seqLen") << "131,072"
                                        << "131072";
        QTest::newRow("batch") << QByteArray("memory.batch") << "8"
                               << "8";
        QTest::newRow("memory") << QByteArray("memory.memoryGib") << "24,5"
                                << "24.5";
        QTest::newRow("weights") << QByteArray("memory.weightsGib") << "0"
                                 << "0";
        QTest::newRow("usable") << QByteArray("memory.usable") << "0.95"
                                << "0.95";
    }

    void everyFieldOfMemory()
    {
        QFETCH(QByteArray, name);
        QFETCH(QString, typed);
        QFETCH(QString, shown);
        Shown<MemoryPanel> s;
        const QString before = field(s.panel, name).typed();
        type(s.panel, name, typed);
        QCOMPARE(reason(s.panel, name), QString());
        QCOMPARE(field(s.panel, name).typed(), shown);
        QCOMPARE(s.document.undoStack().count(), 1);
        QVERIFY(s.document.isModified());
        s.document.undoStack().undo();
        QCOMPARE(field(s.panel, name).typed(), before);
        QVERIFY(!s.document.isModified());
    }

    void whatCannotBeUsedIsMarked_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("expected");
        QTest::newRow("not shared evenly") << QByteArray("memory.kvHeads") << "5"
                                           << "evenly";
        QTest::newRow("zero") << QByteArray("memory.layers") << "0"
                              << "expected a whole number";
        QTest::newRow("a fraction") << QByteArray("memory.batch") << "1.5"
                                    << "not a whole number";
        QTest::newRow("a word") << QByteArray("memory.seqLen") << "many"
                                << "";
        QTest::newRow("nothing") << QByteArray("memory.seqLen") << " "
                                 << "";
        QTest::newRow("too much") << QByteArray("memory.usable") << "1.5"
                                  << "at most 1";
        QTest::newRow("infinite") << QByteArray("memory.memoryGib") << "1/0"
                                  << "";
    }

    void whatCannotBeUsedIsMarked()
    {
        QFETCH(QByteArray, name);
        QFETCH(QString, typed);
        QFETCH(QString, expected);
        Shown<MemoryPanel> s;
        ParameterField& f = field(s.panel, name);
        const QString before = f.typed();
        type(s.panel, name, typed);
        QVERIFY(f.isWrong());
        QVERIFY(!reason(s.panel, name).isEmpty());
        QVERIFY2(reason(s.panel, name).contains(expected), qPrintable(reason(s.panel, name)));
        QCOMPARE(f.accessibleDescription(), reason(s.panel, name));
        QVERIFY(s.panel.findChild<QLabel*>(QLatin1String(name) + QStringLiteral(".reason"))
                    ->isVisible());
        QCOMPARE(s.document.scenario().memory, MemoryParameters());
        QCOMPARE(s.document.undoStack().count(), 0);
        QCOMPARE(f.typed(), typed); // to be put right

        QTest::keyClick(&f, Qt::Key_Escape);
        QCOMPARE(f.typed(), before);
        QVERIFY(!f.isWrong());
        QVERIFY(reason(s.panel, name).isEmpty());
    }

    void leavingAFieldCounts()
    {
        Shown<MemoryPanel> s;
        type(s.panel, "memory.layers", "40", false);
        QCOMPARE(s.document.scenario().memory.layers, std::int64_t{32}); // may still go on
        field(s.panel, "memory.heads").setFocus();
        QCOMPARE(s.document.scenario().memory.layers, std::int64_t{40});
        field(s.panel, "memory.layers").setFocus();
        field(s.panel, "memory.heads").setFocus();
        QCOMPARE(s.document.undoStack().count(), 1); // nothing typed, nothing changed
    }

    void stepsInOneGoAreOneChange()
    {
        Shown<MemoryPanel> s;
        ParameterField& f = field(s.panel, "memory.kvHeads");
        f.setFocus();
        QTest::keyClick(&f, Qt::Key_Up);
        QCOMPARE(s.document.scenario().memory.kvHeads, std::int64_t{16}); // the next divisor of 32
        QTest::keyClick(&f, Qt::Key_Up);
        QTest::keyClick(&f, Qt::Key_Up);
        QCOMPARE(s.document.scenario().memory.kvHeads, std::int64_t{32});
        QCOMPARE(s.document.undoStack().count(), 1);
        s.document.undoStack().undo();
        QCOMPARE(f.typed(), "8");

        QTest::keyClick(&field(s.panel, "memory.seqLen"), Qt::Key_Down);
        QCOMPARE(s.document.scenario().memory.seqLen, std::int64_t{4096});
        QTest::keyClick(&field(s.panel, "memory.bytesPerElement"), Qt::Key_Down);
        QCOMPARE(s.document.scenario().memory.bytesPerElement, 1.0);
        QTest::keyClick(&field(s.panel, "memory.usable"), Qt::Key_Up);
        QCOMPARE(s.document.scenario().memory.usable, 0.95);
        QCOMPARE(s.document.undoStack().count(), 3);
    }

    void sliderIsOneChangeADrag()
    {
        Shown<MemoryPanel> s;
        auto* slider = s.panel.findChild<QSlider*>(QStringLiteral("memory.seqLen.slider"));
        QVERIFY(slider);
        QCOMPARE(slider->value(), 13);
        for (int drag = 0; drag < 2; ++drag) {
            slider->setSliderDown(true);
            for (int value : {14, 15, 16 + drag})
                slider->setSliderPosition(value);
            slider->setSliderDown(false);
        }
        QCOMPARE(s.document.scenario().memory.seqLen, std::int64_t{131072});
        QCOMPARE(field(s.panel, "memory.seqLen").typed(), "131072");
        QCOMPARE(s.document.undoStack().count(), 2);
        s.document.undoStack().undo();
        QCOMPARE(slider->value(), 16);
        s.document.undoStack().undo();
        QCOMPARE(slider->value(), 13);
        QVERIFY(!s.document.isModified());
    }

    void plotIsDragged()
    {
        Shown<MemoryPanel> s;
        auto* plot = s.panel.findChild<PlotView*>();
        const auto at = [&](qreal x) {
            return QPoint(qRound(plot->width() * x), plot->height() / 2);
        };
        QTest::mousePress(plot, Qt::LeftButton, {}, at(0.4));
        const std::int64_t first = s.document.scenario().memory.seqLen;
        QTest::mouseMove(plot, at(0.5));
        QTest::mouseMove(plot, at(0.6));
        QTest::mouseRelease(plot, Qt::LeftButton, {}, at(0.6));
        QVERIFY(s.document.scenario().memory.seqLen > first);
        QCOMPARE(s.document.undoStack().count(), 1);
        s.document.undoStack().undo();
        QCOMPARE(s.document.scenario().memory.seqLen, std::int64_t{8192});
        QVERIFY(!s.document.isModified());
    }

    void verdictHasItsColour()
    {
        Shown<MemoryPanel> s;
        auto* words = s.panel.findChild<WordsBox*>();
        const Theme theme = Theme::make(ThemeKind::Light);
        const auto bar = [&] { return words->grab().toImage().pixelColor(3, words->height() / 2); };
        QCOMPARE(bar(), theme.holds);
        type(s.panel, "memory.seqLen", "1 Mi");
        QVERIFY(sentence(s.panel).endsWith("does not fit"));
        QCOMPARE(bar(), theme.broken);
        type(s.panel, "memory.weightsGib", "90");
        QVERIFY(s.panel.words().contains("The weights alone fill the usable 72 GiB"));
        s.panel.setTheme(Theme::make(ThemeKind::Dark));
        QCOMPARE(bar(), Theme::make(ThemeKind::Dark).broken);
    }

    void controlsCanBeFoundNamedAndHit_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1024x600") << QSize(968, 494);
        QTest::newRow("1366x768") << QSize(1298, 624);
    }

    void controlsCanBeFoundNamedAndHit()
    {
        QFETCH(QSize, size);
        Shown<MemoryPanel> memory(size);
        Shown<ScalingPanel> scaling(size);
        for (LabPanel* panel :
             {static_cast<LabPanel*>(&memory.panel), static_cast<LabPanel*>(&scaling.panel)}) {
            QStringList names;
            QList<QWidget*> controls;
            for (ParameterField* f : panel->findChildren<ParameterField*>())
                controls << f;
            for (QSlider* slider : panel->findChildren<QSlider*>())
                controls << slider;
            QVERIFY(controls.size() >= 4);
            for (QWidget* control : controls) {
                QVERIFY(control->objectName().startsWith(panel->objectName() + '.'));
                QVERIFY(!names.contains(control->objectName()));
                names << control->objectName();
                QVERIFY(!control->accessibleName().isEmpty());
                QVERIFY2(control->height() >= 32, qPrintable(control->objectName()));
                // Reached without scrolling.
                const QRect seen = control->visibleRegion().boundingRect();
                QCOMPARE(seen.size(), control->size());
            }
            for (QLabel* label : panel->findChildren<QLabel*>())
                QCOMPARE(label->textFormat(), Qt::PlainText);
            auto* scroll = panel->findChild<QScrollArea*>();
            QVERIFY2(scroll->widget()->width() <= scroll->viewport()->width(),
                     qPrintable(QStringLiteral("%1: %2 of %3")
                                    .arg(panel->objectName())
                                    .arg(scroll->widget()->width())
                                    .arg(scroll->viewport()->width())));
        }
    }

    void hiddenPanelsDoNothing()
    {
        Document document;
        QWidget window;
        window.resize(1000, 640);
        window.show();
        MemoryPanel memory(document, &window);
        ScalingPanel scaling(document, &window);
        QVERIFY(!scaling.isDrawing());
        document.apply({quickScaling(document), "change", {}});
        QVERIFY(!scaling.isDrawing());
        QVERIFY(memory.words().isEmpty());

        Scenario s = document.scenario();
        s.memory.seqLen = 4096;
        document.apply({s, "change", {}});
        memory.setTheme(Theme::make(ThemeKind::Light));
        memory.show();
        QCOMPARE(field(memory, "memory.seqLen").typed(), "4096");
        QVERIFY(memory.words().startsWith("8 GiB"));
        memory.hide();
        document.undoStack().undo();
        memory.show();
        QCOMPARE(field(memory, "memory.seqLen").typed(), "8192");
    }

    void varianceIsThatOfTheExperiment()
    {
        Shown<ScalingPanel> s;
        QSignalSpy drawn(&s.panel, &ScalingPanel::drawn);
        s.document.apply({quickScaling(s.document), "change", {}});
        QTRY_VERIFY(!s.panel.isDrawing());
        const ScalingParameters p = s.document.scenario().scaling;
        std::vector<VarianceRun> runs;
        for (int repeat = 0; repeat < p.repeats; ++repeat)
            runs.push_back(*varianceRun(p, repeat));
        QVERIFY(png(*s.panel.figure()) == png(PlotFigure(variancePlot(p, runs))));
        QCOMPARE(drawn.count(), 1);

        const std::vector<VarianceRow> rows = meanRows(runs);
        auto* table = s.panel.findChild<QTableWidget*>();
        QCOMPARE(table->rowCount(), 3);
        for (int i = 0; i < 3; ++i) {
            const VarianceRow& row = rows[static_cast<std::size_t>(i)];
            QCOMPARE(table->item(i, 0)->text(), QString::number(row.d_k));
            QVERIFY(std::abs(table->item(i, 1)->text().toDouble() / row.variance - 1) < 0.01);
            QVERIFY(std::abs(table->item(i, 2)->text().toDouble() - row.scaledVariance) < 0.001);
        }
        QVERIFY(sentence(s.panel).startsWith("q·k at dₖ = 512: variance "));
        QVERIFY(sentence(s.panel).contains("divided by √512: "));
        table->selectRow(1);
        QVERIFY(sentence(s.panel).startsWith("q·k at dₖ = 64: variance "));
    }

    void figureIsCompleteBeforeAnythingWasShown()
    {
        Document document;
        document.apply({quickScaling(document), "change", {}});
        const ScalingPanel panel(document);
        const ScalingParameters p = document.scenario().scaling;
        std::vector<VarianceRun> runs;
        for (int repeat = 0; repeat < p.repeats; ++repeat)
            runs.push_back(*varianceRun(p, repeat));
        QVERIFY(png(*panel.figure()) == png(PlotFigure(variancePlot(p, runs))));
        const MemoryPanel memory(document);
        QVERIFY(png(*memory.figure()) == png(PlotFigure(memoryPlot({}))));
    }

    void newestExperimentWins()
    {
        Shown<ScalingPanel> s;
        Scenario endless = s.document.scenario();
        endless.scaling.d_k.assign(16, 4096);
        endless.scaling.samples = maximumScalingSamples;
        s.document.apply({endless, "change", {}});
        QTest::qWait(50);
        QVERIFY(s.panel.isDrawing());
        QElapsedTimer timer;
        timer.start();
        s.document.apply({quickScaling(s.document), "change", {}});
        Scenario last = quickScaling(s.document);
        last.scaling.d_k = {2, 8};
        s.document.apply({last, "change", {}});
        QVERIFY(timer.elapsed() < 1000); // nobody waited for the endless one
        QTRY_VERIFY(!s.panel.isDrawing());
        QVERIFY(sentence(s.panel).startsWith("q·k at dₖ = 8: "));
        QCOMPARE(s.panel.findChild<QTableWidget*>()->rowCount(), 2);
    }

    // Answers that were on their way when the question changed.
    void lateRunsAreNotShown()
    {
        Shown<ScalingPanel> s;
        s.document.apply({quickScaling(s.document), "change", {}});
        QThread::msleep(500); // all three runs wait to be taken by this thread
        Scenario last = quickScaling(s.document);
        last.scaling.d_k = {2, 8};
        s.document.apply({last, "change", {}});
        QTRY_VERIFY(!s.panel.isDrawing());
        std::vector<VarianceRun> runs;
        for (int repeat = 0; repeat < last.scaling.repeats; ++repeat)
            runs.push_back(*varianceRun(last.scaling, repeat));
        QVERIFY(png(*s.panel.figure()) == png(PlotFigure(variancePlot(last.scaling, runs))));
    }

    void undoInAFieldIsTheDocuments()
    {
        Shown<MemoryPanel> s;
        type(s.panel, "memory.layers", "40");
        ParameterField& f = field(s.panel, "memory.layers");
        const auto takes = [&] {
            QKeyEvent question(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
            question.ignore();
            QApplication::sendEvent(&f, &question);
            return question.isAccepted();
        };
        QVERIFY(!takes()); // nothing is typed: the window's shortcut gets it
        type(s.panel, "memory.layers", "5", false);
        QVERIFY(takes()); // the typing itself is taken back first
    }

    void longExperimentCanBeStopped()
    {
        Shown<ScalingPanel> s;
        Scenario endless = s.document.scenario();
        endless.scaling.d_k.assign(16, 4096);
        endless.scaling.samples = maximumScalingSamples;
        s.document.apply({endless, "change", {}});
        auto* button = s.panel.findChild<QPushButton*>(QStringLiteral("scaling.stop"));
        QVERIFY(!button->isVisible()); // what is there at once needs no button
        QTRY_VERIFY(button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(!s.panel.isDrawing());
        QCOMPARE(button->text(), "Go on");
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(s.panel.isDrawing());
        // Too much to wait for: the picture is of what is there.
        QVERIFY(s.panel.figure()->description().contains("not drawn yet"));
        s.document.undoStack().undo();
        QTRY_VERIFY(!s.panel.isDrawing());
        QVERIFY(!button->isVisible());
    }

    void sizesAreAList()
    {
        Shown<ScalingPanel> s;
        s.document.apply({quickScaling(s.document), "change", {}});
        type(s.panel, "scaling.dk", "1 2;4,  8");
        QCOMPARE(s.document.scenario().scaling.d_k, (std::vector<int>{1, 2, 4, 8}));
        QCOMPARE(field(s.panel, "scaling.dk").typed(), "1, 2, 4, 8");
        QCOMPARE(s.document.undoStack().undoText(), "Change Sizes dₖ");
        for (const auto& [typed, expected] :
             {std::pair("4, 64, 5000", "size 3: 5000"), std::pair("4, x", "x: "),
              std::pair("", "0 sizes"), std::pair("99999999999", "size 1: "),
              std::pair("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17", "17 sizes")}) {
            ParameterField& f = field(s.panel, "scaling.dk");
            f.findChild<QLineEdit*>()->setText(typed);
            QTest::keyClick(&f, Qt::Key_Return);
            QVERIFY2(reason(s.panel, "scaling.dk").startsWith(expected),
                     qPrintable(reason(s.panel, "scaling.dk")));
        }
        QCOMPARE(s.document.scenario().scaling.d_k, (std::vector<int>{1, 2, 4, 8}));

        QTest::keyClick(&field(s.panel, "scaling.samples"), Qt::Key_Up);
        QCOMPARE(s.document.scenario().scaling.samples, 500);
        QTest::keyClick(&field(s.panel, "scaling.samples"), Qt::Key_Down);
        QCOMPARE(s.document.scenario().scaling.samples, 200);
        QTest::keyClick(&field(s.panel, "scaling.seed"), Qt::Key_Down);
        QCOMPARE(s.document.scenario().scaling.seed, std::uint64_t{0});
        QTest::keyClick(&field(s.panel, "scaling.seed"), Qt::Key_Up);
        QCOMPARE(s.document.scenario().scaling.seed, std::uint64_t{1});
        type(s.panel, "scaling.seed", "-1");
        QVERIFY(!reason(s.panel, "scaling.seed").isEmpty());
        QTRY_VERIFY(!s.panel.isDrawing());
    }

    void wholeNumbersAreRead()
    {
        const auto whole = [](const char* text) {
            const auto value = parseWhole(QString::fromUtf8(text));
            return std::holds_alternative<std::int64_t>(value) ? std::get<std::int64_t>(value)
                                                               : -99;
        };
        QCOMPARE(whole(" 8192 "), std::int64_t{8192});
        QCOMPARE(whole("8,192"), std::int64_t{8192});
        QCOMPARE(whole("1,048,576"), std::int64_t{1048576});
        QCOMPARE(whole("8 Ki"), std::int64_t{8192});
        QCOMPARE(whole("1mi"), std::int64_t{1048576});
        QCOMPARE(whole("0.5 Ki"), std::int64_t{512});
        QCOMPARE(whole("2^15"), std::int64_t{32768});
        QCOMPARE(whole("-3"), std::int64_t{-3});
        for (const char* bad : {"", "x", "1.5", "1,5", "Ki", "1e300", "8 192 1"})
            QCOMPARE(whole(bad), std::int64_t{-99});
    }
};

ATTENTION_TEST(TstLabPanels)
#include "tst_lab_panels.moc"
