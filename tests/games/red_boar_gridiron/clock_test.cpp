// Steps 13 and 14: quarters, halves and the three overtimes.
#include "boar.hpp"

namespace touchline {

TEST(RedBoarClock, Step13OddQuartersRunOn) {
    boar(kClean)
        .set(R"({"ball":40,"down":2,"line":50,"clock":20})")
        .chooses("play")
        .rolls("4 4")
        .rolls("3")
        .shows(R"({"quarter":2,"clock":900,"ball":45,"down":3,"line":50,"offense":"home"})");
    boar(kClean)
        .set(R"({"quarter":3,"ball":60,"clock":10})")
        .chooses("field-goal")
        .rolls("6 6")
        .waits_for("kickoff", "home")
        .shows(R"({"quarter":4,"clock":900,"phase":"kickoff"})");
    boar(kClean)
        .set(R"({"quarter":3,"ball":5,"clock":10})")
        .chooses("play")
        .rolls("2 3")
        .rolls("3")
        .waits_for("punt", "home")
        .shows(R"({"quarter":4,"clock":900,"phase":"free-kick"})");
}

TEST(RedBoarClock, Step13TheSecondQuarterEndsTheHalf) {
    boar(kClean)
        .set(R"({"quarter":2,"ball":40,"clock":30,"second_half_receiver":"home"})")
        .chooses("play")
        .rolls("4 4")
        .rolls("3")
        .waits_for("kickoff", "away")
        .shows(R"({"quarter":3,"clock":900,"phase":"kickoff","offense":"away","ball":0,"down":0,"line":0})");
    boar(kClean)
        .set(R"({"quarter":2,"ball":95,"clock":30})")
        .chooses("play")
        .rolls("1 3")
        .rolls("3")
        .asks("after-touchdown", "home", "kick conversion")
        .shows(R"({"quarter":2,"clock":0})")
        .chooses("kick")
        .rolls("6 6")
        .waits_for("kickoff", "home")
        .shows(R"({"quarter":3,"clock":900,"score":{"home":7}})");
}

TEST(RedBoarClock, Step13TheFourthEndsTheGameAfterTheTry) {
    boar(kClean)
        .set(R"({"quarter":4,"ball":95,"clock":10,"score":{"away":6}})")
        .chooses("play")
        .rolls("1 3")
        .rolls("3")
        .shows(R"({"clock":0,"quarter":4})")
        .chooses("kick")
        .rolls("6 6")
        .is_won_by("home");
    boar(kClean)
        .set(R"({"quarter":4,"ball":40,"clock":10,"score":{"away":3}})")
        .chooses("punt")
        .rolls("3 4")
        .is_won_by("away");
    boar(kClean)
        .set(R"({"quarter":4,"ball":5,"clock":10,"score":{"home":1}})")
        .chooses("play")
        .rolls("2 3")
        .rolls("3")
        .is_won_by("away");
}

TEST(RedBoarClock, Step13R20AFoulBeforeThePlayStopsNoClock) {
    boar()
        .set(R"({"quarter":4,"ball":40,"clock":10,"score":{"away":3}})")
        .chooses("play")
        .rolls("1 1 3 4")
        .asks("call", "home", "play punt")
        .shows(R"({"clock":10})");
    boar()
        .set(R"({"quarter":4,"ball":40,"clock":10,"score":{"away":3}})")
        .chooses("play")
        .rolls("3 4 6 6")
        .rolls("4 4")
        .rolls("3")
        .chooses("accept")
        .is_won_by("away");
}

TEST(RedBoarClock, OptionQuarterSeconds) {
    boar(R"({"quarter_seconds":60})").shows(R"({"clock":60})");
    EXPECT_NE(refusal_of("red-boar-gridiron", R"({"quarter_seconds":65})"), "");
    EXPECT_NE(refusal_of("red-boar-gridiron", R"({"quarter_seconds":0})"), "");
    EXPECT_NE(refusal_of("red-boar-gridiron", R"({"quarter_seconds":3610})"), "");
    EXPECT_EQ(refusal_of("red-boar-gridiron", R"({"quarter_seconds":3600})"), "");
}

namespace {

AtTable overtime(std::string_view options) {
    AtTable table = boar(options);
    table.set(R"({"quarter":4,"clock":10,"ball":30,"score":{"home":9,"away":9}})").chooses("punt").rolls("3 4");
    return table;
}

} // namespace

TEST(RedBoarOvertime, Step14AlternatePossessionsFromTwentyFiveYardsOut) {
    AtTable table = overtime(kClean);
    table.waits_for("toss", "home")
        .shows(R"({"quarter":5,"clock":0,"phase":"overtime","offense":null,"ball":0,"overtime_first":null})");
    table.rolls("away")
        .asks("call", "away", "play field-goal")
        .shows(R"({"offense":"away","overtime_first":"away","ball":75,"down":1,"line":85})");
    table.chooses("field-goal")
        .rolls("6 6")
        .asks("call", "home", "play field-goal")
        .shows(R"({"offense":"home","overtime_first":"away","ball":75,"score":{"away":12},"clock":0})");
    table.chooses("field-goal").rolls("1 1").is_won_by("away");
}

TEST(RedBoarOvertime, Step14ALevelRoundIsRepeatedWithTheOtherSideFirst) {
    AtTable table = overtime(kClean);
    table.rolls("away").chooses("field-goal").rolls("1 1").chooses("field-goal").rolls("1 1");
    table.asks("call", "home", "play field-goal")
        .shows(R"({"offense":"home","overtime_first":"home","ball":75,"down":1})");
    table.chooses("play")
        .rolls("1 1")
        .rolls("3")
        .asks("call", "away", "play field-goal")
        .shows(R"({"overtime_first":"home","offense":"away"})");
}

TEST(RedBoarOvertime, Step14ATouchdownHasItsTryAndASafetyEndsAPossession) {
    AtTable table = overtime(kClean);
    table.rolls("home")
        .chooses("play")
        .rolls("1 2")
        .rolls("3")
        .asks("after-touchdown", "home", "kick conversion")
        .shows(R"({"phase":"try","quarter":5,"score":{"home":15}})");
    table.chooses("kick")
        .rolls("6 6")
        .asks("call", "away", "play field-goal")
        .shows(R"({"score":{"home":16},"phase":"overtime","ball":75})");
    boar(kClean)
        .set(R"({"quarter":5,"ball":5,"line":15})")
        .waits_for("play", "home")
        .rolls("2 3")
        .rolls("3")
        .shows(R"({"score":{"away":2},"offense":"away","ball":75})");
}

TEST(RedBoarOvertime, Step14ACallWithOneAnswerIsNotAsked) {
    boar(kClean).set(R"({"quarter":5,"ball":50})").waits_for("play", "home");
    boar().set(R"({"quarter":5,"ball":50})").waits_for("flags", "home");
    boar(kClean).set(R"({"quarter":5,"ball":55})").asks("call", "home", "play field-goal");
}

TEST(RedBoarOvertime, Step14SuddenDeathEndsWithAnyScore) {
    const std::string_view sudden = R"({"penalties":false,"overtime":"sudden-death"})";
    AtTable table = overtime(sudden);
    table.waits_for("toss", "home").shows(R"({"phase":"kickoff","quarter":5,"clock":0,"overtime_first":null})");
    table.rolls("away")
        .waits_for("kickoff", "home")
        .rolls("3 4")
        .rolls("3")
        .asks("call", "away", "play punt")
        .shows(R"({"quarter":5,"clock":0,"phase":"scrimmage","ball":20})");
    table.chooses("play").rolls("1 2").rolls("3").is_won_by("away").shows(R"({"score":{"away":15}})");
    boar(sudden).set(R"({"quarter":5,"ball":5})").chooses("play").rolls("2 3").rolls("3").is_won_by("away");
    boar(sudden).set(R"({"quarter":5,"ball":60})").chooses("field-goal").rolls("6 6").is_won_by("home");
}

TEST(RedBoarOvertime, Step14ATieIsADraw) { overtime(R"({"penalties":false,"overtime":"tie"})").is_won_by("draw"); }

} // namespace touchline
