// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/near_names.h"

#include <algorithm>
#include <numeric>

namespace attention::app {

namespace {

// How many letters have to be put in, taken out or replaced.
std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

} // namespace

std::vector<std::string> nearNames(std::string_view typed, const std::vector<std::string>& known)
{
    // No name is longer than this; what is typed may be.
    if (typed.empty() || typed.size() > 100)
        return {};
    struct Candidate {
        std::size_t distance;
        std::string name;
    };
    std::vector<Candidate> candidates;
    for (const std::string& name : known) {
        const std::size_t far = distance(typed, name);
        if (name.starts_with(typed))
            candidates.push_back({0, name});
        else if (far <= std::max<std::size_t>(2, typed.size() / 3))
            candidates.push_back({far, name});
        else if (typed.size() >= 3 && name.find(typed) != std::string::npos)
            candidates.push_back({far, name});
    }
    std::stable_sort(
        candidates.begin(), candidates.end(),
        [](const Candidate& a, const Candidate& b) { return a.distance < b.distance; });
    std::vector<std::string> names;
    for (const Candidate& candidate : candidates)
        if (names.size() < 3)
            names.push_back(candidate.name);
    return names;
}

std::string listed(const std::vector<std::string>& names)
{
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0)
            text += i + 1 == names.size() ? " or " : ", ";
        text += names[i];
    }
    return text;
}

std::string didYouMean(std::string_view typed, const std::vector<std::string>& known)
{
    const std::vector<std::string> near = nearNames(typed, known);
    return near.empty() ? "" : "; did you mean " + listed(near) + "?";
}

} // namespace attention::app
