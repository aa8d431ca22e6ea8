// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The attention core: the full pass beside Eigen's two products, NumPy and PyTorch in the same run;
// tiles; decoding with a cache. Everything is compared with plain loops first.

#include "core/attention/attend.h"
#include "core/attention/decode.h"
#include "core/attention/row_blocks.h"
#include "core/attention/tiled.h"
#include "core/level.h"
#include "tests/bench/bench.h"
#include "tests/bench/products.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QProcessEnvironment>

#include <cmath>
#include <functional>
#include <random>
#include <string>

using namespace attention;

namespace {

constexpr int width = 64; // d_k and d_v

Matrix randomMatrix(Eigen::Index rows, Eigen::Index columns, unsigned seed)
{
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> normal;
    Matrix m(rows, columns);
    for (Eigen::Index i = 0; i < m.size(); ++i)
        m.data()[i] = normal(engine);
    return m;
}

struct Inputs {
    Matrix Q, K, V;
    Scenario rules; // causal, 1/√d_k

    explicit Inputs(int n)
        : Q(randomMatrix(n, width, 1))
        , K(randomMatrix(n, width, 2))
        , V(randomMatrix(n, width, 3))
    {
        rules.X = share(Q);
        rules.mask.causal = true;
    }
};

// Row i of the output, by plain loops.
RowVector plainRow(const Inputs& in, Eigen::Index i)
{
    std::vector<double> e;
    double largest = -1e300, sum = 0;
    for (Eigen::Index key = 0; key <= i; ++key) {
        double score = 0;
        for (Eigen::Index c = 0; c < width; ++c)
            score += in.Q(i, c) * in.K(key, c);
        e.push_back(score / std::sqrt(double{width}));
        largest = std::max(largest, e.back());
    }
    for (double& x : e)
        sum += x = std::exp(x - largest);
    RowVector row = RowVector::Zero(width);
    for (Eigen::Index key = 0; key <= i; ++key)
        for (Eigen::Index c = 0; c < width; ++c)
            row[c] += e[static_cast<std::size_t>(key)] / sum * in.V(key, c);
    return row;
}

void check(const Inputs& in, const Matrix& output, const char* what)
{
    for (const Eigen::Index i : {Eigen::Index{0}, Eigen::Index{1}, Eigen::Index{100},
                                 output.rows() / 2, output.rows() - 1})
        bench::require((output.row(i) - plainRow(in, i)).cwiseAbs().maxCoeff() <= 1e-12, what);
}

double timed(const std::function<void()>& work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

std::vector<double> timings(int repeats, const std::function<void()>& work)
{
    work();
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i)
        times.push_back(timed(work));
    return times;
}

// As a user writes it; then the same with memory that is used again. Prints both medians.
const char* numpyProgram = R"(
import sys, time, numpy as np
n, d = int(sys.argv[1]), 64
rng = np.random.default_rng(0)
Q, K, V = (rng.standard_normal((n, d)) for _ in range(3))
blocked = ~np.tri(n, dtype=bool)
def written():
    S = Q @ K.T / np.sqrt(d)
    S = np.where(blocked, -1e9, S)
    P = np.exp(S - S.max(axis=-1, keepdims=True))
    P /= P.sum(axis=-1, keepdims=True)
    return P @ V
S, P, O = np.empty((n, n)), np.empty((n, n)), np.empty((n, d))
def reused():
    np.matmul(Q, K.T, out=S)
    np.multiply(S, 1 / np.sqrt(d), out=P)
    np.putmask(P, blocked, -1e9)
    np.subtract(P, P.max(axis=-1, keepdims=True), out=P)
    np.exp(P, out=P)
    np.divide(P, P.sum(axis=-1, keepdims=True), out=P)
    np.matmul(P, V, out=O)
def median(f):
    times = []
    for _ in range(6):
        start = time.perf_counter(); f(); times.append((time.perf_counter() - start) * 1000)
    return sorted(times[1:])[2]
print(median(written), median(reused))
)";

