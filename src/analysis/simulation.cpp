// Means, shares and intervals of simulated games.
#include "analysis/simulation.hpp"

#include <algorithm>
#include <cmath>

namespace touchline::analysis {

double Sum::mean(u64 count) const { return count == 0 ? 0 : static_cast<double>(total) / static_cast<double>(count); }

double Sum::error(u64 count) const {
    return count < 2 ? 0 : 1.96 * deviation(count) / std::sqrt(static_cast<double>(count));
}

double Sum::deviation(u64 count) const {
    if (count < 2) return 0;
    const auto n = static_cast<double>(count);
    return std::sqrt(std::max(0.0, (static_cast<double>(squares) - n * mean(count) * mean(count)) / (n - 1)));
}

void SimulationResult::add(const SimulationResult& other) {
    games += other.games;
    home_wins += other.home_wins;
    draws += other.draws;
    away_wins += other.away_wins;
    points.home.add(other.points.home);
    points.away.add(other.points.away);
    rolls.add(other.rolls);
    choices.add(other.choices);
    told += other.told;
    box.add(other.box);
    plays.add(other.plays);
    drives.add(other.drives);
    for (const auto& [lead, games_so] : other.leads) leads[lead] += games_so;
    first.games += other.first.games;
    first.half_wins += other.first.half_wins;
    first.own.add(other.first.own);
    first.other.add(other.first.other);
}

std::pair<double, double> SimulationResult::share(u64 hits, u64 all) {
    if (all == 0) return {0, 0};
    const auto n = static_cast<double>(all);
    const double share = static_cast<double>(hits) / n;
    const double adjusted = (static_cast<double>(hits) + 2) / (n + 4); // Agresti-Coull: never zero by luck
    return {share, 1.96 * std::sqrt(adjusted * (1 - adjusted) / (n + 4))};
}

} // namespace touchline::analysis
