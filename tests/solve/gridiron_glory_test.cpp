#include "solve/gridiron_glory/solver.hpp"

#include "obvious.hpp"
#include "solve/cache_folder.hpp"
#include "solve/odds.hpp"
#include "solve/rollout.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace touchline::gridiron_glory {
namespace {

using solve::Job;
using solve::Valuation;

Sheet box() {
    return {.ranks = {"2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"},
            .suits = {{"H", "D"}, {"S", "C"}},
            .buried_on_tie = 3,
            .dice = 3,
            .faces = {Face::referee, Face::referee, Face::referee, Face::whistle, Face::ball, Face::ball},
            .spaces = 4,
            .tries = 3,
            .touchdown = 7,
            .field_goal = 3};
}

// Few cards, a short field and small scores: every position can be listed.
Sheet small_box(std::vector<std::string> ranks, std::vector<std::string> suits, int buried) {
    Sheet sheet = box();
    sheet.ranks = std::move(ranks);
    sheet.suits = {suits, suits};
    sheet.buried_on_tie = buried;
    sheet.dice = 2;
    sheet.spaces = 2;
    sheet.tries = 2;
    sheet.touchdown = 2;
    sheet.field_goal = 1;
    return sheet;
}

State with_ball(const Rules& rules, Seat offense, int quarter) {
    State s = rules.start();
    s.phase = Phase::flip;
    s.offense = held_by(offense);
    s.first_offense = Holder::home;
    s.quarter = static_cast<u8>(quarter);
    return s;
}

std::vector<House> all_houses() {
    std::vector<House> houses(1);
    houses.push_back({.overtime = House::Overtime::tie});
    houses.push_back({.fumble_spot = House::FumbleSpot::same});
    houses.push_back({.fumble_short = House::FumbleShort::none});
    houses.push_back({.whistles = House::Whistles::once});
    houses.push_back({.quarter_tries = House::QuarterTries::fresh});
    houses.push_back({House::Overtime::tie, House::FumbleSpot::same, House::FumbleShort::none, House::Whistles::once,
                      House::QuarterTries::fresh});
    return houses;
}

void expect_agreement(const Rules& rules, const State& from) {
    const test::Obvious<Rules> obvious(rules, from);
    Solver solver(rules);
    Job job;
    solver.solve_for(from, job);
    EXPECT_GT(obvious.states().size(), 50U);
    for (const State& state : obvious.states()) {
        const Valuation odds = solve::odds(rules, solver, state);
        ASSERT_NEAR(odds.worth.value, obvious.at(state).value, 1e-11)
            << rules.score(state).home << "-" << rules.score(state).away;
        ASSERT_NEAR(odds.worth.draw, obvious.at(state).draw, 1e-11);
    }
}

TEST(GridironGlorySolver, EveryPositionOfASmallBoxAgreesWithTheObviousWayUnderEveryOption) {
    for (const House& house : all_houses()) {
        const Rules few(small_box({"2", "3", "4"}, {"X"}, 1), house);
        expect_agreement(few, with_ball(few, Seat::home, 2));
        const Rules pairs(small_box({"2", "3"}, {"X", "Y"}, 1), house);
        expect_agreement(pairs, with_ball(pairs, Seat::away, 4));
    }
}

TEST(GridironGlorySolver, AWholeSmallGameAgreesWithTheObviousWay) {
    Sheet sheet = small_box({"2", "3"}, {"X"}, 3);
    sheet.dice = 1;
    const Rules rules(sheet, House{});
    expect_agreement(rules, rules.start());
}

TEST(GridironGlorySolver, BuriedCardsAndUnequalRanksAgreeToo) {
    const Rules rules(small_box({"2", "3", "4"}, {"X", "Y"}, 1), House{});
    State s = with_ball(rules, Seat::home, 4);
    s.unseen = {0b011001, 0b110010};
    s.left = 3;
    s.pile = 2;
    const test::Obvious<Rules> obvious(rules, s);
    Solver solver(rules);
    Job job;
    solver.solve_for(s, job);
    EXPECT_NEAR(solver.at(s).worth.value, obvious.at(s).value, 1e-12);
}

TEST(GridironGlorySolver, KnownValues) {
    const Rules rules(box(), House{});
    Solver solver(rules);
    Job job;
    solver.solve_all(job);
    EXPECT_LE(solver.bound(), 1e-9);
    EXPECT_NEAR(solver.at(with_ball(rules, Seat::home, kOvertime)).worth.value, 0.616686425, 5e-10);
    EXPECT_NEAR(solver.at(with_ball(rules, Seat::home, 4)).worth.value, 0.565506724123, 1e-12);
    EXPECT_NEAR(solver.at(with_ball(rules, Seat::home, 1)).worth.value, 0.5, 1e-12);
    EXPECT_NEAR(solve::odds(rules, solver, rules.start()).worth.value, 0.5, 1e-12);
}

TEST(GridironGlorySolver, FourQuartersEndLevelAsOftenAsKnown) {
    const Rules rules(box(), House{.overtime = House::Overtime::tie});
    Solver solver(rules);
    Job job;
    solver.solve_all(job);
    EXPECT_NEAR(solve::odds(rules, solver, rules.start()).draw(), 0.0727, 5e-5);
}

TEST(GridironGlorySolver, TwoCardsWithAFumbleAreCountedByHand) {
    const Rules rules(box(), House{.overtime = House::Overtime::tie});
    State s = with_ball(rules, Seat::home, 4);
    s.score = {10, 10};
    s.space = 4;
    s.attempt = 3;
    s.unseen = {Cards{1} << 10 | Cards{1} << 24, Cards{1} << 10 | Cards{1}}; // 7 and A against 7 and 2
    s.left = s.pile = 2;
    Solver solver(rules);
    Job job;
    solver.solve_for(s, job);
    EXPECT_NEAR(solver.at(s).home(), 0.760416666667, 1e-12);
    EXPECT_NEAR(solver.at(s).draw(), 0.239583333333, 1e-12);
    EXPECT_NEAR(solver.at(s).away(), 0, 1e-12);
}

TEST(GridironGlorySolver, SeatsMirrorAndALeadNeverHurts) {
    const Rules rules(box(), House{});
    Solver solver(rules);
    Job job;
    solver.solve_all(job);
    for (int quarter = 1; quarter <= 4; ++quarter) {
        double last = 0;
        for (int lead = 0; lead <= 60; ++lead) {
            State home = with_ball(rules, Seat::home, quarter);
            home.score.home = static_cast<u16>(lead);
            State away = with_ball(rules, Seat::away, quarter);
            away.first_offense = Holder::away;
            away.score.away = static_cast<u16>(lead);
            const double value = solver.at(home).worth.value;
            EXPECT_NEAR(value, 1 - solver.at(away).worth.value, 1e-12);
            EXPECT_GE(value, last - 1e-12);
            last = value;
        }
    }
    State far = with_ball(rules, Seat::home, 4);
    far.score.home = 500;
    EXPECT_EQ(solver.at(far).worth.value, 1);
}

TEST(GridironGlorySolver, OneRollAtATimeAddsUp) {
    const Rules rules(box(), House{});
    Solver solver(rules);
    Job job;
    Random random(3);
    State s = with_ball(rules, Seat::home, 4);
    s.space = 3;
    while (s.pile > 8) rules.resolve(s, rules.sample(s, random));
    solver.solve_for(s, job);
    while (rules.turn(s).kind != TurnKind::over && s.quarter == 4) {
        double sum = 0;
        double total = 0;
        rules.chances(s, [&](Outcome outcome, Weight weight) {
            State next = s;
            rules.resolve(next, outcome);
            sum += static_cast<double>(weight) * solve::odds(rules, solver, next).worth.value;
            total += static_cast<double>(weight);
        });
        EXPECT_NEAR(solve::odds(rules, solver, s).worth.value, sum / total, 1e-11) << "seed 3, pile " << int{s.pile};
        rules.resolve(s, rules.sample(s, random));
    }
}

TEST(GridironGlorySolver, SimulationAgrees) {
    const Rules rules(box(), House{});
    Solver solver(rules);
    Job job;
    State s = with_ball(rules, Seat::away, 4);
    s.score.home = 4;
    s.space = 3;
    s.pile = 14;
    solver.solve_for(s, job);
    const Valuation seen = solve::rollout(rules, s, 40000, 5, job);
    EXPECT_NEAR(solver.at(s).worth.value, seen.worth.value, seen.error * 2);
}

TEST(GridironGlorySolver, ThreadsChangeNothingAndABookBringsItAllBack) {
    const test::CacheFolder folder;
    const Rules rules(box(), House{.overtime = House::Overtime::tie});
    const solve::BookKey key{.game = "gridiron-glory", .options = "{}", .sheet_hash = "0", .solver = Solver::kVersion};
    std::array<Solver, 2> solvers{Solver(rules), Solver(rules)};
    for (unsigned threads : {1U, 2U}) {
        Job job(threads);
        solvers[threads - 1].solve_all(job);
    }
    {
        solve::BookWriter writer({key, solvers[0].bound(), 0.1});
        solvers[0].save(writer);
        ASSERT_TRUE(writer.finish());
    }
    Solver loaded(rules);
    const auto book = solve::Book::open(key);
    ASSERT_TRUE(book) << book.error();
    ASSERT_TRUE(loaded.load(*book));
    for (int quarter = 1; quarter <= 4; ++quarter)
        for (Seat seat : kSeats) {
            State s = with_ball(rules, seat, quarter);
            s.score.away = 3;
            s.space = 2;
            EXPECT_EQ(solvers[0].at(s).worth, solvers[1].at(s).worth);
            EXPECT_EQ(solvers[0].at(s).worth, loaded.at(s).worth);
        }
    Sheet other = box();
    other.spaces = 5;
    EXPECT_FALSE(Solver(Rules(other, House{})).load(*book));
}

TEST(PairLaw, TwoAgainstTwoIsCountedByHand) {
    const PairLaw law({1, 1}, {1, 1}); // low and high on both sides: two ties, or one won and one lost
    EXPECT_DOUBLE_EQ(law.all(0, 2, 0), 0.5);
    EXPECT_DOUBLE_EQ(law.all(1, 0, 1), 0.5);
    EXPECT_DOUBLE_EQ(law.run(1, 0, 0), 0.25);
    EXPECT_DOUBLE_EQ(law.run(0, 1, 0), 0.5);
    EXPECT_DOUBLE_EQ(law.run(0, 1, 1), 0);
    EXPECT_DOUBLE_EQ(law.run(0, 0, 0), 1);
}

TEST(PairLaw, FullDecksAddUpToOneAndTieOneInThirteen) {
    const std::vector<int> deck(13, 2);
    const PairLaw law(deck, deck);
    double sum = 0;
    double ties = 0;
    for (int equal = 0; equal <= 26; ++equal)
        for (int higher = 0; higher + equal <= 26; ++higher) {
            sum += law.all(higher, equal, 26 - equal - higher);
            ties += equal * law.all(higher, equal, 26 - equal - higher);
        }
    EXPECT_NEAR(sum, 1, 1e-13);
    EXPECT_NEAR(ties, 2, 1e-12);
    EXPECT_NEAR(law.run(0, 1, 0), 1.0 / 13, 1e-15);
    EXPECT_NEAR(law.run(1, 0, 0), 6.0 / 13, 1e-14);
}

} // namespace
} // namespace touchline::gridiron_glory
