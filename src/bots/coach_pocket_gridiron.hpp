// The habits of a sound Pocket Sports Gridiron player.
#pragma once

#include "games/pocket_gridiron/rules.hpp"

namespace touchline::bots {

// Requires: a choice turn of `seat`.
[[nodiscard]] Action coach(const pocket_gridiron::Rules& rules, const pocket_gridiron::State& state, Seat seat);

} // namespace touchline::bots
