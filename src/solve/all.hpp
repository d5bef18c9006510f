// THE list of exact solvers: including this makes HasSolver<R> true for every game that has one.
#pragma once

#include "solve/solver.hpp"
