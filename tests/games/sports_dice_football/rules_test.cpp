// Sports Dice Football: a test for every step of the page.
#include "dice_table.hpp"

namespace touchline {
namespace {

constexpr std::string_view kBothSix = "10 10 10 10 10 10 | NG NG NG NG NG NG";

TEST(SportsDice, Step1TheTossIsRolledByHomeAndItsWinnerTakesBallOrDefence) {
    game()
        .waits_for("toss", "home")
        .shows(R"({"score":{"home":0,"away":0},"offense":null,"chip":null,"dice":[],"plays":null})");
    game()
        .rolls("home")
        .asks("toss", "home", "offense defense")
        .chooses("offense")
        .waits_for("roll", "home")
        .shows(R"({"offense":"home","ball":25,"down":1,"line":50,"chip":"away"})");
    game().rolls("home").chooses("defense").waits_for("roll", "away").shows(R"({"offense":"away","chip":"home"})");
    game()
        .rolls("away")
        .asks("toss", "away", "offense defense")
        .chooses("defense")
        .shows(R"({"offense":"home","chip":"away"})");
}

TEST(SportsDice, Step2OnFourthDownTheOffenceSaysWhatItDoesFromEverySpot) {
    for (int ball = 5; ball <= 95; ball += 5)
        game()
            .set(R"({"down":4,"ball":)" + std::to_string(ball) + "}")
            .asks("fourth-down", "home", "go punt field-goal");
    game().set(R"({"down":3})").waits_for("roll", "home");
    game()
        .set(R"({"down":4,"offense":"away"})")
        .asks("fourth-down", "away", "go punt field-goal")
        .chooses("go")
        .waits_for("roll", "away")
        .shows(R"({"down":4})");
    game().set(R"({"down":4})").chooses("punt").waits_for("punt", "home");
    game().set(R"({"down":4})").chooses("field-goal").waits_for("field-goal", "home");
}

TEST(SportsDice, Step3TwelveTokensOffenceThenDefence) {
    auto table = game();
    table.set("{}");
    EXPECT_EQ(table.table().turn().count, 12);
    table.refuses_roll("10 10 10 10 20 TD", "bad-tokens", "12 tokens");
    table.refuses_roll("NG NG NG S S P6 | 10 10 10 10 20 TD", "bad-tokens", "offence die");
    table.refuses_roll("10 10 10 10 20 TD | NG NG NG S S 10", "bad-tokens", "token 12");
    table.refuses_roll("10 10 10 10 20 30 | NG NG NG S S S", "bad-tokens", "10, 20, FG, TD");
    table.refuses_choice("go", "wrong-turn");
}

TEST(SportsDice, Step4TheSymbolShownMostOftenIsThePlay) {
    game().set("{}").rolls(kTen).shows(R"({"ball":35,"down":2})");
    game().set("{}").rolls(kTwenty).shows(R"({"ball":45,"down":2})");
}

TEST(SportsDice, Step4AWinnerWithSeveralSymbolsPicksInTheOrderOfTheDie) {
    game()
        .set("{}")
        .rolls("TD TD FG FG 10 10 | NG S T P6 NG S")
        .asks("offense-play", "home", "10 FG TD")
        .shows(
            R"({"dice":["TD","TD","FG","FG","10","10","NG","S","T","P6","NG","S"],"plays":{"offense":null,"defense":null}})");
    game()
        .set("{}")
        .rolls("10 10 20 20 FG TD | P6 P6 P6 S S S")
        .asks("defense-play", "away", "S P6")
        .shows(R"({"plays":{"offense":null,"defense":null}})")
        .chooses("P6")
        .shows(R"({"score":{"away":7},"offense":"home"})");
}

TEST(SportsDice, Step4ASideThatHasLostTheRollPicksNothing) {
    game()
        .set("{}")
        .rolls("10 10 10 FG FG FG | NG NG NG NG S S")
        .shows(R"({"ball":25,"down":2,"plays":null,"dice":[]})");
    game().set("{}").rolls("10 10 10 10 FG FG | NG NG NG S S S").shows(R"({"ball":35,"down":2})");
}

TEST(SportsDice, Step4APickThatCannotMatterIsNotAsked) {
    game()
        .set(R"({"down":4})")
        .chooses("go")
        .rolls("10 10 20 20 FG TD | NG NG NG T T T")
        .shows(R"({"offense":"away","ball":75,"down":1})");
    game().set(R"({"ball":80})").rolls("20 20 20 TD TD TD | NG NG S S T P6").shows(R"({"score":{"home":7}})");
    game()
        .set(R"({"ball":40,"down":2})")
        .rolls("10 10 10 FG FG FG | NG NG S S T P6")
        .shows(R"({"ball":50,"down":1,"line":100})");
    game()
        .set(R"({"ball":90})")
        .rolls("20 20 20 10 10 10 | NG NG NG S T P6")
        .asks("chip", "away", "use keep")
        .shows(R"({"plays":{"offense":"10","defense":"NG"}})");
}

TEST(SportsDice, Step4IfSomeDifferAllAreOffered) {
    game()
        .set(R"({"down":4})")
        .chooses("go")
        .rolls("10 20 FG TD 10 20 | NG NG S S T T")
        .asks("offense-play", "home", "10 20");
    game()
        .set(R"({"down":4})")
        .chooses("go")
        .rolls("10 20 FG FG TD TD | NG NG NG T T T")
        .shows(R"({"offense":"away"})");
    game()
        .set(R"({"ball":40,"line":100})")
        .rolls("10 10 10 FG FG FG | NG NG S S T P6")
        .asks("offense-play", "home", "10 FG");
    game().set(R"({"ball":85})").rolls("10 10 20 20 TD TD | P6 NG S T P6 NG").asks("offense-play", "home", "10 20 TD");
}

TEST(SportsDice, Step5LevelRollsAreDecidedByTheChipAfterThePicks) {
    auto table = game();
    table.set(R"({"ball":60,"down":2,"offense":"away","chip":"home"})").rolls("FG FG FG TD TD TD | S S S NG NG NG");
    table.asks("offense-play", "away", "FG TD").shows(R"({"plays":{"offense":null,"defense":null}})").chooses("TD");
    table.asks("defense-play", "home", "NG S").shows(R"({"plays":{"offense":"TD","defense":null}})").chooses("S");
    table.asks("chip", "home", "use keep").shows(R"({"plays":{"offense":"TD","defense":"S"},"chip":"home"})");
    table.chooses("use").shows(R"({"ball":50,"down":3,"chip":"away","offense":"away"})");
    table.undoes().chooses("keep").shows(R"({"score":{"away":7},"chip":"home","offense":"home"})");
}

TEST(SportsDice, Step5TheOffenceMayHoldTheChip) {
    auto table = game();
    table.set(R"({"chip":"home"})").rolls("10 10 10 20 FG TD | NG NG NG S T P6").asks("chip", "home", "use keep");
    table.chooses("use").shows(R"({"ball":35,"down":2,"chip":"away"})");
    table.undoes().chooses("keep").shows(R"({"ball":25,"down":2,"chip":"home"})");
}

TEST(SportsDice, Step6SixTensAreATouchdownAgainstAllButSixNoGains) {
    game().set("{}").rolls(kSixTens).shows(R"({"score":{"home":7},"offense":"away","ball":25})");
    game().set("{}").rolls("10 10 10 10 10 10 | S S S S S S").shows(R"({"score":{"home":7}})");
    game().set("{}").rolls(kSixNoGains).shows(R"({"score":{"away":7},"offense":"home","ball":25})");
    game()
        .set("{}")
        .rolls("TD TD TD TD TD TD | NG NG NG NG NG NG")
        .shows(R"({"score":{"home":0,"away":7},"offense":"home"})");
}

TEST(SportsDice, Step6SixTensAgainstSixNoGainsAreForTheChip) {
    auto table = game();
    table.set("{}")
        .rolls(kBothSix)
        .asks("chip", "away", "use keep")
        .shows(R"({"plays":{"offense":"10","defense":"NG"}})");
    table.chooses("use").shows(R"({"score":{"away":7},"chip":"home","offense":"home"})");
    table.undoes().chooses("keep").shows(R"({"score":{"home":7},"chip":"away","offense":"away"})");
}

TEST(SportsDice, Step6R4OtherSixesCompareCounts) {
    game().set("{}").rolls("20 20 20 20 20 20 | S S S S S S").asks("chip", "away", "use keep");
    game().set("{}").rolls("20 20 20 20 20 20 | S S S S S NG").shows(R"({"ball":45})");
}

TEST(SportsDice, Step7YardsMoveTheBallAndTheGoalLineIsATouchdown) {
    game()
        .set(R"({"ball":90,"down":2})")
        .rolls(kTen)
        .shows(R"({"score":{"home":7},"offense":"away","ball":25,"down":1,"line":50,"chip":"away"})");
    game().set(R"({"ball":85})").rolls(kTwenty).shows(R"({"score":{"home":7}})");
    game()
        .set(R"({"ball":85,"down":3})")
        .rolls(kTen)
        .shows(R"({"ball":95,"down":4})")
        .asks("fourth-down", "home", "go punt field-goal");
}

TEST(SportsDice, Step7TheFieldGoalSymbolShortOfThe50GoesThereWithNewDowns) {
    for (int down = 1; down <= 4; ++down)
        for (const char* line : {"50", "100"}) {
            auto table = game();
            table.set(R"({"ball":45,"down":)" + std::to_string(down) + R"(,"line":)" + line + "}");
            if (down == 4) table.chooses("go");
            table.rolls(kFieldGoal).shows(R"({"ball":50,"down":1,"line":100,"offense":"home","score":{"home":0}})");
        }
}

TEST(SportsDice, Step7TheFieldGoalSymbolFromThe50OnKicksOrAdvances) {
    auto table = game();
    table.set(R"({"ball":50,"down":1})").rolls(kFieldGoal).asks("fg-symbol", "home", "kick advance");
    table.shows(R"({"plays":{"offense":"FG","defense":"NG"},"ball":50})");
    table.chooses("kick").shows(R"({"score":{"home":3},"offense":"away","ball":25})");
    table.undoes().chooses("advance").shows(R"({"score":{"home":0},"ball":75,"down":2,"line":100})");
    game().set(R"({"ball":70,"down":3})").rolls(kFieldGoal).chooses("advance").shows(R"({"ball":95,"down":4})");
}

TEST(SportsDice, Step7AdvanceIsNotOfferedOnFourthDownOrIntoTheEndZone) {
    game().set(R"({"ball":75})").rolls(kFieldGoal).shows(R"({"score":{"home":3},"offense":"away"})");
    game().set(R"({"ball":60,"down":4})").chooses("go").rolls(kFieldGoal).shows(R"({"score":{"home":3}})");
}

TEST(SportsDice, Step7TouchdownNoGainSackTurnoverAndPickSix) {
    game().set("{}").rolls(kTouchdown).shows(R"({"score":{"home":7},"offense":"away"})");
    game().set("{}").rolls(kNoGain).shows(R"({"ball":25,"down":2})");
    game().set("{}").rolls(kSack).shows(R"({"ball":15,"down":2})");
    game().set(R"({"ball":30,"down":2})").rolls(kTurnover).shows(R"({"offense":"away","ball":70,"down":1,"line":100})");
    game().set("{}").rolls(kPickSix).shows(R"({"score":{"home":0,"away":7},"offense":"home","ball":25,"down":1})");
}

TEST(SportsDice, Step7R5SackOnTheGoalLineOrBehindItIsASafety) {
    game().set(R"({"ball":10})").rolls(kSack).shows(R"({"score":{"away":2},"offense":"away","ball":25,"line":50})");
    game().set(R"({"ball":5})").rolls(kSack).shows(R"({"score":{"away":2}})");
    game().set(R"({"ball":15})").rolls(kSack).shows(R"({"score":{"away":0},"ball":5,"down":2})");
    game()
        .set(R"({"ball":10,"down":4})")
        .chooses("go")
        .rolls(kSack)
        .shows(R"({"score":{"away":2},"offense":"away","ball":25})");
}

TEST(SportsDice, Step8ReachingThe50BringsAFirstDownOnceADrive) {
    game().set(R"({"ball":40,"down":3})").rolls(kTen).shows(R"({"ball":50,"down":1,"line":100})");
    game()
        .set(R"({"ball":35,"down":4})")
        .chooses("go")
        .rolls(kTwenty)
        .shows(R"({"ball":55,"down":1,"line":100,"offense":"home"})");
    auto table = game();
    table.set(R"({"ball":55,"down":1})").rolls(kSack).shows(R"({"ball":45,"down":2,"line":100})");
    table.rolls(kTen).shows(R"({"ball":55,"down":3,"line":100})");
}

TEST(SportsDice, Step8ATakeOverAtThe50OrBeyondHasTheGoalLineToReach) {
    game().set(R"({"ball":50})").rolls(kTurnover).shows(R"({"offense":"away","ball":50,"line":100,"down":1})");
    game().set(R"({"ball":55})").rolls(kTurnover).shows(R"({"offense":"away","ball":45,"line":50,"down":1})");
}

TEST(SportsDice, Step9AfterAFailedFourthDownTheOtherSideHasItWhereThePlayEnded) {
    game()
        .set(R"({"ball":30,"down":4})")
        .chooses("go")
        .rolls(kTen)
        .shows(R"({"offense":"away","ball":60,"down":1,"line":100})");
    game()
        .set(R"({"ball":60,"down":4})")
        .chooses("go")
        .rolls(kSack)
        .shows(R"({"offense":"away","ball":50,"line":100})");
    game()
        .set(R"({"ball":60,"down":4})")
        .chooses("go")
        .rolls(kNoGain)
        .shows(R"({"offense":"away","ball":40,"line":50})");
}

TEST(SportsDice, Step10APuntCarriesTheSumOfTensAndTwenties) {
    game()
        .set(R"({"ball":35,"down":4})")
        .chooses("punt")
        .rolls("10 FG TD 10 10 10 | S P6 S S NG NG")
        .shows(R"({"offense":"away","ball":25,"down":1,"line":50})");
    game()
        .set(R"({"ball":20,"down":4})")
        .chooses("punt")
        .rolls("FG FG TD TD FG TD | NG NG NG NG NG S")
        .shows(R"({"offense":"away","ball":80,"line":100})");
    game()
        .set(R"({"ball":60,"down":4})")
        .chooses("punt")
        .rolls("20 20 FG FG FG TD | NG NG S S T T")
        .shows(R"({"offense":"away","ball":25})");
    game()
        .set(R"({"ball":55,"down":4})")
        .chooses("punt")
        .rolls("20 20 FG FG FG TD | NG NG S S T T")
        .shows(R"({"offense":"away","ball":5})");
    game()
        .set(R"({"ball":95,"down":4})")
        .chooses("punt")
        .rolls("20 20 20 20 20 20 | P6 P6 P6 P6 P6 P6")
        .shows(R"({"offense":"away","ball":25,"score":{"home":0,"away":0}})");
}

TEST(SportsDice, Step10SixTensOrSixNoGainsScoreOnAPunt) {
    game()
        .set(R"({"down":4})")
        .chooses("punt")
        .rolls(kSixTens)
        .shows(R"({"score":{"home":7},"offense":"away","ball":25})");
    game()
        .set(R"({"down":4})")
        .chooses("punt")
        .rolls(kSixNoGains)
        .shows(R"({"score":{"away":7},"offense":"home","ball":25})");
    auto table = game();
    table.set(R"({"down":4})").chooses("punt").rolls(kBothSix).asks("chip", "away", "use keep").chooses("use");
    table.shows(R"({"score":{"away":7},"offense":"home","chip":"home"})")
        .undoes()
        .chooses("keep")
        .shows(R"({"score":{"home":7},"chip":"away"})");
}

TEST(SportsDice, Step11AFieldGoalNeedsTheBackOfTheEndZone) {
    game()
        .set(R"({"ball":70,"down":4})")
        .chooses("field-goal")
        .rolls("10 10 20 TD TD FG | NG NG S S T P6")
        .shows(R"({"score":{"home":3},"offense":"away","ball":25})");
    game()
        .set(R"({"ball":70,"down":4})")
        .chooses("field-goal")
        .rolls("10 20 TD TD TD FG | NG NG S S T P6")
        .shows(R"({"score":{"home":0},"offense":"away","ball":30,"line":50})");
    game()
        .set(R"({"ball":95,"down":4})")
        .chooses("field-goal")
        .rolls("10 TD TD TD TD FG | NG NG S S T P6")
        .shows(R"({"offense":"away","ball":5})");
}

TEST(SportsDice, Step11SixTensAndSixNoGainsWhateverTheSum) {
    game().set(R"({"ball":20,"down":4})").chooses("field-goal").rolls(kSixTens).shows(R"({"score":{"home":7}})");
    game().set(R"({"ball":95,"down":4})").chooses("field-goal").rolls(kSixTens).shows(R"({"score":{"home":7}})");
    game()
        .set(R"({"ball":95,"down":4})")
        .chooses("field-goal")
        .rolls("20 20 20 20 20 20 | NG NG NG NG NG NG")
        .shows(R"({"score":{"home":0,"away":7},"offense":"home"})");
    game().set(R"({"ball":95,"down":4})").chooses("field-goal").rolls(kBothSix).asks("chip", "away", "use keep");
}

TEST(SportsDice, Step12TheSideThatDidNotScoreStartsAndTheChipStays) {
    game()
        .set(R"({"chip":"home"})")
        .rolls(kTouchdown)
        .shows(R"({"offense":"away","ball":25,"down":1,"line":50,"chip":"home"})");
    game().set(R"({"offense":"away"})").rolls(kPickSix).shows(R"({"score":{"home":7},"offense":"away","ball":25})");
}

TEST(SportsDice, Step13TheTargetWinsAtOnceAndMayBePassed) {
    game()
        .set(R"({"score":{"home":14,"away":20}})")
        .rolls(kTouchdown)
        .is_won_by("home")
        .shows(R"({"score":{"home":21,"away":20}})");
    game()
        .set(R"({"score":{"home":20,"away":20},"ball":5})")
        .rolls(kSack)
        .is_won_by("away")
        .shows(R"({"score":{"home":20,"away":22}})");
    game()
        .set(R"({"score":{"home":20}})")
        .rolls(kTouchdown)
        .shows(R"({"score":{"home":27}})")
        .refuses_roll(kTen, "wrong-turn", "over");
    game().set(R"({"score":{"home":13}})").rolls(kTouchdown).waits_for("roll", "away");
}

TEST(SportsDice, WorkedExampleFourBeatThree) { game().set("{}").rolls(kTen).shows(R"({"ball":35,"down":2})"); }

TEST(SportsDice, WorkedExampleAwayPicksAndHomeHasTheChip) {
    auto table = game();
    table.set(R"({"ball":60,"down":2,"offense":"away","chip":"home"})").rolls("FG FG FG TD TD TD | S S S NG T P6");
    table.asks("offense-play", "away", "FG TD").chooses("FG").asks("chip", "home", "use keep");
    table.chooses("use").shows(R"({"ball":50,"down":3,"chip":"away"})").undoes();
    table.chooses("keep")
        .asks("fg-symbol", "away", "kick advance")
        .chooses("advance")
        .shows(R"({"ball":85,"down":3,"offense":"away"})");
}

} // namespace
} // namespace touchline
