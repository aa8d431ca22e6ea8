// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/from_words.h"

#include "core/labs/random_stream.h"

#include <algorithm>
#include <cmath>

namespace attention {

std::vector<std::string> wordsOf(std::string_view text)
{
    constexpr std::string_view space = " \t\r\n\f\v";
    std::vector<std::string> words;
    while (true) {
        const std::size_t begin = text.find_first_not_of(space);
        if (begin == std::string_view::npos)
            return words;
        const std::size_t end = std::min(text.find_first_of(space, begin), text.size());
        words.emplace_back(text.substr(begin, end - begin));
        text.remove_prefix(end);
    }
}

Scenario scenarioOfWords(const std::vector<std::string>& words, WordVectors vectors,
                         std::uint64_t seed)
{
    std::vector<std::string> different;
    std::vector<int> which; // of the different words each word is
    for (const std::string& word : words) {
        const auto found = std::find(different.begin(), different.end(), word);
        which.push_back(static_cast<int>(found - different.begin()));
        if (found == different.end())
            different.push_back(word);
    }
    const auto count = static_cast<Eigen::Index>(different.size());
    Matrix table = Matrix::Identity(count, count);
    if (vectors == WordVectors::Random) {
        table.resize(count, 4);
        NormalStream stream({seed});
        for (Eigen::Index i = 0; i < table.size(); ++i) {
            // No -0, which would be written with its sign.
            const double rounded = std::round(stream() * 10) / 10;
            table.data()[i] = rounded == 0 ? 0 : rounded;
        }
    }
    Scenario s;
    s.tokens = words;
    Matrix X(static_cast<Eigen::Index>(words.size()), table.cols());
    for (Eigen::Index i = 0; i < X.rows(); ++i)
        X.row(i) = table.row(which[static_cast<std::size_t>(i)]);
    s.X = share(std::move(X));
    if (vectors == WordVectors::OneHot)
        s.columns = different;
    return s;
}

} // namespace attention
