// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/explain.h"

#include <optional>
#include <string_view>

namespace attention {

// Writes steps into a list, each of which may take up the results of those before it.
class Steps {
public:
    explicit Steps(std::vector<ExplainStep>& list)
        : m_list(list)
    {
    }

    // Adds a step and returns its result as an operand for later ones. Without `result` it is
    // computed; a stage's own number is given instead, for it may differ in the last digit.
    Operand add(Message name, Operation operation, std::vector<Operand> operands,
                std::optional<double> result = {});
    Operand add(const char* name, Operation operation, std::vector<Operand> operands,
                std::optional<double> result = {})
    {
        return add(Message{name, {}}, operation, std::move(operands), result);
    }

    // The same for numbers that may be small without being unimportant.
    Operand addSignificant(const char* name, Operation operation, std::vector<Operand> operands,
                           std::optional<double> result = {});

    void nameIsLeftSide() { m_list.back().nameIsLeftSide = true; } // of the last step
    // The cell itself, which the last step made.
    void finish(double value) { m_list.back().result = value; }

private:
    std::vector<ExplainStep>& m_list;
};

inline Operand as(Operand operand, OperandRole role)
{
    operand.role = role;
    return operand;
}

inline Operand constant(double value)
{
    return {value, OperandRole::Plain, -1, Digits::All};
}

std::vector<Operand> operandsOf(const Eigen::Ref<const RowVector>& numbers, OperandRole role);

// a0, b0, a1, b1, …: the operands of a dot product of a: (k) and b: (k).
std::vector<Operand> pairs(const Eigen::Ref<const RowVector>& a, OperandRole roleA,
                           const Eigen::Ref<const RowVector>& b, OperandRole roleB);

// "e⁻¹": a whole number raised.
std::string superscript(long number);

// A subscript of q, k or v: the token's label in one short line, told apart from equal ones before
// it ("the₂"); its number where it is empty.
std::string subscriptLabel(const std::vector<std::string>& labels, int index);

} // namespace attention
