// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/buffers.h"

#include <cstdint>
#include <mutex>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace attention {

namespace {

constexpr Eigen::Index large = 1 << 18;      // numbers: 2 MiB, a huge page
constexpr Eigen::Index mostKept = 256 << 17; // numbers: 256 MiB

// Matrices that nobody holds, all of one size.
class Pool {
public:
    std::unique_ptr<Matrix> take(Eigen::Index rows, Eigen::Index columns)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_free.empty() && m_free.back()->size() != rows * columns)
            m_free.clear();
        m_size = rows * columns;
        if (m_free.empty())
            return {};
        std::unique_ptr<Matrix> matrix = std::move(m_free.back());
        m_free.pop_back();
        matrix->resize(rows, columns); // of the same size: the memory stays
        return matrix;
    }

    void give(std::unique_ptr<Matrix> matrix)
    {
        const std::lock_guard lock(m_mutex);
        const auto kept = static_cast<Eigen::Index>(m_free.size() + 1);
        if (matrix->size() == m_size && kept * m_size <= mostKept && kept <= mostMatrices)
            m_free.push_back(std::move(matrix)); // within the capacity: cannot fail
    }

    Pool() { m_free.reserve(mostMatrices); }

private:
    static constexpr Eigen::Index mostMatrices = 64;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<Matrix>> m_free;
    Eigen::Index m_size = 0; // of those asked for last
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
        askForHugePages(*matrix);
    }
    return {matrix.release(), [](Matrix* m) { pool().give(std::unique_ptr<Matrix>(m)); }};
}

} // namespace attention
