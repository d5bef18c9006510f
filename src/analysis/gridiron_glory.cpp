// Gridiron Glory analysed: its solver, and the habits for the two choices that house rules bring.
#include "analysis/analysis_of.hpp"
#include "games/gridiron_glory/rules.hpp"
#include "games/observation.hpp"
#include "solve/gridiron_glory/solver.hpp"

namespace touchline::analysis {

namespace {

struct Game {
    using Rules = gridiron_glory::Rules;
    using Solver = solve::gridiron_glory::Solver;
    // R16: the ball at once; R7: a re-roll never hurts the defence. Requires: a choice turn.
    static Action coach(const Rules& rules, const gridiron_glory::State& state, Seat seat) {
        return rules.legal(state, seat)[0];
    }
};

using Rules = Game::Rules;
static_assert(TableGame<Rules> && BoxedGame<Rules> && HasOffense<Rules> && HasFaults<Rules> && HasSet<Rules>);
static_assert(TellsHappenings<Rules> && HasMostOutcomes<Rules> && HasFaces<Rules> && HasNarration<Rules> &&
              HasSample<Rules> && HasCanonical<Rules>);
static_assert(HasFieldTypes<Rules> && HasNumbers<Rules> && Observable<Rules> && HasAliases<Rules>);
static_assert(HasSolver<Game> && HasCoach<Game>);
static_assert(solve::FollowsPolicies<Game::Solver, Rules> && solve::FollowsSomeRules<Game::Solver, Rules>);

} // namespace

template <>
std::unique_ptr<Analysis> make_analysis<gridiron_glory::Rules>(const Table& table,
                                                               std::shared_ptr<Background> background) {
    return analysis_of<Game>(table, std::move(background));
}

} // namespace touchline::analysis
