#include "lab/duel.hpp"

#include "bots/roster.hpp"
#include "play/visit.hpp"
#include "solve/courses.hpp"

namespace touchline::lab {

namespace {

template <GameRules R>
using Bots = BySeat<const bots::Bot<R>*>;

// What stations are worth, as far as anybody asks.
template <GameRules R>
struct NothingKnown {
    [[nodiscard]] solve::Valuation at(const typename R::State&) const { return {}; }
};

// The bots as a flow asks them.
template <GameRules R>
struct Deciders {
    const R& rules;
    Bots<R> bots;

    [[nodiscard]] Heed heeds(Seat seat) const { return bots[seat]->heeds(); }
    [[nodiscard]] Shares operator()(const solve::Decision<typename R::State>& at) const {
        const ViewOf<R> view = view_of(rules, at.state, at.seat);
        return bots[at.seat]->shares(rules, {view, at.seat, at.legal});
    }
    [[nodiscard]] Shares valued(Seat seat, std::span<const double> values) const { return bots[seat]->valued(values); }
};

template <GameRules R, class Known>
Duel follow(const TableFor<R>& table, const Bots<R>& bots, const Known* known, double bound, solve::Job& job) {
    const solve::CourseOf<R> course(table.rules());
    const Deciders<R> deciders{table.rules(), bots};
    solve::Flow<R, solve::CourseOf<R>, Known, Deciders<R>> flow(course, known, deciders);
    const solve::Flowed flowed = flow.run(table.position(), bound, job);
    return {flowed.odds, flowed.plays, flowed.stations};
}

template <GameRules R>
Expected<Duel, std::string> duel_at(const TableFor<R>& table, const DuelPlan& plan, bots::Library& library,
                                    solve::Job& job) {
    if constexpr (solve::HasSolver<R>)
        if (const auto shelf = solve::exact(table.rules()) ? library.shelf(table) : nullptr) {
            if constexpr (!solve::HasCourse<R>) { // no choices: every strategy is the same
                return Duel{shelf->with_solver(table.position(), job, [&](const auto& solver) {
                    return solve::odds(table.rules(), solver, table.position());
                })};
            } else {
                const auto home = bots::make_bot(plan.bots.home, table, library);
                const auto away = bots::make_bot(plan.bots.away, table, library);
                const Bots<R> bots{home.get(), away.get()};
                if (home->heeds() != Heed::values && away->heeds() != Heed::values)
                    return follow<R, NothingKnown<R>>(table, bots, nullptr, plan.bound, job);
                return shelf->with_solver(table.position(), job, [&](const auto& solver) {
                    return follow(table, bots, &solver, plan.bound, job);
                });
            }
        }
    return Unexpected{fmt::format("'{}' with these options has secret choices: a duel cannot be worked out exactly, "
                                  "'touchline sim' estimates it",
                                  R::kId)};
}

} // namespace

Expected<Duel, std::string> duel(const Table& table, const DuelPlan& plan, bots::Library& library, solve::Job& job) {
    std::optional<Expected<Duel, std::string>> answer;
    visit(table, [&](const auto& at) { answer = duel_at(at, plan, library, job); });
    return *std::move(answer);
}

} // namespace touchline::lab
