// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/core_support.h"

#include "core/attention/run.h"
#include "core/scenario/scenario_json.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention::test {

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

std::string readFile(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s: %s", qPrintable(path), qPrintable(file.errorString()));
    return file.readAll().toStdString();
}

QString sourcePath(const QString& name)
{
    return QStringLiteral(ATTENTION_SOURCE_DIR "/") + name;
}

QStringList bundledScenarios()
{
    const QDir folder(sourcePath("resources/scenarios"));
    QStringList paths;
    for (const QString& name : folder.entryList({"*.json"}, QDir::Files, QDir::Name))
        paths << folder.filePath(name);
    return paths;
}

Scenario bundled(const QString& name)
{
    const auto read = readScenario(readFile(sourcePath("resources/scenarios/" + name + ".json")));
    if (const auto* problem = std::get_if<Problem>(&read))
        qFatal("%s: %s", qPrintable(name), english(*problem).c_str());
    return std::get<Scenario>(read);
}

BoolMatrixPtr bools(std::initializer_list<std::initializer_list<bool>> rows)
{
    BoolMatrix m(static_cast<Eigen::Index>(rows.size()),
                 static_cast<Eigen::Index>(rows.begin()->size()));
    Eigen::Index i = 0;
    for (const auto& row : rows)
        std::copy(row.begin(), row.end(), m.data() + m.cols() * i++);
    return std::make_shared<const BoolMatrix>(std::move(m));
}

Matrix matrix(std::initializer_list<std::initializer_list<double>> rows)
{
    Matrix m(static_cast<Eigen::Index>(rows.size()),
             static_cast<Eigen::Index>(rows.begin()->size()));
    Eigen::Index i = 0;
    for (const auto& row : rows) {
        std::copy(row.begin(), row.end(), m.data() + i * m.cols());
        ++i;
    }
    return m;
}

Scenario scenarioOf(Matrix X)
{
    Scenario s;
    for (Eigen::Index i = 0; i < X.rows(); ++i)
        s.tokens.push_back(i < 26 ? std::string(1, static_cast<char>('A' + i))
                                  : "t" + std::to_string(i));
    s.X = share(std::move(X));
    return s;
}

const Matrix& values(const Trace& trace, StageId id, int head)
{
    const Stage* stage = find(trace, id, head);
    if (!stage)
        qFatal("the trace has no stage %s", std::string(stageInfo(id).name).c_str());
    return *stage->values;
}

Matrix outputOf(const Scenario& scenario)
{
    return values(*run(std::make_shared<Scenario>(scenario)), StageId::Output);
}

Matrix randomMatrix(std::mt19937_64& random, Eigen::Index rows, Eigen::Index columns)
{
    std::normal_distribution<double> normal;
    Matrix m(rows, columns);
    std::generate(m.data(), m.data() + m.size(), [&] { return normal(random); });
    return m;
}

namespace {

int between(std::mt19937_64& random, int low, int high)
{
    return std::uniform_int_distribution<int>(low, high)(random);
}

bool chance(std::mt19937_64& random, double probability)
{
    return std::bernoulli_distribution(probability)(random);
}

std::string randomLabel(std::mt19937_64& random)
{
    static const std::vector<std::string> pieces = {"the", " ",  "",     "\"",  "\\",   "\n",
                                                    "é",   "猫", "😀",    "‏", "=1+1", "\t",
                                                    "<s>", "&",  "\x01", "%1",  "x"};
    std::string label;
    for (int i = between(random, 0, 3); i > 0; --i)
        label += pieces[static_cast<std::size_t>(
            between(random, 0, static_cast<int>(pieces.size()) - 1))];
    return label;
}

std::vector<std::string> randomLabels(std::mt19937_64& random, int count)
{
    std::vector<std::string> labels;
    for (int i = 0; i < count; ++i)
        labels.push_back(randomLabel(random));
    return labels;
}

Mask randomMask(std::mt19937_64& random, int n)
{
    Mask mask;
    mask.causal = chance(random, 0.4);
    if (chance(random, 0.3))
        for (int i = 0; i < n; ++i)
            mask.padding.push_back(chance(random, 0.7));
    if (chance(random, 0.3)) {
        BoolMatrix allowed(n, n);
        std::generate(allowed.data(), allowed.data() + allowed.size(),
                      [&] { return chance(random, 0.7); });
        mask.allowed = std::make_shared<const BoolMatrix>(std::move(allowed));
    }
    constexpr double fills[] = {-1e9, -1e9, -std::numeric_limits<double>::infinity(), 0, -2.5, 7};
    mask.fill = fills[between(random, 0, 5)];
    mask.emptyRows = chance(random, 0.3) ? EmptyRows::Zeros : EmptyRows::Computed;
    mask.alignment = chance(random, 0.1) ? Alignment::TopLeft : Alignment::BottomRight;
    return mask;
}

template <typename T>
std::optional<T> maybe(std::mt19937_64& random, T value)
{
    return chance(random, 0.3) ? std::optional<T>(std::move(value)) : std::nullopt;
}

} // namespace

