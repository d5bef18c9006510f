// Pocket Sports Gridiron: what the rules say happened, for every kind of play and every end of a drive.
#include "games/at_table.hpp"

namespace touchline {
namespace {

AtTable at_spot(std::string_view fields = "{}", std::string_view options = "{}") {
    AtTable table = at("pocket-gridiron", options);
    table.set(fields);
    return table;
}

// Home's intercept route is HITCH, away's CURL; home's decoy COUNTER.
AtTable pro(std::string_view fields = "{}",
            std::string_view options = R"({"mode":"pro","home_team":"ironmen","away_team":"comets"})") {
    return at_spot(fields, options);
}

TEST(PocketGridironHappenings, TheTossBeginsTheFirstQuarterAndTheFirstDrive) {
    at("pocket-gridiron").rolls("away").tells("toss away; period 1; possession away start");
}

TEST(PocketGridironHappenings, APlayIsToldOnceWithTheCallThatTheQuarterbackSettlesOn) {
    at_spot().falls({"WR"}).tells("play home wr").falls({"POST"}).tells("").falls({"1"}).tells("");
    at_spot().falls({"SNEAK"}).tells("play home sneak");
    at_spot().falls({"SCRAMBLE"}).tells("").falls({"1"}).tells("").falls({"RB"}).tells("play home rb");
    at_spot().falls({"SET"}).tells("").chooses("roll").tells("").falls({"TE"}).tells("play home te");
    at_spot().falls({"SET"}).chooses("field-goal").tells("play home field-goal");
    at_spot(R"({"down":4})").chooses("play").tells("").falls({"WR"}).tells("play home wr");
    pro().falls({"SET"}).tells("").chooses("rb").tells("play home rb");
}

TEST(PocketGridironHappenings, WhateverStopsThePlayCostsTheDown) {
    at_spot().falls({"WR", "INCOMP"}).tells("stop away incomplete; down home 2");
    at_spot().falls({"WR", "POST", "4", "3"}).tells("stop away tackle; down home 2");
    at_spot()
        .falls({"WR", "POST", "1", "1"})
        .tells("")
        .falls({"VIDEO"})
        .tells("")
        .falls({"OUT"})
        .tells("stop away out-of-bounds; down home 2");
    at_spot().falls({"RB", "FUMBLE"}).tells("").falls({"3"}).tells("stop away fumble-kept; down home 2");
    at_spot(R"({"down":4})")
        .chooses("play")
        .falls({"TE", "INCOMP"})
        .tells("stop away incomplete; turnover away downs; drive-end home downs; possession away downs");
}

TEST(PocketGridironHappenings, SacksAndTheSafety) {
    at_spot().falls({"SCRAMBLE", "3"}).tells("play home scramble; sack away sack; down home 2");
    at_spot(R"({"scrambles":2})").falls({"SCRAMBLE"}).tells("play home scramble; sack away sack; down home 2");
    at_spot(R"({"sacks":2})")
        .falls({"SCRAMBLE", "4"})
        .tells("play home scramble; sack away sack; score away safety 2; drive-end home safety; "
               "possession away after-score");
}

TEST(PocketGridironHappenings, FlagsAreToldWithTheirFoul) {
    at_spot(R"({"down":3})")
        .falls({"WR", "POST", "FLAG"})
        .tells("")
        .falls({"HOLDING DEF"})
        .tells("flag away HOLDING DEF")
        .chooses("accept")
        .tells("first-down home 1");
    at_spot().falls({"WR", "POST", "FLAG", "OFFSIDE DEF"}).chooses("decline").tells("");
    at_spot().falls({"WR", "POST", "FLAG", "HOLDING OFF"}).tells("flag home HOLDING OFF; down home 2");
    at_spot(R"({"sacks":2})")
        .falls({"WR", "POST", "FLAG", "FALSE START OFF"})
        .tells("flag home FALSE START OFF")
        .chooses("decline")
        .tells("")
        .falls({"3"})
        .tells("sack away sack; score away safety 2; drive-end home safety; possession away after-score");
    at_spot("{}", R"({"declined_flag":"zero"})")
        .falls({"RB", "DIVE", "4", "FLAG", "OFFSIDE DEF"})
        .chooses("decline")
        .tells("stop away tackle; down home 2");
}

TEST(PocketGridironHappenings, AnInjuryIsToldOnceAPosition) {
    at_spot().falls({"WR", "POST", "5", "5"}).tells("injury home wr; stop away tackle; down home 2");
    at_spot(R"({"injured":{"home":["wr"]}})").falls({"WR", "POST", "5", "5"}).tells("stop away tackle; down home 2");
    at_spot("{}", R"({"injuries":false})").falls({"WR", "POST", "5", "5"}).tells("stop away tackle; down home 2");
}

TEST(PocketGridironHappenings, ALostFumbleEndsTheDrive) {
    at_spot()
        .falls({"RB", "FUMBLE", "2"})
        .tells("turnover away fumble; drive-end home fumble; possession away turnover");
}

TEST(PocketGridironHappenings, TheDriveOfATouchdownEndsWithItsTry) {
    const auto touchdown = [] {
        AtTable table = at_spot();
        table.falls({"WR", "POST", "1", "1", "TD"}).tells("score home touchdown 6");
        return table;
    };
    touchdown().chooses("kick").tells("").falls({"2"}).tells(
        "kick home extra-point; score home extra-point 1; drive-end home touchdown; possession away after-score");
    touchdown().chooses("kick").falls({"1"}).tells(
        "kick home extra-point; miss home extra-point; drive-end home touchdown; possession away after-score");
    touchdown()
        .chooses("conversion")
        .tells("")
        .falls({"SNEAK"})
        .tells("")
        .falls({"1", "1", "TD>"})
        .tells("score home two-point 2; drive-end home touchdown; possession away after-score");
    touchdown()
        .chooses("conversion")
        .falls({"TE", "FUMBLE"})
        .tells("stop away fumble; miss home two-point; drive-end home touchdown; possession away after-score");
    touchdown()
        .chooses("conversion")
        .falls({"WR", "POST", "FLAG", "OFFSIDE DEF"})
        .chooses("accept")
        .tells("")
        .falls({"SCRAMBLE", "3"})
        .tells("sack away sack; miss home two-point; drive-end home touchdown; possession away after-score");
}

TEST(PocketGridironHappenings, FieldGoals) {
    at_spot(R"({"down":4})")
        .chooses("field-goal")
        .tells("play home field-goal")
        .falls({"5"})
        .tells("kick home field-goal; score home field-goal 3; drive-end home field-goal; "
               "possession away after-score");
    at_spot()
        .falls({"SET"})
        .chooses("field-goal")
        .falls({"3"})
        .tells("kick home field-goal; miss home field-goal; drive-end home field-goal-missed; "
               "possession away field-goal-missed");
}

TEST(PocketGridironHappenings, AnInterceptionIsCarriedBack) {
    pro().falls({"TE", "CURL", "4"}).tells("");
    pro()
        .falls({"TE", "CURL", "5"})
        .tells("turnover away interception")
        .falls({"TD"})
        .tells("return away interception; drive-end home interception; possession away turnover");
    pro(R"({"phase":"conversion"})")
        .falls({"TE", "CURL", "5"})
        .tells("stop away interception; miss home two-point; drive-end home touchdown; possession away after-score");
}

TEST(PocketGridironHappenings, ADriveIsOverBeforeTheTryAfterAReturn) {
    const auto returned = [](std::string_view fields, std::string_view pick_six) {
        AtTable table = pro(fields, R"({"mode":"pro","home_team":"ironmen","away_team":"comets","pick_six":")" +
                                        std::string(pick_six) + "\"}");
        table.falls({"TE", "CURL", "5", "TD>"})
            .tells("return away interception; score away pick-six 6; drive-end home pick-six");
        return table;
    };
    returned("{}", "thrower")
        .chooses("kick")
        .falls({"2"})
        .tells("kick away extra-point; score away extra-point 1; possession home after-score");
    returned("{}", "scorer")
        .chooses("kick")
        .falls({"1"})
        .tells("kick away extra-point; miss away extra-point; possession away after-score");
    returned(R"({"drives":{"home":1,"away":2}})", "thrower")
        .chooses("conversion")
        .falls({"TE", "INCOMP"})
        .tells("stop home incomplete; miss away two-point; possession away passed-over");
    // The quarter that this drive ends is over when the try is.
    returned(R"({"drives":{"home":13,"away":12}})", "thrower")
        .chooses("kick")
        .falls({"1"})
        .tells("kick away extra-point; miss away extra-point; period 2; possession home after-score");
}

TEST(PocketGridironHappenings, QuartersBeginWithTheDriveAfterThem) {
    at_spot(R"({"drives":{"home":7,"away":6}})")
        .falls({"RB", "FUMBLE", "2"})
        .tells("turnover away fumble; drive-end home fumble; period 2; possession away turnover");
    at_spot(R"({"drives":{"home":7,"away":7}})")
        .falls({"RB", "FUMBLE", "2"})
        .tells("turnover away fumble; drive-end home fumble; possession away turnover");
}

TEST(PocketGridironHappenings, ASideWithoutADriveIsPassedOver) {
    at_spot(R"({"drives":{"home":2,"away":0}})")
        .falls({"RB", "FUMBLE", "2"})
        .tells("turnover away fumble; drive-end home fumble; possession home passed-over");
}

TEST(PocketGridironHappenings, TheLastDriveEndsTheGame) {
    constexpr auto kLast = R"({"drives":{"home":1,"away":0},"score":{"home":3,"away":7}})";
    constexpr auto kLevel = R"({"drives":{"home":1,"away":0}})";
    at_spot(kLast).falls({"RB", "FUMBLE", "2"}).tells("turnover away fumble; drive-end home fumble; over away");
    at_spot(kLevel).falls({"RB", "FUMBLE", "2"}).tells("turnover away fumble; drive-end home fumble; over");
    at_spot(kLevel, R"({"overtime":"extra-drives"})")
        .falls({"RB", "FUMBLE", "2"})
        .tells("turnover away fumble; drive-end home fumble; overtime; period 5; possession away turnover")
        .falls({"RB", "FUMBLE", "2"})
        .tells("turnover home fumble; drive-end away fumble; possession home turnover")
        .falls({"RB", "FUMBLE", "2"}) // level again: the quarter is the same
        .tells("turnover away fumble; drive-end home fumble; overtime; possession away turnover");
}

} // namespace
} // namespace touchline
