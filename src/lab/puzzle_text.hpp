// Puzzles in words and as JSON, for the terminal, the server and the page.
#pragma once

#include "games/json.hpp"
#include "lab/puzzles.hpp"
#include "play/words.hpp"

namespace touchline::lab {

// One sentence: what the numbers turn on. Says nothing that was not computed.
[[nodiscard]] std::string why(const Puzzle& puzzle, const Words& words);
// "exact", "estimate, give or take 1.5 %".
[[nodiscard]] std::string method_text(const Puzzle& puzzle, const Words& words);

// Table, position, what is asked, what each action is worth, and why.
[[nodiscard]] Json puzzle_json(const Puzzle& puzzle, const Words& words);

} // namespace touchline::lab
