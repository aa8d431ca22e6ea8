// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attention/masks.h"
#include "core/export.h"
#include "core/matrix.h"

#include <memory>

namespace attention {

// The right factor of a product that is made by blocks of rows. Eigen lays its factors out anew for
// every product; here that is done once for all blocks, when they are many.
class ATTENTION_API PackedFactor {
public:
    enum class Shape { AsItIs, Transposed };

    // B: (depth, columns), or its transpose. It has to outlive this. `rows`: of all blocks
    // together.
    PackedFactor(const Eigen::Ref<const Matrix>& B, Shape shape, Eigen::Index rows);

    // A: (rows, depth)  ->  A·B: (rows, columns). Pre: A is 0 outside the columns `read`, and B is
    // finite if they are not all.
    void multiply(const Eigen::Ref<const Matrix>& A, KeyRange read, Eigen::Ref<Matrix> out) const;

private:
    Eigen::Ref<const Matrix> m_B;
    Shape m_shape;
    Eigen::Index m_depth, m_columns;
    std::shared_ptr<Matrix> m_packed; // null: too few rows to be worth it
};

} // namespace attention
