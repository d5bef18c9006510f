// Where good habits go wrong: choices that are best more often than a bot takes them.
#pragma once

#include "lab/figures.hpp"

#include <string>
#include <vector>

namespace touchline::lab {

struct Surprise {
    std::string event;
    std::string action;
    double best = 0;  // how often it is the best, of all times that the choice is asked
    double taken = 0; // how often the bot takes it
    double asked = 0; // times a game
};

// The largest differences first, by how often a game they come up; one action of each choice. Requires: figures of a
// game that the bot plays against itself.
[[nodiscard]] std::vector<Surprise> surprises_of(const Figures& figures, std::size_t most);

[[nodiscard]] Json surprises_json(const std::vector<Surprise>& surprises);
// The same read again. Requires: surprises_json() has written it.
[[nodiscard]] std::vector<Surprise> surprises_in(const Json& json);

} // namespace touchline::lab
