// The numbered steps of Pocket Sports Rugby, one after the other.
#include "games/pocket_rugby/rugby_table.hpp"

namespace touchline {
namespace {

RugbyTable rugby(const Json& options = Json::object()) { return RugbyTable("pocket-rugby", options); }

RugbyTable with_cards(std::string_view home, std::string_view away, Json options = Json::object()) {
    options["home_team"] = home;
    options["away_team"] = away;
    return rugby(options);
}

// A wing of home is about to be tackled, INTO THE CORNER, and is through.
RugbyTable& over_the_line(RugbyTable& table, Json fields = Json::object()) {
    fields["carrier"] = "wing";
    return table.set(fields).roll("INTO THE CORNER").roll("1").roll("1");
}

TEST(Step1, TheTossNamesTheSideThatAttacksFirst) {
    RugbyTable table = rugby();
    table.waits_for("toss", "home").shows({{"offense", nullptr}, {"first_attack", nullptr}, {"weather", "off"}});
    table.roll("away").waits_for("scrum-half", "away").shows({{"offense", "away"}, {"first_attack", "away"}});
}

TEST(Step1, WeatherIsRolledBeforeTheToss) {
    RugbyTable table = rugby({{"weather", "roll"}});
    table.waits_for("weather", "home").shows({{"weather", "roll"}});
    table.roll("6").waits_for("toss", "home").shows({{"weather", "rain"}});
    RugbyTable fine = rugby({{"weather", "roll"}});
    fine.roll("3").shows({{"weather", "fine"}});
}

TEST(Step2, TheScrumHalfPassesToEachPosition) {
    for (const auto& [face, position] : {std::pair{"F", "forward"}, {"C", "centre"}, {"W", "wing"}, {"B", "back"}}) {
        RugbyTable table = rugby();
        table.set({{"offense", "away"}}).roll(face).waits_for(position, "away").shows({{"carrier", position}});
    }
}

TEST(Step3, APassGoesToOneOfTheOtherThree) {
    RugbyTable table = rugby();
    table.set({{"carrier", "centre"}}).roll("PASS").waits_for("pass", "home").may_choose({"forward", "wing", "back"});
    table.shows({{"carrier", "centre"}}).choose("wing").waits_for("wing", "home").shows({{"carrier", "wing"}});
    table.roll("PASS").may_choose({"forward", "centre", "back"});
}

TEST(Step3, ARunIsWorthItsFaceQuickTapAndInjury) {
    RugbyTable table = rugby();
    table.set({{"carrier", "back"}})
        .roll("HIGH BALL")
        .waits_for("tackle", "away")
        .shows({{"value", 6}, {"carrier", "back"}});
    table.set({{"carrier", "back"}, {"quick_tap", 1}}).roll("HIGH BALL").shows({{"value", 7}});
    table.set({{"carrier", "back"}, {"injured", {{"home", {"back"}}}}}).roll("HIGH BALL").shows({{"value", 5}});
    table.set({{"carrier", "back"}, {"injured", {{"home", {"wing"}}, {"away", {"back"}}}}}).roll("HIGH BALL");
    table.shows({{"value", 6}});
    table.set({{"carrier", "back"}, {"weather", "rain"}}).roll("HIGH BALL").shows({{"value", 5}});
}

TEST(Step3, TheCardsBonusGoesByTheFacesNameOnAnyDie) {
    RugbyTable table = with_cards("south-africa", "england");
    for (const char* carrier : {"forward", "centre", "back"})
        table.set({{"carrier", carrier}}).roll("HIT UP 4").shows({{"value", 5}});
    table.set({{"carrier", "wing"}}).roll("HIT UP 3").shows({{"value", 3}});
    table.set({{"carrier", "forward"}}).roll("LINE BREAK").shows({{"value", 8}});
    table.set({{"carrier", "back"}, {"offense", "away"}}).roll("HIT UP 4").shows({{"value", 4}});
}

TEST(Step4, ADecoyAtItsNumberLeavesOneTackleRoll) {
    RugbyTable table = with_cards("new-zealand", "england");
    table.set({{"carrier", "centre"}}).roll("DUMMY").waits_for("skill", "home").shows({{"value", 6}});
    table.roll("4").waits_for("tackle", "away").roll("BIG HIT").waits_for("try", "home"); // counts 5, R17
    table.set({{"carrier", "centre"}})
        .roll("DUMMY")
        .roll("3")
        .roll("4")
        .waits_for("tackle", "away")
        .shows({{"tackle", 4}});
    table.roll("2").waits_for("scrum-half", "home");
}

TEST(Step4, ADecoysOnlyRollMayTackle) {
    RugbyTable table = with_cards("australia", "england");
    table.set({{"carrier", "back"}, {"quick_tap", 2}}).roll("DUMMY").shows({{"value", 6}});
    table.set({{"carrier", "back"}}).roll("DUMMY").shows({{"value", 5}}).roll("6").roll("BIG HIT");
    table.waits_for("scrum-half", "home")
        .shows({{"tackle", nullptr}, {"injured", {{"home", Json::array()}, {"away", Json::array()}}}});
}

TEST(Step4, AnInterceptGivesTheDefenceTheBall) {
    RugbyTable table = with_cards("australia", "new-zealand");
    table.set({{"carrier", "wing"}, {"quick_tap", 3}})
        .roll("CHIP & CHASE")
        .waits_for("skill", "away")
        .shows({{"value", 9}});
    table.roll("5").waits_for("scrum-half", "away").shows({{"offense", "away"}, {"quick_tap", 0}, {"value", nullptr}});
    table.set({{"carrier", "wing"}}).roll("CHIP & CHASE").roll("4").waits_for("tackle", "away").shows({{"value", 8}});
}

TEST(Step4, StoppingAMaulIsAChoiceAndGivesAPenaltyAway) {
    RugbyTable table = with_cards("south-africa", "new-zealand");
    table.set({{"carrier", "forward"}, {"quick_tap", 2}})
        .roll("ROLLING MAUL")
        .waits_for("maul", "away")
        .may_choose({"stop", "defend"});
    table.choose("stop").waits_for("skill", "away").roll("5").waits_for("card", "home");
    table.shows({{"offense", "home"}, {"carrier", nullptr}, {"value", nullptr}, {"quick_tap", 0}});
    table.roll("YELLOW").shows({{"cards", {{"home", 0}, {"away", 1}}}}).waits_for("penalty", "home");
    table.set({{"carrier", "forward"}})
        .roll("ROLLING MAUL")
        .choose("stop")
        .roll("4")
        .waits_for("tackle", "away")
        .shows({{"value", 7}});
    table.set({{"carrier", "forward"}}).roll("ROLLING MAUL").choose("defend").waits_for("tackle", "away");
}

TEST(Step4, WithoutCardsNothingIsChecked) {
    RugbyTable table = rugby();
    table.set({{"carrier", "centre"}}).roll("DUMMY").waits_for("tackle", "away");
    table.set({{"carrier", "wing"}}).roll("CHIP & CHASE").waits_for("tackle", "away");
    table.set({{"carrier", "forward"}}).roll("ROLLING MAUL").waits_for("tackle", "away");
}

TEST(Step5, TheSecondRollIsMadeEvenIfTheFirstIsEnough) {
    RugbyTable table = rugby();
    table.set({{"carrier", "wing"}})
        .roll("HIT UP 3")
        .roll("5")
        .waits_for("tackle", "away")
        .shows({{"tackle", 5}, {"value", 3}});
    table.roll("1")
        .waits_for("scrum-half", "home")
        .shows({{"carrier", nullptr}, {"value", nullptr}, {"tackle", nullptr}});
}

TEST(Step5, ASumBelowTheValueBreaksTheLine) {
    RugbyTable table = rugby();
    table.set({{"carrier", "centre"}}).roll("THRU THE GAP").roll("3").roll("3").waits_for("try", "home");
    table.shows({{"carrier", "centre"}, {"value", nullptr}, {"tackle", nullptr}});
    table.set({{"carrier", "centre"}}).roll("THRU THE GAP").roll("3").roll("4").waits_for("scrum-half", "home");
}

TEST(Step5, ABigHitCountsFiveFirstAndCompletesSecond) {
    RugbyTable table = rugby();
    table.set({{"carrier", "wing"}})
        .roll("INTO THE CORNER")
        .roll("BIG HIT")
        .waits_for("tackle", "away")
        .shows({{"tackle", 5}});
    table.roll("2").waits_for("try", "home");
    table.set({{"carrier", "wing"}}).roll("INTO THE CORNER").roll("1").roll("BIG HIT").waits_for("scrum-half", "home");
}

TEST(Step5, ABigHitOnAHitUpMayStealTheBall) {
    RugbyTable table = rugby();
    table.set({{"carrier", "forward"}, {"quick_tap", 3}}).roll("HIT UP 5").shows({{"value", 6}}).roll("BIG HIT");
    table.waits_for("big-hit", "away").may_choose({"steal", "tackle"}).shows({{"tackle", 5}});
    table.choose("steal").waits_for("ruck", "away").shows({{"tackle", 5}, {"value", 6}});
    table.roll("NO RUCK WIN").waits_for("scrum-half", "home").shows({{"quick_tap", 2}, {"tackle", nullptr}});
    table.set({{"carrier", "forward"}}).roll("HIT UP 4").roll("BIG HIT").choose("steal").roll("RUCK WIN");
    table.waits_for("scrum-half", "away").shows({{"offense", "away"}});
}

TEST(Step5, TwoBigHitsInjureThePositionOnceForTheMatch) {
    RugbyTable table = rugby();
    table.set({{"carrier", "back"}, {"injured", {{"home", {"forward"}}}}})
        .roll("HIGH BALL")
        .roll("BIG HIT")
        .roll("BIG HIT");
    table.shows({{"injured", {{"home", {"forward", "back"}}, {"away", Json::array()}}}})
        .waits_for("scrum-half", "home");
    table.roll("B").roll("HIGH BALL").shows({{"value", 5}}).roll("BIG HIT").roll("BIG HIT");
    table.shows({{"injured", {{"home", {"forward", "back"}}, {"away", Json::array()}}}});
    RugbyTable without = rugby({{"injuries", false}});
    without.set({{"carrier", "back"}}).roll("HIGH BALL").roll("BIG HIT").roll("BIG HIT");
    without.shows({{"injured", {{"home", Json::array()}, {"away", Json::array()}}}});
}

TEST(Step6, ATryIsFivePointsAndAConversionTwo) {
    RugbyTable table = rugby();
    over_the_line(table).roll("VIDEO REF").waits_for("try", "home").roll("TRY").waits_for("range", "home");
    table.shows({{"score", {{"home", 5}, {"away", 0}}}, {"carrier", nullptr}})
        .roll("35")
        .waits_for("kick", "home")
        .shows({{"range", 35}});
    table.roll("35").waits_for("scrum-half", "home").shows({{"score", {{"home", 7}, {"away", 0}}}, {"range", nullptr}});
    over_the_line(table).roll("TRY").roll("35").roll("30").shows(
        {{"score", {{"home", 5}, {"away", 0}}}, {"offense", "home"}});
}

TEST(Step6, NoTryGivesTheOtherSideTheBall) {
    RugbyTable table = rugby();
    over_the_line(table, {{"quick_tap", 2}})
        .roll("NO TRY")
        .waits_for("scrum-half", "away")
        .shows({{"quick_tap", 0}, {"carrier", nullptr}});
}

TEST(Step6, TheKickBonusCountsInMetres) {
    RugbyTable table = with_cards("england", "australia");
    over_the_line(table).roll("TRY").roll("45").roll("40").shows({{"score", {{"home", 7}, {"away", 0}}}});
    over_the_line(table, {{"weather", "rain"}, {"quick_tap", 0}}).roll("TRY").roll("45").roll("40");
    table.shows({{"score", {{"home", 5}, {"away", 0}}}});
}

TEST(Step7, ADropGoalsRangeIsKnownBeforeTheChoice) {
    RugbyTable table = rugby();
    table.set({{"carrier", "centre"}}).roll("DROP GOAL").waits_for("range", "home").shows({{"carrier", "centre"}});
    table.roll("40").waits_for("drop-goal", "home").may_choose({"kick", "pass"}).shows({{"range", 40}});
    table.choose("kick").waits_for("kick", "home").shows({{"range", 40}, {"carrier", "centre"}});
    table.roll("40").waits_for("scrum-half", "home").shows({{"score", {{"home", 3}, {"away", 0}}}, {"range", nullptr}});
    table.set({{"carrier", "centre"}})
        .roll("DROP GOAL")
        .roll("40")
        .choose("kick")
        .roll("35")
        .waits_for("scrum-half", "away");
    table.set({{"carrier", "back"}}).roll("DROP GOAL").roll("40").choose("pass").waits_for("pass", "home");
    table.may_choose({"forward", "centre", "wing"}).shows({{"range", nullptr}, {"carrier", "back"}});
}

TEST(Step7, WithCardsTheChargeDownComesFirst) {
    RugbyTable table = with_cards("new-zealand", "south-africa");
    table.set({{"carrier", "centre"}})
        .roll("DROP GOAL")
        .roll("20")
        .choose("kick")
        .waits_for("skill", "away")
        .shows({{"range", 20}});
    table.roll("5").waits_for("scrum-half", "away").shows({{"range", nullptr}, {"carrier", nullptr}});
    table.set({{"carrier", "centre"}}).roll("DROP GOAL").roll("20").choose("kick").roll("4").waits_for("kick", "home");
}

TEST(Step8, TheSideThatScoredHasTheBall) {
    RugbyTable table = rugby();
    table.set({{"offense", "away"}, {"carrier", "back"}})
        .roll("DROP GOAL")
        .roll("20")
        .choose("kick")
        .roll("50")
        .waits_for("scrum-half", "away");
}

TEST(Step9, TheSideThatDidNotErrRolls) {
    RugbyTable table = rugby();
    const auto scrum = [&]() -> RugbyTable& {
        return table.set({{"carrier", "forward"}, {"quick_tap", 2}}).roll("SCRUM");
    };
    scrum().waits_for("scrum", "away").shows({{"offense", "home"}, {"carrier", nullptr}, {"quick_tap", 0}});
    table.roll("RESET").waits_for("scrum", "away").roll("GREEN").waits_for("scrum-half", "away");
    scrum().roll("RED").waits_for("scrum-half", "home").shows({{"quick_tap", 0}});
    scrum().roll("PENALTY WON").waits_for("card", "away").shows({{"offense", "away"}});
    scrum().roll("PENALTY AGAINST").waits_for("card", "home").shows({{"offense", "home"}});
}

TEST(Step9, AResetLineoutHandsTheThrowOver) {
    RugbyTable table = rugby();
    const auto lineout = [&]() -> RugbyTable& {
        return table.set({{"carrier", "wing"}}).roll("LINEOUT").waits_for("lineout", "away").roll("RESET");
    };
    lineout().waits_for("lineout", "home").shows({{"offense", "home"}}).roll("GREEN").waits_for("scrum-half", "home");
    lineout().roll("RED").waits_for("scrum-half", "away");
    lineout().roll("PENALTY WON").waits_for("card", "home");
    lineout().roll("PENALTY AGAINST").waits_for("card", "away");
    lineout().roll("RESET").waits_for("lineout", "away").roll("GREEN").waits_for("scrum-half", "away");
}

TEST(Step10, YellowCardsWeakenEachTackleRoll) {
    RugbyTable table = rugby();
    table.set({{"carrier", "centre"}, {"cards", {{"away", 1}}}})
        .roll("THRU THE GAP")
        .roll("BIG HIT")
        .shows({{"tackle", 4}});
    table.roll("3").waits_for("try", "home");
    table.set({{"carrier", "centre"}, {"cards", {{"away", 2}}}}).roll("DUMMY").roll("1").shows({{"tackle", 0}});
    table.roll("BIG HIT").waits_for("scrum-half", "home");
    table.set({{"carrier", "wing"}, {"cards", {{"home", 2}}}})
        .roll("HIT UP 3")
        .roll("1")
        .roll("2")
        .waits_for("scrum-half", "home");
}

TEST(Step10, TheCardGoesAgainstTheSideThatGaveThePenaltyAway) {
    RugbyTable table = rugby();
    const auto penalty = [&](Json fields) -> RugbyTable& {
        fields["carrier"] = "forward";
        return table.set(fields).roll("SCRUM").roll("PENALTY WON");
    };
    penalty(Json::object()).roll("YELLOW").waits_for("penalty", "away").may_choose({"kick", "quick-tap"});
    table.shows({{"cards", {{"home", 1}, {"away", 0}}}, {"yellow_total", {{"home", 1}, {"away", 0}}}});
    penalty(Json::object()).roll("NO CARD").shows({{"cards", {{"home", 0}, {"away", 0}}}});
    penalty({{"cards", {{"home", 2}}}})
        .roll("YELLOW")
        .shows({{"cards", {{"home", 2}, {"away", 0}}}, {"yellow_total", {{"home", 3}, {"away", 0}}}});
}

TEST(Step10, APenaltyIsKickedOrTapped) {
    RugbyTable table = rugby();
    const auto penalty = [&]() -> RugbyTable& {
        return table.set({{"carrier", "forward"}}).roll("SCRUM").roll("PENALTY WON").roll("NO CARD");
    };
    penalty()
        .choose("kick")
        .waits_for("range", "away")
        .roll("30")
        .waits_for("kick", "away")
        .shows({{"range", 30}, {"carrier", nullptr}});
    table.roll("30").waits_for("scrum-half", "away").shows({{"score", {{"home", 0}, {"away", 3}}}});
    penalty()
        .choose("kick")
        .roll("30")
        .roll("20")
        .waits_for("scrum-half", "home")
        .shows({{"score", {{"home", 0}, {"away", 0}}}});
    penalty().choose("quick-tap").waits_for("scrum-half", "away").shows({{"quick_tap", 3}, {"offense", "away"}});
}

TEST(Step11, ThreeTacklesEndAQuickTap) {
    RugbyTable table = rugby();
    table.set({{"quick_tap", 3}});
    for (int left : {2, 1, 0})
        table.roll("W").roll("HIT UP 3").shows({{"value", 4}}).roll("4").roll("4").shows({{"quick_tap", left}});
    table.roll("W").roll("HIT UP 3").shows({{"value", 3}});
}

TEST(Step11, AScoreAndALostBallEndAQuickTap) {
    RugbyTable table = rugby();
    over_the_line(table, {{"quick_tap", 2}}).shows({{"quick_tap", 2}}).roll("TRY").shows({{"quick_tap", 0}});
    table.set({{"carrier", "centre"}, {"quick_tap", 3}})
        .roll("DROP GOAL")
        .shows({{"quick_tap", 3}})
        .roll("20")
        .choose("kick");
    table.roll("20").shows({{"quick_tap", 0}, {"score", {{"home", 3}, {"away", 0}}}});
    table.set({{"carrier", "centre"}, {"quick_tap", 3}}).roll("PASS").choose("wing").shows({{"quick_tap", 3}});
}

TEST(Step12, HalfTimeComesAfterTheConversion) {
    RugbyTable table = rugby();
    over_the_line(
        table,
        {{"score", {{"home", 16}, {"away", 3}}}, {"first_attack", "home"}, {"cards", {{"home", 1}, {"away", 2}}}});
    table.roll("TRY")
        .waits_for("range", "home")
        .shows({{"half", 1}, {"cards", {{"home", 1}, {"away", 2}}}})
        .roll("45")
        .roll("20");
    table.waits_for("scrum-half", "away")
        .shows({{"half", 2}, {"cards", {{"home", 0}, {"away", 2}}}, {"yellow_total", {{"home", 1}, {"away", 2}}}});
}

TEST(Step12, FortyPointsWinAndATryThereIsNotConverted) {
    RugbyTable table = rugby();
    over_the_line(table, {{"score", {{"home", 36}, {"away", 39}}}}).roll("TRY").won_by(Result::home);
    table.shows({{"offense", "home"},
                 {"score", {{"home", 41}, {"away", 39}}},
                 {"carrier", nullptr},
                 {"quick_tap", 0},
                 {"half", 2}});
    over_the_line(table, {{"score", {{"home", 34}, {"away", 0}}}})
        .roll("TRY")
        .waits_for("range", "home")
        .roll("20")
        .roll("50")
        .won_by(Result::home);
    table.set({{"score", {{"away", 38}}}, {"offense", "away"}, {"carrier", "centre"}})
        .roll("DROP GOAL")
        .roll("20")
        .choose("kick")
        .roll("20");
    table.won_by(Result::away).shows({{"offense", "away"}, {"score", {{"home", 0}, {"away", 41}}}, {"range", nullptr}});
}

TEST(Weather, ColdAndHotBiteTheNamedCardsLate) {
    RugbyTable table = with_cards("australia", "new-zealand", {{"weather", "cold"}});
    table.set({{"carrier", "centre"}, {"score", {{"away", 30}}}}).roll("THRU THE GAP").shows({{"value", 7}});
    table.set({{"carrier", "centre"}, {"score", {{"away", 29}}}}).roll("THRU THE GAP").shows({{"value", 8}});
    table.set({{"carrier", "centre"}, {"score", {{"home", 30}}}}).roll("THRU THE GAP").shows({{"value", 8}});
    table.set({{"carrier", "centre"}, {"offense", "away"}, {"score", {{"home", 30}}}})
        .roll("THRU THE GAP")
        .shows({{"value", 7}});
    RugbyTable hot = with_cards("australia", "new-zealand", {{"weather", "hot"}});
    hot.set({{"carrier", "centre"}, {"offense", "away"}, {"score", {{"home", 30}}}})
        .roll("THRU THE GAP")
        .shows({{"value", 6}});
    RugbyTable plain = rugby({{"weather", "hot"}});
    plain.set({{"carrier", "centre"}, {"score", {{"away", 30}}}}).roll("THRU THE GAP").shows({{"value", 7}});
}

TEST(Weather, RainShortensTheMatch) {
    RugbyTable table = rugby({{"weather", "rain"}});
    over_the_line(table, {{"score", {{"home", 6}, {"away", 3}}}})
        .roll("TRY")
        .roll("45")
        .roll("20")
        .shows({{"half", 2}});
    over_the_line(table, {{"score", {{"home", 15}, {"away", 3}}}}).roll("TRY").won_by(Result::home);
    over_the_line(table, {{"score", {{"home", 14}, {"away", 3}}}}).roll("TRY").waits_for("range", "home");
}

} // namespace
} // namespace touchline
