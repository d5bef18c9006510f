// Puzzles of a server: made once, kept, told with the steps that led there; what is wrong is refused in a sentence.
#include "server/local_server.hpp"

#include "analysis/advisor.hpp"
#include "bots/players.hpp"
#include "play/kind.hpp"
#include "store/memory.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace touchline::test {
namespace {

using nlohmann::json;

class ServedPuzzles : public ::testing::Test {
protected:
    struct Answered {
        int status = 0;
        json body;
    };

    // Asks a server whose puzzles are made by `make`.
    Answered ask(std::string path, std::string query = {}) {
        if (!server_) server_ = std::make_unique<server::LocalServer>(store_, evaluator_, players_, reviews_, maker_);
        Answered answer;
        server_->request({false, std::move(path), std::move(query), {}, "en"},
                         [&](int status, std::string_view, std::string_view text) {
                             answer = {status, json::parse(text)};
                         });
        while (server_->run().count() == 0) {
        }
        return answer;
    }

    // A position before a fourth down, 20 rolls into a game that never rolls.
    static server::PuzzleMade made() {
        std::unique_ptr<Table> table = std::move(*open_table("sports-dice-football", Json::object()));
        SeededDice dice(3);
        while (table->steps() < 20) {
            if (const TurnText turn = table->turn(); turn.kind == TurnKind::chance)
                EXPECT_TRUE(table->roll(dice));
            else
                EXPECT_TRUE(table->choose(turn.seat, turn.actions.front()));
        }
        return {std::move(table), {{"best", "go"}}};
    }

    store::MemoryStore store_{[](const std::string&, const store::StoredTable&) {}};
    analysis::RolloutEvaluator evaluator_{20};
    bots::Players players_;
    server::ReviewMaker reviews_;
    std::vector<server::PuzzleAsked> asked_;
    server::PuzzleMaker maker_ =
        [this](const server::PuzzleAsked& asked) -> OrRefusal<std::optional<server::PuzzleMade>> {
        asked_.push_back(asked);
        return std::optional(made());
    };
    std::unique_ptr<server::LocalServer> server_;
};

TEST_F(ServedPuzzles, APuzzleIsToldWithTheLastStepsOfItsGame) {
    const Answered answer = ask("/api/puzzles/sports-dice-football", "seed=7&number=2&hard=1&lang=fr");
    ASSERT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body["best"], "go");
    EXPECT_EQ(answer.body["steps"].size(), 12U);
    EXPECT_EQ(answer.body["steps"].back()["n"], 20);
    EXPECT_TRUE(answer.body["steps"].back().contains("state"));
    EXPECT_TRUE(answer.body["options"].contains("target"));
    ASSERT_EQ(asked_.size(), 1U);
    EXPECT_EQ(asked_[0].game, "sports-dice-football");
    EXPECT_EQ(asked_[0].seed, 7U);
    EXPECT_EQ(asked_[0].number, 2U);
    EXPECT_TRUE(asked_[0].hard);
    EXPECT_EQ(asked_[0].language, Language::french);
    EXPECT_FALSE(asked_[0].day);
}

TEST_F(ServedPuzzles, TheSameOneIsMadeOnceForAll) {
    for (int i = 0; i < 3; ++i) EXPECT_EQ(ask("/api/puzzles/sports-dice-football", "seed=7").status, 200);
    EXPECT_EQ(asked_.size(), 1U);
    EXPECT_EQ(ask("/api/puzzles/sports-dice-football", "seed=8").status, 200);
    EXPECT_EQ(asked_.size(), 2U);
}

TEST_F(ServedPuzzles, TheDayDecidesTheDailyOne) {
    EXPECT_EQ(ask("/api/puzzles/daily").status, 200);
    ASSERT_EQ(asked_.size(), 1U);
    EXPECT_TRUE(asked_[0].game.empty());
    EXPECT_GT(asked_[0].day.value_or(0), 20000U);
}

TEST_F(ServedPuzzles, WhatIsNotKnownYetIsAskedForAgain) {
    bool known = false;
    maker_ = [&](const server::PuzzleAsked&) -> OrRefusal<std::optional<server::PuzzleMade>> {
        return known ? std::optional(made()) : std::optional<server::PuzzleMade>();
    };
    const Answered working = ask("/api/puzzles/daily");
    EXPECT_EQ(working.status, 202);
    EXPECT_EQ(working.body["status"], "working");
    EXPECT_EQ(working.body["retry_after"], 1);
    known = true;
    EXPECT_EQ(ask("/api/puzzles/daily").status, 200);
}

TEST_F(ServedPuzzles, WhatIsWrongIsRefusedInASentence) {
    const auto code = [&](const std::string& path, const std::string& query = {}) {
        const Answered answer = ask(path, query);
        return std::to_string(answer.status) + " " + answer.body["error"]["code"].get<std::string>();
    };
    EXPECT_EQ(code("/api/puzzles"), "404 not-found");
    EXPECT_EQ(code("/api/puzzles/chess"), "404 unknown-game");
    EXPECT_EQ(code("/api/puzzles/sports-dice-football/more"), "404 not-found");
    EXPECT_EQ(code("/api/puzzles/sports-dice-football", "seed=-1"), "400 bad-request");
    EXPECT_EQ(code("/api/puzzles/sports-dice-football", "number=one"), "400 bad-request");
    EXPECT_EQ(code("/api/puzzles/sports-dice-football", "seed=99999999999999999999"), "400 bad-request");
    EXPECT_TRUE(asked_.empty());
}

TEST_F(ServedPuzzles, AServerWithoutAMakerHasNone) {
    maker_ = {};
    EXPECT_EQ(ask("/api/puzzles/daily").status, 404);
}

TEST_F(ServedPuzzles, AMakerThatFailsIsNotTheServersEnd) {
    maker_ = [](const server::PuzzleAsked&) -> OrRefusal<std::optional<server::PuzzleMade>> {
        throw std::runtime_error("no memory");
    };
    EXPECT_EQ(ask("/api/puzzles/daily").status, 503);
    EXPECT_EQ(ask("/api/games").status, 200);
}

} // namespace
} // namespace touchline::test
