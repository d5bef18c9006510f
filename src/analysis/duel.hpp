// One strategy against another without a single game played: play is followed forward, exactly.
#pragma once

#include "analysis/analysis.hpp"
#include "analysis/game.hpp"
#include "solve/courses.hpp"

#include <fmt/format.h>

namespace touchline::analysis {

// What stations are worth, as far as anybody asks.
template <GameRules R>
struct NothingKnown {
    [[nodiscard]] solve::Valuation at(const typename R::State&) const { return {}; }
};

// The strategies as a flow asks them. A is the AnalysisOf a game.
template <class A>
struct Deciders {
    using R = typename A::R;
    A& analysis;
    Strategies strategies;

    [[nodiscard]] Heed heeds(Seat seat) const { return strategies[seat]->heeds(); }
    [[nodiscard]] Shares operator()(const solve::Decision<typename R::State>& at) const {
        const ViewOf<R> view = view_of(analysis.rules(), at.state, at.seat);
        return strategies[at.seat]->shares(analysis.decision(view, at.seat, at.legal));
    }
    [[nodiscard]] Shares valued(Seat seat, std::span<const double> values) const {
        return strategies[seat]->valued(values);
    }
};

template <class A, class Known>
Duel follow(A& analysis, const typename A::State& state, const Strategies& strategies, const Known* known, double bound,
            solve::Job& job) {
    using R = typename A::R;
    const solve::CourseOf<R> course(analysis.rules());
    const Deciders<A> deciders{analysis, strategies};
    solve::Flow<R, solve::CourseOf<R>, Known, Deciders<A>> flow(course, known, deciders);
    const solve::Flowed flowed = flow.run(state, bound, job);
    return {flowed.odds, flowed.plays, flowed.stations};
}

template <class A>
Expected<Duel, std::string> duel_at(A& analysis, const typename A::State& state, const Strategies& strategies,
                                    double bound, solve::Job& job) {
    using R = typename A::R;
    constexpr bool kSolved = HasSolver<typename A::Game>;
    if (analysis.exact()) {
        if constexpr (kSolved && !solve::HasCourse<R>) // no choices: every strategy is the same
            return Duel{analysis.shelf()->with_solver(
                state, job, [&](const auto& solver) { return solve::odds(analysis.rules(), solver, state); })};
        else if constexpr (kSolved) {
            if (strategies.home->heeds() != Heed::values && strategies.away->heeds() != Heed::values)
                return follow<A, NothingKnown<R>>(analysis, state, strategies, nullptr, bound, job);
            return analysis.shelf()->with_solver(state, job, [&](const auto& solver) {
                return follow(analysis, state, strategies, &solver, bound, job);
            });
        }
    }
    return Unexpected{fmt::format("'{}' with these options has secret choices: a duel cannot be worked out exactly, "
                                  "'touchline sim' estimates it",
                                  R::kId)};
}

} // namespace touchline::analysis
