// The coach of Sports Dice Football: sound habits, and clearly better than chance.
#include "bots/players.hpp"
#include "bots/roster.hpp"
#include "play/kind.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace touchline::analysis {
namespace {

std::unique_ptr<Table> at(const Json& fields) {
    auto table = std::move(*open_table("sports-dice-football", Json::object()));
    EXPECT_TRUE(table->set(fields));
    return table;
}

std::string advice(const Table& table) { return bots::Players().make("coach", 1)->choose(table, table.turn().seat); }

TEST(SportsDiceCoach, FourthDownHabits) {
    EXPECT_EQ(advice(*at({{"down", 4}, {"ball", 25}})), "punt");
    EXPECT_EQ(advice(*at({{"down", 4}, {"ball", 40}})), "go") << "ten yards bring new downs";
    EXPECT_EQ(advice(*at({{"down", 4}, {"ball", 75}})), "field-goal");
    EXPECT_EQ(advice(*at({{"down", 4}, {"ball", 95}})), "go");
    EXPECT_EQ(advice(*at({{"down", 4}, {"ball", 95}, {"score", {{"home", 18}}}})), "field-goal") << "three points win";
}

TEST(SportsDiceCoach, SpendsTheChipOnTouchdownsOnly) {
    const auto rolled = [](const std::vector<std::string_view>& tokens) {
        const auto table = at(Json::object());
        EXPECT_TRUE(table->roll(tokens));
        return advice(*table);
    };
    EXPECT_EQ(rolled({"TD", "TD", "TD", "10", "20", "FG", "NG", "NG", "NG", "S", "T", "P6"}), "use");
    EXPECT_EQ(rolled({"10", "10", "10", "TD", "20", "FG", "NG", "NG", "NG", "S", "T", "P6"}), "keep");
}

TEST(SportsDiceCoach, BeatsChanceInAboutFourGamesOfFive) {
    const auto table = std::move(*open_table("sports-dice-football", Json::object()));
    Library library;
    const auto coach = bots::make_bot("coach");
    const auto random = bots::make_bot("random");
    SimulationResult result;
    library.of(*table)->simulate(*table, {coach.get(), random.get()}, {3, 0, 2000}, result);
    EXPECT_NEAR(static_cast<double>(result.home_wins) / 2000, 0.82, 0.04) << "seed 3";
}

} // namespace
} // namespace touchline::analysis
