// Going on in a changed game as in the one before: what it costs against the best player.
#include "lab/as_before.hpp"

#include "lab/variant.hpp"
#include "play/kind.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace touchline::lab {
namespace {

std::unique_ptr<Table> table(std::string_view game, const Json& options) {
    return std::move(*kind_named(game)->open(options, std::nullopt));
}

Carried carried(const Table& before, const Table& after) {
    analysis::Library library;
    solve::Job job(1);
    Expected<Carried, Message> found = as_before(before, after, library, job);
    EXPECT_TRUE(found);
    return std::move(*found);
}

TEST(AsBefore, InTheSameGameEveryChoiceIsKnownAndStaysTheBest) {
    const auto game = table("sports-dice-football", {{"target", 3}});
    const Carried same = carried(*game, *game);
    EXPECT_GT(same.asked, 1);
    EXPECT_EQ(same.unknown, 0);
    EXPECT_EQ(same.differs, 0);
    EXPECT_NEAR(same.cost, 0, 1e-9);
}

TEST(AsBefore, TheCostsOfAllKindsOfChoicesAddUpToTheGamesThatAreLost) {
    const Carried changed = carried(*table("sports-dice-football", {{"target", 4}}),
                                    *table("sports-dice-football", {{"target", 4}, {"goal_advance", "touchdown"}}));
    double sum = 0;
    for (const analysis::CarriedChoice& choice : changed.choices) sum += choice.cost;
    EXPECT_GT(changed.cost, 1e-4);
    EXPECT_GT(changed.differs, 0);
    EXPECT_NEAR(sum, changed.cost, 1e-9);
}

TEST(AsBefore, WhatTheGameBeforeDoesNotHaveIsPlayedAtItsBest) {
    const Carried chip = carried(*table("sports-dice-football", {{"target", 3}, {"chip", false}}),
                                 *table("sports-dice-football", {{"target", 3}}));
    for (const analysis::CarriedChoice& choice : chip.choices)
        if (choice.event == "chip") {
            EXPECT_EQ(choice.unknown, 1);
            EXPECT_EQ(choice.cost, 0);
        }
}

TEST(AsBefore, APositionWithMorePointsThanTheGameBeforeHasIsUnknown) {
    const Carried longer =
        carried(*table("sports-dice-football", {{"target", 3}}), *table("sports-dice-football", {{"target", 4}}));
    EXPECT_GT(longer.unknown, 0);
    EXPECT_LT(longer.unknown, 1);
}

// The dice that lie on the table are the same where their faces are called the same, wherever those stand on the die.
TEST(AsBefore, DiceWithOtherFacesLeadToTheSamePositions) {
    const auto game = table("sports-dice-football", {{"target", 3}});
    const std::vector<Change> changes{{"dice.offense.faces.TD.count", "2"}, {"dice.offense.faces.10.count", "2"}};
    const Carried changed = carried(*game, **changed_table(*game, changes));
    EXPECT_EQ(changed.unknown, 0);
    EXPECT_GT(changed.cost, 1e-3);
}

TEST(AsBefore, AGameThatCannotBeFollowedIsRefused) {
    analysis::Library library;
    solve::Job job(1);
    EXPECT_FALSE(
        as_before(*table("red-boar-gridiron", {}), *table("red-boar-gridiron", {{"mode", "cards"}}), library, job));
}

} // namespace
} // namespace touchline::lab
