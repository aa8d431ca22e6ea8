// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/gradients.h"

#include "core/attention/attend.h"
#include "core/attention/block.h"
#include "core/attention/positions.h"
#include "core/attention/row_blocks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace attention {

namespace {

using Rows = std::vector<Eigen::Index>;

// The rows of a derivative in which anything stands. Only these are multiplied: one cell depends on
// few rows, and what it does not depend on must stay 0 even where a number is NaN.
Rows reached(const Matrix& D)
{
    Rows rows;
    for (Eigen::Index i = 0; i < D.rows(); ++i)
        if ((D.row(i).array() != 0).any())
            rows.push_back(i);
    return rows;
}

// D: (n, k)  M: (k, d)  ->  D·M: (n, d)
template <typename Right>
Matrix product(const Matrix& D, const Eigen::MatrixBase<Right>& M)
{
    const Rows rows = reached(D);
    Matrix result = Matrix::Zero(D.rows(), M.cols());
    const double operations = static_cast<double>(rows.size()) * static_cast<double>(M.size());
    forRowBlocks(static_cast<Eigen::Index>(rows.size()), operations, {},
                 [&](Eigen::Index first, Eigen::Index count) {
                     const Rows part(rows.begin() + first, rows.begin() + first + count);
                     const Matrix left = D(part, Eigen::all);
                     const Matrix multiplied = left * M;
                     result(part, Eigen::all) = multiplied;
                 });
    return result;
}

// A: (n, d)  B: (n, k)  ->  Aᵀ·B: (d, k), the sum over these rows
Matrix transposedProduct(const Matrix& A, const Matrix& B, const Rows& rows)
{
    const Matrix a = A(rows, Eigen::all);
    const Matrix b = B(rows, Eigen::all);
    Matrix result(A.cols(), B.cols());
    const double operations = static_cast<double>(a.size()) * static_cast<double>(b.cols());
    forRowBlocks(result.rows(), operations, {}, [&](Eigen::Index first, Eigen::Index count) {
        result.middleRows(first, count).noalias() = a.middleCols(first, count).transpose() * b;
    });
    return result;
}

// P: (n, m), each row a softmax  dP: (n, m)  ->  dS = P ∘ (dP − rowsum(dP ∘ P)): (n, m), which is
// the Jacobian of each row times that row of dP.
Matrix backThroughSoftmax(const Matrix& P, const Matrix& dP)
{
    Matrix dS = Matrix::Zero(P.rows(), P.cols());
    for (const Eigen::Index i : reached(dP)) {
        // A row of P sums to 1, so a constant may be taken off dP. Taking off what belongs to the
        // largest weight keeps the digits that are lost when this weight is nearly 1.
        Eigen::Index largest = 0;
        P.row(i).maxCoeff(&largest);
        const RowVector d = dP.row(i).array() - dP(i, largest);
        dS.row(i) = P.row(i).array() * (d.array() - d.dot(P.row(i)));
    }
    return dS;
}

// The derivative of the activation where it is computed from x. ReLU has none at 0; 0 is taken, as
// everybody does.
double activationSlope(Activation activation, double x)
{
    switch (activation) {
    case Activation::Relu:
        return x > 0 ? 1 : std::isnan(x) ? x : 0;
    case Activation::Silu: { // x·σ(x)
        const double sigmoid = 1 / (1 + std::exp(-x));
        return sigmoid * (1 + x * (1 - sigmoid));
    }
    case Activation::GeluTanh: { // x/2·(1 + tanh u), u = √(2/π)·(x + a·x³)
        constexpr double a = 0.044715;
        const double root = std::sqrt(2 / std::numbers::pi);
        const double t = std::tanh(root * (x + a * x * x * x));
        const double flat = 1 - t * t;
        // A product with 0 of numbers that overflow.
        const double bend = flat == 0 ? 0 : 0.5 * x * flat * root * (1 + 3 * a * x * x);
        return 0.5 * (1 + t) + bend;
    }
    case Activation::Gelu: // x·Φ(x), Φ the normal distribution
        break;
    }
    const double normal = std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi);
    return 0.5 * std::erfc(-x / std::numbers::sqrt2) + x * normal;
}

