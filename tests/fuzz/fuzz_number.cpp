// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/reader_properties.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

// Any bytes for parseNumber.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string complaint =
        attention::test::numberComplaint({reinterpret_cast<const char*>(data), size});
    if (complaint.empty())
        return 0;
    std::fprintf(stderr, "%s\n", complaint.c_str());
    std::abort();
}
