// Gridiron: what the rules say happened, for every kind of play and every end of a drive.
#include "boar.hpp"

namespace touchline {
namespace {

// A play without flags.
AtTable clean_play(std::string_view state, std::string_view row, std::string_view options = kClean) {
    AtTable table = boar(options);
    table.set(state).chooses("play").rolls(row);
    return table;
}

constexpr std::string_view kOvertime = R"({"quarter":5,"offense":"home","overtime_first":"home","ball":75})";

TEST(RedBoarHappenings, TheTossAndTheKickoff) {
    boar(kClean)
        .rolls("away")
        .tells("toss away; period 1")
        .rolls("3 4")
        .tells("")
        .rolls("5")
        .tells("kick home kickoff; possession away kickoff @25; clock 30");
}

TEST(RedBoarHappenings, GainsAndDowns) {
    clean_play(R"({"ball":40})", "3 3") // DIVE
        .tells("play home run @40")
        .rolls("3")
        .tells("gain home run 5 @45; clock 30; down home 2");
    clean_play(R"({"ball":40})", "5 5").rolls("3").tells("gain home pass 15 @55; clock 30; first-down home 1");
    clean_play(R"({"ball":40})", "4 5").rolls("3").tells("stop away no-gain; clock 30; down home 2");
    clean_play(R"({"ball":40})", "4 5").rolls("1").tells("gain home run -5 @35; clock 30; down home 2");
    clean_play(R"({"ball":40})", "2 3")
        .rolls("3")
        .tells("sack away sack 10; gain home sack -10 @30; clock 30; down home 2");
    clean_play(R"({"ball":40})", "3 4").tells("play home incomplete @40; stop away incomplete; clock 10; down home 2");
    clean_play(R"({"ball":85})", "5 6").tells("play home pass @85; stop away barred; clock 10; down home 2"); // R2
    clean_play(R"({"ball":40})", "1 2")
        .rolls("1")
        .tells("gain home touchdown-pass 55 @95; clock 30; first-down home 1");
}

TEST(RedBoarHappenings, ATouchdownAndItsTry) {
    AtTable table = clean_play(R"({"ball":90})", "1 3"); // REVERSE
    table.rolls("3").tells("gain home run 10 @100; clock 30; score home touchdown 6");
    table.chooses("kick").tells("").rolls("2 2").tells(
        "kick home extra-point; score home extra-point 1; drive-end home touchdown");
    clean_play(R"({"ball":90})", "1 3")
        .rolls("3")
        .chooses("kick")
        .rolls("1 2")
        .tells("kick home extra-point; miss home extra-point; drive-end home touchdown");
    clean_play(R"({"ball":90})", "1 3")
        .rolls("3")
        .chooses("conversion")
        .rolls("3 3")
        .tells("play home run @95")
        .rolls("3")
        .tells("score home two-point 2; drive-end home touchdown");
    clean_play(R"({"ball":90})", "1 3")
        .rolls("3")
        .chooses("conversion")
        .rolls("1 1")
        .rolls("6")
        .tells("miss home two-point; drive-end home touchdown");
}

TEST(RedBoarHappenings, ASafetyAndItsFreeKick) {
    clean_play(R"({"ball":5})", "2 3")
        .rolls("3")
        .tells("sack away sack 5; gain home sack -5 @0; clock 30; score away safety 2; drive-end home safety")
        .rolls("3 4")
        .tells("kick home free-kick 45; possession away punt @35; clock 30");
}

TEST(RedBoarHappenings, LostBalls) {
    clean_play(R"({"ball":40})", "1 1")
        .rolls("3")
        .tells("clock 30; turnover away fumble; drive-end home fumble; possession away fumble @60");
    clean_play(R"({"ball":95})", "6 6")
        .rolls("6")
        .tells("clock 30; turnover away interception; drive-end home interception; possession away touchback @20");
    clean_play(R"({"ball":40,"down":4,"line":50})", "3 3")
        .rolls("3")
        .tells("gain home run 5 @45; clock 30; turnover away downs; drive-end home downs; possession away downs @55");
}

TEST(RedBoarHappenings, Kicks) {
    boar(kClean)
        .set(R"({"ball":40})")
        .chooses("punt")
        .tells("play home punt @40")
        .rolls("2 2")
        .tells("")
        .rolls("1")
        .tells("kick home punt 35; clock 30; drive-end home punt; possession away punt @20");
    boar(kClean)
        .set(R"({"ball":80})")
        .chooses("punt")
        .rolls("1 2")
        .tells("kick home punt 35; clock 30; drive-end home punt; possession away touchback @20");
    boar(kClean)
        .set(R"({"ball":80})")
        .chooses("field-goal")
        .tells("play home field-goal @80")
        .rolls("3 3")
        .tells("kick home field-goal 30; score home field-goal 3; clock 10; drive-end home field-goal");
    boar(kClean)
        .set(R"({"ball":80})")
        .chooses("field-goal")
        .rolls("1 2")
        .tells("kick home field-goal 30; miss home field-goal; clock 10; drive-end home field-goal-missed; "
               "possession away field-goal-missed @20");
}

TEST(RedBoarHappenings, AFoulBeforeThePlayIsNoPlay) {
    boar()
        .set(R"({"ball":40,"line":50})")
        .chooses("play")
        .tells("")
        .rolls("1 1 3 4")
        .tells("flag home before-play; gain home penalty -5 @35; down home 1");
    boar()
        .set(R"({"ball":45,"line":50})")
        .chooses("play")
        .rolls("3 4 1 1")
        .tells("flag away before-play; gain home penalty 5 @50; first-down home 1");
    boar()
        .set(R"({"ball":5,"line":15})") // R3: nothing left to take
        .chooses("play")
        .rolls("1 1 3 4")
        .tells("flag home before-play; down home 1");
    boar(R"({"kick_fouls":"before"})") // R5
        .set(R"({"ball":40})")
        .chooses("punt")
        .tells("")
        .rolls("3 4 3 4")
        .tells("play home punt @40");
}

TEST(RedBoarHappenings, AFoulDuringThePlayIsAcceptedOrDeclined) {
    const auto fouled = [](std::string_view flags) {
        AtTable table = boar();
        table.set(R"({"ball":40,"down":2,"line":50})").chooses("play").rolls(flags);
        return table;
    };
    fouled("6 6 3 4")
        .tells("flag home during-play")
        .rolls("3 3")
        .tells("play home run @40")
        .rolls("3")
        .tells("")
        .chooses("accept")
        .tells("clock 30; gain home penalty -10 @30; down home 2");
    fouled("6 6 3 4").rolls("3 3").rolls("3").chooses("decline").tells("gain home run 5 @45; clock 30; down home 3");
    fouled("3 4 6 6")
        .tells("flag away during-play")
        .rolls("3 3")
        .rolls("3")
        .chooses("accept")
        .tells("clock 30; gain home penalty 15 @55; first-down home 1");
    fouled("6 6 6 6")
        .tells("flag home during-play; flag away during-play")
        .rolls("1 2") // a touchdown pass, void
        .rolls("3")
        .tells("clock 30; down home 2");
    // A try takes no time, and is played again.
    AtTable table = boar();
    table.set(R"({"ball":90})").chooses("play").rolls("3 4 3 4").rolls("1 3").rolls("3").chooses("conversion");
    table.rolls("6 6 6 6").rolls("3 3").rolls("3").tells("").waits_for("flags", "home");
}

TEST(RedBoarHappenings, CardsAreToldOnceTheyLieOpen) {
    hands(R"({"ball":40})")
        .chooses("play")
        .tells("")
        .chooses("home", "DIVE")
        .tells("")
        .chooses("away", "BLITZ")
        .tells("play home DIVE @40; card away BLITZ; gain home DIVE 10 @50; clock 30; first-down home 1")
        .rolls("DIVE")
        .tells("deal home draw 1");
    constexpr std::string_view kFlags = R"({"mode":"cards"})";
    hands(R"({"ball":40})", kFlags)
        .chooses("play")
        .chooses("home", "MED")
        .chooses("away", "BLITZ")
        .tells("")
        .rolls("3 4 3 4")
        .tells("play home MED @40; card away BLITZ")
        .rolls("1")
        .tells("sack away sack 10; gain home sack -10 @30; clock 30; down home 2");
    hands(R"({"ball":40})", kFlags)
        .chooses("play")
        .chooses("home", "MED")
        .chooses("away", "BLITZ")
        .rolls("1 1 3 4") // they go back unseen
        .tells("flag home before-play; gain home penalty -5 @35; down home 1");
}

TEST(RedBoarHappenings, CardsThatMissOrLoseTheBall) {
    const auto against = [](std::string_view own) {
        AtTable table = hands(R"({"ball":40})");
        table.chooses("play").chooses("home", own).chooses("away", "BLITZ");
        return table;
    };
    against("MED").rolls("2").tells("stop away incomplete; clock 10; down home 2");
    against("REV").rolls("1").tells("clock 30; turnover away turnover; drive-end home turnover; "
                                    "possession away turnover @60");
    against("DRAW").rolls("6").tells("").rolls("3").tells("gain home DRAW 40 @80; clock 30; first-down home 1");
}

TEST(RedBoarHappenings, QuartersAndHalves) {
    clean_play(R"({"ball":40,"clock":10})", "3 3")
        .rolls("3")
        .tells("gain home run 5 @45; clock 10; down home 2; period 2");
    clean_play(R"({"ball":40,"clock":20,"quarter":2})", "3 3")
        .rolls("3")
        .tells("gain home run 5 @45; clock 20; down home 2; drive-end home half; period 3");
    clean_play(R"({"ball":40,"clock":20,"quarter":4,"score":{"home":3}})", "3 3")
        .rolls("3")
        .tells("gain home run 5 @45; clock 20; down home 2; drive-end home game; over home");
    clean_play(R"({"ball":40,"clock":20,"quarter":4})", "3 3")
        .rolls("3")
        .tells("gain home run 5 @45; clock 20; down home 2; drive-end home half; period 5; overtime alternate")
        .rolls("away")
        .tells("toss away; possession away overtime @75");
    clean_play(R"({"ball":40,"clock":20,"quarter":4})", "3 3", R"({"penalties":false,"overtime":"tie"})")
        .rolls("3")
        .tells("gain home run 5 @45; clock 20; down home 2; drive-end home game; over");
    // The try is played at 0; the drive is over with it.
    clean_play(R"({"ball":90,"clock":20,"quarter":2})", "1 3")
        .rolls("3")
        .tells("gain home run 10 @100; clock 20; score home touchdown 6")
        .chooses("kick")
        .rolls("2 2")
        .tells("kick home extra-point; score home extra-point 1; drive-end home touchdown; period 3");
}

TEST(RedBoarHappenings, OvertimePossessionByPossession) {
    boar(kClean)
        .set(kOvertime)
        .chooses("field-goal")
        .rolls("6 6")
        .tells("kick home field-goal 35; score home field-goal 3; drive-end home field-goal; "
               "possession away overtime-answer @75")
        .chooses("field-goal")
        .rolls("6 6")
        .tells("kick away field-goal 35; score away field-goal 3; drive-end away field-goal; "
               "possession away overtime @75")
        .chooses("field-goal")
        .rolls("1 1")
        .tells("kick away field-goal 35; miss away field-goal; drive-end away field-goal-missed; "
               "possession home overtime-answer @75")
        .chooses("field-goal")
        .rolls("6 6")
        .tells("kick home field-goal 35; score home field-goal 3; drive-end home field-goal; over home");
    clean_play(R"({"quarter":5,"ball":90})", "1 3", R"({"penalties":false,"overtime":"sudden-death"})")
        .rolls("3")
        .tells("gain home run 10 @100; score home touchdown 6; drive-end home touchdown; over home");
}

} // namespace
} // namespace touchline
