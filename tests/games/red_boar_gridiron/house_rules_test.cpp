// The house rules of Gridiron that came with every sentence of its rulebook, ruling by ruling.
#include "boar.hpp"

namespace touchline {
namespace {

// No flags, and this.
AtTable clean(std::string_view option, std::string_view position) {
    AtTable table = boar(R"({"penalties":false,)" + std::string(option) + "}");
    table.set(position);
    return table;
}

AtTable fouled(std::string_view option, std::string_view position) {
    AtTable table = boar("{" + std::string(option) + "}");
    table.set(position);
    return table;
}

TEST(RedBoarHouseRules, R3_HalfTheDistanceMayBeRoundedUp) {
    constexpr std::string_view kUp = R"("half_distance":"up")";
    // 10 yards back from the own 15: half the way is 7 and a half.
    fouled("", R"({"ball":15})")
        .chooses("play")
        .rolls("6 6 3 4")
        .rolls("4 4")
        .rolls("3")
        .chooses("accept")
        .shows(R"({"ball":10,"down":1})");
    fouled(kUp, R"({"ball":15})")
        .chooses("play")
        .rolls("6 6 3 4")
        .rolls("4 4")
        .rolls("3")
        .chooses("accept")
        .shows(R"({"ball":5,"down":1})");
    // 15 forward for a pass foul 25 yards out: 12 and a half.
    fouled("", R"({"ball":75})")
        .chooses("play")
        .rolls("3 4 6 6")
        .rolls("3 4")
        .chooses("accept")
        .shows(R"({"ball":85})");
    fouled(kUp, R"({"ball":75})")
        .chooses("play")
        .rolls("3 4 6 6")
        .rolls("3 4")
        .chooses("accept")
        .shows(R"({"ball":90,"down":1,"line":100})");
}

TEST(RedBoarHouseRules, R3_RoundedUpAFoulStillNeverReachesTheGoalLine) {
    constexpr std::string_view kUp = R"("half_distance":"up")";
    fouled(kUp, R"({"ball":5})").chooses("play").rolls("1 1 3 4").shows(R"({"ball":5,"score":{"away":0}})");
    fouled(kUp, R"({"ball":95})").chooses("play").rolls("3 4 1 1").shows(R"({"ball":95,"score":{"home":0}})");
    fouled(kUp, R"({"ball":5})")
        .chooses("play")
        .rolls("6 6 3 4")
        .rolls("4 4")
        .rolls("3")
        .chooses("accept")
        .shows(R"({"score":{"away":2},"phase":"free-kick"})");
}

TEST(RedBoarHouseRules, R4_KicksMayBeLeftToTheFourthDown) {
    constexpr std::string_view kFourth = R"("kick_downs":"fourth")";
    for (std::string_view down : {"1", "2", "3"})
        clean(kFourth, R"({"ball":60,"down":)" + std::string(down) + "}").waits_for("play", "home");
    clean(kFourth, R"({"ball":60,"down":4})").asks("call", "home", "play punt field-goal");
    clean(kFourth, R"({"ball":30,"down":4})").asks("call", "home", "play punt");
    clean(kFourth, R"({"quarter":5,"ball":75,"down":3})").waits_for("play", "home");
    clean(kFourth, R"({"quarter":5,"ball":75,"down":4})").asks("call", "home", "play field-goal");
    fouled(kFourth, R"({"ball":60,"down":3,"line":70})")
        .waits_for("flags", "home")
        .rolls("3 4 1 1")
        .waits_for("flags", "home");
    hands(R"({"ball":60})", R"({"mode":"cards","penalties":false,"kick_downs":"fourth"})")
        .asks_secretly("card", "home", "REV DRAW DIVE SCREEN MED LONG");
}

TEST(RedBoarHouseRules, R8_AKickoffMayFollowASafety) {
    AtTable table = clean(R"("safety_kick":"kickoff")", R"({"ball":5})");
    table.chooses("play")
        .rolls("2 3")
        .rolls("3")
        .waits_for("kickoff", "home")
        .shows(R"({"score":{"away":2},"phase":"kickoff","ball":0,"down":0,"line":0})")
        .rolls("4 4")
        .rolls("6")
        .shows(R"({"offense":"away","ball":30,"down":1})");
    table.refuses_set(R"({"phase":"free-kick"})", "phase");
    clean(R"("safety_kick":"punt")", R"({"ball":5})").chooses("play").rolls("2 3").rolls("3").waits_for("punt", "home");
}

TEST(RedBoarHouseRules, R18_TheNumberMayReplaceTheOffencesYardsAlone) {
    const std::string sheet = sheet_with("red-boar-gridiron", R"(MED = { base = 0, mod = "1=#(-10),2=I" })",
                                         R"(MED = { base = 5, mod = "1=#(-10),2=I" })");
    const auto thrown_back = [&](std::string_view options) {
        AtTable table = at("red-boar-gridiron", options, sheet);
        table.set(R"({"ball":40,"hands":{"home":{"MED":3,"LONG":3},"away":{"BLITZ":3,"SHORT-RUN":3}}})")
            .chooses("play")
            .chooses("home", "MED")
            .chooses("away", "BLITZ")
            .rolls("1");
        return table;
    };
    thrown_back(R"({"mode":"cards","penalties":false})").shows(R"({"ball":30,"down":2})");
    thrown_back(R"({"mode":"cards","penalties":false,"replaced_yards":"offense"})").shows(R"({"ball":35,"down":2})");
}

TEST(RedBoarHouseRules, R21_AMissedFieldGoalMayBeTakenOverTenYardsBehind) {
    constexpr std::string_view kKick = R"("missed_spot":"kick")";
    clean("\"missed_spot\":\"scrimmage\"", R"({"ball":60})")
        .chooses("field-goal")
        .rolls("1 1")
        .shows(R"({"offense":"away","ball":40})");
    clean(kKick, R"({"ball":60})").chooses("field-goal").rolls("1 1").shows(R"({"offense":"away","ball":50})");
    clean(kKick, R"({"ball":85})").chooses("field-goal").rolls("1 1").shows(R"({"offense":"away","ball":25})");
    clean(kKick, R"({"ball":95})").chooses("field-goal").rolls("1 1").shows(R"({"offense":"away","ball":20})");
}

// Level at the end of the 4th quarter.
AtTable level(std::string_view options) {
    AtTable table = boar(options);
    table.set(R"({"quarter":4,"clock":10,"ball":30,"score":{"home":9,"away":9},"second_half_receiver":"home"})")
        .chooses("punt")
        .rolls("3 4");
    return table;
}

TEST(RedBoarHouseRules, R22_TheWinnerOfTheTossMayChoose) {
    AtTable table = boar(R"({"toss":"choice"})");
    table.waits_for("toss", "home")
        .rolls("away")
        .asks("toss", "away", "first second")
        .shows(R"({"offense":null,"second_half_receiver":null,"phase":"kickoff"})")
        .chooses("second")
        .waits_for("kickoff", "away")
        .shows(R"({"offense":"away","second_half_receiver":"away"})")
        .undoes()
        .chooses("first")
        .waits_for("kickoff", "home")
        .shows(R"({"offense":"home","second_half_receiver":"home"})");
}

TEST(RedBoarHouseRules, R22_TheWinnerOfTheTossOfOvertimeMayChooseToo) {
    level(R"({"toss":"choice","penalties":false})")
        .rolls("home")
        .asks("toss", "home", "first second")
        .chooses("second")
        .asks("call", "away", "play field-goal")
        .shows(R"({"offense":"away","overtime_first":"away","ball":75})");
    level(R"({"toss":"choice","overtime":"sudden-death","penalties":false})")
        .rolls("home")
        .asks("toss", "home", "first second")
        .chooses("first")
        .waits_for("kickoff", "away");
}

TEST(RedBoarHouseRules, R22_ItMayBeAgreedWhoReceives) {
    boar(R"({"toss":"home"})")
        .waits_for("kickoff", "away")
        .shows(R"({"offense":"away","second_half_receiver":"away","phase":"kickoff","quarter":1,"clock":900})");
    boar(R"({"toss":"away"})").waits_for("kickoff", "home").shows(R"({"second_half_receiver":"home"})");
    boar(R"({"toss":"away"})").set("{}").shows(R"({"offense":"home","second_half_receiver":"away"})");
}

TEST(RedBoarHouseRules, R22_WhoeverReceivedTheOpeningKickoffThenBeginsAnOvertime) {
    level(R"({"toss":"away","penalties":false})")
        .asks("call", "away", "play field-goal")
        .shows(R"({"quarter":5,"offense":"away","overtime_first":"away","ball":75,"clock":0})");
    level(R"({"toss":"away","overtime":"sudden-death","penalties":false})")
        .waits_for("kickoff", "home")
        .shows(R"({"quarter":5,"offense":"home","phase":"kickoff"})");
}

// Home first, level.
AtTable in_overtime(std::string_view option, std::string_view position = R"({"quarter":5})") {
    return clean("\"overtime\":\"" + std::string(option) + "\"", position);
}

TEST(RedBoarHouseRules, R7_HighSchoolPossessionsBeginOnTheTen) {
    in_overtime("high-school").shows(R"({"phase":"overtime","ball":90,"down":1,"line":100})");
    level(R"({"overtime":"high-school","penalties":false})").rolls("away").shows(R"({"offense":"away","ball":90})");
}

// A try for two from the 5 that falls short, and one that does not.
constexpr std::string_view kShort = "3 4";
constexpr std::string_view kOver = "3 3";

TEST(RedBoarHouseRules, R7_CollegeGoesForTwoFromTheSecondRoundOn) {
    AtTable table = in_overtime("college", R"({"quarter":5,"ball":95,"score":{"home":3,"away":3}})");
    table.chooses("play").rolls(kOver).rolls("3").asks("after-touchdown", "home", "kick conversion");
    table = in_overtime("college", R"({"quarter":6,"ball":95,"score":{"home":3,"away":3}})");
    table.chooses("play")
        .rolls(kOver)
        .rolls("3")
        .waits_for("play", "home")
        .shows(R"({"phase":"try","ball":95,"score":{"home":9}})")
        .rolls(kShort)
        .shows(R"({"quarter":6,"phase":"overtime","offense":"away","ball":75,"overtime_first":"home"})");
}

TEST(RedBoarHouseRules, R7_CollegeHasNothingButTriesFromTheThirdRoundOn) {
    AtTable table = in_overtime("college", R"({"quarter":6,"offense":"away","overtime_first":"home","down":4})");
    table.chooses("play")
        .rolls(kShort)
        .waits_for("play", "away")
        .shows(R"({"quarter":7,"phase":"try","offense":"away","overtime_first":"away","ball":95,"down":1,"line":100})")
        .rolls(kShort)
        .waits_for("play", "home")
        .shows(R"({"quarter":7,"phase":"try","offense":"home","overtime_first":"away"})")
        .rolls(kShort)
        .waits_for("play", "home")
        .shows(R"({"quarter":7,"offense":"home","overtime_first":"home"})")
        .rolls(kOver)
        .rolls("3")
        .shows(R"({"quarter":7,"offense":"away","score":{"home":2,"away":0}})")
        .rolls(kShort)
        .is_won_by("home");
}

TEST(RedBoarHouseRules, R7_LeagueBeginsWithAKickoffAndGivesBothTheBall) {
    level(R"({"overtime":"league","penalties":false})")
        .rolls("home")
        .waits_for("kickoff", "away")
        .shows(R"({"quarter":5,"phase":"kickoff","overtime_first":"home","clock":0})")
        .rolls("3 4")
        .rolls("3")
        .shows(R"({"offense":"home","ball":20,"overtime_first":"home","phase":"scrimmage"})");
    in_overtime("league", R"({"quarter":5,"ball":80})")
        .chooses("field-goal")
        .rolls("6 6")
        .waits_for("kickoff", "home")
        .shows(R"({"score":{"home":3},"overtime_first":"home"})")
        .rolls("3 4")
        .rolls("3")
        .asks("call", "away", "play punt")
        .shows(R"({"overtime_first":"home","offense":"away"})");
    in_overtime("league", R"({"quarter":5,"ball":95})")
        .chooses("play")
        .rolls(kOver)
        .rolls("3")
        .asks("after-touchdown", "home", "kick conversion");
}

TEST(RedBoarHouseRules, R7_LeagueIsOverOnceTheSideBehindHasHadTheBall) {
    constexpr std::string_view kAnswer =
        R"({"quarter":5,"overtime_first":"away","ball":80,"down":4,"score":{"away":3}})";
    in_overtime("league", kAnswer).chooses("field-goal").rolls("1 1").is_won_by("away");
    in_overtime("league", kAnswer).chooses("punt").rolls("3 4").is_won_by("away");
    in_overtime("league", kAnswer).chooses("play").rolls("3 4").is_won_by("away");
    in_overtime("league", R"({"quarter":5,"overtime_first":"away","ball":95,"score":{"away":3}})")
        .chooses("play")
        .rolls(kOver)
        .rolls("3")
        .is_won_by("home");
    in_overtime("league", R"({"quarter":5,"overtime_first":"away","ball":95,"score":{"away":7}})")
        .chooses("play")
        .rolls(kOver)
        .rolls("3")
        .chooses("kick")
        .rolls("1 1")
        .is_won_by("away");
    in_overtime("league", R"({"quarter":5,"ball":5})").chooses("play").rolls("2 3").rolls("3").is_won_by("away");
}

TEST(RedBoarHouseRules, R7_LeagueLevelAfterBothIsWonByTheNextScore) {
    in_overtime("league", R"({"quarter":5,"overtime_first":"away","ball":80,"score":{"away":3}})")
        .chooses("field-goal")
        .rolls("6 6")
        .waits_for("kickoff", "home")
        .shows(R"({"overtime_first":null,"score":{"home":3,"away":3}})");
    AtTable table = in_overtime("league", R"({"quarter":5,"overtime_first":"away","ball":40})");
    table.chooses("punt").rolls("3 4").shows(R"({"offense":"away","overtime_first":null,"ball":15})");
    table.set(R"({"quarter":5,"overtime_first":null,"ball":80})").chooses("field-goal").rolls("6 6").is_won_by("home");
    table.refuses_set(R"({"quarter":5,"overtime_first":null,"score":{"home":3}})", "score");
    table.refuses_set(R"({"quarter":5,"overtime_first":"away","score":{"home":3}})", "score");
    table.refuses_set(R"({"quarter":5,"overtime_first":null,"phase":"try"})", "phase");
    table.refuses_set(R"({"quarter":6})", "quarter");
}

} // namespace
} // namespace touchline
