// Steps 4, 6 and 15 with cards: secret choices, modifiers, hands, decks and what a seat may see.
#include "boar.hpp"
#include "play/position.hpp"
#include "said.hpp"

#include <algorithm>

namespace touchline {

namespace {

// Home's and away's cards, then the dice that follow.
AtTable against(std::string_view own, std::string_view theirs, std::string_view state = R"({"ball":40})",
                std::string_view options = R"({"mode":"cards","penalties":false})") {
    AtTable table = hands(state, options);
    table.chooses("play").chooses("home", own).chooses("away", theirs);
    return table;
}

} // namespace

TEST(RedBoarCards, Step4BothChooseInSecretFromTheirHands) {
    AtTable table = hands(R"({"ball":40})");
    table.chooses("play")
        .asks_secretly("card", "home", "REV DRAW DIVE SCREEN MED LONG")
        .asks_secretly("card", "away", "BLITZ SHORT-RUN NORMAL-RUN SHORT-PASS MED-PASS LONG-PASS");
    table.chooses("home", "DIVE").shows(R"({"discards":{"home":{},"away":{}}})");
    EXPECT_EQ(table.table().turn().waiting, std::vector{Seat::away});
    table.refuses_choice("DIVE", "bad-request", "seat");
}

TEST(RedBoarCards, Step6BasesAreAddedWithoutAModifier) {
    against("DIVE", "BLITZ")
        .waits_for("draw-offense", "home")
        .shows(
            R"({"ball":50,"down":1,"line":60,"clock":870,"discards":{"home":{"DIVE":1},"away":{"BLITZ":1}},"played":{"home":{"DIVE":1},"away":{"BLITZ":1}}})");
    against("REV", "SHORT-RUN").shows(R"({"ball":50})");
    against("DIVE", "NORMAL-RUN").shows(R"({"ball":40,"down":2,"clock":870})");
}

TEST(RedBoarCards, Step6ModifiersOfTheBlitz) {
    against("MED", "BLITZ")
        .waits_for("modifier", "away")
        .shows(R"({"ball":40,"clock":900,"discards":{"home":{"MED":1}}})")
        .rolls("1")
        .shows(R"({"ball":30,"down":2,"clock":870})"); // R18
    against("MED", "BLITZ").rolls("2").shows(R"({"ball":40,"down":2,"clock":890})");
    against("MED", "BLITZ").rolls("3").shows(R"({"ball":55,"down":1})");
    against("REV", "BLITZ")
        .rolls("1")
        .waits_for("draw-offense", "away")
        .shows(
            R"({"offense":"away","ball":60,"down":1,"clock":870,"hands":{"home":{},"away":{}},"discards":{"home":{},"away":{}},"played":{"home":{},"away":{}}})");
    against("DRAW", "BLITZ")
        .rolls("6")
        .waits_for("break", "home")
        .rolls("3")
        .shows(R"({"ball":80,"down":1,"line":90})");
}

TEST(RedBoarCards, Step6ATurnoverIsTakenOverAfterTheCombinedBase) {
    against("SCREEN", "SHORT-PASS").rolls("1").shows(R"({"offense":"away","ball":60})");
    against("DIVE", "SHORT-RUN", R"({"ball":95})").rolls("1").shows(R"({"offense":"away","ball":5})");
    against("MED", "MED-PASS", R"({"ball":90})").rolls("1").shows(R"({"offense":"away","ball":20})");
    against("REV", "BLITZ", R"({"ball":40})", R"({"mode":"cards","penalties":false,"turnover_spot":"scrimmage"})")
        .rolls("1")
        .shows(R"({"offense":"away","ball":60})");
    against("MED", "MED-PASS", R"({"ball":40})", R"({"mode":"cards","penalties":false,"turnover_spot":"scrimmage"})")
        .rolls("1")
        .shows(R"({"ball":60})");
}

TEST(RedBoarCards, Step6BarredPassesTakeNoModifier) {
    against("LONG", "BLITZ", R"({"ball":85})")
        .waits_for("draw-offense", "home")
        .shows(R"({"ball":85,"down":2,"clock":890})");
    against("MED", "BLITZ", R"({"ball":95})")
        .waits_for("draw-offense", "home")
        .shows(R"({"ball":95,"down":2,"clock":890})");
}

TEST(RedBoarCards, Step5AFoulBeforeThePlayGivesTheCardsBack) {
    const std::string_view fouls = R"({"mode":"cards"})";
    against("DIVE", "BLITZ", R"({"ball":40})", fouls)
        .rolls("1 1 3 4")
        .asks("call", "home", "play punt")
        .shows(R"({"ball":35,"discards":{"home":{},"away":{}},"hands":{"home":{"DIVE":1},"away":{"BLITZ":1}}})");
    against("DIVE", "BLITZ", R"({"ball":40})", fouls)
        .rolls("6 6 6 6")
        .waits_for("draw-offense", "home")
        .shows(R"({"ball":40,"clock":870,"discards":{"home":{"DIVE":1}}})");
    // R11: the card's base counts whatever its modifier did.
    against("LONG", "BLITZ", R"({"ball":40})", fouls)
        .rolls("3 4 6 6")
        .rolls("2")
        .asks("penalty", "home", "accept decline")
        .chooses("accept")
        .shows(R"({"ball":65,"clock":890})");
}

TEST(RedBoarCards, Step15EachSideDrawsUpToSixBeforeTheCall) {
    AtTable table = boar(R"({"mode":"cards","penalties":false})");
    table.rolls("home").rolls("3 4").rolls("3").waits_for("draw-offense", "home");
    EXPECT_EQ(table.table().turn().count, 6);
    table.refuses_roll("REV REV REV REV DIVE DIVE", "bad-tokens", "REV")
        .refuses_roll("REV REV REV DIVE DIVE", "bad-tokens", "6 tokens")
        .refuses_roll("BLITZ REV REV DIVE DIVE DRAW", "bad-tokens", "no card");
    table.rolls("DIVE REV REV DIVE MED REV")
        .waits_for("draw-defense", "away")
        .shows(R"({"hands":{"home":{"REV":3,"DIVE":2,"MED":1},"away":{}}})");
    table.rolls("BLITZ BLITZ SHORT-RUN MED-PASS MED-PASS LONG-PASS").asks("call", "home", "play punt");
}

TEST(RedBoarCards, Step15HandsStayUntilSomebodyElseHasTheBall) {
    AtTable table = hands(R"({"ball":90})");
    table.chooses("play")
        .chooses("home", "REV")
        .chooses("away", "SHORT-RUN")
        .waits_for("draw-offense", "home")
        .shows(R"({"phase":"try"})");
    table.rolls("LONG")
        .rolls("BLITZ")
        .chooses("kick")
        .rolls("6 6")
        .waits_for("kickoff", "home")
        .shows(R"({"hands":{"home":{"LONG":2},"away":{"BLITZ":2}},"discards":{"home":{"REV":1}}})");
    table.rolls("3 4")
        .rolls("3")
        .waits_for("draw-offense", "away")
        .shows(R"({"hands":{"home":{},"away":{}},"discards":{"home":{},"away":{}}})");
}

// The last play of four level quarters, and the toss of a sudden death behind it.
AtTable at_sudden_death() {
    AtTable table = hands(R"({"ball":40,"quarter":4,"clock":10})",
                          R"({"mode":"cards","penalties":false,"overtime":"sudden-death"})");
    table.chooses("play").chooses("home", "DIVE").chooses("away", "NORMAL-RUN").waits_for("toss", "home");
    return table;
}

// At the end of quarter 4 nothing happens to the cards, nor at the toss: whoever wins it.
TEST(RedBoarCards, Step15HandsStayUntilTheReceiversOfAnOvertimeTakeTheBall) {
    const std::string_view kept = R"({"hands":{"home":{"REV":1,"DRAW":1,"SCREEN":1,"MED":1,"LONG":1},
        "away":{"BLITZ":1,"SHORT-RUN":1,"SHORT-PASS":1,"MED-PASS":1,"LONG-PASS":1}},
        "discards":{"home":{"DIVE":1},"away":{"NORMAL-RUN":1}},"played":{"home":{"DIVE":1},"away":{"NORMAL-RUN":1}}})";
    for (const std::string receiver : {"home", "away"}) {
        const std::string kicker = receiver == "home" ? "away" : "home";
        AtTable table = at_sudden_death();
        table.shows(kept).rolls(receiver).waits_for("kickoff", kicker).shows(kept);
        table.shows_to(Viewer::home, R"({"hand":{"REV":1,"LONG":1},"deck_left":{"home":12,"away":12}})");
        const auto back = open_position(position_text(table.table()));
        ASSERT_TRUE(back) << said(back.error().message);
        EXPECT_EQ((*back)->state(), table.table().state());
        table.rolls("3 4").waits_for("cover", kicker).shows(kept);
        table.rolls("3")
            .waits_for("draw-offense", receiver)
            .shows(
                R"({"hands":{"home":{},"away":{}},"discards":{"home":{},"away":{}},"played":{"home":{},"away":{}}})");
        EXPECT_EQ(table.table().state()["hands"], Json::parse(R"({"home":{},"away":{}})"));
        table.rolls(receiver == "home" ? "REV REV REV DIVE DIVE DIVE" : "LONG LONG LONG MED MED MED");
    }
}

