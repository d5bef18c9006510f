// Arithmetic on rows: the values of one position over many contexts, side by side in memory.
#pragma once

#include "solve/valuation.hpp"

#include <cstddef>

namespace touchline::solve {

// `draw` may be null where draws are not asked for.
struct Row {
    const double* value = nullptr;
    const double* draw = nullptr;
};
struct RowOut {
    double* value = nullptr;
    double* draw = nullptr;
};

// to = sum of by[e] * from[e]. Requires: terms > 0; `to` is none of the rows.
void weighted_sum(double* to, const double* const* from, const double* by, std::size_t terms, std::size_t width);
// to += by * from. The rows do not overlap.
void add_scaled(double* to, const double* from, double by, std::size_t width);
// to += by * from, a factor for each context.
void add_product(double* to, const double* from, const double* by, std::size_t width);
// best_of() row by row. `sign` is +1 for home, -1 for away; `to` may be `first`.
void take_better(double* to, const double* first, const double* second, double sign, std::size_t width);
// The draws that go with them. Before take_better(), which may overwrite `first`.
void follow_better(double* to_draw, Row first, Row second, double sign, std::size_t width);
// Puts the new row in the place of the old one; the greatest change.
double replace_row(double* old, const double* row, std::size_t width);
// The shares of two options for a seat that takes the first unless the second is better by more than kSame; the same of
// more options, one by one: 1 where `value` is within kSame of `best` and
// nothing was `taken` before, else 0. Adds itself to `taken`.
void take_first_of_two(double* first_share, double* second_share, const double* first, const double* second,
                       double sign, std::size_t width);
void take_first_best(double* share, double* taken, const double* value, const double* best, std::size_t width);

} // namespace touchline::solve
