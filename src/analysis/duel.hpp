// One strategy against another without a single game played: valued backwards over the solver's own stations, exactly.
#pragma once

#include "analysis/analysis.hpp"
#include "analysis/game.hpp"
#include "solve/choices.hpp"
#include "solve/odds.hpp"
#include "solve/policy.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace touchline::analysis {

// Two strategies as a solver asks them. A is the AnalysisOf a game.
template <class A>
class StrategyPolicy final : public solve::Policy<typename A::State> {
public:
    using R = typename A::R;
    using State = typename A::State;

    StrategyPolicy(A& analysis, const Strategies& strategies) : analysis_(analysis), strategies_(strategies) {}
    [[nodiscard]] StrategyInput input(Seat seat) const override { return strategies_[seat]->input(); }
    [[nodiscard]] Shares shares(const State& state, Seat seat, const ActionList& legal) const override {
        const ViewOf<R> view = view_of(analysis_.rules(), state, seat);
        return strategies_[seat]->shares(analysis_.decision(view, seat, legal));
    }
    [[nodiscard]] std::optional<State> sight(const State& station) const override {
        if constexpr (HasHabitSight<typename A::Game>) {
            const auto known = [&](Seat seat) {
                return input(seat) != StrategyInput::everything || strategies_[seat]->habitual();
            };
            if (known(Seat::home) && known(Seat::away)) return A::Game::habit_sight(analysis_.rules(), station);
        }
        return std::nullopt;
    }
    [[nodiscard]] bool judged() const override { return strategies_.home->judged() || strategies_.away->judged(); }
    [[nodiscard]] Shares valued(Seat seat, std::span<const double> values) const override {
        return strategies_[seat]->valued(values);
    }

private:
    A& analysis_;
    Strategies strategies_;
};

// Those that look at positions are valued apart from the others: their plays have to be kept in more detail.
template <class A, class Solver>
std::vector<solve::PolicyValue> values_of(const Solver& solver, std::span<const StrategyPolicy<A>> policies,
                                          const typename A::State& state, double bound, solve::Job& job) {
    using Policy = solve::Policy<typename A::State>;
    std::vector<solve::PolicyValue> values(policies.size());
    if constexpr (solve::ValuesManyPolicies<Solver, typename A::R>) {
        for (const bool looking : {false, true}) {
            std::vector<const Policy*> together;
            std::vector<std::size_t> places;
            for (std::size_t i = 0; i < policies.size(); ++i)
                if (policies[i].looks() == looking) {
                    together.push_back(&policies[i]);
                    places.push_back(i);
                }
            if (together.empty()) continue;
            const std::vector<solve::PolicyValue> found =
                solver.value_policies(std::span<const Policy* const>(together), state, bound, job);
            for (std::size_t i = 0; i < places.size(); ++i) values[places[i]] = found[i];
        }
    } else {
        for (std::size_t i = 0; i < policies.size(); ++i)
            values[i] = solver.value_policy(policies[i], state, bound, job);
    }
    return values;
}

// One answer for each pair of strategies.
template <class A>
Expected<std::vector<Duel>, Message> duels_at(A& analysis, const typename A::State& state,
                                              std::span<const Strategies> pairs, double bound, solve::Job& job) {
    using R = typename A::R;
    if constexpr (HasSolver<typename A::Game>)
        if (analysis.exact()) {
            using Solver = typename A::Game::Solver;
            const R& rules = analysis.rules();
            const auto with_solver = [&](const auto& work) { return analysis.solved()->with_solver(state, job, work); };
            if constexpr (solve::ValuesPolicies<Solver, R> || solve::ValuesManyPolicies<Solver, R>) {
                std::vector<StrategyPolicy<A>> policies;
                for (const Strategies& pair : pairs) policies.emplace_back(analysis, pair);
                const auto value = [&](const Solver& solver) {
                    std::vector<Duel> duels;
                    for (const auto& [odds, stations] :
                         values_of<A, Solver>(solver, std::span<const StrategyPolicy<A>>(policies), state, bound, job))
                        duels.push_back({odds, stations});
                    return duels;
                };
                const bool solved =
                    std::ranges::any_of(policies, [](const auto& each) { return each.any_uses_values(); });
                return solved ? with_solver(value) : value(Solver(rules));
            } else if (!solve::has_choices(rules, state)) { // every strategy is the same
                const auto odds = [&](const Solver& solver) { return solve::odds(rules, solver, state); };
                return std::vector<Duel>(pairs.size(), Duel{with_solver(odds)});
            } else {
                return Unexpected{Message{"solve.no-strategies", {{"game", R::kId}}}};
            }
        }
    return Unexpected{Message{"solve.secret", {{"game", R::kId}}}};
}

} // namespace touchline::analysis
