// The documented seeded generator: xoshiro256** 1.0 (Blackman, Vigna), its four words filled by splitmix64
// from the seed. The same on every machine. Used for simulation, tests and games started with a seed.
#pragma once

#include "core/seat.hpp"

#include <array>
#include <bit>
#include <concepts>

namespace touchline {

// A source of unbiased numbers: below(n) is each of 0..n-1 equally often.
template <class R>
concept RandomSource = requires(R source, u32 n) {
    { source.next() } -> std::same_as<u64>;
    { source.below(n) } -> std::same_as<u32>;
};

// Lemire's method: unbiased, and a division only when it is needed. Requires: n > 0. Always inline, as is all of the
// generator: so its words can stay in registers through a whole game.
template <class Next>
[[nodiscard, gnu::always_inline]] constexpr u32 unbiased_below(u32 n, Next&& next) {
    u64 product = (next() >> 32) * n;
    if (auto low = static_cast<u32>(product); low < n) [[unlikely]] {
        const u32 threshold = static_cast<u32>(-n) % n;
        while (low < threshold) {
            product = (next() >> 32) * n;
            low = static_cast<u32>(product);
        }
    }
    return static_cast<u32>(product >> 32);
}

[[nodiscard]] constexpr u64 splitmix64(u64& state) {
    u64 z = (state += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

class Random {
public:
    explicit constexpr Random(u64 seed) {
        for (u64& word : words_) word = splitmix64(seed);
    }

    // An independent stream for item `index` of a run, so that results do not depend on the number of threads.
    [[nodiscard]] static constexpr Random stream(u64 seed, u64 index) {
        u64 mixed = seed;
        const u64 first = splitmix64(mixed);
        u64 position = first ^ (index * 0xd1342543de82ef95ULL + 0x2545f4914f6cdd1dULL);
        return Random(splitmix64(position));
    }

    [[nodiscard, gnu::always_inline]] constexpr u64 next() {
        const u64 result = std::rotl(words_[1] * 5, 7) * 9;
        const u64 shifted = words_[1] << 17;
        words_[2] ^= words_[0];
        words_[3] ^= words_[1];
        words_[1] ^= words_[2];
        words_[0] ^= words_[3];
        words_[2] ^= shifted;
        words_[3] = std::rotl(words_[3], 45);
        return result;
    }

    [[nodiscard, gnu::always_inline]] constexpr u32 below(u32 n) {
        return unbiased_below(
            n, [this]() __attribute__((always_inline)) { return next(); });
    }

private:
    std::array<u64, 4> words_{};
};

} // namespace touchline