Scenario randomScenario(std::mt19937_64& random, int mostTokens)
{
    Scenario s;
    const int n = between(random, 1, mostTokens);
    const int d = between(random, 1, 9);
    s.X = share(randomMatrix(random, n, d));
    s.tokens = randomLabels(random, n);
    if (chance(random, 0.5))
        s.columns = randomLabels(random, d);
    s.title = randomLabel(random);
    s.description = randomLabel(random);

    s.heads = between(random, 1, 4);
    const int queries = s.heads * between(random, 1, 4);
    const int values = s.heads * between(random, 1, 4);
    const bool identities = d % s.heads == 0 && chance(random, 0.3);
    if (!identities) {
        s.W_q.matrix = share(randomMatrix(random, d, queries));
        s.W_k.matrix = share(randomMatrix(random, d, queries));
    }
    if (!identities || chance(random, 0.5))
        s.W_v.matrix = share(randomMatrix(random, d, values));
    const int joined = projectedWidth(s, MatrixField::W_v);
    if (chance(random, 0.4))
        s.W_o = Projection{share(randomMatrix(random, joined, d))};
    else if (joined == d && chance(random, 0.3))
        s.W_o = Projection{};

    s.scale.kind = static_cast<ScaleKind>(between(random, 0, 2));
    if (s.scale.kind == ScaleKind::Custom)
        s.scale.multiplier = std::normal_distribution<double>()(random);
    s.mask = randomMask(random, n);
    if (chance(random, 0.2))
        s.scaling = {{1, between(random, 2, 512)}, 100, 2, random()};
    if (chance(random, 0.2))
        s.memory.seqLen = between(random, 1, 100000);
    s.view = {maybe<std::string>(random, "scaling"),
              maybe<std::string>(random, "weights"),
              maybe<std::string>(random, "viridis"),
              maybe(random, between(random, 0, 3)),
              maybe(random, between(random, 0, 6)),
              maybe(random, true),
              maybe(random, false)};
    return s;
}

namespace {

MatrixPtr randomRow(std::mt19937_64& random, Eigen::Index columns)
{
    return chance(random, 0.5) ? share(randomMatrix(random, 1, columns)) : nullptr;
}

Positions randomPositions(std::mt19937_64& random, const Scenario& s)
{
    Positions p;
    const int n = s.tokenCount(), m = s.keyCount(), d = s.modelWidth();
    p.kind = static_cast<PositionKind>(between(random, 0, 3));
    p.pairing = chance(random, 0.5) ? Pairing::Halves : Pairing::Adjacent;
    p.base = chance(random, 0.5) ? 10000 : 7.5;
    p.offset = between(random, 0, 5);
    if (n == m && chance(random, 0.3))
        for (int i = 0; i < n; ++i)
            p.ids.push_back(between(random, 0, 9));
    if (p.kind == PositionKind::Learned && s.contextWidth() != d)
        p.kind = PositionKind::Sinusoidal;
    if (p.kind == PositionKind::Learned)
        p.table = share(randomMatrix(random, 10 + std::max(n, m), d));
    return p;
}

Block randomBlock(std::mt19937_64& random, int d)
{
    Block b;
    const int hidden = between(random, 1, 6);
    b.placement = chance(random, 0.5) ? Placement::Post : Placement::Pre;
    b.norm = chance(random, 0.5) ? Norm::RmsNorm : Norm::LayerNorm;
    b.activation = static_cast<Activation>(between(random, 0, 3));
    b.gamma_1 = randomRow(random, d);
    b.beta_1 = randomRow(random, d);
    b.gamma_2 = randomRow(random, d);
    b.beta_2 = randomRow(random, d);
    b.W_1 = share(randomMatrix(random, d, hidden));
    b.b_1 = randomRow(random, hidden);
    b.W_2 = share(randomMatrix(random, hidden, d));
    b.b_2 = randomRow(random, d);
    return b;
}

} // namespace

