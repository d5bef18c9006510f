// The most outcomes of a chance turn.
#pragma once

#include "games/gridiron_glory/rules.hpp"
#include "games/most_outcomes.hpp"

namespace touchline::gridiron_glory {

// At the start both decks are whole; a part of them has no more ranks. Rerolls are at most of all dice.
[[nodiscard]] inline std::size_t most_outcomes(const Rules& rules) {
    State whole = rules.start();
    whole.rerolls = static_cast<u8>(rules.sheet().dice);
    return most_at_any(rules, whole, &State::phase);
}

} // namespace touchline::gridiron_glory
