// What a seat should do at a secret choice of a game that is solved exactly: the two choices are a matrix game between
// the positions that they lead to.
#pragma once

#include "analysis/strategy.hpp"
#include "solve/matrix_game.hpp"
#include "solve/odds.hpp"

#include <algorithm>

namespace touchline::analysis {

// Best first. Requires: a secret turn of a game without hidden hands.
template <HasSecrets R, solve::KnowsStations<R> K>
[[nodiscard]] std::vector<SeatAdvice> secret_advice(const R& rules, const K& known, const typename R::State& state,
                                                    Seat seat) {
    const ActionList own = rules.legal(state, seat);
    const ActionList theirs = rules.legal(state, other(seat));
    std::vector<double> worths; // to the seat, row by row
    double error = 0;
    for (Action mine : own)
        for (Action answer : theirs) {
            BySeat<Action> both;
            both[seat] = mine;
            both[other(seat)] = answer;
            typename R::State next = state;
            rules.play_secret(next, both);
            const solve::Valuation odds = solve::odds(rules, known, next);
            worths.push_back(odds.value(seat));
            error = std::max(error, odds.error);
        }
    const solve::MatrixSolution solved = solve::solve_matrix_game(worths, own.size(), theirs.size());
    std::vector<SeatAdvice> list;
    for (std::size_t i = 0; i < own.size(); ++i) {
        double value = 0; // against the other's best mixture
        for (std::size_t k = 0; k < theirs.size(); ++k) value += solved.columns[k] * worths[i * theirs.size() + k];
        list.push_back({own[i], solved.rows[i], value, 0, error + solved.error});
    }
    const double best = std::ranges::max(list, {}, &SeatAdvice::value).value;
    for (SeatAdvice& each : list) each.loss = best - each.value <= solve::kSame ? 0 : best - each.value;
    std::ranges::stable_sort(list, [](const SeatAdvice& a, const SeatAdvice& b) {
        return a.loss != b.loss ? a.loss < b.loss : a.share > b.share;
    });
    return list;
}

} // namespace touchline::analysis
