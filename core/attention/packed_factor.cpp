// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/packed_factor.h"

#include "core/attention/buffers.h"

#include <algorithm>

namespace attention {

namespace {

using Eigen::Index;
namespace kernel = Eigen::internal; // of Eigen 3.4, as its own matrix product uses them
using Traits = kernel::gebp_traits<double, double>;
template <int Order>
using In = kernel::const_blas_data_mapper<double, Index, Order>;
using Out = kernel::blas_data_mapper<double, Index, Eigen::ColMajor, Eigen::Unaligned>;

template <int Order>
using PackLeft = kernel::gemm_pack_lhs<double, Index, In<Order>, Traits::mr, Traits::LhsProgress,
                                       typename Traits::LhsPacket4Packing, Order>;
using PackRight =
    kernel::gemm_pack_rhs<double, Index, In<Eigen::ColMajor>, Traits::nr, Eigen::ColMajor>;
using Multiply = kernel::gebp_kernel<double, double, Index, Out, Traits::mr, Traits::nr>;

// A panel stays in the second cache while a block is multiplied with it. A whole number of the
// kernel's rows at every level.
constexpr Index panelColumns = 192;
constexpr Index panelDepth = 128;
constexpr Index worthPacking = 128; // rows

} // namespace

// The kernel writes by columns, so what it computes is outᵀ = Bᵀ·Aᵀ, and Bᵀ is its left factor.
PackedFactor::PackedFactor(const Eigen::Ref<const Matrix>& B, Shape shape, Index rows)
    : m_B(B)
    , m_shape(shape)
    , m_depth(shape == Shape::AsItIs ? B.rows() : B.cols())
    , m_columns(shape == Shape::AsItIs ? B.cols() : B.rows())
{
    if (rows < worthPacking)
        return;
    m_packed = buffer(m_depth, m_columns);
    for (Index k = 0; k < m_depth; k += panelDepth) {
        const Index depth = std::min(panelDepth, m_depth - k);
        for (Index first = 0; first < m_columns; first += panelColumns) {
            const Index columns = std::min(panelColumns, m_columns - first);
            double* const panel = m_packed->data() + k * m_columns + first * depth;
            const Index stride = B.outerStride();
            if (shape == Shape::AsItIs) {
                const In<Eigen::ColMajor> source(B.data() + k * stride + first, stride);
                PackLeft<Eigen::ColMajor>()(panel, source, depth, columns);
            } else {
                const In<Eigen::RowMajor> source(B.data() + first * stride + k, stride);
                PackLeft<Eigen::RowMajor>()(panel, source, depth, columns);
            }
        }
    }
}

void PackedFactor::multiply(const Eigen::Ref<const Matrix>& A, KeyRange read,
                            Eigen::Ref<Matrix> out) const
{
    // A: (rows, depth)  B: (depth, columns)  ->  (rows, columns)
    const Index begin = read.begin < read.end ? read.begin : 0;
    const Index end = std::max<Index>(begin, read.end);
    if (!m_packed) {
        if (m_shape == Shape::AsItIs)
            out.noalias() = A.middleCols(begin, end - begin) * m_B.middleRows(begin, end - begin);
        else
            out.noalias() =
                A.middleCols(begin, end - begin) * m_B.middleCols(begin, end - begin).transpose();
        return;
    }
    out.setZero();
    Matrix block(A.rows(), panelDepth);
    for (Index k = begin / panelDepth * panelDepth; k < end; k += panelDepth) {
        const Index depth = std::min(panelDepth, m_depth - k);
        const In<Eigen::ColMajor> source(A.data() + k, A.outerStride());
        PackRight()(block.data(), source, depth, A.rows());
        for (Index first = 0; first < m_columns; first += panelColumns) {
            const Index columns = std::min(panelColumns, m_columns - first);
            Multiply()(Out(out.data() + first, out.outerStride()),
                       m_packed->data() + k * m_columns + first * depth, block.data(), columns,
                       depth, A.rows(), 1.0);
        }
    }
}

} // namespace attention
