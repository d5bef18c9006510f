// Plays a position to its end: the loop behind simulation, rollouts and benchmarks. What a roll runs through is marked
// [[gnu::always_inline]] in the rules of most games: within the loop the compiler knows which step it deals with.
#pragma once

#include "core/game.hpp"

namespace touchline::analysis {

// Chooses for both seats by choose(rules, state, seat, source) until the game is over. Watch is called after each step
// with the state before and after it. Source and state are copied for the length of the game: what they hold can then
// stay in registers, and a roll does not wait for the memory that the one before it was written to.
template <GameRules R, class Source, class Choose, class Watch>
void play_out(const R& rules, typename R::State& position, Source& given, Choose&& choose, Watch&& watch) {
    Source source = given;
    typename R::State state = position;
    while (true) {
        TurnKind kind = rules.turn(state).kind;
        for (; kind == TurnKind::chance; kind = rules.turn(state).kind) {
            [[maybe_unused]] const typename R::State before = state;
            roll(rules, state, source);
            watch(before, state);
        }
        if (kind == TurnKind::over) break;
        [[maybe_unused]] const typename R::State before = state;
        if (kind == TurnKind::choice) {
            rules.play(state, choose(rules, state, rules.turn(state).seat, source));
        } else if constexpr (HasSecrets<R>) {
            const Action home = choose(rules, state, Seat::home, source);
            rules.play_secret(state, {home, choose(rules, state, Seat::away, source)});
        }
        watch(before, state);
    }
    given = source;
    position = state;
}

// The same without a watcher: no state is copied at a step.
template <GameRules R, class Source, class Choose>
void play_out(const R& rules, typename R::State& state, Source& source, Choose&& choose) {
    play_out(rules, state, source, choose, [](const typename R::State&, const typename R::State&) {});
}

} // namespace touchline::analysis
