// Figures of games that cannot be followed position by position: estimated from many games between stand-ins.
#pragma once

#include "lab/figures.hpp"
#include "lab/simulation.hpp"

namespace touchline::lab {

inline constexpr u64 kEstimateGames = 20'000;
static_assert(kEstimateGames <= analysis::kMostTold);

// Who plays these games: nobody knows the best play there, so the stand-in takes its place.
[[nodiscard]] BySeat<std::string> estimate_bots(BySeat<std::string> bots);

// Without luck and what choices are worth, which only values of positions tell. `bound` is half of a 95 % interval of a
// chance. Requires: all games were told.
[[nodiscard]] Figures estimated(const SimulationResult& played);

} // namespace touchline::lab
