// How many outcomes the chance turns of a game can have at most, for programs that make room for them. A game that can
// tell has a function most_outcomes(rules) in its namespace, in its most_outcomes.hpp.
#pragma once

#include "core/game.hpp"

#include <algorithm>

namespace touchline {

template <class R>
concept BoundsOutcomes = requires(const R rules) {
    { most_outcomes(rules) } -> std::same_as<std::size_t>;
};

// Of one position. Requires: a chance turn.
template <GameRules R>
[[nodiscard]] std::size_t outcome_count(const R& rules, const typename R::State& state) {
    std::size_t count = 0;
    rules.chances(state, [&](Outcome, Weight) { ++count; });
    return count;
}

// The most of a position moved to every phase up to the last, Phase::over. That is the most of all positions where the
// phase alone decides what can fall, or where this position has the most of what is drawn from.
template <GameRules R, class Phase>
[[nodiscard]] std::size_t most_at_any(const R& rules, typename R::State state, Phase R::State::*phase) {
    std::size_t most = 0;
    for (state.*phase = Phase{}; state.*phase != Phase::over;
         state.*phase = static_cast<Phase>(static_cast<u8>(state.*phase) + 1))
        if (rules.turn(state).kind == TurnKind::chance) most = std::max(most, outcome_count(rules, state));
    return most;
}

} // namespace touchline