const char* torchProgram = R"(
import sys, time, torch
n, d = int(sys.argv[1]), 64
Q, K, V = (torch.randn(n, d, dtype=torch.float64) for _ in range(3))
allowed = torch.tril(torch.ones(n, n, dtype=torch.bool))
def written():
    S = (Q @ K.T / d ** 0.5).masked_fill(~allowed, -1e9)
    return torch.softmax(S, dim=-1) @ V
times = []
for _ in range(6):
    start = time.perf_counter(); written(); times.append((time.perf_counter() - start) * 1000)
print(sorted(times[1:])[2])
)";

// The numbers that a Python program prints, or none when it cannot run.
std::vector<double> pythonFigures(const char* program, int n)
{
    QProcess python;
    python.start(QStringLiteral("/usr/bin/python3"),
                 {QStringLiteral("-c"), QLatin1String(program), QString::number(n)});
    std::vector<double> figures;
    if (python.waitForFinished(300000) && python.exitCode() == 0)
        for (const QByteArray& word : python.readAllStandardOutput().simplified().split(' '))
            figures.push_back(word.toDouble());
    return figures;
}

void compare(const char* name, double theirs, double ours)
{
    std::printf("%-44s %9.2f ms, %.1f times ours\n", name, theirs, theirs / ours);
}

void fullPass(int n)
{
    const Inputs in(n);
    const ScoreRules rules(in.rules, n, n);
    check(in, *attend(in.Q, in.K, in.V, rules, Keep::ScoresAndWeights).output, "the full pass");
    std::printf("\nfull pass, causal, scores and weights kept, n = %d, d = %d\n", n, width);
    const std::vector<double> warm =
        timings(8, [&] { attend(in.Q, in.K, in.V, rules, Keep::ScoresAndWeights); });
    bench::print(QStringLiteral("ours, memory used again"), warm, 0);
    std::vector<HeadStages> held; // what is held cannot be used again
    const std::vector<double> fresh = timings(
        2, [&] { held.push_back(attend(in.Q, in.K, in.V, rules, Keep::ScoresAndWeights)); });
    bench::print(QStringLiteral("ours, new memory"), fresh, 0);
    held.clear();

    Matrix S(n, n), O(n, width);
    const Matrix P = Matrix::Constant(n, n, 1.0 / n);
    const auto threads = static_cast<Eigen::Index>(std::thread::hardware_concurrency());
    const double ours = bench::quantile(warm, 0.5);
    for (const Eigen::Index blockRows : {Eigen::Index{64}, (n + threads - 1) / threads}) {
        const std::vector<double> products =
            timings(8, [&] { bench::products(in.Q, in.K, in.V, P, blockRows, S, O); });
        const double theirs = bench::quantile(products, 0.5);
        std::printf(
            "%-44s %9.2f ms, ours is %.2f of it\n",
            ("Eigen's two products, " + std::to_string(blockRows) + " rows at a time").c_str(),
            theirs, ours / theirs);
    }
    if (const auto numpy = pythonFigures(numpyProgram, n); numpy.size() == 2) {
        compare("NumPy as one writes it", numpy[0], ours);
        compare("NumPy, memory used again", numpy[1], ours);
    } else {
        std::printf("NumPy: not there to compare with\n");
    }
    if (const auto torch = pythonFigures(torchProgram, n); torch.size() == 1)
        compare("PyTorch as one writes it", torch[0], ours);
    else
        std::printf("PyTorch: not there to compare with\n");
}

// Of this process, in MiB: "VmHWM" is the most it ever held, "VmRSS" what it holds.
double memory(const char* field)
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (status.open(QFile::ReadOnly))
        for (const QByteArray& line : status.readAll().split('\n'))
            if (line.startsWith(field))
                return line.simplified().split(' ')[1].toDouble() / 1024;
    return 0;
}

