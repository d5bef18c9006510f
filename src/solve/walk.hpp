// The one walk over a game's rules: from a position through turn, legal, play, chances and resolve to the next
// stations. What is made of it is up to a visitor: a value, a program, the value of a policy. The rules exist once;
// here they are only called, and every position of a play is expanded once.
#pragma once

#include "core/game.hpp"
#include "solve/state_map.hpp"

#include <span>
#include <stdexcept>
#include <vector>

namespace touchline::solve {

// What a visitor made of a position that an action or an outcome leads to. The weight is that of the outcome.
template <class Value>
struct Branch {
    Value value;
    Weight weight;
};

// A visitor makes a Value of everything that the walk meets. stops() is asked before turn(), so that a game may stop at
// an end too (where the result depends on a score that the walk does not know).
template <class V, class State>
concept WalkVisitor = requires(V visitor, const State& state, Result result, Seat seat, const ActionList& legal,
                               std::span<const Branch<typename V::Value>> branches) {
    { visitor.stops(state) } -> std::same_as<bool>;
    { visitor.station(state) } -> std::same_as<typename V::Value>;
    { visitor.over(result) } -> std::same_as<typename V::Value>;
    // The branches stand in the order of `legal`.
    { visitor.choice(state, seat, legal, branches) } -> std::same_as<typename V::Value>;
    { visitor.chance(branches) } -> std::same_as<typename V::Value>;
};

// Optional: both seats choose at once. Branches row by row, home's actions being the rows.
template <class V>
concept VisitsSecrets = requires(V visitor, std::span<const Branch<typename V::Value>> branches, std::size_t rows) {
    { visitor.secret(branches, rows) } -> std::same_as<typename V::Value>;
};

// Calls each(next, weight) for every outcome of a chance turn. A roll that is made again changes nothing: the other
// outcomes share its weight. stops() as in a walk: a roll that is made again at a station counts.
template <GameRules R, class Stops, class Each>
void each_outcome(const R& rules, const typename R::State& state, const Stops& stops, Each&& each) {
    rules.chances(state, [&](Outcome outcome, Weight weight) {
        typename R::State next = state;
        rules.resolve(next, outcome);
        if (next != state || stops(next)) each(next, weight);
    });
}
template <GameRules R, class Each>
void each_outcome(const R& rules, const typename R::State& state, Each&& each) {
    each_outcome(
        rules, state, [](const typename R::State&) { return false; }, each);
}

// Calls each(next) for every action of a seat, in the order of the page.
template <GameRules R, class Each>
void each_action(const R& rules, const typename R::State& state, Seat seat, Each&& each) {
    for (Action action : rules.legal(state, seat)) {
        typename R::State next = state;
        rules.play(next, action);
        each(next);
    }
}

// Calls each(next) for every pair of secret choices, home's being the rows. Answers how many rows there are.
template <HasSecrets R, class Each>
std::size_t each_pair(const R& rules, const typename R::State& state, Each&& each) {
    const ActionList rows = rules.legal(state, Seat::home);
    for (Action home : rows)
        for (Action away : rules.legal(state, Seat::away)) {
            typename R::State next = state;
            rules.play_secret(next, {home, away});
            each(next);
        }
    return rows.size();
}

template <GameRules R, WalkVisitor<typename R::State> Visitor>
class Walk {
public:
    using State = typename R::State;
    using Value = typename Visitor::Value;

    Walk(const R& rules, Visitor& visitor) : rules_(rules), visitor_(visitor) {}

    // A position that may be a station.
    Value reach(const State& state) { return visitor_.stops(state) ? visitor_.station(state) : expand(state); }

    // A position whose play is walked even where it is a station.
    Value expand(const State& state) {
        const Turn turn = rules_.turn(state);
        if (turn.kind == TurnKind::over) return visitor_.over(rules_.result(state));
        const auto [index, fresh] = met_.place(state);
        if (!fresh) {
            if (open_[index] != 0)
                throw std::logic_error("a play comes back to where it was: the game must make a station there");
            return made_[index];
        }
        open_.push_back(1);
        made_.emplace_back();
        const std::size_t base = branches_.size();
        const Value value = walk(state, turn, base);
        branches_.resize(base);
        open_[index] = 0;
        made_[index] = value;
        return value;
    }

private:
    [[nodiscard]] std::span<const Branch<Value>> from(std::size_t base) const {
        return std::span(branches_).subspan(base);
    }

    Value walk(const State& state, const Turn& turn, std::size_t base) {
        if (turn.kind == TurnKind::chance) {
            const auto stops = [this](const State& next) { return visitor_.stops(next); };
            each_outcome(rules_, state, stops, [&](const State& next, Weight weight) { add(next, weight); });
            if (branches_.size() == base) throw std::logic_error("a roll that is made again for ever");
            return visitor_.chance(from(base));
        }
        if (turn.kind == TurnKind::choice) {
            each_action(rules_, state, turn.seat, [&](const State& next) { add(next, 1); });
            return visitor_.choice(state, turn.seat, rules_.legal(state, turn.seat), from(base));
        }
        if constexpr (HasSecrets<R> && VisitsSecrets<Visitor>) {
            const std::size_t rows = each_pair(rules_, state, [&](const State& next) { add(next, 1); });
            return visitor_.secret(from(base), rows);
        } else {
            throw std::logic_error("a secret choice must be a station of its solver");
        }
    }

    void add(const State& next, Weight weight) {
        const Value value = reach(next);
        branches_.push_back({value, weight});
    }

    const R& rules_;
    Visitor& visitor_;
    StateMap<State> met_;
    std::vector<char> open_;              // by number in met_: on the way to itself
    std::vector<Value> made_;             // by number in met_
    std::vector<Branch<Value>> branches_; // of all positions that are open
};

} // namespace touchline::solve
