// Sports Dice Football: the house rules that came with every sentence of its rulebook, ruling by ruling.
#include "dice_table.hpp"

namespace touchline {
namespace {

constexpr std::string_view kShort = "10 20 TD TD TD FG | NG NG S S T P6"; // 30 yards
constexpr std::string_view kSixTensOnSixSacks = "10 10 10 10 10 10 | S S S S S S";
constexpr std::string_view kSixBoth = "10 10 10 10 10 10 | NG NG NG NG NG NG";

TEST(SportsDiceHouseRules, R2TheKickMayBeTurnedDownOnFourthDownAndTheBallIsLost) {
    const char* offered = R"({"fourth_advance":"offered"})";
    game(offered)
        .set(R"({"ball":60,"down":4})")
        .chooses("go")
        .rolls(kFieldGoal)
        .asks("fg-symbol", "home", "kick advance")
        .chooses("advance")
        .shows(R"({"offense":"away","ball":15,"down":1,"line":50,"score":{"home":0}})");
    // Where it would reach the goal line, the other option decides.
    game(offered).set(R"({"ball":75,"down":4})").chooses("go").rolls(kFieldGoal).shows(R"({"score":{"home":3}})");
    game(R"({"fourth_advance":"offered","goal_advance":"touchdown"})")
        .set(R"({"ball":75,"down":4})")
        .chooses("go")
        .rolls(kFieldGoal)
        .chooses("advance")
        .shows(R"({"score":{"home":7}})");
}

TEST(SportsDiceHouseRules, R3AMissedKickMayGiveTheBallOnThe20AtLeast) {
    const char* twenty = R"({"missed_kick":"twenty"})";
    game(twenty)
        .set(R"({"ball":60,"down":4})")
        .chooses("field-goal")
        .rolls(kShort)
        .shows(R"({"offense":"away","ball":40,"line":50})");
    game(twenty)
        .set(R"({"ball":90,"down":4})")
        .chooses("field-goal")
        .rolls("10 TD TD TD FG FG | NG NG S S T P6")
        .shows(R"({"offense":"away","ball":20,"score":{"home":0}})");
}

TEST(SportsDiceHouseRules, R4AnySixAgainstSixMayBeLevel) {
    const char* level = R"({"six_alike":"level"})";
    game().set("{}").rolls(kSixTensOnSixSacks).shows(R"({"score":{"home":7}})");
    game(level)
        .set("{}")
        .rolls(kSixTensOnSixSacks)
        .asks("chip", "away", "use keep")
        .chooses("use")
        .shows(R"({"ball":15,"down":2,"chip":"home"})");
    game(level).set("{}").rolls(kSixTensOnSixSacks).chooses("keep").shows(R"({"score":{"home":7}})");
    game(level).set("{}").rolls("TD TD TD TD TD TD | NG NG NG NG NG NG").asks("chip", "away", "use keep");
    game(level).set("{}").rolls(kSixTens).shows(R"({"score":{"home":7}})");
    game(R"({"six_alike":"level","chip":false})").set("{}").rolls(kSixTensOnSixSacks).shows(R"({"ball":15})");
}

TEST(SportsDiceHouseRules, R10TheChipMayLieWithTheDiceOfTheDefence) {
    const char* defense = R"({"chip_swap":"defense"})";
    game(defense)
        .set(R"({"chip":"away","ball":30})")
        .rolls(kTurnover)
        .shows(R"({"offense":"away","chip":"home"})")
        .rolls(kTouchdown)
        .shows(R"({"offense":"home","chip":"away","score":{"away":7}})");
    // The same side has the ball again: no dice are swapped.
    game(defense).set(R"({"chip":"home"})").rolls(kPickSix).shows(R"({"offense":"home","chip":"home"})");
    game(defense).set(R"({"chip":"home"})").rolls(kTen).shows(R"({"offense":"home","chip":"home"})");
    game(R"({"chip_swap":"defense","chip":false})").set("{}").rolls(kTurnover).shows(R"({"chip":null})");
}

TEST(SportsDiceHouseRules, R12TheSideThatScoredMayStartAfterATouchdownByTheDefence) {
    const char* scorer = R"({"pick_six_ball":"scorer"})";
    for (std::string_view roll : {kPickSix, kSixNoGains})
        game(scorer).set("{}").rolls(roll).shows(R"({"offense":"away","ball":25,"score":{"away":7}})");
    game(scorer)
        .set(R"({"down":4})")
        .chooses("punt")
        .rolls(kSixNoGains)
        .shows(R"({"offense":"away","ball":25,"score":{"away":7}})");
}

TEST(SportsDiceHouseRules, R16SixAlikeMayBeAPlainPunt) {
    const char* plain = R"({"punt_sixes":"plain"})";
    game(plain)
        .set(R"({"ball":30,"down":4})")
        .chooses("punt")
        .rolls(kSixTens)
        .shows(R"({"offense":"away","ball":10,"score":{"home":0}})");
    game(plain)
        .set(R"({"ball":30,"down":4})")
        .chooses("punt")
        .rolls(kSixNoGains)
        .shows(R"({"offense":"away","ball":10,"score":{"away":0}})");
    game(plain).set(R"({"ball":30,"down":4})").chooses("punt").rolls(kSixBoth).shows(R"({"offense":"away","ball":10})");
    // The field goal has them in both languages.
    game(plain).set(R"({"down":4})").chooses("field-goal").rolls(kSixTens).shows(R"({"score":{"home":7}})");
}

} // namespace
} // namespace touchline
