// Sports Dice Football: a test for every option value and ruling of the page.
#include "dice_table.hpp"

namespace touchline {
namespace {

constexpr std::string_view kMiss = "10 20 TD TD TD FG | NG NG S S T P6"; // 30 yards
constexpr std::string_view kLevelYards = "10 10 10 20 20 20 | NG NG NG S S S";

TEST(SportsDiceOptions, TargetIsWhatAWinnerNeeds) {
    game(R"({"target":7})").set("{}").rolls(kTouchdown).is_won_by("home");
    game(R"({"target":8})").set("{}").rolls(kTouchdown).waits_for("roll", "away");
    game(R"({"target":1})").set(R"({"ball":10})").rolls(kSack).is_won_by("away");
    game(R"({"target":99})")
        .set(R"({"score":{"home":98}})")
        .rolls(kTouchdown)
        .is_won_by("home")
        .shows(R"({"score":{"home":105}})");
}

TEST(SportsDiceOptions, OptionsOutsideTheirValuesAreRefused) {
    EXPECT_NE(refusal_of("sports-dice-football", R"({"target":0})").find("bad-option"), std::string::npos);
    EXPECT_NE(refusal_of("sports-dice-football", R"({"target":100})").find("1 to 99"), std::string::npos);
    EXPECT_NE(refusal_of("sports-dice-football", R"({"chip":"true"})").find("bad-option"), std::string::npos);
    EXPECT_NE(refusal_of("sports-dice-football", R"({"own_tie":"worst"})").find("choice, best"), std::string::npos);
    EXPECT_NE(refusal_of("sports-dice-football", R"({"overtime":true})").find("no option 'overtime'"),
              std::string::npos);
    for (const char* given :
         {R"({"chip":false})", R"({"own_tie":"best"})", R"({"goal_advance":"touchdown"})", R"({"fg_on_50":"downs"})",
          R"({"new_downs":"again"})", R"({"safety_ball":"conceder"})", R"({"missed_kick":"punt"})"})
        EXPECT_EQ(refusal_of("sports-dice-football", given), "") << given;
}

TEST(SportsDiceOptions, WithoutTheChipTheDefenceWinsLevelRollsAndItsPickAloneIsAsked) {
    auto table = game(R"({"chip":false})");
    table.rolls("home").chooses("offense").shows(R"({"chip":null,"offense":"home"})");
    table.rolls(kLevelYards)
        .asks("defense-play", "away", "NG S")
        .shows(R"({"plays":{"offense":null,"defense":null},"chip":null})");
    table.chooses("S").shows(R"({"ball":15,"down":2})");
    table.set("{}").rolls("10 10 10 20 FG TD | NG NG NG S T P6").shows(R"({"ball":25,"down":2})");
    table.set("{}")
        .rolls("10 10 10 10 10 10 | NG NG NG NG NG NG")
        .shows(R"({"score":{"home":0,"away":7},"offense":"home"})");
    table.set(R"({"down":4})")
        .chooses("punt")
        .rolls("10 10 10 10 10 10 | NG NG NG NG NG NG")
        .shows(R"({"score":{"home":0,"away":7}})");
}

TEST(SportsDiceOptions, R1BestTakesPointsFirst) {
    const char* best = R"({"own_tie":"best"})";
    game(best).set("{}").rolls("10 10 10 TD TD TD | NG NG S S T P6").shows(R"({"score":{"home":7}})");
    game(best)
        .set(R"({"ball":60})")
        .rolls("20 20 20 FG FG FG | NG NG S S T P6")
        .asks("fg-symbol", "home", "kick advance");
    game(best).set(R"({"ball":80})").rolls("20 20 20 FG FG FG | NG NG S S T P6").shows(R"({"score":{"home":7}})");
    game(best)
        .set(R"({"ball":10})")
        .rolls("10 10 20 20 FG TD | S S S T T T")
        .shows(R"({"score":{"away":2},"offense":"away","ball":25})");
    game(best)
        .set(R"({"ball":10})")
        .rolls("10 10 20 20 FG TD | S S S P6 P6 P6")
        .shows(R"({"score":{"away":7},"offense":"home"})");
}

TEST(SportsDiceOptions, R1BestThenTakesNewDownsOrTheBall) {
    const char* best = R"({"own_tie":"best"})";
    game(best)
        .set(R"({"ball":25})")
        .rolls("20 20 20 FG FG FG | NG NG S S T P6")
        .shows(R"({"ball":50,"down":1,"line":100})");
    game(best).set(R"({"ball":30})").rolls("10 10 10 20 20 20 | NG NG S S T P6").shows(R"({"ball":50,"down":1})");
    game(best)
        .set(R"({"ball":45,"line":100})")
        .rolls("20 20 20 FG FG FG | NG NG S S T P6")
        .shows(R"({"ball":50,"down":1,"line":100})");
    game(best).set("{}").rolls("10 10 20 20 FG TD | S S S T T T").shows(R"({"offense":"away","ball":75})");
}

TEST(SportsDiceOptions, D4BestTakesTheLongerOfTwoGainsThatScore) {
    game(R"({"own_tie":"best"})")
        .set(R"({"ball":95})")
        .rolls("10 10 20 20 FG TD | NG NG S S T P6")
        .asks("chip", "away", "use keep")
        .shows(R"({"plays":{"offense":"20"}})");
}

TEST(SportsDiceOptions, D6BestTakesTheFirstOfTheDieWhereFieldGoalAndTouchdownAreWorthTheSame) {
    at("sports-dice-football", R"({"own_tie":"best"})",
       sheet_with("sports-dice-football", "field_goal = 3", "field_goal = 7"))
        .set(R"({"ball":60})")
        .rolls("FG FG FG TD TD TD | NG NG S S T P6")
        .asks("fg-symbol", "home", "kick advance")
        .shows(R"({"plays":{"offense":"FG"}})");
}

TEST(SportsDiceOptions, R1BestThenTakesTheMostYards) {
    const char* best = R"({"own_tie":"best"})";
    game(best)
        .set(R"({"ball":40})")
        .rolls("20 20 20 FG FG FG | NG NG S S T P6")
        .shows(R"({"ball":60,"down":1,"line":100})");
    game(best).set(R"({"ball":5})").rolls("10 10 10 20 20 20 | NG NG S S T P6").shows(R"({"ball":25,"down":2})");
    game(best).set("{}").rolls("10 10 20 20 FG TD | NG NG NG S S S").shows(R"({"ball":15,"down":2})");
    game(best)
        .set(R"({"down":4})")
        .chooses("go")
        .rolls("10 10 20 20 FG TD | S S S T T T")
        .shows(R"({"offense":"away","ball":85})");
    game(best)
        .set(R"({"down":4})")
        .chooses("go")
        .rolls("10 10 20 20 FG TD | NG NG NG T T T")
        .shows(R"({"offense":"away","ball":75})");
}

TEST(SportsDiceOptions, R1BestStillLeavesTheChipToItsHolder) {
    game(R"({"own_tie":"best"})")
        .set("{}")
        .rolls(kLevelYards)
        .asks("chip", "away", "use keep")
        .shows(R"({"plays":{"offense":"20","defense":"S"}})");
}

TEST(SportsDiceOptions, R2GoalAdvanceTouchdownOffersItWhereItReachesTheGoalLine) {
    const char* letter = R"({"goal_advance":"touchdown"})";
    for (int down = 1; down <= 4; ++down) {
        auto table = game(letter);
        table.set(R"({"ball":75,"down":)" + std::to_string(down) + "}");
        if (down == 4) table.chooses("go");
        table.rolls(kFieldGoal)
            .asks("fg-symbol", "home", "kick advance")
            .chooses("advance")
            .shows(R"({"score":{"home":7},"offense":"away","ball":25})");
    }
    game(letter).set(R"({"ball":70,"down":4})").chooses("go").rolls(kFieldGoal).shows(R"({"score":{"home":3}})");
    game(letter).set(R"({"ball":70,"down":3})").rolls(kFieldGoal).chooses("advance").shows(R"({"ball":95,"down":4})");
}

TEST(SportsDiceOptions, R3AMissedKickMayComeDownLikeAPunt) {
    const char* punt = R"({"missed_kick":"punt"})";
    game().set(R"({"ball":60,"down":4})").chooses("field-goal").rolls(kMiss).shows(R"({"offense":"away","ball":40})");
    game(punt)
        .set(R"({"ball":60,"down":4})")
        .chooses("field-goal")
        .rolls(kMiss)
        .shows(R"({"offense":"away","ball":10,"score":{"home":0}})");
    game(punt)
        .set(R"({"ball":70,"down":4})")
        .chooses("field-goal")
        .rolls(kMiss)
        .shows(R"({"offense":"away","ball":25})");
    game(punt).set(R"({"ball":80,"down":4})").chooses("field-goal").rolls(kMiss).shows(R"({"score":{"home":3}})");
}

TEST(SportsDiceOptions, R7TheFieldGoalSymbolExactlyOnThe50MayBringDowns) {
    const char* downs = R"({"fg_on_50":"downs"})";
    game(downs)
        .set(R"({"ball":50,"down":3})")
        .rolls(kFieldGoal)
        .shows(R"({"ball":50,"down":1,"line":100,"score":{"home":0}})");
    game(downs)
        .set(R"({"ball":50,"down":4})")
        .chooses("go")
        .rolls(kFieldGoal)
        .shows(R"({"ball":50,"down":1,"offense":"home"})");
    game(downs).set(R"({"ball":55,"down":3})").rolls(kFieldGoal).asks("fg-symbol", "home", "kick advance");
}

TEST(SportsDiceOptions, R8NewDownsAgainSetTheLineBackTo50) {
    auto table = game(R"({"new_downs":"again"})");
    table.set(R"({"ball":55})")
        .rolls(kSack)
        .shows(R"({"ball":45,"down":2,"line":50})")
        .rolls(kTen)
        .shows(R"({"ball":55,"down":1,"line":100})");
    table.set(R"({"ball":60})").rolls(kSack).shows(R"({"ball":50,"down":2,"line":100})");
    game().set(R"({"ball":45,"line":100,"down":2})").rolls(kTwenty).shows(R"({"ball":65,"down":3,"line":100})");
}

TEST(SportsDiceOptions, R9WhoHasTheBallAfterASafety) {
    game().set(R"({"ball":10})").rolls(kSack).shows(R"({"score":{"away":2},"offense":"away","ball":25})");
    game(R"({"safety_ball":"conceder"})")
        .set(R"({"ball":10})")
        .rolls(kSack)
        .shows(R"({"score":{"away":2},"offense":"home","ball":25,"line":50})");
}

TEST(SportsDiceRulings, R6NoMinimumAfterATurnoverDeepInTheOwnHalf) {
    game()
        .set(R"({"ball":95})")
        .rolls("10 10 10 20 FG TD | T T T T NG S")
        .shows(R"({"offense":"away","ball":5,"line":50})");
}

TEST(SportsDiceRulings, R10TheChipStaysWithItsTeamWhenTheBallChangesHands) {
    game()
        .set(R"({"chip":"away","ball":30})")
        .rolls("10 10 10 20 FG TD | T T T T NG S")
        .shows(R"({"offense":"away","chip":"away"})");
}

TEST(SportsDiceRulings, R11OffencePicksThenDefenceThenTheChipAllOpen) {
    game()
        .set("{}")
        .rolls(kLevelYards)
        .asks("offense-play", "home", "10 20")
        .chooses("20")
        .asks("defense-play", "away", "NG S")
        .shows(R"({"plays":{"offense":"20","defense":null}})")
        .chooses("NG")
        .asks("chip", "away", "use keep");
}

TEST(SportsDiceRulings, R12AfterATouchdownByTheDefenceTheSideThatConcededHasTheBall) {
    game().set("{}").rolls("10 10 10 20 FG TD | P6 P6 P6 P6 NG S").shows(R"({"offense":"home","score":{"away":7}})");
}

TEST(SportsDiceRulings, R13TurnoverIsWhereThePlayBeganAlsoOnFourthDown) {
    game()
        .set(R"({"ball":40,"down":4})")
        .chooses("go")
        .rolls("10 10 10 20 FG TD | T T T T NG S")
        .shows(R"({"offense":"away","ball":60,"line":100})");
}

TEST(SportsDiceRulings, R14TheFieldGoalSymbolOnAFourthDownGo) {
    game()
        .set(R"({"ball":30,"down":4})")
        .chooses("go")
        .rolls(kFieldGoal)
        .shows(R"({"offense":"home","ball":50,"down":1,"line":100})");
    game().set(R"({"ball":65,"down":4})").chooses("go").rolls(kFieldGoal).shows(R"({"score":{"home":3}})");
}

TEST(SportsDiceRulings, R15DefenceDiceCountForSixNoGainsAlone) {
    game()
        .set(R"({"ball":30,"down":4})")
        .chooses("punt")
        .rolls("10 TD TD TD TD TD | P6 P6 P6 P6 P6 P6")
        .shows(R"({"score":{"home":0,"away":0},"offense":"away","ball":60})");
    game()
        .set(R"({"ball":90,"down":4})")
        .chooses("field-goal")
        .rolls("20 TD TD TD TD TD | S S S S S S")
        .shows(R"({"score":{"home":3}})");
}

TEST(SportsDiceRulings, R17ANewDriveNeverFollowsTheWin) {
    game()
        .set(R"({"score":{"home":18,"away":18},"ball":60,"down":4})")
        .chooses("go")
        .rolls(kFieldGoal)
        .is_won_by("home")
        .refuses_choice("go", "wrong-turn", "over");
}

} // namespace
} // namespace touchline
