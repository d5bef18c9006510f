// The habits of a sound Gridiron (Red Boar Studios) player, with dice and with cards.
#pragma once

#include "bots/going.hpp"
#include "games/red_boar_gridiron/rules.hpp"

#include <optional>

namespace touchline::bots {

// Looks at the seat's view alone. Requires: a choice or secret turn of `seat`.
[[nodiscard]] Action coach(const red_boar_gridiron::Rules& rules, const red_boar_gridiron::View& view, Seat seat);

// What a side does that always, or never, plays on for more instead of kicking; empty where that is not the question.
[[nodiscard]] std::optional<Action> going(const red_boar_gridiron::Rules& rules, const red_boar_gridiron::View& view,
                                          Seat seat, Going going);

} // namespace touchline::bots
