// Positions to think about: from games between coaches, where the coach is wrong or the best choice costs much to miss;
// or from the mistakes of a game that somebody played. Each is valued, with what its numbers turn on.
#pragma once

#include "analysis/library.hpp"
#include "play/evaluator.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace touchline::lab {

// hard: the coach is wrong, or the best choice is better by little. easy: everything else loses much.
enum class Difficulty : u8 { easy, fair, hard };
[[nodiscard]] std::string_view name(Difficulty difficulty);

// Which part of a game positions are taken from: all of it, or its last quarter, which is valued in a moment also where
// no book is there.
enum class Stage : u8 { whole, late };
[[nodiscard]] std::string_view name(Stage stage);

// How many points more (or fewer, where negative) would make another action the best.
struct OtherLead {
    int points = 0;
    std::string best;
};

struct Puzzle {
    std::shared_ptr<const Table> table; // before the decision, with the game that led to it
    Seat seat{};
    Advice advice;       // best first
    std::string natural; // what the coach would do
    std::string taken{}; // of a game that was played: what was done
    Difficulty difficulty{};
    std::vector<analysis::Outlook> outlooks{}; // of each action; empty where nothing is exact
    std::optional<OtherLead> other_lead{};

    [[nodiscard]] const AdvisedAction& best() const { return advice.actions.front(); }
    // What the best is held against: what was done or what is natural, where that is another; else the second best.
    [[nodiscard]] const AdvisedAction& rival() const;
};

inline constexpr u64 kUsualPuzzles = 5;

struct PuzzlePlan {
    u64 seed = 0;
    u64 number = 0; // of the seed's puzzles: each is from a game of its own
    Stage stage = Stage::late;
    std::optional<Difficulty> difficulty{}; // any where it is empty
};

// The same plan gives the same puzzle, whatever is solved already. Empty where the values are not known in time.
// Refused with a sentence where nobody decides anything or nothing is found. Requires: a table at the start of its
// game.
[[nodiscard]] Expected<std::optional<Puzzle>, Message>
make_puzzle(const Table& start, const PuzzlePlan& plan, analysis::Library& library, const analysis::Patience& patience);

// The decision before a step of a game, as a puzzle. Empty where its values are not known in time. Requires: a choice.
[[nodiscard]] std::optional<Puzzle> puzzle_before(const Table& game, std::size_t step, analysis::Library& library,
                                                  const analysis::Patience& patience);

// A puzzle as it is asked for from afar.
struct PuzzleRequest {
    std::string game{};       // id; empty: that of the day
    std::optional<u64> day{}; // else the seed
    u64 seed = 0;
    u64 number = 0;
    bool hard = false;
};
// As make_puzzle, of the default rules. Requires: a game that there is, or a day.
[[nodiscard]] Expected<std::optional<Puzzle>, Message>
requested_puzzle(const PuzzleRequest& request, analysis::Library& library, const analysis::Patience& patience);

// What the day asks: the days since 1970-01-01 (UTC) decide the seed and, where none is named, the game.
struct Daily {
    std::string game; // id
    u64 seed = 0;
};
// The games in which somebody decides something, by id.
[[nodiscard]] std::vector<std::string> games_that_ask(analysis::Library& library);
[[nodiscard]] Daily daily(u64 day, analysis::Library& library);
[[nodiscard]] u64 today();
[[nodiscard]] std::string date_of(u64 day); // "2026-11-17"

} // namespace touchline::lab
