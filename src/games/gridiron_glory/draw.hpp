// Drawing cards and dice quickly: bits of a set, several small numbers out of one random word, all without bias.
#pragma once

#include "core/seat.hpp"

#include <array>
#include <bit>
#include <utility>

namespace touchline::gridiron_glory {

namespace detail {

inline constexpr u64 kOnes = 0x0101010101010101ULL;
inline constexpr u64 kTops = 0x8080808080808080ULL;

// Bits set in each byte.
[[nodiscard]] constexpr u64 byte_counts(u64 bits) {
    bits -= bits >> 1 & 0x5555555555555555ULL;
    bits = (bits & 0x3333333333333333ULL) + (bits >> 2 & 0x3333333333333333ULL);
    return (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
}

// nth_in_byte[n][b]: the place of the n-th set bit of byte b.
inline constexpr auto kNthInByte = [] {
    std::array<std::array<u8, 256>, 8> table{};
    for (unsigned byte = 0; byte < 256; ++byte)
        for (unsigned bit = 0, n = 0; bit < 8; ++bit)
            if ((byte >> bit & 1) != 0) table[n++][byte] = static_cast<u8>(bit);
    return table;
}();

struct WideProduct {
    u64 high;
    u64 low;
};

[[nodiscard]] constexpr WideProduct wide_product(u64 a, u64 b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{a} * b;
    return {static_cast<u64>(product >> 64), static_cast<u64>(product)};
}

} // namespace detail

[[nodiscard]] constexpr int popcount(u64 bits) {
    return static_cast<int>(detail::byte_counts(bits) * detail::kOnes >> 56);
}

namespace detail {

inline constexpr auto kBitsInByte = [] {
    std::array<u8, 256> table{};
    for (unsigned byte = 0; byte < 256; ++byte) table[byte] = static_cast<u8>(byte_counts(byte));
    return table;
}();

// Decks of up to 32 cards: shorter to work out than the general way, and that is what a flip waits for.
[[nodiscard]] constexpr int nth_of_32(u32 bits, u32 n) {
    const u32 one = kBitsInByte[bits & 0xff];
    const u32 two = one + kBitsInByte[bits >> 8 & 0xff];
    const u32 three = two + kBitsInByte[bits >> 16 & 0xff];
    u32 before = n >= one ? one : 0;
    before = n >= two ? two : before;
    before = n >= three ? three : before;
    const u32 at = 8 * (u32{n >= one} + u32{n >= two} + u32{n >= three});
    return static_cast<int>(at + kNthInByte[n - before][bits >> at & 0xff]);
}

} // namespace detail

namespace detail {

// In plain arithmetic, for machines without an instruction for it.
[[nodiscard]] constexpr int nth_bit_counted(u64 bits, u32 n) {
    if (bits >> 32 == 0) return nth_of_32(static_cast<u32>(bits), n);
    const u64 sums = byte_counts(bits) * kOnes;              // byte i: bits in bytes 0..i, at most 64
    const u64 passed = ((n * kOnes | kTops) - sums) & kTops; // bytes whose sum is <= n
    const auto byte = static_cast<unsigned>((passed >> 7) * kOnes >> 56);
    const u64 before = (sums << 8) >> (8 * byte) & 0xff;
    return static_cast<int>(8 * byte + kNthInByte[n - before][bits >> (8 * byte) & 0xff]);
}

#if defined(__x86_64__) && defined(__GNUC__)
inline const bool kDeposits = __builtin_cpu_supports("bmi2") != 0;
#endif

} // namespace detail

// The place of the n-th set bit, counted from 0. Requires: n < popcount(bits) <= 64.
[[nodiscard]] inline int nth_bit(u64 bits, u32 n) {
#if defined(__x86_64__) && defined(__GNUC__)
    if (detail::kDeposits) [[likely]] {
        u64 alone = 0;
        asm("pdep %2, %1, %0" : "=r"(alone) : "r"(u64{1} << n), "r"(bits));
        return __builtin_ctzll(alone); // one bit is set: std::countr_zero would ask
    }
#endif
    return detail::nth_bit_counted(bits, n);
}

// Two numbers below n out of one random word; a word that would favour some is thrown away. Requires: 0 < n < 2^16.
template <class Source>
[[nodiscard, gnu::always_inline]] inline std::pair<u32, u32> two_below(u32 n, Source& source) {
    auto first = detail::wide_product(source.next(), n);
    auto second = detail::wide_product(first.low, n);
    if (second.low >> 32 == 0) [[unlikely]] { // never needed beyond n * n: so the usual way needs no product
        const u64 both = u64{n} * n;
        while (second.low < -both % both) {
            first = detail::wide_product(source.next(), n);
            second = detail::wide_product(first.low, n);
        }
    }
    return {static_cast<u32>(first.high), static_cast<u32>(second.high)};
}

// In how many orders so many of three kinds can lie.
[[nodiscard]] constexpr u64 arrangements(int a, int b, int c) {
    u64 ways = 1;
    int placed = 0;
    for (int kind : {a, b, c})
        for (int i = 1; i <= kind; ++i) ways = ways * static_cast<u64>(++placed) / static_cast<u64>(i);
    return ways;
}

} // namespace touchline::gridiron_glory
