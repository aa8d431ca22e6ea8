// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/alt_text.h"

#include "core/text/cells.h"
#include "core/text/number.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace attention {

namespace {

using Index = Eigen::Index;

constexpr Index mostRowsTold = 8;
constexpr std::size_t mostNamed = 4; // of a list; more are counted

std::string counted(Index count, const std::string& word)
{
    const std::string many = word == "query" ? "queries" : word + "s";
    return std::to_string(count) + " " + (count == 1 ? word : many);
}

std::string joined(const std::vector<std::string>& parts)
{
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i)
        text += (i == 0 ? "" : i + 1 < parts.size() ? ", " : " and ") + parts[i];
    return text;
}

// A label in a sentence: in quotation marks where it is no plain word, with its place where others
// are the same.
std::string named(const std::vector<std::string>& labels, Index index)
{
    if (labels.empty())
        return std::to_string(index + 1);
    const std::string& label = labels[static_cast<std::size_t>(index)];
    const bool word = !label.empty() && std::all_of(label.begin(), label.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0x80 || std::isalnum(byte) || c == '\'' || c == '-';
    });
    std::string name = visibleLabel(label);
    if (!word && !label.empty())
        name = "“" + name + "”";
    if (std::count(labels.begin(), labels.end(), label) > 1)
        name += " (number " + std::to_string(index + 1) + ")";
    return name;
}

std::string twoDigits(double value)
{
    return value == 1 ? "1" : forPeople(value, 2);
}

// The weights of a matrix by query and key, however it lies.
class Weights {
public:
    explicit Weights(const LabelledMatrix& matrix)
        : m_matrix(matrix)
    {
    }

    Index queries() const { return m_matrix.transposed ? columns() : rows(); }
    Index keys() const { return m_matrix.transposed ? rows() : columns(); }
    double at(Index query, Index key) const
    {
        return m_matrix.transposed ? (*m_matrix.values)(key, query)
                                   : (*m_matrix.values)(query, key);
    }
    bool mayRead(Index query, Index key) const
    {
        if (!m_matrix.allowed)
            return true;
        return m_matrix.transposed ? (*m_matrix.allowed)(key, query)
                                   : (*m_matrix.allowed)(query, key);
    }
    std::string query(Index index) const
    {
        return named(m_matrix.transposed ? m_matrix.columns : m_matrix.rows, index);
    }
    std::string key(Index index) const
    {
        return named(m_matrix.transposed ? m_matrix.rows : m_matrix.columns, index);
    }
    bool isItself(Index query, Index key) const { return m_matrix.sameTokens && query == key; }

    // The key with the largest weight, -1 where there is a NaN.
    Index largest(Index query) const
    {
        Index best = 0;
        for (Index key = 0; key < keys(); ++key) {
            if (std::isnan(at(query, key)))
                return -1;
            if (at(query, key) > at(query, best))
                best = key;
        }
        return best;
    }

    // What one query does, after its name: "mostly to itself (0.77)".
    std::string doing(Index query) const
    {
        const Index best = largest(query);
        if (best < 0)
            return "to nothing that is a number";
        const double most = at(query, best);
        if (most == 0)
            return "to nothing";
        // Equal where one reads the same two digits.
        std::vector<std::string> equal;
        bool all = true;
        for (Index key = 0; key < keys(); ++key) {
            const bool same = mayRead(query, key) && twoDigits(at(query, key)) == twoDigits(most);
            if (same)
                equal.push_back(isItself(query, key) ? "itself" : this->key(key));
            else if (twoDigits(at(query, key)) != "0.00" && at(query, key) != 0)
                all = false;
        }
        if (equal.size() == 1) {
            const std::string how = all ? "to " : most >= 0.5 ? "mostly to " : "most to ";
            return how + equal[0] + (all ? " alone (" : " (") + twoDigits(most) + ")";
        }
        const std::string which =
            equal.size() <= mostNamed
                ? joined(equal)
                : std::to_string(equal.size()) + " of " + std::to_string(keys()) + " keys";
        return std::string(all ? "evenly to " : "most to ") + which + " (" + twoDigits(most) +
               " each)";
    }

