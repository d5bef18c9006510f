// The house rules of Pocket Sports Gridiron that came with every sentence of its rulebook, ruling by ruling.
#include "gridiron.hpp"

namespace touchline {
namespace {

AtTable at_play(std::string_view options, std::string_view fields = "{}") {
    AtTable table = game(options);
    table.set(fields);
    return table;
}

// Away's intercept route is CURL, home's decoy COUNTER.
constexpr std::string_view kReturns =
    R"({"mode":"pro","home_team":"ironmen","away_team":"comets","return_roll":"may"})";

TEST(PocketGridironR3, TheDefenceMayDeclineAnOffensiveFoulWithFewerSacks) {
    AtTable table = at_play(R"({"foul_decline":"any"})", R"({"down":2})");
    table.falls({"WR", "POST", "FLAG", "HOLDING OFF"}).asks("flag", "away", "accept decline");
    table.chooses("decline")
        .waits_for("sack", "away")
        .falls({"3"})
        .waits_for("qb", "home")
        .shows(R"({"down":3,"sacks":1,"value":null})");
    table.undoes().falls({"1"}).waits_for("defense", "away").shows(R"({"down":2,"sacks":0,"value":7,"rolled":null})");
    table.undoes().undoes().chooses("accept").waits_for("qb", "home").shows(R"({"down":3,"sacks":0})");
}

TEST(PocketGridironR3, InAConversionNoSafetyCanBeForced) {
    at_play(R"({"foul_decline":"any"})", R"({"phase":"conversion"})")
        .falls({"WR", "POST", "FLAG", "HOLDING OFF"})
        .waits_for("qb", "away");
    at_play("{}").falls({"WR", "POST", "FLAG", "HOLDING OFF"}).waits_for("qb", "home").shows(R"({"down":2})");
}

TEST(PocketGridironR3, AfterAMissedSackTheFlaggedRollMayStandAsZero) {
    AtTable table = at_play(R"({"failed_sack":"zero"})", R"({"sacks":2})");
    table.falls({"WR", "POST", "4", "FLAG", "HOLDING OFF"})
        .chooses("decline")
        .falls({"1"})
        .waits_for("endzone", "home")
        .shows(R"({"value":7,"rolled":4})");
    // The offence's own decline is R2.
    at_play(R"({"failed_sack":"zero"})")
        .falls({"WR", "POST", "4", "FLAG", "OFFSIDE DEF"})
        .chooses("decline")
        .waits_for("defense", "away");
}

TEST(PocketGridironR4, EveryInjuryMayCostOneMore) {
    AtTable table = at_play(R"({"injury_count":"each"})");
    table.falls({"WR", "POST", "5", "5"})
        .shows(R"({"injured":{"home":["wr"]},"down":2})")
        .falls({"WR", "POST"})
        .shows(R"({"value":6})")
        .falls({"5", "5"})
        .shows(R"({"injured":{"home":["wr","wr"],"away":[]}})")
        .falls({"WR", "POST"})
        .shows(R"({"value":5})");
    at_play(R"({"injury_count":"each"})", R"({"injured":{"home":["te","te","te","te","te"]}})")
        .falls({"TE", "FLAT"})
        .shows(R"({"value":0})")
        .falls({"1", "1"})
        .shows(R"({"down":2})");
    at_play("{}").falls({"WR", "POST", "5", "5", "WR", "POST", "5", "5"}).shows(R"({"injured":{"home":["wr"]}})");
}

TEST(PocketGridironR4, NoMoreInjuriesCountThanThePrintedRoutesHaveToLose) {
    AtTable table = game(R"({"injury_count":"each"})");
    table.set(R"({"injured":{"home":["qb","qb","qb","qb"]}})")
        .falls({"SNEAK", "5", "5"})
        .shows(R"({"injured":{"home":["qb","qb","qb","qb"]}})");
    table.refuses_set(R"({"injured":{"home":["qb","qb","qb","qb","qb"]}})", "at most 4 times");
    table.refuses_set(R"({"injured":{"home":["k"]}})").refuses_set(R"({"injured":{"home":"wr"}})");
    // A receiver that cannot be hurt is marked once at most.
    game(R"({"injury_count":"each","injury_scope":"runs"})")
        .refuses_set(R"({"injured":{"home":["wr","wr"]}})", "at most 1 times")
        .set(R"({"injured":{"home":["wr","rb","rb"]}})")
        .shows(R"({"injured":{"home":["rb","rb","wr"]}})")
        .falls({"WR", "POST"})
        .shows(R"({"value":7})");
}

TEST(PocketGridironR7, AnAcceptedFoulMayBringAConversionFourNewDowns) {
    AtTable table = at_play(R"({"conversion_flag":"downs"})", R"({"phase":"conversion","score":{"home":6}})");
    table.shows(R"({"down":4})")
        .falls({"WR", "POST", "FLAG", "OFFSIDE DEF"})
        .chooses("accept")
        .waits_for("qb", "home")
        .shows(R"({"phase":"conversion","down":1})")
        .falls({"TE", "INCOMP"})
        .shows(R"({"phase":"conversion","down":2})")
        .falls({"SCRAMBLE", "3"}) // a sack counts towards nothing
        .shows(R"({"phase":"conversion","down":3,"sacks":0})")
        .falls({"WR", "POST", "FLAG", "HOLDING OFF"})
        .waits_for("qb", "home")
        .shows(R"({"phase":"conversion","down":4})")
        .falls({"TE", "INCOMP"})
        .waits_for("qb", "away")
        .shows(R"({"phase":"series","score":{"home":6}})");
}

TEST(PocketGridironR7, WithDownsLeftALooseBallIsRolledForAndAnInterceptionEndsTheTry) {
    constexpr auto kDowns = R"({"conversion_flag":"downs"})";
    at_play(kDowns, R"({"phase":"conversion","down":2})")
        .falls({"RB", "FUMBLE"})
        .waits_for("recover", "away")
        .falls({"2"})
        .waits_for("qb", "away");
    at_play(kDowns, R"({"phase":"conversion","down":2})")
        .falls({"RB", "FUMBLE", "3"})
        .waits_for("qb", "home")
        .shows(R"({"phase":"conversion","down":3})");
    at_play(kDowns, R"({"phase":"conversion"})").falls({"RB", "FUMBLE"}).waits_for("qb", "away");
    at_play(R"({"mode":"pro","home_team":"ironmen","away_team":"comets","conversion_flag":"downs"})",
            R"({"phase":"conversion","down":1})")
        .falls({"TE", "CURL", "6"})
        .waits_for("qb", "away")
        .shows(R"({"phase":"series"})");
    at_play(kDowns, R"({"phase":"conversion","down":1})").falls({"SET"}).waits_for("qb", "home"); // no field goal
}

TEST(PocketGridironR14, TheDefenceMayLetAScramblerGo) {
    AtTable table = at_play(R"({"sack_roll":"may"})");
    table.falls({"SCRAMBLE"}).asks("scramble", "away", "sack let-go").shows(R"({"scrambles":1})");
    table.chooses("let-go")
        .waits_for("qb", "home")
        .shows(R"({"scrambles":1,"down":1})")
        .undoes()
        .chooses("sack")
        .waits_for("sack", "away")
        .falls({"3"})
        .shows(R"({"sacks":1,"down":2})");
    // The third is a sack, as ever.
    at_play(R"({"sack_roll":"may"})", R"({"scrambles":2})").falls({"SCRAMBLE"}).shows(R"({"sacks":1,"down":2})");
    at_play("{}").falls({"SCRAMBLE"}).waits_for("sack", "away");
}

TEST(PocketGridironR16, AFlagMayWaitForTheSecondRoll) {
    AtTable table = at_play(R"({"flag_moment":"both-rolls"})");
    table.falls({"WR", "POST", "FLAG"})
        .waits_for("defense", "away")
        .shows(R"({"rolled":null})")
        .falls({"4"})
        .waits_for("penalty", "away")
        .shows(R"({"rolled":4})")
        .falls({"OFFSIDE DEF"})
        .asks("flag", "home", "accept decline")
        .chooses("decline")
        .waits_for("defense", "away")
        .falls({"3"}) // the flagged roll again: 4 and 3 stop a 7
        .shows(R"({"down":2})");
    at_play("{}").falls({"WR", "POST", "FLAG"}).waits_for("penalty", "away");
}

TEST(PocketGridironR16, OfTwoFlagsTheSecondCountsZero) {
    AtTable table = at_play(R"({"flag_moment":"both-rolls"})");
    table.falls({"WR", "POST", "FLAG", "FLAG"})
        .waits_for("penalty", "away")
        .shows(R"({"rolled":0})")
        .falls({"OFFSIDE DEF"})
        .chooses("decline")
        .falls({"5"})
        .waits_for("endzone", "home");
    // On the second roll, and where there is only one, nothing is different.
    at_play(R"({"flag_moment":"both-rolls"})").falls({"WR", "POST", "4", "FLAG"}).waits_for("penalty", "away");
    at_play(R"({"mode":"pro","home_team":"ironmen","away_team":"comets","flag_moment":"both-rolls"})")
        .falls({"RB", "COUNTER", "4", "FLAG"})
        .waits_for("penalty", "away");
}

TEST(PocketGridironR16, TheRollBesideAFlagMayInjureWithTheOneMadeAgain) {
    at_play(R"({"flag_moment":"both-rolls"})")
        .falls({"WR", "POST", "FLAG", "5", "OFFSIDE DEF"})
        .chooses("decline")
        .falls({"5"})
        .shows(R"({"injured":{"home":["wr"]}})");
    // Standing as 0, the flagged roll is not made again.
    at_play(R"({"flag_moment":"both-rolls","declined_flag":"zero"})")
        .falls({"WR", "POST", "FLAG", "4", "OFFSIDE DEF"})
        .chooses("decline")
        .waits_for("endzone", "home");
}

// Every drive of both sides ends on downs.
void four_downs(AtTable& table) {
    table.falls({"TE", "INCOMP", "TE", "INCOMP", "TE", "INCOMP"}).chooses("play").falls({"TE", "INCOMP"});
}

TEST(PocketGridironR17, TheSideThatDidNotOpenMayOpenTheSecondHalf) {
    AtTable table = game(R"({"second_half":"other","drives":4})");
    table.rolls("away").shows(R"({"opener":"away"})");
    for (std::string_view seat : {"away", "home", "away", "home"}) {
        table.waits_for("qb", seat).shows(R"({"opener":"away"})");
        four_downs(table);
    }
    table.shows(R"({"opener":null,"quarter":3,"drives":{"home":2,"away":2}})");
    for (std::string_view seat : {"home", "away", "home", "away"}) {
        table.waits_for("qb", seat);
        four_downs(table);
    }
    table.is_won_by("draw");
}

TEST(PocketGridironR17, AnOddNumberOfDrivesChangesNothing) {
    for (std::string_view options : {R"({"second_half":"other","drives":3})", R"({"drives":3})"}) {
        AtTable table = game(options);
        table.rolls("home");
        for (std::string_view seat : {"home", "away", "home", "away", "home", "away"}) {
            table.waits_for("qb", seat);
            four_downs(table);
        }
    }
}

TEST(PocketGridironR17, ATryAfterAReturnStillBelongsToTheFirstHalf) {
    AtTable table =
        game(R"({"mode":"pro","home_team":"ironmen","away_team":"comets","second_half":"other","drives":2})");
    table.set(R"({"drives":{"home":2,"away":1},"opener":"away","offense":"home"})")
        .falls({"TE", "CURL", "6", "TD>"})
        .shows(R"({"returned":true,"opener":"away","drives":{"home":1,"away":1}})")
        .chooses("kick")
        .falls({"3"})
        .waits_for("qb", "home")
        .shows(R"({"opener":null})");
}

TEST(PocketGridironR17, WhoOpenedIsKnownInTheFirstHalfAlone) {
    AtTable table = game(R"({"second_half":"other"})");
    table.set(R"({"offense":"away"})").shows(R"({"opener":"away"})");
    table.set(R"({"drives":{"home":7,"away":8},"offense":"away"})").shows(R"({"opener":"home"})");
    table.set(R"({"opener":"home","offense":"away"})").shows(R"({"opener":"home"})");
    table.set(R"({"drives":{"home":4,"away":4}})").shows(R"({"opener":null})");
    table.refuses_set(R"({"drives":{"home":4,"away":4},"opener":"home"})", "opener");
    table.refuses_set(R"({"opener":null})", "opener");
    game(R"({"second_half":"other","overtime":"extra-drives"})")
        .refuses_set(R"({"quarter":5,"opener":"home"})", "opener")
        .set(R"({"quarter":5})")
        .shows(R"({"opener":null,"quarter":5})");
    game().refuses_set(R"({"opener":"home"})");
}

TEST(PocketGridironR20, AFlagOnALooseBallMayBeCalled) {
    constexpr auto kCalled = R"({"other_flags":"called"})";
    AtTable table = at_play(kCalled, R"({"down":3})");
    table.falls({"RB", "FUMBLE", "FLAG"})
        .waits_for("penalty", "away")
        .falls({"OFFSIDE DEF"})
        .asks("flag", "home", "accept decline")
        .chooses("accept")
        .waits_for("qb", "home")
        .shows(R"({"down":1})");
    table.undoes()
        .chooses("decline")
        .waits_for("recover", "away")
        .falls({"FLAG"})
        .asks("fourth-down", "home", "play field-goal");
    table.undoes().falls({"2"}).waits_for("qb", "away");
    at_play(kCalled).falls({"RB", "FUMBLE", "FLAG", "HOLDING OFF"}).waits_for("qb", "home").shows(R"({"down":2})");
    at_play(R"({"other_flags":"called","declined_flag":"zero"})")
        .falls({"RB", "FUMBLE", "FLAG", "OFFSIDE DEF"})
        .chooses("decline")
        .waits_for("qb", "home")
        .shows(R"({"down":2})");
    at_play("{}").falls({"RB", "FUMBLE", "FLAG"}).waits_for("qb", "home").shows(R"({"down":2})");
}

TEST(PocketGridironR20, WithTwoSacksTheDefenceMayDeclineThereToo) {
    AtTable table = at_play(R"({"other_flags":"called"})", R"({"sacks":2})");
    table.falls({"RB", "FUMBLE", "FLAG", "HOLDING OFF"})
        .asks("flag", "away", "accept decline")
        .chooses("decline")
        .waits_for("sack", "away")
        .falls({"1"})
        .waits_for("recover", "away")
        .falls({"2"})
        .waits_for("qb", "away")
        .undoes()
        .undoes()
        .falls({"3"})
        .shows(R"({"score":{"away":2}})");
}

TEST(PocketGridironR20, AFlagOnAnExtraPointIsKickedAgainOrCostsThePoint) {
    const auto kicked = [](std::string_view options) {
        AtTable table = at_play(options);
        table.falls({"WR", "POST", "1", "1", "TD"}).chooses("kick").falls({"FLAG"});
        return table;
    };
    constexpr auto kCalled = R"({"other_flags":"called"})";
    kicked(kCalled)
        .waits_for("penalty", "away")
        .falls({"OFFSIDE DEF"})
        .waits_for("pat", "away")
        .falls({"FLAG"}) // no second penalty
        .waits_for("qb", "away")
        .shows(R"({"score":{"home":7}})");
    kicked(kCalled).falls({"OFFSIDE DEF", "1"}).waits_for("qb", "away").shows(R"({"score":{"home":6}})");
    kicked(kCalled).falls({"HOLDING OFF"}).waits_for("qb", "away").shows(R"({"score":{"home":6}})");
    kicked("{}").waits_for("qb", "away").shows(R"({"score":{"home":7}})");
}

TEST(PocketGridironR22, TheInterceptorsMayKeepTheBall) {
    AtTable table = at_play(kReturns);
    table.falls({"TE", "CURL", "6"}).asks("interception", "away", "return kneel").shows(R"({"offense":"home"})");
    table.chooses("kneel")
        .waits_for("qb", "away")
        .shows(R"({"drives":{"home":15,"away":16},"score":{"away":0}})")
        .undoes()
        .chooses("return")
        .waits_for("return", "away")
        .falls({"TD>"})
        .asks("after-touchdown", "away", "kick conversion");
    at_play(kReturns, R"({"phase":"conversion"})").falls({"TE", "CURL", "6"}).waits_for("qb", "away");
}

TEST(PocketGridironHouseRules, WhatHappensIsToldAsEver) {
    at_play(R"({"sack_roll":"may"})").falls({"SCRAMBLE"}).tells("").chooses("let-go").tells("");
    at_play(kReturns)
        .falls({"TE", "CURL", "6"})
        .tells("turnover away interception")
        .chooses("kneel")
        .tells("drive-end home interception; possession away turnover");
    at_play(R"({"injury_count":"each"})", R"({"injured":{"home":["wr"]}})")
        .falls({"WR", "POST", "5", "5"})
        .tells("injury home wr; stop away tackle; down home 2");
    at_play(R"({"conversion_flag":"downs"})", R"({"phase":"conversion","down":2})")
        .falls({"TE", "INCOMP"})
        .tells("stop away incomplete; down home 3");
    at_play(R"({"second_half":"other","drives":2})", R"({"drives":{"home":2,"away":1},"opener":"away","down":4})")
        .chooses("field-goal")
        .falls({"6"})
        .tells("kick home field-goal; score home field-goal 3; drive-end home field-goal; period 3; "
               "possession home kickoff");
    at_play(R"({"other_flags":"called"})")
        .falls({"WR", "POST", "1", "1", "TD"})
        .chooses("kick")
        .falls({"FLAG"})
        .tells("")
        .falls({"HOLDING OFF"})
        .tells("flag home HOLDING OFF; miss home extra-point; drive-end home touchdown; possession away after-score");
}

} // namespace
} // namespace touchline
