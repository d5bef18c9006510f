// What many games between two strategies add up to. All sums are of whole numbers, so their order does not matter.
#pragma once

#include "play/box_score.hpp"

#include <map>
#include <utility>

namespace touchline::analysis {

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
    // From game to game, standard.
    [[nodiscard]] double deviation(u64 count) const;
};

// So many games are told to the box score; the others are played in silence, which is faster.
inline constexpr u64 kMostTold = 20000;

struct SimulationResult {
    u64 games = 0;
    u64 home_wins = 0;
    u64 draws = 0;
    u64 away_wins = 0;
    BySeat<Sum> points{};
    Sum rolls{};
    Sum choices{};
    u64 told = 0; // games that the box score is of
    BoxScore box; // lives as long as the rules
    Sum plays{};  // of the games told
    Sum drives{};
    std::map<int, u64> leads{}; // at the end of the games told: home's points less away's, how often

    // Of the games told where somebody had the ball first.
    struct FirstSide {
        u64 games = 0;
        u64 half_wins = 0; // two for a win, one for a draw
        Sum own{};         // its points
        Sum other{};
    };
    FirstSide first{};

    void add(const SimulationResult& other);
    // A share of all games and the half width of its 95% interval.
    [[nodiscard]] static std::pair<double, double> share(u64 hits, u64 all);
};

// A decision matters where the worst action loses at least this much against the best.
inline constexpr double kMatters = 0.001;

// What a strategy gives away, by the odds.
struct Generosity {
    u64 decisions = 0; // that matter
    double lost = 0;   // chances of winning, in all
    [[nodiscard]] double each() const { return decisions == 0 ? 0 : lost / static_cast<double>(decisions); }
};

} // namespace touchline::analysis
