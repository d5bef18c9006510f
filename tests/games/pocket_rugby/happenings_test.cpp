// Pocket Sports Rugby: what the rules say happened, for every kind of phase and every end of a possession.
#include "games/at_table.hpp"

namespace touchline {
namespace {

AtTable rugby(std::string_view fields, std::string_view options = "{}") {
    AtTable table = at("pocket-rugby", options);
    table.set(fields);
    return table;
}

constexpr std::string_view kCards = R"({"home_team":"new-zealand","away_team":"england"})";

TEST(RugbyHappenings, WeatherAndTossOpenTheMatch) {
    at("pocket-rugby", R"({"weather":"roll"})")
        .falls({"6"})
        .tells("weather rain")
        .falls({"away"})
        .tells("toss away; period 1; possession away start");
}

TEST(RugbyHappenings, APhaseBeginsWithTheScrumHalf) {
    rugby("{}").falls({"F"}).tells("play home forward").falls({"PASS"}).tells("").chooses("wing").tells("");
    rugby(R"({"offense":"away"})").falls({"B"}).tells("play away back");
}

TEST(RugbyHappenings, ATackleStopsTheRun) {
    AtTable table = rugby(R"({"carrier":"wing"})");
    table.falls({"SIDE STEP"}).tells("").falls({"2"}).tells("").falls({"4"}).tells("stop away tackle 6");
    rugby(R"({"carrier":"wing"})").falls({"SIDE STEP", "2", "BIG HIT"}).tells("stop away big-hit");
    rugby(R"({"carrier":"wing","cards":{"away":1},"yellow_total":{"away":1}})")
        .falls({"SIDE STEP", "4", "4"})
        .tells("stop away tackle 6");
}

TEST(RugbyHappenings, TwoBigHitsInjureOnce) {
    rugby(R"({"carrier":"wing"})")
        .falls({"SIDE STEP", "BIG HIT", "BIG HIT"})
        .tells("stop away big-hit; injury home wing");
    rugby(R"({"carrier":"wing","injured":{"home":["wing"]}})")
        .falls({"SIDE STEP", "BIG HIT", "BIG HIT"})
        .tells("stop away big-hit");
    rugby(R"({"carrier":"wing"})", R"({"injuries":false})")
        .falls({"SIDE STEP", "BIG HIT", "BIG HIT"})
        .tells("stop away big-hit");
}

TEST(RugbyHappenings, ABrokenLineIsWorthItsRun) {
    rugby(R"({"carrier":"wing"})").falls({"INTO THE CORNER", "1", "2"}).tells("gain home wing 8");
    rugby(R"({"carrier":"wing","quick_tap":2})").falls({"INTO THE CORNER", "1", "2"}).tells("gain home wing 9");
}

TEST(RugbyHappenings, ASteal) {
    constexpr std::string_view kWing = R"({"carrier":"wing"})";
    rugby(kWing)
        .falls({"HIT UP 3", "BIG HIT"})
        .chooses("steal")
        .tells("")
        .falls({"RUCK WIN"})
        .tells("steal away ruck; turnover away ruck; drive-end home ruck; possession away ruck");
    rugby(kWing).falls({"HIT UP 3", "BIG HIT"}).chooses("steal").falls({"NO RUCK WIN"}).tells("stop away tackle");
    rugby(kWing, R"({"failed_steal":"second-roll"})") // R1
        .falls({"HIT UP 3", "BIG HIT"})
        .chooses("steal")
        .falls({"NO RUCK WIN"})
        .tells("")
        .falls({"1"})
        .tells("stop away tackle 6");
}

TEST(RugbyHappenings, ATryIsConvertedOrNot) {
    AtTable table = rugby(R"({"carrier":"wing"})");
    table.falls({"INTO THE CORNER", "1", "1", "VIDEO REF"}).tells("").falls({"TRY"}).tells("score home try 5");
    table.falls({"25"}).tells("").falls({"45"}).tells(
        "kick home conversion 25; score home conversion 2; drive-end home try; possession home after-score");
    rugby(R"({"carrier":"wing"})")
        .falls({"INTO THE CORNER", "1", "1", "TRY", "45", "20"})
        .tells("kick home conversion 45; miss home conversion; drive-end home try; possession home after-score");
    rugby(R"({"carrier":"wing"})")
        .falls({"INTO THE CORNER", "1", "1", "NO TRY"})
        .tells("miss home try; turnover away held-up; drive-end home held-up; possession away held-up");
}

TEST(RugbyHappenings, ADropGoal) {
    constexpr std::string_view kBack = R"({"carrier":"back"})";
    rugby(kBack)
        .falls({"DROP GOAL", "25"})
        .tells("")
        .chooses("kick")
        .falls({"45"})
        .tells("kick home drop-goal 25; score home drop-goal 3; drive-end home drop-goal; "
               "possession home after-score");
    rugby(kBack, R"({"goal_restart":"conceder"})") // R5
        .falls({"DROP GOAL", "25"})
        .chooses("kick")
        .falls({"45"})
        .tells("kick home drop-goal 25; score home drop-goal 3; drive-end home drop-goal; "
               "possession away after-score");
    rugby(kBack)
        .falls({"DROP GOAL", "45"})
        .chooses("kick")
        .falls({"20"})
        .tells("kick home drop-goal 45; miss home drop-goal; drive-end home drop-goal-missed; "
               "possession away drop-goal-missed");
    rugby(kBack, R"({"missed_kick":"keep"})") // R6: the possession goes on
        .falls({"DROP GOAL", "45"})
        .chooses("kick")
        .falls({"20"})
        .tells("kick home drop-goal 45; miss home drop-goal");
}

TEST(RugbyHappenings, MovesOfTheTeamCards) {
    rugby(R"({"carrier":"centre"})", kCards).falls({"DUMMY", "6"}).tells("").falls({"1"}).tells("gain home centre 6");
    rugby(R"({"carrier":"wing"})", kCards)
        .falls({"CHIP & CHASE", "6"})
        .tells("turnover away interception; drive-end home interception; possession away interception");
    rugby(R"({"carrier":"wing"})", kCards).falls({"CHIP & CHASE", "1"}).tells("");
    rugby(R"({"carrier":"forward"})", kCards)
        .falls({"ROLLING MAUL"})
        .chooses("stop")
        .falls({"6"})
        .tells("stop away maul; flag away penalty");
    rugby(R"({"carrier":"back"})", kCards)
        .falls({"DROP GOAL", "25"})
        .chooses("kick")
        .falls({"6"})
        .tells("kick home drop-goal 25; miss home drop-goal; turnover away charge-down; "
               "drive-end home charge-down; possession away charge-down");
}

TEST(RugbyHappenings, AScrumMayCostTheBall) {
    constexpr std::string_view kForward = R"({"carrier":"forward"})";
    rugby(kForward)
        .falls({"SCRUM"})
        .tells("flag home knock-on")
        .falls({"RESET"})
        .tells("")
        .falls({"GREEN"})
        .tells("turnover away scrum; drive-end home scrum; possession away scrum");
    rugby(kForward).falls({"SCRUM", "RED"}).tells("steal home scrum"); // the side that erred keeps it
    rugby(kForward)
        .falls({"SCRUM", "PENALTY WON"})
        .tells("flag home penalty; turnover away penalty; "
               "drive-end home penalty; possession away penalty");
    rugby(kForward).falls({"SCRUM", "PENALTY AGAINST"}).tells("flag away penalty");
}

TEST(RugbyHappenings, ALineoutMayChangeTheThrow) {
    constexpr std::string_view kWing = R"({"carrier":"wing"})";
    rugby(kWing)
        .falls({"LINEOUT"})
        .tells("flag home into-touch")
        .falls({"GREEN"})
        .tells("turnover away lineout; drive-end home lineout; possession away lineout");
    // R15: home throws now, and wins its own throw or loses it.
    rugby(kWing).falls({"LINEOUT", "RESET"}).tells("flag away not-straight").falls({"GREEN"}).tells("");
    rugby(kWing)
        .falls({"LINEOUT", "RESET", "RED"})
        .tells("steal away lineout; turnover away lineout; "
               "drive-end home lineout; possession away lineout");
}

TEST(RugbyHappenings, PenaltiesCardsAndTheKick) {
    AtTable table = rugby(R"({"carrier":"forward"})");
    table.falls({"SCRUM", "PENALTY AGAINST", "NO CARD"}).tells("").chooses("quick-tap").tells("");
    rugby(R"({"carrier":"forward"})")
        .falls({"SCRUM", "PENALTY AGAINST", "YELLOW"})
        .tells("card away yellow-card 1")
        .chooses("kick")
        .tells("play home penalty-kick")
        .falls({"25"})
        .tells("")
        .falls({"45"})
        .tells("kick home penalty 25; score home penalty-goal 3; drive-end home penalty-goal; "
               "possession home after-score");
    rugby(R"({"carrier":"forward","cards":{"away":1},"yellow_total":{"away":1}})")
        .falls({"SCRUM", "PENALTY AGAINST", "YELLOW"})
        .tells("card away yellow-card 2")
        .chooses("kick")
        .falls({"45", "20"})
        .tells("kick home penalty 45; miss home penalty; drive-end home penalty-missed; "
               "possession away penalty-missed");
}

TEST(RugbyHappenings, HalfTimeComesWithTheConversion) {
    constexpr std::string_view kTry = R"({"carrier":"wing","score":{"home":15}})";
    rugby(kTry)
        .falls({"INTO THE CORNER", "1", "1", "TRY"})
        .tells("score home try 5")
        .falls({"45", "20"})
        .tells("kick home conversion 45; miss home conversion; drive-end home try; period 2; "
               "possession away second-half");
    rugby(kTry, R"({"second_half":"scorer"})") // R7
        .falls({"INTO THE CORNER", "1", "1", "TRY", "25", "45"})
        .tells("kick home conversion 25; score home conversion 2; drive-end home try; period 2; "
               "possession home second-half");
}

TEST(RugbyHappenings, FullTimeEndsTheMatch) {
    rugby(R"({"carrier":"wing","score":{"home":36,"away":22}})")
        .falls({"INTO THE CORNER", "1", "1", "TRY"}) // R18: no conversion
        .tells("score home try 5; drive-end home try; over home");
}

TEST(RugbyHappenings, TheOtherSidesPointsBringBadWeather) {
    constexpr std::string_view kCold =
        R"({"home_team":"new-zealand","away_team":"australia","weather":"cold"})"; // australia fears the cold
    rugby(R"({"carrier":"wing","score":{"home":27}})", kCold)
        .falls({"INTO THE CORNER", "1", "1", "TRY"})
        .tells("score home try 5; weather away cold");
}

} // namespace
} // namespace touchline
