// The most outcomes of a chance turn.
#pragma once

#include "games/most_outcomes.hpp"
#include "games/pocket_rugby/rules.hpp"

namespace touchline::pocket_rugby {

// The phase alone decides which die falls.
[[nodiscard]] inline std::size_t most_outcomes(const Rules& rules) {
    return most_at_any(rules, rules.start(), &State::phase);
}

} // namespace touchline::pocket_rugby
