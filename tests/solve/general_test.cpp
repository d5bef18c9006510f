#include "solve/general.hpp"

#include "obvious.hpp"
#include "pig/pig.hpp"
#include "solve/odds.hpp"

#include <gtest/gtest.h>

namespace touchline::solve {
namespace {

TEST(GeneralSolver, PigToAHundredIsWorthItsKnownValueToTheFirstPlayer) {
    const pig::Rules rules;
    GeneralSolver<pig::Rules> solver(rules);
    Job job;
    solver.solve_all(job);
    EXPECT_NEAR(solver.at(rules.start()).worth.value, 0.5305927, 5e-8);
    EXPECT_LE(solver.bound(), 1e-10);
}

TEST(GeneralSolver, EveryPositionOfSmallPigAgreesWithPlainValueIteration) {
    pig::Rules rules;
    rules.target = 20;
    GeneralSolver<pig::Rules> solver(rules);
    Job job;
    solver.solve_all(job);
    const test::Obvious<pig::Rules> obvious(rules, rules.start());
    ASSERT_EQ(solver.positions(), obvious.states().size());
    for (const pig::State& state : obvious.states())
        ASSERT_NEAR(solver.at(state).worth.value, obvious.at(state).value, 1e-12 + solver.bound());
}

TEST(GeneralSolver, SolvesOnlyWhatAPositionCanReach) {
    const pig::Rules rules;
    GeneralSolver<pig::Rules> solver(rules);
    Job job;
    pig::State late;
    late.banked = {97, 98};
    solver.solve_for(late, job);
    EXPECT_TRUE(solver.covers(late));
    EXPECT_FALSE(solver.covers(rules.start()));
    EXPECT_LT(solver.positions(), 100U);
}

TEST(GeneralSolver, StopsWhenAskedAndCanBeginAgain) {
    const pig::Rules rules;
    GeneralSolver<pig::Rules> solver(rules);
    Job stopped;
    stopped.stop();
    EXPECT_THROW(solver.solve_all(stopped), Stopped);
    EXPECT_FALSE(solver.covers(rules.start()));
}

TEST(Odds, AdviceNamesTheBestActionFirstAndItsLossIsNothing) {
    const pig::Rules rules;
    GeneralSolver<pig::Rules> solver(rules);
    Job job;
    pig::State late;
    late.banked = {90, 95};
    late.kept = 3;
    solver.solve_for(late, job);
    const std::vector<Advice> advice = advise(rules, solver, late);
    ASSERT_EQ(advice.size(), 2U);
    EXPECT_EQ(advice[0].action.code, pig::Rules::roll);
    EXPECT_EQ(advice[0].loss, 0);
    EXPECT_GT(advice[1].loss, 0);
    EXPECT_NEAR(advice[0].value, solver.at(late).worth.value, 1e-12);
    EXPECT_NEAR(advice[0].value - advice[1].value, advice[1].loss, 1e-15);
}

} // namespace
} // namespace touchline::solve
