// Many games between bots: results, scores, lengths, how drives end. The same seed gives the same figures on any
// number of threads: each game has a stream of its own, and all sums are of whole numbers.
#pragma once

#include "bots/library.hpp"
#include "core/turn.hpp"
#include "play/table.hpp"

#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <utility>

namespace touchline::lab {

// Sum and sum of squares of a whole number over all games.
struct Sum {
    u64 total = 0;
    u64 squares = 0;

    void add(u64 value) {
        total += value;
        squares += value * value;
    }
    void add(const Sum& other) {
        total += other.total;
        squares += other.squares;
    }
    [[nodiscard]] double mean(u64 count) const;
    // The half width of a 95% interval of the mean.
    [[nodiscard]] double error(u64 count) const;
};

// Points for the offence and for the defence while one drive lasted.
using DriveEnd = std::pair<int, int>;

struct SimulationResult {
    u64 games = 0;
    u64 home_wins = 0;
    u64 draws = 0;
    u64 away_wins = 0;
    BySeat<Sum> points{};
    Sum rolls{};
    Sum choices{};
    std::map<DriveEnd, u64> drives;

    void add(const SimulationResult& other);
    [[nodiscard]] u64 drive_count() const;
    // A share of all games and the half width of its 95% interval.
    [[nodiscard]] static std::pair<double, double> share(u64 hits, u64 all);
};

struct SimulationPlan {
    u64 games = 0;
    u64 seed = 0;
    unsigned threads = 1;
    BySeat<std::string> bots;
};

// Plays from the table's position. Progress is told from the calling thread with the number of games done; it may be
// stopped at any time and then answers the games that were finished, in whole batches.
// Requires: both bots are in bots::bot_names().
[[nodiscard]] SimulationResult simulate(const Table& table, const SimulationPlan& plan, bots::Library& library,
                                        const std::atomic<bool>& stop, const std::function<void(u64)>& progress);

// What a bot gives away, by the exact odds.
struct Generosity {
    u64 decisions = 0; // that matter: the worst action loses at least bots::kMatters
    double lost = 0;   // chances of winning, in all
    [[nodiscard]] double each() const { return decisions == 0 ? 0 : lost / static_cast<double>(decisions); }
};

// Plays games of the bot against itself and adds up what its decisions lost. Empty where the game is not solved.
[[nodiscard]] std::optional<Generosity> generosity(const Table& table, const std::string& bot, u64 games, u64 seed,
                                                   bots::Library& library, const std::atomic<bool>& stop);

} // namespace touchline::lab
