// One strategy against another without a single game played: valued backwards over the solver's own stations, exactly.
#pragma once

#include "analysis/analysis.hpp"
#include "analysis/game.hpp"
#include "solve/choices.hpp"
#include "solve/odds.hpp"
#include "solve/policy.hpp"

#include <fmt/format.h>

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
    [[nodiscard]] bool judged() const override { return strategies_.home->judged() || strategies_.away->judged(); }
    [[nodiscard]] Shares valued(Seat seat, std::span<const double> values) const override {
        return strategies_[seat]->valued(values);
    }

private:
    A& analysis_;
    Strategies strategies_;
};

template <class A>
Expected<Duel, Message> duel_at(A& analysis, const typename A::State& state, const Strategies& strategies, double bound,
                                solve::Job& job) {
    using R = typename A::R;
    if constexpr (HasSolver<typename A::Game>)
        if (analysis.exact()) {
            using Solver = typename A::Game::Solver;
            const R& rules = analysis.rules();
            const auto with_solver = [&](const auto& work) { return analysis.solved()->with_solver(state, job, work); };
            if constexpr (solve::ValuesPolicies<Solver, R>) {
                const StrategyPolicy<A> policy(analysis, strategies);
                const auto value = [&](const Solver& solver) {
                    const auto [odds, stations] = solver.value_policy(policy, state, bound, job);
                    return Duel{odds, stations};
                };
                return policy.any_uses_values() ? with_solver(value) : value(Solver(rules));
            } else if (!solve::has_choices(rules, state)) { // every strategy is the same
                return Duel{with_solver([&](const Solver& solver) { return solve::odds(rules, solver, state); })};
            } else {
                return Unexpected{Message{"solve.no-strategies", {{"game", R::kId}}}};
            }
        }
    return Unexpected{Message{"solve.secret", {{"game", R::kId}}}};
}

} // namespace touchline::analysis
