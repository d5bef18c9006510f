// Every step, ruling and option of Gridiron Glory, in the order of its page.
#include "glory.hpp"

namespace touchline {
namespace {

// A table after the toss, home on offence.
AtTable with_ball(std::string_view options = "{}", std::string_view sheet = {}) {
    AtTable table = glory(options, sheet);
    table.rolls("BALL BALL BALL | REF REF REF");
    return table;
}

TEST(GridironGlory, AGameBeginsWithATossAndFullDecks) {
    glory()
        .waits_for("toss", "home")
        .shows(
            R"({"offense":null,"first_offense":null,"quarter":1,"space":1,"try":1,"pile":26,"dice":[],
            "score":{"home":0,"away":0},"unseen":{"home":{"2":2,"A":2},"away":{"10":2}}})");
}

TEST(GridironGlory, Step1_MoreBallsStartOnOffence) {
    glory()
        .rolls("BALL WHISTLE REF | REF REF WHISTLE")
        .waits_for("flip", "home")
        .shows(R"({"offense":"home","first_offense":"home"})");
    glory()
        .rolls("REF BALL REF | BALL BALL REF")
        .waits_for("flip", "away")
        .shows(R"({"offense":"away","first_offense":"away"})");
}

TEST(GridironGlory, Step1_EqualNumbersOfBallsRollAgain) {
    glory()
        .rolls("BALL REF REF | REF REF BALL")
        .waits_for("toss", "home")
        .shows(R"({"offense":null})")
        .rolls("REF REF REF | WHISTLE REF REF")
        .waits_for("toss", "home");
}

TEST(GridironGlory, Step3_OffenceHigherMovesOneSpaceAndStartsItsTriesAnew) {
    with_ball().set(R"({"try":3})").rolls("3H 2S").waits_for("flip", "home").shows(R"({"space":2,"try":1,"pile":25})");
    with_ball().set(R"({"offense":"away"})").rolls("KD AC").waits_for("flip", "away").shows(R"({"space":2,"try":1})");
}

TEST(GridironGlory, Step3_SeenCardsAreNoLongerUnseen) {
    with_ball().rolls("AH 2S").shows(R"({"unseen":{"home":{"A":1,"2":2},"away":{"A":2,"2":1}}})");
}

TEST(GridironGlory, Step3_DefenceHigherTakesATryAndTheThirdIsAPunt) {
    with_ball()
        .rolls("2H 3S")
        .shows(R"({"offense":"home","space":1,"try":2})")
        .rolls("2D 3C")
        .shows(R"({"try":3})")
        .rolls("4H 5S")
        .waits_for("flip", "away")
        .shows(R"({"offense":"away","space":1,"try":1,"pile":23})");
}

TEST(GridironGlory, Step3_EqualCardsAreAFumbleOnAnyTry) {
    for (std::string_view position : {R"({"try":1})", R"({"try":2})", R"({"try":3})"})
        with_ball().set(position).rolls("7H 7C").waits_for("fumble", "home").shows(R"({"pile":25,"space":1})");
}

TEST(GridironGlory, Step3_AFumbleBuriesThreeCardsUnseenAndTurnsTheFourth) {
    with_ball()
        .rolls("7H 7C")
        .rolls("9H 8C")
        .waits_for("flip", "home")
        .shows(R"({"pile":21,"space":2,"try":1,"unseen":{"home":{"7":1,"9":1,"2":2},"away":{"7":1,"8":1}}})");
}

TEST(GridironGlory, Step3_EqualAgainIsAnotherFumble) {
    with_ball()
        .rolls("7H 7C")
        .rolls("8H 8C")
        .waits_for("fumble", "home")
        .shows(R"({"pile":21})")
        .rolls("2H 3C")
        .shows(R"({"pile":17,"offense":"away","space":4})");
}

TEST(GridironGlory, R4_ALostFumbleIsSeenFromTheOtherSide) {
    for (int space = 1; space <= 4; ++space) {
        with_ball()
            .set(R"({"try":2,"space":)" + std::to_string(space) + "}")
            .rolls("7H 7C")
            .rolls("2H 3C")
            .shows(R"({"offense":"away","try":1,"space":)" + std::to_string(5 - space) + "}");
        with_ball(R"({"fumble_spot":"same"})")
            .set(R"({"try":2,"space":)" + std::to_string(space) + "}")
            .rolls("7H 7C")
            .rolls("2H 3C")
            .shows(R"({"offense":"away","try":1,"space":)" + std::to_string(space) + "}");
    }
}

TEST(GridironGlory, Step3_AFumbleWonOnTheLastSpaceEntersTheEndZone) {
    with_ball()
        .set(R"({"space":4,"try":2})")
        .rolls("7H 7C")
        .rolls("9H 8C")
        .waits_for("score", "home")
        .shows(R"({"space":4,"try":2,"pile":21})");
}

TEST(GridironGlory, R6_AShortPileBuriesAllButTheLast) {
    for (int pile = 2; pile <= 4; ++pile)
        with_ball()
            .set(R"({"pile":)" + std::to_string(pile) + "}")
            .rolls("7H 7C")
            .waits_for("fumble", "home")
            .shows(R"({"pile":)" + std::to_string(pile - 1) + "}")
            .rolls("9H 8C")
            .shows(R"({"quarter":2,"pile":26,"offense":"home","space":2})");
    with_ball().set(R"({"pile":6})").rolls("7H 7C").rolls("9H 8C").shows(R"({"quarter":1,"pile":1})");
}

TEST(GridironGlory, R6_VoidEndsTheQuarterWhereFewerThanFourCardsAreLeft) {
    AtTable table = with_ball(R"({"fumble_short":"void"})");
    table.set(R"({"pile":4,"space":3,"try":2})")
        .rolls("7H 7C")
        .waits_for("flip", "home")
        .shows(R"({"quarter":2,"pile":26,"offense":"home","space":3,"try":2})");
    table.set(R"({"pile":5})").rolls("7H 7C").waits_for("fumble", "home");
    table.set(R"({"pile":8})")
        .rolls("7H 7C")
        .rolls("8H 8C")
        .waits_for("flip", "home")
        .shows(R"({"quarter":2,"space":1,"try":1})");
}

TEST(GridironGlory, R14_AFumbleWithNoCardLeftIsVoid) {
    with_ball()
        .set(R"({"pile":1,"space":3,"try":3})")
        .rolls("7H 7C")
        .waits_for("flip", "home")
        .shows(R"({"quarter":2,"offense":"home","space":3,"try":3,"pile":26})");
    with_ball()
        .set(R"({"pile":2,"space":3,"try":2})")
        .rolls("7H 7C")
        .rolls("8H 8C")
        .waits_for("flip", "home")
        .shows(R"({"quarter":2,"offense":"home","space":3,"try":2})");
}

TEST(GridironGlory, Step4_AfterTheFirstAndThirdQuartersPlayGoesOnAsItStood) {
    for (std::string_view quarter : {"1", "3"})
        with_ball()
            .set(R"({"pile":1,"space":3,"try":2,"offense":"away","quarter":)" + std::string(quarter) + "}")
            .rolls("3H 2C")
            .shows(R"({"pile":26,"offense":"away","space":3,"try":3,"unseen":{"home":{"3":2},"away":{"2":2}}})");
}

TEST(GridironGlory, R11_FreshTriesStartEveryQuarterAnew) {
    AtTable table = with_ball(R"({"quarter_tries":"fresh"})");
    table.set(R"({"pile":1,"space":3,"try":1})").rolls("2H 3C").shows(R"({"quarter":2,"space":3,"try":1})");
    table.set(R"({"pile":1,"space":3,"try":2,"quarter":5})")
        .rolls("7H 7C")
        .shows(R"({"quarter":5,"space":3,"try":1,"pile":26})");
}

TEST(GridironGlory, R15_TheSecondHalfGoesToTheFirstDefence) {
    for (std::string_view had : {"home", "away"})
        for (std::string_view first : {"home", "away"})
            with_ball()
                .set(R"({"pile":1,"quarter":2,"space":3,"try":2,"offense":")" + std::string(had) +
                     R"(","first_offense":")" + std::string(first) + "\"}")
                .rolls("7H 7C")
                .shows(R"({"quarter":3,"space":1,"try":1,"offense":")" +
                       std::string(first == "home" ? "away" : "home") + "\"}");
}

