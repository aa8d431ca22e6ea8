// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/matrix.h"

#include <functional>
#include <stop_token>

namespace attention {

// Calls `work(first, count)` for blocks of rows until all are done or `stop` is requested. Blocks
// have one fixed size whatever the number of threads, so that results are the same, bit for bit.
// `operations`: about how many multiplications the whole is; small work stays on this thread.
ATTENTION_API void forRowBlocks(Eigen::Index rows, double operations, const std::stop_token& stop,
                                const std::function<void(Eigen::Index, Eigen::Index)>& work,
                                Eigen::Index blockRows = 64);

} // namespace attention
