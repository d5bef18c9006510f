// Gridiron Glory: what the rules say happened, for every kind of card and every end of a drive.
#include "games/at_table.hpp"

namespace touchline {
namespace {

AtTable at_spot(std::string_view fields = "{}", std::string_view options = "{}") {
    AtTable table = at("gridiron-glory", options);
    table.set(fields);
    return table;
}

TEST(GridironGloryHappenings, TheTossBeginsTheFirstQuarter) {
    at("gridiron-glory")
        .rolls("BALL REF REF | REF REF BALL")
        .tells("")
        .rolls("BALL REF REF | BALL BALL REF")
        .tells("toss away; period 1; deal shuffle 26; possession away start @1");
}

TEST(GridironGloryHappenings, TheHigherCardGainsASpaceOrStops) {
    at_spot(R"({"try":3})")
        .rolls("3H 2S")
        .tells("play home flip @1; beat home; gain home flip 1 @2; first-down home 1");
    at_spot(R"({"offense":"away","space":4})")
        .rolls("3H 4S")
        .tells("play away flip @4; beat away; gain away flip 1 @5");
    at_spot().rolls("2H 3S").tells("play home flip @1; beat away; stop away flip; down home 2");
    at_spot(R"({"space":3,"try":3})")
        .rolls("2H 3S")
        .tells("play home flip @3; beat away; stop away flip; kick home punt; drive-end home punt; possession away "
               "punt @1");
}

TEST(GridironGloryHappenings, AFumbleIsSettledByTheCardAfterTheBuriedOnes) {
    const auto fumbled = [](std::string_view fields, std::string_view options) {
        AtTable table = at_spot(fields, options);
        table.rolls("2H 2S").tells("play home flip @2; deal buried 3");
        return table;
    };
    fumbled(R"({"space":2})", "{}").rolls("5H 4S").tells("beat home; gain home fumble 1 @3; first-down home 1");
    fumbled(R"({"space":2})", "{}").rolls("5H 5S").tells("deal buried 3");
    fumbled(R"({"space":2})", "{}")
        .rolls("4H 5S")
        .tells("beat away; turnover away fumble; drive-end home fumble; possession away turnover @3");
    fumbled(R"({"space":2})", R"({"fumble_spot":"same"})")
        .rolls("4H 5S")
        .tells("beat away; turnover away fumble; drive-end home fumble; possession away turnover @2");
    at_spot(R"({"pile":3})").rolls("2H 2S").tells("play home flip @1; deal buried 1");
}

TEST(GridironGloryHappenings, AVoidFumbleOnlyEndsTheQuarter) {
    at_spot(R"({"pile":1})").rolls("2H 2S").tells("play home flip @1; period 2; deal shuffle 26");
    at_spot(R"({"pile":3})", R"({"fumble_short":"void"})")
        .rolls("2H 2S")
        .tells("play home flip @1; period 2; deal shuffle 26");
}

TEST(GridironGloryHappenings, TheDiceInTheEndZone) {
    const auto in_end_zone = [](std::string_view fields, std::string_view options = "{}") {
        AtTable table = at_spot(fields, options);
        table.rolls("3H 2S").tells("play home flip @4; beat home; gain home flip 1 @5");
        return table;
    };
    in_end_zone(R"({"space":4})")
        .rolls("REF REF BALL")
        .tells("score home touchdown 7; drive-end home touchdown; possession away after-score @1");
    in_end_zone(R"({"space":4})")
        .rolls("REF BALL BALL")
        .tells("score home field-goal 3; drive-end home field-goal; possession away after-score @1");
    in_end_zone(R"({"space":4})")
        .rolls("WHISTLE BALL BALL")
        .tells("miss home end-zone; drive-end home no-score; possession away no-score @1");
    in_end_zone(R"({"space":4})")
        .rolls("REF REF WHISTLE")
        .tells("flag home whistle 1")
        .rolls("WHISTLE")
        .tells("flag home whistle 1")
        .rolls("REF")
        .tells("score home field-goal 3; drive-end home field-goal; possession away after-score @1");
}

TEST(GridironGloryHappenings, ADriveOutlivesTheFirstAndTheThirdQuarter) {
    at_spot(R"({"pile":1})")
        .rolls("3H 2S")
        .tells("play home flip @1; beat home; gain home flip 1 @2; first-down home 1; period 2; deal shuffle 26");
    at_spot(R"({"pile":1,"quarter":3,"try":3})")
        .rolls("2H 3S")
        .tells("play home flip @1; beat away; stop away flip; kick home punt; drive-end home punt; period 4; deal "
               "shuffle 26; "
               "possession away punt @1");
    at_spot(R"({"pile":1,"space":4})")
        .rolls("3H 2S")
        .rolls("REF REF REF")
        .tells("score home touchdown 7; drive-end home touchdown; period 2; deal shuffle 26; "
               "possession away after-score @1");
}

TEST(GridironGloryHappenings, TheHalfEndsTheDrive) {
    at_spot(R"({"pile":1,"quarter":2})")
        .rolls("3H 2S")
        .tells("play home flip @1; beat home; gain home flip 1 @2; first-down home 1; drive-end home half; period 3; "
               "deal shuffle 26; possession away second-half @1");
    // The drive that the punt would begin never does.
    at_spot(R"({"pile":1,"quarter":2,"try":3,"first_offense":"away"})")
        .rolls("2H 3S")
        .tells("play home flip @1; beat away; stop away flip; kick home punt; drive-end home punt; period 3; "
               "deal shuffle 26; possession home second-half @1");
}

TEST(GridironGloryHappenings, TheGameEndsWithTheFourthQuarter) {
    at_spot(R"({"pile":1,"quarter":4,"score":{"away":3}})")
        .rolls("3H 2S")
        .tells("play home flip @1; beat home; gain home flip 1 @2; first-down home 1; drive-end home game; over away");
    at_spot(R"({"pile":1,"quarter":4,"space":4})")
        .rolls("3H 2S")
        .rolls("REF BALL BALL")
        .tells("score home field-goal 3; drive-end home field-goal; over home");
    at_spot(R"({"pile":1,"quarter":4})", R"({"overtime":"tie"})")
        .rolls("2H 3S")
        .tells("play home flip @1; beat away; stop away flip; down home 2; drive-end home game; over");
}

TEST(GridironGloryHappenings, OvertimeHasItsOwnTossAndTheFirstPointsWin) {
    at_spot(R"({"pile":1,"quarter":4})")
        .rolls("2H 3S")
        .tells("play home flip @1; beat away; stop away flip; down home 2; drive-end home half; overtime; period 5; "
               "deal shuffle 26")
        .rolls("REF REF REF | BALL REF REF")
        .tells("toss away; possession away start @1");
    at_spot(R"({"pile":1,"quarter":5})")
        .rolls("2H 3S")
        .tells("play home flip @1; beat away; stop away flip; down home 2; deal shuffle 26");
    at_spot(R"({"quarter":5,"space":4})")
        .rolls("3H 2S")
        .rolls("REF BALL BALL")
        .tells("score home field-goal 3; drive-end home field-goal; over home");
}

} // namespace
} // namespace touchline
