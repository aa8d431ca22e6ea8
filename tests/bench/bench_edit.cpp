// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From an edit to the painted board, in the real window: small scenarios within one frame, 512
// tokens in 64 columns by way of the worker thread.

#include "core/scenario/edits.h"
#include "tests/bench/bench.h"
#include "tests/support/plain_reference.h"
#include "ui/document/document.h"
#include "ui/main_window.h"
#include "ui/theme/theme.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QEvent>
#include <QtCore/QStandardPaths>
#include <QtWidgets/QApplication>
#include <QtWidgets/QStyleFactory>

#include <cmath>
#include <random>

using namespace attention;
using namespace attention::ui;

namespace {

constexpr double frame = 8, largeTarget = 100; // milliseconds

Scenario randomScenario(int tokens, int columns, unsigned seed)
{
    std::mt19937 engine(seed);
    Scenario s;
    Matrix x(tokens, columns);
    for (Eigen::Index i = 0; i < x.size(); ++i)
        x.data()[i] = static_cast<double>(engine() % 61) / 10 - 3;
    s.X = share(std::move(x));
    for (int i = 0; i < tokens; ++i)
        s.tokens.push_back("t" + std::to_string(i));
    return s;
}

plain::Rows rows(const Matrix& m)
{
    plain::Rows r(static_cast<std::size_t>(m.rows()));
    for (Eigen::Index i = 0; i < m.rows(); ++i)
        for (Eigen::Index k = 0; k < m.cols(); ++k)
            r[static_cast<std::size_t>(i)].push_back(m(i, k));
    return r;
}

// The weights and the output of the document's trace, against plain loops.
void checkTrace(const Document& document)
{
    plain::Input input;
    input.X = rows(*document.scenario().X);
    input.scale = scaleFactor(document.scenario());
    const plain::Result expected = plain::attention(input);
    const Trace& trace = *document.trace();
    bench::require(trace.scenario->X == document.scenario().X, "the trace is of this scenario");
    const plain::Rows weights = rows(*find(trace, StageId::Weights, 0)->values);
    const plain::Rows output = rows(*find(trace, StageId::Output)->values);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        for (std::size_t k = 0; k < weights[i].size(); ++k)
            bench::require(std::abs(weights[i][k] - expected.heads[0].weights[i][k]) < 1e-12,
                           "weights");
        for (std::size_t k = 0; k < output[i].size(); ++k)
            bench::require(std::abs(output[i][k] - expected.output[i][k]) < 1e-10, "output");
    }
}

class PaintWatch : public QObject {
public:
    explicit PaintWatch(QWidget& widget)
        : m_widget(&widget)
    {
        widget.installEventFilter(this);
    }

    bool painted = false;

protected:
    bool eventFilter(QObject* object, QEvent* event) override
    {
        if (object == m_widget && event->type() == QEvent::Paint)
            painted = true;
        return false;
    }

private:
    QWidget* m_widget;
};

void settle()
{
    for (int i = 0; i < 20; ++i)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
}

// Milliseconds of each of `count` edits, until the board shows what follows from it. The window's
// events run as they do in the program, so that bars and checks are part of it.
std::vector<double> edits(Document& document, MainWindow& window, int count)
{
    PaintWatch watch(window.board());
    std::mt19937 engine(5);
    std::vector<double> times;
    for (int i = 0; i < count; ++i) {
        const Scenario& now = document.scenario();
        const int row = static_cast<int>(engine() % static_cast<unsigned>(now.tokenCount()));
        const int column = static_cast<int>(engine() % static_cast<unsigned>(now.modelWidth()));
        double value = (*now.X)(row, column);
        while (value == (*now.X)(row, column))
            value = static_cast<double>(engine() % 61) / 10 - 3;
        Edit edit{withCell(now, MatrixField::X, row, column, value), QStringLiteral("Change"), {}};
        watch.painted = false;
        QElapsedTimer timer;
        timer.start();
        document.apply(std::move(edit));
        while (document.trace()->scenario->X != document.scenario().X)
            QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
        while (!watch.painted)
            QCoreApplication::processEvents();
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        if (i % 50 == 0)
            checkTrace(document);
        settle(); // a hand makes pauses, too: the checks come after the picture
    }
    return times;
}

} // namespace

int main(int argc, char* argv[])
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("attention-lab-bench"));
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    loadFonts();

    bench::printMachine();
    std::printf("From an edit to the painted board, window 1366 x 730\n");
    for (const int tokens : {3, 4, 6, 8, 10, 12, 16}) {
        Document document;
        document.load(randomScenario(tokens, 4, 1), {});
        MainWindow window(document);
        window.setThemeChoice(QStringLiteral("light"));
        window.resize(1366, 730);
        window.show();
        settle();
        bench::print(QStringLiteral("%1 tokens x 4 columns, %2")
                         .arg(tokens)
                         .arg(window.board().boardLayout().strip ? "strip" : "board"),
                     edits(document, window, 200), frame);
    }
    {
        Document document;
        document.load(randomScenario(512, 64, 1), {});
        MainWindow window(document);
        window.setThemeChoice(QStringLiteral("light"));
        window.resize(1366, 730);
        window.show();
        while (!document.trace() || document.trace()->scenario->X != document.scenario().X)
            settle();
        settle();
        bench::print(QStringLiteral("512 tokens x 64 columns, worker thread"),
                     edits(document, window, 30), largeTarget);
    }
    return 0;
}