TEST(GridironGlory, Step4_ALastCardThatPuntsDoesSoFirst) {
    with_ball()
        .set(R"({"pile":1,"try":3,"space":2})")
        .rolls("2H 3C")
        .shows(R"({"quarter":2,"offense":"away","space":1,"try":1})");
}

TEST(GridironGlory, R13_TheDiceAreRolledThenTheQuarterEnds) {
    with_ball()
        .set(R"({"pile":1,"space":4,"quarter":2})")
        .rolls("3H 2C")
        .waits_for("score", "home")
        .shows(R"({"pile":0,"quarter":2})")
        .rolls("REF REF BALL")
        .waits_for("flip", "away")
        .shows(R"({"quarter":3,"score":{"home":7},"offense":"away","pile":26})");
}

struct Throw {
    std::string_view dice;
    int points;
};

TEST(GridironGlory, Step5_RefereesMakePoints) {
    for (const Throw& thrown : {Throw{"REF REF REF", 7}, Throw{"REF BALL REF", 7}, Throw{"BALL REF BALL", 3},
                                Throw{"BALL BALL BALL", 0}, Throw{"WHISTLE WHISTLE BALL", 0}})
        with_ball()
            .set(R"({"space":4,"offense":"away"})")
            .rolls("2H 3S")
            .waits_for("score", "away")
            .rolls(thrown.dice)
            .waits_for("flip", "home")
            .shows(R"({"dice":[],"space":1,"try":1,"score":{"away":)" + std::to_string(thrown.points) + "}}");
}

