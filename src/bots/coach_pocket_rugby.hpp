// The coach of Pocket Sports Rugby: spin it wide, take the points, go for every ball.
#pragma once

#include "bots/going.hpp"
#include "games/pocket_rugby/rules.hpp"

#include <optional>

namespace touchline::bots {

[[nodiscard]] Action coach(const pocket_rugby::Rules& rules, const pocket_rugby::Rules::State& state, Seat seat);

// What a side does that always, or never, plays on for more instead of kicking; empty where that is not the question.
[[nodiscard]] std::optional<Action> going(const pocket_rugby::Rules& rules, const pocket_rugby::Rules::State& state,
                                          Seat seat, Going going);

} // namespace touchline::bots
