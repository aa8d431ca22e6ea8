// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/problems.h"

#include "core/attention/masks.h"
#include "core/attention/positions.h"
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

Found contextProblem(const Scenario& s)
{
    if (!s.context)
        return {};
    if (!s.context->X)
        return problem("context.X", "missing");
    if (const Found found = matrixProblem("context.X", *s.context->X))
        return found;
    const auto labels = static_cast<std::int64_t>(s.context->tokens.size());
    if (labels != s.keyCount())
        return counts("context.tokens", "%1 labels, but context.X has %2 rows",
                      {labels, s.keyCount()});
    return labelProblem("context.tokens", s.context->tokens);
}

// "X", or "context.X": what W_k and W_v multiply.
const char* keySourceName(const Scenario& s)
{
    return s.context ? "context.X" : "X";
}

Found projectionProblem(const Scenario& s, MatrixField field)
{
    const Projection& projection = *projectionOf(s, field);
    if (projection.isIdentity())
        return {};
    const std::string path = fieldName(field);
    if (const Found found = matrixProblem(path, *projection.matrix))
        return found;
    const bool ofQueries = field == MatrixField::W_q;
    const int width = ofQueries ? s.modelWidth() : s.contextWidth();
    if (projection.matrix->rows() != width)
        return counts(path,
                      std::string("%1 rows, but ") + (ofQueries ? "X" : keySourceName(s)) +
                          " has %2 columns",
                      {projection.matrix->rows(), width});
    return {};
}

// A vector that is one number a column of something.
Found vectorProblem(const Scenario& s, MatrixField field, std::int64_t width, const char* whose)
{
    const MatrixPtr* held = matrixIn(s, field);
    if (!held || !*held)
        return {};
    const std::string path = fieldName(field);
    if (const Found found = matrixProblem(path, **held)) {
        // A list has no rows: "b_q[0][2]" is "b_q[2]" in the file.
        Problem inList = *found;
        if (inList.path.starts_with(path + "[0]"))
            inList.path.erase(path.size(), 3);
        return inList;
    }
    if ((*held)->rows() != 1)
        return problem(path, "more than one row, expected a list of numbers");
    if ((*held)->cols() != width)
        return counts(path, std::string("%1 numbers, but ") + whose + " %2 columns",
                      {(*held)->cols(), width});
    return {};
}

Found headProblem(const Scenario& s)
{
    const int queries = projectedWidth(s, MatrixField::W_q);
    const int keys = projectedWidth(s, MatrixField::W_k);
    const int values = projectedWidth(s, MatrixField::W_v);
    if (s.heads < 1 || s.heads > maximumHeads)
        return counts("heads", "%1, expected 1 to %2", {s.heads, maximumHeads});
    const int kvHeads = s.kvHeadCount();
    if (kvHeads < 1 || kvHeads > s.heads)
        return counts("kv_heads", "%1, expected 1 to %2", {kvHeads, s.heads});
    if (s.heads % kvHeads != 0)
        return counts("kv_heads", "%1 key/value heads do not divide %2 heads", {kvHeads, s.heads});
    if (kvHeads == s.heads && queries != keys) {
        if (!s.W_k.isIdentity())
            return counts("W_k", "%1 columns, but the queries have %2 columns", {keys, queries});
        return counts("W_q", "%1 columns, but the keys have %2 columns", {queries, keys});
    }
    if (queries % s.heads != 0)
        return counts("heads",
                      kvHeads == s.heads
                          ? "%1 heads do not divide the %2 columns of the queries and keys"
                          : "%1 heads do not divide the %2 columns of the queries",
                      {s.heads, queries});
    if (keys % kvHeads != 0)
        return counts("kv_heads", "%1 key/value heads do not divide the %2 columns of the keys",
                      {kvHeads, keys});
    if (queries / s.heads != keys / kvHeads)
        return counts("W_k", "%1 columns a head, but the queries have %2 columns a head",
                      {keys / kvHeads, queries / s.heads});
    if (values % kvHeads != 0)
        return counts(kvHeads == s.heads ? "heads" : "kv_heads",
                      kvHeads == s.heads
                          ? "%1 heads do not divide the %2 columns of the values"
                          : "%1 key/value heads do not divide the %2 columns of the values",
                      {kvHeads, values});
    return {};
}

