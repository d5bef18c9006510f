// The coach: for each game the habits that a good player would start with. Sees a view, nothing more.
#pragma once

#include "core/game.hpp"

#if __has_include("bots/coach_pocket_gridiron.hpp")
#include "bots/coach_pocket_gridiron.hpp"
#endif
#if __has_include("bots/coach_gridiron_glory.hpp")
#include "bots/coach_gridiron_glory.hpp"
#endif
#if __has_include("bots/coach_pocket_rugby.hpp")
#include "bots/coach_pocket_rugby.hpp"
#endif
#if __has_include("bots/coach_red_boar_gridiron.hpp")
#include "bots/coach_red_boar_gridiron.hpp"
#endif
#if __has_include("bots/coach_sports_dice_football.hpp")
#include "bots/coach_sports_dice_football.hpp"
#endif

namespace touchline::bots {

template <class R>
concept HasCoach = requires(const R rules, const ViewOf<R> view, Seat seat) {
    { coach(rules, view, seat) } -> std::same_as<Action>;
};

// Where a game asks whether to play on for more or to kick: what a side does that always, or never, plays on. Empty at
// every other choice.
template <class R>
concept HasGoing = requires(const R rules, const ViewOf<R> view, Seat seat) {
    { going(rules, view, seat, Going::always) } -> std::same_as<std::optional<Action>>;
};

// A uniformly random legal action.
template <GameRules R, class Source>
[[nodiscard]] Action any_action(const R& rules, const typename R::State& state, Seat seat, Source& source) {
    const ActionList legal = rules.legal(state, seat);
    return legal.size() == 1 ? legal[0] : legal[source.below(static_cast<u32>(legal.size()))];
}

// The coach's action; any action in a game that has no coach.
template <GameRules R, class Source>
[[nodiscard]] Action coached_action(const R& rules, const typename R::State& state, Seat seat, Source& source) {
    if constexpr (HasCoach<R>)
        return coach(rules, view_of(rules, state, seat), seat);
    else
        return any_action(rules, state, seat, source);
}

} // namespace touchline::bots
