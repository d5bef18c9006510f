// The coach of Sports Dice Football: sound habits, and clearly better than chance.
#include "bots/coach_sports_dice_football.hpp"

#include "bots/coach.hpp"
#include "bots/playout.hpp"
#include "core/embedded.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace touchline::bots {
namespace {

using sports_dice_football::Rules;
using sports_dice_football::State;

Rules rules_of_the_box() {
    SheetReader reader(*embedded("data/sheets/sports-dice-football.toml"));
    return std::move(*Rules::make(Rules::read_sheet(reader.root(Rules::kId)), OptionValues{}));
}

State at(const Rules& rules, std::string_view fields) { return *rules.set(rules.start(), Json::parse(fields)); }

std::string_view advice(const Rules& rules, const State& state) {
    return rules.action_name(state, coach(rules, state, rules.turn(state).seat));
}

TEST(SportsDiceCoach, FourthDownHabits) {
    const Rules rules = rules_of_the_box();
    EXPECT_EQ(advice(rules, at(rules, R"({"down":4,"ball":25})")), "punt");
    EXPECT_EQ(advice(rules, at(rules, R"({"down":4,"ball":40})")), "go") << "ten yards bring new downs";
    EXPECT_EQ(advice(rules, at(rules, R"({"down":4,"ball":75})")), "field-goal");
    EXPECT_EQ(advice(rules, at(rules, R"({"down":4,"ball":95})")), "go");
    EXPECT_EQ(advice(rules, at(rules, R"({"down":4,"ball":95,"score":{"home":18}})")), "field-goal")
        << "three points win";
}

TEST(SportsDiceCoach, SpendsTheChipOnTouchdownsOnly) {
    const Rules rules = rules_of_the_box();
    const auto rolled = [&](std::vector<std::string_view> tokens) {
        State state = at(rules, "{}");
        rules.resolve(state, *rules.outcome(state, tokens));
        return advice(rules, state);
    };
    EXPECT_EQ(rolled({"TD", "TD", "TD", "10", "20", "FG", "NG", "NG", "NG", "S", "T", "P6"}), "use");
    EXPECT_EQ(rolled({"10", "10", "10", "TD", "20", "FG", "NG", "NG", "NG", "S", "T", "P6"}), "keep");
}

TEST(SportsDiceCoach, BeatsChanceInAboutFourGamesOfFive) {
    const Rules rules = rules_of_the_box();
    Random random(3);
    int won = 0;
    constexpr int kGames = 2000;
    for (int i = 0; i < kGames; ++i) {
        const Seat coached = i % 2 == 0 ? Seat::home : Seat::away;
        State state = rules.start();
        play_out(rules, state, random, [&](const Rules& own, const State& now, Seat seat, Random& source) {
            return seat == coached ? coach(own, now, seat) : any_action(own, now, seat, source);
        });
        won += rules.result(state) == win_of(coached) ? 1 : 0;
    }
    EXPECT_NEAR(won / double{kGames}, 0.82, 0.04) << "seed 3";
}

} // namespace
} // namespace touchline::bots
