// The strategy with cards: the one-play game by regret against exact answers, and values of short games.
#include "solve/matrix_game.hpp"
#include "solve/red_boar_gridiron/solver.hpp"

#include "solve/red_boar_positions.hpp"

#include <gtest/gtest.h>

namespace touchline::solve::red_boar_gridiron {

namespace {

// Every lane a game of its own.
std::vector<Lanes> random_payoffs(std::size_t count, u64 seed) {
    Random random(seed);
    std::vector<Lanes> payoffs(count);
    for (Lanes& lanes : payoffs)
        for (double& entry : lanes) entry = random.below(1000) / 1000.0;
    return payoffs;
}

std::vector<double> lane_of(const std::vector<Lanes>& payoffs, std::size_t lane) {
    std::vector<double> own;
    for (const Lanes& lanes : payoffs) own.push_back(lanes[lane]);
    return own;
}

} // namespace

TEST(HandGame, ValuesAreThoseOfTheExactMethod) {
    const Pile offense = pile({3, 3, 3, 3, 3, 3}, 6);
    const Pile defense = pile({3, 1, 2, 3, 0, 3}, 6);
    const std::vector<Lanes> cards = random_payoffs(36, 5);
    Lanes kick;
    kick.fill(0.55);
    const HandGame game(HandBelief{offense}, HandBelief{defense}, HandSets::Kick::allowed);
    std::vector<NarrowLanes> regrets(game.regrets());
    const HandGame::Payoff payoff{cards, kick};
    const HandGame::Outcome found = game.judge(payoff, game.learn(payoff, 1500, regrets));
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const double exact = value_of_hands(offense, defense, lane_of(cards, lane), kick[lane]).worth.value;
        EXPECT_LE(found.low[lane], exact + 1e-9);
        EXPECT_GE(found.high[lane], exact - 1e-9);
        EXPECT_NEAR(found.value[lane], exact, 1e-4);
    }
}

TEST(HandGame, HandsThatHoldEverythingAreAMatrixGame) {
    const Pile all = pile({1, 1, 1, 1}, 4);
    const std::vector<Lanes> cards = random_payoffs(16, 6);
    const HandGame game(HandBelief{all}, HandBelief{all}, HandSets::Kick::none);
    std::vector<NarrowLanes> regrets(game.regrets());
    const HandGame::Payoff payoff{cards, {}};
    const Lanes value = game.value(payoff, game.learn(payoff, 3000, regrets));
    for (std::size_t lane = 0; lane < kLanes; ++lane)
        EXPECT_NEAR(value[lane], solve_matrix_game(lane_of(cards, lane), 4, 4).value, 1e-4);
}

TEST(HandGame, ABestResponseGainsLessTheLongerItLearns) {
    const Pile deck = pile({3, 3, 3, 3, 3, 3}, 6);
    const std::vector<Lanes> cards = random_payoffs(36, 7);
    const HandGame game(HandBelief{deck}, HandBelief{deck}, HandSets::Kick::none);
    const HandGame::Payoff payoff{cards, {}};
    double before = 1;
    for (int rounds : {4, 32, 256, 1024}) {
        std::vector<NarrowLanes> regrets(game.regrets());
        const HandGame::Outcome found = game.judge(payoff, game.learn(payoff, rounds, regrets));
        double gap = 0;
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            EXPECT_GE(found.high[lane], found.low[lane] - 1e-9);
            gap = std::max(gap, found.high[lane] - found.low[lane]);
        }
        EXPECT_LT(gap, before / 2) << rounds;
        before = gap;
    }
    EXPECT_LT(before, 1e-4);
}

TEST(CardStrategy, TheLastPlayIsWorthWhatItExactlyIs) {
    for (std::string_view options : {R"({"mode":"cards"})", R"({"mode":"cards","penalties":false})"}) {
        const Rules own = rules(options);
        Solver solver(own);
        Job job;
        solver.solve_for(at(own, R"({"quarter":4,"clock":10})"), job);
        const LastPlay exact(own);
        for (int ball : {60, 80, 90, 95}) {
            const State s = at(own, R"({"quarter":4,"clock":10,"score":{"home":10,"away":14},"ball":)" +
                                        std::to_string(ball) + "}");
            EXPECT_NEAR(solver.at(s).home(), exact.hidden(s)->home(), 2e-4) << ball;
            EXPECT_NEAR(solver.strategy(s).value(), exact.hidden(s)->home(), 5e-4) << ball;
            EXPECT_LT(solver.strategy(s).gain(0) + solver.strategy(s).gain(1), 2e-3) << ball;
        }
        EXPECT_NEAR(solver.at(at(own, R"({"quarter":4,"clock":10,"score":{"home":30,"away":14}})")).home(), 1, 1e-6);
        EXPECT_NEAR(solver.at(at(own, R"({"quarter":4,"clock":10,"score":{"home":14,"away":30}})")).home(), 0, 1e-6);
    }
}

TEST(CardStrategy, IsMeasuredAndTheSameForEveryNumberOfThreads) {
    const Rules own = rules(R"({"mode":"cards"})");
    Solver one(own), two(own);
    Job alone(1), both(2);
    const State s = at(own, R"({"quarter":4,"clock":30,"ball":70,"score":{"home":3,"away":7}})");
    one.solve_for(s, alone);
    two.solve_for(s, both);
    EXPECT_EQ(one.at(s).worth, two.at(s).worth);
    ASSERT_TRUE(one.measure() && two.measure());
    EXPECT_EQ(one.measure()->gain.value, two.measure()->gain.value);
    EXPECT_EQ(one.measure()->error, two.measure()->error);
    // Two that play the book are worth about what it says, and a responder gains little.
    EXPECT_GT(one.measure()->error, 0);
    EXPECT_LT(one.measure()->error, 0.2);
    EXPECT_LT(one.measure()->gain.value - one.measure()->gain.half_width, 0.02);
    EXPECT_FALSE(one.covers(at(own, R"({"quarter":5})"))); // an overtime is part of a whole book only
}

TEST(CardStrategy, AdviceLooksAtTheOwnHandAlone) {
    const Rules own = rules(R"({"mode":"cards"})");
    Solver solver(own);
    Job job;
    const State s = at(
        own,
        R"({"quarter":4,"clock":10,"ball":90,"score":{"home":10,"away":14},"hands":{"home":{"REV":3,"SCREEN":3},"away":{"BLITZ":3,"SHORT-RUN":3}}})");
    solver.solve_for(s, job);
    const auto advice = [&](const State& of) {
        return mixed_advice(own, solver, own.view(of, Viewer::home), Seat::home);
    };
    Random random(3);
    const std::vector<Advice> first = advice(s);
    ASSERT_EQ(first.size(), 3u); // play, punt, field goal
    EXPECT_EQ(first[0].action.code, static_cast<u8>(Call::play));
    EXPECT_EQ(first[0].loss, 0);
    double shares = 0;
    for (const Advice& each : first) shares += each.share;
    EXPECT_NEAR(shares, 1, 1e-9);
    for (int i = 0; i < 20; ++i) {
        const std::vector<Advice> again = advice(own.redeal(s, Viewer::home, random));
        for (std::size_t k = 0; k < first.size(); ++k) {
            EXPECT_EQ(again[k].action, first[k].action);
            EXPECT_EQ(again[k].share, first[k].share);
            EXPECT_EQ(again[k].value, first[k].value);
        }
    }
}

} // namespace touchline::solve::red_boar_gridiron
