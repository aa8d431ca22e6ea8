// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pictures beside matplotlib's of the same numbers, in the same run: the time of savefig there and
// of savePicture here, each into a file; whole processes; a large one. Both sides draw labels,
// colour bar and, where they can be read, a number in every cell.

#include "core/attention/run.h"
#include "core/scenario/scenario_json.h"
#include "tests/bench/bench.h"
#include "ui/export/picture.h"
#include "ui/figures/make_figure.h"

#include <QtCore/QDir>
#include <QtCore/QElapsedTimer>
#include <QtCore/QFileInfo>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtGui/QImage>
#include <QtWidgets/QApplication>

#include <random>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace attention;

namespace {

constexpr int repeats = 7;

constexpr char script[] = R"py(
import json, sys, time
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
matrix, to, numbers, repeats = sys.argv[1], sys.argv[2], sys.argv[3] == "numbers", int(sys.argv[4])
w = np.loadtxt(matrix, ndmin=2)
n = len(w)
fig, ax = plt.subplots(figsize=(16, 16), dpi=100)
image = ax.imshow(w, vmin=0, vmax=1)
fig.colorbar(image)
ax.set_title("Weights")
ax.set_xticks(range(n), [f"t{i}" for i in range(n)], rotation=90)
ax.set_yticks(range(n), [f"t{i}" for i in range(n)])
if numbers:
    for i in range(n):
        for j in range(n):
            ax.text(j, i, f"{w[i, j]:.3f}", ha="center", va="center", fontsize=640 / n / 2,
                    color="black" if w[i, j] > 0.5 else "white")
times = []
for _ in range(repeats):
    start = time.perf_counter()
    fig.savefig(to)
    times.append(1000 * (time.perf_counter() - start))
print(*times)
)py";

Scenario randomTokens(int tokens, int columns)
{
    std::mt19937 engine(1);
    std::normal_distribution<double> normal;
    Matrix x(tokens, columns);
    for (Eigen::Index i = 0; i < x.size(); ++i)
        x.data()[i] = normal(engine);
    Scenario s;
    s.title = "random";
    for (int i = 0; i < tokens; ++i)
        s.tokens.push_back("t" + QByteArray::number(i).toStdString());
    s.X = share(std::move(x));
    return s;
}

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    bench::require(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size(),
                   qPrintable(path));
}

struct Process {
    double milliseconds = 0;
    QByteArray output;
};

Process run(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    QElapsedTimer timer;
    timer.start();
    process.start(program, arguments);
    const bool finished = process.waitForFinished(-1);
    Process result;
    result.milliseconds = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    bench::require(finished && process.exitStatus() == QProcess::NormalExit &&
                       process.exitCode() == 0,
                   qPrintable(program + u' ' + arguments.join(u' ')));
    result.output = process.readAllStandardOutput();
    return result;
}

std::vector<double> timesOf(const QByteArray& output)
{
    std::vector<double> times;
    for (const QByteArray& number : output.trimmed().split(' '))
        times.push_back(number.toDouble());
    return times;
}

std::vector<double> saved(const ui::Figure& figure, const QString& path, QSize size)
{
    ui::PictureOptions options;
    options.size = size;
    std::vector<double> times;
    for (int i = 0; i <= repeats; ++i) {
        QElapsedTimer timer;
        timer.start();
        const auto reason = ui::savePicture(figure, path, options);
        if (i > 0) // the first one fetches the fonts
            times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        bench::require(!reason, qPrintable(reason.value_or(QString())));
    }
    return times;
}

