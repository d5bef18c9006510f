// Exact odds from any position, in the middle of a play too: the rules are walked from here to the next stations,
// whose worth a solver knows.
#pragma once

#include "solve/matrix_game.hpp"
#include "solve/solver.hpp"
#include "solve/walk.hpp"

#include <algorithm>
#include <vector>

namespace touchline::solve {

// What a walk asks a solver. Every SolverFor<R> is one.
template <class K, class R>
concept KnowsStations = requires(const K knows, const typename R::State& state) {
    { knows.station(state) } -> std::same_as<bool>;
    { knows.at(state) } -> std::same_as<Valuation>;
};

namespace detail {

// Values positions by best play of both seats.
template <GameRules R, KnowsStations<R> K>
class BestValue {
public:
    using Value = Worth;
    using State = typename R::State;

    BestValue(const R& rules, const K& known) : rules_(rules), known_(known) {}
    [[nodiscard]] bool stops(const State& state) const {
        return rules_.turn(state).kind != TurnKind::over && known_.station(state);
    }
    Worth station(const State& state) {
        const Valuation known = known_.at(state);
        error_ = std::max(error_, known.error);
        return known.worth;
    }
    [[nodiscard]] static Worth over(Result result) { return worth_of(result); }
    [[nodiscard]] static Worth choice(const State&, Seat seat, const ActionList&,
                                      std::span<const Branch<Worth>> branches) {
        Worth best = branches[0].value;
        for (const Branch<Worth>& branch : branches.subspan(1)) best = best_of(seat, best, branch.value);
        return best;
    }
    [[nodiscard]] static Worth chance(std::span<const Branch<Worth>> branches) {
        Worth sum;
        double total = 0;
        for (const Branch<Worth>& branch : branches) {
            const auto share = static_cast<double>(branch.weight);
            total += share;
            sum.value += share * branch.value.value;
            sum.draw += share * branch.value.draw;
        }
        return {sum.value / total, sum.draw / total};
    }
    // The greatest of a station that was met.
    [[nodiscard]] double error() const { return error_; }

private:
    const R& rules_;
    const K& known_;
    double error_ = 0;
};

} // namespace detail

template <GameRules R, KnowsStations<R> K>
class OddsWalk {
public:
    using State = typename R::State;

    OddsWalk(const R& rules, const K& known) : rules_(rules), known_(known), best_(rules, known), walk_(rules, best_) {}

    // Requires: the stations next to come are covered.
    [[nodiscard]] Valuation at(const State& state) {
        if (best_.stops(state)) return known_.at(state);
        const Worth worth = walk_.expand(state);
        return {worth, best_.error() + kRounding};
    }

    // The legal actions of the current choice, best first; equally good ones in the order of the page.
    // Requires: a choice turn.
    [[nodiscard]] std::vector<Advice> advise(const State& state) {
        const Turn turn = rules_.turn(state);
        std::vector<Advice> list;
        for (Action action : rules_.legal(state, turn.seat)) {
            State next = state;
            rules_.play(next, action);
            const Valuation odds = at(next);
            list.push_back({.action = action, .value = odds.value(turn.seat), .error = odds.error});
        }
        rank_pure(list);
        return list;
    }

private:
    static constexpr double kRounding = 1e-14; // of a play's worth of sums, far above what they can lose

    const R& rules_;
    const K& known_;
    detail::BestValue<R, K> best_;
    Walk<R, detail::BestValue<R, K>> walk_;
};

// The odds of a position under best play of both seats.
template <GameRules R, KnowsStations<R> K>
[[nodiscard]] Valuation odds(const R& rules, const K& known, const typename R::State& state) {
    return OddsWalk<R, K>(rules, known).at(state);
}

// What a seat should do at a secret turn, best first: both choices are a matrix game between the positions that they
// lead to. Requires: a secret turn of a game without hidden hands.
template <HasSecrets R, KnowsStations<R> K>
[[nodiscard]] std::vector<Advice> advise_secret(const R& rules, const K& known, const typename R::State& state,
                                                Seat seat) {
    const ActionList own = rules.legal(state, seat);
    const ActionList theirs = rules.legal(state, other(seat));
    OddsWalk<R, K> walk(rules, known);
    std::vector<double> worths; // to the seat, row by row
    double error = 0;
    for (Action mine : own)
        for (Action answer : theirs) {
            BySeat<Action> both;
            both[seat] = mine;
            both[other(seat)] = answer;
            typename R::State next = state;
            rules.play_secret(next, both);
            const Valuation odds = walk.at(next);
            worths.push_back(odds.value(seat));
            error = std::max(error, odds.error);
        }
    const MatrixSolution solved = solve_matrix_game(worths, own.size(), theirs.size());
    std::vector<Advice> list;
    for (std::size_t i = 0; i < own.size(); ++i) {
        double value = 0; // against the other's best mixture
        for (std::size_t k = 0; k < theirs.size(); ++k) value += solved.columns[k] * worths[i * theirs.size() + k];
        list.push_back({own[i], solved.rows[i], value, 0, error + solved.error});
    }
    std::ranges::stable_sort(list, std::greater{}, &Advice::share);
    rank(list);
    return list;
}

template <GameRules R, KnowsStations<R> K>
[[nodiscard]] std::vector<Advice> advise(const R& rules, const K& known, const typename R::State& state) {
    return OddsWalk<R, K>(rules, known).advise(state);
}

} // namespace touchline::solve
