// What it costs to go on in one game as in another: a seat plays by the other game's book against the best player of
// this one.
#pragma once

#include "core/seat.hpp"

#include <string>
#include <vector>

namespace touchline::analysis {

// One kind of choice of the seat that goes on as before.
struct CarriedChoice {
    std::string event;
    double asked = 0;   // times a game
    double unknown = 0; // share of these: not a choice of the other game; there the best is taken
    double differs = 0; // share: what was best there is not the best here
    double cost = 0;    // by that, in chances of winning a game
};

// Costs add up: chances of winning are lost at decisions and nowhere else.
struct Carried {
    double cost = 0; // one half less win + draw/2
    double asked = 0;
    double unknown = 0;
    double differs = 0;
    double bound = 0;
    std::vector<CarriedChoice> choices{}; // the dearest first
};

} // namespace touchline::analysis
