// Steps 1 to 5 of the page: toss, fourth down, quarterback, position dice, defence.
#include "gridiron.hpp"

namespace touchline {
namespace {

TEST(PocketGridironStep1, TheTossNamesTheSideThatStarts) {
    game().waits_for("toss", "home").shows(R"({"offense":null,"drives":{"home":8,"away":8},"quarter":1,"teams":null})");
    game()
        .falls({"away"})
        .waits_for("qb", "away")
        .shows(R"({"offense":"away","down":1,"sacks":0,"bonus":0,"scrambles":0,"phase":"series","mode":"basic"})");
}

TEST(PocketGridironStep1, ProModeHasTwiceTheDrives) {
    game(R"({"mode":"pro"})")
        .shows(R"({"drives":{"home":16,"away":16},"mode":"pro","teams":{"home":"ironmen","away":"comets"}})");
}

TEST(PocketGridironStep2, TheLastDownAsksFirst) {
    game().set(R"({"down":3})").waits_for("qb", "home");
    game().set(R"({"down":4})").asks("fourth-down", "home", "play field-goal").chooses("play").waits_for("qb", "home");
    game().set(R"({"down":4})").chooses("field-goal").waits_for("kick", "home");
}

TEST(PocketGridironStep3, TheQuarterbackCallsAPosition) {
    game().set("{}").falls({"WR"}).waits_for("wr", "home");
    game().set("{}").falls({"TE"}).waits_for("te", "home");
    game().set("{}").falls({"RB"}).waits_for("rb", "home");
}

TEST(PocketGridironStep3, ASneakIsARunWorthFour) {
    game().set("{}").falls({"SNEAK"}).waits_for("defense", "away").shows(R"({"carrier":"qb","value":4,"rolled":null})");
}

TEST(PocketGridironStep3, AScrambleMayBeSacked) {
    game()
        .set("{}")
        .falls({"SCRAMBLE"})
        .waits_for("sack", "away")
        .shows(R"({"scrambles":1})")
        .falls({"3"})
        .waits_for("qb", "home")
        .shows(R"({"down":2,"sacks":1,"scrambles":0})");
}

TEST(PocketGridironStep3, AnyOtherFaceLetsTheScramblerGoAFlagToo) {
    game().set("{}").falls({"SCRAMBLE", "FLAG"}).waits_for("qb", "home").shows(R"({"down":1,"sacks":0,"scrambles":1})");
    game().set("{}").falls({"SCRAMBLE", "5"}).waits_for("qb", "home").shows(R"({"down":1,"scrambles":1})");
}

TEST(PocketGridironStep3, TheThirdScrambleOfAPlayIsASackWithoutARoll) {
    game()
        .set("{}")
        .falls({"SCRAMBLE", "1", "SCRAMBLE", "2", "SCRAMBLE"})
        .waits_for("qb", "home")
        .shows(R"({"down":2,"sacks":1,"scrambles":0})");
}

TEST(PocketGridironStep3, TheThirdSackOfADriveIsASafetyOnAnyDown) {
    game()
        .set(R"({"down":2,"sacks":2})")
        .falls({"SCRAMBLE", "4"})
        .waits_for("qb", "away")
        .shows(R"({"score":{"home":0,"away":2},"drives":{"home":7,"away":8},"down":1,"sacks":0})");
}

TEST(PocketGridironStep3, NewDownsDoNotTakeSacksAway) {
    game()
        .set(R"({"down":3,"sacks":2})")
        .falls({"SNEAK", "FLAG", "OFFSIDE DEF"})
        .chooses("accept")
        .shows(R"({"down":1,"sacks":2})");
}

TEST(PocketGridironStep3, SetPlaysAddUpAndCountForTheRoute) {
    game()
        .set("{}")
        .falls({"SET"})
        .asks("set-play", "home", "roll field-goal")
        .shows(R"({"bonus":1})")
        .chooses("roll")
        .falls({"SET"})
        .chooses("roll")
        .shows(R"({"bonus":2})")
        .falls({"WR", "HITCH"})
        .shows(R"({"value":7,"carrier":"wr"})");
    game().set(R"({"bonus":3})").falls({"SNEAK"}).shows(R"({"value":7})");
}

TEST(PocketGridironR6, BonusAndScramblesCarryOnAfterAnEscapeButNotAfterASack) {
    game()
        .set("{}")
        .falls({"SET"})
        .chooses("roll")
        .falls({"SCRAMBLE", "1"})
        .shows(R"({"bonus":1,"scrambles":1})")
        .falls({"SCRAMBLE", "4"})
        .shows(R"({"bonus":0,"scrambles":0,"down":2,"sacks":1})");
}

TEST(PocketGridironStep4, AnIncompletePassCostsTheDownAndTheBonus) {
    game().set(R"({"bonus":2})").falls({"TE", "INCOMP"}).waits_for("qb", "home").shows(R"({"down":2,"bonus":0})");
}

TEST(PocketGridironStep4, AFumbleIsLostOnTheRecoverFaceOnly) {
    game()
        .set("{}")
        .falls({"RB", "FUMBLE"})
        .waits_for("recover", "away")
        .falls({"2"})
        .waits_for("qb", "away")
        .shows(R"({"drives":{"home":7,"away":8}})");
    game().set("{}").falls({"RB", "FUMBLE", "FLAG"}).waits_for("qb", "home").shows(R"({"down":2})"); // R20
}

TEST(PocketGridironStep5, ASumThatReachesTheValueStops) {
    game()
        .set("{}")
        .falls({"TE", "CURL", "1"})
        .waits_for("defense", "away")
        .shows(R"({"value":5,"rolled":1})")
        .falls({"4"})
        .waits_for("qb", "home")
        .shows(R"({"down":2,"carrier":null,"value":null,"rolled":null})");
}

TEST(PocketGridironStep5, ALowerSumLetsThePlayThrough) {
    game().set("{}").falls({"TE", "CURL", "1", "3"}).waits_for("endzone", "home");
}

TEST(PocketGridironR16, TheSecondRollIsMadeEvenWhereTheFirstIsEnough) {
    game().set("{}").falls({"RB", "DIVE", "5"}).waits_for("defense", "away");
}

TEST(PocketGridironStep5, TwoInjuryMarksInjureTheCarrierStoppedOrNot) {
    game().set("{}").falls({"RB", "DIVE", "5", "5"}).shows(R"({"down":2,"injured":{"home":["rb"],"away":[]}})");
    game()
        .set(R"({"bonus":9})")
        .falls({"SNEAK", "5", "5"})
        .waits_for("endzone", "home")
        .shows(R"({"injured":{"home":["qb"]},"value":13})"); // counts from the next play on
}

TEST(PocketGridironStep5, AnInjuredPositionIsWorthOneLessEverywhereAndOnlyOnce) {
    game().set(R"({"injured":{"home":["te"]}})").falls({"TE", "CURL"}).shows(R"({"value":4})");
    game().set(R"({"injured":{"home":["qb"]}})").falls({"SNEAK"}).shows(R"({"value":3})");
    game()
        .set(R"({"injured":{"home":["te"]}})")
        .falls({"TE", "SEAM", "5", "5"})
        .shows(R"({"injured":{"home":["te"]}})")
        .falls({"TE", "SEAM"})
        .shows(R"({"value":5})");
    game().set(R"({"injured":{"away":["te"]}})").falls({"TE", "CURL"}).shows(R"({"value":5})");
}

TEST(PocketGridironStep5, InjuriesAreListedInTheOrderOfThePage) {
    game().set(R"({"injured":{"home":["wr","te","rb","qb"]}})").shows(R"({"injured":{"home":["qb","rb","te","wr"]}})");
}

TEST(PocketGridironStep10, FourUsedDownsHandTheBallOver) {
    game()
        .set(R"({"down":4})")
        .chooses("play")
        .falls({"TE", "INCOMP"})
        .waits_for("qb", "away")
        .shows(R"({"drives":{"home":7,"away":8},"down":1})");
}

TEST(PocketGridironStep10, ASideWithoutADriveIsPassedOver) {
    game()
        .set(R"({"drives":{"home":2,"away":0},"down":4})")
        .chooses("play")
        .falls({"TE", "INCOMP"})
        .waits_for("qb", "home")
        .shows(R"({"drives":{"home":1,"away":0},"offense":"home"})");
}

TEST(PocketGridironStep10, TheQuarterFollowsTheDrivesFinished) {
    game().set(R"({"drives":{"home":6,"away":6}})").shows(R"({"quarter":2})");
    game().set(R"({"drives":{"home":5,"away":4}})").shows(R"({"quarter":2})");
    game().set(R"({"drives":{"home":4,"away":4}})").shows(R"({"quarter":3})");
    game().set(R"({"drives":{"home":1,"away":0}})").shows(R"({"quarter":4})");
    game(R"({"drives":1})")
        .shows(R"({"quarter":1})")
        .falls({"home"})
        .falls({"WR", "INCOMP", "WR", "INCOMP", "WR", "INCOMP"})
        .chooses("field-goal")
        .falls({"1"})
        .shows(R"({"quarter":3})");
}

TEST(PocketGridironStep10, MorePointsWinAndALevelScoreIsADraw) {
    const auto last = R"({"drives":{"home":1,"away":0},"down":4,"score":{"home":7,"away":10}})";
    game()
        .set(last)
        .chooses("field-goal")
        .falls({"5"})
        .is_won_by("draw")
        .shows(R"({"offense":"home","down":1,"quarter":4})");
    game().set(last).chooses("field-goal").falls({"4"}).is_won_by("away").shows(R"({"score":{"home":7,"away":10}})");
}

} // namespace
} // namespace touchline
