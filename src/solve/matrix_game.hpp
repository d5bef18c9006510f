// Two seats choose at once, the row seat wins what the column seat loses: the value and how to play it.
#pragma once

#include "core/seat.hpp"

#include <span>
#include <vector>

namespace touchline::solve {

struct MatrixSolution {
    double value = 0;
    double error = 0;         // proven: what either strategy leaves to be gained against it, and rounding
    std::vector<double> rows; // how often the row seat takes each row
    std::vector<double> columns;
};

// `payoff` has rows * columns entries, row by row: what the row seat wins. Requires: at least one row and column.
// The simplex method on the game's linear program; the answer is checked against every row and column.
[[nodiscard]] MatrixSolution solve_matrix_game(std::span<const double> payoff, std::size_t rows, std::size_t columns);

} // namespace touchline::solve
