// THE list of exact solvers: including this makes HasSolver<R> true for every game that has one.
#pragma once

#include "solve/gridiron_glory/solver.hpp"
#include "solve/pocket_rugby/solver.hpp"
#include "solve/solver.hpp"
#include "solve/sports_dice_football/solver.hpp"

namespace touchline::solve {

static_assert(HasSolver<gridiron_glory::Rules>);
static_assert(HasSolver<pocket_rugby::Rules>);
static_assert(HasSolver<sports_dice_football::Rules>);

} // namespace touchline::solve
