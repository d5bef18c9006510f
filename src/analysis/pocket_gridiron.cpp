// Pocket Sports Gridiron analysed: its solver, and the habits of a sound player.
#include "analysis/analysis_of.hpp"
#include "games/observation.hpp"
#include "games/pocket_gridiron/rules.hpp"
#include "solve/pocket_gridiron/solver.hpp"

namespace touchline::analysis {

using namespace pocket_gridiron;

namespace {

struct Game {
    using Rules = pocket_gridiron::Rules;
    using Solver = solve::pocket_gridiron::Solver;
    // Looks at the seat's view alone. Requires: a choice turn of `seat`.
    static Action coach(const Rules& rules, const State& state, Seat seat);
    static std::optional<Action> going(const Rules& rules, const State& state, Seat seat, Going going);
    static State habit_sight(const Rules& rules, State station);
};

static_assert(TableGame<Rules> && BoxedGame<Rules> && HasOffense<Rules> && HasFaults<Rules> && HasSet<Rules>);
static_assert(TellsHappenings<Rules> && HasMostOutcomes<Rules> && HasFaces<Rules> && HasNarration<Rules> &&
              HasSample<Rules>);
static_assert(HasFieldTypes<Rules> && HasNumbers<Rules> && Observable<Rules> && HasFirstSize<Rules> &&
              HasPlayTypes<Rules>);
static_assert(HasSolver<Game> && HasCoach<Game> && HasGoing<Game> && HasHabitSight<Game>);
static_assert(solve::ValuesManyPolicies<Game::Solver, Rules> && solve::FollowsPolicies<Game::Solver, Rules> &&
              LendsBook<Game::Solver, Rules> && solve::Resumes<Game::Solver> &&
              solve::AnswersRows<Game::Solver, State>);

// What the sheet promises on average, by plain counting over the faces.
struct Chances {
    double field_goal = 0; // at this bonus
    double touchdown = 0;  // the end zone die, once through
    double stopped_by = 0; // the average of one white roll that stands

