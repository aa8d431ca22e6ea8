// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/comparison.h"

#include "core/attention/kept.h"

#include <algorithm>
#include <cmath>

namespace attention {

namespace {

constexpr Eigen::Index blockOfRows = 64; // of a stage that is made again for it

// One of the two states of a stage.
struct Side {
    const Trace& trace;
    const Stage& stage;

    bool isBlocked(Eigen::Index row, Eigen::Index column) const
    {
        return trace.allowed &&
               attention::isBlocked(trace, stage, static_cast<int>(row), static_cast<int>(column));
    }
};

// What is blocked among scores is no number; a weight always is one.
bool holdsScores(StageId id)
{
    return id == StageId::MaskedScores;
}

bool sameNumber(double a, double now)
{
    return a == now || (std::isnan(a) && std::isnan(now));
}

Message shapesDiffer(Eigen::Index rows, Eigen::Index columns, Eigen::Index rowsNow,
                     Eigen::Index columnsNow)
{
    return {"A has %1 × %2 numbers here, now there are %3 × %4: only matrices of one shape can be "
            "subtracted",
            {std::to_string(rows), std::to_string(columns), std::to_string(rowsNow),
             std::to_string(columnsNow)}};
}

// Fills a comparison cell by cell.
class Subtraction {
public:
    Subtraction(Eigen::Index rows, Eigen::Index columns)
        : m_difference(rows, columns)
    {
    }

    // Nothing to subtract.
    void leaveOut(Eigen::Index row, Eigen::Index column, bool changed)
    {
        if (m_blocked.size() == 0)
            m_blocked.setConstant(m_difference.rows(), m_difference.cols(), false);
        m_blocked(row, column) = true;
        m_difference(row, column) = 0;
        if (changed) {
            ++m_result.changed;
            ++m_result.numberless;
        }
    }

    void subtract(Eigen::Index row, Eigen::Index column, double a, double now)
    {
        // The same infinity twice has not moved, though ∞ − ∞ is no number.
        const double difference = a == now ? 0 : now - a;
        m_difference(row, column) = difference;
        if (sameNumber(a, now))
            return;
        ++m_result.changed;
        const double magnitude = std::abs(difference);
        if (!std::isfinite(magnitude)) {
            ++m_result.numberless;
        } else if (magnitude > m_largest) {
            m_largest = magnitude;
            m_result.largest = {static_cast<int>(row), static_cast<int>(column)};
        }
    }

    MatrixComparison result()
    {
        m_result.difference = share(std::move(m_difference));
        if (m_blocked.size() > 0)
            m_result.blocked = std::make_shared<const BoolMatrix>(std::move(m_blocked));
        return std::move(m_result);
    }

private:
    Matrix m_difference;
    BoolMatrix m_blocked;
    double m_largest = 0;
    MatrixComparison m_result;
};

MatrixComparison problemOf(Message message)
{
    MatrixComparison result;
    result.problem = std::move(message);
    return result;
}

} // namespace

std::optional<Message> comparisonProblem(const Trace& a, const Trace& now, StageId id, int head)
{
    const Stage* was = find(a, id, head);
    const Stage* is = find(now, id, head);
    const std::string title(stageInfo(id).title);
    if (!was && head >= a.scenario->heads)
        return Message{"A has no head %1", {std::to_string(head + 1)}};
    if (!was)
        return Message{"A has no %1", {title}};
    if (!is)
        return Message{"There are no %1 now", {title}};
    const auto [rows, columns] = shapeOf(a, *was);
    const auto [rowsNow, columnsNow] = shapeOf(now, *is);
    if (rows != rowsNow || columns != columnsNow)
        return shapesDiffer(rows, columns, rowsNow, columnsNow);
    return std::nullopt;
}

// A: (n, m)  now: (n, m)  ->  now − A: (n, m)
MatrixComparison compareStages(const Trace& a, const Trace& now, StageId id, int head)
{
    if (std::optional<Message> problem = comparisonProblem(a, now, id, head))
        return problemOf(std::move(*problem));
    const Side was{a, *find(a, id, head)};
    const Side is{now, *find(now, id, head)};
    const bool scores = holdsScores(id);
    // Clang captures no structured binding.
    const auto shape = shapeOf(a, was.stage);
    const Eigen::Index rows = shape.first, columns = shape.second;
    const StageRows rowsOfA(a, was.stage);
    Subtraction subtraction(rows, columns);
    Matrix block;
    forRows(now, is.stage, [&](Eigen::Index i, const Eigen::Ref<const RowVector>& row) {
        if (i % blockOfRows == 0)
            block = rowsOfA(i, std::min(blockOfRows, rows - i));
        for (Eigen::Index j = 0; j < row.size(); ++j) {
            const double before = block(i % blockOfRows, j);
            const bool wasBlocked = was.isBlocked(i, j);
            const bool isBlocked = is.isBlocked(i, j);
            if (scores && (wasBlocked || isBlocked))
                subtraction.leaveOut(i, j, wasBlocked != isBlocked);
            else if (wasBlocked && isBlocked && before == row[j])
                subtraction.leaveOut(i, j, false);
            else
                subtraction.subtract(i, j, before, row[j]);
        }
    });
    return subtraction.result();
}

MatrixComparison compareInputs(const Scenario& a, const Scenario& now, MatrixField field)
{
    const Matrix before = fieldMatrix(a, field);
    const Matrix after = fieldMatrix(now, field);
    if (before.size() == 0)
        return problemOf({"A has no %1", {fieldName(field)}});
    if (after.size() == 0)
        return problemOf({"There is no %1 now", {fieldName(field)}});
    if (before.rows() != after.rows() || before.cols() != after.cols())
        return problemOf(shapesDiffer(before.rows(), before.cols(), after.rows(), after.cols()));
    Subtraction subtraction(before.rows(), before.cols());
    for (Eigen::Index i = 0; i < before.rows(); ++i)
        for (Eigen::Index j = 0; j < before.cols(); ++j)
            subtraction.subtract(i, j, before(i, j), after(i, j));
    return subtraction.result();
}

bool sameStages(const Trace& a, const Trace& now, StageId id, int head)
{
    if (comparisonProblem(a, now, id, head))
        return false;
    const Side was{a, *find(a, id, head)};
    const Side is{now, *find(now, id, head)};
    const bool scores = holdsScores(id);
    if (&a == &now || (was.stage.values && was.stage.values == is.stage.values && !scores))
        return true;
    const auto [rows, columns] = shapeOf(a, was.stage);
    const StageRows rowsOfA(a, was.stage);
    const StageRows rowsNow(now, is.stage);
    for (Eigen::Index first = 0; first < rows; first += blockOfRows) {
        const Eigen::Index count = std::min(blockOfRows, rows - first);
        const Matrix before = rowsOfA(first, count);
        const Matrix after = rowsNow(first, count);
        for (Eigen::Index i = 0; i < count; ++i)
            for (Eigen::Index j = 0; j < columns; ++j) {
                const bool wasBlocked = scores && was.isBlocked(first + i, j);
                const bool isBlocked = scores && is.isBlocked(first + i, j);
                if (wasBlocked != isBlocked ||
                    (!isBlocked && !sameNumber(before(i, j), after(i, j))))
                    return false;
            }
    }
    return true;
}

} // namespace attention
