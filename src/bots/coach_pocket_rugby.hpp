// The coach of Pocket Sports Rugby: spin it wide, take the points, go for every ball.
#pragma once

#include "games/pocket_rugby/rules.hpp"

namespace touchline::bots {

[[nodiscard]] Action coach(const pocket_rugby::Rules& rules, const pocket_rugby::Rules::State& state, Seat seat);

} // namespace touchline::bots