AtTable in_end_zone(std::string_view options = "{}") {
    AtTable table = with_ball(options);
    table.set(R"({"space":4,"try":2})").rolls("3H 2S");
    return table;
}

TEST(GridironGlory, Step5_EachWhistleRollsOneRefereeAgain) {
    in_end_zone()
        .rolls("REF WHISTLE REF")
        .waits_for("reroll", "away")
        .shows(R"({"dice":["REF","WHISTLE","REF"],"space":4,"try":2,"offense":"home"})")
        .rolls("BALL")
        .shows(R"({"score":{"home":3},"dice":[]})");
    in_end_zone()
        .rolls("WHISTLE WHISTLE REF")
        .waits_for("reroll", "away")
        .rolls("REF")
        .shows(R"({"score":{"home":3}})");
    EXPECT_EQ(in_end_zone().rolls("REF WHISTLE WHISTLE").table().turn().count, 1);
    EXPECT_EQ(in_end_zone().rolls("REF WHISTLE REF").table().turn().count, 1);
}

TEST(GridironGlory, Step5_TheLeftmostRefereesAreReplacedOnTheTable) {
    in_end_zone()
        .rolls("REF REF WHISTLE")
        .rolls("WHISTLE")
        .waits_for("reroll", "away")
        .shows(R"({"dice":["WHISTLE","REF","WHISTLE"]})")
        .rolls("BALL")
        .shows(R"({"score":{"home":0},"offense":"away"})");
}

TEST(GridironGlory, R10_ARefereeThatAReRollShowsStays) {
    in_end_zone().rolls("REF WHISTLE BALL").rolls("REF").shows(R"({"score":{"home":3},"offense":"away"})");
    in_end_zone().rolls("REF WHISTLE REF").rolls("REF").shows(R"({"score":{"home":7}})");
}

TEST(GridironGlory, R9_WhistlesOfAReRollCountOnlyWithChain) {
    in_end_zone()
        .rolls("REF REF WHISTLE")
        .rolls("WHISTLE")
        .waits_for("reroll", "away")
        .rolls("REF")
        .shows(R"({"score":{"home":3}})");
    in_end_zone(R"({"whistles":"once"})")
        .rolls("REF REF WHISTLE")
        .rolls("WHISTLE")
        .waits_for("flip", "away")
        .shows(R"({"score":{"home":3}})");
}

TEST(GridironGlory, Step5_AWhistleWithNoRefereeLeftToRollDoesNothing) {
    in_end_zone()
        .rolls("REF WHISTLE WHISTLE")
        .rolls("WHISTLE")
        .waits_for("flip", "away")
        .shows(R"({"score":{"home":0}})");
}

