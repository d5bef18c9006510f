// Sheets that come nearest to a goal: with figures that are known by hand.
#include "lab/tune.hpp"

#include "lab/stand_in.hpp"
#include "play/kind.hpp"
#include "play/message_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace touchline::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::unique_ptr<Table> sports() { return std::move(*open_table("sports-dice-football", Json::object())); }

Freedom varied(std::string_view text) { return *read_vary(text, sports()->sheet_toml()); }

int number(const Table& table, std::string_view path) { return std::stoi(value_at(table.sheet_toml(), path)); }

// A margin that is the touchdown and the field goal together, and as many draws as a safety brings points.
Figures summed(const Table& table) {
    Figures figures = stand_in();
    figures.margin.mean = number(table, "score.touchdown") + number(table, "score.field_goal");
    figures.draw = number(table, "score.safety") / 100.0;
    return figures;
}

std::string wrong(const auto& read) { return text(read.error(), Language::english); }

TEST(Tune, VariedFiguresHaveTheirOwnValueFirst) {
    EXPECT_THAT(varied("score.touchdown=5..8").values, ElementsAre("7", "5", "6", "8"));
    EXPECT_THAT(varied("field.start=20..35/5").values, ElementsAre("25", "20", "30", "35"));
    EXPECT_THAT(varied("score.touchdown=6|8").values, ElementsAre("7", "6", "8"));
    EXPECT_THAT(varied("dice.offense.faces.TD.count=1..2").values, ElementsAre("1", "2"));
}

TEST(Tune, WhatCannotBeVariedIsRefusedInASentence) {
    const std::string toml = sports()->sheet_toml();
    for (const char* text :
         {"score.touchdown", "score.touchdown=8..5", "score.touchdown=1..x", "score.touchdown=1..9/0"})
        EXPECT_THAT(wrong(read_vary(text, toml)), HasSubstr("LO..HI")) << text;
    EXPECT_THAT(wrong(read_vary("score.tuchdown=1..2", toml)), HasSubstr("near are: score.touchdown"));
}

TEST(Tune, AGoalIsANumberOrARange) {
    EXPECT_EQ(read_goal("points=20..24")->from, 20);
    EXPECT_EQ(read_goal("points=20..24")->to, 24);
    EXPECT_EQ(read_goal("first_edge=-0.01")->from, -0.01);
    for (const char* text : {"points", "points=a", "points=3..2", "points=..4", "points=nan"})
        EXPECT_FALSE(read_goal(text).has_value()) << text;
    EXPECT_EQ(read_goal("points=20..24")->distance(22), 0);
    EXPECT_DOUBLE_EQ(read_goal("points=20..24")->distance(18), 2.0 / 24);
    EXPECT_DOUBLE_EQ(read_goal("first_edge=0")->distance(-0.03), 0.03);
}

TEST(Tune, AGoalThatNoGameMeetsIsRefused) {
    EXPECT_EQ(wrong(read_goal("draw=5")),
              "no game meets the goal 'draw=5': 'draw' lies from 0 to 1, where 0.05 is five percent");
    EXPECT_EQ(wrong(read_goal("points=-4..-1")), "no game meets the goal 'points=-4..-1': 'points' is never below 0");
    for (const char* text : {"first_edge=3", "first_edge=-0.6", "toss_edge=0.51..1", "skill.coach=60", "drives.punt=-1",
                             "decisions.fourth-down.go=2", "decisions.worth=1.5", "luck=-0.1", "margin=-1",
                             "points.home.deviation=-1", "skill.games_to_tell=-5"})
        EXPECT_THAT(wrong(read_goal(text)), HasSubstr("no game meets")) << text;
    for (const char* text : {"first_edge=-0.5", "draw=0", "draw=0.9..2", "skill.coach=1", "points=200",
                             "decisions.matter=30", "skill.games_to_tell=500"})
        EXPECT_TRUE(read_goal(text).has_value()) << text;
}

TEST(Tune, FiguresThatCannotTakeAnyOtherValueAreRefused) {
    const auto refusal = [](const std::vector<Freedom>& all, std::size_t few = 512) {
        const auto why = nothing_varies(*sports(), all, {.few = few});
        return why ? text(*why, Language::english) : std::string();
    };
    EXPECT_THAT(refusal({varied("score.field_goal=200..204")}), HasSubstr("'score.field_goal'"));
    EXPECT_THAT(refusal({varied("score.field_goal=200..204")}, 2), HasSubstr("'score.field_goal'"));
    EXPECT_THAT(refusal({varied("score.field_goal=2..204")}), "");
    EXPECT_THAT(refusal({varied("score.safety=1..4"), varied("score.field_goal=200..204")}),
                HasSubstr("'score.field_goal'"));
    const Freedom touchdowns = varied("dice.offense.faces.TD.count=1..3");
    EXPECT_THAT(refusal({touchdowns}), HasSubstr("change the count of another face too"));
    EXPECT_THAT(refusal({touchdowns, varied("dice.offense.faces.10.count=1..3")}), "");
}

TEST(Tune, AllCombinationsAreTriedWhereTheyAreFew) {
    const std::vector<Freedom> both{varied("score.touchdown=5..8"), varied("score.field_goal=1..4")};
    const std::vector<Goal> goals{*read_goal("margin=12")};
    const Tuning tuning = tune(*sports(), both, goals, {}, summed);
    EXPECT_TRUE(tuning.whole);
    EXPECT_EQ(tuning.boxes, 16u);
    EXPECT_EQ(tuning.nearest.front().distance, 0);
    EXPECT_THAT(tuning.nearest.front().changes,
                ElementsAre(Change{"score.touchdown", "8"}, Change{"score.field_goal", "4"}));
    EXPECT_EQ(tuning.nearest.front().values.front(), 12);
    EXPECT_EQ(tuning.nearest.size(), 10u);
}

TEST(Tune, FewerChangesAreNearerAmongEquals) {
    const std::vector<Freedom> both{varied("score.touchdown=5..8"), varied("score.field_goal=1..4")};
    const std::vector<Goal> goals{*read_goal("margin=11")};
    EXPECT_THAT(tune(*sports(), both, goals, {}, summed).nearest.front().changes, testing::SizeIs(1));
}

TEST(Tune, ASearchFindsTheGoalAmongMany) {
    const std::vector<Freedom> three{varied("score.touchdown=1..40"), varied("score.field_goal=1..40"),
                                     varied("score.safety=1..20")};
    const std::vector<Goal> goals{*read_goal("margin=63"), *read_goal("draw=0.13")};
    std::size_t asked = 0;
    const Tuning tuning = tune(*sports(), three, goals, {}, [&](const Table& table) {
        ++asked;
        return summed(table);
    });
    EXPECT_FALSE(tuning.whole);
    EXPECT_EQ(tuning.nearest.front().distance, 0);
    EXPECT_LT(asked, 1000u);
}

TEST(Tune, BoxesThatAreNotSoundAreLeftOut) {
    const std::vector<Freedom> odd{varied("field.start=21..25")};
    const Tuning tuning = tune(*sports(), odd, std::vector{*read_goal("draw=0")}, {}, summed);
    EXPECT_EQ(tuning.boxes, 1u);
}

} // namespace
} // namespace touchline::lab
