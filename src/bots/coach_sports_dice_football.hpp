// The habits of a sound Sports Dice Football player.
#pragma once

#include "bots/going.hpp"
#include "games/sports_dice_football/rules.hpp"

#include <optional>

namespace touchline::bots {

// Requires: a choice turn of `seat`.
[[nodiscard]] Action coach(const sports_dice_football::Rules& rules, const sports_dice_football::State& state,
                           Seat seat);

// What a side does that always, or never, plays on for more instead of kicking; empty where that is not the question.
[[nodiscard]] std::optional<Action> going(const sports_dice_football::Rules& rules,
                                          const sports_dice_football::State& state, Seat seat, Going going);

} // namespace touchline::bots
