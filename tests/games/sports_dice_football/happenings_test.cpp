// Sports Dice Football: what the rules say happened, for every kind of play and every end of a drive.
#include "dice_table.hpp"

namespace touchline {
namespace {

AtTable at_spot(std::string_view fields, std::string_view options = "{}") {
    AtTable table = at("sports-dice-football", options);
    table.set(fields);
    return table;
}

constexpr std::string_view kLevel = "TD TD TD 10 20 FG | NG NG NG S T P6";

TEST(SportsDiceHappenings, TheTossGivesBallAndChip) {
    at("sports-dice-football")
        .rolls("away")
        .tells("toss away")
        .chooses("defense")
        .tells("possession home start @25; chip away given");
    at("sports-dice-football", R"({"chip":false})").rolls("home").chooses("offense").tells("possession home start @25");
}

TEST(SportsDiceHappenings, GainsAndDowns) {
    at_spot("{}").rolls(kTen).tells("play home roll @25; beat home; gain home 10 10 @35; down home 2");
    at_spot(R"({"ball":40})")
        .rolls(kTen)
        .tells("play home roll @40; beat home; gain home 10 10 @50; first-down home 1");
    at_spot(R"({"ball":30})")
        .rolls(kFieldGoal)
        .tells("play home roll @30; beat home; gain home FG 20 @50; first-down home 1");
    at_spot("{}").rolls(kNoGain).tells("play home roll @25; beat away; stop away no-gain; down home 2");
    at_spot("{}").rolls(kSack).tells(
        "play home roll @25; beat away; sack away sack 10; gain home sack -10 @15; down home 2");
}

TEST(SportsDiceHappenings, ScoresEndTheDriveAndBeginTheNext) {
    at_spot(R"({"offense":"away","ball":60})")
        .rolls(kTouchdown)
        .tells("play away roll @60; beat away; gain away TD 40 @100; score away touchdown 7; drive-end away touchdown; "
               "possession home after-score @25");
    at_spot(R"({"ball":95})")
        .rolls(kTen)
        .tells("play home roll @95; beat home; gain home 10 5 @100; score home touchdown 7; drive-end home touchdown; "
               "possession away after-score @25");
    at_spot(R"({"ball":5})")
        .rolls(kSack)
        .tells("play home roll @5; beat away; sack away sack 5; gain home sack -5 @0; score away safety 2; "
               "drive-end home safety; possession away after-score @25");
    at_spot("{}").rolls(kPickSix).tells(
        "play home roll @25; beat away; turnover away interception; score away pick-six 7; "
        "drive-end home pick-six; possession home after-score @25");
    at_spot("{}").rolls(kSixTens).tells(
        "play home roll @25; beat home; gain home all-tens 75 @100; score home touchdown 7; "
        "drive-end home touchdown; possession away after-score @25");
    at_spot("{}")
        .rolls(kSixNoGains)
        .tells("play home roll @25; beat away; turnover away all-no-gains; score away pick-six 7; "
               "drive-end home pick-six; possession home after-score @25");
}

TEST(SportsDiceHappenings, TheFieldGoalSymbolIsKickedOrPlayedOn) {
    at_spot(R"({"ball":60})")
        .rolls(kFieldGoal)
        .tells("play home roll @60; beat home")
        .chooses("kick")
        .tells("kick home field-goal 50; score home field-goal 3; drive-end home field-goal; "
               "possession away after-score @25");
    at_spot(R"({"ball":60})").rolls(kFieldGoal).chooses("advance").tells("gain home advance 25 @85; down home 2");
}

TEST(SportsDiceHappenings, TurnoversAndDowns) {
    at_spot(R"({"ball":30})")
        .rolls(kTurnover)
        .tells("play home roll @30; beat away; turnover away turnover; drive-end home turnover; possession away "
               "turnover @70");
    at_spot(R"({"down":4})")
        .chooses("go")
        .tells("play home go @25")
        .rolls(kTen)
        .tells("beat home; gain home 10 10 @35; turnover away downs; drive-end home downs; possession away downs @65");
}

TEST(SportsDiceHappenings, Kicks) {
    at_spot(R"({"down":4})")
        .chooses("punt")
        .tells("play home punt @25")
        .rolls("10 10 20 TD TD FG | NG NG S S T P6")
        .tells("kick home punt 40; drive-end home punt; possession away punt @35");
    at_spot(R"({"down":4,"ball":80})")
        .chooses("punt")
        .rolls("10 10 20 TD TD FG | NG NG S S T P6")
        .tells("kick home punt 40; drive-end home punt; possession away touchback @25");
    at_spot(R"({"down":4,"ball":70})")
        .chooses("field-goal")
        .tells("play home field-goal @70")
        .rolls("10 10 20 TD TD FG | NG NG S S T P6")
        .tells("kick home field-goal 40; score home field-goal 3; drive-end home field-goal; "
               "possession away after-score @25");
    at_spot(R"({"down":4,"ball":70})")
        .chooses("field-goal")
        .rolls("10 20 TD TD FG FG | NG NG S S T P6")
        .tells("kick home field-goal 40; miss home field-goal; drive-end home field-goal-missed; "
               "possession away field-goal-missed @30");
    at_spot(R"({"down":4})")
        .chooses("punt")
        .rolls(kSixTens)
        .tells("gain home fake-punt 75 @100; score home touchdown 7; drive-end home touchdown; "
               "possession away after-score @25");
    at_spot(R"({"down":4})")
        .chooses("field-goal")
        .rolls(kSixNoGains)
        .tells("kick home field-goal; return away field-goal; score away kick-returned 7; "
               "drive-end home kick-returned; possession home after-score @25");
}

TEST(SportsDiceHappenings, TheChipIsUsedOrKept) {
    at_spot("{}")
        .rolls(kLevel)
        .tells("play home roll @25")
        .chooses("use")
        .tells("chip away used; beat away; stop away no-gain; down home 2");
    at_spot("{}").rolls(kLevel).chooses("keep").tells(
        "chip away kept; beat home; gain home TD 75 @100; score home touchdown 7; drive-end home touchdown; "
        "possession away after-score @25");
}

TEST(SportsDiceHappenings, WithoutTheChipTheDefenceWinsALevelRoll) {
    at_spot("{}", R"({"chip":false})")
        .rolls(kLevel)
        .tells("play home roll @25; beat away; stop away no-gain; down home 2");
}

// Step 4: who has to pick has won already.
TEST(SportsDiceHappenings, ARollIsWonBeforeItsWinnerPicks) {
    at_spot("{}")
        .rolls("10 10 10 20 20 20 | NG NG S S T P6")
        .tells("play home roll @25; beat home")
        .chooses("20")
        .tells("gain home 20 20 @45; down home 2");
}

TEST(SportsDiceHappenings, TheLastPointsEndTheGame) {
    at_spot(R"({"score":{"home":14,"away":0}})")
        .rolls(kTouchdown)
        .tells("play home roll @25; beat home; gain home TD 75 @100; score home touchdown 7; drive-end home touchdown; "
               "over home");
}

} // namespace
} // namespace touchline
