// The last play with cards: hidden hands against hand-made answers, and known positions.
#include "solve/red_boar_gridiron/hands.hpp"
#include "solve/red_boar_gridiron/last_play.hpp"

#include "solve/red_boar_positions.hpp"

#include <gtest/gtest.h>

namespace touchline::solve::red_boar_gridiron {

namespace {

constexpr std::string_view kCards = R"({"mode":"cards","penalties":false})";

} // namespace

TEST(HiddenHands, AHandOfOneIsNoChoice) {
    const std::vector<double> payoff{0.1, 0.5, 0.9, 0.3};
    EXPECT_NEAR(value_of_hands(pile({1, 1}, 1), pile({1, 1}, 1), payoff, std::nullopt).worth.value, 0.45, 1e-12);
    EXPECT_NEAR(value_of_hands(pile({3, 1}, 1), pile({1, 1}, 1), payoff, std::nullopt).worth.value,
                0.75 * 0.3 + 0.25 * 0.6, 1e-12);
}

TEST(HiddenHands, AFullHandIsAMatrixGame) {
    const std::vector<double> payoff{1, 0, 0, 1};
    EXPECT_NEAR(value_of_hands(pile({1, 1}, 2), pile({1, 1}, 2), payoff, std::nullopt).worth.value, 0.5, 1e-12);
    // The defence can only play what it holds: half the time the wrong card.
    EXPECT_NEAR(value_of_hands(pile({1, 1}, 2), pile({1, 1}, 1), payoff, std::nullopt).worth.value, 0.5, 1e-12);
    EXPECT_NEAR(value_of_hands(pile({1, 1}, 2), pile({3, 1}, 1), payoff, std::nullopt).worth.value, 0.75, 1e-12);
}

TEST(HiddenHands, AKickIsTakenWithABadHandOnly) {
    const std::vector<double> payoff{0.8, 0.2}; // two offence cards against the only defence card
    EXPECT_NEAR(value_of_hands(pile({1, 1}, 1), pile({1}, 1), payoff, 0.5).worth.value, 0.65, 1e-12);
    EXPECT_NEAR(value_of_hands(pile({1, 1}, 1), pile({1}, 1), payoff, 0.9).worth.value, 0.9, 1e-12);
    EXPECT_NEAR(value_of_hands(pile({1, 1}, 1), pile({1}, 1), payoff, 0.0).worth.value, 0.5, 1e-12);
}

TEST(LastPlayWithCards, KnownValuesWithHiddenHands) {
    const Rules own = rules(kCards);
    const LastPlay play(own);
    const auto value = [&](int ball) {
        return play
            .hidden(at(own,
                       R"({"quarter":4,"clock":10,"score":{"home":10,"away":14},"ball":)" + std::to_string(ball) + "}"))
            ->home();
    };
    EXPECT_NEAR(value(90), 0.526307283894, 1e-9);
    EXPECT_NEAR(value(95), 0.533307596382, 1e-9);
    EXPECT_NEAR(value(80), 0.122291051932, 1e-9);
    EXPECT_NEAR(value(60), 3.278712e-06, 1e-9);
    EXPECT_NEAR(value(20), 0, 1e-12);
}

TEST(LastPlayWithCards, KnownValuesWithOpenHands) {
    const Rules own = rules(kCards);
    const LastPlay play(own);
    const auto value = [&](int ball, std::string_view hands) {
        return play
            .open(at(own, R"({"quarter":4,"clock":10,"score":{"home":10,"away":14},"ball":)" + std::to_string(ball) +
                              R"(,"hands":)" + std::string(hands) + "}"))
            ->home();
    };
    const std::string_view one =
        R"({"home":{"REV":1,"DRAW":1,"DIVE":1,"SCREEN":1,"MED":1,"LONG":1},"away":{"BLITZ":1,"SHORT-RUN":1,"NORMAL-RUN":1,"SHORT-PASS":1,"MED-PASS":1,"LONG-PASS":1}})";
    EXPECT_NEAR(value(90, one), 10.0 / 19, 1e-9);
    EXPECT_NEAR(value(80, one), 1.0 / 6, 1e-9);
    EXPECT_NEAR(value(90, R"({"home":{"DIVE":3,"MED":3},"away":{"SHORT-RUN":3,"MED-PASS":3}})"), 0.5, 1e-9);
}

TEST(LastPlayWithCards, SeatsAreMirrored) {
    const Rules own = rules(R"({"mode":"cards"})");
    const LastPlay play(own);
    const double home =
        play.hidden(at(own, R"({"quarter":4,"clock":10,"ball":85,"score":{"home":10,"away":14}})"))->home();
    const double away =
        play.hidden(at(own, R"({"quarter":4,"clock":10,"ball":85,"offense":"away","score":{"home":14,"away":10}})"))
            ->away();
    EXPECT_GT(home, 0.1);
    EXPECT_NEAR(home, away, 1e-12);
}

TEST(LastPlayWithCards, AKickThatWinsForSureIsTaken) {
    const Rules own = rules(kCards);
    EXPECT_NEAR(LastPlay(own).hidden(at(own, R"({"quarter":4,"clock":10,"ball":50,"score":{"home":1}})"))->home(), 1,
                1e-12);
    // Three behind on the 95: a kick is good on 3 or more and leads to an overtime, a touchdown wins.
    const double value =
        LastPlay(own).hidden(at(own, R"({"quarter":4,"clock":10,"ball":95,"score":{"away":3}})"))->home();
    EXPECT_GT(value, 0.5333);
}

TEST(LastPlayWithCards, OtherPositionsAreLeftToEstimates) {
    const Rules own = rules(R"({"mode":"cards"})");
    const LastPlay play(own);
    EXPECT_FALSE(play.hidden(at(own, R"({"quarter":4,"clock":20,"ball":85,"score":{"away":4}})")));
    EXPECT_FALSE(
        play.hidden(at(own, R"({"quarter":4,"clock":10,"ball":85,"score":{"away":7}})"))); // a try would matter
    EXPECT_FALSE(play.hidden(
        at(own, R"({"quarter":4,"clock":10,"ball":85,"score":{"away":3}})"))); // a kick may help, with fouls
    EXPECT_FALSE(play.hidden(at(own, R"({"quarter":3,"clock":10,"ball":85,"score":{"away":4}})")));
    const Rules tie = rules(R"({"mode":"cards","penalties":false,"overtime":"tie"})");
    EXPECT_FALSE(LastPlay(tie).hidden(at(tie, R"({"quarter":4,"clock":10,"ball":85,"score":{"away":4}})")));
}

TEST(LastPlayWithCards, ATryAtNoughtWithoutFouls) {
    const Rules own = rules(kCards);
    const LastPlay play(own);
    // One behind after the touchdown's six: the kick is good 33 times in 36 and leads to an overtime.
    const auto one_behind =
        play.hidden(at(own, R"({"quarter":4,"clock":0,"phase":"try","score":{"home":6,"away":7}})"));
    ASSERT_TRUE(one_behind);
    EXPECT_GT(one_behind->home(), 0.5333);
    // Two behind only a conversion helps: the same play as a touchdown from the 5.
    EXPECT_NEAR(play.hidden(at(own, R"({"quarter":4,"clock":0,"phase":"try","score":{"home":6,"away":8}})"))->home(),
                0.533307596382 / 2, 1e-9);
    EXPECT_NEAR(play.hidden(at(own, R"({"quarter":4,"clock":0,"phase":"try","score":{"home":6,"away":3}})"))->home(), 1,
                1e-12);
}

} // namespace touchline::solve::red_boar_gridiron