// Not to ask would tell each side what the other holds.
TEST(RedBoarCards, D10TheSecretTurnIsAskedOfHandsOfOneKindToo) {
    const std::string three = sheet_with("red-boar-gridiron", "hand = 6", "hand = 3");
    AtTable table = at("red-boar-gridiron", R"({"mode":"cards"})", three);
    table.set(R"({"ball":40,"hands":{"home":{"REV":3},"away":{"BLITZ":3}}})")
        .chooses("play")
        .asks_secretly("card", "home", "REV")
        .asks_secretly("card", "away", "BLITZ")
        .chooses("away", "BLITZ")
        .chooses("home", "REV")
        .waits_for("flags", "home");
}

TEST(RedBoarCards, Step15R19AnEmptyDeckTakesItsDiscardsAtOnce) {
    AtTable table = hands(R"({"ball":40,"discards":{"home":{"REV":2,"DRAW":2,"DIVE":2,"SCREEN":2,"MED":2,"LONG":1}}})");
    table.shows_to(Viewer::home, R"({"deck_left":{"home":1,"away":12}})");
    table.chooses("play")
        .chooses("home", "DIVE")
        .chooses("away", "BLITZ")
        .refuses_roll("REV", "bad-tokens", "REV")
        .rolls("LONG");
    table.shows(R"({"discards":{"home":{}},"hands":{"home":{"LONG":2}},"played":{"home":{"DIVE":3,"REV":2}}})")
        .shows_to(Viewer::away, R"({"deck_left":{"home":12}})");
    // A deck that a position leaves empty is renewed there.
    hands(R"({"ball":40,"discards":{"home":{"REV":2,"DRAW":2,"DIVE":2,"SCREEN":2,"MED":2,"LONG":2}}})")
        .shows(R"({"discards":{"home":{}},"played":{"home":{"REV":2}}})");
}

