// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/scenario/edits.h"
#include "tests/support/fake_dialogs.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/document/document.h"
#include "ui/main_window.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace attention;
using namespace attention::ui;

namespace {

using Rows = std::vector<std::vector<double>>;

Rows rowsOf(const Matrix& m)
{
    Rows rows(static_cast<std::size_t>(m.rows()),
              std::vector<double>(static_cast<std::size_t>(m.cols())));
    for (int r = 0; r < m.rows(); ++r)
        for (int c = 0; c < m.cols(); ++c)
            rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] = m(r, c);
    return rows;
}

Rows times(const Rows& a, const Rows& b)
{
    Rows out(a.size(), std::vector<double>(b[0].size(), 0));
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b[0].size(); ++j)
            for (std::size_t k = 0; k < b.size(); ++k)
                out[i][j] += a[i][k] * b[k][j];
    return out;
}

// Single-head attention by plain loops: the second computation.
struct Plain {
    Rows q, k, v, scores, scaled, weights, output;

    explicit Plain(const Scenario& s)
    {
        const Rows x = rowsOf(*s.X);
        q = times(x, rowsOf(*s.W_q.matrix));
        k = times(x, rowsOf(*s.W_k.matrix));
        v = times(x, rowsOf(*s.W_v.matrix));
        const std::size_t n = x.size();
        scores.assign(n, std::vector<double>(n, 0));
        scaled = weights = scores;
        for (std::size_t i = 0; i < n; ++i) {
            double sum = 0;
            for (std::size_t j = 0; j < n; ++j) {
                for (std::size_t c = 0; c < q[0].size(); ++c)
                    scores[i][j] += q[i][c] * k[j][c];
                scaled[i][j] = scores[i][j] / std::sqrt(static_cast<double>(q[0].size()));
            }
            const double most = *std::max_element(scaled[i].begin(), scaled[i].end());
            for (std::size_t j = 0; j < n; ++j)
                sum += weights[i][j] = std::exp(scaled[i][j] - most);
            for (std::size_t j = 0; j < n; ++j)
                weights[i][j] /= sum;
        }
        output = times(weights, v);
    }

    double largest(const Scenario& s) const
    {
        double most = 0;
        for (const Rows* rows : {&q, &k, &v, &scores, &scaled, &output})
            for (const auto& row : *rows)
                for (const double value : row)
                    most = std::max(most, std::abs(value));
        for (const MatrixPtr& m : {s.X, s.W_q.matrix, s.W_k.matrix, s.W_v.matrix})
            for (const auto& row : rowsOf(*m))
                for (const double value : row)
                    most = std::max(most, std::abs(value));
        return most;
    }
};

} // namespace

// After each of 200 edits, each in another cell, pixels of three random cells have the colour of a
// value that plain loops compute afresh.
class TstTwoHundredEdits : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void thePictureIsAlwaysTheNewest()
    {
        test::FakeDialogs dialogs;
        Document document;
        document.load(test::randomScenario(7, 7, 1, 11), {});
        MainWindow window(document);
        window.setThemeChoice("light");
        window.resize(1900, 1000);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        BoardView& board = window.board();
        board.setSelection({});
        QVERIFY(!board.boardLayout().strip);

        std::vector<std::tuple<MatrixField, int, int>> cells;
        for (const MatrixField field :
             {MatrixField::X, MatrixField::W_q, MatrixField::W_k, MatrixField::W_v})
            for (int r = 0; r < 7; ++r)
                for (int c = 0; c < 7; ++c)
                    cells.emplace_back(field, r, c);
        QCOMPARE(cells.size(), 196u);
        std::mt19937 engine(3);
        std::shuffle(cells.begin(), cells.end(), engine);
        cells.insert(cells.end(), cells.begin(), cells.begin() + 4);

        int edit = 0;
        for (const auto& [field, row, column] : cells) {
            const double value = static_cast<double>(engine() % 61) / 10 - 3;
            document.apply(
                {withCell(document.scenario(), field, row, column, value), "Change", {}});
            const QImage image = board.grab().toImage();
            const Plain plain(document.scenario());
            const double range = plain.largest(document.scenario());
            const std::vector<std::tuple<StageId, const Rows*, bool>> stages = {
                {StageId::HeadQueries, &plain.q, false},
                {StageId::HeadKeys, &plain.k, false},
                {StageId::HeadValues, &plain.v, false},
                {StageId::Scores, &plain.scores, false},
                {StageId::Weights, &plain.weights, true},
                {StageId::HeadOutput, &plain.output, false}};
            for (int i = 0; i < 3; ++i) {
                const auto& [id, rows, isWeight] = stages[engine() % stages.size()];
                const int r = static_cast<int>(engine() % rows->size());
                const int c = static_cast<int>(engine() % (*rows)[0].size());
                const PlacedMatrix* placed = board.boardLayout().find({std::nullopt, id, 0});
                QVERIFY(placed);
                // A quarter in from the left, 3 pixels below the top edge: no digit is drawn there.
                const QRectF cell = placed->cell(r, c);
                const QPointF point(cell.left() + cell.width() / 4, std::round(cell.top()) + 3);
                const QColor seen = image.pixelColor((point * image.devicePixelRatio()).toPoint());
                const double number =
                    (*rows)[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
                const double t = isWeight ? number : (number / range + 1) / 2;
                const Rgb expected =
                    colourAt(palette(isWeight ? "weights-light" : "signed-light"), t);
                // Rounding may fall to the neighbouring of 257 steps.
                const auto near = [](int a, int b) { return std::abs(a - b) <= 3; };
                QVERIFY2(near(seen.red(), expected.r) && near(seen.green(), expected.g) &&
                             near(seen.blue(), expected.b),
                         qPrintable(QString("edit %1, stage %2, cell %3, %4: %5, not %6")
                                        .arg(edit)
                                        .arg(static_cast<int>(id))
                                        .arg(r)
                                        .arg(c)
                                        .arg(seen.name(),
                                             QColor(expected.r, expected.g, expected.b).name())));
            }
            // Painted once more, it is kept for further questions: until the next edit.
            board.grab();
            ++edit;
        }
        QCOMPARE(edit, 200);
    }
};

ATTENTION_TEST(TstTwoHundredEdits)
#include "tst_two_hundred_edits.moc"
