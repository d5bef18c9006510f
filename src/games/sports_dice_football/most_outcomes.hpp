// The most outcomes of a chance turn.
#pragma once

#include "games/most_outcomes.hpp"
#include "games/sports_dice_football/rules.hpp"

namespace touchline::sports_dice_football {

// The dice of a play are all dice, whatever the position.
[[nodiscard]] inline std::size_t most_outcomes(const Rules& rules) {
    return most_at_any(rules, rules.start(), &State::phase);
}

} // namespace touchline::sports_dice_football
