// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/json_fields.h"

namespace attention::json_fields {

namespace {

// One row a line, so that a change of one number is a change of one line.
template <typename WriteRow>
std::string writeRows(Eigen::Index rows, int indent, const WriteRow& writeRow)
{
    std::string text = "[\n";
    for (Eigen::Index i = 0; i < rows; ++i) {
        text += spaces(indent + 2);
        writeRow(text, i);
        text += i + 1 < rows ? ",\n" : "\n";
    }
    return text + spaces(indent) + "]";
}

} // namespace

Found problem(const std::string& path, std::string key, std::vector<std::string> args)
{
    return Problem{path, {std::move(key), std::move(args)}};
}

Found expected(const std::string& path, std::string what, const JsonValue& found)
{
    return problem(path, "expected %1, found %2", {std::move(what), describe(found)});
}

Found readText(const JsonValue& value, const std::string& path, std::string& target)
{
    const auto* text = value.as<std::string>();
    if (!text)
        return expected(path, "a text", value);
    target = *text;
    return {};
}

Found readText(const JsonValue& value, const std::string& path, std::optional<std::string>& target)
{
    return readText(value, path, target.emplace());
}

Found readBool(const JsonValue& value, const std::string& path, bool& target)
{
    const auto* boolean = value.as<bool>();
    if (!boolean)
        return expected(path, "true or false", value);
    target = *boolean;
    return {};
}

Found readNumber(const JsonValue& value, const std::string& path, double& target)
{
    const auto* number = value.as<JsonNumber>();
    if (!number)
        return expected(path, "a number", value);
    target = number->value;
    return {};
}

Found readSeed(const JsonValue& value, const std::string& path, std::uint64_t& target)
{
    const auto* number = value.as<JsonNumber>();
    if (!number || !number->exact)
        return expected(path, "a whole number from 0 to 18446744073709551615", value);
    target = *number->exact;
    return {};
}

Found readLabels(JsonValue& value, const std::string& path, std::vector<std::string>& target)
{
    auto* items = value.as<JsonValue::List>();
    if (!items || items->empty())
        return wrongItem<std::string>(value, path, "a list of texts", "a text");
    target.resize(items->size());
    for (std::size_t i = 0; i < items->size(); ++i)
        if (Found found = readText((*items)[i], itemPath(path, i), target[i]))
            return found;
    return {};
}

Found ragged(const std::string& path, std::string key, std::size_t found, std::size_t wanted)
{
    return Problem{path, counted(std::move(key), {static_cast<std::int64_t>(found),
                                                  static_cast<std::int64_t>(wanted)})};
}

Found readMatrix(JsonValue& value, const std::string& path, MatrixPtr& target)
{
    auto* rows = value.as<JsonValue::List>();
    if (!rows || rows->empty())
        return wrongItem<JsonValue::List>(value, path, "a list of rows of numbers",
                                          "a row of numbers");
    const auto* first = rows->front().as<JsonValue::Numbers>();
    const std::size_t columns = first ? first->size() : 0;
    Matrix matrix(first ? static_cast<Eigen::Index>(rows->size()) : 0,
                  static_cast<Eigen::Index>(columns));
    for (std::size_t i = 0; i < rows->size(); ++i) {
        const auto* numbers = (*rows)[i].as<JsonValue::Numbers>();
        const std::string at = itemPath(path, i);
        if (!numbers)
            return wrongItem<JsonNumber>((*rows)[i], at, "a row of numbers", "a number");
        if (numbers->size() != columns)
            return ragged(at, "%1 numbers, expected %2", numbers->size(), columns);
        std::copy(numbers->begin(), numbers->end(),
                  matrix.data() + i * columns); // row by row, as a Matrix lies in memory
        (*rows)[i].value = {};                  // a large matrix is not held twice
    }
    target = share(std::move(matrix));
    return {};
}

Found readVector(JsonValue& value, const std::string& path, MatrixPtr& target)
{
    const auto* numbers = value.as<JsonValue::Numbers>();
    if (!numbers)
        return wrongItem<JsonNumber>(value, path, "a list of numbers", "a number");
    Matrix row(1, static_cast<Eigen::Index>(numbers->size()));
    std::copy(numbers->begin(), numbers->end(), row.data());
    target = share(std::move(row));
    return {};
}

Found readProjection(JsonValue& value, const std::string& path, Projection& target)
{
    if (const auto* text = value.as<std::string>()) {
        if (*text != "identity")
            return expected(path, "a matrix or \"identity\"", value);
        target = {};
        return {};
    }
    return readMatrix(value, path, target.matrix);
}

Found readBools(JsonValue& value, const std::string& path, std::vector<bool>& target)
{
    auto* bools = value.as<JsonValue::Bools>();
    if (!bools)
        return wrongItem<bool>(value, path, "a list of true and false", "true or false");
    target = std::move(*bools);
    return {};
}

namespace {

// A row of true and false, or a text of 1 and 0.
Found readAllowedRow(JsonValue& value, const std::string& path, std::vector<bool>& target)
{
    const auto* text = value.as<std::string>();
    if (!text)
        return readBools(value, path, target);
    target.clear();
    for (const char c : *text) {
        if (c != '0' && c != '1')
            return expected(path, "a text of 0 and 1", value);
        target.push_back(c == '1');
    }
    if (target.empty())
        return problem(path, "an empty text, expected 0 and 1");
    if (target.size() > longestList)
        return Problem{path, counted("more than %1 entries", {longestList})};
    return {};
}

} // namespace

Found readAllowed(JsonValue& value, const std::string& path, BoolMatrixPtr& target)
{
    auto* rows = value.as<JsonValue::List>();
    if (!rows || rows->empty())
        return wrongItem<JsonValue::List>(value, path, "a list of rows of true and false",
                                          "a row of true and false");
    BoolMatrix allowed;
    std::vector<bool> row;
    for (std::size_t i = 0; i < rows->size(); ++i) {
        const std::string at = itemPath(path, i);
        if (Found found = readAllowedRow((*rows)[i], at, row))
            return found;
        if (i == 0)
            allowed.resize(static_cast<Eigen::Index>(rows->size()),
                           static_cast<Eigen::Index>(row.size()));
        const auto columns = static_cast<std::size_t>(allowed.cols());
        if (row.size() != columns)
            return ragged(at, "%1 entries, expected %2", row.size(), columns);
        std::copy(row.begin(), row.end(), allowed.data() + i * columns);
    }
    target = std::make_shared<const BoolMatrix>(std::move(allowed));
    return {};
}

std::string spaces(int indent)
{
    return std::string(static_cast<std::size_t>(indent), ' ');
}

std::string numberOrNothing(double value, double byDefault)
{
    return value == byDefault ? "" : shortest(value);
}

std::string textOrNothing(const std::optional<std::string>& text)
{
    return text ? jsonText(*text) : "";
}

std::string boolOrNothing(const std::optional<bool>& value)
{
    return value ? (*value ? "true" : "false") : "";
}

std::string writeMatrix(const Matrix& m, int indent)
{
    return writeRows(m.rows(), indent, [&](std::string& text, Eigen::Index i) {
        text += '[';
        for (Eigen::Index j = 0; j < m.cols(); ++j)
            text += (j > 0 ? ", " : "") + shortest(m(i, j));
        text += ']';
    });
}

std::string writeBools(const std::vector<bool>& values)
{
    std::string text = "[";
    for (const bool value : values)
        text += std::string(text.size() > 1 ? ", " : "") + (value ? "true" : "false");
    return text + "]";
}

std::string writeVector(const MatrixPtr& row)
{
    if (!row)
        return "";
    std::string text = "[";
    for (Eigen::Index i = 0; i < row->cols(); ++i)
        text += (i > 0 ? ", " : "") + shortest((*row)(0, i));
    return text + "]";
}

std::string writeAllowed(const BoolMatrix& allowed, int indent)
{
    constexpr Eigen::Index longRow = 16;
    return writeRows(allowed.rows(), indent, [&](std::string& text, Eigen::Index i) {
        const std::vector<bool> row(allowed.row(i).begin(), allowed.row(i).end());
        if (allowed.cols() <= longRow) {
            text += writeBools(row);
            return;
        }
        text += '"';
        for (const bool value : row)
            text += value ? '1' : '0';
        text += '"';
    });
}

std::string writeProjection(const Projection& projection, int indent)
{
    return projection.isIdentity() ? "" : writeMatrix(*projection.matrix, indent);
}

} // namespace attention::json_fields
