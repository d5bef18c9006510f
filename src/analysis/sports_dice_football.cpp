// Sports Dice Football analysed: its solver, and the habits of a sound player.
#include "analysis/analysis_of.hpp"
#include "games/observation.hpp"
#include "games/sports_dice_football/rules.hpp"
#include "solve/sports_dice_football/solver.hpp"

namespace touchline::analysis {

using namespace sports_dice_football;

namespace {

struct Game {
    using Rules = sports_dice_football::Rules;
    using Solver = solve::sports_dice_football::Solver;
    // Looks at the seat's view alone. Requires: a choice turn of `seat`.
    static Action coach(const Rules& rules, const State& state, Seat seat);
    static std::optional<Action> going(const Rules& rules, const State& state, Seat seat, Going going);
    static State habit_sight(const Rules& rules, State station);
};

static_assert(TableGame<Rules> && BoxedGame<Rules> && HasOffense<Rules> && HasFaults<Rules> && HasSet<Rules>);
static_assert(TellsHappenings<Rules> && HasMostOutcomes<Rules> && HasFaces<Rules> && HasNarration<Rules> &&
              HasSample<Rules> && HasCanonical<Rules>);
static_assert(HasFieldTypes<Rules> && HasNumbers<Rules> && Observable<Rules>);
static_assert(HasSolver<Game> && HasCoach<Game> && HasGoing<Game> && HasHabitSight<Game>);
static_assert(solve::ValuesManyPolicies<Game::Solver, Rules> && solve::FollowsPolicies<Game::Solver, Rules> &&
              LendsBook<Game::Solver, Rules>);

// A rough worth of what a play leads to, in points for the offence of now: points count as they are, the ball about
// four points on the other side's goal line and none on the own, a lost ball what the other side has of it.
double worth(const Rules& rules, const State& state, const Effect& effect) {
    const double ball = 4.0 * effect.ball / kGoal - 0.4 * (effect.down - 1) + (effect.down == 1 ? 0.5 : 0.0);
    const double points = effect.offense_points - effect.defense_points;
    const bool wins =
        effect.offense_points != 0 && state.score[state.offense] + effect.offense_points >= rules.house().target;
    const bool loses =
        effect.defense_points != 0 && state.score[defense_of(state)] + effect.defense_points >= rules.house().target;
    const double end = wins ? 100 : loses ? -100 : 0;
    return end + points + (effect.changes_hands != 0 ? -ball : ball);
}

Effect effect_of(const Rules& rules, const State& state, Symbol symbol) {
    const Effect effect = rules.effects().of(Rules::spot(state), symbol);
    return effect.asks != 0 ? rules.effects().kick() : effect;
}

Effect effect_of_side(const Rules& rules, const State& state, Effects::Side side) {
    const bool attack = side == Effects::Side::offense;
    const bool automatic = attack ? rules.offense_dice().automatic(state.offense_dice)
                                  : rules.defense_dice().automatic(state.defense_dice);
    if (automatic) return effect_of(rules, state, attack ? Symbol::touchdown : Symbol::pick_six);
    return effect_of(rules, state, static_cast<Symbol>(attack ? state.offense_play : state.defense_play));
}

// How often the dice carry a kick far enough.
double kick_chance(const Rules& rules, int ball) {
    double good = 0;
    double all = 0;
    for (const DiceSide::Chance& chance : rules.offense_dice().chances()) {
        all += static_cast<double>(chance.weight);
        if (rules.offense_dice().hand(chance.roll).yards >= rules.effects().field_goal_needs(ball))
            good += static_cast<double>(chance.weight);
    }
    return good / all;
}

// Three points that win are kicked for. Else go where one good play is enough, kick where it is likely, punt out of the
// own half.
Action fourth_down(const Rules& rules, const State& state) {
    const int missing = rules.house().target - state.score[state.offense];
    const double good = kick_chance(rules, state.ball);
    if (missing <= rules.sheet().field_goal && good >= 0.3) return Action{Rules::try_field_goal};
    if (state.line - state.ball <= 10) return Action{Rules::go};
    if (good >= 0.5) return Action{Rules::try_field_goal};
    return Action{state.ball < 60 ? Rules::kick_punt : Rules::go};
}

// Winning the roll brings either side the difference between the two plays; keeping the chip is worth four points by
// this measure.
Action chip(const Rules& rules, const State& state) {
    const double attack = worth(rules, state, effect_of_side(rules, state, Effects::Side::offense));
    const double block = worth(rules, state, effect_of_side(rules, state, Effects::Side::defense));
    return Action{attack - block > 4 ? Rules::use : Rules::keep};
}

Action pick(const Rules& rules, const State& state, Seat seat) {
    const ActionList legal = rules.legal(state, seat);
    const double sign = seat == state.offense ? 1 : -1;
    Action best = legal[0];
    double most = -1e9;
    for (Action action : legal) {
        const double value =
            sign * worth(rules, state, effect_of(rules, state, static_cast<Symbol>(action.code - Rules::kPick)));
        if (value <= most) continue;
        most = value;
        best = action;
    }
    return best;
}

Action Game::coach(const Rules& rules, const State& state, Seat seat) {
    switch (state.phase) {
    case Phase::toss_choice: return Action{Rules::take_defense};
    case Phase::fourth_down: return fourth_down(rules, state);
    case Phase::offense_play:
    case Phase::defense_play: return pick(rules, state, seat);
    case Phase::chip: return chip(rules, state);
    case Phase::fg_symbol: {
        const Effect on = rules.effects().advance(Rules::spot(state));
        const bool better = worth(rules, state, on) > worth(rules, state, rules.effects().kick());
        return Action{better ? Rules::advance : Rules::kick};
    }
    default: return rules.legal(state, seat)[0];
    }
}

std::optional<Action> Game::going(const Rules& rules, const State& state, Seat, Going going) {
    if (state.phase != Phase::fourth_down) return std::nullopt;
    if (going == Going::always) return Action{Rules::go};
    const Action usual = fourth_down(rules, state);
    return usual == Action{Rules::go} ? Action{Rules::kick_punt} : usual;
}

// Of the score no more than what would win at once.
State Game::habit_sight(const Rules& rules, State station) {
    const int target = rules.house().target;
    std::array<int, 3> points{rules.sheet().safety, rules.sheet().field_goal, rules.sheet().touchdown};
    std::ranges::sort(points);
    for (Seat seat : kSeats) {
        const int missing = target - station.score[seat];
        const auto enough = std::ranges::lower_bound(points, missing);
        const int alike = enough != points.end() ? *enough : points.back() + 1;
        station.score[seat] = static_cast<u8>(std::max(0, target - alike));
    }
    return station;
}

} // namespace

template <>
std::unique_ptr<Analysis> make_analysis<sports_dice_football::Rules>(const Table& table,
                                                                     std::shared_ptr<Background> background) {
    return analysis_of<Game>(table, std::move(background));
}

} // namespace touchline::analysis
