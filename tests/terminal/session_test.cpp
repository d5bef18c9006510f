// A game at one terminal, key by key: what the keys do, what real dice are asked for, and what is told while one waits.
#include "terminal/session.hpp"

#include "play/kind.hpp"
#include "play/position.hpp"
#include "terminal/scripted_console.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <filesystem>
#include <thread>

#include <unistd.h>

namespace touchline::terminal {
namespace {

namespace fs = std::filesystem;

// Answers what a test wants, after as long as it wants.
class SetEvaluator final : public Evaluator {
public:
    [[nodiscard]] Odds odds(const Table&, const Question&) override { return {0.5, 0, 0.5, true, 0}; }
    [[nodiscard]] Advice advise(const Table&, Seat, const Question&) override {
        std::this_thread::sleep_for(takes);
        return advice;
    }
    Advice advice{};
    std::chrono::milliseconds takes{0};
};

class SessionTest : public testing::Test {
protected:
    void TearDown() override { fs::remove_all(folder_); }

    // Plays with these keys until they end; two people unless one is asked for.
    Session::End play(std::string_view game, const Json& options, std::string_view keys, bool companion = false,
                      Language language = Language::english) {
        console = ScriptedConsole(keys);
        OrRefusal<std::unique_ptr<Table>> table = open_table(game, options);
        EXPECT_TRUE(table);
        SeededDice dice(7);
        const Words& words = Words::of(language, game);
        Seating seating{
            .names = {words.side(Seat::home), words.side(Seat::away)}, .companion = companion, .alone = alone};
        for (Seat seat : kSeats)
            if (!called[seat].empty()) {
                seating.names[seat] = called[seat];
                seating.members[seat] = members_of(called[seat]);
            }
        Session session({console, evaluator, dice, words, 0}, std::move(*table), std::move(seating),
                        SaveFile::create(folder_, game));
        const Session::End end = session.run();
        position = position_text(session.table());
        return end;
    }

