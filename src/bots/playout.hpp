// Plays a position to its end: the loop behind simulation, rollouts and benchmarks. What a roll runs through is marked
// [[gnu::always_inline]] in the rules of most games: within the loop the compiler knows which step it deals with.
#pragma once

#include "core/game.hpp"

namespace touchline::bots {

// Chooses for both seats by choose(rules, state, seat, source) until the game is over. Watch is called after each step
// with the state before and after it.
template <GameRules R, class Source, class Choose, class Watch>
void play_out(const R& rules, typename R::State& state, Source& source, Choose&& choose, Watch&& watch) {
    while (true) {
        const Turn turn = rules.turn(state);
        if (turn.kind == TurnKind::over) return;
        const typename R::State before = state;
        if (turn.kind == TurnKind::chance) {
            rules.resolve(state, sample(rules, state, source));
        } else if (turn.kind == TurnKind::choice) {
            rules.play(state, choose(rules, state, turn.seat, source));
        } else if constexpr (HasSecrets<R>) {
            const Action home = choose(rules, state, Seat::home, source);
            rules.play_secret(state, {home, choose(rules, state, Seat::away, source)});
        }
        watch(before, state);
    }
}

// The same without a watcher: no copy of the state is made.
template <GameRules R, class Source, class Choose>
void play_out(const R& rules, typename R::State& state, Source& source, Choose&& choose) {
    for (Turn turn = rules.turn(state); turn.kind != TurnKind::over; turn = rules.turn(state)) {
        if (turn.kind == TurnKind::chance) {
            rules.resolve(state, sample(rules, state, source));
        } else if (turn.kind == TurnKind::choice) {
            rules.play(state, choose(rules, state, turn.seat, source));
        } else if constexpr (HasSecrets<R>) {
            const Action home = choose(rules, state, Seat::home, source);
            rules.play_secret(state, {home, choose(rules, state, Seat::away, source)});
        }
    }
}

} // namespace touchline::bots
