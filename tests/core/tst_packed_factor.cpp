// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/packed_factor.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>
#include <random>

using namespace attention;

// Products by blocks of rows, beside plain loops.
class TstPackedFactor : public attention::test::TestCase {
    Q_OBJECT

    std::mt19937 m_random{7};

    Matrix random(Eigen::Index rows, Eigen::Index columns)
    {
        std::normal_distribution<double> normal;
        Matrix m(rows, columns);
        for (Eigen::Index i = 0; i < m.size(); ++i)
            m.data()[i] = normal(m_random);
        return m;
    }

    // The largest difference of a product from the plain loop's; infinite when one is NaN.
    double wrong(int rows, int depth, int columns, KeyRange read, bool transposed, int all)
    {
        Matrix A = random(rows, depth);
        for (int k = 0; k < depth; ++k)
            if (!read.contains(k))
                A.col(k).setZero();
        // A part of something wider, so that rows do not follow each other.
        const Matrix wide = transposed ? random(columns, depth + 3) : random(depth, columns + 3);
        const Eigen::Ref<const Matrix> B =
            transposed ? wide.middleCols(2, depth) : wide.middleCols(2, columns);
        Matrix out = Matrix::Constant(rows, columns + 5, 99);
        const PackedFactor factor(
            B, transposed ? PackedFactor::Shape::Transposed : PackedFactor::Shape::AsItIs, all);
        factor.multiply(A, read, out.middleCols(1, columns));
        double worst = 0;
        for (int i = 0; i < rows; ++i) {
            for (int c = 0; c < columns; ++c) {
                double sum = 0;
                for (int k = 0; k < depth; ++k)
                    sum += A(i, k) * (transposed ? B(c, k) : B(k, c));
                worst = std::max(worst, std::abs(out(i, c + 1) - sum));
            }
            if (out(i, 0) != 99 || out(i, columns + 1) != 99)
                return 99; // written beside its place
        }
        return worst;
    }

private slots:
    void equalsThePlainLoop_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("all");
        for (const int rows : {1, 3, 16})
            for (const int all : {1, 1000})
                QTest::addRow("%d rows of %d", rows, all) << rows << all;
    }

    void equalsThePlainLoop()
    {
        QFETCH(int, rows);
        QFETCH(int, all);
        for (const int depth : {1, 2, 64, 127, 128, 129, 300})
            for (const int columns : {1, 3, 24, 191, 192, 193, 400})
                for (const bool transposed : {false, true}) {
                    const double difference =
                        wrong(rows, depth, columns, {0, depth}, transposed, all);
                    QVERIFY2(difference < 1e-12, qPrintable(QStringLiteral("%1 x %2 %3: %4")
                                                                .arg(depth)
                                                                .arg(columns)
                                                                .arg(transposed)
                                                                .arg(difference)));
                }
    }

    void leavesOutWhatIsNotRead()
    {
        for (const KeyRange read :
             {KeyRange{0, 0}, KeyRange{0, 1}, KeyRange{5, 7}, KeyRange{127, 129},
              KeyRange{128, 256}, KeyRange{250, 300}, KeyRange{300, 0}})
            for (const int all : {1, 1000})
                QVERIFY(wrong(9, 300, 70, read, false, all) < 1e-12);
    }
};

ATTENTION_TEST(TstPackedFactor)
#include "tst_packed_factor.moc"