TEST(GridironGlory, Step6_AfterTheFourthQuarterTheHigherScoreWins) {
    with_ball().set(R"({"quarter":4,"pile":1,"score":{"home":3}})").rolls("2H 3C").is_won_by("home");
    with_ball().set(R"({"quarter":4,"pile":1,"score":{"home":3,"away":7}})").rolls("2H 3C").is_won_by("away");
    with_ball()
        .set(R"({"quarter":4,"pile":1,"space":4,"score":{"home":3,"away":7}})")
        .rolls("4H 3C")
        .waits_for("score", "home")
        .rolls("REF REF REF")
        .is_won_by("home");
}

TEST(GridironGlory, Step6_ALevelGameGoesIntoOvertimeWithATossAndFreshDecks) {
    with_ball()
        .set(R"({"quarter":4,"pile":1,"first_offense":"away","space":2,"try":2})")
        .rolls("2H 3C")
        .waits_for("toss", "home")
        .shows(
            R"({"quarter":5,"offense":null,"first_offense":"away","space":1,"try":1,"pile":26,"unseen":{"home":{"2":2}}})")
        .rolls("REF REF REF | BALL REF REF")
        .waits_for("flip", "away")
        .shows(R"({"offense":"away","first_offense":"away","space":1,"try":1})");
}

TEST(GridironGlory, Step6_OrEndsAsADraw) {
    with_ball(R"({"overtime":"tie"})")
        .set(R"({"quarter":4,"pile":1,"score":{"home":3,"away":3}})")
        .rolls("2H 3C")
        .is_won_by("draw");
}

TEST(GridironGlory, Step6_TheFirstScoreOfOvertimeWins) {
    with_ball()
        .set(R"({"quarter":5,"space":4,"offense":"away","score":{"home":7,"away":7}})")
        .rolls("2H 3C")
        .rolls("REF BALL BALL")
        .is_won_by("away");
    with_ball()
        .set(R"({"quarter":5,"space":4})")
        .rolls("4H 3C")
        .rolls("BALL BALL BALL")
        .waits_for("flip", "away")
        .shows(R"({"quarter":5,"space":1,"try":1})");
}

TEST(GridironGlory, R8_OvertimeDecksAreShuffledAgainAndPlayGoesOn) {
    with_ball()
        .set(R"({"quarter":5,"pile":1,"space":3,"try":2})")
        .rolls("2H 3C")
        .shows(R"({"quarter":5,"pile":26,"space":3,"try":3,"offense":"home"})");
    with_ball()
        .set(R"({"quarter":5,"pile":1,"space":4})")
        .rolls("4H 3C")
        .rolls("BALL BALL BALL")
        .shows(R"({"quarter":5,"pile":26,"offense":"away","space":1})");
}

TEST(GridironGlory, NobodyDecidesAnything) {
    with_ball().refuses_choice("roll", "wrong-turn");
    glory().refuses_choice("roll", "wrong-turn");
}

TEST(GridironGlory, TokensAreCardsOfTheirSideThatAreUnseen) {
    with_ball()
        .refuses_roll("AS AH", "bad-tokens", "no card of home")
        .refuses_roll("AH AH", "bad-tokens", "no card of away")
        .refuses_roll("1H 2S", "bad-tokens")
        .refuses_roll("AH", "bad-tokens")
        .refuses_roll("AH 2S 3S", "bad-tokens")
        .rolls("AH 2S")
        .rolls("AH 2S")
        .refuses_roll("AD 3S", "bad-tokens", "no unseen card of rank A")
        .refuses_roll("3H 2C", "bad-tokens");
    in_end_zone().refuses_roll("REF REF", "bad-tokens").refuses_roll("REF REF TD", "bad-tokens", "REF, WHISTLE, BALL");
}

TEST(GridironGlory, WhichSuitHasBeenSeenIsNotFollowed) {
    with_ball()
        .rolls("5H 2S")
        .rolls("5H 3S")
        .shows(R"({"unseen":{"home":{"5":0}}})")
        .refuses_roll("5D 3C", "bad-tokens");
}

TEST(GridironGlory, AnAliasOpensTheSameGame) { at("qb-blitz").shows(R"({"game":"gridiron-glory"})"); }

} // namespace
} // namespace touchline
