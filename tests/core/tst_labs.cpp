// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labs/memory.h"
#include "core/labs/random_stream.h"
#include "core/labs/scaling.h"
#include "core/labs/units.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace attention;

namespace {

QString text(const std::string& s)
{
    return QString::fromStdString(s);
}

QJsonObject parsed(const std::string& json)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(json), &error);
    if (error.error != QJsonParseError::NoError)
        qWarning("%s", qPrintable(error.errorString()));
    return document.object();
}

double phi(double x)
{
    return std::erfc(-x / std::sqrt(2.0)) / 2;
}

ScalingParameters scaling(std::vector<int> d_k, int samples, std::uint64_t seed = 0)
{
    ScalingParameters p;
    p.d_k = std::move(d_k);
    p.samples = samples;
    p.seed = seed;
    return p;
}

MemoryParameters memory(std::int64_t seqLen, std::int64_t batch, std::int64_t kvHeads = 8)
{
    MemoryParameters p;
    p.seqLen = seqLen;
    p.batch = batch;
    p.kvHeads = kvHeads;
    return p;
}

const PlotSeries& named(const PlotData& plot, const std::string& start)
{
    for (const PlotSeries& series : plot.series)
        if (series.name.starts_with(start))
            return series;
    qFatal("no series %s", start.c_str());
}

void checkAxis(const PlotAxis& axis)
{
    QVERIFY(axis.logarithmic);
    QCOMPARE(axis.logBase, 2);
    QVERIFY(axis.minimum > 0);
    QVERIFY(axis.minimum < axis.maximum);
    QVERIFY(!axis.label.empty());
    QCOMPARE(axis.ticks.size(), axis.tickLabels.size());
    QVERIFY(std::is_sorted(axis.ticks.begin(), axis.ticks.end()));
    QCOMPARE(axis.ticks.front(), axis.minimum);
    QCOMPARE(axis.ticks.back(), axis.maximum);
}

} // namespace

