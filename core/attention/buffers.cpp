// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/buffers.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace attention {

namespace {

constexpr Eigen::Index large = 1 << 14;    // numbers: 128 KiB, from where malloc maps new pages
constexpr Eigen::Index hugePage = 1 << 18; // numbers: 2 MiB
// Numbers: 320 MiB, two matrices of 4096 tokens and what is small beside them.
constexpr Eigen::Index mostKept = 320 << 17;

// Matrices that nobody holds, the oldest first.
class Pool {
public:
    std::unique_ptr<Matrix> take(Eigen::Index rows, Eigen::Index columns)
    {
        const std::lock_guard lock(m_mutex);
        const auto fits = std::find_if(m_free.begin(), m_free.end(), [&](const auto& matrix) {
            return matrix->size() == rows * columns;
        });
        if (fits == m_free.end())
            return {};
        std::unique_ptr<Matrix> matrix = std::move(*fits);
        m_free.erase(fits);
        m_kept -= matrix->size();
        matrix->resize(rows, columns); // of the same size: the memory stays
        return matrix;
    }

    void give(std::unique_ptr<Matrix> matrix)
    {
        const std::lock_guard lock(m_mutex);
        m_kept += matrix->size();
        m_free.push_back(std::move(matrix)); // within the capacity: cannot fail
        while (m_kept > mostKept || m_free.size() == mostMatrices) {
            m_kept -= m_free.front()->size();
            m_free.erase(m_free.begin());
        }
    }

    Pool() { m_free.reserve(mostMatrices); }

private:
    static constexpr std::size_t mostMatrices = mostKept / large + 1;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<Matrix>> m_free;
    Eigen::Index m_kept = 0; // numbers
};

Pool& pool()
{
    static auto* const only = new Pool; // outlives every matrix
    return *only;
}

void askForHugePages(Matrix& matrix)
{
#ifdef __linux__
    constexpr std::uintptr_t page = 4096;
    const auto begin = reinterpret_cast<std::uintptr_t>(matrix.data());
    const std::uintptr_t first = (begin + page - 1) / page * page;
    const std::uintptr_t end =
        (begin + static_cast<std::uintptr_t>(matrix.size()) * sizeof(double)) / page * page;
    ::madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE); // only a wish
#else
    static_cast<void>(matrix);
#endif
}

} // namespace

std::shared_ptr<Matrix> buffer(Eigen::Index rows, Eigen::Index columns)
{
    if (rows * columns < large)
        return std::make_shared<Matrix>(rows, columns);
    std::unique_ptr<Matrix> matrix = pool().take(rows, columns);
    if (!matrix) {
        matrix = std::make_unique<Matrix>(rows, columns);
        if (matrix->size() >= hugePage)
            askForHugePages(*matrix);
    }
    return {matrix.release(), [](Matrix* m) { pool().give(std::unique_ptr<Matrix>(m)); }};
}

std::shared_ptr<unsigned char[]> bytes(std::size_t count)
{
    const std::shared_ptr<Matrix> matrix =
        buffer(1, static_cast<Eigen::Index>((count + sizeof(double) - 1) / sizeof(double)));
    return {matrix, reinterpret_cast<unsigned char*>(matrix->data())};
}

} // namespace attention
