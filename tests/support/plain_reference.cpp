// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/plain_reference.h"

#include <cmath>
#include <cstddef>

namespace plain {

namespace {

Rows multiply(const Rows& a, const Rows& b)
{
    Rows result(a.size(), std::vector<double>(b[0].size(), 0.0));
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b[0].size(); ++j)
            for (std::size_t k = 0; k < b.size(); ++k)
                result[i][j] += a[i][k] * b[k][j];
    return result;
}

Rows project(const Rows& x, const Rows& w)
{
    return w.empty() ? x : multiply(x, w);
}

Rows columns(const Rows& m, std::size_t first, std::size_t count)
{
    Rows result;
    for (const std::vector<double>& row : m) {
        std::vector<double> part;
        for (std::size_t j = first; j < first + count; ++j)
            part.push_back(row[j]);
        result.push_back(part);
    }
    return result;
}

bool mayRead(const Input& input, std::size_t query, std::size_t key)
{
    return input.allowed.empty() || input.allowed[query][key];
}

Head oneHead(const Input& input, const Rows& Q, const Rows& K, const Rows& V)
{
    const std::size_t n = Q.size();
    Head head{Q, K, V, {}, {}, {}, {}, {}};
    for (std::size_t i = 0; i < n; ++i) {
        std::vector<double> scores, scaled, masked;
        bool readsSomething = false;
        for (std::size_t j = 0; j < n; ++j) {
            double score = 0;
            for (std::size_t c = 0; c < Q[i].size(); ++c)
                score += Q[i][c] * K[j][c];
            scores.push_back(score);
            scaled.push_back(score * input.scale);
            masked.push_back(mayRead(input, i, j) ? scaled[j] : input.fill);
            readsSomething = readsSomething || mayRead(input, i, j);
        }
        const bool zero = !readsSomething && input.zeroEmptyRows;
        const std::vector<double> weights = zero ? std::vector<double>(n, 0.0) : softmax(masked);
        std::vector<double> output(V[0].size(), 0.0);
        for (std::size_t j = 0; j < n; ++j)
            for (std::size_t c = 0; c < output.size(); ++c)
                output[c] += weights[j] * V[j][c];
        head.scores.push_back(scores);
        head.scaled.push_back(scaled);
        head.masked.push_back(masked);
        head.weights.push_back(weights);
        head.output.push_back(output);
    }
    return head;
}

} // namespace

std::vector<double> softmax(const std::vector<double>& scores)
{
    double largest = scores[0];
    for (const double score : scores)
        if (score > largest)
            largest = score;
    std::vector<double> weights;
    double sum = 0;
    for (const double score : scores) {
        weights.push_back(std::exp(score - largest));
        sum += weights.back();
    }
    for (double& weight : weights)
        weight /= sum;
    return weights;
}

std::vector<std::vector<bool>> causal(std::size_t n)
{
    std::vector<std::vector<bool>> allowed(n, std::vector<bool>(n, false));
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            allowed[i][j] = true;
    return allowed;
}

Result attention(const Input& input)
{
    Result result;
    result.Q = project(input.X, input.W_q);
    result.K = project(input.X, input.W_k);
    result.V = project(input.X, input.W_v);
    const auto heads = static_cast<std::size_t>(input.heads);
    const std::size_t d_k = result.Q[0].size() / heads;
    const std::size_t d_v = result.V[0].size() / heads;
    result.concatenated.resize(input.X.size());
    for (std::size_t h = 0; h < heads; ++h) {
        result.heads.push_back(oneHead(input, columns(result.Q, h * d_k, d_k),
                                       columns(result.K, h * d_k, d_k),
                                       columns(result.V, h * d_v, d_v)));
        for (std::size_t i = 0; i < input.X.size(); ++i)
            for (const double value : result.heads[h].output[i])
                result.concatenated[i].push_back(value);
    }
    result.output = project(result.concatenated, input.W_o);
    return result;
}

} // namespace plain
