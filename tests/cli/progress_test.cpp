// The time that several tables will still take.
#include "cli/progress.hpp"

#include <gtest/gtest.h>

namespace touchline::cli {
namespace {

TEST(TimeLeft, IsThatOfTheFirstTableForEachOfThem) {
    EXPECT_DOUBLE_EQ(seconds_left({.total = 4, .since = 2, .here_left = 8}), 8 + 3 * 10);
    EXPECT_DOUBLE_EQ(seconds_left({.total = 4, .since = 2}), 0) << "nothing is known yet";
}

TEST(TimeLeft, GoesByThoseThatAreDone) {
    EXPECT_DOUBLE_EQ(seconds_left({.total = 4, .done = 2, .finished = 20, .since = 24, .here_left = 100}), 10 + 6);
    EXPECT_DOUBLE_EQ(seconds_left({.total = 4, .done = 3, .finished = 30, .since = 50}), 0) << "longer than the others";
}

} // namespace
} // namespace touchline::cli
