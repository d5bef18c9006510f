// What a position is worth: the numbers that solvers keep and odds answer.
#pragma once

#include "core/turn.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace touchline::solve {

// Two actions whose values differ by no more than this are equally good; the first listed is taken.
inline constexpr double kSame = 1e-12;

// One entry of a solver's tables: home's value (win + draw/2) and the chance of a draw.
struct Worth {
    double value = 0;
    double draw = 0;
    friend bool operator==(const Worth&, const Worth&) = default;
};

[[nodiscard]] constexpr Worth worth_of(Result result) {
    switch (result) {
    case Result::home: return {1, 0};
    case Result::away: return {0, 0};
    case Result::draw: return {0.5, 1};
    }
    return {};
}

// A Worth with the proven bound on it (or, of an estimate, the half width of its 95 % interval).
struct Valuation {
    Worth worth{};
    double error = 0;

    [[nodiscard]] double home() const { return std::fmax(0.0, worth.value - worth.draw / 2); }
    [[nodiscard]] double draw() const { return worth.draw; }
    [[nodiscard]] double away() const { return std::fmax(0.0, 1 - worth.value - worth.draw / 2); }
    // Win + draw/2 of a seat.
    [[nodiscard]] double value(Seat seat) const { return seat == Seat::home ? worth.value : 1 - worth.value; }
};

// One action of a seat: how often the best strategy takes it, and what it is worth to the seat.
struct Advice {
    Action action{};
    double share = 0;
    double value = 0;
    double loss = 0;  // against the best
    double error = 0; // of the value
};

// Fills in what each action loses, and puts the best first; equally good ones stay in their order.
inline void rank(std::vector<Advice>& list) {
    double best = 0;
    for (const Advice& advice : list) best = std::max(best, advice.value);
    for (Advice& advice : list) advice.loss = best - advice.value <= kSame ? 0 : best - advice.value;
    std::ranges::stable_sort(list, {}, &Advice::loss);
}

// The same where one action is best: the first takes it all.
inline void rank_pure(std::vector<Advice>& list) {
    rank(list);
    if (!list.empty()) list.front().share = 1;
}

// What a seat has of two options, `first` being listed first: the better value to the last digit, and the draw of the
// option that it takes, which is the first unless the second is better by more than kSame.
[[nodiscard]] constexpr Worth best_of(Seat seat, const Worth& first, const Worth& second) {
    const double gain = seat == Seat::home ? second.value - first.value : first.value - second.value;
    return {gain > 0 ? second.value : first.value, gain > kSame ? second.draw : first.draw};
}

} // namespace touchline::solve
