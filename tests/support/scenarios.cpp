// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/scenarios.h"

#include "core/scenario/scenario_json.h"

#include <QFile>
#include <QTest>

#include <random>

namespace attention::test {

Scenario threeTokens()
{
    Scenario s;
    s.title = "Three tokens";
    s.tokens = {"A", "B", "C"};
    Matrix x(3, 2);
    x << 2, 0, 0, 2, 1, 1;
    s.X = share(std::move(x));
    s.scale.kind = ScaleKind::None;
    return s;
}

Scenario example(const char* name)
{
    QFile file(QStringLiteral(ATTENTION_SOURCE_DIR "/resources/scenarios/%1.json").arg(name));
    if (!file.open(QFile::ReadOnly))
        qFatal("no example %s", name);
    const QByteArray text = file.readAll();
    auto read =
        readScenario(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
    if (const auto* problem = std::get_if<Problem>(&read))
        qFatal("%s: %s", name, english(*problem).c_str());
    return std::get<Scenario>(std::move(read));
}

Scenario randomScenario(int tokens, int columns, int heads, unsigned seed, bool causal)
{
    std::mt19937 engine(seed);
    const auto number = [&] { return static_cast<double>(engine() % 41) / 10 - 2; };
    const auto matrix = [&](int rows, int cols) {
        Matrix m(rows, cols);
        for (Eigen::Index i = 0; i < m.size(); ++i)
            m.data()[i] = number();
        return share(std::move(m));
    };
    Scenario s;
    for (int i = 0; i < tokens; ++i)
        s.tokens.push_back(QString("t%1").arg(i).toStdString());
    s.X = matrix(tokens, columns);
    s.W_q.matrix = matrix(columns, columns);
    s.W_k.matrix = matrix(columns, columns);
    s.W_v.matrix = matrix(columns, columns);
    s.heads = heads;
    s.mask.causal = causal;
    return s;
}

} // namespace attention::test
