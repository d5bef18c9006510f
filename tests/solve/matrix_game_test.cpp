// Matrix games with known answers.
#include "solve/matrix_game.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

namespace touchline::solve {

TEST(MatrixGame, MatchingPenniesIsFair) {
    const std::vector<double> payoff{1, -1, -1, 1};
    const MatrixSolution solution = solve_matrix_game(payoff, 2, 2);
    EXPECT_NEAR(solution.value, 0, 1e-12);
    EXPECT_NEAR(solution.rows[0], 0.5, 1e-12);
    EXPECT_NEAR(solution.columns[1], 0.5, 1e-12);
}

TEST(MatrixGame, RockPaperScissorsIsPlayedEvenly) {
    const std::vector<double> payoff{0, -1, 1, 1, 0, -1, -1, 1, 0};
    const MatrixSolution solution = solve_matrix_game(payoff, 3, 3);
    EXPECT_NEAR(solution.value, 0, 1e-12);
    for (double share : solution.rows) EXPECT_NEAR(share, 1.0 / 3, 1e-12);
    for (double share : solution.columns) EXPECT_NEAR(share, 1.0 / 3, 1e-12);
}

TEST(MatrixGame, TwoByTwoByHand) {
    // (2·1 − 1·1) / (2 + 1 + 1 + 1): rows 2 in 5 and 3 in 5.
    const std::vector<double> payoff{2, -1, -1, 1};
    const MatrixSolution solution = solve_matrix_game(payoff, 2, 2);
    EXPECT_NEAR(solution.value, 0.2, 1e-12);
    EXPECT_NEAR(solution.rows[0], 0.4, 1e-12);
    EXPECT_NEAR(solution.columns[0], 0.4, 1e-12);
}

TEST(MatrixGame, ASaddleIsPlayedPurely) {
    const std::vector<double> payoff{4, 3, 5, 1, 2, 6};
    const MatrixSolution solution = solve_matrix_game(payoff, 2, 3);
    EXPECT_NEAR(solution.value, 3, 1e-12);
    EXPECT_NEAR(solution.rows[0], 1, 1e-12);
    EXPECT_NEAR(solution.columns[1], 1, 1e-12);
}

TEST(MatrixGame, OneRowOneColumnAndEqualEntries) {
    EXPECT_NEAR(solve_matrix_game(std::vector<double>{0.25}, 1, 1).value, 0.25, 1e-12);
    EXPECT_NEAR(solve_matrix_game(std::vector<double>{3, 1, 2}, 1, 3).value, 1, 1e-12);
    EXPECT_NEAR(solve_matrix_game(std::vector<double>{3, 1, 2}, 3, 1).value, 3, 1e-12);
    EXPECT_NEAR(solve_matrix_game(std::vector<double>(12, 0.5), 3, 4).value, 0.5, 1e-12);
}

TEST(MatrixGame, MorraHasValueNought) {
    // Two-finger Morra: known strategy 7 in 12 and 5 in 12 on the middle calls.
    const std::vector<double> payoff{0, 2, -3, 0, -2, 0, 0, 3, 3, 0, 0, -4, 0, -3, 4, 0};
    const MatrixSolution solution = solve_matrix_game(payoff, 4, 4);
    EXPECT_NEAR(solution.value, 0, 1e-12);
    EXPECT_LT(solution.error, 1e-12);
}

TEST(MatrixGame, TheBoundIsHonestOnRandomGames) {
    Random random(20261115);
    for (int game = 0; game < 300; ++game) {
        const std::size_t rows = 1 + random.below(8);
        const std::size_t columns = 1 + random.below(8);
        std::vector<double> payoff;
        for (std::size_t i = 0; i < rows * columns; ++i) payoff.push_back(random.below(1000) / 999.0);
        EXPECT_LT(solve_matrix_game(payoff, rows, columns).error, 1e-11) << "game " << game;
    }
}

} // namespace touchline::solve
