// The steps of the page with dice, one after the other.
#include "boar.hpp"

namespace touchline {

TEST(RedBoarSteps, Step1TheTossNamesTheReceiversOfBothHalves) {
    boar()
        .waits_for("toss", "home")
        .shows(R"({"offense":null,"second_half_receiver":null,"ball":0,"down":0,"line":0,"phase":"kickoff"})");
    boar().rolls("away").waits_for("kickoff", "home").shows(R"({"offense":"home","second_half_receiver":"home"})");
    boar().refuses_roll("heads", "bad-tokens", "home or away");
}

TEST(RedBoarSteps, Step2AKickoffTakesItsLineFiveYardsAndThirtySeconds) {
    boar().rolls("home").rolls("3 4").waits_for("cover", "away").shows(R"({"phase":"kickoff","clock":900,"ball":0})");
    boar()
        .rolls("home")
        .rolls("3 4")
        .rolls("1")
        .asks("call", "home", "play punt")
        .shows(R"({"ball":15,"down":1,"line":25,"clock":870,"offense":"home","phase":"scrimmage"})");
    boar().rolls("home").rolls("3 4").rolls("3").shows(R"({"ball":20})");
    boar().rolls("home").rolls("6 6").rolls("6").shows(R"({"ball":55,"line":65})");
    boar().rolls("home").rolls("1 1").rolls("2").shows(R"({"ball":5,"line":15})");
}

TEST(RedBoarSteps, Step3AFieldGoalIsOfferedWhereItsLengthIsInTheTable) {
    boar().set(R"({"ball":50})").asks("call", "home", "play punt");
    boar().set(R"({"ball":55})").asks("call", "home", "play punt field-goal");
    boar().set(R"({"ball":95})").shows(R"({"line":100})").asks("call", "home", "play punt field-goal");
    boar().set(R"({"ball":50})").refuses_choice("field-goal", "illegal-action", "play, punt");
}

TEST(RedBoarSteps, Step5AFoulBeforeThePlayMovesTheBallAndNothingElse) {
    boar()
        .set(R"({"ball":40,"down":2,"line":50})")
        .chooses("play")
        .rolls("1 1 3 4")
        .asks("call", "home", "play punt")
        .shows(R"({"ball":35,"down":2,"line":50,"clock":900})");
    boar()
        .set(R"({"ball":40,"down":2,"line":50})")
        .chooses("play")
        .rolls("3 4 1 1")
        .shows(R"({"ball":45,"down":2,"line":50})");
    boar()
        .set(R"({"ball":45,"down":3,"line":50})")
        .chooses("play")
        .rolls("3 4 1 1")
        .shows(R"({"ball":50,"down":1,"line":60})");
    // R3: half the way, rounded down.
    boar().set(R"({"ball":5,"down":2,"line":15})").chooses("play").rolls("1 1 3 4").shows(R"({"ball":5,"down":2})");
    boar().set(R"({"ball":95,"down":2,"line":100})").chooses("play").rolls("3 4 1 1").shows(R"({"ball":95,"down":2})");
}

TEST(RedBoarSteps, Step5TheOffencesTwoGoesFirstAndATwoBeforeATwelve) {
    boar().set(R"({"ball":40})").chooses("play").rolls("1 1 1 1").shows(R"({"ball":35})");
    boar().set(R"({"ball":40})").chooses("play").rolls("1 1 6 6").shows(R"({"ball":35,"clock":900})");
    boar().set(R"({"ball":40})").chooses("play").rolls("6 6 1 1").shows(R"({"ball":45,"clock":900})");
}

TEST(RedBoarSteps, Step5FoulsOfBothVoidAllButTheTime) {
    boar()
        .set(R"({"ball":90,"down":3,"line":100})")
        .chooses("play")
        .rolls("6 6 6 6")
        .rolls("2 1")
        .rolls("5")
        .asks("call", "home", "play punt field-goal")
        .shows(R"({"ball":90,"down":3,"line":100,"clock":870,"score":{"home":0}})");
    boar()
        .set(R"({"ball":40})")
        .chooses("play")
        .rolls("6 6 6 6")
        .rolls("1 1")
        .rolls("3")
        .shows(R"({"ball":40,"offense":"home","clock":870})");
}

TEST(RedBoarSteps, Step6RowsAndTheDefenceDie) {
    const auto from = [](std::string_view row, std::string_view die) {
        AtTable table = boar(kClean);
        table.set(R"({"ball":40})").chooses("play").rolls(row).waits_for("defense", "away").rolls(die);
        return table;
    };
    from("4 4", "6").shows(R"({"ball":50,"down":1,"line":60,"clock":870})"); // screen 5 and 5
    from("4 4", "3").shows(R"({"ball":45,"down":2,"line":50})");
    from("2 3", "2").shows(R"({"ball":25,"down":2})"); // sack 10 and 5
    from("1 3", "1").shows(R"({"ball":45})");          // R1: 1 and 2 subtract
    from("5 6", "4").shows(R"({"ball":65,"down":1,"line":75})");
    boar(kClean)
        .set(R"({"ball":40})")
        .chooses("play")
        .rolls("3 4")
        .asks("call", "home", "play punt")
        .shows(R"({"ball":40,"down":2,"clock":890})");
}

TEST(RedBoarSteps, Step6ATouchdownPassIsStoppedOnTheFiveByOneAndTwo) {
    boar(kClean)
        .set(R"({"ball":20})")
        .chooses("play")
        .rolls("1 2")
        .rolls("2")
        .shows(R"({"ball":95,"down":1,"line":100,"score":{"home":0}})");
    boar(kClean)
        .set(R"({"ball":20})")
        .chooses("play")
        .rolls("1 2")
        .rolls("3")
        .asks("after-touchdown", "home", "kick conversion")
        .shows(R"({"score":{"home":6}})");
    boar(kClean)
        .set(R"({"ball":95,"down":4})")
        .chooses("play")
        .rolls("1 2")
        .rolls("1")
        .shows(R"({"offense":"away","ball":5})");
}

TEST(RedBoarSteps, Step6R2PassesAreBarredOnTheirLineAndNearer) {
    boar(kClean).set(R"({"ball":85})").chooses("play").rolls("5 6").shows(R"({"ball":85,"down":2,"clock":890})");
    boar(kClean).set(R"({"ball":95})").chooses("play").rolls("4 6").shows(R"({"ball":95,"down":2,"clock":890})");
    boar(kClean)
        .set(R"({"ball":80})")
        .chooses("play")
        .rolls("5 6")
        .waits_for("defense", "away")
        .rolls("1")
        .shows(R"({"phase":"try"})");
    const std::string_view inside = R"({"penalties":false,"barred_line":"inside"})";
    boar(inside)
        .set(R"({"ball":85})")
        .chooses("play")
        .rolls("5 6")
        .waits_for("defense", "away")
        .rolls("3")
        .shows(R"({"phase":"try"})");
    boar(inside).set(R"({"ball":90})").chooses("play").rolls("5 6").shows(R"({"ball":90,"down":2})");
    boar(inside).set(R"({"ball":95})").chooses("play").rolls("4 6").waits_for("defense", "away");
}

TEST(RedBoarSteps, Step6ATurnoverIsTakenOverWhereThePlayEnded) {
    boar(kClean)
        .set(R"({"ball":40})")
        .chooses("play")
        .rolls("1 1")
        .rolls("6")
        .asks("call", "away", "play punt field-goal")
        .shows(R"({"offense":"away","ball":55,"down":1,"line":65,"clock":870})");
    boar(kClean).set(R"({"ball":40})").chooses("play").rolls("6 6").rolls("1").shows(R"({"offense":"away","ball":65})");
    boar(kClean).set(R"({"ball":95})").chooses("play").rolls("6 6").rolls("5").shows(R"({"offense":"away","ball":20})");
    // R14: behind the offence's own goal line it is a safety.
    boar(kClean)
        .set(R"({"ball":5})")
        .chooses("play")
        .rolls("1 1")
        .rolls("1")
        .waits_for("punt", "home")
        .shows(R"({"score":{"away":2},"phase":"free-kick","offense":"home","ball":20,"down":0,"line":0})");
    const std::string_view scrimmage = R"({"penalties":false,"turnover_spot":"scrimmage"})";
    boar(scrimmage)
        .set(R"({"ball":5})")
        .chooses("play")
        .rolls("1 1")
        .asks("call", "away", "play punt field-goal")
        .shows(R"({"ball":95})");
}

TEST(RedBoarSteps, Step8TheExtraPointNeedsFour) {
    AtTable scored = boar(kClean);
    scored.set(R"({"ball":95,"clock":500})")
        .chooses("play")
        .rolls("1 3")
        .rolls("3")
        .shows(R"({"phase":"try","ball":95,"down":1,"line":100,"clock":470})")
        .chooses("kick")
        .waits_for("extra-point", "home");
    scored.rolls("1 3")
        .waits_for("kickoff", "home")
        .shows(R"({"score":{"home":7},"phase":"kickoff","offense":"home","ball":0,"clock":470})");
    scored.undoes().rolls("1 2").shows(R"({"score":{"home":6}})");
}

TEST(RedBoarSteps, Step8AConversionIsOnePlayWithoutTime) {
    const std::string_view on = R"({"phase":"try","clock":500,"score":{"home":6}})";
    boar(kClean)
        .set(on)
        .chooses("conversion")
        .rolls("1 3")
        .rolls("3")
        .waits_for("kickoff", "home")
        .shows(R"({"score":{"home":8},"clock":500})");
    boar(kClean)
        .set(on)
        .chooses("conversion")
        .rolls("3 4")
        .waits_for("kickoff", "home")
        .shows(R"({"score":{"home":6,"away":0},"clock":500})");
    boar(kClean)
        .set(on)
        .chooses("conversion")
        .rolls("1 1")
        .rolls("6")
        .waits_for("kickoff", "home")
        .shows(R"({"score":{"home":6,"away":0}})");
    boar()
        .set(on)
        .chooses("conversion")
        .rolls("1 1 3 4")
        .waits_for("flags", "home")
        .shows(R"({"ball":90,"down":1,"line":100,"phase":"try"})");
    boar()
        .set(on)
        .chooses("conversion")
        .rolls("6 6 6 6")
        .rolls("1 3")
        .rolls("3")
        .waits_for("flags", "home")
        .shows(R"({"ball":95,"score":{"home":6},"clock":500})");
}

TEST(RedBoarSteps, Step8R9FoulsDuringAConversion) {
    const std::string_view on = R"({"phase":"try","clock":500,"score":{"home":6}})";
    // Against the offence: a good try is called back, a failed one left alone.
    boar()
        .set(on)
        .chooses("conversion")
        .rolls("6 6 3 4")
        .rolls("1 3")
        .rolls("3")
        .asks("penalty", "away", "accept decline")
        .chooses("accept")
        .waits_for("flags", "home")
        .shows(R"({"ball":85,"clock":500})");
    boar()
        .set(on)
        .chooses("conversion")
        .rolls("6 6 3 4")
        .rolls("3 4")
        .asks("penalty", "away", "accept decline")
        .chooses("decline")
        .waits_for("kickoff", "home");
    // Against the defence: a good try stands, a failed one may be played again.
    boar()
        .set(on)
        .chooses("conversion")
        .rolls("3 4 6 6")
        .rolls("1 3")
        .rolls("3")
        .waits_for("kickoff", "home")
        .shows(R"({"score":{"home":8}})");
    boar()
        .set(on)
        .chooses("conversion")
        .rolls("3 4 6 6")
        .rolls("3 4")
        .asks("penalty", "home", "accept decline")
        .chooses("accept")
        .waits_for("flags", "home")
        .shows(R"({"ball":95})");
}

TEST(RedBoarSteps, Step9ASafetyIsTwoPointsAndAPuntFromTheTwenty) {
    boar(kClean)
        .set(R"({"ball":10})")
        .chooses("play")
        .rolls("2 3")
        .rolls("3")
        .waits_for("punt", "home")
        .shows(R"({"score":{"home":0,"away":2},"phase":"free-kick","clock":870})")
        .rolls("3 4")
        .asks("call", "away", "play punt")
        .shows(R"({"offense":"away","ball":35,"clock":840,"phase":"scrimmage"})");
    // R8: the punt's cover roll too.
    boar(kClean)
        .set(R"({"phase":"free-kick"})")
        .rolls("4 4")
        .waits_for("cover", "home")
        .rolls("6")
        .shows(R"({"offense":"away","ball":40})");
}

TEST(RedBoarSteps, Step10APuntIsAbsoluteYardsThenACoverRollOnEvenSums) {
    boar(kClean)
        .set(R"({"ball":30})")
        .chooses("punt")
        .rolls("3 4")
        .shows(R"({"offense":"away","ball":25,"clock":870})");
    boar(kClean)
        .set(R"({"ball":30})")
        .chooses("punt")
        .rolls("6 6")
        .waits_for("cover", "home")
        .rolls("1")
        .shows(R"({"ball":5})");
    boar(kClean)
        .set(R"({"ball":55})")
        .chooses("punt")
        .rolls("3 4")
        .shows(R"({"offense":"away","ball":20,"down":1,"line":30})");
    boar(kClean)
        .set(R"({"ball":50})")
        .chooses("punt")
        .rolls("4 4")
        .waits_for("cover", "home")
        .rolls("2")
        .shows(R"({"ball":5})");
}

TEST(RedBoarSteps, Step11FieldGoalsAndMisses) {
    boar(kClean)
        .set(R"({"ball":60})")
        .chooses("field-goal")
        .rolls("4 4")
        .waits_for("kickoff", "home")
        .shows(R"({"score":{"home":3},"clock":890})");
    boar(kClean)
        .set(R"({"ball":60})")
        .chooses("field-goal")
        .rolls("3 4")
        .shows(R"({"offense":"away","ball":40,"clock":890})"); // R21
    boar(kClean).set(R"({"ball":90})").chooses("field-goal").rolls("1 1").shows(R"({"offense":"away","ball":20})");
}

TEST(RedBoarSteps, Step12AfterTheFourthDownTheOtherSideTakesOver) {
    boar(kClean)
        .set(R"({"ball":40,"down":4,"line":50})")
        .chooses("play")
        .rolls("4 4")
        .rolls("3")
        .shows(R"({"offense":"away","ball":55,"down":1,"line":65})");
    boar(kClean)
        .set(R"({"ball":40,"down":4,"line":50})")
        .chooses("play")
        .rolls("4 4")
        .rolls("5")
        .shows(R"({"offense":"home","ball":50,"down":1,"line":60})");
    boar(kClean)
        .set(R"({"ball":85,"down":4,"line":90})")
        .chooses("play")
        .rolls("4 4")
        .rolls("3")
        .shows(R"({"ball":90,"down":1,"line":100})");
}

} // namespace touchline
