// Puzzles asked at the terminal: board, choices, an answer, what it was worth and why.
#pragma once

#include "lab/puzzles.hpp"
#include "play/words.hpp"
#include "terminal/console.hpp"

#include <vector>

namespace touchline::cli {

struct PuzzleScore {
    std::size_t asked = 0; // that were answered
    std::size_t right = 0;
    double lost = 0; // chances of winning, by the answers that were not the best
};

// Asks one after the other until the last is answered or the person leaves.
[[nodiscard]] PuzzleScore ask_puzzles(const std::vector<lab::Puzzle>& puzzles, terminal::Console& console,
                                      Language language);

// What each action is worth, the best first, and why; `answer` is marked.
[[nodiscard]] terminal::Lines answer_lines(const lab::Puzzle& puzzle, std::string_view answer, const Words& words,
                                           terminal::Pen pen);
// "Sports Dice Football · hard".
[[nodiscard]] std::string puzzle_title(const lab::Puzzle& puzzle, const Words& words);

} // namespace touchline::cli
