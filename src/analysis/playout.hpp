// Plays a position to its end: the loop behind simulation, rollouts and benchmarks. What a roll runs through is marked
// [[gnu::always_inline]] in the rules of most games: within the loop the compiler knows which step it deals with.
#pragma once

#include "core/game.hpp"

namespace touchline::analysis {

// Takes every legal action equally often.
struct AnyAction {
    template <GameRules R, class Source>
    [[nodiscard]] Action operator()(const R& rules, const typename R::State& state, Seat seat, Source& source) const {
        const ActionList legal = rules.legal(state, seat);
        return legal[source.below(static_cast<u32>(legal.size()))];
    }
};

// Chooses for both seats by choose(rules, state, seat, source) until the game is over. After each step watch(kind,
// state) is told what was answered and where that led, and the sink what happened. Source and state are copied for the
// length of the game: what they hold can then stay in registers, and a roll does not wait for the memory that the one
// before it was written to.
template <GameRules R, class Source, class Choose, class Watch, class Sink = Silent>
void play_out(const R& rules, typename R::State& position, Source& given, Choose&& choose, Watch&& watch,
              Sink&& sink = {}) {
    Source source = given;
    typename R::State state = position;
    while (true) {
        TurnKind kind = rules.turn(state).kind;
        for (; kind == TurnKind::chance; kind = rules.turn(state).kind) {
            if constexpr (kSilent<Sink>)
                roll(rules, state, source);
            else
                rules.resolve(state, sample(rules, state, source), sink);
            watch(TurnKind::chance, state);
        }
        if (kind == TurnKind::over) break;
        if (kind == TurnKind::choice) {
            const Action action = choose(rules, state, rules.turn(state).seat, source);
            if constexpr (kSilent<Sink>)
                rules.play(state, action);
            else
                rules.play(state, action, sink);
        } else if constexpr (HasSecrets<R>) {
            const Action home = choose(rules, state, Seat::home, source);
            const BySeat<Action> both{home, choose(rules, state, Seat::away, source)};
            if constexpr (kSilent<Sink>)
                rules.play_secret(state, both);
            else
                rules.play_secret(state, both, sink);
        }
        watch(kind, state);
    }
    given = source;
    position = state;
}

// The same without a watcher.
template <GameRules R, class Source, class Choose>
void play_out(const R& rules, typename R::State& state, Source& source, Choose&& choose) {
    play_out(rules, state, source, choose, [](TurnKind, const typename R::State&) {});
}

} // namespace touchline::analysis
