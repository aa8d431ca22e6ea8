// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/run.h"
#include "tests/core/core_support.h"
#include "tests/support/plain_reference.h"
#include "tests/support/test_main.h"

#include <cmath>

using namespace attention;

namespace {

plain::Rows rows(const Matrix& m)
{
    plain::Rows result;
    for (Eigen::Index i = 0; i < m.rows(); ++i)
        result.emplace_back(m.row(i).begin(), m.row(i).end());
    return result;
}

plain::Rows rows(const Projection& projection)
{
    return projection.matrix ? rows(*projection.matrix) : plain::Rows();
}

Matrix matrixOf(const plain::Rows& rows)
{
    Matrix m(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(rows[0].size()));
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < rows[i].size(); ++j)
            m(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = rows[i][j];
    return m;
}

// From the words of the format alone, not through the program's own masks and scales.
plain::Input inputOf(const Scenario& s)
{
    plain::Input input;
    input.X = rows(*s.X);
    input.W_q = rows(s.W_q);
    input.W_k = rows(s.W_k);
    input.W_v = rows(s.W_v);
    input.W_o = s.W_o ? rows(*s.W_o) : plain::Rows();
    input.heads = s.heads;
    const std::size_t width = input.W_q.empty() ? input.X[0].size() : input.W_q[0].size();
    const double d_k = static_cast<double>(width) / s.heads;
    input.scale = s.scale.kind == ScaleKind::None     ? 1
                  : s.scale.kind == ScaleKind::Custom ? s.scale.multiplier
                                                      : 1 / std::sqrt(d_k);
    const std::size_t n = input.X.size();
    input.allowed.assign(n, std::vector<bool>(n, true));
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            bool allowed = !s.mask.causal || j <= i;
            allowed = allowed && (s.mask.padding.empty() || s.mask.padding[j]);
            if (s.mask.allowed)
                allowed = allowed && (*s.mask.allowed)(static_cast<Eigen::Index>(i),
                                                       static_cast<Eigen::Index>(j));
            input.allowed[i][j] = allowed;
        }
    }
    input.fill = s.mask.fill;
    input.zeroEmptyRows = s.mask.emptyRows == EmptyRows::Zeros;
    return input;
}

} // namespace

class TstPlainReference : public attention::test::TestCase {
    Q_OBJECT

    QString compared(const Trace& trace, const plain::Result& expected)
    {
        const auto one = [&](StageId id, int head, const plain::Rows& rows) -> QString {
            const QString moved = test::difference(test::values(trace, id, head), matrixOf(rows));
            const auto name = stageInfo(id).name;
            return moved.isEmpty() ? moved
                                   : QString("%1 of head %2: %3")
                                         .arg(QString::fromUtf8(
                                             name.data(), static_cast<qsizetype>(name.size())))
                                         .arg(head)
                                         .arg(moved);
        };
        QStringList moved = {one(StageId::Queries, -1, expected.Q),
                             one(StageId::Keys, -1, expected.K),
                             one(StageId::Values, -1, expected.V)};
        for (std::size_t i = 0; i < expected.heads.size(); ++i) {
            const plain::Head& head = expected.heads[i];
            const int h = static_cast<int>(i);
            moved << one(StageId::HeadQueries, h, head.Q) << one(StageId::HeadKeys, h, head.K)
                  << one(StageId::HeadValues, h, head.V) << one(StageId::Scores, h, head.scores)
                  << one(StageId::ScaledScores, h, head.scaled)
                  << one(StageId::MaskedScores, h, head.masked)
                  << one(StageId::Weights, h, head.weights)
                  << one(StageId::HeadOutput, h, head.output);
        }
        moved << one(StageId::Concatenated, -1, expected.concatenated)
              << one(StageId::Output, -1, expected.output);
        moved.removeAll(QString());
        return moved.isEmpty() ? QString() : moved.first();
    }

private slots:
    void agreesOnRandomScenarios()
    {
        std::mt19937_64 random(1);
        for (int i = 0; i < 600; ++i) {
            const auto s = std::make_shared<Scenario>(test::randomScenario(random, 20));
            const QString moved = compared(*run(s), plain::attention(inputOf(*s)));
            QVERIFY2(moved.isEmpty(), qPrintable(QString("scenario %1: %2").arg(i).arg(moved)));
        }
    }

    // Large enough for several threads and blocks of rows.
    void agreesOnALargeScenario()
    {
        std::mt19937_64 random(2);
        auto s = std::make_shared<Scenario>(test::scenarioOf(test::randomMatrix(random, 333, 48)));
        s->W_q.matrix = share(test::randomMatrix(random, 48, 48) * 0.1);
        s->W_k.matrix = share(test::randomMatrix(random, 48, 48) * 0.1);
        s->heads = 3;
        s->mask.causal = true;
        const QString moved = compared(*run(s), plain::attention(inputOf(*s)));
        QVERIFY2(moved.isEmpty(), qPrintable(moved));
    }

    // The pages of the articles, worked out by hand.
    void agreesWithTheHandExample()
    {
        plain::Input input;
        input.X = {{2, 0}, {0, 2}, {1, 1}};
        const plain::Result result = plain::attention(input);
        QCOMPARE(result.heads[0].scores, (plain::Rows{{4, 0, 2}, {0, 4, 2}, {2, 2, 2}}));
        QVERIFY(std::abs(result.output[0][0] - 1.851) < 0.0005);
    }
};

ATTENTION_TEST(TstPlainReference)
#include "tst_plain_reference.moc"
