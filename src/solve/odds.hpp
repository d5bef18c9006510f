// Exact odds from any position, in the middle of a play too: the rules are walked from here to the next stations,
// whose worth a solver knows.
#pragma once

#include "solve/solver.hpp"
#include "solve/state_map.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace touchline::solve {

// What a walk asks a solver. Every SolverFor<R> is one.
template <class K, class R>
concept KnowsStations = requires(const K knows, const typename R::State& state) {
    { knows.station(state) } -> std::same_as<bool>;
    { knows.at(state) } -> std::same_as<Valuation>;
};

// One action and what it is worth to the seat that decides.
struct Advice {
    Action action{};
    double value = 0;
    double loss = 0; // against the best
    Valuation odds{};
};

template <GameRules R, KnowsStations<R> K>
class OddsWalk {
public:
    using State = typename R::State;

    OddsWalk(const R& rules, const K& known) : rules_(rules), known_(known) {}

    // Requires: the stations next to come are covered.
    [[nodiscard]] Valuation at(const State& state) {
        if (rules_.turn(state).kind != TurnKind::over && known_.station(state)) return known_.at(state);
        const Worth worth = reach(state);
        return {worth, error_ + kRounding};
    }

    // The legal actions of the choice at hand, best first; equally good ones in the order of the page.
    // Requires: a choice turn.
    [[nodiscard]] std::vector<Advice> advise(const State& state) {
        const Turn turn = rules_.turn(state);
        std::vector<Advice> list;
        for (Action action : rules_.legal(state, turn.seat)) {
            State next = state;
            rules_.play(next, action);
            const Valuation odds = at(next);
            list.push_back({action, odds.value(turn.seat), 0, odds});
        }
        double best = 0;
        for (const Advice& advice : list) best = std::max(best, advice.value);
        for (Advice& advice : list) advice.loss = best - advice.value <= kSame ? 0 : best - advice.value;
        std::ranges::stable_sort(list, {}, &Advice::loss);
        return list;
    }

private:
    static constexpr double kRounding = 1e-14; // of a play's worth of sums, far above what they can lose

    Worth reach(const State& state) {
        const Turn turn = rules_.turn(state);
        if (turn.kind == TurnKind::over) return worth_of(rules_.result(state));
        if (known_.station(state)) {
            const Valuation known = known_.at(state);
            error_ = std::max(error_, known.error);
            return known.worth;
        }
        const auto [index, fresh] = met_.place(state);
        if (!fresh) {
            if (open_[index])
                throw std::logic_error("a play comes back to where it was: the game must make a station there");
            return worths_[index];
        }
        open_.push_back(1);
        worths_.emplace_back();
        const Worth worth = turn.kind == TurnKind::choice ? chosen(state, turn.seat) : fallen(state, turn.kind);
        open_[index] = 0;
        worths_[index] = worth;
        return worth;
    }

    Worth chosen(const State& state, Seat seat) {
        Worth best;
        bool first = true;
        for (Action action : rules_.legal(state, seat)) {
            State next = state;
            rules_.play(next, action);
            const Worth worth = reach(next);
            best = first ? worth : best_of(seat, best, worth);
            first = false;
        }
        return best;
    }

    Worth fallen(const State& state, TurnKind kind) {
        if (kind != TurnKind::chance) throw std::logic_error("a secret choice must be a station of its solver");
        Worth sum;
        double total = 0;
        rules_.chances(state, [&](Outcome outcome, Weight weight) {
            State next = state;
            rules_.resolve(next, outcome);
            if (next == state && !known_.station(next)) return; // made again: the others share its weight
            const Worth worth = reach(next);
            const auto share = static_cast<double>(weight);
            total += share;
            sum.value += share * worth.value;
            sum.draw += share * worth.draw;
        });
        return {sum.value / total, sum.draw / total};
    }

    const R& rules_;
    const K& known_;
    StateMap<State> met_;
    std::vector<char> open_;
    std::vector<Worth> worths_;
    double error_ = 0;
};

// The odds of a position under best play of both seats.
template <GameRules R, KnowsStations<R> K>
[[nodiscard]] Valuation odds(const R& rules, const K& known, const typename R::State& state) {
    return OddsWalk<R, K>(rules, known).at(state);
}

template <GameRules R, KnowsStations<R> K>
[[nodiscard]] std::vector<Advice> advise(const R& rules, const K& known, const typename R::State& state) {
    return OddsWalk<R, K>(rules, known).advise(state);
}

} // namespace touchline::solve