    std::string everyRow() const
    {
        std::string text;
        for (Index query = 0; query < queries(); ++query)
            text += (query == 0 ? "token " + this->query(query) + " attends "
                                : ", " + this->query(query) + " ") +
                    doing(query);
        return text;
    }

    std::string summary() const
    {
        Index query = -1, key = -1, themselves = 0, numbers = 0;
        RowVector read = RowVector::Zero(keys()); // by all together
        for (Index i = 0; i < queries(); ++i) {
            const Index best = largest(i);
            if (best < 0)
                continue;
            ++numbers;
            for (Index j = 0; j < keys(); ++j)
                read[j] += at(i, j);
            themselves += isItself(i, best);
            if (query < 0 || at(i, best) > at(query, key)) {
                query = i;
                key = best;
            }
        }
        if (query < 0)
            return "none of the weights is a number";
        std::string text = "the largest weight, " + twoDigits(at(query, key)) + ", is that of " +
                           this->query(query) + " to " +
                           (isItself(query, key) ? "itself" : this->key(key));
        if (m_matrix.sameTokens)
            text += "; " + std::to_string(themselves) + " of " + std::to_string(queries()) +
                    " tokens attend most to themselves";
        Index most = 0;
        read.maxCoeff(&most);
        text += "; " + this->key(most) + " is read most (" +
                twoDigits(read[most] / static_cast<double>(numbers)) + " on average)";
        if (numbers < queries())
            text += "; " + std::to_string(queries() - numbers) + " rows are no numbers";
        return text;
    }

private:
    Index rows() const { return m_matrix.values->rows(); }
    Index columns() const { return m_matrix.values->cols(); }

    const LabelledMatrix& m_matrix;
};

bool isBlocked(const LabelledMatrix& matrix, Index row, Index column)
{
    return matrix.allowed && !(*matrix.allowed)(row, column);
}

// "from −1.5 (query A, key B) to 4 (query A, key A)"
std::string range(const LabelledMatrix& matrix)
{
    const Matrix& m = *matrix.values;
    Index lowest = -1, highest = -1, others = 0;
    for (Index i = 0; i < m.size(); ++i) {
        const double value = m.data()[i];
        if (matrix.saysBlocked && isBlocked(matrix, i / m.cols(), i % m.cols()))
            continue;
        if (!std::isfinite(value)) {
            ++others;
            continue;
        }
        if (lowest < 0 || value < m.data()[lowest])
            lowest = i;
        if (highest < 0 || value > m.data()[highest])
            highest = i;
    }
    const auto place = [&](Index i) {
        return forFigure(m.data()[i], 3) + " (" + matrix.rowWord + " " +
               named(matrix.rows, i / m.cols()) + ", " + matrix.columnWord + " " +
               named(matrix.columns, i % m.cols()) + ")";
    };
    std::string text;
    if (lowest < 0)
        text = "none of its numbers is finite";
    else if (m.data()[lowest] == m.data()[highest])
        text = "every number is " + forFigure(m.data()[lowest], 3);
    else
        text = "from " + place(lowest) + " to " + place(highest);
    if (lowest >= 0 && others > 0)
        text +=
            "; " + counted(others, "number") + (others == 1 ? " is" : " are") + " infinite or NaN";
    return text;
}

} // namespace

std::string altText(const LabelledMatrix& matrix, bool hidden)
{
    std::string text = "Heatmap of " + matrix.name + ", " +
                       counted(matrix.shape.first, matrix.rowWord) + " by " +
                       counted(matrix.shape.second, matrix.columnWord);
    if (hidden)
        return text + "; some numbers are to be predicted.";
    if (!matrix.values || matrix.values->size() == 0)
        return text + ".";
    const Weights weights(matrix);
    text += "; " + (!matrix.areWeights                  ? range(matrix)
                    : weights.queries() <= mostRowsTold ? weights.everyRow()
                                                        : weights.summary());
    if (matrix.allowed) {
        const Index blocked = matrix.allowed->size() - matrix.allowed->count();
        if (blocked > 0)
            text += "; " + std::to_string(blocked) + " of " +
                    std::to_string(matrix.allowed->size()) +
                    (blocked == 1 ? " is masked" : " are masked");
    }
    return text + ".";
}

} // namespace attention
