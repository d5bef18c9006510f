// Many games between bots: results, scores, lengths, how drives end. The same seed gives the same figures on any
// number of threads: each game has a stream of its own, and all sums are of whole numbers.
#pragma once

#include "analysis/library.hpp"

#include <functional>
#include <string>

namespace touchline::lab {

using analysis::Generosity;
using analysis::SimulationResult;
using analysis::Sum;

struct SimulationPlan {
    u64 games = 0;
    u64 seed = 0;
    unsigned threads = 1;
    BySeat<std::string> bots;
};

// Plays from the table's position. Progress is told from the calling thread with the number of games done; it may be
// stopped at any time and then returns the games that were finished, in whole batches.
// Requires: both bots are in bots::bot_names().
[[nodiscard]] SimulationResult simulate(const Table& table, const SimulationPlan& plan, analysis::Library& library,
                                        const std::atomic<bool>& stop, const std::function<void(u64)>& progress);

// Plays games of the bot against itself and adds up what its decisions lost, by the exact odds. Empty where the game is
// not solved.
[[nodiscard]] std::optional<Generosity> generosity(const Table& table, const std::string& bot, u64 games, u64 seed,
                                                   analysis::Library& library, const std::atomic<bool>& stop);

} // namespace touchline::lab
