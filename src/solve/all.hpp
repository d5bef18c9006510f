// THE list of exact solvers: including this makes HasSolver<R> true for every game that has one.
#pragma once

#include "solve/gridiron_glory/solver.hpp"
#include "solve/pocket_gridiron/solver.hpp"
#include "solve/pocket_rugby/solver.hpp"
#include "solve/red_boar_gridiron/solver.hpp"
#include "solve/solver.hpp"
#include "solve/sports_dice_football/solver.hpp"