// Reverse mode: `run` from its last line to its first. What has flowed back to a stage or a field
// is the derivative of the chosen cell by it. Each step takes what flowed to a result, if anything
// did, and gives each operand its share; an operand of several results gets the sum.
class Backward {
public:
    Backward(const Trace& trace, const Stage& of, int row, int column)
        : m_trace(trace)
        , m_s(*trace.scenario)
    {
        const auto [rows, columns] = shapeOf(trace, of);
        Matrix one = Matrix::Zero(rows, columns);
        one(row, column) = 1;
        flow(of.id, of.head, std::move(one));
    }

    std::vector<Gradient> gradients()
    {
        const bool added = has(StageId::Input);
        const StageId x = added ? StageId::Input : StageId::Embeddings;
        readout();
        m_source = x;
        if (!m_s.block)
            attention();
        else if (m_s.block->placement == Placement::Pre)
            blockPre(x);
        else
            blockPost(x);
        if (added)
            handOn(StageId::Input, StageId::Embeddings);
        if (has(StageId::ContextInput))
            handOn(StageId::ContextInput, StageId::Context);
        return collect();
    }

private:
    using Place = std::pair<StageId, int>; // with the head, or -1

    bool has(StageId id, int head = -1) const { return find(m_trace, id, head) != nullptr; }
    const Matrix& value(StageId id, int head = -1) const
    {
        return *find(m_trace, id, head)->values;
    }

    const Matrix* flowed(StageId id, int head = -1) const
    {
        const auto found = m_stages.find(Place(id, head));
        return found == m_stages.end() ? nullptr : &found->second;
    }

    void flow(StageId id, int head, Matrix d)
    {
        const auto [place, isFirst] = m_stages.try_emplace(Place(id, head));
        if (isFirst)
            place->second = std::move(d);
        else
            place->second += d;
    }

    void handOn(StageId from, StageId to)
    {
        if (const Matrix* d = flowed(from))
            flow(to, -1, *d);
    }

    // last stage, or its softmax  ->  p
    void readout()
    {
        const Matrix* d = flowed(StageId::Probabilities);
        if (!d)
            return;
        const Stage& last = lastStage(m_trace);
        flow(last.id, last.head,
             m_s.readout->logits ? backThroughSoftmax(value(StageId::Probabilities), *d) : *d);
    }

    // x1 = x + attention(norm(x)); x2 = x1 + mlp(norm(x1))
    void blockPre(StageId x)
    {
        handOn(StageId::BlockOutput, StageId::Residual2);
        handOn(StageId::Residual2, StageId::Residual1);
        handOn(StageId::Residual2, StageId::MlpOutput);
        mlp(StageId::Norm2);
        norm(StageId::Residual1, StageId::Norm2, m_s.block->gamma_2);
        handOn(StageId::Residual1, x);
        handOn(StageId::Residual1, StageId::Output);
        m_source = StageId::Norm1;
        attention();
        norm(x, StageId::Norm1, m_s.block->gamma_1);
    }

    // x1 = norm(x + attention(x)); x2 = norm(x1 + mlp(x1))
    void blockPost(StageId x)
    {
        handOn(StageId::BlockOutput, StageId::Norm2);
        norm(StageId::Residual2, StageId::Norm2, m_s.block->gamma_2);
        handOn(StageId::Residual2, StageId::Norm1);
        handOn(StageId::Residual2, StageId::MlpOutput);
        mlp(StageId::Norm1);
        norm(StageId::Residual1, StageId::Norm1, m_s.block->gamma_1);
        handOn(StageId::Residual1, x);
        handOn(StageId::Residual1, StageId::Output);
        attention();
    }