class TstLabs : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void engineIsXoshiro()
    {
        // What the authors' own program writes for the state 1, 2, 3, 4.
        Xoshiro256 engine({1, 2, 3, 4});
        const std::uint64_t expected[] = {41943041U,
                                          58720359U,
                                          3588806011781223U,
                                          3591011842654386U,
                                          9228616714210784205U,
                                          9973669472204895162U,
                                          14011001112246962877U,
                                          12406186145184390807U,
                                          15849039046786891736U,
                                          10450023813501588000U};
        for (const std::uint64_t value : expected)
            QCOMPARE(engine(), value);

        std::uint64_t state = 1234567;
        const std::uint64_t mixed[] = {6457827717110365317U, 3203168211198807973U,
                                       9817491932198370423U, 4593380528125082431U,
                                       16408922859458223821U};
        for (const std::uint64_t value : mixed)
            QCOMPARE(splitMix(state), value);
    }

    // Moments, tail and the whole distribution (Kolmogorov and Smirnov) of a million draws, taken
    // from many short streams as the experiment does.
    void drawsAreStandardNormal()
    {
        std::vector<double> draws;
        for (std::uint64_t stream = 0; stream < 1000; ++stream) {
            NormalStream normal{7, stream % 8, 64, stream / 8};
            for (int i = 0; i < 1000; ++i)
                draws.push_back(normal());
        }
        const double n = static_cast<double>(draws.size());
        double moments[5] = {};
        double beyondThree = 0;
        for (const double x : draws) {
            for (int power = 1; power <= 4; ++power)
                moments[power] += std::pow(x, power) / n;
            beyondThree += std::abs(x) > 3.4426198558966523; // where the ziggurat's tail starts
        }
        // Five standard errors each: √(1/n), √(2/n), √(15/n), √(96/n).
        QVERIFY(std::abs(moments[1]) < 5 * std::sqrt(1 / n));
        QVERIFY(std::abs(moments[2] - 1) < 5 * std::sqrt(2 / n));
        QVERIFY(std::abs(moments[3]) < 5 * std::sqrt(15 / n));
        QVERIFY(std::abs(moments[4] - 3) < 5 * std::sqrt(96 / n));
        const double expected = 2 * phi(-3.4426198558966523) * n;
        QVERIFY(std::abs(beyondThree - expected) < 5 * std::sqrt(expected));

        std::sort(draws.begin(), draws.end());
        double distance = 0;
        for (std::size_t i = 0; i < draws.size(); ++i) {
            const double p = phi(draws[i]);
            distance = std::max({distance, std::abs(p - static_cast<double>(i) / n),
                                 std::abs(p - static_cast<double>(i + 1) / n)});
        }
        QVERIFY2(distance * std::sqrt(n) < 1.95,
                 qPrintable(QString::number(distance))); // p = 0.001
    }

    void streamsAreUnrelated()
    {
        const auto first = [](std::initializer_list<std::uint64_t> keys) {
            NormalStream normal(keys);
            return normal();
        };
        const std::vector<double> values = {
            first({0, 0, 4, 0}), first({1, 0, 4, 0}), first({0, 1, 4, 0}), first({0, 0, 5, 0}),
            first({0, 0, 4, 1}), first({0, 0, 0, 4}), first({4, 0, 0, 0}), first({0, 4, 0, 0})};
        for (std::size_t i = 0; i < values.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                QVERIFY(values[i] != values[k]);

        // Neighbouring blocks: the correlation of 100,000 pairs stays within five standard errors.
        NormalStream a{0, 0, 64, 0}, b{0, 0, 64, 1};
        double product = 0;
        for (int i = 0; i < 100000; ++i)
            product += a() * b();
        QVERIFY(std::abs(product / 100000) < 5 / std::sqrt(100000.0));
    }

    void varianceIsDk()
    {
        for (const std::uint64_t seed : {0U, 1U, 42U}) {
            const auto run = varianceRun(scaling({1, 4, 64, 512}, 20000, seed));
            QVERIFY(run);
            QCOMPARE(run->rows.size(), std::size_t{4});
            for (const VarianceRow& row : run->rows) {
                QVERIFY(std::abs(row.variance - row.d_k) < 4.5 * row.standardError);
                QVERIFY(std::abs(row.scaledVariance - 1) < 4.5 * row.standardError / row.d_k);
            }
        }
    }

    // The deviations themselves have to be as large as theory says: neither wild nor too good.
    void deviationsHaveTheirStandardError()
    {
        const ScalingParameters p = scaling({4, 64}, 2000, 3);
        double squares[2] = {};
        for (int repeat = 0; repeat < 100; ++repeat) {
            const auto run = varianceRun(p, repeat);
            QVERIFY(run);
            for (std::size_t i = 0; i < 2; ++i) {
                const VarianceRow& row = run->rows[i];
                squares[i] += std::pow((row.variance - row.d_k) / row.standardError, 2);
            }
        }
        for (const double sum :
             squares) // chi-square with 100 degrees of freedom, p = 0.0001 each side
            QVERIFY2(sum > 54 && sum < 161, qPrintable(QString::number(sum)));
    }

    void standardErrorByHand()
    {
        // μ₄ = 3 · 512² + 6 · 512; 2,000 samples: the 16.2 of the article's run.
        const auto run = varianceRun(scaling({512}, 2000));
        QVERIFY(run);
        QVERIFY(std::abs(run->rows[0].standardError - 16.24) < 0.01);
    }

    // The same draws, added up in one plain pass with more digits.
    void figuresAreThoseOfTheDraws()
    {
        for (const int samples : {2, 3, 1023, 1024, 1025, 5000}) {
            const auto run = varianceRun(scaling({3, 16}, samples, 9), 2);
            QVERIFY(run);
            for (const VarianceRow& row : run->rows) {
                long double sum = 0, squares = 0;
                for (int sample = 0; sample < samples;) {
                    NormalStream normal{9, 2, static_cast<std::uint64_t>(row.d_k),
                                        static_cast<std::uint64_t>(sample / 1024)};
                    do {
                        long double dot = 0;
                        for (int i = 0; i < row.d_k; ++i) {
                            const double q = normal();
                            dot += static_cast<long double>(q) * normal();
                        }
                        sum += dot;
                        squares += dot * dot;
                    } while (++sample < samples && sample % 1024 != 0);
                }
                const auto variance =
                    static_cast<double>((squares - sum * sum / samples) / (samples - 1));
                QVERIFY(std::abs(row.variance / variance - 1) < 1e-12);
                QVERIFY(std::abs(row.scaledVariance / (variance / row.d_k) - 1) < 1e-12);
            }
        }
    }

    void figuresDoNotDependOnThreads()
    {
        const ScalingParameters p = scaling({4, 64, 100}, 10000, 5);
        const auto one = varianceRun(p, 1, {}, 1);
        QVERIFY(one);
        for (const int threads : {0, 2, 3, 7, 64})
            QVERIFY(varianceRun(p, 1, {}, threads) == one);
        QVERIFY(varianceRun(p, 2, {}, 1) != one);
    }

    // Bit for bit, at each x86-64 level that this test is run with.
    void figuresAreTheSameEverywhere()
    {
        const auto run = varianceRun({});
        QVERIFY(run);
        QVERIFY(run->rows[0].variance == 3.967177100528553);
        QVERIFY(run->rows[1].variance == 64.05713837297898);
        QVERIFY(run->rows[2].variance == 502.9011076715534);
        QVERIFY(run->rows[0].scaledVariance == 0.9917942751321382);
        QVERIFY(run->rows[1].scaledVariance == 1.0008927870777966);
        QVERIFY(run->rows[2].scaledVariance == 0.9822287259210025);
    }

    void stops()
    {
        std::stop_source before;
        before.request_stop();
        QVERIFY(!varianceRun({}, 0, before.get_token()));

        // Far more than a test could wait for.
        std::stop_source soon;
        const ScalingParameters large = scaling(std::vector<int>(16, 4096), 1'000'000);
        QVERIFY(!varianceRun(large, 0, soon.get_token(), 2, [&](double) { soon.request_stop(); }));
    }

    void reportsProgress()
    {
        double last = 0;
        bool rises = true;
        const auto run = varianceRun(scaling({4, 64}, 5000), 0, {}, 2, [&](double done) {
            rises = rises && done > last;
            last = done;
        });
        QVERIFY(run);
        QVERIFY(rises);
        QCOMPARE(last, 1.0);
        QCOMPARE(varianceDraws(scaling({4, 64}, 5000)), std::int64_t{2 * 68 * 5000});
    }

    void scalingIsValidated_data()
    {
        QTest::addColumn<QList<int>>("sizes");
        QTest::addColumn<int>("samples");
        QTest::addColumn<int>("repeats");
        QTest::addColumn<QString>("expected");
        const QList<int> sizes = {4, 64, 512};
        QTest::newRow("default") << sizes << 20000 << 8 << "";
        QTest::newRow("least") << QList<int>{1} << 2 << 1 << "";
        QTest::newRow("most") << QList<int>(16, 4096) << 1000000 << 64 << "";
        QTest::newRow("no size") << QList<int>() << 2 << 1
                                 << "labs.scaling.d_k: 0 sizes, expected 1 to 16";
        QTest::newRow("17 sizes") << QList<int>(17, 4) << 2 << 1
                                  << "labs.scaling.d_k: 17 sizes, expected 1 to 16";
        QTest::newRow("size 0") << QList<int>{4, 0} << 2 << 1
                                << "labs.scaling.d_k[1]: 0, expected a whole number from 1 to 4096";
        QTest::newRow("size 4097")
            << QList<int>{4097} << 2 << 1
            << "labs.scaling.d_k[0]: 4097, expected a whole number from 1 to 4096";
        QTest::newRow("one sample")
            << sizes << 1 << 8
            << "labs.scaling.samples: 1, expected a whole number from 2 to 1000000";
        QTest::newRow("too many samples")
            << sizes << 1000001 << 8
            << "labs.scaling.samples: 1000001, expected a whole number from 2 to 1000000";
        QTest::newRow("no repeat")
            << sizes << 2 << 0 << "labs.scaling.repeats: 0, expected a whole number from 1 to 64";
        QTest::newRow("65 repeats")
            << sizes << 2 << 65 << "labs.scaling.repeats: 65, expected a whole number from 1 to 64";
    }

    void scalingIsValidated()
    {
        QFETCH(QList<int>, sizes);
        QFETCH(int, samples);
        QFETCH(int, repeats);
        QFETCH(QString, expected);
        ScalingParameters p = scaling({sizes.begin(), sizes.end()}, samples);
        p.repeats = repeats;
        const auto problem = validate(p);
        QCOMPARE(problem ? text(english(*problem)) : QString(), expected);
    }

    void varianceAsJson()
    {
        const ScalingParameters p = scaling({4, 64, 512}, 3000, 11);
        const auto run = varianceRun(p);
        QVERIFY(run);
        const QJsonObject json = parsed(varianceText(p, *run, "json"));
        QCOMPARE(json["format"], QJsonValue("attention-lab/variance"));
        QCOMPARE(json["version"], QJsonValue(1));
        QCOMPARE(json["samples"], QJsonValue(3000));
        QCOMPARE(json["seed"], QJsonValue(11));
        const QJsonArray rows = json["rows"].toArray();
        QCOMPARE(rows.size(), 3);
        for (int i = 0; i < 3; ++i) {
            const VarianceRow& row = run->rows[static_cast<std::size_t>(i)];
            const QJsonObject object = rows[i].toObject();
            QCOMPARE(object["d_k"], QJsonValue(row.d_k));
            QCOMPARE(object["variance"], QJsonValue(row.variance)); // reads back the same double
            QCOMPARE(object["scaled_variance"], QJsonValue(row.scaledVariance));
            QCOMPARE(object["expected_variance"], QJsonValue(row.d_k));
            QCOMPARE(object["expected_scaled_variance"], QJsonValue(1));
            QCOMPARE(object["standard_error"], QJsonValue(row.standardError));
        }
    }

    void varianceAsTextAndCsv()
    {
        const ScalingParameters p = scaling({4, 64, 512}, 3000);
        const auto run = varianceRun(p);
        QVERIFY(run);
        const QStringList lines = text(varianceText(p, *run, "text")).split('\n');
        QCOMPARE(lines.size(), 7); // what, empty, head, three rows, and the end of the last line
        for (int i = 3; i < 6; ++i)
            QCOMPARE(lines[i].size(), lines[2].size());
        QVERIFY(lines[0].contains("3,000 samples"));

        const QStringList csv = text(varianceText(p, *run, "csv")).split("\r\n");
        QCOMPARE(csv.size(), 5);
        for (int i = 0; i < 4; ++i)
            QCOMPARE(csv[i].count(','), 5);
        QCOMPARE(csv[3].section(',', 1, 1).toDouble(), run->rows[2].variance);
    }

    void variancePlotHoldsEverything()
    {
        ScalingParameters p = scaling({512, 4, 64}, 200);
        p.repeats = 3;
        std::vector<VarianceRun> runs;
        for (int repeat = 0; repeat < 3; ++repeat)
            runs.push_back(*varianceRun(p, repeat));
        const PlotData plot = variancePlot(p, runs);
        checkAxis(plot.x);
        checkAxis(plot.y);
        for (const PlotSeries& series : plot.series) {
            QCOMPARE(series.x.size(), series.y.size());
            if (series.style == PlotSeries::Style::DashedLine)
                continue; // theory runs from border to border
            QVERIFY(!series.x.empty());
            for (std::size_t i = 0; i < series.x.size(); ++i) {
                QVERIFY(series.x[i] > plot.x.minimum && series.x[i] < plot.x.maximum);
                QVERIFY(series.y[i] > plot.y.minimum && series.y[i] < plot.y.maximum);
            }
        }
        const PlotSeries& raw = named(plot, "q·k");
        QCOMPARE(raw.x, (std::vector<double>{4, 64, 512})); // a line needs its points in order
        QCOMPARE(raw.y, (std::vector<double>{meanRows(runs)[1].variance, meanRows(runs)[2].variance,
                                             meanRows(runs)[0].variance}));
        const PlotSeries& theory = named(plot, "theory");
        QCOMPARE(theory.x, theory.y);
        QVERIFY(text(plot.caption).contains("200 samples"));
        QVERIFY(text(plot.caption).contains("mean of 3 runs"));
        QVERIFY(text(plot.caption).contains("seed 0"));

        runs.pop_back();
        QVERIFY(text(variancePlot(p, runs).caption).contains("2 runs of 3"));
        checkAxis(variancePlot(p, {}).y);
        checkAxis(variancePlot(scaling({1}, 2), {}).x);
    }

    void cacheSizes_data()
    {
        QTest::addColumn<qint64>("seqLen");
        QTest::addColumn<qint64>("batch");
        QTest::addColumn<qint64>("kvHeads");
        QTest::addColumn<double>("gib");
        QTest::newRow("half") << qint64{4096} << qint64{1} << qint64{8} << 0.5;
        QTest::newRow("one sequence") << qint64{32768} << qint64{1} << qint64{8} << 4.0;
        QTest::newRow("16 at 8192") << qint64{8192} << qint64{16} << qint64{8} << 16.0;
        QTest::newRow("16 at 32768") << qint64{32768} << qint64{16} << qint64{8} << 64.0;
        QTest::newRow("8 at 131072") << qint64{131072} << qint64{8} << qint64{8} << 128.0;
        QTest::newRow("without GQA") << qint64{32768} << qint64{16} << qint64{32} << 256.0;
    }

    void cacheSizes()
    {
        QFETCH(qint64, seqLen);
        QFETCH(qint64, batch);
        QFETCH(qint64, kvHeads);
        QFETCH(double, gib);
        const MemoryFigures f = memoryFigures(memory(seqLen, batch, kvHeads));
        QCOMPARE(f.bytes, gib * bytesPerGib);
        QCOMPARE(f.gqaBytes, f.bytes);
        QCOMPARE(f.mhaBytes, gib * bytesPerGib * 32 / static_cast<double>(kvHeads));
        QCOMPARE(f.mqaBytes, gib * bytesPerGib / static_cast<double>(kvHeads));
        QCOMPARE(f.bytesPerToken, 131072.0 * static_cast<double>(kvHeads) / 8);
    }

    void memoryBudget()
    {
        const MemoryFigures fits = memoryFigures(memory(8192, 16));
        QCOMPARE(fits.bytes, 16 * bytesPerGib);
        QCOMPARE(fits.freeBytes, 65 * bytesPerGib);
        QCOMPARE(fits.usableBytes, 57 * bytesPerGib);
        QCOMPARE(*fits.tokensThatFit, std::int64_t{466944});
        QVERIFY(fits.fits && fits.fitsUsable);

        // 64 + 15 = 79 of 80 GiB, but an engine hands out only 72.
        const MemoryFigures fails = memoryFigures(memory(32768, 16));
        QCOMPARE(fails.bytes, 64 * bytesPerGib);
        QVERIFY(fails.fits && !fails.fitsUsable);

        MemoryParameters int8 = memory(32768, 16);
        int8.bytesPerElement = 1;
        QCOMPARE(memoryFigures(int8).bytes, 32 * bytesPerGib);
        QVERIFY(memoryFigures(int8).fitsUsable);

        MemoryParameters small = memory(8192, 16);
        small.memoryGib = 10;
        QCOMPARE(memoryFigures(small).freeBytes, -5 * bytesPerGib);
        QCOMPARE(memoryFigures(small).usableBytes, 0.0);
        QCOMPARE(*memoryFigures(small).tokensThatFit, std::int64_t{0});
        QVERIFY(!memoryFigures(small).fits);
    }

    // Layer by layer: a layer with a window keeps no more than it, every sixth keeps all.
    void windowsOfLayers()
    {
        MemoryParameters p = memory(10000, 3, 4);
        p.layers = 26;
        p.window = 1024;
        const auto counted = [&] {
            double tokens = 0;
            for (int layer = 1; layer <= 26; ++layer) {
                const bool full = !p.window || (p.fullEvery && layer % *p.fullEvery == 0);
                tokens += full ? p.seqLen : std::min<double>(p.seqLen, *p.window);
            }
            return tokens * 3 * 2 * 4 * 128 * 2; // sequences, keys and values, heads, size, bytes
        };
        QCOMPARE(memoryFigures(p).bytes, counted());
        QVERIFY(!memoryFigures(p).tokensThatFit); // windows alone never outgrow the card
        p.fullEvery = 6;
        QCOMPARE(memoryFigures(p).bytes, counted());
        // As many tokens as are said to fit do fit, and one more in each sequence does not.
        p.seqLen = *memoryFigures(p).tokensThatFit / 3;
        QVERIFY(counted() <= memoryFigures(p).usableBytes && memoryFigures(p).fitsUsable);
        ++p.seqLen;
        QVERIFY(counted() > memoryFigures(p).usableBytes && !memoryFigures(p).fitsUsable);
        p.window.reset();
        QCOMPARE(memoryFigures(p).bytes, counted());
        p.window = 0;
        QCOMPARE(validate(p)->path, std::string("labs.memory.window"));
        const QJsonObject written = parsed(memoryText(memory(8, 1), "json"));
        QVERIFY(written["parameters"].toObject()["window"].isNull());
    }

    // A fraction such as 0.7 is not exact: what only rounding takes away still counts.
    void roundingTakesNoToken()
    {
        for (int percent = 1; percent <= 100; ++percent) {
            MemoryParameters p = memory(1, 1);
            p.memoryGib = 100;
            p.weightsGib = 0;
            p.usable = percent / 100.0;
            QCOMPARE(*memoryFigures(p).tokensThatFit, std::int64_t{percent} * 8192);
            p.seqLen = std::int64_t{percent} * 8192;
            QVERIFY(memoryFigures(p).fitsUsable);
            ++p.seqLen;
            QVERIFY(!memoryFigures(p).fitsUsable);
        }
    }

    void nothingOverflows()
    {
        MemoryParameters p;
        p.layers = p.heads = p.kvHeads = p.headDim = p.seqLen = p.batch = maximumMemoryCount;
        p.bytesPerElement = 1024;
        QVERIFY(!validate(p));
        QVERIFY(std::isfinite(memoryFigures(p).mhaBytes));
        QVERIFY(parsed(memoryText(p, "json"))["bytes"].toDouble() > 2e48);
        checkAxis(memoryPlot(p).y);

        p = memory(1, 1, 1);
        p.layers = p.headDim = 1;
        p.bytesPerElement = 1e-300;
        p.memoryGib = static_cast<double>(maximumMemoryCount);
        QVERIFY(!validate(p));
        QVERIFY(*memoryFigures(p).tokensThatFit > 0);
        checkAxis(memoryPlot(p).y);
    }

    void memoryIsValidated()
    {
        const auto problem = [](auto change) {
            MemoryParameters p;
            change(p);
            const auto found = validate(p);
            return found ? text(english(*found)) : QString();
        };
        using P = MemoryParameters;
        const QString count = "%1: %2, expected a whole number from 1 to 1000000000";
        QCOMPARE(problem([](P&) {}), "");
        QCOMPARE(problem([](P& p) { p.layers = 0; }), count.arg("labs.memory.layers", "0"));
        QCOMPARE(problem([](P& p) { p.heads = -1; }), count.arg("labs.memory.heads", "-1"));
        QCOMPARE(problem([](P& p) { p.kvHeads = 0; }), count.arg("labs.memory.kv_heads", "0"));
        QCOMPARE(problem([](P& p) { p.headDim = 0; }), count.arg("labs.memory.head_dim", "0"));
        QCOMPARE(problem([](P& p) { p.seqLen = 1000000001; }),
                 count.arg("labs.memory.seq_len", "1000000001"));
        QCOMPARE(problem([](P& p) { p.batch = 0; }), count.arg("labs.memory.batch", "0"));
        QCOMPARE(problem([](P& p) { p.kvHeads = 5; }),
                 "labs.memory.kv_heads: 5 KV heads cannot be shared evenly by 32 query heads");
        QCOMPARE(problem([](P& p) { p.kvHeads = 64; }),
                 "labs.memory.kv_heads: 64 KV heads cannot be shared evenly by 32 query heads");
        QCOMPARE(problem([](P& p) { p.bytesPerElement = 0; }),
                 "labs.memory.bytes_per_element: 0, expected more than 0 and at most 1024");
        QCOMPARE(problem([](P& p) { p.bytesPerElement = 0.5; }), "");
        QCOMPARE(problem([](P& p) { p.memoryGib = 0; }),
                 "labs.memory.memory_gib: 0, expected more than 0 and at most 1000000000");
        QCOMPARE(problem([](P& p) { p.weightsGib = -1; }),
                 "labs.memory.weights_gib: -1, expected 0 to 1000000000");
        QCOMPARE(problem([](P& p) { p.weightsGib = 0; }), "");
        QCOMPARE(problem([](P& p) { p.usable = 0; }),
                 "labs.memory.usable: 0, expected more than 0 and at most 1");
        QCOMPARE(problem([](P& p) { p.usable = 1.5; }),
                 "labs.memory.usable: 1.5, expected more than 0 and at most 1");
        QCOMPARE(problem([](P& p) { p.usable = 1; }), "");
        for (double P::*field : {&P::bytesPerElement, &P::memoryGib, &P::weightsGib, &P::usable})
            for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL})
                QVERIFY(!problem([&](P& p) { p.*field = bad; }).isEmpty());
    }

    void memoryAsJson()
    {
        const std::string json = memoryText({}, "json");
        const QJsonObject object = parsed(json);
        QCOMPARE(object["format"], QJsonValue("attention-lab/kv-cache"));
        QCOMPARE(object["version"], QJsonValue(1));
        const QJsonObject expectedParameters = {{"layers", 32},
                                                {"heads", 32},
                                                {"kv_heads", 8},
                                                {"head_dim", 128},
                                                {"seq_len", 8192},
                                                {"batch", 16},
                                                {"bytes_per_element", 2},
                                                {"memory_gib", 80},
                                                {"weights_gib", 15},
                                                {"usable", 0.9},
                                                {"window", QJsonValue::Null},
                                                {"full_every", QJsonValue::Null}};
        QCOMPARE(object["parameters"].toObject(), expectedParameters);
        QCOMPARE(object["bytes_per_token"], QJsonValue(131072));
        QCOMPARE(object["bytes"], QJsonValue(17179869184.0));
        QCOMPARE(object["gib"], QJsonValue(16));
        QCOMPARE(object["gb"], QJsonValue(17.179869184));
        QCOMPARE(object["mha_bytes"], QJsonValue(68719476736.0));
        QCOMPARE(object["gqa_bytes"], QJsonValue(17179869184.0));
        QCOMPARE(object["mqa_bytes"], QJsonValue(2147483648.0));
        QCOMPARE(object["free_bytes"], QJsonValue(69793218560.0));
        QCOMPARE(object["usable_bytes"], QJsonValue(61203283968.0));
        QCOMPARE(object["tokens_that_fit"], QJsonValue(466944));
        QCOMPARE(object["fits"], QJsonValue(true));
        QCOMPARE(object["fits_usable"], QJsonValue(true));
        QCOMPARE(object.size(), 15);
        // Whole numbers of bytes are written as such.
        QVERIFY(text(json).contains("\"bytes\": 17179869184,"));
    }

    void memoryAsTextAndCsv()
    {
        const QString plain = text(memoryText(memory(32768, 16), "text"));
        for (const char* word : {"128 KiB", "64 GiB", "68.72 GB", "79 GiB", "524,288 tokens",
                                 "256 GiB", "57 GiB", "466,944 tokens", "does not fit"})
            QVERIFY2(plain.contains(word), word);
        const QStringList csv = text(memoryText({}, "csv")).split("\r\n");
        QCOMPARE(csv.front(), "quantity,value");
        QVERIFY(csv.contains("bytes,17179869184"));
        for (const QString& line : csv)
            QVERIFY(line.isEmpty() || line.count(',') == 1);
    }

    void memoryPlotShowsThePresentLength()
    {
        const PlotData plot = memoryPlot({});
        checkAxis(plot.x);
        checkAxis(plot.y);
        QCOMPARE(plot.x.minimum, 1024.0);
        QCOMPARE(plot.x.maximum, 1048576.0);
        QCOMPARE(plot.x.tickLabels.front(), std::string("1 Ki"));
        QCOMPARE(plot.x.tickLabels[3], std::string("8 Ki"));
        QCOMPARE(plot.x.tickLabels.back(), std::string("1 Mi"));
        QVERIFY(std::find(plot.y.tickLabels.begin(), plot.y.tickLabels.end(), "1 GiB") !=
                plot.y.tickLabels.end());

        QVERIFY(named(plot, "GQA, 8 KV heads").emphasised);
        QVERIFY(!named(plot, "MHA, 32 KV heads").emphasised);
        QCOMPARE(named(plot, "MHA").y.front(), 8 * bytesPerGib); // 1,024 · 16 tokens of 512 KiB
        QCOMPARE(named(plot, "MQA, 1 KV head").y.front(), bytesPerGib / 4);
        const PlotSeries& point = plot.series.back();
        QCOMPARE(point.x, std::vector<double>{8192});
        QCOMPARE(point.y, std::vector<double>{16 * bytesPerGib});
        QCOMPARE(point.colour, named(plot, "GQA").colour);
        QCOMPARE(point.pointLabels, std::vector<std::string>{"16 GiB"});

        QCOMPARE(plot.levels.size(), std::size_t{2});
        QCOMPARE(plot.levels[0].y, 57 * bytesPerGib);
        QCOMPARE(plot.levels[1].y, 65 * bytesPerGib);

        for (const std::int64_t seqLen : {std::int64_t{1}, std::int64_t{5000000}}) {
            const PlotData far = memoryPlot(memory(seqLen, 1));
            const auto length = static_cast<double>(seqLen);
            QVERIFY(far.x.minimum <= length && length <= far.x.maximum);
        }
    }

    void memoryPlotDrawsEachKindOnce()
    {
        for (const std::int64_t kvHeads : {1, 2, 8, 32}) {
            const PlotData plot = memoryPlot(memory(8192, 1, kvHeads));
            int lines = 0, meant = 0;
            for (const PlotSeries& series : plot.series) {
                if (series.name.empty())
                    continue;
                ++lines;
                meant += series.emphasised;
            }
            QCOMPARE(lines, kvHeads == 1 || kvHeads == 32 ? 2 : 3);
            QCOMPARE(meant, 1);
        }
        MemoryParameters one = memory(8192, 1, 1);
        one.heads = 1;
        const PlotData plot = memoryPlot(one);
        QCOMPARE(named(plot, "MHA").name, std::string("MHA, 1 KV head"));
    }

    void noBudgetLineWithoutBudget()
    {
        MemoryParameters p;
        p.weightsGib = 100;
        QVERIFY(memoryPlot(p).levels.empty());
        p.weightsGib = 15;
        p.usable = 1;
        QCOMPARE(memoryPlot(p).levels.size(), std::size_t{1});
    }

    void units()
    {
        QCOMPARE(grouped(466944), std::string("466,944"));
        QCOMPARE(grouped(999), std::string("999"));
        QCOMPARE(grouped(-1000), std::string("-1,000"));
        QCOMPARE(grouped(-100), std::string("-100"));
        QCOMPARE(grouped(17179869184), std::string("17,179,869,184"));
        QCOMPARE(threeDigits(3.967), std::string("3.97"));
        QCOMPARE(threeDigits(64.057), std::string("64.1"));
        QCOMPARE(threeDigits(502.9), std::string("503"));
        QCOMPARE(threeDigits(0.982), std::string("0.98"));
        QCOMPARE(threeDigits(4), std::string("4"));
        QCOMPARE(threeDigits(0.0123), std::string("0.012"));
        QCOMPARE(trimmed(0.5, 3), std::string("0.5"));
        QCOMPARE(trimmed(100, 2), std::string("100"));
        QCOMPARE(trimmed(1234.5678, 1), std::string("1,234.6"));
        QCOMPARE(trimmed(-0.0, 2), std::string("0"));
        QCOMPARE(trimmed(1e-9, 2), std::string("1.0e-09"));
        QCOMPARE(binaryBytes(131072), std::string("128 KiB"));
        QCOMPARE(binaryBytes(1), std::string("1 byte"));
        QCOMPARE(binaryBytes(64), std::string("64 bytes"));
        QCOMPARE(binaryBytes(0.5), std::string("0.5 bytes"));
        QCOMPARE(binaryBytes(1536 * bytesPerGib), std::string("1.5 TiB"));
        QCOMPARE(inGib(0.5 * bytesPerGib), std::string("0.5 GiB"));
        QCOMPARE(inGib(256 * bytesPerGib), std::string("256 GiB"));
        QCOMPARE(binaryCount(8192), std::string("8 Ki"));
        QCOMPARE(binaryCount(64), std::string("64"));
        QCOMPARE(binaryCount(0.5), std::string("0.5"));
        QCOMPARE(binaryCount(1048576), std::string("1 Mi"));
    }
};

ATTENTION_TEST(TstLabs)
#include "tst_labs.moc"
