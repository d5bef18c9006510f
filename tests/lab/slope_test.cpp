// The smallest changes of a sheet.
#include "lab/slope.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchline::lab {
namespace {

using testing::Contains;
using testing::Each;
using testing::IsSupersetOf;
using testing::Not;
using testing::StartsWith;

std::vector<std::string> names(std::string_view game, const std::vector<std::string>& under = {}) {
    const Kind& kind = *kind_named(game);
    std::vector<std::string> found;
    for (const SmallStep& step : small_steps(kind, kind.default_sheet(), under)) found.push_back(step.name());
    return found;
}

TEST(Slope, EveryFaceMayTakeThePlaceOfEveryOther) {
    const auto steps = names("sports-dice-football", {"dice.offense.faces"});
    EXPECT_EQ(steps.size(), 12u);
    EXPECT_THAT(steps, Contains("dice.offense.faces: TD for 10"));
    EXPECT_THAT(steps, Contains("dice.offense.faces: 10 for TD"));
}

TEST(Slope, EveryNumberGoesUpByItsSmallestStep) {
    EXPECT_THAT(names("sports-dice-football", {"field", "score"}),
                IsSupersetOf({"field.start +5", "field.sack_loss +5", "score.touchdown +1", "score.target +1"}));
    EXPECT_THAT(names("pocket-rugby", {"dice.brown"}),
                IsSupersetOf({"dice.brown.values[1] +1", "dice.brown.ranges[6] +1"}));
}

TEST(Slope, ANumberThatCannotGoUpGoesDown) {
    EXPECT_THAT(names("sports-dice-football", {"dice.offense.count"}), testing::ElementsAre("dice.offense.count -1"));
}

TEST(Slope, WhatWouldBeNoSoundSheetIsLeftOut) {
    EXPECT_THAT(names("sports-dice-football"), Not(Contains(StartsWith("version"))));
    EXPECT_THAT(names("gridiron-glory", {"dice.glory.faces"}), Not(Contains("dice.glory.faces: REF for REF")));
}

TEST(Slope, OnlyWhatIsAskedForIsTried) {
    EXPECT_THAT(names("pocket-gridiron", {"dice.wr", "score."}),
                Each(testing::AnyOf(StartsWith("dice.wr"), StartsWith("score."))));
}

} // namespace
} // namespace touchline::lab
