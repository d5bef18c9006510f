// The seeded generator: its documented numbers, an even spread, independent streams.
#include "core/random.hpp"

#include <gtest/gtest.h>

#include <array>

namespace touchline {

TEST(Random, TheSameSeedGivesTheSameNumbersEverywhere) {
    Random random(1);
    EXPECT_EQ(random.next(), 0xb3f2af6d0fc710c5ULL);
    EXPECT_EQ(random.next(), 0x853b559647364ceaULL);
}

TEST(Random, BelowIsEvenlySpread) {
    Random random(7);
    std::array<int, 6> seen{};
    constexpr int kRolls = 600000;
    for (int i = 0; i < kRolls; ++i) ++seen[random.below(6)];
    double chi_squared = 0;
    for (int count : seen) chi_squared += (count - kRolls / 6.0) * (count - kRolls / 6.0) / (kRolls / 6.0);
    EXPECT_LT(chi_squared, 25.7) << "five degrees of freedom, one in ten thousand";
}

TEST(Random, StreamsOfOneSeedDiffer) {
    Random first = Random::stream(1, 0);
    Random second = Random::stream(1, 1);
    EXPECT_NE(first.next(), second.next());
}

} // namespace touchline