    Chances(const Rules& rules, int bonus) {
        const Sheet& sheet = rules.sheet();
        int good = 0;
        int in = 0;
        int out = 0;
        int sum = 0;
        for (const BlackFace& face : sheet.endzone) {
            good += rules.field_goal_good(face.number, bonus) ? 1 : 0;
            in += face.word == BlackFace::Word::touchdown || face.word == BlackFace::Word::touchdown_arrow ? 1 : 0;
            out += face.word == BlackFace::Word::out ? 1 : 0;
        }
        for (const WhiteFace& face : sheet.defense) sum += face.value;
        field_goal = good / double{kSides};
        touchdown = in + out > 0 ? in / double(in + out) : 0;
        stopped_by = sum / double{kSides};
    }
};

int lead(const State& state, Seat seat) { return int{state.score[at(seat)]} - int{state.score[at(other(seat))]}; }

// The last ball of the game: what does not win or save it now never will.
bool last_ball(const State& state) { return state.drives[0] + state.drives[1] <= 1; }

// Kick where three points decide, or are nearly safe, or where the play itself promises less.
bool kicks(const Rules& rules, const State& state, Seat seat) {
    const Sheet& sheet = rules.sheet();
    const Chances chances(rules, state.bonus);
    if (last_ball(state)) {
        const int behind = -lead(state, seat);
        return behind >= 0 && behind <= sheet.field_goal && chances.field_goal > 0;
    }
    if (state.step == Step::set_play || state.step == Step::audible) {
        const bool last_down = state.down == sheet.downs;
        return chances.field_goal >= (last_down ? 0.5 : 0.8);
    }
    return lead(state, seat) >= 0;
}

// The position whose routes promise most against two average rolls, the card's favoured plays counted.
Action best_call(const Rules& rules, const State& state, Seat seat) {
    const Sheet& sheet = rules.sheet();
    const TeamCard& card = sheet.teams[rules.settings().team[seat]];
    const double wall = 2 * Chances(rules, 0).stopped_by;
    int most = -1;
    Action best{Rules::call_wr};
    for (std::size_t i = 0; i < kReceivers.size(); ++i) {
        int open = 0;
        for (const RouteFace& face : sheet.routes[at(kReceivers[i])]) {
            int value = face.value;
            if (rules.can_be_hurt(kReceivers[i])) value -= static_cast<int>(injuries(state, seat, kReceivers[i]));
            for (const TeamCard::Favoured& favoured : card.favoured)
                if (favoured.route == face.name) value += favoured.bonus;
            if (face.kind == RouteFace::Kind::route && value > wall) open += 1 + value;
        }
        if (open > most) {
            most = open;
            best = Action{static_cast<u8>(Rules::call_wr + i)};
        }
    }
    return best;
}

Action Game::coach(const Rules& rules, const State& state, Seat seat) {
    const Sheet& sheet = rules.sheet();
    const ActionList legal = rules.legal(state, seat);
    const auto when = [](bool yes, Rules::Choice first, Rules::Choice second) { return Action{yes ? first : second}; };
    switch (state.step) {
    case Step::fourth_down: return when(kicks(rules, state, seat), Rules::field_goal, Rules::play_on);
    case Step::set_play: return when(kicks(rules, state, seat), Rules::field_goal, Rules::roll_on);
    case Step::audible:
        if (legal.contains(Action{Rules::field_goal}) && kicks(rules, state, seat)) return Action{Rules::field_goal};
        return best_call(rules, state, seat);
    case Step::flag_on_defense: { // decline only where the rolls to come can hardly stop the route
        const double to_come = Chances(rules, 0).stopped_by * (state.rolled == kNoRoll ? 2 : 1);
        const double rolled = state.rolled == kNoRoll ? 0 : (state.rolled - 1) / 2;
        return when(state.value <= to_come + rolled + 1, Rules::accept, Rules::decline);
    }
    case Step::flag_on_offense: // a safety in reach against a route that is nearly stopped anyway
        return when(state.down == sheet.downs || state.sacks + 1 < sheet.sacks_for_safety, Rules::accept,
                    Rules::decline);
    case Step::after_touchdown: { // two points where they level or win at the end
        const int behind = -lead(state, seat);
        const bool two = last_ball(state) && sheet.conversion > sheet.kick && behind == sheet.conversion;
        return when(two, Rules::conversion, Rules::kick_point);
    }
    default: return legal[0];
    }
}

std::optional<Action> Game::going(const Rules& rules, const State& state, Seat seat, Going going) {
    const bool always = going == Going::always;
    if (state.step == Step::fourth_down) return Action{always ? Rules::play_on : Rules::field_goal};
    if (always && state.step == Step::set_play) return Action{Rules::roll_on};
    if (always && state.step == Step::audible) return best_call(rules, state, seat);
    return std::nullopt;
}

// Who leads; how many drives are left and by how much, where the last ball may come within the play.
State Game::habit_sight(const Rules& rules, State station) {
    constexpr int kFew = 3;
    const Sheet& sheet = rules.sheet();
    const bool few = station.drives[0] + station.drives[1] <= kFew;
    const int most = few ? sheet.touchdown + sheet.conversion + sheet.field_goal + 1 : 1;
    const int alike = std::clamp(lead(station, Seat::home), -most, most);
    station.score = {static_cast<u16>(std::max(alike, 0)), static_cast<u16>(std::max(-alike, 0))};
    if (!few) station.drives = {kFew, kFew};
    return station;
}

} // namespace

template <>
std::unique_ptr<Analysis> make_analysis<pocket_gridiron::Rules>(const Table& table,
                                                                std::shared_ptr<Background> background) {
    return analysis_of<Game>(table, std::move(background));
}

} // namespace touchline::analysis
