// The general solver on Pig, whose values are published, and small groups of positions with cycles.
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
    rules.target = 14;
    GeneralSolver<pig::Rules> solver(rules);
    Job job;
    solver.solve_all(job);
    const test::Obvious<pig::Rules> obvious(rules, rules.start());
    for (const pig::State& state : obvious.states())
        ASSERT_NEAR(odds(rules, solver, state).worth.value, obvious.at(state).value, 1e-12 + solver.bound());
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

// Each seat may wait or roll, and home wins one roll in three. Waiting for ever is worth nothing to home, who rolls
// then.
TEST(Group, ChoicesThatNeedNotEndAreValuedAsWaitingForEver) {
    Group graph;
    graph.settle(0, worth_of(Result::home));
    graph.settle(1, worth_of(Result::away));
    const auto list = [&](u32 node, Group::Kind kind, u32 wait) {
        graph.begin(node, kind);
        graph.add_option();
        graph.add_edge(wait, 1);
        graph.add_option();
        graph.add_edge(0, 1);
        graph.add_edge(1, 2);
        graph.finish();
    };
    list(2, Group::Kind::home, 3);
    list(3, Group::Kind::away, 2);
    const std::vector<u32> members{2, 3};
    graph.solve(members);
    EXPECT_NEAR(graph.worth(2).value, 1.0 / 3, 1e-12);
    EXPECT_NEAR(graph.worth(3).value, 1.0 / 3, 1e-12);
    EXPECT_LE(graph.bound(), 1e-9);
}

TEST(Group, DrawsFollowTheChoices) {
    Group graph;
    graph.settle(0, worth_of(Result::draw));
    graph.settle(1, worth_of(Result::home));
    graph.begin(2, Group::Kind::chance);
    graph.add_option();
    graph.add_edge(0, 1);
    graph.add_edge(1, 1);
    graph.add_edge(2, 2);
    graph.finish();
    const std::vector<u32> members{2};
    graph.solve(members);
    EXPECT_NEAR(graph.worth(2).value, 0.75, 1e-12);
    EXPECT_NEAR(graph.worth(2).draw, 0.5, 1e-12);
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
