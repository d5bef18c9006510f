// The house rules of Pocket Sports Rugby that came with every sentence of its rulebook, ruling by ruling.
#include "games/at_table.hpp"
#include "games/pocket_rugby/rugby_table.hpp"

namespace touchline {
namespace {

RugbyTable rugby_house(const Json& options) { return RugbyTable("pocket-rugby", options); }

Json with_team_cards(Json options) {
    options["home_team"] = "new-zealand";
    options["away_team"] = "england";
    return options;
}

Json hurt(const std::vector<std::string>& home) { return {{"home", home}, {"away", Json::array()}}; }

// ---- R2: big hits in a row -----------------------------------------------------------------------------------------

TEST(RugbyHouse, R2TheLastHitOfATackleAndTheFirstOfTheNextMayInjure) {
    RugbyTable table = rugby_house({{"big_hits", "in-a-row"}});
    table.set({{"carrier", "wing"}}).shows({{"big_hit", false}}).roll("SIDE STEP").roll("1").roll("BIG HIT");
    table.waits_for("scrum-half", "home").shows({{"big_hit", true}, {"tackle", nullptr}, {"injured", hurt({})}});
    table.roll("C").roll("PASS").choose("back").roll("HIGH BALL").shows({{"big_hit", true}, {"value", 6}});
    table.roll("BIG HIT").waits_for("tackle", "away");
    // Whoever is hit the second time is hurt at once; his run keeps its value.
    table.shows({{"injured", hurt({"back"})}, {"big_hit", false}, {"tackle", 5}, {"value", 6}});
    table.roll("1").waits_for("scrum-half", "home").shows({{"big_hit", false}});
}

TEST(RugbyHouse, R2AnythingBetweenTwoBigHitsPartsThem) {
    RugbyTable table = rugby_house({{"big_hits", "in-a-row"}});
    const Json after{{"carrier", "wing"}, {"big_hit", true}};
    // Another roll of a tackle.
    table.set(after).roll("SIDE STEP").roll("1").roll("5").shows({{"big_hit", false}});
    table.roll("W").roll("SIDE STEP").roll("BIG HIT").shows({{"injured", hurt({})}});
    // A stoppage, even if the ball is won back.
    table.set(after).roll("LINEOUT").roll("RED").waits_for("scrum-half", "home").shows({{"big_hit", false}});
    // A line that is broken: the try is scored and the side that scored has the ball again.
    table.set(after).roll("INTO THE CORNER").roll("1").roll("1").shows({{"big_hit", false}});
    table.roll("TRY").roll("20").roll("20").waits_for("scrum-half", "home").shows({{"big_hit", false}});
    // Not the pass, and not the range of a drop goal that is not kicked.
    table.set({{"carrier", "centre"}, {"big_hit", true}}).roll("DROP GOAL").roll("20").choose("pass").choose("wing");
    table.shows({{"big_hit", true}}).roll("SIDE STEP").roll("BIG HIT").shows({{"injured", hurt({"wing"})}});
}

TEST(RugbyHouse, R2AFailedStealAndASingleRollEndATackleToo) {
    RugbyTable table = rugby_house(with_team_cards({{"big_hits", "in-a-row"}}));
    table.set({{"carrier", "wing"}}).roll("HIT UP 3").roll("BIG HIT").choose("steal").roll("NO RUCK WIN");
    table.shows({{"big_hit", true}, {"injured", hurt({})}});
    table.roll("C").roll("DUMMY").roll("6").roll("BIG HIT").shows({{"injured", hurt({"centre"})}, {"big_hit", false}});
    table.waits_for("try", "home"); // 5 against 6 with the card's bonus
    table.set({{"carrier", "centre"}, {"injured", {{"home", {"centre"}}}}, {"big_hit", false}});
    table.roll("DUMMY").roll("6").roll("BIG HIT").waits_for("scrum-half", "home").shows({{"big_hit", true}});
}

TEST(RugbyHouse, R2AStealByTheSecondBigHitLeavesItsMark) {
    RugbyTable table = rugby_house({{"big_hits", "in-a-row"}});
    table.set({{"carrier", "wing"}, {"big_hit", true}}).roll("HIT UP 3").roll("BIG HIT").waits_for("big-hit", "away");
    table.shows({{"injured", hurt({"wing"})}}).choose("steal").roll("RUCK WIN").waits_for("scrum-half", "away");
    table.shows({{"injured", hurt({"wing"})}, {"big_hit", false}});
}

TEST(RugbyHouse, R2BigHitsOfOneTackleInjureInBothReadings) {
    for (const char* reading : {"one-tackle", "in-a-row"}) {
        RugbyTable table = rugby_house({{"big_hits", reading}});
        table.set({{"carrier", "wing"}}).roll("SIDE STEP").roll("BIG HIT").roll("BIG HIT");
        table.shows({{"injured", hurt({"wing"})}});
    }
}

TEST(RugbyHouse, R2NothingIsRememberedWithoutInjuriesOrInTheOtherReading) {
    for (const Json& options : {Json::object(), Json{{"big_hits", "in-a-row"}, {"injuries", false}}}) {
        RugbyTable table = rugby_house(options);
        EXPECT_FALSE(table.refusal({{"big_hit", true}}).empty());
        table.set({{"carrier", "wing"}}).roll("SIDE STEP").roll("1").roll("BIG HIT");
        EXPECT_FALSE(table->state().contains("big_hit"));
    }
}

TEST(RugbyHouse, R2AnInjuryOfAFirstRollIsTold) {
    AtTable table = at("pocket-rugby", R"({"big_hits":"in-a-row"})");
    table.set(R"({"carrier":"wing","big_hit":true})").falls({"SIDE STEP", "BIG HIT"}).tells("injury home wing");
}

// ---- R8: what may be attempted, and checked ------------------------------------------------------------------------

TEST(RugbyHouse, R8TheAttackMayDoWithoutItsDecoy) {
    RugbyTable table = rugby_house(with_team_cards({{"attempts", "may"}}));
    table.set({{"carrier", "centre"}}).roll("DUMMY").waits_for("attempt", "home").may_choose({"attempt", "decline"});
    table.shows({{"value", 6}}).choose("decline").waits_for("tackle", "away").roll("3").waits_for("tackle", "away");
    table.set({{"carrier", "centre"}}).roll("DUMMY").choose("attempt").waits_for("skill", "home").roll("4").roll("3");
    table.waits_for("try", "home");
}

TEST(RugbyHouse, R8TheDefenceMayDoWithoutInterceptAndChargeDown) {
    RugbyTable table = rugby_house(with_team_cards({{"attempts", "may"}}));
    table.set({{"carrier", "wing"}}).roll("CHIP & CHASE").waits_for("attempt", "away").choose("decline");
    table.waits_for("tackle", "away");
    table.set({{"carrier", "wing"}}).roll("CHIP & CHASE").choose("attempt").waits_for("skill", "away").roll("6");
    table.waits_for("scrum-half", "away");
    table.set({{"carrier", "back"}}).roll("DROP GOAL").roll("30").choose("kick").waits_for("attempt", "away");
    table.shows({{"range", 30}}).choose("decline").waits_for("kick", "home").roll("30").shows({{"range", nullptr}});
    table.set({{"carrier", "back"}}).roll("DROP GOAL").roll("30").choose("kick").choose("attempt");
    table.waits_for("skill", "away").roll("5").waits_for("scrum-half", "away");
}

TEST(RugbyHouse, R8NobodyIsAskedWithoutTeamCardsOrWhereNoFaceWouldDo) {
    RugbyTable plain = rugby_house({{"attempts", "may"}});
    plain.set({{"carrier", "wing"}}).roll("CHIP & CHASE").waits_for("tackle", "away");
    // England intercepts with a 6; with a card off the check there is none.
    RugbyTable table = rugby_house(with_team_cards({{"attempts", "may"}, {"card_penalty", "all-dice"}}));
    table.set({{"carrier", "wing"}, {"cards", {{"away", 1}}}}).roll("CHIP & CHASE").waits_for("tackle", "away");
    table.set({{"carrier", "back"}, {"cards", {{"away", 1}}}}).roll("DROP GOAL").roll("30").choose("kick");
    table.waits_for("attempt", "away"); // a charge-down takes 5
    table.set({{"carrier", "back"}, {"cards", {{"away", 2}}}}).roll("DROP GOAL").roll("30").choose("kick");
    table.waits_for("kick", "home");
    // Without the choice the die is rolled all the same.
    RugbyTable always = rugby_house(with_team_cards({{"card_penalty", "all-dice"}}));
    always.set({{"carrier", "wing"}, {"cards", {{"away", 1}}}}).roll("CHIP & CHASE").waits_for("skill", "away");
    always.roll("6").waits_for("tackle", "away");
}

TEST(RugbyHouse, R8TheSideWithThePenaltyMayCheckForACard) {
    RugbyTable table = rugby_house({{"card_check", "may"}});
    table.set({{"carrier", "forward"}}).roll("SCRUM").roll("PENALTY WON").waits_for("check", "away");
    table.may_choose({"check", "decline"}).choose("decline").waits_for("penalty", "away");
    table.shows({{"cards", {{"home", 0}, {"away", 0}}}}).choose("kick").waits_for("range", "away");
    table.set({{"carrier", "forward"}}).roll("SCRUM").roll("PENALTY AGAINST").waits_for("check", "home");
    table.choose("check").waits_for("card", "home").roll("YELLOW").waits_for("penalty", "home");
    table.shows({{"cards", {{"home", 0}, {"away", 1}}}});
    RugbyTable before = rugby_house({{"card_check", "may"}, {"penalty_range", "before"}});
    before.set({{"carrier", "forward"}}).roll("SCRUM").roll("PENALTY WON").choose("decline").waits_for("range", "away");
    before.roll("20").waits_for("penalty", "away").shows({{"range", 20}});
}

TEST(RugbyHouse, R8AThirdCardChangesNothingAndIsNotAskedFor) {
    RugbyTable table = rugby_house({{"card_check", "may"}});
    table.set({{"carrier", "forward"}, {"cards", {{"home", 2}}}}).roll("SCRUM").roll("PENALTY WON");
    table.waits_for("card", "away").roll("YELLOW").waits_for("penalty", "away");
    table.shows({{"cards", {{"home", 2}, {"away", 0}}}, {"yellow_total", {{"home", 3}, {"away", 0}}}});
    table.set({{"carrier", "forward"}, {"cards", {{"home", 2}}}}).roll("SCRUM").roll("PENALTY AGAINST");
    table.waits_for("check", "home");
}

// ---- R10: cards off all dice of the defence ------------------------------------------------------------------------

TEST(RugbyHouse, R10CardsMayLowerSkillChecksOfTheDefenceToo) {
    RugbyTable table = rugby_house(with_team_cards({{"card_penalty", "all-dice"}}));
    // Each tackle roll, as in the box.
    table.set({{"carrier", "wing"}, {"cards", {{"away", 1}}}}).roll("SIDE STEP").roll("4").shows({{"tackle", 3}});
    // England's charge-down takes 5, and a 5 is a 4 now.
    table.set({{"carrier", "back"}, {"cards", {{"away", 1}}}}).roll("DROP GOAL").roll("30").choose("kick").roll("5");
    table.waits_for("kick", "home");
    table.set({{"carrier", "back"}, {"cards", {{"away", 1}}}}).roll("DROP GOAL").roll("30").choose("kick").roll("6");
    table.waits_for("scrum-half", "away");
    // Stopping a maul takes New Zealand a 5.
    table.set({{"offense", "away"}, {"carrier", "forward"}, {"cards", {{"home", 1}}}}).roll("ROLLING MAUL");
    table.choose("stop").roll("5").waits_for("tackle", "home");
    // With two cards it cannot be stopped, and nobody is asked (D5).
    table.set({{"offense", "away"}, {"carrier", "forward"}, {"cards", {{"home", 2}}}}).roll("ROLLING MAUL");
    table.waits_for("tackle", "home");
    // The decoy is a check of the attack: neither side's cards lower it.
    table.set({{"carrier", "centre"}, {"cards", {{"home", 2}, {"away", 2}}}}).roll("DUMMY").roll("4");
    table.roll("5").waits_for("try", "home"); // one roll, 3 against 6
}

// ---- R19: both sides' points together ------------------------------------------------------------------------------

TEST(RugbyHouse, R19PointsOfBothSidesMayBringHalfTimeAndFullTime) {
    RugbyTable table = rugby_house({{"points", "together"}});
    table.set({{"score", {{"home", 10}, {"away", 7}}}, {"carrier", "centre"}}).shows({{"half", 1}});
    table.roll("DROP GOAL").roll("20").choose("kick").roll("20").shows({{"half", 2}}).waits_for("scrum-half", "away");
    table.set({{"score", {{"home", 20}, {"away", 17}}}, {"carrier", "centre"}}).shows({{"half", 2}});
    table.roll("DROP GOAL").roll("20").choose("kick").roll("20").won_by(Result::home);
    table.set({{"score", {{"home", 30}, {"away", 9}}}, {"carrier", "centre"}});
    EXPECT_FALSE(table.refusal({{"score", {{"home", 30}, {"away", 10}}}}).empty());
    EXPECT_FALSE(table.refusal({{"score", {{"home", 12}, {"away", 8}}}, {"half", 1}}).empty());
}

TEST(RugbyHouse, R19TheSideAheadWinsWhoeverScoredLast) {
    RugbyTable table = rugby_house({{"points", "together"}});
    table.set({{"score", {{"home", 8}, {"away", 29}}}, {"carrier", "centre"}});
    table.roll("DROP GOAL").roll("20").choose("kick").roll("20").won_by(Result::away).shows({{"offense", "home"}});
}

TEST(RugbyHouse, R19LevelAtFullTimeTheNextPointsDecide) {
    RugbyTable table = rugby_house({{"points", "together"}});
    table.set({{"score", {{"home", 17}, {"away", 20}}}, {"carrier", "centre"}});
    table.roll("DROP GOAL").roll("20").choose("kick").roll("20").waits_for("scrum-half", "home");
    table.shows({{"score", {{"home", 20}, {"away", 20}}}, {"half", 2}});
    table.roll("C").roll("DROP GOAL").roll("20").choose("kick").roll("20").won_by(Result::home);
    table.set({{"score", {{"home", 23}, {"away", 23}}}}).waits_for("scrum-half", "home");
}

TEST(RugbyHouse, R19AConversionIsTakenWhileItCanChangeTheWinner) {
    RugbyTable table = rugby_house({{"points", "together"}});
    const auto at_try = [&](int home, int away) -> RugbyTable& {
        table.set({{"score", {{"home", home}, {"away", away}}}, {"carrier", "wing"}});
        return table.roll("INTO THE CORNER").roll("1").roll("1").roll("TRY");
    };
    at_try(18, 20).won_by(Result::home);                                                  // 23–20
    at_try(16, 22).waits_for("range", "home").roll("20").roll("20").won_by(Result::home); // 23–22
    at_try(16, 22).roll("45").roll("20").won_by(Result::away);                            // 21–22
    at_try(15, 22).roll("20").roll("20").waits_for("scrum-half", "home");                 // 22–22
    at_try(15, 20).roll("45").roll("20").waits_for("scrum-half", "home");                 // 20–20
    at_try(15, 20).roll("20").roll("20").won_by(Result::home);
}

TEST(RugbyHouse, R19InTheRainTenAndTwentyTogether) {
    RugbyTable table = rugby_house({{"points", "together"}, {"weather", "rain"}});
    table.set({{"score", {{"home", 5}, {"away", 5}}}}).shows({{"half", 2}});
    table.set({{"score", {{"home", 10}, {"away", 7}}}, {"carrier", "centre"}});
    table.roll("DROP GOAL").roll("20").choose("kick").roll("20").won_by(Result::home);
}

// ---- R27: a penalty in a quick tap ---------------------------------------------------------------------------------

RugbyTable maul_stopped(Json options, const Json& fields = Json::object()) {
    RugbyTable table = rugby_house(with_team_cards(std::move(options)));
    Json position{{"carrier", "forward"}, {"quick_tap", 1}};
    position.update(fields);
    table.set(position).roll("ROLLING MAUL").choose("stop").roll("6").waits_for("card", "home");
    return table;
}

TEST(RugbyHouse, R27ThePenaltyItselfMayResetAQuickTap) {
    RugbyTable table = maul_stopped({{"tap_reset", "penalty"}});
    table.shows({{"quick_tap", 3}}).roll("NO CARD").shows({{"quick_tap", 3}}).choose("kick").roll("20").roll("20");
    table.waits_for("scrum-half", "home").shows({{"quick_tap", 3}, {"score", {{"home", 3}, {"away", 0}}}});
    RugbyTable tapped = maul_stopped({{"tap_reset", "penalty"}});
    tapped.roll("NO CARD").choose("quick-tap").waits_for("scrum-half", "home").shows({{"quick_tap", 3}});
    RugbyTable box = maul_stopped(Json::object());
    box.shows({{"quick_tap", 0}}).roll("NO CARD").choose("kick").roll("20").roll("20").shows({{"quick_tap", 0}});
}

TEST(RugbyHouse, R27ATapThatWasResetEndsWithTheBallAndTheHalf) {
    const Json reset{{"tap_reset", "penalty"}};
    RugbyTable missed = maul_stopped(reset);
    missed.roll("NO CARD")
        .choose("kick")
        .roll("45")
        .roll("20")
        .waits_for("scrum-half", "away")
        .shows({{"quick_tap", 0}});
    RugbyTable kept = maul_stopped({{"tap_reset", "penalty"}, {"missed_kick", "keep"}});
    kept.roll("NO CARD").choose("kick").roll("45").roll("20").waits_for("scrum-half", "home").shows({{"quick_tap", 3}});
    RugbyTable conceder = maul_stopped({{"tap_reset", "penalty"}, {"goal_restart", "conceder"}});
    conceder.roll("NO CARD").choose("kick").roll("20").roll("20").shows({{"quick_tap", 0}, {"offense", "away"}});
    RugbyTable half = maul_stopped({{"tap_reset", "penalty"}, {"second_half", "scorer"}}, {{"score", {{"home", 18}}}});
    half.roll("NO CARD").choose("kick").roll("20").roll("20").waits_for("scrum-half", "home");
    half.shows({{"half", 2}, {"quick_tap", 0}});
}

TEST(RugbyHouse, R27OnlyAPenaltyWonInARunningTapResetsIt) {
    RugbyTable none = maul_stopped({{"tap_reset", "penalty"}}, {{"quick_tap", 0}});
    none.shows({{"quick_tap", 0}}).roll("NO CARD").choose("kick").roll("20").roll("20").shows({{"quick_tap", 0}});
    // An error has ended the tap before the penalty (R14).
    RugbyTable table = rugby_house({{"tap_reset", "penalty"}});
    table.set({{"carrier", "forward"}, {"quick_tap", 2}}).roll("SCRUM").roll("PENALTY AGAINST");
    table.waits_for("card", "home").shows({{"quick_tap", 0}});
}

} // namespace
} // namespace touchline
