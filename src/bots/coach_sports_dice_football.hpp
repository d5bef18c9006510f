// The habits of a sound Sports Dice Football player.
#pragma once

#include "games/sports_dice_football/rules.hpp"

namespace touchline::bots {

// Requires: a choice turn of `seat`.
[[nodiscard]] Action coach(const sports_dice_football::Rules& rules, const sports_dice_football::State& state,
                           Seat seat);

} // namespace touchline::bots
