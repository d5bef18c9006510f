// Puzzles that nobody is asked at a terminal: as CSV, and as a page to print with the answers at its end.
#pragma once

#include "lab/page.hpp"
#include "lab/puzzles.hpp"

#include <string>
#include <vector>

namespace touchline::cli {

// A row for each action of each puzzle, the best first.
[[nodiscard]] std::string puzzles_csv(const std::vector<lab::Puzzle>& puzzles);
[[nodiscard]] lab::Page puzzles_page(const std::vector<lab::Puzzle>& puzzles, Language language);

} // namespace touchline::cli
