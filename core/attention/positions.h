// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/matrix.h"
#include "core/scenario/scenario.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace attention {

// One scheme by which a token's place enters.
struct PositionScheme {
    PositionKind kind;
    std::string_view id;    // "sinusoidal": files
    std::string_view title; // "sinusoidal positions": people
    // The rows that are added to the tokens at these positions: (ids, width); null: adds nothing.
    Matrix (*added)(const Positions& positions, std::span<const std::int64_t> ids, int width);
};

// The table of schemes, in the order of PositionKind.
ATTENTION_API std::span<const PositionScheme> positionSchemes();

// Whether the scheme adds a row to each token, before anything else.
ATTENTION_API bool addsPositions(const Positions& positions);

// The rows added to tokens at these positions: (ids, width). Sinusoidal: columns 2i and 2i + 1 are
// sin and cos of pos / base^(2i/width), an odd width ends on a sine (Vaswani et al. 2017, 3.5);
// learned: rows of the table. Pre: addsPositions, and the ids are in the table.
ATTENTION_API Matrix addedPositions(const Positions& positions, std::span<const std::int64_t> ids,
                                    int width);

// The angle by which RoPE turns pair p of d columns at a position, in radians:
// pos · base^(-2p/d) (Su et al. 2021, eq. 15).
ATTENTION_API double ropeAngle(const Positions& positions, std::int64_t position, int pair, int d);

// The two columns of pair p of d.
struct ColumnPair {
    int first, second;
};
ATTENTION_API ColumnPair ropePair(Pairing pairing, int pair, int d);

// M: (n, d), d even  ->  each row's pairs turned by their angles: (n, d).
ATTENTION_API MatrixPtr rotated(const MatrixPtr& M, const Positions& positions,
                                std::span<const std::int64_t> ids);

} // namespace attention
