// The rulings of Pocket Sports Rugby: the default reading and the other one where it is an option.
#include "games/pocket_rugby/rugby_table.hpp"

namespace touchline {
namespace {

RugbyTable rugby(const Json& options = Json::object()) { return RugbyTable("pocket-rugby", options); }

TEST(Rulings, R1AFailedStealIsATackleOrTheSecondRollFollows) {
    RugbyTable table = rugby();
    table.set({{"carrier", "wing"}})
        .roll("HIT UP 3")
        .roll("BIG HIT")
        .choose("steal")
        .roll("NO RUCK WIN")
        .waits_for("scrum-half", "home");
    RugbyTable second = rugby({{"failed_steal", "second-roll"}});
    second.set({{"carrier", "wing"}, {"quick_tap", 2}})
        .roll("HIT UP 3")
        .roll("BIG HIT")
        .choose("steal")
        .roll("NO RUCK WIN");
    second.waits_for("tackle", "away").shows({{"tackle", 5}, {"value", 4}, {"quick_tap", 2}}).roll("BIG HIT");
    second.waits_for("scrum-half", "home")
        .shows({{"injured", {{"home", {"wing"}}, {"away", Json::array()}}}, {"quick_tap", 1}});
    second.set({{"carrier", "forward"}, {"quick_tap", 2}, {"cards", {{"away", 2}}}})
        .roll("HIT UP 5")
        .roll("BIG HIT")
        .choose("steal");
    second.roll("NO RUCK WIN").roll("2").waits_for("try", "home"); // 3 + 0 against 6
}

TEST(Rulings, R2TheLastHitOfOneTackleAndTheFirstOfTheNextDoNotInjure) {
    RugbyTable table = rugby();
    table.set({{"carrier", "wing"}})
        .roll("SIDE STEP")
        .roll("1")
        .roll("BIG HIT")
        .roll("W")
        .roll("SIDE STEP")
        .roll("BIG HIT")
        .roll("5");
    table.shows({{"injured", {{"home", Json::array()}, {"away", Json::array()}}}});
}

TEST(Rulings, R3ThePrintedHitUpCountsNotAnyRunOfThreeToFive) {
    RugbyTable table = rugby();
    table.set({{"carrier", "forward"}}).roll("ROLLING MAUL").roll("BIG HIT").waits_for("tackle", "away");
    table.set({{"carrier", "centre"}}).roll("DUMMY").roll("BIG HIT").waits_for("tackle", "away");
    table.set({{"carrier", "forward"}, {"quick_tap", 1}})
        .roll("HIT UP 5")
        .shows({{"value", 6}})
        .roll("BIG HIT")
        .waits_for("big-hit", "away");
    table.set({{"carrier", "wing"}, {"weather", "rain"}, {"injured", {{"home", {"wing"}}}}})
        .roll("HIT UP 3")
        .shows({{"value", 1}});
    table.roll("BIG HIT").waits_for("big-hit", "away");
}

TEST(Rulings, R5WhoRestartsAfterADropOrPenaltyGoal) {
    RugbyTable table = rugby({{"goal_restart", "conceder"}});
    table.set({{"carrier", "centre"}})
        .roll("DROP GOAL")
        .roll("20")
        .choose("kick")
        .roll("20")
        .waits_for("scrum-half", "away");
    table.set({{"carrier", "forward"}})
        .roll("SCRUM")
        .roll("PENALTY WON")
        .roll("NO CARD")
        .choose("kick")
        .roll("20")
        .roll("20");
    table.waits_for("scrum-half", "home").shows({{"score", {{"home", 0}, {"away", 3}}}});
    table.set({{"carrier", "wing"}})
        .roll("INTO THE CORNER")
        .roll("1")
        .roll("1")
        .roll("TRY")
        .roll("20")
        .roll("20")
        .waits_for("scrum-half", "home");
}

TEST(Rulings, R6AMissedKickIsLostOrKeptWithoutQuickTap) {
    RugbyTable table = rugby({{"missed_kick", "keep"}});
    table.set({{"carrier", "centre"}, {"quick_tap", 3}}).roll("DROP GOAL").roll("45").choose("kick").roll("20");
    table.waits_for("scrum-half", "home").shows({{"quick_tap", 0}});
    table.set({{"carrier", "forward"}})
        .roll("SCRUM")
        .roll("PENALTY WON")
        .roll("NO CARD")
        .choose("kick")
        .roll("45")
        .roll("20");
    table.waits_for("scrum-half", "away");
}

TEST(Rulings, R7WhoOpensTheSecondHalf) {
    const Json near{{"score", {{"home", 17}, {"away", 12}}}, {"first_attack", "home"}, {"carrier", "centre"}};
    RugbyTable other = rugby();
    other.set(near)
        .roll("DROP GOAL")
        .roll("20")
        .choose("kick")
        .roll("20")
        .waits_for("scrum-half", "away")
        .shows({{"half", 2}});
    RugbyTable scorer = rugby({{"second_half", "scorer"}});
    scorer.set(near)
        .roll("DROP GOAL")
        .roll("20")
        .choose("kick")
        .roll("20")
        .waits_for("scrum-half", "home")
        .shows({{"half", 2}});
    RugbyTable conceder = rugby({{"second_half", "scorer"}, {"goal_restart", "conceder"}});
    conceder.set(near).roll("DROP GOAL").roll("20").choose("kick").roll("20").waits_for("scrum-half", "away");
}

TEST(Rulings, R10CardsComeOffEachRollOrOffTheSum) {
    RugbyTable table = rugby({{"card_penalty", "sum"}});
    table.set({{"carrier", "centre"}, {"cards", {{"away", 2}}}}).roll("DUMMY").roll("3").shows({{"tackle", 3}});
    table.roll("4").waits_for("scrum-half", "home"); // 3 + 4 - 2 against 5
    table.set({{"carrier", "centre"}, {"cards", {{"away", 2}}}})
        .roll("DUMMY")
        .roll("3")
        .roll("3")
        .waits_for("try", "home");
    table.set({{"carrier", "centre"}, {"cards", {{"away", 2}}}})
        .roll("DUMMY")
        .roll("1")
        .roll("BIG HIT")
        .waits_for("scrum-half", "home");
    RugbyTable decoyed = rugby({{"card_penalty", "sum"}, {"home_team", "australia"}, {"away_team", "england"}});
    decoyed.set({{"carrier", "centre"}, {"cards", {{"away", 1}}}})
        .roll("DUMMY")
        .roll("4")
        .roll("5")
        .waits_for("try", "home");
}

TEST(Rulings, R13ASecondYellowInTheSecondHalfCountsTwo) {
    RugbyTable table = rugby();
    table.set({{"score", {{"home", 20}}}, {"yellow_total", {{"home", 1}}}, {"carrier", "forward"}})
        .roll("SCRUM")
        .roll("PENALTY WON")
        .roll("YELLOW");
    table.shows({{"cards", {{"home", 2}, {"away", 0}}}, {"yellow_total", {{"home", 2}, {"away", 0}}}});
}

TEST(Rulings, R16TheRangeOfAPenaltyIsRolledAfterOrBeforeTheChoice) {
    RugbyTable table = rugby({{"penalty_range", "before"}});
    const auto penalty = [&]() -> RugbyTable& {
        return table.set({{"carrier", "forward"}}).roll("SCRUM").roll("PENALTY WON").roll("YELLOW");
    };
    penalty().waits_for("range", "away").roll("30").waits_for("penalty", "away").shows({{"range", 30}});
    table.choose("kick")
        .waits_for("kick", "away")
        .shows({{"range", 30}})
        .roll("35")
        .shows({{"score", {{"home", 0}, {"away", 3}}}});
    penalty()
        .roll("45")
        .choose("quick-tap")
        .waits_for("scrum-half", "away")
        .shows({{"range", nullptr}, {"quick_tap", 3}});
}

TEST(Rulings, R18HalfTimeWaitsForTheConversionThatDecidesIt) {
    RugbyTable table = rugby();
    table.set({{"score", {{"home", 14}}}, {"carrier", "wing"}})
        .roll("INTO THE CORNER")
        .roll("1")
        .roll("1")
        .roll("TRY")
        .roll("20");
    table.shows({{"half", 1}})
        .roll("20")
        .shows({{"half", 2}, {"score", {{"home", 21}, {"away", 0}}}})
        .waits_for("scrum-half", "away");
}

TEST(Rulings, R27AKickEndsTheQuickTapAndATapStartsItAgain) {
    RugbyTable table = rugby({{"home_team", "south-africa"}, {"away_team", "england"}});
    const auto stopped = [&]() -> RugbyTable& {
        return table.set({{"carrier", "forward"}, {"quick_tap", 1}})
            .roll("ROLLING MAUL")
            .choose("stop")
            .roll("6")
            .roll("NO CARD");
    };
    stopped().choose("quick-tap").shows({{"quick_tap", 3}, {"offense", "home"}});
    stopped().choose("kick").roll("45").roll("20").shows({{"quick_tap", 0}}).waits_for("scrum-half", "away");
}

TEST(Options, TeamsComeInPairsAndDiffer) {
    EXPECT_TRUE(refusal_of("pocket-rugby", {{"home_team", "england"}}).starts_with("bad-option"));
    EXPECT_TRUE(
        refusal_of("pocket-rugby", {{"away_team", "england"}, {"home_team", "none"}}).starts_with("bad-option"));
    EXPECT_TRUE(
        refusal_of("pocket-rugby", {{"home_team", "england"}, {"away_team", "england"}}).starts_with("bad-option"));
    EXPECT_TRUE(
        refusal_of("pocket-rugby", {{"home_team", "fiji"}, {"away_team", "england"}}).starts_with("bad-option"));
    EXPECT_EQ(refusal_of("pocket-rugby", {{"home_team", "england"}, {"away_team", "australia"}}), "");
    EXPECT_TRUE(refusal_of("pocket-rugby", {{"injuries", "yes"}}).starts_with("bad-option"));
}

} // namespace
} // namespace touchline