    bool alone = false;
    BySeat<std::string> called;
    ScriptedConsole console{""};
    SetEvaluator evaluator;
    std::string position;
    std::string folder_ = (fs::temp_directory_path() / fmt::format("touchline-session-{}", ::getpid())).string();
};

TEST_F(SessionTest, ARealCoinIsSpokenOfByTheNamesOfTheSides) {
    called = {"Ann", "Bo"};
    EXPECT_EQ(play("sports-dice-football", Json::object(),
                   "xyz\r\x7f\x7f\x7f"
                   "Bo\r",
                   true),
              Session::End::closed);
    EXPECT_TRUE(console.showed("who has won, Ann or Bo?"));
    EXPECT_TRUE(console.showed("its faces are Ann, Bo"));
    EXPECT_FALSE(console.showed("Away side"));
}

TEST_F(SessionTest, AKeyShowsThePositionForTheOdds) {
    EXPECT_EQ(play("sports-dice-football", Json::object(), "is"), Session::End::saved);
    const std::string& screen = console.screens[1];
    EXPECT_NE(screen.find("touchline odds"), std::string::npos) << screen;
    std::string joined = screen; // it may be wrapped
    std::erase(joined, '\n');
    std::erase(joined, ' ');
    EXPECT_NE(joined.find(position), std::string::npos) << screen;
    EXPECT_TRUE(open_position(position));
}

TEST_F(SessionTest, APositionWithHiddenCardsIsNotShown) {
    EXPECT_EQ(play("red-boar-gridiron", {{"mode", "cards"}}, "\r\r\r\ris"), Session::End::saved);
    EXPECT_TRUE(console.showed("cards that you may not see"));
    EXPECT_FALSE(console.showed("red-boar-gridiron~"));
}

TEST_F(SessionTest, WhoPlaysAloneSeesTheHandThatChoosesAndPassesNothingOn) {
    alone = true;
    // Toss, kickoff and coverage; then both sides choose a card, and the dice roll.
    EXPECT_EQ(play("red-boar-gridiron", {{"mode", "cards"}}, "\r\r\r1111s"), Session::End::saved);
    EXPECT_FALSE(console.showed("Hand the table"));
    EXPECT_FALSE(console.showed("choose unseen"));
    for (const std::string_view seat : {"Belmont, your choice:", "Clifton, your choice:"})
        EXPECT_TRUE(std::ranges::any_of(console.screens, [&](const std::string& screen) {
            return screen.find(seat) != std::string::npos && screen.find("Your hand") != std::string::npos;
        })) << seat;
}

TEST_F(SessionTest, TheHandOfASidePassesOnWithItsPossessions) {
    called = {"Ann, Bo, Cy", "Dan"};
    // Real dice: home takes the ball and loses it to three turnovers, then away does.
    const std::string lost = "10 10 20 20 fg td t t t ng s p6\r";
    EXPECT_EQ(play("sports-dice-football", Json::object(), "home\r1" + lost + ":s\r", true), Session::End::saved);
    EXPECT_TRUE(console.showed("Ann, Bo, Cy: Ann has the dice, Bo is next."));
    EXPECT_FALSE(console.showed("Bo has the dice"));
    EXPECT_EQ(play("sports-dice-football", Json::object(), "home\r1" + lost + lost + ":s\r", true),
              Session::End::saved);
    EXPECT_TRUE(console.showed("Ann, Bo, Cy: Bo has the dice, Cy is next."));
    // Taken back, it is the hand before.
    EXPECT_EQ(play("sports-dice-football", Json::object(), "home\r1" + lost + lost + ":u\r:u\r:s\r", true),
              Session::End::saved);
    EXPECT_NE(console.screens.back().find("Ann has the dice"), std::string::npos) << console.screens.back();
    EXPECT_EQ(play("sports-dice-football", Json::object(), "home\r1" + lost + ":s\r", true, Language::french),
              Session::End::saved);
    EXPECT_TRUE(console.showed("Ann a les dés, puis Bo."));
}

TEST_F(SessionTest, AColonBeforeACommandWorksAtAChoiceToo) {
    EXPECT_EQ(play("sports-dice-football", Json::object(), "\r:s"), Session::End::saved);
    EXPECT_FALSE(console.showed("does nothing here"));
}

TEST_F(SessionTest, RealDiceAreAskedForInTheirOrderAndEchoed) {
    EXPECT_EQ(play("sports-dice-football", Json::object(), "home\r1ng ng ng s s p6 10 10 10 10 20 td\r:s\r", true),
              Session::End::saved);
    EXPECT_TRUE(console.showed("All twelve dice: first Belmont (6), then Clifton (6). Type what fell:"));
    EXPECT_TRUE(console.showed("Read as: Belmont: 10 10 10 10 20 TD · Clifton: NG NG NG S S P6"));
    EXPECT_EQ(play("red-boar-gridiron", Json::object(), "home\r12\r:s\r", true, Language::french), Session::End::saved);
    EXPECT_TRUE(console.showed("Compris\u00a0: 1 et 2"));
    EXPECT_EQ(play("red-boar-gridiron", Json::object(), "clif\r:s\r", true), Session::End::saved);
    EXPECT_TRUE(console.showed("Toss the coin: who has won, Belmont or Clifton?"));
    EXPECT_TRUE(console.showed("Read as: Clifton"));
    EXPECT_EQ(play("gridiron-glory", Json::object(), ":s\r", true), Session::End::saved);
    EXPECT_TRUE(console.showed("Toss: first Belmont (3), then Clifton (3). Type what fell:"));
}

TEST_F(SessionTest, AHintShowsHowOftenToTakeEachChoice) {
    evaluator.advice = {{{"offense", 0.51, 0, 0.25}, {"defense", 0.51, 0, 0.75}}, true, 0};
    EXPECT_EQ(play("sports-dice-football", Json::object(), "\rhs"), Session::End::saved);
    EXPECT_TRUE(console.showed("Best here is to vary: Take the chip 75\u00a0%, Take the ball 25\u00a0%."));
    evaluator.advice = {{{"offense", 0.51, 0, 1}, {"defense", 0.49, 0.02, 0}}, true, 0};
    EXPECT_EQ(play("sports-dice-football", Json::object(), "\rhs"), Session::End::saved);
    EXPECT_TRUE(console.showed("Best here: Take the ball, 51.0\u00a0% to win."));
    EXPECT_FALSE(console.showed("vary"));
    evaluator.advice = {{{"offense", 0.51, 0, 0, 0.4}, {"defense", 0.5, 0.01, 0, 0.6}}, false, 0.03};
    EXPECT_EQ(play("sports-dice-football", Json::object(), "\rhs"), Session::End::saved);
    EXPECT_TRUE(console.showed("A good mix for this play: Take the chip 60\u00a0%, Take the ball 40\u00a0%."));
    evaluator.advice = {{{"offense", 0.51, 0, 1}, {"defense", 0.49, 0.02, 0}}, true, 0};
    EXPECT_EQ(play("sports-dice-football", Json::object(), "\rhs", false, Language::french), Session::End::saved);
    EXPECT_TRUE(console.showed("51,0\u00a0%"));
}

TEST_F(SessionTest, WhatTakesLongIsSaidInPlayersWords) {
    evaluator.advice = {{{"offense", 0.51, 0, 0}}, true, 0};
    evaluator.takes = std::chrono::milliseconds(3200);
    EXPECT_EQ(play("sports-dice-football", Json::object(), "\rhs"), Session::End::saved);
    EXPECT_TRUE(console.showed("Working out the best play in Sports Dice Football: "));
    EXPECT_TRUE(console.showed("Best here"));
}

} // namespace
} // namespace touchline::terminal