    // x: (n, d)  ->  y = γ ∘ x̂ + β, x̂ = (x − mean)/σ: (n, d)
    // With g = dy ∘ γ: dx = (g − mean(g) − x̂ · mean(g ∘ x̂))/σ (from the definition in Ba, Kiros
    // and Hinton 2016); RMSNorm has no mean of x, so none of g (Zhang and Sennrich 2019).
    void norm(StageId x, StageId y, const MatrixPtr& gamma)
    {
        const Matrix* dy = flowed(y);
        if (!dy)
            return;
        const Matrix& X = value(x);
        Matrix dx = Matrix::Zero(X.rows(), X.cols());
        for (const Eigen::Index i : reached(*dy)) {
            const auto [mean, deviation] = normFigures(X.row(i), *m_s.block);
            const RowVector normal = (X.row(i).array() - mean) / deviation;
            RowVector g = dy->row(i);
            if (gamma)
                g.array() *= gamma->row(0).array();
            const double along = g.cwiseProduct(normal).mean();
            if (m_s.block->norm == Norm::LayerNorm)
                g.array() -= g.mean();
            dx.row(i) = (g - along * normal) / deviation;
        }
        flow(x, -1, std::move(dx));
    }

    // x: (n, d)  ->  activation(x·W_1 + b_1)·W_2 + b_2
    void mlp(StageId x)
    {
        const Block& block = *m_s.block;
        if (const Matrix* d = flowed(StageId::MlpOutput))
            flow(StageId::MlpHidden, -1, product(*d, block.W_2->transpose()));
        const Matrix* d = flowed(StageId::MlpHidden);
        if (!d)
            return;
        Matrix inside = Matrix::Zero(d->rows(), d->cols());
        for (const Eigen::Index i : reached(*d)) {
            RowVector z = value(x).row(i) * *block.W_1;
            if (block.b_1)
                z += *block.b_1;
            for (Eigen::Index c = 0; c < z.size(); ++c)
                inside(i, c) = (*d)(i, c) * activationSlope(block.activation, z[c]);
        }
        flow(x, -1, product(inside, block.W_1->transpose()));
    }

    void attention()
    {
        if (m_s.W_o)
            affine(StageId::Concatenated, StageId::Output, *m_s.W_o, MatrixField::W_o,
                   MatrixField::b_o);
        else
            handOn(StageId::Output, StageId::Concatenated);

        for (int h = 0; h < m_s.heads; ++h)
            head(h);

        affine(m_source, StageId::Queries, m_s.W_q, MatrixField::W_q, MatrixField::b_q);
        affine(keySource(), StageId::Keys, m_s.W_k, MatrixField::W_k, MatrixField::b_k);
        affine(keySource(), StageId::Values, m_s.W_v, MatrixField::W_v, MatrixField::b_v);
    }

    // What keys and values are made of; a block does not normalise the context.
    StageId keySource() const
    {
        if (!m_s.context)
            return m_source;
        return has(StageId::ContextInput) ? StageId::ContextInput : StageId::Context;
    }

    // x: (n, d)  ->  y = x·W + b: (n, k);  dW = xᵀ·dy, db = the sum of the rows of dy, dx = dy·Wᵀ
    void affine(StageId x, StageId y, const Projection& W, MatrixField w, MatrixField b)
    {
        const Matrix* dy = flowed(y);
        if (!dy)
            return;
        m_fields[w] = transposedProduct(value(x), *dy, reached(*dy));
        m_fields[b] = dy->colwise().sum();
        flow(x, -1, W.isIdentity() ? *dy : product(*dy, W.matrix->transpose()));
    }

    // What a head computes with: turned by RoPE, where it turns them.
    struct Operands {
        StageId q, k, v;
    };
    Operands operandsOf(int h) const
    {
        const auto either = [&](StageId turned, StageId straight) {
            return has(turned, h) ? turned : straight;
        };
        return {either(StageId::RotatedQueries, StageId::HeadQueries),
                either(StageId::RotatedKeys, StageId::HeadKeys),
                either(StageId::RotatedValues, StageId::HeadValues)};
    }

