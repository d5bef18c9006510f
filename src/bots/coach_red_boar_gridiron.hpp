// The habits of a sound Gridiron (Red Boar Studios) player, with dice and with cards.
#pragma once

#include "games/red_boar_gridiron/rules.hpp"

namespace touchline::bots {

// Looks at the seat's view alone. Requires: a choice or secret turn of `seat`.
[[nodiscard]] Action coach(const red_boar_gridiron::Rules& rules, const red_boar_gridiron::View& view, Seat seat);

} // namespace touchline::bots
