// The slow and obvious way: plain value iteration over every position that can be reached, nothing clever. Tests of
// solvers compare small settings with it.
#pragma once

#include "core/game.hpp"
#include "solve/valuation.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace touchline::test {

template <GameRules R>
class Obvious {
public:
    using State = typename R::State;

    Obvious(const R& rules, const State& from) : rules_(rules) {
        list(from);
        for (double change = 1; change > 1e-15;) {
            change = 0;
            for (std::size_t i = states_.size(); i-- > 0;) {
                const solve::Worth worth = update(states_[i]);
                change = std::max(
                    {change, std::abs(worth.value - worths_[i].value), std::abs(worth.draw - worths_[i].draw)});
                worths_[i] = worth;
            }
        }
    }

    [[nodiscard]] const std::vector<State>& states() const { return states_; }
    [[nodiscard]] solve::Worth at(const State& state) const { return worths_[number_.at(key(state))]; }

private:
    [[nodiscard]] static std::string key(const State& state) {
        return {reinterpret_cast<const char*>(&state), sizeof state};
    }

    void list(const State& from) {
        meet(from);
        for (std::size_t i = 0; i < states_.size(); ++i) {
            const State state = states_[i];
            each_next(state, [&](const State& next, double) { meet(next); });
        }
    }

    void meet(const State& state) {
        if (!number_.emplace(key(state), states_.size()).second) return;
        states_.push_back(state);
        worths_.emplace_back();
    }

    template <class Each>
    void each_next(const State& state, Each each) const {
        const Turn turn = rules_.turn(state);
        if (turn.kind == TurnKind::choice)
            for (Action action : rules_.legal(state, turn.seat)) {
                State next = state;
                rules_.play(next, action);
                each(next, 1.0);
            }
        if (turn.kind == TurnKind::chance)
            rules_.chances(state, [&](Outcome outcome, Weight weight) {
                State next = state;
                rules_.resolve(next, outcome);
                each(next, static_cast<double>(weight));
            });
    }

    [[nodiscard]] solve::Worth update(const State& state) const {
        const Turn turn = rules_.turn(state);
        if (turn.kind == TurnKind::over) return solve::worth_of(rules_.result(state));
        solve::Worth sum;
        double total = 0;
        each_next(state, [&](const State& next, double weight) {
            const solve::Worth worth = at(next);
            if (turn.kind == TurnKind::choice) {
                sum = total == 0 ? worth : solve::best_of(turn.seat, sum, worth);
            } else {
                sum.value += weight * worth.value;
                sum.draw += weight * worth.draw;
            }
            total += weight;
        });
        if (turn.kind == TurnKind::chance) sum = {sum.value / total, sum.draw / total};
        return sum;
    }

    R rules_;
    std::vector<State> states_;
    std::vector<solve::Worth> worths_;
    std::map<std::string, std::size_t> number_;
};

} // namespace touchline::test