    // O = P·V, P = softmax(mask(cap(S·scale) + bias)), S = Q·Kᵀ
    void head(int h)
    {
        const auto [q, k, v] = operandsOf(h);
        if (const Matrix* d = flowed(StageId::Concatenated)) {
            const Eigen::Index d_v = value(StageId::HeadOutput, h).cols();
            flow(StageId::HeadOutput, h, d->middleCols(h * d_v, d_v));
        }
        if (const Matrix* d = flowed(StageId::HeadOutput, h)) {
            flow(StageId::Weights, h, product(*d, value(v, h).transpose()));
            flow(v, h, transposedProduct(value(StageId::Weights, h), *d, reached(*d)));
        }
        if (const Matrix* d = flowed(StageId::Weights, h))
            flow(StageId::MaskedScores, h, backThroughWeights(h, *d));
        if (const Matrix* d = flowed(StageId::MaskedScores, h)) {
            const bool unmasked = m_s.has(Mistake::MaskAfterSoftmax);
            const StageId before = m_s.softcap ? StageId::CappedScores : StageId::ScaledScores;
            flow(before, h, unmasked ? *d : blockedAreZero(*d));
        }
        if (const Matrix* d = flowed(StageId::CappedScores, h)) {
            // c·tanh(s/c) has the slope 1 − tanh² = 1/cosh², which keeps its digits far out.
            const double inner = scaleFactor(m_s) / *m_s.softcap;
            const Matrix slope =
                (value(StageId::Scores, h).array() * inner).cosh().square().inverse();
            flow(StageId::ScaledScores, h, d->cwiseProduct(slope));
        }
        if (const Matrix* d = flowed(StageId::ScaledScores, h))
            flow(StageId::Scores, h, *d * scaleFactor(m_s));
        if (const Matrix* d = flowed(StageId::Scores, h)) {
            flow(q, h, product(*d, value(k, h)));
            flow(k, h, transposedProduct(*d, value(q, h), reached(*d)));
        }

        turnBack(StageId::RotatedQueries, StageId::HeadQueries, h, m_s.tokenCount());
        turnBack(StageId::RotatedKeys, StageId::HeadKeys, h, m_s.keyCount());
        turnBack(StageId::RotatedValues, StageId::HeadValues, h, m_s.keyCount());
        putBack(StageId::HeadQueries, StageId::Queries, h, h);
        putBack(StageId::HeadKeys, StageId::Keys, h, kvHeadOf(m_s, h));
        putBack(StageId::HeadValues, StageId::Values, h, kvHeadOf(m_s, h));
    }

    // D: (n, m)  ->  (n, m), 0 where a query may not read a key: the score there is replaced by the
    // fill, or the weight by 0.
    Matrix blockedAreZero(const Matrix& D) const
    {
        if (!m_trace.allowed)
            return D;
        return m_trace.allowed->select(D, 0.0);
    }

    // dP: (n, m)  ->  dS of the masked scores: (n, m)
    Matrix backThroughWeights(int h, Matrix dP) const
    {
        const bool maskedAfter = m_s.has(Mistake::MaskAfterSoftmax);
        const bool emptiedAfter = m_s.mask.emptyRows == EmptyRows::Zeros;
        MatrixPtr P = find(m_trace, StageId::Weights, h)->values;
        if (m_trace.allowed && (maskedAfter || emptiedAfter)) {
            P = weightsNotYetZero(h);
            for (Eigen::Index i = 0; i < dP.rows(); ++i)
                if (maskedAfter)
                    dP.row(i) = m_trace.allowed->row(i).select(dP.row(i), 0.0);
                else if (!m_trace.allowed->row(i).any())
                    dP.row(i).setZero();
        }
        if (!m_s.has(Mistake::SoftmaxOverQueries))
            return backThroughSoftmax(*P, dP);
        return backThroughSoftmax(P->transpose(), dP.transpose()).transpose();
    }

    // The softmax of the masked scores, before blocked weights or empty rows were made 0.
    MatrixPtr weightsNotYetZero(int h) const
    {
        Scenario s = m_s;
        if (s.has(Mistake::MaskAfterSoftmax)) {
            s.mask = Mask();
            s.mask.bias = m_s.mask.bias;
        }
        s.mask.emptyRows = EmptyRows::Computed;
        const ScoreRules rules(s, s.tokenCount(), s.keyCount());
        const auto [q, k, v] = operandsOf(h);
        return attend(value(q, h), value(k, h), value(v, h), rules, Keep::ScoresAndWeights).weights;
    }

