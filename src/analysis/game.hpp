// What a game's analysis file may join to its rules: a struct with `using Rules = …;` and any of these parts. Each is
// optional, so the file asserts every part that it means to give: a slip in a signature then does not compile.
#pragma once

#include "analysis/strategy.hpp"
#include "core/game.hpp"
#include "play/evaluator.hpp"
#include "solve/odds.hpp"

namespace touchline::analysis {

template <class G>
using StateOf = typename G::Rules::State;
template <class G>
using SeenBy = ViewOf<typename G::Rules>;

// using Solver: knows what positions are worth.
template <class G>
concept HasSolver = solve::SolverFor<typename G::Solver, typename G::Rules>;

// The habits that a good player would start with. A coach that mixes answers how often it takes each legal action.
template <class G>
concept HasCoach = requires(const typename G::Rules& rules, const SeenBy<G>& view, Seat seat) {
    requires std::same_as<decltype(G::coach(rules, view, seat)), Action> ||
        std::same_as<decltype(G::coach(rules, view, seat)), Shares>;
};

// Where a game asks whether to play on for more or to kick: what a side does that always, or never, plays on. Empty at
// every other choice.
template <class G>
concept HasGoing = requires(const typename G::Rules& rules, const SeenBy<G>& view, Seat seat) {
    { G::going(rules, view, seat, Going::always) } -> std::same_as<std::optional<Action>>;
};

// What coach() and going() look at: they decide alike throughout the plays from all stations for which this is the
// same.
template <class G>
concept HasHabitSight = requires(const typename G::Rules& rules, const StateOf<G>& station) {
    { G::habit_sight(rules, station) } -> std::same_as<StateOf<G>>;
};

// What is known exactly of the end of a game that is estimated as a whole.
template <class G>
concept HasEndgame = requires(const typename G::Rules& rules, const StateOf<G>& state) {
    { G::endgame_odds(rules, state, Hands::open) } -> std::same_as<std::optional<solve::Valuation>>;
    { G::endgame_advice(rules, state, Hands::open) } -> std::same_as<std::optional<std::vector<solve::Advice>>>;
};

// using Memory: what a seat remembers beside its view, where that says something of what is hidden. It is told of every
// position in its turn and keeps nothing that a seat did not see.
template <class G>
concept HasMemory = requires(typename G::Memory memory, const typename G::Rules& rules, const StateOf<G>& state) {
    memory.see(rules, state);
};

struct NoMemory {
    void see(const auto&, const auto&) {}
};
template <class G>
struct MemoryOf {
    using Type = NoMemory;
};
template <HasMemory G>
struct MemoryOf<G> {
    using Type = typename G::Memory;
};
template <class G>
using Remembered = typename MemoryOf<G>::Type;

// Of games that hide hands: the position that a view is solved for, and what a seat should do by its view where the
// solver is not exact; with shares, because the best is then a mixture.
template <class G>
concept HasHands = HasHidden<typename G::Rules> && HasSolver<G> &&
    requires(const typename G::Rules& rules, const SeenBy<G>& view) {
    { G::seen(rules, view) } -> std::same_as<StateOf<G>>;
};
template <class G>
concept HasMixedAdvice = HasHands<G> && requires(const typename G::Rules& rules, const typename G::Solver& solver,
                                                 const SeenBy<G>& view, Seat seat, const Remembered<G>& memory) {
    { G::mixed_advice(rules, solver, view, seat, memory) } -> std::same_as<std::vector<SeatAdvice>>;
};

// How to vary at a secret turn before anything is solved, in the order of the view's legal actions: an idea, at once.
template <class G>
concept HasFirstMix = HasHidden<typename G::Rules> && requires(const typename G::Rules& rules, const SeenBy<G>& view) {
    { G::first_mix(rules, view) } -> std::same_as<std::vector<double>>;
};

// Whether the solver's values are proven, in this mode of the game.
template <HasSolver G>
[[nodiscard]] bool is_exact(const typename G::Rules& rules) {
    if constexpr (solve::SometimesExact<typename G::Solver, typename G::Rules>)
        return G::Solver::exact(rules);
    else
        return true;
}

// The coach's action as shares; every action alike in a game that has no coach.
template <class G>
[[nodiscard]] Shares coached_shares(const typename G::Rules& rules, const SeenBy<G>& view, Seat seat,
                                    const ActionList& legal) {
    if constexpr (!HasCoach<G>)
        return evenly(legal.size());
    else if constexpr (std::same_as<decltype(G::coach(rules, view, seat)), Shares>)
        return G::coach(rules, view, seat);
    else
        return only(place_of(legal, G::coach(rules, view, seat)), legal.size());
}

} // namespace touchline::analysis
