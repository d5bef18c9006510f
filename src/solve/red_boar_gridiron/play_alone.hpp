// One play with cards taken by itself: how to vary as long as the game is not solved.
#pragma once

#include "games/red_boar_gridiron/rules.hpp"

#include <vector>

namespace touchline::solve::red_boar_gridiron {

using namespace touchline::red_boar_gridiron;

// How often to take each card of rules.legal(view), in that order: the balanced mixture of this play, where every
// position after it is worth what it looks like and the other side may hold any card that it has not shown. A first
// idea, found at once; a solved game knows better. Requires: a secret turn of the view's own seat.
[[nodiscard]] std::vector<double> play_alone(const Rules& rules, const View& view);

// What a position looks like to home, from 0 to 1: the lead and where the ball is, against the time that is left.
[[nodiscard]] double looks_like(const Rules& rules, const State& s);

} // namespace touchline::solve::red_boar_gridiron
