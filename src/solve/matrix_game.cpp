// The simplex method for games in which both seats choose at once.
#include "solve/matrix_game.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace touchline::solve {

namespace {

constexpr double kZero = 1e-13;

// Maximises the sum of q >= 0 under A q <= 1, all entries of A positive: the column seat's side of the game. The dual
// prices are the row seat's. One row of the tableau for each row of A, then the objective.
class Simplex {
public:
    Simplex(std::span<const double> payoff, std::size_t rows, std::size_t columns, double shift)
        : rows_(rows), columns_(columns), width_(columns + rows + 1), table_((rows + 1) * width_, 0.0), basis_(rows) {
        for (std::size_t i = 0; i < rows; ++i) {
            for (std::size_t j = 0; j < columns; ++j) at(i, j) = payoff[i * columns + j] + shift;
            at(i, columns + i) = 1;
            at(i, width_ - 1) = 1;
            basis_[i] = columns + i;
        }
        for (std::size_t j = 0; j < columns; ++j) at(rows, j) = -1;
    }

    // Bland's rule: the first column that helps, and of equal rows the one whose variable comes first; it never cycles.
    void run() {
        for (int turns = 0; turns < 100000; ++turns) {
            std::size_t enter = 0;
            while (enter < width_ - 1 && at(rows_, enter) >= -kZero) ++enter;
            if (enter == width_ - 1) return;
            std::size_t leave = rows_;
            double least = 0;
            for (std::size_t i = 0; i < rows_; ++i) {
                if (at(i, enter) <= kZero) continue;
                const double ratio = at(i, width_ - 1) / at(i, enter);
                if (leave == rows_ || ratio < least - kZero || (ratio <= least + kZero && basis_[i] < basis_[leave])) {
                    leave = i;
                    least = ratio;
                }
            }
            if (leave == rows_) return;
            pivot(leave, enter);
        }
    }

    [[nodiscard]] std::vector<double> columns() const {
        std::vector<double> q(columns_, 0.0);
        for (std::size_t i = 0; i < rows_; ++i)
            if (basis_[i] < columns_) q[basis_[i]] = std::max(0.0, table_[i * width_ + width_ - 1]);
        return q;
    }
    [[nodiscard]] std::vector<double> rows() const {
        std::vector<double> p(rows_, 0.0);
        for (std::size_t i = 0; i < rows_; ++i) p[i] = std::max(0.0, table_[rows_ * width_ + columns_ + i]);
        return p;
    }

private:
    double& at(std::size_t i, std::size_t j) { return table_[i * width_ + j]; }

    void pivot(std::size_t row, std::size_t column) {
        const double by = at(row, column);
        for (std::size_t j = 0; j < width_; ++j) at(row, j) /= by;
        for (std::size_t i = 0; i <= rows_; ++i) {
            const double share = at(i, column);
            if (i == row || share == 0) continue;
            for (std::size_t j = 0; j < width_; ++j) at(i, j) -= share * at(row, j);
        }
        basis_[row] = column;
    }

    std::size_t rows_, columns_, width_;
    std::vector<double> table_;
    std::vector<std::size_t> basis_;
};

void normalise(std::vector<double>& strategy) {
    double sum = 0;
    for (double share : strategy) sum += share;
    if (sum <= 0) {
        std::ranges::fill(strategy, 0.0);
        strategy[0] = 1;
        return;
    }
    for (double& share : strategy) share /= sum;
}

} // namespace

MatrixSolution solve_matrix_game(std::span<const double> payoff, std::size_t rows, std::size_t columns) {
    assert(rows > 0 && columns > 0 && payoff.size() == rows * columns);
    const auto [least, most] = std::ranges::minmax_element(payoff);
    const double spread = std::max(*most - *least, 1e-300);
    // Payoffs from 1 to 2: positive, and of one size whatever the game's own are.
    std::vector<double> scaled(payoff.begin(), payoff.end());
    for (double& entry : scaled) entry = (entry - *least) / spread;
    Simplex simplex(scaled, rows, columns, 1.0);
    simplex.run();
    MatrixSolution solution;
    solution.rows = simplex.rows();
    solution.columns = simplex.columns();
    normalise(solution.rows);
    normalise(solution.columns);
    double low = 0;
    double high = 0;
    for (std::size_t j = 0; j < columns; ++j) {
        double sum = 0;
        for (std::size_t i = 0; i < rows; ++i) sum += solution.rows[i] * payoff[i * columns + j];
        low = j == 0 ? sum : std::min(low, sum);
    }
    for (std::size_t i = 0; i < rows; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < columns; ++j) sum += solution.columns[j] * payoff[i * columns + j];
        high = i == 0 ? sum : std::max(high, sum);
    }
    solution.value = low + (high - low) / 2;
    solution.error = std::abs(high - low) / 2 + 1e-15 * (std::abs(*most) + std::abs(*least));
    return solution;
}

} // namespace touchline::solve
