// What many games came to, as JSON: 'touchline sim --json' and the library answer with it.
#pragma once

#include "games/json.hpp"
#include "lab/simulation.hpp"
#include "play/words.hpp"

namespace touchline::lab {

[[nodiscard]] Json simulation_json(const Table& table, const SimulationPlan& plan, const Words& words,
                                   const SimulationResult& result);

// All drives of the games that were told to the box score, and a figure of it for an average one of them.
[[nodiscard]] u64 drive_count(const SimulationResult& result);
[[nodiscard]] double a_game(std::int64_t value, const SimulationResult& result);

} // namespace touchline::lab