    // The transpose of a turn is the turn back: to the opposite position.
    void turnBack(StageId turned, StageId straight, int h, int count)
    {
        const Matrix* d = flowed(turned, h);
        if (!d)
            return;
        std::vector<std::int64_t> ids = positionIds(m_s, count);
        for (std::int64_t& id : ids)
            id = -id;
        flow(straight, h, *rotated(share(*d), m_s.positions, ids));
    }

    // The columns of one head, back to where they were taken from. Heads that read the same keys
    // and values add up.
    void putBack(StageId part, StageId whole, int h, int place)
    {
        const Matrix* d = flowed(part, h);
        if (!d)
            return;
        Matrix all = Matrix::Zero(value(whole).rows(), value(whole).cols());
        if (m_s.has(
                Mistake::ReshapeWithoutTranspose)) // so many numbers in a row, whatever they are
            std::copy(d->data(), d->data() + d->size(), all.data() + place * d->size());
        else
            all.middleCols(place * d->cols(), d->cols()) = *d;
        flow(whole, -1, std::move(all));
    }

    std::vector<Gradient> collect()
    {
        std::vector<Gradient> result;
        const auto addStage = [&](StageId id, int head) {
            const Matrix& m = value(id, head);
            const auto found = m_stages.find(Place(id, head));
            result.push_back({stageInfo(id).name, head,
                              found == m_stages.end() ? Matrix::Zero(m.rows(), m.cols())
                                                      : std::move(found->second)});
        };
        const auto addField = [&](MatrixField field, Eigen::Index rows, Eigen::Index columns) {
            const auto found = m_fields.find(field);
            result.push_back(
                {fieldName(field), -1,
                 found == m_fields.end() ? Matrix::Zero(rows, columns) : std::move(found->second)});
        };

        for (int h = 0; h < m_s.heads; ++h)
            addStage(StageId::Scores, h);
        for (const StageId id : {StageId::Queries, StageId::Keys, StageId::Values})
            addStage(id, -1);
        addStage(StageId::Embeddings, -1);
        if (m_s.context)
            addStage(StageId::Context, -1);

        const Eigen::Index q = value(StageId::Queries).cols(), k = value(StageId::Keys).cols(),
                           v = value(StageId::Values).cols(), o = value(StageId::Output).cols();
        addField(MatrixField::W_q, m_s.modelWidth(), q);
        addField(MatrixField::W_k, m_s.contextWidth(), k);
        addField(MatrixField::W_v, m_s.contextWidth(), v);
        if (m_s.W_o)
            addField(MatrixField::W_o, value(StageId::Concatenated).cols(), o);
        if (m_s.b_q)
            addField(MatrixField::b_q, 1, q);
        if (m_s.b_k)
            addField(MatrixField::b_k, 1, k);
        if (m_s.b_v)
            addField(MatrixField::b_v, 1, v);
        if (m_s.b_o)
            addField(MatrixField::b_o, 1, o);
        return result;
    }

    const Trace& m_trace;
    const Scenario& m_s;
    StageId m_source = StageId::Embeddings; // what attention reads: X, with positions, normalised
    std::map<Place, Matrix> m_stages;
    std::map<MatrixField, Matrix> m_fields;
};

} // namespace

Matrix softmaxJacobian(const Eigen::Ref<const RowVector>& p)
{
    // p: (m)  ->  (m, m)
    Matrix J = -p.transpose() * p;
    J.diagonal() = p.unaryExpr(&softmaxSlope);
    return J;
}

double softmaxSlope(double w)
{
    return w * (1 - w);
}

std::vector<Gradient> gradients(const Trace& trace, const Stage& of, int row, int column)
{
    return Backward(trace, of, row, column).gradients();
}

} // namespace attention
