// Choices that habits miss.
#include "lab/surprises.hpp"

#include "lab/stand_in.hpp"

#include <gtest/gtest.h>

namespace touchline::lab {
namespace {

TEST(Surprises, WhatPerfectPlayTakesSurprisesNobody) { EXPECT_TRUE(surprises_of(stand_in(), 3).empty()); }

TEST(Surprises, TheMostOftenMissedComesFirst) {
    Figures figures = stand_in();
    figures.decisions.choices = {{"fourth-down", 3, 2, 0.05, {{"go", 0.6, 0.5}, {"punt", 0.4, 0.5}}},
                                 {"chip", 20, 2, 0.05, {{"use", 0.3, 0.2}, {"keep", 0.7, 0.8}}},
                                 {"toss", 1, 1, 0.07, {{"defense", 1, 0}, {"offense", 0, 1}}}};
    const std::vector<Surprise> found = surprises_of(figures, 2);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].event, "chip");
    EXPECT_EQ(found[0].action, "use");
    EXPECT_EQ(found[1].event, "toss");
    EXPECT_EQ(found[1].best, 1);
}

} // namespace
} // namespace touchline::lab
