// Whether anybody decides anything from a position on.
#pragma once

#include "core/game.hpp"

namespace touchline::solve {

// Plays games out by chance alone, always with the same dice, until a seat would have to choose. A choice that none of
// so many games comes to hardly ever matters.
template <GameRules R>
[[nodiscard]] bool has_choices(const R& rules, const typename R::State& from) {
    constexpr int kGames = 2000;
    Random random(0);
    for (int game = 0; game < kGames; ++game) {
        typename R::State state = from;
        for (;;) {
            const TurnKind kind = rules.turn(state).kind;
            if (kind == TurnKind::choice || kind == TurnKind::secret) return true;
            if (kind == TurnKind::over) break;
            roll(rules, state, random);
        }
    }
    return false;
}

} // namespace touchline::solve
