// Pro mode: audible, favoured plays, interceptions, decoys, team cards.
#include "games/at_table.hpp"

namespace touchline {
namespace {

constexpr auto kIronComets = R"({"mode":"pro","home_team":"ironmen","away_team":"comets"})";

AtTable pro_game(std::string_view options = kIronComets) { return at("pocket-gridiron", options); }

TEST(PocketGridironPro, SetIsAnAudibleThatAddsNothing) {
    pro_game()
        .set("{}")
        .falls({"SET"})
        .asks("audible", "home", "wr te rb field-goal")
        .shows(R"({"bonus":0})")
        .chooses("te")
        .waits_for("te", "home")
        .falls({"FLAT"})
        .shows(R"({"value":4})");
    pro_game().set("{}").falls({"SET"}).chooses("wr").waits_for("wr", "home");
    pro_game().set("{}").falls({"SET"}).chooses("rb").waits_for("rb", "home");
}

TEST(PocketGridironR12, AnAudibleMayBeAPlainFieldGoalUnlessTheOptionSaysNo) {
    pro_game().set("{}").falls({"SET"}).chooses("field-goal").falls({"5"}).shows(R"({"score":{"home":3}})");
    pro_game()
        .set("{}")
        .falls({"SET"})
        .chooses("field-goal")
        .falls({"4"})
        .shows(R"({"score":{"home":0},"offense":"away"})");
    AtTable without = pro_game(R"({"mode":"pro","audible_kick":false})");
    without.set("{}").falls({"SET"}).asks("audible", "home", "wr te rb");
    without.set(R"({"down":4})").asks("fourth-down", "home", "play field-goal");
}

TEST(PocketGridironPro, AConversionHasNoFieldGoalAtAnAudible) {
    pro_game().set(R"({"phase":"conversion"})").falls({"SET"}).asks("audible", "home", "wr te rb");
}

TEST(PocketGridironPro, AFavouredRouteAddsTheCardsBonusCalledByAudibleOrNot) {
    pro_game().set("{}").falls({"RB", "SWEEP"}).shows(R"({"value":6})");
    pro_game().set("{}").falls({"SET"}).chooses("te").falls({"SEAM"}).shows(R"({"value":7})");
    pro_game().set(R"({"offense":"away"})").falls({"RB", "SWEEP"}).shows(R"({"value":4})");
    pro_game().set(R"({"offense":"away","injured":{"away":["wr"]}})").falls({"WR", "SLANT"}).shows(R"({"value":7})");
}

TEST(PocketGridironPro, TheInterceptRouteIsCheckedBeforeAnythingElse) {
    pro_game().set("{}").falls({"TE", "CURL"}).waits_for("skill", "away").falls({"4"}).waits_for("defense", "away");
    pro_game()
        .set("{}")
        .falls({"TE", "CURL", "5"})
        .waits_for("return", "away")
        .shows(R"({"offense":"home","drives":{"home":16}})");
}

TEST(PocketGridironPro, AReturnIsRolledOnceAndOnlyTheArrowScores) {
    for (std::string_view face : {"OUT", "VIDEO", "TD"})
        pro_game()
            .set("{}")
            .falls({"TE", "CURL", "6", face})
            .waits_for("qb", "away")
            .shows(R"({"score":{"home":0,"away":0},"drives":{"home":15,"away":16}})");
    pro_game()
        .set(R"({"down":3,"sacks":1})")
        .falls({"TE", "CURL", "6", "TD>"})
        .asks("after-touchdown", "away", "kick conversion")
        .shows(
            R"({"score":{"home":0,"away":6},"drives":{"home":15,"away":16},"offense":"away","returned":true,"down":1,"sacks":0})");
}

TEST(PocketGridironR8, AfterAReturnedTouchdownTheThrowerGoesOn) {
    pro_game()
        .set("{}")
        .falls({"TE", "CURL", "6", "TD>"})
        .chooses("kick")
        .waits_for("pat", "home")
        .falls({"2"})
        .waits_for("qb", "home")
        .shows(R"({"score":{"away":7},"drives":{"home":15,"away":16},"returned":false})");
    pro_game()
        .set(R"({"drives":{"home":1,"away":2}})")
        .falls({"TE", "CURL", "6", "TD>"})
        .chooses("kick")
        .falls({"2"})
        .waits_for("qb", "away")
        .shows(R"({"drives":{"home":0,"away":2}})");
}

TEST(PocketGridironR8, WithScorerTheInterceptorsGoOn) {
    constexpr auto kScorer = R"({"mode":"pro","home_team":"ironmen","away_team":"comets","pick_six":"scorer"})";
    pro_game(kScorer).set("{}").falls({"TE", "CURL", "6", "TD>"}).chooses("kick").falls({"2"}).waits_for("qb", "away");
    pro_game(kScorer)
        .set(R"({"drives":{"home":2,"away":0}})")
        .falls({"TE", "CURL", "6", "TD>"})
        .chooses("kick")
        .falls({"2"})
        .waits_for("qb", "home")
        .shows(R"({"drives":{"home":1,"away":0}})");
}

TEST(PocketGridironR8, TheInterceptorsConversionIsTheirOwnPlay) {
    pro_game()
        .set("{}")
        .falls({"TE", "CURL", "6", "TD>"})
        .chooses("conversion")
        .waits_for("qb", "away")
        .shows(R"({"phase":"conversion","down":4,"returned":true,"offense":"away"})")
        .falls({"SNEAK", "1", "1", "TD"})
        .waits_for("qb", "home")
        .shows(R"({"score":{"away":8},"returned":false,"phase":"series"})");
}

TEST(PocketGridironPro, AnInterceptionOnTheLastDriveEndsTheGame) {
    pro_game()
        .set(R"({"drives":{"home":1,"away":0},"score":{"home":6,"away":0}})")
        .falls({"TE", "CURL", "6", "TD>"})
        .chooses("kick")
        .falls({"2"})
        .is_won_by("away")
        .shows(R"({"offense":"away","returned":false})");
    pro_game()
        .set(R"({"drives":{"home":1,"away":0}})")
        .falls({"TE", "CURL", "6", "OUT"})
        .is_won_by("draw")
        .shows(R"({"offense":"home"})");
}

TEST(PocketGridironPro, InAConversionAnInterceptionEndsItWithoutAReturn) {
    pro_game()
        .set(R"({"phase":"conversion"})")
        .falls({"TE", "CURL", "5"})
        .waits_for("qb", "away")
        .shows(R"({"score":{"away":0},"drives":{"home":15}})");
}

TEST(PocketGridironPro, ADecoyLeavesTheDefenceOneRoll) {
    pro_game()
        .set("{}")
        .falls({"RB", "COUNTER"})
        .waits_for("skill", "home")
        .falls({"4"})
        .waits_for("defense", "away")
        .falls({"4"})
        .waits_for("endzone", "home");
    pro_game()
        .set("{}")
        .falls({"RB", "COUNTER", "4", "5"})
        .waits_for("qb", "home")
        .shows(R"({"down":2,"injured":{"home":[]}})");
    pro_game().set("{}").falls({"RB", "COUNTER", "3", "4"}).waits_for("defense", "away").shows(R"({"rolled":4})");
}

TEST(PocketGridironPro, AFlagIsPossibleOnTheOneRollOfADecoy) {
    pro_game()
        .set("{}")
        .falls({"RB", "COUNTER", "5", "FLAG", "OFFSIDE DEF"})
        .chooses("decline")
        .waits_for("defense", "away")
        .falls({"FLAG"})
        .waits_for("endzone", "home");
    pro_game(R"({"mode":"pro","declined_flag":"zero"})")
        .set("{}")
        .falls({"RB", "COUNTER", "5", "FLAG", "OFFSIDE DEF"})
        .chooses("decline")
        .waits_for("endzone", "home");
}

TEST(PocketGridironR19, OnOneRouteTheInterceptComesBeforeTheDecoy) {
    constexpr auto kBoth = R"({"mode":"pro","home_team":"mustangs","away_team":"ironmen"})"; // both name HITCH
    pro_game(kBoth)
        .set("{}")
        .falls({"WR", "HITCH"})
        .waits_for("skill", "away")
        .falls({"4"})
        .waits_for("skill", "home")
        .falls({"3"})
        .waits_for("defense", "away")
        .falls({"4"})
        .waits_for("endzone", "home");
    pro_game(kBoth).set("{}").falls({"WR", "HITCH", "5"}).waits_for("return", "away");
}

TEST(PocketGridironR18, LeftOutCardsAreTheFirstFreeOnesHomeFirst) {
    pro_game(R"({"mode":"pro"})").shows(R"({"teams":{"home":"ironmen","away":"comets"}})");
    pro_game(R"({"mode":"pro","away_team":"ironmen"})").shows(R"({"teams":{"home":"comets","away":"ironmen"}})");
    pro_game(R"({"mode":"pro","home_team":"harbor"})").shows(R"({"teams":{"home":"harbor","away":"ironmen"}})");
}

TEST(PocketGridironR18, ACardPlaysForOneSideAndInProModeOnly) {
    const auto refusal = [](std::string_view options) { return refusal_of("pocket-gridiron", options); };
    EXPECT_NE(refusal(R"({"mode":"pro","home_team":"comets","away_team":"comets"})").find("bad-option"),
              std::string::npos);
    EXPECT_NE(refusal(R"({"home_team":"comets"})").find("pro mode only"), std::string::npos);
    EXPECT_NE(refusal(R"({"mode":"pro","home_team":"nobody"})").find("bad-option"), std::string::npos);
    EXPECT_NE(refusal(R"({"drives":17})").find("bad-option"), std::string::npos);
    EXPECT_EQ(refusal(R"({"mode":"pro","home_team":"comets","away_team":"harbor"})"), "");
}

} // namespace
} // namespace touchline
