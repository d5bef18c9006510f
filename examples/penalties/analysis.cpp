// Penalty Shoot-out analysed: listed position by position and solved exactly, each kick a matrix game; and a coach who
// mixes, because whoever can be foreseen is beaten.
#include "analysis/analysis_of.hpp"
#include "penalties/rules.hpp"
#include "solve/general.hpp"

namespace touchline::analysis {

namespace {

struct Game {
    using Rules = penalties::Rules;
    using Solver = solve::GeneralSolver<Rules>;

    // Mostly a corner, the middle now and then: how often each action is taken, in the order of legal().
    static Shares coach(const Rules&, const penalties::State&, Seat) { return {0.4, 0.2, 0.4}; }
};

using Rules = Game::Rules;
static_assert(TableGame<Rules> && TellsHappenings<Rules> && BoxedGame<Rules> && HasSecrets<Rules> &&
              HasOffense<Rules> && HasFaults<Rules> && HasMostOutcomes<Rules> && HasNumbers<Rules>);
static_assert(HasSolver<Game> && HasCoach<Game>);

} // namespace

template <>
std::unique_ptr<Analysis> make_analysis<penalties::Rules>(const Table& table, std::shared_ptr<Background> background) {
    return analysis_of<Game>(table, std::move(background));
}

} // namespace touchline::analysis