void tiles()
{
    constexpr int n = 32768, small = 4096, tile = 256;
    std::printf("\ntiles of %d x %d, causal, d = %d\n", tile, tile, width);
    const Inputs in(n);
    const ScoreRules rules(in.rules, n, n);
    const double before = memory("VmRSS");
    QFile peak(QStringLiteral("/proc/self/clear_refs")); // "5": count the peak anew
    if (peak.open(QFile::WriteOnly))
        peak.write("5");
    peak.close();
    Matrix output;
    const double time = timed([&] { output = tiled(in.Q, in.K, in.V, rules, tile); });
    const double beyond = memory("VmHWM") - before - n * width * 8.0 / (1 << 20);
    check(in, output, "the tiles");
    std::printf("%-44s %9.0f ms, %.1f MiB beyond inputs and output\n", "n = 32768", time, beyond);

    const Inputs less(small);
    const ScoreRules lessRules(less.rules, small, small);
    const double full = bench::quantile(
        timings(6, [&] { attend(less.Q, less.K, less.V, lessRules, Keep::ScoresAndWeights); }),
        0.5);
    const double pairs = (double{n} * n) / (double{small} * small);
    std::printf("per pair of tokens it takes %.2f of the full pass at n = %d\n",
                time / pairs / full, small);
}

void decoding()
{
    constexpr int most = 8192, generated = 1024;
    std::printf("\ndecoding, one token at a time, d = %d\n", width);
    auto s = std::make_shared<Scenario>();
    s->X = share(randomMatrix(most, width, 4));
    s->mask.causal = true;
    Decoder decoder(s);
    std::vector<double> x, y; // log2 of the length, of the cost of a step
    for (int length = 256; length <= most; length *= 2) {
        decoder.feed(length - 32 - decoder.length());
        std::vector<double> steps;
        for (int i = 0; i < 32; ++i)
            steps.push_back(timed([&] { decoder.feed(); }));
        x.push_back(std::log2(length));
        y.push_back(std::log2(bench::quantile(steps, 0.5)));
        std::printf("step at %5d tokens %33.3f ms\n", length, bench::quantile(steps, 0.5));
    }
    double meanX = 0, meanY = 0, slope = 0, spread = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        meanX += x[i] / static_cast<double>(x.size());
        meanY += y[i] / static_cast<double>(x.size());
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
        slope += (x[i] - meanX) * (y[i] - meanY);
        spread += (x[i] - meanX) * (x[i] - meanX);
    }
    std::printf("the cost of step t grows like t^%.2f\n", slope / spread);

    const Inputs in(generated);
    auto small = std::make_shared<Scenario>(in.rules);
    const double cached = timed([&] { decodeAll(small); });
    double again = 0; // all rows anew at every step, as without a cache
    for (int length = 1; length <= generated; ++length) {
        const ScoreRules rules(in.rules, length, length);
        again += timed([&] {
            attend(in.Q.topRows(length), in.K.topRows(length), in.V.topRows(length), rules,
                   Keep::ScoresAndWeights);
        });
    }
    std::printf("%d tokens: %.1f ms with the cache, %.0f ms without, %.0f times as long\n",
                generated, cached, again, again / cached);
}

// Measures at the level that the loader took.
void measure()
{
    std::printf("\n== level %s\n", std::string(level()).c_str());
    for (const int n : {2048, 4096})
        fullPass(n);
    tiles();
    decoding();
    std::fflush(stdout);
}

struct LevelRow {
    const char* name;
    const char* tunables; // hide what is above it from the loader
};

constexpr LevelRow levels[] = {{"v4", ""}, {"v3", "glibc.cpu.hwcaps=-AVX512F"}};

} // namespace

int main(int argc, char** argv)
{
    if (argc > 1) {
        if (std::string(level()) == argv[1])
            measure();
        else
            std::printf("\n== level %s: not run, this machine or build lacks it\n", argv[1]);
        return 0;
    }
    bench::printMachine();
    std::fflush(stdout);
    for (const LevelRow& row : levels) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("GLIBC_TUNABLES"), QLatin1String(row.tunables));
        process.setProcessEnvironment(environment);
        process.setProcessChannelMode(QProcess::ForwardedChannels);
        process.start(QString::fromLocal8Bit(argv[0]), {QLatin1String(row.name)});
        if (!process.waitForFinished(-1) || process.exitCode() != 0)
            return 1;
    }
    return 0;
}
