// Games to look back on, and evaluators whose answers are known beforehand.
#pragma once

#include "play/kind.hpp"
#include "review/review.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace touchline::review {

using Chooser = std::function<std::string(const Table&, Seat)>;

// Played to the end with these dice; choices by `choose`, else by the same dice.
inline std::unique_ptr<Table> played_on(std::unique_ptr<Table> table, u64 seed, const Chooser& choose = {}) {
    SeededDice dice(seed);
    while (!table->over()) {
        const TurnText turn = table->turn();
        if (turn.kind == TurnKind::chance) {
            EXPECT_TRUE(table->roll(dice));
            continue;
        }
        const Seat seat = turn.kind == TurnKind::secret ? turn.waiting.front() : turn.seat;
        const auto actions = table->turn(viewer_of(seat)).actions;
        const std::string action =
            choose ? choose(*table, seat) : std::string(actions[dice.below(static_cast<u32>(actions.size()))]);
        EXPECT_TRUE(table->choose(seat, action));
    }
    return table;
}

inline std::unique_ptr<Table> played(std::string_view game, const Json& options, u64 seed, const Chooser& choose = {}) {
    return played_on(std::move(*open_table(game, options)), seed, choose);
}

inline Review reviewed(const Table& table, Evaluator& evaluator, const Question& question = {}) {
    const std::atomic<bool> stopped{false};
    return review(
        table, evaluator, question, [](double) {}, stopped);
}

// Every position is even; every choice is best taken in even shares, the later ones losing a little each.
class EvenMix final : public Evaluator {
public:
    [[nodiscard]] Odds odds(const Table& table, const Question&) override {
        const TurnText turn = table.turn();
        if (turn.kind != TurnKind::over) return {0.5, 0, 0.5, false, 0.01};
        const auto is = [&](Result result) { return turn.winner == result ? 1.0 : 0.0; };
        return {is(Result::home), is(Result::draw), is(Result::away), true, 0};
    }
    [[nodiscard]] Advice advise(const Table& table, Seat seat, const Question&) override {
        const auto actions = table.turn(viewer_of(seat)).actions;
        Advice advice{.actions = {}, .exact = false, .error = 0.01};
        for (std::size_t i = 0; i < actions.size(); ++i)
            advice.actions.push_back({std::string(actions[i]), 0.5 - 0.004 * static_cast<double>(i),
                                      0.004 * static_cast<double>(i), 1.0 / static_cast<double>(actions.size())});
        return advice;
    }
};

} // namespace touchline::review
