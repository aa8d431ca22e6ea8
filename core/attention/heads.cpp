// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/heads.h"

namespace attention {

MatrixPtr headColumns(const MatrixPtr& M, int head, int heads)
{
    // M: (n, heads·d)  ->  (n, d)
    if (heads == 1)
        return M;
    const Eigen::Index d = M->cols() / heads;
    return share(M->middleCols(head * d, d));
}

MatrixPtr reshapedColumns(const MatrixPtr& M, int head, int heads)
{
    // M: (n, heads·d)  ->  (n, d)
    if (heads == 1)
        return M;
    const Eigen::Index n = M->rows(), d = M->cols() / heads;
    return share(Eigen::Map<const Matrix>(M->data() + head * n * d, n, d));
}

MatrixPtr concatenate(const std::vector<MatrixPtr>& outputs)
{
    // outputs: heads times (n, d_v)  ->  (n, heads·d_v)
    if (outputs.size() == 1)
        return outputs.front();
    const Eigen::Index d_v = outputs.front()->cols();
    Matrix joined(outputs.front()->rows(), d_v * static_cast<Eigen::Index>(outputs.size()));
    for (std::size_t head = 0; head < outputs.size(); ++head)
        joined.middleCols(static_cast<Eigen::Index>(head) * d_v, d_v) = *outputs[head];
    return share(std::move(joined));
}

} // namespace attention