Found biasProblem(const Scenario& s)
{
    struct Row {
        MatrixField bias, projection;
        const char* whose;
    };
    constexpr std::array<Row, 3> rows = {{
        {MatrixField::b_q, MatrixField::W_q, "the queries have"},
        {MatrixField::b_k, MatrixField::W_k, "the keys have"},
        {MatrixField::b_v, MatrixField::W_v, "the values have"},
    }};
    for (const Row& row : rows)
        if (const Found found =
                vectorProblem(s, row.bias, projectedWidth(s, row.projection), row.whose))
            return found;
    if (s.b_o && !s.W_o)
        return problem("b_o", "there is no W_o that it could be added to");
    return vectorProblem(s, MatrixField::b_o, s.modelWidth(), "X has");
}

Found outputProblem(const Scenario& s)
{
    const int joined = s.heads * valueWidth(s);
    if (!s.W_o) {
        if (s.block && joined != s.modelWidth())
            return counts("block",
                          "the heads side by side have %1 columns, but X, to which they are added,"
                          " has %2 columns",
                          {joined, s.modelWidth()});
        return {};
    }
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

Found scaleProblem(const Scenario& s)
{
    if (s.scale.kind == ScaleKind::Custom && !std::isfinite(s.scale.multiplier))
        return problem("scale", "%1 is not a finite number", {shortest(s.scale.multiplier)});
    if (s.softcap && !(std::isfinite(*s.softcap) && *s.softcap > 0))
        return problem("score_softcap", "%1, expected a number above 0", {shortest(*s.softcap)});
    return {};
}

Found maskProblem(const Scenario& s)
{
    const Mask& mask = s.mask;
    const int n = s.tokenCount(), m = s.keyCount();
    const auto padding = static_cast<std::int64_t>(mask.padding.size());
    if (mask.window && *mask.window < 1)
        return counts("mask.window", "%1, expected at least 1", {*mask.window});
    if (padding != 0 && padding != m)
        return counts("mask.padding",
                      std::string("%1 entries, but ") + keySourceName(s) + " has %2 rows",
                      {padding, m});
    if (mask.allowed && mask.allowed->rows() != n)
        return counts("mask.allowed", "%1 rows, but X has %2 rows", {mask.allowed->rows(), n});
    if (mask.allowed && mask.allowed->cols() != m)
        return counts("mask.allowed[0]", "%1 entries, expected %2", {mask.allowed->cols(), m});
    if (mask.bias) {
        if (const Found found = matrixProblem("mask.bias", *mask.bias))
            return found;
        if (mask.bias->rows() != n)
            return counts("mask.bias", "%1 rows, but X has %2 rows", {mask.bias->rows(), n});
        if (mask.bias->cols() != m)
            return counts("mask.bias[0]", "%1 numbers, expected %2", {mask.bias->cols(), m});
    }
    if (!std::isfinite(mask.fill) && mask.fill != -std::numeric_limits<double>::infinity())
        return problem("mask.fill", "%1 is neither a finite number nor -inf",
                       {shortest(mask.fill)});
    return {};
}

// Every position must be a row of the table.
Found learnedProblem(const Scenario& s, int count)
{
    const Positions& p = s.positions;
    const std::vector<std::int64_t> ids = positionIds(s, count);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] >= 0 && ids[i] < p.table->rows())
            continue;
        const std::string path =
            p.ids.empty() ? "positions.table" : at("positions.ids", static_cast<Eigen::Index>(i));
        return counts(path, "the table of %2 rows has no position %1", {ids[i], p.table->rows()});
    }
    return {};
}

