// Puzzles: the same from the same seed, real as puzzles, and explained by figures that add up and can be checked.
#include "lab/puzzles.hpp"

#include "lab/puzzle_text.hpp"
#include "play/kind.hpp"
#include "play/position.hpp"
#include "review/figures.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <set>

namespace touchline::lab {
namespace {

class Puzzles : public ::testing::Test {
protected:
    static std::unique_ptr<Table> start(std::string_view game) { return std::move(*open_table(game, Json::object())); }
    Puzzle made(const PuzzlePlan& plan, std::string_view game = "sports-dice-football") {
        return std::move(**make_puzzle(*start(game), plan, library_, {}));
    }
    static double loss_of(const Puzzle& puzzle, std::string_view action) {
        for (const AdvisedAction& each : puzzle.advice.actions)
            if (each.action == action) return each.loss;
        ADD_FAILURE() << action << " is no action of the puzzle";
        return 0;
    }

    analysis::Library library_;
};

TEST_F(Puzzles, TheSameSeedGivesTheSamePuzzleAndEachNumberAnother) {
    std::set<std::string> positions;
    for (u64 number = 0; number < 4; ++number) {
        const Puzzle puzzle = made({.seed = 7, .number = number});
        analysis::Library fresh;
        const Puzzle again =
            std::move(**make_puzzle(*start("sports-dice-football"), {.seed = 7, .number = number}, fresh, {}));
        EXPECT_EQ(position_text(*puzzle.table), position_text(*again.table));
        EXPECT_EQ(why(puzzle, Words::of(Language::english, "sports-dice-football")),
                  why(again, Words::of(Language::english, "sports-dice-football")));
        positions.insert(position_text(*puzzle.table));
    }
    EXPECT_EQ(positions.size(), 4u);
}

TEST_F(Puzzles, TheBestChoiceIsBetterByAMarginThatIsReal) {
    for (u64 number = 0; number < 12; ++number) {
        const Puzzle puzzle = made({.seed = 3, .number = number});
        EXPECT_TRUE(puzzle.advice.exact);
        EXPECT_GE(puzzle.advice.actions[1].loss, 0.003);
        EXPECT_EQ(puzzle.table->turn().kind, TurnKind::choice);
        EXPECT_EQ(puzzle.table->turn().actions.size(), puzzle.advice.actions.size());
        EXPECT_NE(puzzle.rival().action, puzzle.best().action);
    }
}

TEST_F(Puzzles, AtHardOnesTheCoachIsWrongOrTheMarginSmall) {
    bool wrong = false;
    for (u64 number = 0; number < 8; ++number) {
        const Puzzle puzzle = made({.seed = 11, .number = number, .difficulty = Difficulty::hard});
        const double lost = loss_of(puzzle, puzzle.natural);
        EXPECT_TRUE(lost >= 0.005 || puzzle.advice.actions[1].loss < 0.02) << position_text(*puzzle.table);
        EXPECT_TRUE(lost < 0.005 || puzzle.rival().action == puzzle.natural);
        wrong = wrong || lost >= 0.005;
    }
    EXPECT_TRUE(wrong) << "none of these is one where the natural choice is wrong";
}

TEST_F(Puzzles, WhatComesOfAnActionAddsUpToItsValue) {
    for (u64 number = 0; number < 6; ++number) {
        const Puzzle puzzle = made({.seed = 5, .number = number});
        ASSERT_EQ(puzzle.outlooks.size(), puzzle.advice.actions.size());
        for (const analysis::Outlook& outlook : puzzle.outlooks) {
            double chance = 0;
            double value = 0;
            for (const analysis::OutlookPart& part : outlook.parts) {
                chance += part.chance;
                value += part.chance * part.value;
            }
            EXPECT_NEAR(chance, 1, 1e-9) << outlook.action;
            EXPECT_NEAR(value, puzzle.best().value - loss_of(puzzle, outlook.action), 1e-9) << outlook.action;
        }
    }
}

// Of a kick at goal: told by the table of many rolls.
TEST_F(Puzzles, AKickScoresAsOftenAsItIsSaidTo) {
    const auto table = start("sports-dice-football");
    ASSERT_TRUE(table->set(Json{{"ball", 70}, {"down", 4}, {"offense", "home"}}));
    ASSERT_EQ(table->turn().event, "fourth-down");
    const auto outlooks = *library_.of(*table)->outlook(*table, {});
    const auto kick = std::ranges::find(outlooks, "field-goal", &analysis::Outlook::action);
    ASSERT_NE(kick, outlooks.end());
    ASSERT_EQ(kick->parts.front().coming, analysis::Coming::scores);
    constexpr int kKicks = 3000;
    int good = 0;
    SeededDice dice(1);
    for (int i = 0; i < kKicks; ++i) {
        const auto own = table->clone();
        ASSERT_TRUE(own->choose(Seat::home, "field-goal"));
        ASSERT_TRUE(own->roll(dice));
        good += own->score().home > 0 ? 1 : 0;
    }
    const double chance = kick->parts.front().chance;
    EXPECT_NEAR(static_cast<double>(good) / kKicks, chance, 4 * std::sqrt(chance * (1 - chance) / kKicks));
}

TEST_F(Puzzles, WithOtherPointsTheOtherActionIsBest) {
    int told = 0;
    for (u64 number = 0; number < 30 && told < 2; ++number) {
        const Puzzle puzzle = made({.seed = 2, .number = number});
        if (!puzzle.other_lead) continue;
        ++told;
        BySeat<int> score = puzzle.table->score();
        const int points = puzzle.other_lead->points;
        score[points > 0 ? puzzle.seat : other(puzzle.seat)] += std::abs(points);
        const auto table = puzzle.table->clone();
        Json fields = table->state();
        fields["score"] = {{"home", score.home}, {"away", score.away}};
        ASSERT_TRUE(table->set(fields));
        const Advice advice = *library_.of(*table)->advise(*table, puzzle.seat, {}, {});
        EXPECT_EQ(advice.actions.front().action, puzzle.other_lead->best);
        EXPECT_NE(puzzle.best().action, puzzle.other_lead->best);
    }
    EXPECT_GT(told, 0);
}

TEST_F(Puzzles, TheSentenceNamesBothActionsAndTheirFigures) {
    const Puzzle puzzle = made({.seed = 7, .number = 1});
    std::set<std::string> said;
    for (Language language : kLanguages) {
        const Words& words = Words::of(language, "sports-dice-football");
        const std::string sentence = why(puzzle, words);
        const std::string_view event = puzzle.table->turn().event;
        EXPECT_NE(sentence.find(words.action(event, puzzle.best().action)), std::string::npos) << sentence;
        EXPECT_NE(sentence.find(words.action(event, puzzle.rival().action)), std::string::npos) << sentence;
        EXPECT_EQ(sentence.find('{'), std::string::npos) << sentence;
        EXPECT_EQ(sentence.find("puzzle."), std::string::npos) << sentence;
        said.insert(sentence);
    }
    EXPECT_EQ(said.size(), kLanguages.size());
}

TEST_F(Puzzles, AGameInWhichNobodyDecidesHasNone) {
    const auto puzzle = make_puzzle(*start("gridiron-glory"), {}, library_, {});
    ASSERT_FALSE(puzzle);
    EXPECT_EQ(puzzle.error().key, "puzzle.no-choices");
}

TEST_F(Puzzles, AMistakeOfAGameIsAPuzzleThatKnowsWhatWasDone) {
    const auto table = start("sports-dice-football");
    ASSERT_TRUE(table->set(Json{{"ball", 95}, {"down", 4}, {"offense", "away"}}));
    ASSERT_TRUE(table->choose(Seat::away, "punt"));
    const std::optional<Puzzle> puzzle = puzzle_before(*table, 0, library_, {});
    ASSERT_TRUE(puzzle);
    EXPECT_EQ(puzzle->taken, "punt");
    EXPECT_EQ(puzzle->seat, Seat::away);
    EXPECT_EQ(puzzle->rival().action, "punt");
    EXPECT_GT(loss_of(*puzzle, "punt"), 0);
}

TEST_F(Puzzles, WhatIsNotKnownInTimeIsNotMadeUp) {
    std::stop_source gone;
    gone.request_stop();
    const auto puzzle =
        make_puzzle(*start("sports-dice-football"), {}, library_, {.seconds = 0.0, .cancelled = gone.get_token()});
    ASSERT_TRUE(puzzle);
    EXPECT_FALSE(*puzzle);
}

TEST_F(Puzzles, EveryDayHasOneAndTheGamesTakeTurns) {
    const u64 day = 20774;
    EXPECT_EQ(date_of(day), "2026-11-17");
    std::set<std::string> games;
    std::set<u64> seeds;
    for (u64 i = 0; i < 8; ++i) {
        const Daily own = daily(day + i, library_);
        EXPECT_EQ(own.seed, daily(day + i, library_).seed);
        games.insert(own.game);
        seeds.insert(own.seed);
    }
    EXPECT_EQ(games.size(), 4u);
    EXPECT_FALSE(games.contains("gridiron-glory"));
    EXPECT_EQ(seeds.size(), 8u);
}

} // namespace
} // namespace touchline::lab