Scenario randomMixture(std::mt19937_64& random, int mostTokens)
{
    Scenario s;
    const int n = between(random, 1, mostTokens), d = between(random, 1, 9);
    s.X = share(randomMatrix(random, n, d));
    s.tokens = randomLabels(random, n);
    if (chance(random, 0.3)) {
        const int m = between(random, 1, mostTokens);
        s.context =
            Context{randomLabels(random, m), share(randomMatrix(random, m, between(random, 1, 9)))};
    }
    const int m = s.keyCount();
    s.positions = randomPositions(random, s);

    const int kvHeads = between(random, 1, 3);
    s.heads = kvHeads * between(random, 1, 3);
    if (kvHeads != s.heads || chance(random, 0.3))
        s.kvHeads = kvHeads;
    const bool even = s.positions.kind == PositionKind::Rope;
    const int d_k = between(random, 1, 3) * (even ? 2 : 1);
    const int d_v = between(random, 1, 3) * (even ? 2 : 1);
    s.W_q.matrix = share(randomMatrix(random, d, s.heads * d_k));
    s.W_k.matrix = share(randomMatrix(random, s.contextWidth(), kvHeads * d_k));
    s.W_v.matrix = share(randomMatrix(random, s.contextWidth(), kvHeads * d_v));
    s.b_q = randomRow(random, s.heads * d_k);
    s.b_k = randomRow(random, kvHeads * d_k);
    s.b_v = randomRow(random, kvHeads * d_v);
    if (chance(random, 0.6)) {
        s.W_o = Projection{share(randomMatrix(random, s.heads * d_v, d))};
        s.b_o = randomRow(random, d);
        if (chance(random, 0.4))
            s.block = randomBlock(random, d);
    }
    s.scale.kind = static_cast<ScaleKind>(between(random, 0, 2));
    if (s.scale.kind == ScaleKind::Custom)
        s.scale.multiplier = std::normal_distribution<double>()(random);
    if (chance(random, 0.3))
        s.softcap = between(random, 1, 5);

    s.mask = randomMask(random, n);
    if (!s.mask.padding.empty()) {
        s.mask.padding.resize(static_cast<std::size_t>(m), true);
    }
    if (s.mask.allowed) {
        BoolMatrix allowed(n, m);
        std::generate(allowed.data(), allowed.data() + allowed.size(),
                      [&] { return chance(random, 0.7); });
        s.mask.allowed = std::make_shared<const BoolMatrix>(std::move(allowed));
    }
    if (chance(random, 0.3))
        s.mask.window = between(random, 1, 4);
    if (chance(random, 0.3))
        s.mask.bias = share(randomMatrix(random, n, m));

    if (chance(random, 0.3)) {
        const int columns = s.W_o ? d : s.heads * d_v;
        s.readout.emplace();
        s.readout->logits = chance(random, 0.5);
        if (chance(random, 0.5))
            s.readout->labels = randomLabels(random, columns);
        if (chance(random, 0.5))
            for (int i = 0; i < n; ++i)
                s.readout->targets.push_back(between(random, -1, columns - 1));
    }
    return s;
}

QString difference(const Matrix& found, const Matrix& expected, double relative)
{
    if (found.rows() != expected.rows() || found.cols() != expected.cols())
        return QString("shape (%1, %2), expected (%3, %4)")
            .arg(found.rows())
            .arg(found.cols())
            .arg(expected.rows())
            .arg(expected.cols());
    double largest = 0;
    for (Eigen::Index i = 0; i < expected.size(); ++i)
        if (std::isfinite(expected.data()[i]))
            largest = std::max(largest, std::abs(expected.data()[i]));
    const double tolerance = std::max(relative * largest, 1e-312);
    for (Eigen::Index i = 0; i < expected.rows(); ++i) {
        for (Eigen::Index j = 0; j < expected.cols(); ++j) {
            const double a = found(i, j), b = expected(i, j);
            if (a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= tolerance)
                continue;
            return QString("row %1, column %2: %3, expected %4")
                .arg(i + 1)
                .arg(j + 1)
                .arg(a, 0, 'g', 17)
                .arg(b, 0, 'g', 17);
        }
    }
    return {};
}

} // namespace attention::test
