// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/explainers.h"

#include "core/text/number.h"

#include <cmath>
#include <numbers>

namespace attention {

namespace {

bool isPre(const AskedCell& c)
{
    return c.scenario().block->placement == Placement::Pre;
}

// What goes into a norm: before the sublayer in a pre-LN block, after its addition in a post-LN
// one.
StageId normSource(const AskedCell& c)
{
    if (c.id == StageId::Norm1)
        return isPre(c) ? tokenInput(c.scenario()) : StageId::Residual1;
    return isPre(c) ? StageId::Residual1 : StageId::Residual2;
}

// The MLP reads the norm that stands before it.
StageId mlpSource(const AskedCell& c)
{
    return isPre(c) ? StageId::Norm2 : StageId::Norm1;
}

// 0.5 · x · (1 + bend)
void explainHalf(Steps& steps, const Operand& x, const char* sum, const char* product,
                 const Operand& bend)
{
    const Operand one = steps.add(sum, Operation::Sum, {constant(1), bend});
    steps.add(product, Operation::Times, {constant(0.5), x, one});
}

void explainActivation(Steps& steps, const Operand& x, Activation activation)
{
    switch (activation) {
    case Activation::Gelu: { // 0.5·x·(1 + erf(x/√2))
        const Operand part = steps.add("x / √2", Operation::Over, {x, {std::numbers::sqrt2}});
        const Operand bend = steps.add("erf(x / √2)", Operation::Erf, {part});
        explainHalf(steps, x, "1 + erf", "GELU: 0.5 · x · (1 + erf)", bend);
        break;
    }
    case Activation::GeluTanh: { // 0.5·x·(1 + tanh(√(2/π)·(x + 0.044715·x³)))
        const Operand cube = steps.add("x³", Operation::Power, {x, constant(3)});
        const Operand small =
            steps.add("0.044715 · x³", Operation::Times, {constant(0.044715), cube});
        const Operand inner = steps.add("x + 0.044715 · x³", Operation::Sum, {x, small});
        const Operand scaled =
            steps.add("× √(2/π)", Operation::Times, {{std::sqrt(2 * std::numbers::inv_pi)}, inner});
        const Operand bend = steps.add("tanh", Operation::Tanh, {scaled});
        explainHalf(steps, x, "1 + tanh", "GELU: 0.5 · x · (1 + tanh)", bend);
        break;
    }
    case Activation::Relu:
        steps.add("ReLU: max(0, x)", Operation::Largest, {constant(0), x});
        break;
    case Activation::Silu: { // x / (1 + e^-x)
        const Operand power = steps.add("e^−x", Operation::ExpMinus, {x});
        const Operand below = steps.add("1 + e^−x", Operation::Sum, {constant(1), power});
        steps.add("SiLU: x / (1 + e^−x)", Operation::Over, {x, below});
        break;
    }
    }
}

} // namespace

// LayerNorm: (x − mean) / √(variance + ε) · gamma + beta; RMSNorm: x / √(mean square + ε) · …
void explainNorm(Explanation& e, const AskedCell& c)
{
    const Block& block = *c.scenario().block;
    const bool first = c.id == StageId::Norm1;
    const RowVector x = c.values(normSource(c)).row(c.row);
    const std::vector<Operand> all = operandsOf(x, OperandRole::Plain);
    const Operand epsilon = constant(block.epsilon);
    Operand own{x[c.column]};

    Steps steps(e.plain);
    const bool centred = block.norm == Norm::LayerNorm;
    Operand spread, middle;
    if (centred) {
        middle = steps.add("mean of the row", Operation::Mean, all);
        std::vector<Operand> meanAndAll = {middle};
        meanAndAll.insert(meanAndAll.end(), all.begin(), all.end());
        spread = steps.add("variance", Operation::Variance, std::move(meanAndAll));
    } else {
        spread = steps.add("mean square", Operation::MeanSquare, all);
    }
    spread = steps.add("+ ε", Operation::Sum, {spread, epsilon});
    const Operand root = steps.add("root", Operation::Sqrt, {spread});
    if (centred)
        own = steps.add("x − mean", Operation::Minus, {own, middle});
    own = steps.add(centred ? "(x − mean) / root" : "x / root", Operation::Over, {own, root});
    if (const MatrixPtr& gamma = first ? block.gamma_1 : block.gamma_2)
        own = steps.add(first ? "× gamma_1" : "× gamma_2", Operation::Times,
                        {own, {(*gamma)(0, c.column)}});
    if (const MatrixPtr& beta = first ? block.beta_1 : block.beta_2)
        steps.add(first ? "+ beta_1" : "+ beta_2", Operation::Sum, {own, {(*beta)(0, c.column)}});
    steps.finish(c.value);
}

void explainResidual(Explanation& e, const AskedCell& c)
{
    const bool first = c.id == StageId::Residual1;
    const StageId kept = first      ? tokenInput(c.scenario())
                         : isPre(c) ? StageId::Residual1
                                    : StageId::Norm1;
    const StageId added = first ? StageId::Output : StageId::MlpOutput;
    Steps(e.plain).add(first ? "what went in + attention" : "what went in + MLP", Operation::Sum,
                       {{c.values(kept)(c.row, c.column)}, {c.values(added)(c.row, c.column)}},
                       c.value);
}

void explainMlpHidden(Explanation& e, const AskedCell& c)
{
    const Block& block = *c.scenario().block;
    Steps steps(e.plain);
    const Operand x =
        explainAffine(e, c, {mlpSource(c), block.W_1, "W_1", block.b_1, "b_1", OperandRole::Plain},
                      c.row, c.column);
    explainActivation(steps, x, block.activation);
    steps.finish(c.value);
}

void explainMlpOutput(Explanation& e, const AskedCell& c)
{
    const Block& block = *c.scenario().block;
    explainAffine(e, c,
                  {StageId::MlpHidden, block.W_2, "W_2", block.b_2, "b_2", OperandRole::Plain},
                  c.row, c.column);
    Steps(e.plain).finish(c.value);
}

void explainBlockOutput(Explanation& e, const AskedCell& c)
{
    const StageId last = isPre(c) ? StageId::Residual2 : StageId::Norm2;
    const Operand source = explainSource(e, {c.trace, last, -1, c.row, c.column, c.value});
    Steps(e.plain).add("the last step of the block", Operation::Copy, {source}, c.value);
}

} // namespace attention
