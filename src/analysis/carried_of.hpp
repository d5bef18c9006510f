// The cost of going on as before, from what a solver counts as it follows such a seat against the best player.
#pragma once

#include "analysis/carried.hpp"
#include "analysis/figures_of.hpp"
#include "solve/other_book.hpp"

namespace touchline::analysis {

// Solvers whose book can be followed where other rules are played.
template <class S, class R>
concept LendsBook = requires(const S solver, const R& playing) {
    { solver.book_for(playing) } -> std::same_as<std::unique_ptr<solve::OtherBook<typename R::State>>>;
};

// Both play the best; home goes by another game's book where there is one.
template <class State>
class BestPolicy final : public solve::Policy<State> {
public:
    explicit BestPolicy(const solve::OtherBook<State>* before = nullptr) : before_(before) {}
    [[nodiscard]] StrategyInput input(Seat) const override { return StrategyInput::best; }
    [[nodiscard]] Shares shares(const State&, Seat, const ActionList& legal) const override {
        return evenly(legal.size());
    }
    [[nodiscard]] Shares valued(Seat, std::span<const double> values) const override { return evenly(values.size()); }
    [[nodiscard]] const solve::OtherBook<State>* other_book(Seat seat) const override {
        return seat == Seat::home ? before_ : nullptr;
    }

private:
    const solve::OtherBook<State>* before_;
};

// By the names of the choices.
[[nodiscard]] Carried carried_from(const Figures& figures, std::vector<CarriedChoice> choices);

template <class A>
Expected<OpeningFigures, Message> opening_of(A& analysis, solve::Job& job) {
    using R = typename A::R;
    if constexpr (HasSolver<typename A::Game>)
        if (analysis.exact()) {
            using Solver = typename A::Game::Solver;
            const BestPolicy<typename A::State> policy;
            return analysis.solved()->with_solver(analysis.rules().start(), job, [&](const Solver& solver) {
                return FiguresOf<A, Solver>(analysis.rules(), solver, policy, true).opening();
            });
        }
    return Unexpected{Message{"solve.no-figures", {{"game", R::kId}}}};
}

template <class A>
Expected<Carried, Message> carried_of(A& analysis, A& before, solve::Job& job) {
    using R = typename A::R;
    if constexpr (HasSolver<typename A::Game>) {
        using Solver = typename A::Game::Solver;
        if constexpr (LendsBook<Solver, R> && solve::FollowsPolicies<Solver, R>) {
            const auto able = [](A& each) { return each.exact(); };
            if (able(analysis) && able(before)) {
                const R& rules = analysis.rules();
                const auto run = [&](const Solver& old, const Solver& solver) {
                    const auto book = old.book_for(rules);
                    const BestPolicy<typename A::State> policy(book.get());
                    FiguresOf<A, Solver> figures(rules, solver, policy, false);
                    const Figures all = figures.run(job);
                    return carried_from(all, figures.by_book());
                };
                if (&analysis == &before) // one solver, whose lock is held once
                    return analysis.solved()->with_solver(rules.start(), job,
                                                          [&](const Solver& own) { return run(own, own); });
                return before.solved()->with_solver(before.rules().start(), job, [&](const Solver& old) {
                    return analysis.solved()->with_solver(rules.start(), job,
                                                          [&](const Solver& solver) { return run(old, solver); });
                });
            }
        }
    }
    return Unexpected{Message{"solve.no-figures", {{"game", R::kId}}}};
}

} // namespace touchline::analysis
