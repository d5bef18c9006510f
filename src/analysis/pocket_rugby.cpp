// Pocket Sports Rugby analysed: its solver, and a coach who spins it wide, takes the points, goes for every ball.
#include "analysis/analysis_of.hpp"
#include "games/observation.hpp"
#include "games/pocket_rugby/rules.hpp"
#include "solve/pocket_rugby/solver.hpp"

#include <algorithm>

namespace touchline::analysis {

using namespace pocket_rugby;

namespace {

struct Game {
    using Rules = pocket_rugby::Rules;
    using Solver = solve::pocket_rugby::Solver;
    // Looks at the seat's view alone. Requires: a choice turn of `seat`.
    static Action coach(const Rules& rules, const State& state, Seat seat);
    static std::optional<Action> going(const Rules& rules, const State& state, Seat seat, Going going);
};

static_assert(TableGame<Rules> && BoxedGame<Rules> && HasOffense<Rules> && HasFaults<Rules> && HasSet<Rules>);
static_assert(TellsHappenings<Rules> && HasMostOutcomes<Rules> && HasFaces<Rules> && HasNarration<Rules> &&
              HasSample<Rules>);
static_assert(HasFieldTypes<Rules> && HasNumbers<Rules> && Observable<Rules>);
static_assert(HasSolver<Game> && HasCoach<Game> && HasGoing<Game>);
static_assert(solve::ValuesPolicies<Game::Solver, Rules> && solve::FollowsPolicies<Game::Solver, Rules> &&
              solve::Resumes<Game::Solver>);

// How dangerous a player is: what his runs are worth on an average roll of his die, two easily tackled points a run
// aside.
int threat(const Rules& rules, State state, u8 position) {
    state.ball.carrier = position;
    int sum = 0;
    for (u8 face = 0; face < kFaces; ++face) {
        if (rules.sheet().players[position][face].kind != FaceKind::run) continue;
        state.ball.face = face;
        const int beyond = std::max(rules.run_value(state) - 2, 0);
        sum += beyond * beyond;
    }
    return sum;
}

Action best_receiver(const Rules& rules, const State& state, Seat seat) {
    const ActionList others = rules.legal(state, seat);
    return *std::ranges::max_element(others, {}, [&](Action pass) { return threat(rules, state, pass.code); });
}

// How many of the black die's six faces reach the range.
int good_kicks(const Rules& rules, const State& state) {
    int good = 0;
    for (u8 face = 0; face < kFaces; ++face) good += rules.kick_is_good(state, face);
    return good;
}

Action Game::coach(const Rules& rules, const State& state, Seat seat) {
    switch (state.phase) {
    case Phase::pass: return best_receiver(rules, state, seat);
    case Phase::maul: return action::kDefend; // a penalty is worth more than most mauls
    case Phase::big_hit: return action::kSteal;
    case Phase::drop_goal: return good_kicks(rules, state) >= 4 ? action::kKick : action::kPass;
    case Phase::penalty: // three points, unless the known range is out of reach
        return state.ball.range == kNone || good_kicks(rules, state) >= 3 ? action::kKick : action::kQuickTap;
    default: return rules.legal(state, seat)[0];
    }
}

std::optional<Action> Game::going(const Rules&, const State& state, Seat, Going going) {
    if (state.phase == Phase::drop_goal) return going == Going::always ? action::kPass : action::kKick;
    if (state.phase == Phase::penalty) return going == Going::always ? action::kQuickTap : action::kKick;
    return std::nullopt;
}

} // namespace

template <>
std::unique_ptr<Analysis> make_analysis<pocket_rugby::Rules>(const Table& table,
                                                             std::shared_ptr<Background> background) {
    return analysis_of<Game>(table, std::move(background));
}

} // namespace touchline::analysis
