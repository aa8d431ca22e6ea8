// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/random/normal_distribution.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <limits>

namespace attention {

// Steele, Lea and Flood's mixing function: neighbouring numbers come out unrelated.
constexpr std::uint64_t splitMix(std::uint64_t& state)
{
    state += 0x9e3779b97f4a7c15;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

// Blackman and Vigna's xoshiro256++: 64 bits a call, the same on every machine.
class Xoshiro256 {
public:
    using result_type = std::uint64_t;

    explicit constexpr Xoshiro256(const std::array<std::uint64_t, 4>& state)
        : m_state(state)
    {
    }

    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

    constexpr result_type operator()()
    {
        auto& s = m_state;
        const std::uint64_t result = std::rotl(s[0] + s[3], 23) + s[0];
        const std::uint64_t t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = std::rotl(s[3], 45);
        return result;
    }

private:
    std::array<std::uint64_t, 4> m_state;
};

// Independent standard normal numbers; streams whose keys differ in any place are unrelated.
class NormalStream {
public:
    explicit NormalStream(std::initializer_list<std::uint64_t> keys)
        : m_engine(seeded(keys))
    {
    }

    double operator()() { return m_normal(m_engine); }

private:
    static Xoshiro256 seeded(std::initializer_list<std::uint64_t> keys)
    {
        // Each key is mixed before the next one joins, so that (0, 1) and (1, 0) are two streams.
        std::uint64_t state = 0;
        for (const std::uint64_t key : keys) {
            state ^= key;
            state = splitMix(state);
        }
        std::array<std::uint64_t, 4> words{};
        for (std::uint64_t& word : words)
            word = splitMix(state);
        return Xoshiro256(words);
    }

    Xoshiro256 m_engine;
    // The standard library's normal_distribution is another one on each platform; this one is not.
    boost::random::normal_distribution<double> m_normal;
};

} // namespace attention