void compare(const QString& what, const std::vector<double>& ours,
             const std::vector<double>& theirs, double target)
{
    const double here = bench::quantile(ours, 0.5), there = bench::quantile(theirs, 0.5);
    std::printf("%-44s %9.1f ms, matplotlib %9.1f ms: %5.1f times as fast, %g aimed at\n",
                qPrintable(what), here, there, there / here, target);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char* argv[])
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const QTemporaryDir folder;
    const auto at = [&](const char* name) { return folder.filePath(QLatin1String(name)); };
    const QString python =
        qEnvironmentVariable("ATTENTION_PYTHON", QStringLiteral("/usr/bin/python3"));
    const QString program =
        QFileInfo(QCoreApplication::applicationDirPath() + QStringLiteral("/../attention-lab"))
            .canonicalFilePath();
    bench::require(!program.isEmpty(), "the program is built");
    write(at("plot.py"), script);
    const auto matplotlib = [&](const char* numbers, const char* suffix, int times) {
        return run(python, {at("plot.py"), at("weights.txt"), at("theirs.") + QLatin1String(suffix),
                            QLatin1String(numbers), QString::number(times)});
    };

    bench::printMachine();
    std::printf("Pictures of 1600 x 1600 pixels into files, median of %d\n", repeats);
    for (const int tokens : {16, 64}) {
        const auto scenario = std::make_shared<const Scenario>(randomTokens(tokens, 8));
        const TracePtr trace = attention::run(scenario);
        write(at("scenario.json"), QByteArray::fromStdString(writeScenario(*scenario)));
        const Matrix& weights = *find(*trace, StageId::Weights, 0)->values;
        QByteArray text;
        for (Eigen::Index i = 0; i < tokens; ++i)
            for (Eigen::Index j = 0; j < tokens; ++j)
                text += QByteArray::number(weights(i, j), 'g', 17) + (j + 1 < tokens ? ' ' : '\n');
        write(at("weights.txt"), text);
        const auto figure = ui::stageFigure(trace, StageId::Weights, 0);
        const QString size = QStringLiteral("%1 x %1").arg(tokens);
        const QSize pixels(1600, 1600);
        const auto png = saved(*figure, at("ours.png"), pixels);
        bench::require(QImage(at("ours.png")).size() == pixels, "the picture's size");
        if (tokens == 64) {
            compare(size + QStringLiteral(" PNG, no numbers in the cells"), png,
                    timesOf(matplotlib("none", "png", 3).output), 20);
            compare(size + QStringLiteral(" PNG, matplotlib with numbers"), png,
                    timesOf(matplotlib("numbers", "png", 3).output), 20);
            continue;
        }
        compare(size + QStringLiteral(" PNG"), png,
                timesOf(matplotlib("numbers", "png", repeats).output), 4);
        for (const char* suffix : {"svg", "pdf"})
            compare(size + u' ' + QString::fromLatin1(suffix).toUpper(),
                    saved(*figure, at("ours.") + QLatin1String(suffix), pixels),
                    timesOf(matplotlib("numbers", suffix, 3).output), 10);
        std::vector<double> ours, theirs;
        const QStringList words = {QStringLiteral("export"),  at("scenario.json"),
                                   QStringLiteral("--stage"), QStringLiteral("weights"),
                                   QStringLiteral("--size"),  QStringLiteral("1600x1600"),
                                   QStringLiteral("-o"),      at("cold.png")};
        for (int i = 0; i < 5; ++i) {
            ours.push_back(run(program, words).milliseconds);
            theirs.push_back(matplotlib("numbers", "png", 1).milliseconds);
        }
        compare(QStringLiteral("whole process, 16 x 16 PNG"), ours, theirs, 5);
    }

    constexpr int large = 4096;
    std::printf("%d x %d weights, whole process\n", large, large);
    write(at("large.json"), QByteArray::fromStdString(writeScenario(randomTokens(large, 8))));
    for (const char* suffix : {"png", "svg", "pdf"}) {
        const QString to = at("large.") + QLatin1String(suffix);
        // By hand, because the memory of one child is wanted.
        QElapsedTimer timer;
        timer.start();
        const pid_t child = ::fork();
        if (child == 0) {
            ::execl(qPrintable(program), "attention-lab", "export", qPrintable(at("large.json")),
                    "--stage", "weights", "--size", "4096x4096", "-o", qPrintable(to), nullptr);
            ::_exit(127);
        }
        int status = 0;
        rusage usage = {};
        bench::require(::wait4(child, &status, 0, &usage) == child && status == 0, "large export");
        std::printf("%-44s %9.2f s %9.0f MB of memory %9.1f MB written\n", suffix,
                    static_cast<double>(timer.nsecsElapsed()) / 1e9,
                    static_cast<double>(usage.ru_maxrss) / 1024,
                    static_cast<double>(QFileInfo(to).size()) / 1e6);
    }
    std::printf("aimed at: PNG under 2 s and 600 MB, SVG and PDF under 20 MB\n");
    return 0;
}
