// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab_options.h"

#include <algorithm>
#include <limits>

namespace attention::app {

int clampedToInt(std::int64_t value)
{
    return static_cast<int>(std::clamp<std::int64_t>(value, std::numeric_limits<int>::min(),
                                                     std::numeric_limits<int>::max()));
}

void refuse(const Command& command, const Problem& problem)
{
    std::string name = problem.path.substr(problem.path.rfind('.') + 1);
    name = name.substr(0, name.find('['));
    std::replace(name.begin(), name.end(), '_', '-');
    const auto option =
        std::find_if(command.options.begin(), command.options.end(), [&](const Option& row) {
            return row.name.starts_with("--") &&
                   (row.name.substr(2) == name || name.starts_with(row.name.substr(2)));
        });
    Problem named = problem;
    if (option != command.options.end())
        named.path = option->name;
    throw Failure{unusable, std::string(command.name) + ": " + english(named)};
}

} // namespace attention::app