Found positionProblem(const Scenario& s)
{
    const Positions& p = s.positions;
    const int n = s.tokenCount(), m = s.keyCount();
    constexpr std::int64_t largest = 9007199254740992 - maximumTokens; // stays a whole double
    if (!(std::isfinite(p.base) && p.base > 0))
        return problem("positions.base", "%1, expected a number above 0", {shortest(p.base)});
    if (std::abs(p.offset) > largest)
        return counts("positions.offset", "%1, expected at most %2", {p.offset, largest});
    const auto ids = static_cast<std::int64_t>(p.ids.size());
    if (ids != 0 && ids != n)
        return counts("positions.ids", "%1 positions, but X has %2 rows", {ids, n});
    if (ids != 0 && n != m)
        return counts("positions.ids", "one position a token cannot serve %1 queries and %2 keys",
                      {n, m});
    for (std::size_t i = 0; i < p.ids.size(); ++i)
        if (std::abs(p.ids[i]) > largest)
            return counts(at("positions.ids", static_cast<Eigen::Index>(i)),
                          "%1, expected at most %2", {p.ids[i], largest});
    if (p.table) {
        if (const Found found = matrixProblem("positions.table", *p.table))
            return found;
        if (p.table->cols() != s.modelWidth())
            return counts("positions.table", "%1 columns, but X has %2 columns",
                          {p.table->cols(), s.modelWidth()});
    }
    if (p.kind == PositionKind::Learned) {
        if (!p.table)
            return problem("positions.table", "missing");
        if (s.contextWidth() != p.table->cols())
            return counts("positions.table", "%1 columns, but context.X has %2 columns",
                          {p.table->cols(), s.contextWidth()});
        if (const Found found = learnedProblem(s, n))
            return found;
        return learnedProblem(s, m);
    }
    if (p.kind == PositionKind::Rope && headWidth(s) % 2 != 0)
        return counts("positions.kind", "rope turns pairs of columns, but a head has %1 columns",
                      {headWidth(s)});
    if (p.kind == PositionKind::Rope && s.has(Mistake::RotatedValues) && valueWidth(s) % 2 != 0)
        return counts("mistakes",
                      "rotated_values turns pairs of columns, but the values of a head have %1"
                      " columns",
                      {valueWidth(s)});
    return {};
}

Found blockProblem(const Scenario& s)
{
    if (!s.block)
        return {};
    const Block& block = *s.block;
    const std::int64_t d = s.modelWidth();
    if (!(std::isfinite(block.epsilon) && block.epsilon >= 0))
        return problem("block.epsilon", "%1, expected a number from 0", {shortest(block.epsilon)});
    for (const MatrixField field : {MatrixField::gamma_1, MatrixField::beta_1, MatrixField::gamma_2,
                                    MatrixField::beta_2, MatrixField::b_2})
        if (const Found found = vectorProblem(s, field, d, "X has"))
            return found;
    if (!block.W_1)
        return problem("block.W_1", "missing");
    if (const Found found = matrixProblem("block.W_1", *block.W_1))
        return found;
    if (block.W_1->rows() != d)
        return counts("block.W_1", "%1 rows, but X has %2 columns", {block.W_1->rows(), d});
    if (const Found found = vectorProblem(s, MatrixField::b_1, block.W_1->cols(), "block.W_1 has"))
        return found;
    if (!block.W_2)
        return problem("block.W_2", "missing");
    if (const Found found = matrixProblem("block.W_2", *block.W_2))
        return found;
    if (block.W_2->rows() != block.W_1->cols())
        return counts("block.W_2", "%1 rows, but block.W_1 has %2 columns",
                      {block.W_2->rows(), block.W_1->cols()});
    if (block.W_2->cols() != d)
        return counts("block.W_2", "%1 columns, but X has %2 columns", {block.W_2->cols(), d});
    return {};
}

