// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From an edit to the painted window, from an arrow key to the painted selection; the window's
// breath while a large scenario is computed; matplotlib redrawing the same matrices.

#include "core/scenario/edits.h"
#include "tests/bench/bench.h"
#include "tests/support/plain_reference.h"
#include "ui/document/document.h"
#include "ui/explain/explanation_view.h"
#include "ui/main_window.h"
#include "ui/theme/theme.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QEvent>
#include <QtCore/QProcess>
#include <QtCore/QStandardPaths>
#include <QtCore/QTimer>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QStyleFactory>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

using namespace attention;
using namespace attention::ui;

namespace {

Scenario randomScenario(int tokens, int columns, int heads, unsigned seed)
{
    std::mt19937 engine(seed);
    Scenario s;
    s.heads = heads;
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
    input.heads = document.scenario().heads;
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

// What makes the time until a picture is whole: the widget's last paint event has returned.
double untilPainted(BoardView& board, const std::function<void()>& change,
                    const std::function<bool()>& shown)
{
    PaintWatch watch(board);
    QElapsedTimer timer;
    timer.start();
    change();
    while (!shown())
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    while (!watch.painted)
        QCoreApplication::processEvents();
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

// Milliseconds of each of `count` edits, one cell after another, until the window shows what
// follows.
std::vector<double> edits(Document& document, MainWindow& window, int count, bool check)
{
    std::vector<double> times;
    for (int i = 0; i < count; ++i) {
        const Scenario& now = document.scenario();
        const int cell = i * 7 % static_cast<int>(now.X->size()); // another one each time
        const int row = cell / now.modelWidth(), column = cell % now.modelWidth();
        const double value = (*now.X)(row, column) + 0.1 * (1 + i % 7);
        Edit edit{withCell(now, MatrixField::X, row, column, value), QStringLiteral("Change"), {}};
        times.push_back(untilPainted(
            window.board(), [&] { document.apply(std::move(edit)); },
            [&] { return document.trace()->scenario->X == document.scenario().X; }));
        if (check && i % 50 == 0)
            checkTrace(document);
        settle(); // a hand makes pauses, too
    }
    return times;
}

// Milliseconds until the board shows which number is asked, and until its arithmetic stands beside
// it.
struct Selections {
    std::vector<double> board, arithmetic;
};

Selections selections(MainWindow& window, int count)
{
    BoardView& board = window.board();
    QWidget* arithmetic = window.findChild<ExplanationView*>()->viewport();
    Selections times;
    for (int i = 0; i < count; ++i) {
        const int key = i % 2 == 0 ? Qt::Key_Left : Qt::Key_Right;
        const Selection before = board.selection();
        const auto move = [&] {
            QKeyEvent press(QEvent::KeyPress, key, Qt::NoModifier);
            QCoreApplication::sendEvent(&board, &press);
        };
        PaintWatch follows(*arithmetic);
        QElapsedTimer timer;
        timer.start();
        times.board.push_back(untilPainted(board, move, [] { return true; }));
        bench::require(!(board.selection() == before), "the selection moves");
        while (!follows.painted)
            QCoreApplication::processEvents();
        times.arithmetic.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        settle();
    }
    return times;
}

// The longest time in which the window did nothing for a person, in milliseconds.
class Breath : public QObject {
public:
    Breath()
    {
        m_clock.start();
        m_timer.start(1);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            m_longest = std::max(m_longest, static_cast<double>(m_clock.nsecsElapsed()) / 1e6);
            m_clock.start();
        });
    }

    double longest() const { return m_longest; }

private:
    QElapsedTimer m_clock;
    QTimer m_timer;
    double m_longest = 0;
};

// The same seven matrices, as one draws them there: a grid of images, numbers in the cells.
const char* matplotlibProgram = R"(
import time, numpy as np, matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
n, d = 16, 8
rng = np.random.default_rng(0)
X = rng.standard_normal((n, d))
W = [rng.standard_normal((d, d)) for _ in range(3)]
figure, axes = plt.subplots(2, 4, figsize=(13.66, 7.3))
def redraw():
    Q, K, V = (X @ w for w in W)
    S = Q @ K.T
    P = np.exp(S / np.sqrt(d)); P /= P.sum(axis=-1, keepdims=True)
    for ax, M in zip(axes.flat, (Q, K, V, S, S / np.sqrt(d), P, P @ V)):
        ax.clear()
        ax.imshow(M)
        for (i, j), value in np.ndenumerate(M):
            ax.text(j, i, f"{value:.2f}", ha="center", va="center", fontsize=6)
    figure.canvas.draw()
redraw()
times = []
for i in range(5):
    X[i % n, i % d] += 0.1
    start = time.perf_counter(); redraw(); times.append((time.perf_counter() - start) * 1000)
print(sorted(times)[2])
)";

struct Case {
    int tokens, columns, heads, edits;
    double target; // milliseconds
};

constexpr Case cases[] = {{3, 2, 1, 200, 0},
                          {16, 8, 4, 200, 8},
                          {256, 8, 4, 200, 16},
                          {1024, 8, 1, 60, 60},
                          {4096, 8, 1, 12, 400}};

} // namespace

int main(int argc, char* argv[])
{
    if (!qEnvironmentVariableIsSet("DISPLAY"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("attention-lab-bench"));
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    loadFonts();

    bench::printMachine();
    std::printf("Window 1366 x 730 on %s, a number asked, checks on\n",
                qPrintable(QGuiApplication::platformName()));
    double small = 0;
    for (const Case& c : cases) {
        Document document;
        document.load(randomScenario(c.tokens, c.columns, c.heads, 1), {});
        MainWindow window(document);
        window.setThemeChoice(QStringLiteral("light"));
        window.resize(1366, 730);
        window.show();
        while (!document.trace() || document.trace()->scenario->X != document.scenario().X)
            settle();
        settle();
        window.board().ask({{std::nullopt, StageId::Weights, 0}, 1, 1});
        settle();
        const Breath breath;
        const std::vector<double> times = edits(document, window, c.edits, c.tokens <= 256);
        const QString name = QStringLiteral("%1 x %2, %3 heads, %4: edit")
                                 .arg(c.tokens)
                                 .arg(c.columns)
                                 .arg(c.heads)
                                 .arg(window.board().boardLayout().strip ? "strip" : "board");
        bench::print(name, times, c.target);
        if (c.tokens == 16)
            small = bench::quantile(times, 0.5);
        if (c.tokens == 4096)
            std::printf("%-44s %9.2f ms at most\n", "   without an answer to a person meanwhile",
                        breath.longest());
        const Selections moved = selections(window, c.tokens <= 256 ? 200 : 30);
        bench::print(QStringLiteral("   moving the selection"), moved.board, 2);
        bench::print(QStringLiteral("   and its arithmetic beside it"), moved.arithmetic, 0);
    }
    QProcess python;
    python.start(QStringLiteral("/usr/bin/python3"),
                 {QStringLiteral("-c"), QLatin1String(matplotlibProgram)});
    if (python.waitForFinished(120000) && python.exitCode() == 0) {
        const double theirs = python.readAllStandardOutput().trimmed().toDouble();
        std::printf("matplotlib, seven matrices of 16 tokens: %.1f ms, %.0f times ours\n", theirs,
                    theirs / small);
    } else {
        std::printf("matplotlib: not there to compare with\n");
    }
    return 0;
}
