// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/row_blocks.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace attention {

namespace {

// Below this, starting threads costs more than they save.
constexpr double worthThreads = 1e7;

} // namespace

void forRowBlocks(Eigen::Index rows, double operations, const std::stop_token& stop,
                  const std::function<void(Eigen::Index, Eigen::Index)>& work,
                  Eigen::Index blockRows)
{
    const Eigen::Index blocks = (rows + blockRows - 1) / blockRows;
    std::atomic<Eigen::Index> next = 0;
    std::mutex mutex;
    std::exception_ptr failure; // of any thread: out of memory

    const auto takeBlocks = [&] {
        try {
            for (Eigen::Index block; (block = next++) < blocks && !stop.stop_requested();) {
                const Eigen::Index first = block * blockRows;
                work(first, std::min(blockRows, rows - first));
            }
        } catch (...) {
            const std::lock_guard lock(mutex);
            failure = std::current_exception();
            next = blocks;
        }
    };

    {
        std::vector<std::jthread> helpers;
        if (operations > worthThreads) {
            const Eigen::Index threads =
                std::min<Eigen::Index>(blocks, std::max(1u, std::thread::hardware_concurrency()));
            for (Eigen::Index i = 1; i < threads; ++i)
                helpers.emplace_back(takeBlocks);
        }
        takeBlocks();
    }
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace attention
