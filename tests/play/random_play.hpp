// Random play for tests: what anybody may do at a table, each legal choice equally often.
#pragma once

#include "play/table.hpp"

#include <cstddef>

namespace touchline {

// No game of any setting comes near it.
inline constexpr std::size_t kMostSteps = 200000;

// One roll, or any legal choice of a seat that still has to choose. False where the table refuses it. Requires: not
// over.
inline bool random_step(Table& table, Dice& dice) {
    const TurnText turn = table.turn();
    if (turn.kind == TurnKind::chance) return static_cast<bool>(table.roll(dice));
    const Seat seat = turn.kind == TurnKind::secret ? turn.waiting.front() : turn.seat;
    const auto actions = table.turn(viewer_of(seat)).actions;
    return !actions.empty() && table.choose(seat, actions[dice.below(static_cast<u32>(actions.size()))]);
}

// Plays until the history has `steps` steps or the game is over. False where a step is refused.
inline bool random_play(Table& table, Dice& dice, std::size_t steps = kMostSteps) {
    while (!table.over() && table.steps() < steps)
        if (!random_step(table, dice)) return false;
    return true;
}

} // namespace touchline
