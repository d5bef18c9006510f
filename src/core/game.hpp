// What a game is: a set of const, pure functions over a small value. A concept, not a base class.
// The required part is enough to play, record, simulate and solve; the rest is optional.
#pragma once

#include "core/expected.hpp"
#include "core/happening.hpp"
#include "core/message.hpp"
#include "core/random.hpp"
#include "core/turn.hpp"

#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace touchline {

// Everything true in a position. Copy, compare, hash and store come free, and no floating point can enter a rule.
template <class S>
concept PlainState = std::is_trivially_copyable_v<S> && std::has_unique_object_representations_v<S> &&
                         sizeof(S) <= 64 &&
                     std::equality_comparable<S>;

// The words in which chance and choices are written down. Views returned live as long as the rules.
template <class R>
concept HasNames = requires(const R rules, const typename R::State state, Action action, Outcome outcome, u8 event,
                            std::span<const std::string_view> tokens) {
    { R::kId } -> std::convertible_to<std::string_view>;
    { R::kName } -> std::convertible_to<std::string_view>;
    { rules.event_name(event) } -> std::convertible_to<std::string_view>;
    { rules.action_name(state, action) } -> std::convertible_to<std::string_view>;
    // The tokens of an outcome, and back. Tokens that are not possible here are refused with a sentence.
    { rules.tokens(state, outcome) } -> std::same_as<Tokens>;
    { rules.outcome(state, tokens) } -> std::same_as<Expected<Outcome, Message>>;
};

// One game with one sheet and one set of options; immutable, pure.
template <class R>
concept GameRules = PlainState<typename R::State> && HasNames<R> &&
    requires(const R rules, const typename R::State state, typename R::State changing, Seat seat, Action action,
             Outcome outcome, void (*each)(Outcome, Weight)) {
    { rules.start() } -> std::same_as<typename R::State>;
    { rules.turn(state) } -> std::same_as<Turn>;
    // The legal actions of a seat at a choice or secret turn, in the order of the game's page.
    { rules.legal(state, seat) } -> std::same_as<ActionList>;
    // Requires: a choice turn, action legal.
    { rules.play(changing, action) } -> std::same_as<void>;
    // Calls each(outcome, weight) for every distinguishable outcome of a chance turn. Rolls that differ only in an
    // order of dice that does not matter are one outcome, with their weights added.
    { rules.chances(state, each) } -> std::same_as<void>;
    // Requires: a chance turn, an outcome that is possible there (in any order of dice).
    { rules.resolve(changing, outcome) } -> std::same_as<void>;
    // Requires: turn(state).kind == over.
    { rules.result(state) } -> std::same_as<Result>;
    { rules.score(state) } -> std::same_as<BySeat<int>>;
};

// Optional: tells a sink what it does, as it happens.
template <class R>
concept TellsHappenings = requires(const R rules, typename R::State state, Action action, Outcome outcome, Told sink) {
    rules.play(state, action, sink);
    rules.resolve(state, outcome, sink);
};

// Optional: a random outcome drawn die by die, faster than by weights.
template <class R>
concept HasSample = requires(const R rules, const typename R::State state, Random random) {
    { rules.sample(state, random) } -> std::same_as<Outcome>;
};

// Optional, with HasSample: the outcome of chances() that a sample counts as, where samples keep the order of dice.
template <class R>
concept HasCanonical = requires(const R rules, const typename R::State state, Outcome outcome) {
    { rules.canonical(state, outcome) } -> std::same_as<Outcome>;
};

// Optional: both seats choose unseen. play_secret takes both choices together.
template <class R>
concept HasSecrets = requires(const R rules, typename R::State state, BySeat<Action> actions) {
    { rules.play_secret(state, actions) } -> std::same_as<void>;
};

// Optional: hidden hands. A view has no field for what its viewer may not know; redeal draws one of the positions
// that a viewer cannot tell apart, each as often as it is likely. It depends on the view and the source alone: from any
// of these positions, the same source leads to the same one.
template <class R>
concept HasHidden = requires(const R rules, const typename R::State state, Viewer viewer, Random random) {
    typename R::View;
    { rules.view(state, viewer) } -> std::same_as<typename R::View>;
    { rules.redeal(state, viewer, random) } -> std::same_as<typename R::State>;
    // Whether the tokens of the current chance turn may be shown to a viewer.
    { rules.outcome_visible(state, viewer) } -> std::same_as<bool>;
};

// Optional: the side with the ball; records are grouped by it. Empty before the toss.
template <class R>
concept HasOffense = requires(const R rules, const typename R::State state) {
    { rules.offense(state) } -> std::same_as<std::optional<Seat>>;
};

// Optional: whether bytes from outside are a position that this game can be in. Empty: yes; else the reason.
template <class R>
concept HasFaults = requires(const R rules, const typename R::State state) {
    { rules.fault(state) } -> std::same_as<Message>;
};

// What a seat is given to decide by: the whole state of an open game, the view of one with hidden hands.
template <class R>
struct SeatKnowledge {
    using Type = typename R::State;
};
template <HasHidden R>
struct SeatKnowledge<R> {
    using Type = typename R::View;
};
template <class R>
using ViewOf = typename SeatKnowledge<R>::Type;

template <GameRules R>
[[nodiscard]] ViewOf<R> view_of(const R& rules, const typename R::State& state, Seat seat) {
    if constexpr (HasHidden<R>) {
        return rules.view(state, viewer_of(seat));
    } else {
        (void)rules;
        (void)seat;
        return state;
    }
}

// The same position for all those that a viewer cannot tell apart, so that nothing computed from it reveals what is
// hidden.
template <GameRules R>
[[nodiscard]] typename R::State seen_as(const R& rules, const typename R::State& state, Viewer viewer) {
    if constexpr (HasHidden<R>) {
        Random always_the_same(0);
        return rules.redeal(state, viewer, always_the_same);
    } else {
        (void)rules;
        (void)viewer;
        return state;
    }
}

// An outcome of the current chance turn. Requires: turn(state).kind == chance.
template <GameRules R, class Source>
[[nodiscard, gnu::always_inline]] inline Outcome sample(const R& rules, const typename R::State& state,
                                                        Source& source) {
    if constexpr (HasSample<R>) {
        return rules.sample(state, source);
    } else {
        Weight total = 0;
        rules.chances(state, [&](Outcome, Weight weight) { total += weight; });
        Weight left = source.below(static_cast<u32>(total));
        std::optional<Outcome> drawn;
        rules.chances(state, [&](Outcome outcome, Weight weight) {
            if (drawn) return;
            if (left < weight)
                drawn = outcome;
            else
                left -= weight;
        });
        return *drawn;
    }
}

// Optional: resolve(sample()) in one, where the two together are faster than one after the other.
template <class R>
concept HasRoll = requires(const R rules, typename R::State state, Random random) {
    rules.roll(state, random);
};

// Draws an outcome of the current chance turn and resolves it. Requires: turn(state).kind == chance.
template <GameRules R, class Source>
[[gnu::always_inline]] inline void roll(const R& rules, typename R::State& state, Source& source) {
    if constexpr (HasRoll<R>)
        rules.roll(state, source);
    else
        rules.resolve(state, sample(rules, state, source));
}

} // namespace touchline