TEST(RedBoarCards, Step15ADrawMayGoOnIntoTheDiscards) {
    AtTable table = boar(R"({"mode":"cards","penalties":false})");
    table
        .set(
            R"({"ball":40,"hands":{"home":{"REV":2}},"discards":{"home":{"REV":1,"DRAW":3,"DIVE":3,"SCREEN":3,"MED":3,"LONG":2}}})")
        .waits_for("draw-offense", "home");
    table.refuses_roll("DRAW LONG DRAW DRAW", "bad-tokens")
        .rolls("LONG DRAW DRAW MED")
        .shows(R"({"hands":{"home":{"REV":2,"LONG":1,"DRAW":2,"MED":1}},"discards":{"home":{}}})");
}

TEST(RedBoarCards, AViewHasTheOwnHandAlone) {
    AtTable table = hands(R"({"ball":40})");
    const Json home = table.table().view(Viewer::home);
    EXPECT_TRUE(home.contains("hand"));
    EXPECT_FALSE(home.contains("hands"));
    table.shows_to(Viewer::away, R"({"hand":{"BLITZ":1},"deck_left":{"home":12,"away":12}})");
    EXPECT_FALSE(table.table().view(Viewer::everyone).contains("hand"));
    EXPECT_FALSE(boar().table().state().contains("hands"));
}

