// A play by itself is a matrix game: the rules are walked from every pair of cards to the next position.
#include "solve/red_boar_gridiron/play_alone.hpp"

#include "solve/matrix_game.hpp"
#include "solve/odds.hpp"
#include "solve/red_boar_gridiron/solver.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace touchline::solve::red_boar_gridiron {

namespace {

// Round figures of what a drive brings and of how far two sides drift apart in a whole game. They decide nothing but
// how much a yard is worth beside a down or a point.
constexpr double kYard = 0.065;                  // points that a yard nearer the goal is worth
constexpr double kOwnGoalLine = -1.2;            // points that a first down there is worth
constexpr int kPunt = 40;                        // yards
constexpr int kReceived = 25;                    // where a kickoff is brought back to
constexpr double kSpread = 14;                   // of the lead over a whole game
constexpr double kLastSpread = 2.5;              // of what a single drive adds
constexpr double kTry = 0.9;                     // points after a touchdown
constexpr std::array kDowns{0.0, 0.5, 1.2, 2.2}; // points that a later down costs with ten yards to go

double first_down_at(int ball) { return kOwnGoalLine + kYard * ball; }

// Of two dice.
double at_least(int sum) {
    int good = 0;
    for (int first = 1; first <= 6; ++first)
        for (int second = 1; second <= 6; ++second)
            if (first + second >= sum) ++good;
    return good / 36.0;
}

// Points that the side with the ball can expect of it, less what the other side then can.
double of_the_ball(const Rules& rules, const State& s) {
    if (s.phase == Phase::kickoff || s.phase == Phase::free_kick) return -first_down_at(kReceived);
    if (s.phase == Phase::attempt) return kTry - first_down_at(kReceived);
    const auto down = static_cast<std::size_t>(std::clamp<int>(s.down, 1, 4)) - 1;
    const int to_go = s.line - s.ball;
    const double played = first_down_at(s.ball) - kDowns[down] * (0.4 + 0.06 * to_go);
    const double punted = -first_down_at(std::max(kGoal - s.ball - kPunt, 20));
    const int needed = rules.sheet().kick_at_least[s.ball / kStep];
    const double good = needed == 0 ? 0 : at_least(needed);
    const double kicked = needed == 0 ? punted : good * rules.sheet().points.field_goal;
    return std::max({played, punted, kicked});
}

// The rest of a play, up to the next position: its stations are all that is not part of it.
struct Looks {
    const Rules& rules;
    [[nodiscard]] static bool station(const State& s) {
        return s.step != Step::flags && s.step != Step::modifier && s.step != Step::breakaway &&
               s.step != Step::penalty;
    }
    [[nodiscard]] Valuation at(const State& s) const { return {{looks_like(rules, s), 0}, 0}; }
};

double after(const Rules& rules, const State& s, std::size_t offense_card, std::size_t defense_card) {
    State chosen = s;
    chosen.hands = {};
    chosen.hands[s.offense].add(offense_card);
    chosen.hands[1U - s.offense].add(defense_card);
    BySeat<Action> actions;
    actions[static_cast<Seat>(s.offense)] = {static_cast<u8>(offense_card)};
    actions[static_cast<Seat>(1 - s.offense)] = {static_cast<u8>(kMostKinds + defense_card)};
    rules.play_secret(chosen, actions);
    return odds(rules, Looks{rules}, chosen).worth.value;
}

} // namespace

double looks_like(const Rules& rules, const State& s) {
    const double lead = s.score[0] - s.score[1];
    if (s.step == Step::toss) return lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
    const double whole = 4.0 * rules.options().quarter_seconds;
    const double left = s.quarter > 4 ? 0 : s.clock + (4.0 - s.quarter) * rules.options().quarter_seconds;
    const double ball = of_the_ball(rules, s) * (s.offense == 0 ? 1 : -1);
    const double spread = kLastSpread + kSpread * std::sqrt(left / whole);
    return 0.5 * std::erfc(-(lead + ball) / spread / std::numbers::sqrt2);
}

std::vector<double> play_alone(const Rules& rules, const View& view) {
    const State s = seen(rules, view);
    const std::size_t seat = view.viewer == Viewer::home ? 0 : 1;
    const bool attacks = Rules::role_of(s, seat) == 0;
    const std::size_t theirs = attacks ? 1 : 0; // their role
    const Cards unseen = rules.full_deck(static_cast<int>(theirs)) - s.discards[1 - seat];
    std::vector<double> payoff;
    std::size_t columns = 0;
    const ActionList legal = rules.legal(view);
    for (Action action : legal) {
        const std::size_t own = action.code % kMostKinds;
        columns = 0;
        for (std::size_t card = 0; card < rules.kinds(theirs); ++card) {
            if (unseen[card] == 0) continue;
            ++columns;
            const double home = attacks ? after(rules, s, own, card) : after(rules, s, card, own);
            payoff.push_back(seat == 0 ? home : 1 - home);
        }
    }
    return solve_matrix_game(payoff, legal.size(), columns).rows;
}

} // namespace touchline::solve::red_boar_gridiron
