// The slow and obvious way to value fixed strategies: every position that can be reached, and plain sweeps over them.
#pragma once

#include "core/game.hpp"
#include "solve/state_map.hpp"
#include "solve/valuation.hpp"

#include <cmath>
#include <vector>

namespace touchline::test {

// Home's win + draw/2 from `from` on, where shares(state, seat, legal) says how often each action is taken.
template <GameRules R, class Decide>
double plain_value(const R& rules, const typename R::State& from, const Decide& shares) {
    using State = typename R::State;
    struct Step {
        u32 to;
        double chance;
    };
    solve::StateMap<State> met;
    (void)met.place(from);
    std::vector<std::vector<Step>> steps;
    std::vector<double> values;
    for (std::size_t i = 0; i < met.size(); ++i) {
        const State state = met[i];
        const Turn turn = rules.turn(state);
        steps.emplace_back();
        values.push_back(turn.kind == TurnKind::over ? solve::worth_of(rules.result(state)).value : 0);
        double total = 0;
        const auto go = [&](State next, double weight, const auto& change) {
            change(next);
            steps.back().push_back({met.place(next).index, weight});
            total += weight;
        };
        if (turn.kind == TurnKind::choice) {
            const ActionList legal = rules.legal(state, turn.seat);
            const Shares often = shares(state, turn.seat, legal);
            for (std::size_t a = 0; a < legal.size(); ++a)
                if (often[a] > 0) go(state, often[a], [&](State& next) { rules.play(next, legal[a]); });
        } else if (turn.kind == TurnKind::chance) {
            rules.chances(state, [&](Outcome outcome, Weight weight) {
                go(state, static_cast<double>(weight), [&](State& next) { rules.resolve(next, outcome); });
            });
        }
        for (Step& step : steps.back()) step.chance /= total;
    }
    for (double change = 1; change > 1e-15;) {
        change = 0;
        for (std::size_t i = values.size(); i-- > 0;) {
            if (steps[i].empty()) continue;
            double sum = 0;
            for (const Step& step : steps[i]) sum += step.chance * values[step.to];
            change = std::max(change, std::abs(sum - values[i]));
            values[i] = sum;
        }
    }
    return values[0];
}

} // namespace touchline::test
