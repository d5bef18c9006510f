// The house rules of Gridiron Glory that came with every sentence of its rulebook, ruling by ruling.
#include "glory.hpp"

namespace touchline {
namespace {

AtTable with_ball(std::string_view options) {
    AtTable table = glory(options);
    table.set("{}");
    return table;
}

// Both piles end with these cards; the first is turned next.
AtTable at_last_card(std::string_view options, std::string_view position, std::string_view rank = "7") {
    AtTable table = glory(options);
    Json fields = Json::parse(position);
    fields["unseen"] = {{"home", {{rank, 1}, {"9", 1}}}, {"away", {{rank, 1}, {"4", 1}}}};
    fields["pile"] = 1;
    table.set(fields.dump());
    return table;
}

TEST(GridironGlory, R1_FiveDiceASideMayBeThrownAtTheToss) {
    glory(R"({"toss_dice":"five"})")
        .rolls("BALL REF REF REF REF | REF REF REF REF BALL")
        .waits_for("toss", "home")
        .rolls("REF REF REF REF BALL | REF WHISTLE REF REF REF")
        .waits_for("flip", "home");
    EXPECT_EQ(glory(R"({"toss_dice":"five"})").table().turn().count, 10);
    EXPECT_EQ(glory().table().turn().count, 6);
}

TEST(GridironGlory, R16_TheWinnerOfTheFirstTossMayChooseItsSide) {
    AtTable table = glory(R"({"toss_winner":"choice"})");
    table.rolls("REF REF REF | BALL REF REF")
        .asks("toss", "away", "offense defense")
        .shows(R"({"offense":null,"first_offense":null})")
        .chooses("defense")
        .waits_for("flip", "home")
        .shows(R"({"offense":"home","first_offense":"home","space":1,"try":1})")
        .undoes()
        .chooses("offense")
        .shows(R"({"offense":"away","first_offense":"away"})");
}

TEST(GridironGlory, R16_TheWinnerOfTheTossOfOvertimeIsOnOffence) {
    AtTable table = at_last_card(R"({"toss_winner":"choice"})", R"({"quarter":4})");
    table.rolls("7H 4S").waits_for("toss", "home").rolls("REF REF REF | BALL REF REF").waits_for("flip", "away");
}

TEST(GridironGlory, R5_TheSameSideMayHaveTheBallAgainWithPointsOrWithout) {
    for (std::string_view dice : {"REF REF BALL", "BALL BALL BALL"})
        with_ball(R"({"after_score":"same"})")
            .set(R"({"space":4,"try":2})")
            .rolls("AH 2S")
            .rolls(dice)
            .waits_for("flip", "home")
            .shows(R"({"offense":"home","space":1,"try":1})");
}

TEST(GridironGlory, R7_TheDefenceMayDeclineAReroll) {
    AtTable table = with_ball(R"({"referees":"may"})");
    table.set(R"({"space":4})")
        .rolls("AH 2S")
        .rolls("REF WHISTLE REF")
        .asks("whistle", "away", "reroll decline")
        .shows(R"({"dice":["REF","WHISTLE","REF"]})")
        .chooses("decline")
        .shows(R"({"score":{"home":7},"offense":"away","dice":[]})")
        .undoes()
        .chooses("reroll")
        .waits_for("reroll", "away")
        .rolls("WHISTLE")
        .asks("whistle", "away", "reroll decline")
        .chooses("decline")
        .shows(R"({"score":{"home":3},"offense":"away"})");
}

TEST(GridironGlory, R7_NothingIsAskedWithoutAWhistleOrAReferee) {
    for (std::string_view dice : {"REF REF BALL", "WHISTLE WHISTLE BALL"})
        with_ball(R"({"referees":"may"})").set(R"({"space":4})").rolls("AH 2S").rolls(dice).waits_for("flip", "away");
}

TEST(GridironGlory, R8_OvertimeMayLastOneDeckAndThenBeADraw) {
    at_last_card(R"({"overtime":"one-deck"})", R"({"quarter":5})").rolls("7H 4S").is_won_by("draw");
    at_last_card(R"({"overtime":"one-deck"})", R"({"quarter":5})").rolls("7H 7S").is_won_by("draw");
    at_last_card(R"({"overtime":"one-deck"})", R"({"quarter":5,"space":4})")
        .rolls("7H 4S")
        .rolls("REF BALL BALL")
        .is_won_by("home");
    at_last_card(R"({"overtime":"one-deck"})", R"({"quarter":5,"space":4})")
        .rolls("7H 4S")
        .rolls("BALL BALL BALL")
        .is_won_by("draw");
    at_last_card(R"({"overtime":"one-deck"})", R"({"quarter":4})").rolls("7H 4S").waits_for("toss", "home");
}

TEST(GridironGlory, R13_TheLastCardMayComeTooLateWhereTheDriveEndsWithIt) {
    at_last_card(R"({"last_card":"late"})", R"({"quarter":2,"space":4})")
        .rolls("7H 4S")
        .waits_for("flip", "away")
        .shows(R"({"quarter":3,"space":1,"score":{"home":0}})");
    at_last_card(R"({"last_card":"late"})", R"({"quarter":4,"space":4,"score":{"home":0,"away":3}})")
        .rolls("7H 4S")
        .is_won_by("away");
    at_last_card(R"({"last_card":"late","overtime":"one-deck"})", R"({"quarter":5,"space":4})")
        .rolls("7H 4S")
        .is_won_by("draw");
}

TEST(GridironGlory, R13_WhereTheDriveGoesOnTheDiceAreRolledAllTheSame) {
    at_last_card(R"({"last_card":"late"})", R"({"quarter":1,"space":4})").rolls("7H 4S").waits_for("score", "home");
    at_last_card(R"({"last_card":"late"})", R"({"quarter":5,"space":4})").rolls("7H 4S").waits_for("score", "home");
    // A card before the last one is in time.
    glory(R"({"last_card":"late"})").set(R"({"quarter":2,"space":4})").rolls("AH 2S").waits_for("score", "home");
}

TEST(GridironGlory, R14_AFumbleThatNoCardCanSettleMayBeALostTry) {
    at_last_card(R"({"last_fumble":"lost-try"})", R"({"quarter":1,"space":3,"try":2})")
        .rolls("7H 7S")
        .waits_for("flip", "home")
        .shows(R"({"quarter":2,"space":3,"try":3,"pile":26})");
    at_last_card(R"({"last_fumble":"lost-try"})", R"({"quarter":1,"space":3,"try":3})")
        .rolls("7H 7S")
        .waits_for("flip", "away")
        .shows(R"({"quarter":2,"offense":"away","space":1,"try":1})");
}

TEST(GridironGlory, R14_AFumbleThatNoCardCanSettleMayWaitForTheNewDecks) {
    at_last_card(R"({"last_fumble":"new-decks"})", R"({"quarter":1,"space":3,"try":2})")
        .rolls("7H 7S")
        .waits_for("fumble", "home")
        .shows(R"({"quarter":2,"space":3,"pile":26})")
        .rolls("4H 9S")
        .waits_for("flip", "away")
        .shows(R"({"offense":"away","space":2,"try":1,"pile":22})");
    at_last_card(R"({"last_fumble":"new-decks"})", R"({"quarter":2,"space":3,"try":2})")
        .rolls("7H 7S")
        .waits_for("flip", "away")
        .shows(R"({"quarter":3,"space":1})");
    glory(R"({"last_fumble":"new-decks","fumble_short":"void"})")
        .set(R"({"quarter":1,"pile":4})")
        .rolls("7H 7S")
        .waits_for("fumble", "home")
        .shows(R"({"quarter":2,"pile":26})");
}

TEST(GridironGlory, R14_OvertimeIsSettledWithItsNextDeck) {
    at_last_card(R"({"last_fumble":"new-decks"})", R"({"quarter":5,"space":2})")
        .rolls("7H 7S")
        .waits_for("fumble", "home")
        .shows(R"({"quarter":5,"pile":26})");
    at_last_card(R"({"last_fumble":"new-decks","overtime":"one-deck"})", R"({"quarter":5})")
        .rolls("7H 7S")
        .is_won_by("draw");
}

} // namespace
} // namespace touchline
