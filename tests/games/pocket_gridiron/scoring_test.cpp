// Steps 6 to 9 of the page: flags, the end zone, the try, field goals.
#include "gridiron.hpp"

namespace touchline {
namespace {

TEST(PocketGridironStep6, TheFirstFlagStopsEverythingForThePenaltyDie) {
    game().set("{}").falls({"WR", "POST", "FLAG"}).waits_for("penalty", "away").shows(R"({"rolled":null,"value":7})");
    game().set("{}").falls({"WR", "POST", "3", "FLAG"}).waits_for("penalty", "away").shows(R"({"rolled":3})");
}

TEST(PocketGridironStep6, AFoulByTheDefenceIsForTheOffenceToAccept) {
    game()
        .set(R"({"down":4,"bonus":1})")
        .falls({"WR", "POST", "FLAG", "HOLDING DEF"})
        .asks("flag", "home", "accept decline")
        .chooses("accept")
        .waits_for("qb", "home")
        .shows(R"({"down":1,"bonus":0,"carrier":null})");
}

TEST(PocketGridironR2, ADeclinedFlagIsRolledAgainAndLaterFlagsAreZero) {
    game()
        .set("{}")
        .falls({"WR", "STOP & GO", "FLAG", "FACE MASK DEF"})
        .chooses("decline")
        .waits_for("defense", "away")
        .shows(R"({"rolled":null})")
        .falls({"FLAG"})
        .shows(R"({"rolled":0})")
        .falls({"5"})
        .waits_for("endzone", "home");
}

TEST(PocketGridironR2, WithZeroTheDeclinedFlagStandsAndNothingIsRolledAgain) {
    game(R"({"declined_flag":"zero"})")
        .set("{}")
        .falls({"WR", "STOP & GO", "FLAG", "FACE MASK DEF"})
        .chooses("decline")
        .waits_for("defense", "away")
        .shows(R"({"rolled":0})")
        .falls({"5"})
        .waits_for("endzone", "home");
    game(R"({"declined_flag":"zero"})")
        .set("{}")
        .falls({"WR", "STOP & GO", "5", "FLAG", "FACE MASK DEF"})
        .chooses("decline")
        .waits_for("endzone", "home");
}

TEST(PocketGridironR10, AFirstRollAlreadyMadeStands) {
    game()
        .set("{}")
        .falls({"WR", "SLANT", "4", "FLAG", "OFFSIDE DEF"})
        .chooses("decline")
        .waits_for("defense", "away")
        .shows(R"({"rolled":4})")
        .falls({"2"})
        .shows(R"({"down":2})");
}

TEST(PocketGridironStep6, AFoulByTheOffenceCostsTheDown) {
    game()
        .set(R"({"down":2,"sacks":1})")
        .falls({"TE", "OUT", "FLAG", "HOLDING OFF"})
        .waits_for("qb", "home")
        .shows(R"({"down":3,"sacks":1})");
}

TEST(PocketGridironR3, WithTwoSacksTheDefenceMayDeclineAndGoForTheSafety) {
    const auto flagged = [](AtTable table) {
        table.set(R"({"down":2,"sacks":2})")
            .falls({"WR", "POST", "2", "FLAG", "HOLDING OFF"})
            .asks("flag", "away", "accept decline");
        return table;
    };
    flagged(game()).chooses("accept").shows(R"({"down":3,"sacks":2})");
    flagged(game())
        .chooses("decline")
        .waits_for("sack", "away")
        .falls({"3"})
        .waits_for("qb", "away")
        .shows(R"({"score":{"home":0,"away":2}})");
    flagged(game())
        .chooses("decline")
        .falls({"FLAG"})
        .waits_for("defense", "away")
        .shows(R"({"rolled":2})")
        .falls({"FLAG"})
        .waits_for("endzone", "home"); // 2 + 0 against 7
    flagged(game(R"({"declined_flag":"zero"})")).chooses("decline").falls({"1"}).waits_for("endzone", "home");
}

TEST(PocketGridironStep7, TouchdownVideoAndOut) {
    const auto through = [] {
        AtTable table = game();
        table.set(R"({"down":3,"sacks":1})").falls({"WR", "POST", "1", "1"}).waits_for("endzone", "home");
        return table;
    };
    through()
        .falls({"VIDEO", "VIDEO", "TD>"})
        .asks("after-touchdown", "home", "kick conversion")
        .shows(R"({"score":{"home":6},"down":3,"sacks":1,"drives":{"home":8},"carrier":null})");
    through().falls({"TD"}).asks("after-touchdown", "home", "kick conversion");
    through().falls({"OUT"}).asks("fourth-down", "home", "play field-goal");
}

TEST(PocketGridironStep8, TheKickIsGoodUnlessItIsBlocked) {
    const auto kick = [] {
        AtTable table = game();
        table.set("{}")
            .falls({"WR", "POST", "1", "1", "TD"})
            .chooses("kick")
            .waits_for("pat", "away")
            .shows(R"({"drives":{"home":8}})");
        return table;
    };
    kick().falls({"FLAG"}).waits_for("qb", "away").shows(R"({"score":{"home":7},"drives":{"home":7}})");
    kick().falls({"1"}).waits_for("qb", "away").shows(R"({"score":{"home":6},"drives":{"home":7}})");
}

AtTable conversion(std::string_view options = "{}", std::string_view fields = R"({"phase":"conversion"})") {
    AtTable table = game(options);
    table.set(fields).waits_for("qb", "home").shows(R"({"down":4,"sacks":0,"phase":"conversion"})");
    return table;
}

TEST(PocketGridironStep8, AConversionIsOnePlayForTwoPoints) {
    conversion()
        .falls({"SNEAK", "1", "2", "VIDEO", "TD"})
        .waits_for("qb", "away")
        .shows(R"({"score":{"home":2},"drives":{"home":7},"phase":"series","down":1})");
    conversion().falls({"SNEAK", "1", "2", "OUT"}).waits_for("qb", "away").shows(R"({"score":{"home":0}})");
    conversion().falls({"SNEAK", "2", "2"}).waits_for("qb", "away");
    conversion().falls({"TE", "INCOMP"}).waits_for("qb", "away");
}

TEST(PocketGridironStep8, AConversionBeginsAsALastDownWithoutSacks) {
    game()
        .set(R"({"down":2,"sacks":2})")
        .falls({"WR", "POST", "1", "1", "TD"})
        .chooses("conversion")
        .waits_for("qb", "home")
        .shows(R"({"phase":"conversion","down":4,"sacks":0})");
}

TEST(PocketGridironR7, InAConversionSetRollsOnAtOnce) {
    conversion()
        .falls({"SET", "SET"})
        .waits_for("qb", "home")
        .shows(R"({"bonus":2})")
        .falls({"SNEAK"})
        .shows(R"({"value":6})");
}

TEST(PocketGridironR7, AFoulByTheDefenceAcceptedReplaysTheConversionWithoutBonus) {
    conversion()
        .falls({"SET", "SCRAMBLE", "1", "SNEAK", "FLAG", "OFFSIDE DEF"})
        .asks("flag", "home", "accept decline")
        .chooses("accept")
        .waits_for("qb", "home")
        .shows(R"({"phase":"conversion","bonus":0,"scrambles":0,"down":4})");
}

TEST(PocketGridironR7, FoulSackAndFumbleEndAConversion) {
    conversion().falls({"SNEAK", "FLAG", "HOLDING OFF"}).waits_for("qb", "away");
    conversion().falls({"SCRAMBLE", "3"}).waits_for("qb", "away").shows(R"({"sacks":0,"score":{"home":0,"away":0}})");
    conversion().falls({"SCRAMBLE", "1", "SCRAMBLE", "1", "SCRAMBLE"}).waits_for("qb", "away");
    conversion().falls({"RB", "FUMBLE"}).waits_for("qb", "away").shows(R"({"drives":{"home":7}})");
}

TEST(PocketGridironR7, InjuriesCountInAConversion) {
    conversion("{}", R"({"phase":"conversion","injured":{"home":["qb"]}})")
        .falls({"SNEAK"})
        .shows(R"({"value":3})")
        .falls({"5", "5"})
        .shows(R"({"injured":{"home":["qb"]}})");
    conversion().falls({"RB", "DIVE", "5", "5"}).shows(R"({"injured":{"home":["rb"]},"offense":"away"})");
}

TEST(PocketGridironStep9, NumberAndBonusMustReachFive) {
    game()
        .set(R"({"down":4})")
        .chooses("field-goal")
        .falls({"5"})
        .waits_for("qb", "away")
        .shows(R"({"score":{"home":3}})");
    game()
        .set(R"({"down":4})")
        .chooses("field-goal")
        .falls({"4"})
        .waits_for("qb", "away")
        .shows(R"({"score":{"home":0},"drives":{"home":7}})");
    game()
        .set(R"({"bonus":1})")
        .falls({"SET"})
        .chooses("field-goal")
        .shows(R"({"bonus":2})")
        .falls({"3"})
        .shows(R"({"score":{"home":3}})");
    game()
        .set("{}")
        .falls({"SET"})
        .chooses("field-goal")
        .falls({"3"})
        .waits_for("qb", "away")
        .shows(R"({"score":{"home":0}})");
}

TEST(PocketGridironR1, ExtraDrivesGoOnUntilTheScoresDiffer) {
    AtTable table = game(R"({"overtime":"extra-drives"})");
    table.set(R"({"drives":{"home":0,"away":1},"offense":"away","down":4,"score":{"home":3,"away":0}})")
        .chooses("field-goal")
        .falls({"6"})
        .waits_for("qb", "home")
        .shows(R"({"quarter":5,"drives":{"home":1,"away":1},"score":{"home":3,"away":3}})");
    const auto gives_up = [&](std::string_view kick) {
        table.falls({"WR", "INCOMP", "WR", "INCOMP", "WR", "INCOMP"}).chooses("field-goal").falls({kick});
    };
    gives_up("1");
    table.waits_for("qb", "away").shows(R"({"quarter":5,"drives":{"home":0,"away":1}})");
    gives_up("1");
    table.waits_for("qb", "home").shows(R"({"quarter":5,"drives":{"home":1,"away":1}})");
    gives_up("6");
    gives_up("1");
    table.is_won_by("home").shows(R"({"quarter":5,"offense":"away"})");
}

TEST(PocketGridironOptions, WithoutInjuriesNobodyIsHurt) {
    game(R"({"injuries":false})")
        .set("{}")
        .falls({"RB", "DIVE", "5", "5"})
        .shows(R"({"injured":{"home":[],"away":[]}})");
}

TEST(PocketGridironR4, WithRunsOnlyRunnersAreHurt) {
    constexpr auto kRuns = R"({"injury_scope":"runs"})";
    game(kRuns).set("{}").falls({"TE", "CURL", "5", "5"}).shows(R"({"injured":{"home":[]}})");
    game(kRuns).set("{}").falls({"RB", "DIVE", "5", "5"}).shows(R"({"injured":{"home":["rb"]}})");
    game(kRuns).set(R"({"injured":{"home":["te","qb"]}})").falls({"TE", "CURL"}).shows(R"({"value":5})");
    game(kRuns).set(R"({"injured":{"home":["te","qb"]}})").falls({"SNEAK"}).shows(R"({"value":3})");
}

TEST(PocketGridironOptions, DrivesGoBeforeTheSheetsNumber) {
    game(R"({"drives":3})").shows(R"({"drives":{"home":3,"away":3}})");
    game(R"({"drives":0})").shows(R"({"drives":{"home":8,"away":8}})");
    game(R"({"mode":"pro","drives":16})").shows(R"({"drives":{"home":16,"away":16}})");
}

} // namespace
} // namespace touchline
