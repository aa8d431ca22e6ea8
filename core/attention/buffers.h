// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "core/matrix.h"

#include <cstddef>
#include <memory>

namespace attention {

// A matrix of that shape; its numbers are whatever they are. A large one is taken from those of the
// same size that nobody holds any more, if there is one: new memory costs more than the arithmetic
// in it. At most 320 MiB are kept for that.
ATTENTION_API std::shared_ptr<Matrix> buffer(Eigen::Index rows, Eigen::Index columns);

// Memory for that many bytes, from where large matrices come.
ATTENTION_API std::shared_ptr<unsigned char[]> bytes(std::size_t count);

} // namespace attention
