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

template <GameRules R, class Known>
Duel follow(const TableFor<R>& table, const Bots<R>& bots, const Known* known, double bound, solve::Job& job) {
    using State = typename R::State;
    const solve::CourseOf<R> course(table.rules());
    const R& rules = table.rules();
    const auto decide = [&](const solve::Decision<State>& at) {
        const ViewOf<R> view = view_of(rules, at.state, at.seat);
        const bots::Bot<R>& bot = *bots[at.seat];
        if (at.legal.size() == 1) return bots::only(0, 1);
        return bot.shares(rules, {view, at.seat, at.legal, bot.by_values() ? at.values : std::span<const double>()});
    };
    solve::Flow<R, solve::CourseOf<R>, Known, decltype(decide)> flow(course, known, decide);
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
                if (!home->by_values() && !away->by_values())
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
