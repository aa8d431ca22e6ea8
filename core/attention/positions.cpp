// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/positions.h"

#include <array>
#include <cmath>

namespace attention {

namespace {

Matrix sinusoidal(const Positions& positions, std::span<const std::int64_t> ids, int width)
{
    // -> (ids, width)
    Matrix P(static_cast<Eigen::Index>(ids.size()), width);
    for (Eigen::Index row = 0; row < P.rows(); ++row) {
        const auto position = static_cast<double>(ids[static_cast<std::size_t>(row)]);
        for (int i = 0; i < width; i += 2) {
            const double angle =
                position / std::pow(positions.base, static_cast<double>(i) / width);
            P(row, i) = std::sin(angle);
            if (i + 1 < width)
                P(row, i + 1) = std::cos(angle);
        }
    }
    return P;
}

Matrix learned(const Positions& positions, std::span<const std::int64_t> ids, int width)
{
    // table: (positions, width)  ->  (ids, width)
    Matrix P(static_cast<Eigen::Index>(ids.size()), width);
    for (Eigen::Index row = 0; row < P.rows(); ++row)
        P.row(row) =
            positions.table->row(static_cast<Eigen::Index>(ids[static_cast<std::size_t>(row)]));
    return P;
}

constexpr std::array<PositionScheme, 4> table = {{
    {PositionKind::None, "none", "no positions", nullptr},
    {PositionKind::Sinusoidal, "sinusoidal", "sinusoidal positions", sinusoidal},
    {PositionKind::Learned, "learned", "learned positions", learned},
    {PositionKind::Rope, "rope", "rotary positions (RoPE)", nullptr},
}};

} // namespace

std::span<const PositionScheme> positionSchemes()
{
    return table;
}

bool addsPositions(const Positions& positions)
{
    return table[static_cast<std::size_t>(positions.kind)].added != nullptr;
}

Matrix addedPositions(const Positions& positions, std::span<const std::int64_t> ids, int width)
{
    return table[static_cast<std::size_t>(positions.kind)].added(positions, ids, width);
}

double ropeAngle(const Positions& positions, std::int64_t position, int pair, int d)
{
    return static_cast<double>(position) * std::pow(positions.base, -2.0 * pair / d);
}

ColumnPair ropePair(Pairing pairing, int pair, int d)
{
    if (pairing == Pairing::Adjacent)
        return {2 * pair, 2 * pair + 1};
    return {pair, pair + d / 2};
}

MatrixPtr rotated(const MatrixPtr& M, const Positions& positions, std::span<const std::int64_t> ids)
{
    // M: (n, d)  ->  (n, d)
    const int d = static_cast<int>(M->cols());
    Matrix R(M->rows(), d);
    for (int p = 0; p < d / 2; ++p) {
        const auto [a, b] = ropePair(positions.pairing, p, d);
        for (Eigen::Index row = 0; row < M->rows(); ++row) {
            const double angle = ropeAngle(positions, ids[static_cast<std::size_t>(row)], p, d);
            const double cos = std::cos(angle), sin = std::sin(angle);
            R(row, a) = (*M)(row, a) * cos - (*M)(row, b) * sin;
            R(row, b) = (*M)(row, a) * sin + (*M)(row, b) * cos;
        }
    }
    return share(std::move(R));
}

} // namespace attention
