// The habits of a sound Pocket Sports Gridiron player.
#pragma once

#include "bots/going.hpp"
#include "games/pocket_gridiron/rules.hpp"

#include <optional>

namespace touchline::bots {

// Requires: a choice turn of `seat`.
[[nodiscard]] Action coach(const pocket_gridiron::Rules& rules, const pocket_gridiron::State& state, Seat seat);

// What a side does that always, or never, plays on for more instead of kicking; empty where that is not the question.
[[nodiscard]] std::optional<Action> going(const pocket_gridiron::Rules& rules, const pocket_gridiron::State& state,
                                          Seat seat, Going going);

} // namespace touchline::bots