Found readoutProblem(const Scenario& s)
{
    if (!s.readout)
        return {};
    const Readout& readout = *s.readout;
    const std::int64_t columns =
        s.block || s.W_o ? s.modelWidth() : std::int64_t{s.heads} * valueWidth(s);
    const auto labels = static_cast<std::int64_t>(readout.labels.size());
    if (labels != 0 && labels != columns)
        return counts("readout.labels", "%1 labels, but the last stage has %2 columns",
                      {labels, columns});
    if (const Found found = labelProblem("readout.labels", readout.labels))
        return found;
    const auto targets = static_cast<std::int64_t>(readout.targets.size());
    if (targets != 0 && targets != s.tokenCount())
        return counts("readout.targets", "%1 entries, but X has %2 rows",
                      {targets, s.tokenCount()});
    for (std::size_t i = 0; i < readout.targets.size(); ++i)
        if (readout.targets[i] >= columns)
            return counts(at("readout.targets", static_cast<Eigen::Index>(i)),
                          "%1, but the last stage has %2 columns, counted from 0",
                          {readout.targets[i], columns});
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
    std::int64_t numbers = 0;
    for (int i = 0; i < matrixFieldCount; ++i)
        if (const MatrixPtr* held = matrixIn(s, static_cast<MatrixField>(i)); held && *held)
            numbers += (*held)->size();
    numbers += s.mask.allowed ? s.mask.allowed->size() : 0;
    numbers += static_cast<std::int64_t>(s.mask.padding.size() + s.scaling.d_k.size() +
                                         s.positions.ids.size() +
                                         (s.readout ? s.readout->targets.size() : 0));

    const auto text = [](const std::string& t) { // a control character takes six bytes
        return 6 * static_cast<std::int64_t>(t.size()) + 8;
    };
    std::int64_t bytes = 10000 + numberBytes * numbers + text(s.title) + text(s.description);
    for (const std::vector<std::string>* labels :
         {&s.tokens, &s.columns, s.context ? &s.context->tokens : nullptr,
          s.readout ? &s.readout->labels : nullptr})
        for (std::size_t i = 0; labels && i < labels->size(); ++i)
            bytes += text((*labels)[i]);
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
    constexpr std::array<Rule, 17> rules = {
        textProblem,
        contextProblem,
        [](const Scenario& t) { return projectionProblem(t, MatrixField::W_q); },
        [](const Scenario& t) { return projectionProblem(t, MatrixField::W_k); },
        [](const Scenario& t) { return projectionProblem(t, MatrixField::W_v); },
        headProblem,
        outputProblem,
        biasProblem,
        scaleProblem,
        maskProblem,
        positionProblem,
        blockProblem,
        readoutProblem,
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

namespace {

std::int64_t traceBytes(const Scenario& s, bool everyStage)
{
    // As `run` makes them: what changes nothing is shared with the stage before.
    const std::int64_t n = s.tokenCount(), m = s.keyCount();
    const std::int64_t d = s.modelWidth(), d_k = headWidth(s), d_v = valueWidth(s);
    const std::int64_t heads = s.heads, kvHeads = s.kvHeadCount();
    const bool blocked = blocksAnything(s.mask, s.tokenCount(), s.keyCount());

    std::int64_t numbers = 0;
    if (addsPositions(s.positions))
        numbers += 2 * (n * d + (s.context ? m * s.contextWidth() : 0));
    const auto projected = [&](const Projection& W, const MatrixPtr& b, std::int64_t size) {
        numbers += W.isIdentity() && !b ? 0 : size;
    };
    projected(s.W_q, s.b_q, n * heads * d_k);
    projected(s.W_k, s.b_k, m * kvHeads * d_k);
    projected(s.W_v, s.b_v, m * kvHeads * d_v);
    if (heads > 1)
        numbers += n * heads * d_k;
    if (kvHeads > 1)
        numbers += m * kvHeads * (d_k + d_v); // query heads of one group share them
    if (s.positions.kind == PositionKind::Rope)
        numbers += n * heads * d_k + m * kvHeads * d_k +
                   (s.has(Mistake::RotatedValues) ? m * kvHeads * d_v : std::int64_t{0});
    const bool changesMasked = (blocked && !s.has(Mistake::MaskAfterSoftmax)) || s.mask.bias;
    std::int64_t squares = 2;
    if (everyStage)
        squares += (scaleFactor(s) != 1 ? 1 : 0) + (s.softcap ? 1 : 0) + (changesMasked ? 1 : 0);
    numbers += heads * squares * n * m;
    numbers += n * heads * d_v * (heads > 1 ? 2 : 1); // head outputs, and side by side
    if (s.W_o && (!s.W_o->isIdentity() || s.b_o))
        numbers += n * d;
    if (s.block)
        numbers += n * (5 * d + s.block->W_1->cols());
    if (s.readout && s.readout->logits)
        numbers += n * (s.block || s.W_o ? d : heads * d_v);
    return numbers * static_cast<std::int64_t>(sizeof(double)) + (blocked ? n * m : 0);
}

} // namespace

bool keepsEveryStage(const Scenario& s)
{
    return traceBytes(s, true) <= maximumWholeTraceBytes;
}

std::int64_t traceBytes(const Scenario& s)
{
    return traceBytes(s, keepsEveryStage(s));
}

} // namespace attention
