// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/problems.h"

#include "core/attention/masks.h"
#include "core/labs/memory.h"
#include "core/labs/scaling.h"
#include "core/scenario/scenario_json.h"
#include "core/text/number.h"
#include "core/text/utf8.h"

#include <array>
#include <cmath>
#include <limits>

namespace attention {

namespace {

using Found = std::optional<Problem>;

Found problem(std::string path, std::string key, std::vector<std::string> args = {})
{
    return Problem{std::move(path), {std::move(key), std::move(args)}};
}

Found counts(std::string path, std::string key, std::vector<std::int64_t> numbers)
{
    return Problem{std::move(path), counted(std::move(key), numbers)};
}

std::string at(const std::string& path, Eigen::Index i)
{
    return path + "[" + std::to_string(i) + "]";
}

Found matrixProblem(const std::string& path, const Matrix& m)
{
    if (m.rows() == 0 || m.cols() == 0)
        return problem(path, "empty: at least one row and one column are needed");
    if (m.rows() > maximumTokens)
        return counts(path, "%1 rows, the limit is %2", {m.rows(), maximumTokens});
    if (m.cols() > maximumColumns)
        return counts(path, "%1 columns, the limit is %2", {m.cols(), maximumColumns});
    for (Eigen::Index i = 0; i < m.rows(); ++i)
        for (Eigen::Index j = 0; j < m.cols(); ++j)
            if (!std::isfinite(m(i, j)))
                return problem(at(at(path, i), j), "%1 is not a finite number",
                               {shortest(m(i, j))});
    return {};
}

Found labelProblem(const std::string& path, const std::vector<std::string>& labels)
{
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (!isUtf8(labels[i]))
            return problem(at(path, static_cast<Eigen::Index>(i)), "not well-formed UTF-8");
    return {};
}

Found textProblem(const Scenario& s)
{
    if (!isUtf8(s.title))
        return problem("title", "not well-formed UTF-8");
    if (!isUtf8(s.description))
        return problem("description", "not well-formed UTF-8");
    const auto labels = static_cast<std::int64_t>(s.tokens.size());
    if (labels != s.tokenCount())
        return counts("tokens", "%1 labels, but X has %2 rows", {labels, s.tokenCount()});
    const auto columns = static_cast<std::int64_t>(s.columns.size());
    if (columns != 0 && columns != s.modelWidth())
        return counts("columns", "%1 labels, but X has %2 columns", {columns, s.modelWidth()});
    if (const Found found = labelProblem("tokens", s.tokens))
        return found;
    return labelProblem("columns", s.columns);
}

Found projectionProblem(const Scenario& s, MatrixField field)
{
    const Projection& projection = *projectionOf(s, field);
    if (projection.isIdentity())
        return {};
    const std::string path = fieldName(field);
    if (const Found found = matrixProblem(path, *projection.matrix))
        return found;
    if (projection.matrix->rows() != s.modelWidth())
        return counts(path, "%1 rows, but X has %2 columns",
                      {projection.matrix->rows(), s.modelWidth()});
    return {};
}

Found widthProblem(const Scenario& s)
{
    const int queries = projectedWidth(s, s.W_q);
    const int keys = projectedWidth(s, s.W_k);
    const int values = projectedWidth(s, s.W_v);
    if (queries != keys && !s.W_k.isIdentity())
        return counts("W_k", "%1 columns, but the queries have %2 columns", {keys, queries});
    if (queries != keys)
        return counts("W_q", "%1 columns, but the keys have %2 columns", {queries, keys});
    if (s.heads < 1 || s.heads > maximumHeads)
        return counts("heads", "%1, expected 1 to %2", {s.heads, maximumHeads});
    if (queries % s.heads != 0)
        return counts("heads", "%1 heads do not divide the %2 columns of the queries and keys",
                      {s.heads, queries});
    if (values % s.heads != 0)
        return counts("heads", "%1 heads do not divide the %2 columns of the values",
                      {s.heads, values});
    return {};
}

Found outputProblem(const Scenario& s)
{
    if (!s.W_o)
        return {};
    const int joined = projectedWidth(s, s.W_v);
    if (s.W_o->isIdentity()) {
        if (joined != s.modelWidth())
            return counts("W_o",
                          "the identity needs a square, but the heads side by side have %1 columns"
                          " and X has %2 columns",
                          {joined, s.modelWidth()});
        return {};
    }
    const Matrix& W_o = *s.W_o->matrix;
    if (const Found found = matrixProblem("W_o", W_o))
        return found;
    if (W_o.rows() != joined)
        return counts("W_o", "%1 rows, but the heads side by side have %2 columns",
                      {W_o.rows(), joined});
    if (W_o.cols() != s.modelWidth())
        return counts("W_o", "%1 columns, but X has %2 columns", {W_o.cols(), s.modelWidth()});
    return {};
}

Found maskProblem(const Scenario& s)
{
    const Mask& mask = s.mask;
    const int n = s.tokenCount();
    const auto padding = static_cast<std::int64_t>(mask.padding.size());
    if (padding != 0 && padding != n)
        return counts("mask.padding", "%1 entries, but X has %2 rows", {padding, n});
    if (mask.allowed && mask.allowed->rows() != n)
        return counts("mask.allowed", "%1 rows, but X has %2 rows", {mask.allowed->rows(), n});
    if (mask.allowed && mask.allowed->cols() != n)
        return counts("mask.allowed[0]", "%1 entries, expected %2", {mask.allowed->cols(), n});
    if (!std::isfinite(mask.fill) && mask.fill != -std::numeric_limits<double>::infinity())
        return problem("mask.fill", "%1 is neither a finite number nor -inf",
                       {shortest(mask.fill)});
    return {};
}

Found viewProblem(const Scenario& s)
{
    const View& view = s.view;
    if (view.head && (*view.head < 0 || *view.head >= maximumHeads))
        return counts("view.head", "%1, expected 0 to %2", {*view.head, maximumHeads - 1});
    if (view.decimals && (*view.decimals < 0 || *view.decimals > 6))
        return counts("view.decimals", "%1, expected 0 to %2", {*view.decimals, 6});
    if (view.place && !isUtf8(*view.place))
        return problem("view.place", "not well-formed UTF-8");
    if (view.stage && !isUtf8(*view.stage))
        return problem("view.stage", "not well-formed UTF-8");
    if (view.palette && !isUtf8(*view.palette))
        return problem("view.palette", "not well-formed UTF-8");
    return {};
}

Found traceProblem(const Scenario& s)
{
    const std::int64_t bytes = traceBytes(s);
    if (bytes <= maximumTraceBytes)
        return {};
    const double gib = static_cast<double>(bytes) / static_cast<double>(1LL << 30);
    return problem("", "its matrices would take %1 GiB, the limit is 1 GiB", {forPeople(gib, 2)});
}

// More than any file of this scenario can have.
std::int64_t fileBytesAtMost(const Scenario& s)
{
    constexpr std::int64_t numberBytes = 28; // "-2.2250738585072014e-308, " and its share of a row
    std::int64_t numbers = s.X->size();
    for (const Projection* p : {&s.W_q, &s.W_k, &s.W_v, s.W_o ? &*s.W_o : nullptr})
        if (p && p->matrix)
            numbers += p->matrix->size();
    numbers += s.mask.allowed ? s.mask.allowed->size() : 0;
    numbers += static_cast<std::int64_t>(s.mask.padding.size() + s.scaling.d_k.size());

    const auto text = [](const std::string& t) { // a control character takes six bytes
        return 6 * static_cast<std::int64_t>(t.size()) + 8;
    };
    std::int64_t bytes = 10000 + numberBytes * numbers + text(s.title) + text(s.description);
    for (const std::vector<std::string>* labels : {&s.tokens, &s.columns})
        for (const std::string& label : *labels)
            bytes += text(label);
    for (const std::optional<std::string>* word : {&s.view.place, &s.view.stage, &s.view.palette})
        bytes += *word ? text(**word) : 0;
    return bytes;
}

Found fileProblem(const Scenario& s)
{
    if (fileBytesAtMost(s) <= maximumFileBytes ||
        static_cast<std::int64_t>(writeScenario(s).size()) <= maximumFileBytes)
        return {};
    return problem("", "its file would be larger than the limit of 64 MiB");
}

} // namespace

std::optional<Problem> validate(const Scenario& s)
{
    if (!s.X)
        return problem("X", "missing");
    if (const Found found = matrixProblem("X", *s.X))
        return found;
    using Rule = Found (*)(const Scenario&);
    constexpr std::array<Rule, 12> rules = {
        textProblem,
        [](const Scenario& t) { return projectionProblem(t, MatrixField::W_q); },
        [](const Scenario& t) { return projectionProblem(t, MatrixField::W_k); },
        [](const Scenario& t) { return projectionProblem(t, MatrixField::W_v); },
        widthProblem,
        outputProblem,
        [](const Scenario& t) {
            return std::isfinite(t.scale.multiplier) || t.scale.kind != ScaleKind::Custom
                       ? Found{}
                       : problem("scale", "%1 is not a finite number",
                                 {shortest(t.scale.multiplier)});
        },
        maskProblem,
        [](const Scenario& t) { return validate(t.scaling); },
        [](const Scenario& t) { return validate(t.memory); },
        viewProblem,
        traceProblem,
    };
    for (const Rule rule : rules)
        if (const Found found = rule(s))
            return found;
    return fileProblem(s);
}

std::int64_t traceBytes(const Scenario& s)
{
    // As `run` makes them: what changes nothing is shared with the stage before.
    const std::int64_t n = s.tokenCount();
    const std::int64_t queries = projectedWidth(s, s.W_q);
    const std::int64_t values = projectedWidth(s, s.W_v);
    const std::int64_t heads = s.heads;
    const bool blocked = blocksAnything(s.mask, s.tokenCount(), s.tokenCount());

    std::int64_t numbers = 0;
    for (const Projection* projection : {&s.W_q, &s.W_k, &s.W_v})
        numbers += projection->isIdentity() ? 0 : n * projectedWidth(s, *projection);
    if (heads > 1)
        numbers += n * (2 * queries + values); // the heads' own columns
    const std::int64_t squares = 2 + (scaleFactor(s) != 1 ? 1 : 0) + (blocked ? 1 : 0);
    numbers += heads * squares * n * n;
    numbers += n * values * (heads > 1 ? 2 : 1); // head outputs, and side by side
    if (s.W_o && !s.W_o->isIdentity())
        numbers += n * s.W_o->matrix->cols();
    return numbers * static_cast<std::int64_t>(sizeof(double)) + (blocked ? n * n : 0);
}

} // namespace attention
