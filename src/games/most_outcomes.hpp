// Helpers for a game's most_outcomes() (games/concepts.hpp).
#pragma once

#include "core/game.hpp"

#include <algorithm>

namespace touchline {

// Of one position. Requires: a chance turn.
template <GameRules R>
[[nodiscard]] std::size_t outcome_count(const R& rules, const typename R::State& state) {
    std::size_t count = 0;
    rules.chances(state, [&](Outcome, Weight) { ++count; });
    return count;
}

// The most of a position moved to every phase up to the last, Phase::over. That is the most of all positions where the
// phase alone decides what can be rolled, or where this position has the most of what is drawn from.
template <GameRules R, class Phase>
[[nodiscard]] std::size_t most_at_any(const R& rules, typename R::State state, Phase R::State::*phase) {
    std::size_t most = 0;
    for (state.*phase = Phase{}; state.*phase != Phase::over;
         state.*phase = static_cast<Phase>(static_cast<u8>(state.*phase) + 1))
        if (rules.turn(state).kind == TurnKind::chance) most = std::max(most, outcome_count(rules, state));
    return most;
}

} // namespace touchline
