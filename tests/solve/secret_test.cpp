// Secret choices by the general solver: a shoot-out in which kicker and keeper choose a side unseen.
#include "solve/general.hpp"
#include "solve/odds.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace touchline::solve {
namespace {

struct ShootOutState {
    std::array<u8, 2> goals{};
    u8 kick = 0;    // how many have been taken; home takes the even ones
    u8 chances = 0; // of ten that the ball in the air goes in
    friend bool operator==(const ShootOutState&, const ShootOutState&) = default;
};

// A kick to the keeper's side goes in `saved` times of ten, to the other side nine (left) or eight (right) times.
struct ShootOut {
    using State = ShootOutState;
    static constexpr std::string_view kId = "shoot-out";
    static constexpr std::string_view kName = "Shoot-out";
    static constexpr u8 kLeft = 0;

    int kicks = 6;
    u8 saved = 4;
    bool endless = false; // a level score goes on for another pair of kicks

    [[nodiscard]] State start() const { return {}; }
    [[nodiscard]] Turn turn(const State& s) const {
        if (s.chances != 0) return {TurnKind::chance, 1, Seat::home, 1};
        return s.kick < kicks ? Turn{TurnKind::secret, 0, Seat::home, 0} : Turn{};
    }
    [[nodiscard]] ActionList legal(const State&, Seat) const { return {Action{0}, Action{1}}; }
    void play(State&, Action) const {}
    void play_secret(State& s, BySeat<Action> actions) const {
        const Action kicker = s.kick % 2 == 0 ? actions.home : actions.away;
        s.chances = actions.home != actions.away ? (kicker.code == kLeft ? u8{9} : u8{8}) : saved;
    }
    template <class Each>
    void chances(const State& s, Each&& each) const {
        each(Outcome{1}, Weight{s.chances});
        each(Outcome{0}, Weight{10U - s.chances});
    }
    void resolve(State& s, Outcome outcome) const {
        s.goals[s.kick % 2] = static_cast<u8>(s.goals[s.kick % 2] + outcome.code);
        s.chances = 0;
        ++s.kick;
        if (endless && s.kick == kicks && s.goals[0] == s.goals[1]) s = {};
    }
    [[nodiscard]] Result result(const State& s) const {
        return s.goals[0] == s.goals[1] ? Result::draw : s.goals[0] > s.goals[1] ? Result::home : Result::away;
    }
    [[nodiscard]] BySeat<int> score(const State& s) const { return {s.goals[0], s.goals[1]}; }
    [[nodiscard]] std::string_view event_name(u8) const { return "kick"; }
    [[nodiscard]] std::string_view action_name(const State&, Action) const { return "side"; }
    [[nodiscard]] Tokens tokens(const State&, Outcome) const { return {"token"}; }
    [[nodiscard]] Expected<Outcome, Message> outcome(const State&, std::span<const std::string_view>) const {
        return Outcome{0};
    }
};
static_assert(GameRules<ShootOut> && HasSecrets<ShootOut>);

// Every kick is the same game of two by two: the kicker goes left with p so that the keeper cannot gain, where
// p saved + (1 - p) 8 = p 9 + (1 - p) saved. A goal helps whoever shoots in every position, so the score comes out as
// two independent rows of such kicks.
double kick_left(double saved) { return (8 - saved) / (9 + 8 - 2 * saved); }
double keep_left(double saved) { return (9 - saved) / (9 + 8 - 2 * saved); }
double goal(double saved) { return (kick_left(saved) * saved + (1 - kick_left(saved)) * 8) / 10; }

Worth by_hand(int kicks_each, double chance) {
    const auto exactly = [&](int goals) {
        double ways = 1;
        for (int i = 0; i < goals; ++i) ways = ways * (kicks_each - i) / (i + 1);
        return ways * std::pow(chance, goals) * std::pow(1 - chance, kicks_each - goals);
    };
    Worth worth;
    for (int home = 0; home <= kicks_each; ++home)
        for (int away = 0; away <= kicks_each; ++away) {
            const double both = exactly(home) * exactly(away);
            worth.value += both * (home > away ? 1 : home == away ? 0.5 : 0);
            worth.draw += home == away ? both : 0;
        }
    return worth;
}

TEST(SecretChoices, AShootOutOfThreeKicksIsWorthWhatCountingSays) {
    const ShootOut rules;
    GeneralSolver<ShootOut> solver(rules);
    Job job;
    solver.solve_all(job);
    const Valuation start = odds(rules, solver, rules.start());
    const Worth hand = by_hand(3, goal(4));
    EXPECT_NEAR(start.worth.value, hand.value, 1e-10);
    EXPECT_NEAR(start.worth.draw, hand.draw, 1e-10);
    EXPECT_LE(solver.bound(), 1e-9);
}

TEST(SecretChoices, TheLastKickOfALevelScoreIsMixedAsTheEquationSays) {
    const ShootOut rules;
    GeneralSolver<ShootOut> solver(rules);
    Job job;
    const ShootOutState last{{1, 1}, 5, 0}; // away kicks
    solver.solve_for(last, job);
    const auto left = [&](Seat seat) {
        for (const Advice& each : advise_secret(rules, solver, last, seat))
            if (each.action.code == ShootOut::kLeft) return each;
        return Advice{};
    };
    EXPECT_NEAR(left(Seat::home).value, 0.5 * (1 - goal(4)), 1e-10);
    EXPECT_NEAR(left(Seat::away).share, kick_left(4), 1e-9);
    EXPECT_NEAR(left(Seat::home).share, keep_left(4), 1e-9);
}

// Level after a pair, two more kicks: home and away are alike, whoever begins.
TEST(SecretChoices, AShootOutThatMayGoOnForEverIsEven) {
    ShootOut rules;
    rules.kicks = 2;
    rules.endless = true;
    GeneralSolver<ShootOut> solver(rules);
    Job job;
    solver.solve_all(job);
    EXPECT_NEAR(odds(rules, solver, rules.start()).worth.value, 0.5, 1e-9);
    EXPECT_LE(solver.bound(), 1e-9);
}

} // namespace
} // namespace touchline::solve
