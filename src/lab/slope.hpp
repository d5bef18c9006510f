// The smallest changes of a sheet: one more of a face, one more of a value. What each does to the game is its slope.
#pragma once

#include "lab/variant.hpp"

#include <span>
#include <string>
#include <vector>

namespace touchline::lab {

struct SmallStep {
    std::string path;   // of the die or the figure
    std::string more{}; // the face that there is one more of; empty where a figure changes
    std::string less{}; // and the one that it takes the place of
    int by = 0;         // of a figure: 1, else the smallest step that its reader takes (5 where yards go so)
    std::vector<Change> changes{};

    // The whole of it without words: "dice.offense.faces: TD for 10", "score.touchdown +1".
    [[nodiscard]] std::string name() const;
};

// All of them that make a sound sheet, in the order of the sheet: each face of a die in the place of each other one,
// each number a step up, or down where up is not possible. `under`: only paths that begin so, all where it is empty.
[[nodiscard]] std::vector<SmallStep> small_steps(const Kind& kind, std::string_view toml,
                                                 std::span<const std::string> under);

// The paths of single numbers, entries of lists by their place.
[[nodiscard]] std::vector<std::string> number_paths(std::string_view toml);

} // namespace touchline::lab