TEST(RedBoarCards, DrawsAreSeenByTheirSeatAlone) {
    AtTable table = boar(R"({"mode":"cards"})");
    table.rolls("home").rolls("3 4").rolls("3").rolls("REV REV REV DIVE DIVE DIVE");
    const std::size_t last = table.table().steps() - 1;
    EXPECT_EQ(table.table().step(last, Viewer::home).tokens.size(), 6U);
    EXPECT_TRUE(table.table().step(last, Viewer::away).tokens.empty());
    EXPECT_TRUE(table.table().step(last, Viewer::everyone).tokens.empty());
}

// The card of away as home and an onlooker see it in the history; the second step after `call`.
std::string shown_card(AtTable& table) {
    const std::string home(table.table().step(2, Viewer::home).action);
    EXPECT_EQ(table.table().step(2, Viewer::everyone).action, home);
    EXPECT_EQ(table.table().step(2, Viewer::away).action, "BLITZ");
    EXPECT_EQ(table.table().step(2).action, "BLITZ");
    return home;
}

TEST(RedBoarCards, Step5CardsStayCoveredUntilTheFlagsHaveFallen) {
    const auto chosen = [](std::string_view options) {
        AtTable table = hands(R"({"ball":40})", options);
        table.chooses("play").chooses("home", "MED").chooses("away", "BLITZ");
        return table;
    };
    AtTable clean = chosen(R"({"mode":"cards"})");
    EXPECT_EQ(shown_card(clean), "");
    clean.rolls("3 4 3 4");
    EXPECT_EQ(shown_card(clean), "BLITZ");
    AtTable both = chosen(R"({"mode":"cards"})");
    both.rolls("6 6 6 6");
    EXPECT_EQ(shown_card(both), "BLITZ") << "turned over, though the play will be void";
    for (std::string_view foul : {"1 1 3 4", "3 4 1 1", "6 6 1 1", "1 1 6 6"}) {
        AtTable back = chosen(R"({"mode":"cards"})");
        back.rolls(foul);
        EXPECT_EQ(shown_card(back), "") << "back to the hands unseen after " << foul;
    }
    AtTable no_flags = chosen(R"({"mode":"cards","penalties":false})");
    EXPECT_EQ(shown_card(no_flags), "BLITZ");
}

TEST(RedBoarCards, ConversionsArePlayedWithCardsToo) {
    AtTable table = hands(R"({"phase":"try","clock":100,"score":{"home":6}})");
    table.chooses("conversion")
        .chooses("home", "REV")
        .chooses("away", "SHORT-PASS")
        .waits_for("kickoff", "home")
        .shows(R"({"score":{"home":8},"clock":100})");
    hands(R"({"phase":"try","clock":100,"score":{"home":6}})", R"({"mode":"cards"})")
        .chooses("conversion")
        .chooses("home", "REV")
        .chooses("away", "SHORT-PASS")
        .rolls("6 6 6 6")
        .waits_for("draw-offense", "home")
        .rolls("REV")
        .rolls("BLITZ")
        .asks_secretly("card", "away", "BLITZ SHORT-RUN NORMAL-RUN MED-PASS LONG-PASS");
}

} // namespace touchline
